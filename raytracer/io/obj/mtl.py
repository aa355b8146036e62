"""Reads the text of a material library (MTL) without judging what it means."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from raytracer.io.obj import text

_MAPS = ("map_", "bump", "disp", "decal", "norm", "refl")
_OPTION = re.compile(
    r"-(?P<name>blendu|blendv|cc|clamp|colorspace|imfchan|type|texres|boost|bm|mm|o|s|t)\b\s*", re.IGNORECASE
)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?=\s)\s*")
_WORD = re.compile(r"\S+\s*")
_MOST_NUMBERS = {"o": 3, "s": 3, "t": 3, "mm": 2}


@dataclass
class TextureStatement:
    """File name as written and options by name, in lower case: numbers for -o -s -t -mm, else words."""

    name: str
    options: dict[str, list[str]] = field(default_factory=dict)

    def numbers(self, option: str, default: tuple[float, ...]) -> list[float]:
        """The numbers of an option, those not given from ``default``."""
        given = [float(word) for word in self.options.get(option, [])]
        return [*given, *default[len(given) :]]

    def word(self, option: str, default: str) -> str:
        """The word of an option, in lower case."""
        return self.options.get(option, [default])[0].lower()


@dataclass
class Entry:
    """One material: values as words and textures, by keyword in lower case; the last of each counts."""

    name: str
    line: int
    values: dict[str, list[str]] = field(default_factory=dict)
    textures: dict[str, TextureStatement] = field(default_factory=dict)


def parse(data: bytes) -> list[Entry]:
    """All materials of a library. Statements before the first ``newmtl`` are skipped. Never fails."""
    data, joined = text.join_continued(text.as_bytes(data))
    numbers = text.LineNumbers(joined)
    entries: list[Entry] = []
    for line, raw in enumerate(data.split(b"\n"), 1):
        statement = text.decode(raw).strip()
        keyword, _, rest = statement.partition(" ") if "\t" not in statement else _split(statement)
        keyword, rest = keyword.lower(), rest.strip()
        if not keyword or keyword.startswith("#"):
            continue
        if keyword == "newmtl":
            entries.append(Entry(rest, numbers.of(line)))
        elif not entries:
            continue
        elif keyword.startswith(_MAPS) and rest:
            entries[-1].textures[keyword] = parse_texture(rest)
        else:
            entries[-1].values[keyword] = rest.split(" #")[0].split()
    return entries


def _split(statement: str) -> tuple[str, str, str]:
    words = statement.split(None, 1)
    return words[0] if words else "", "", words[1] if len(words) > 1 else ""


def parse_texture(rest: str) -> TextureStatement:
    """Options may stand before or after the name, which may have blanks in it."""
    statement = TextureStatement("")
    rest = _take_options(rest.strip() + " ", statement)
    found = re.search(r"\s" + _OPTION.pattern, rest, re.IGNORECASE)
    if found:
        _take_options(rest[found.start() :].lstrip() + " ", statement)
        rest = rest[: found.start()]
    statement.name = rest.strip().strip('"')
    return statement


def _take_options(rest: str, statement: TextureStatement) -> str:
    """Moves leading options into ``statement``; returns what is left."""
    while match := _OPTION.match(rest):
        name = match["name"].lower()
        rest = rest[match.end() :]
        pattern = _NUMBER if name in _MOST_NUMBERS else _WORD
        words: list[str] = []
        while len(words) < _MOST_NUMBERS.get(name, 1) and (word := pattern.match(rest)):
            words.append(word[0].strip())
            rest = rest[word.end() :]
        if words:
            statement.options[name] = words
    return rest
