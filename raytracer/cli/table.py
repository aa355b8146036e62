"""Plain text tables, readable in a terminal, a file and a mail."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def format_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, right: Collection[str] = ()) -> str:
    """Columns as wide as their widest cell, two spaces apart; those named in ``right`` are aligned to the right."""
    widths = [max(len(row[i]) for row in (header, *rows)) for i in range(len(header))]

    def line(row: Sequence[str]) -> str:
        cells = [c.rjust(w) if h in right else c.ljust(w) for c, w, h in zip(row, widths, header, strict=True)]
        return "  ".join(cells).rstrip()

    return "\n".join([line(header), line(["-" * w for w in widths]), *map(line, rows)])
