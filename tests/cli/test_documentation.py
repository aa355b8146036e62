"""docs/command-line.md names every verb and option there is, and none that there is not."""

from __future__ import annotations

import re
from pathlib import Path

import typer

from raytracer.cli import VERBS
from raytracer.cli.application import _application

PAGE = Path(__file__).parents[2] / "docs" / "command-line.md"


def options_of_the_program() -> dict[str, set[str]]:
    command = typer.main.get_command(_application())
    return {
        name: {text for parameter in verb.params for text in parameter.opts if text.startswith("-")}
        for name, verb in command.commands.items()
    }


def section(name: str) -> str:
    return PAGE.read_text(encoding="utf-8").partition(f"\n## {name}\n")[2].partition("\n## ")[0]


def test_every_option_is_described_where_it_belongs() -> None:
    found = options_of_the_program()
    assert tuple(found) == VERBS
    for verb, options in found.items():
        missing = [option for option in options if f"`{option}" not in section(verb)]
        assert not missing, f"{verb}: {missing}"


def test_no_option_is_invented() -> None:
    known = set().union(*options_of_the_program().values()) | {"--help", "--version", "--debug", "--info"}
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", PAGE.read_text(encoding="utf-8")))
    assert named <= known
