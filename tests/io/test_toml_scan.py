"""The scanner that finds lines: it must agree with tomllib on what there is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from raytracer.io.toml_scene.scan import key_lines
from raytracer.resources import scenes_dir

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TEXT = (
    r'''# comment with [brackets] = "and quotes
format = 1
"quoted key" = "a # b"
a.b.'c d' = 1

[materials."two words"]   # header
reflectance = { value = [1,
  2,
  3], texture = { image = 'x]}.png' } }
text = """
not = a key
[nor this]
"" quotes \""" inside""""

[[shapes]]
list = [
  { x = 1 },  # first
  { x = 2,  y = "}" },
]
[[shapes.instances]]
t = 1979-05-27T07:32:00Z
[[shapes.instances]]
u = '''
    + """'''
raw = "no key
''''
[[shapes]]
[shapes.inner]
deep = true
"""
)


def paths_of(value: Any, path: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    """All key paths of a parsed document."""
    items: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {path, *(p for key, member in items for p in paths_of(member, (*path, key)))} - {()}


def test_every_key_has_its_line() -> None:
    lines = key_lines(TEXT)
    rows = TEXT.splitlines()
    expected = {
        ("format",): "format = 1",
        ("a", "b", "c d"): "a.b.",
        ("materials", "two words"): "[materials.",
        ("materials", "two words", "reflectance", "value", 2): "  3]",
        ("materials", "two words", "reflectance", "texture", "image"): "  3]",
        ("shapes", 0, "list", 1, "y"): "  { x = 2",
        ("shapes", 0, "instances", 1, "u"): "u = '''",
        ("shapes", 1): "[[shapes]]",
        ("shapes", 1, "inner", "deep"): "deep = true",
    }
    for path, start in expected.items():
        assert rows[lines[path] - 1].startswith(start), path
    assert lines["shapes", 1] > lines["shapes", 0]


@pytest.mark.parametrize("text", [TEXT, *(p.read_text(encoding="utf-8") for p in sorted(scenes_dir().glob("*.toml")))])
def test_the_scanner_finds_what_the_parser_finds(text: str) -> None:
    assert set(key_lines(text)) == paths_of(tomllib.loads(text))


def test_the_last_line_needs_no_newline() -> None:
    assert key_lines("a = 1\nb = [1, 2]") == {("a",): 1, ("b",): 2, ("b", 0): 2, ("b", 1): 2}


def test_the_scenes_folder_is_not_empty() -> None:
    assert len(list(Path(scenes_dir()).glob("*.toml"))) >= 6
