"""Finds the material libraries that an OBJ file names, and the materials in them."""

from __future__ import annotations

import re
from pathlib import Path

from raytracer.errors import InputError
from raytracer.io.obj import mtl, text
from raytracer.io.obj.lines import Lines
from raytracer.io.obj.materials import MaterialBuilder
from raytracer.io.report import LoadContext
from raytracer.scene import Material

_UNESCAPED_BLANK = re.compile(r"(?<!\\)\s+")


class Libraries:
    """All ``mtllib`` of one OBJ file. What is missing is noted."""

    def __init__(self, lines: Lines, path: Path, context: LoadContext) -> None:
        self._path = path
        self._context = context
        self._builders: dict[str, tuple[MaterialBuilder, mtl.Entry]] = {}
        self._materials: dict[str, Material | None] = {}
        for line, keyword, rest in lines.statements:
            if keyword == "mtllib":
                where = f"{path}, line {lines.numbers.of(line)}"
                for file in self._find(rest, where):
                    self._read(file)

    def material(self, name: str) -> Material | None:
        """The material, or None, and a note, when no library has it."""
        if name not in self._materials:
            self._materials[name] = self._build(name)
        return self._materials[name]

    def _build(self, name: str) -> Material | None:
        if name not in self._builders:
            text_ = f"material {name!r} is in no library: the default is used"
            self._context.report.note("missing", text_, str(self._path))
            return None
        builder, entry = self._builders[name]
        return builder.build(entry)

    def _find(self, names: str, where: str) -> list[Path]:
        """The files meant: the whole text as one name with blanks, or else several names."""
        parts = [part.replace("\\ ", " ") for part in _UNESCAPED_BLANK.split(names)]
        if len(parts) > 1 and (whole := self._resolve(names, where, quiet=True)):
            return [whole]
        return [file for part in parts if (file := self._resolve(part, where))]

    def _resolve(self, name: str, where: str, *, quiet: bool = False) -> Path | None:
        try:
            return self._context.resolve(name, base=self._path.parent, asked_by=where)
        except InputError as error:
            if not quiet:
                self._context.report.note("missing", f"material library: {error.message}", where)
            return None

    def _read(self, file: Path) -> None:
        try:
            data = file.read_bytes()
        except OSError as error:
            reason = error.strerror or str(error)
            self._context.report.note("missing", f"material library cannot be read: {reason}", str(file))
            return
        if text.is_utf16(data):
            self._context.report.note("repaired", "the material library is UTF-16, not the usual UTF-8", str(file))
        builder = MaterialBuilder(file, self._path.parent, self._context)
        for entry in mtl.parse(data):
            self._builders.setdefault(entry.name, (builder, entry))
