"""What every experiment hands out while it runs: a snapshot of all it knows, as a table and as sentences."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Sentence:
    """A statement for people: a literal with named gaps, so that it can be translated, and what fills them."""

    text: str
    values: dict[str, str]

    def __str__(self) -> str:
        return self.text.format(**self.values)


def say(text: str, **values: object) -> Sentence:
    """A sentence: ``say("{who} is faster", who="CUDA")``."""
    return Sentence(text, {name: str(value) for name, value in values.items()})


@dataclass(frozen=True)
class Table:
    """Numbers as they were measured, unrounded; names carry the unit."""

    header: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]

    def csv(self) -> str:
        """Comma-separated text for spreadsheets; what was not measured is empty."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.header)
        writer.writerows(["" if cell is None else cell for cell in row] for row in self.rows)
        return text.getvalue()

    def records(self) -> list[dict[str, object]]:
        """One object a row, for JSON."""
        return [dict(zip(self.header, row, strict=True)) for row in self.rows]


class Result(Protocol):
    """A snapshot; the last one an experiment yields has ``finished``."""

    @property
    def finished(self) -> bool: ...

    def table(self) -> Table: ...

    def sentences(self) -> Sequence[Sentence]: ...
