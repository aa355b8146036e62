"""Runs a shader file and checks that it keeps the contract, before a kernel is compiled with it.

Only files from the trusted folders of ``raytracer.scene.shader_catalog`` come here; loading one executes its code.
"""

from __future__ import annotations

import inspect
import linecache
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import taichi as ti

from raytracer.engine.kernels.microfacet import SAME_INDEX, SMOOTH_ALPHA
from raytracer.engine.kernels.shading import vec3
from raytracer.errors import InputError
from raytracer.scene import Input, shader_catalog
from raytracer.scene.shader_catalog import Parameter, Shader, ShaderKind

CONTRACT: dict[ShaderKind, dict[str, tuple[str, ...]]] = {
    "surfaces": {
        "sample": ("p", "outgoing", "u"),
        "evaluate": ("p", "outgoing", "incoming"),
        "straight": ("p", "outgoing"),
    },
    "media": {
        "sample_distance": ("p", "t_max", "u"),
        "transmittance": ("p", "t"),
        "sample_phase": ("p", "direction", "u"),
        "pdf_phase": ("p", "cosine"),
    },
    "textures": {"value": ("p", "uv", "texel")},
    "skies": {"radiance": ("p", "direction", "texel")},
    "views": {"apply": ("rgb",)},
}
"""The functions that a shader of each kind must have, with their arguments."""


@dataclass(frozen=True)
class LoadedShader:
    """A shader whose functions can be called in a kernel: ``loaded.module.evaluate(point, ...)``.

    ``point_type`` is the Taichi struct that the functions take as ``p``: one member per parameter in the order of
    ``shader.parameters``, ``vec3`` for a colour and ``f32`` for a number. ``stamp`` changes when the file does.
    """

    shader: Shader
    module: ModuleType
    point_type: Any
    stamp: tuple[int, int]

    @property
    def name(self) -> str:
        """Name by which scene files call the shader."""
        return self.shader.name

    @property
    def transmits(self) -> bool:
        """Whether a surface shader lets light through (its frame is then not turned towards the viewer)."""
        return bool(getattr(self.module, "TRANSMITS", False))

    @property
    def transmits_by(self) -> str | None:
        """The parameter that lets light through: where it is 0 and has no texture, the material does not transmit."""
        transmits = getattr(self.module, "TRANSMITS", False)
        return transmits if isinstance(transmits, str) else None

    def lets_through(self, parameters: dict[str, Input]) -> bool:
        """Whether a material with these parameters transmits."""
        return self.transmits if self.transmits_by is None else self._is_on(self.transmits_by, parameters)

    def lets_straight_through(self, parameters: dict[str, Input]) -> bool:
        """Whether shadow rays may pass a material with these parameters.

        ``BENDS`` in the shader's file names the index of refraction: whatever transmits by another index than 1 sends
        light elsewhere, and casts a shadow.
        """
        bends = getattr(self.module, "BENDS", None)
        if not self.lets_through(parameters) or not isinstance(bends, str):
            return self.lets_through(parameters)
        value = self._constant(bends, parameters)
        return value is None or abs(value - 1.0) <= SAME_INDEX

    def only_delta(self, parameters: dict[str, Input]) -> bool:
        """Whether a material with these parameters has no lobe for light to be chosen for: ``evaluate`` is always 0.

        ``SMOOTH`` in the shader's file is True, or the name of the parameter that is the width of its lobes.
        """
        smooth = getattr(self.module, "SMOOTH", False)
        if not isinstance(smooth, str):
            return bool(smooth)
        value = self._constant(smooth, parameters)
        return value is not None and value < SMOOTH_ALPHA

    def _constant(self, name: str, parameters: dict[str, Input]) -> float | None:
        """The number that a parameter is everywhere; None where it has a texture."""
        given = parameters.get(name)
        if given is None:
            return float(np.mean(self.shader.parameters[name].default))
        return None if given.texture is not None else float(np.mean(given.value))

    def is_solid(self, parameters: dict[str, Input]) -> bool:
        """Whether a closed body of such a material is filled: going through then leaves the surrounding medium.

        ``SOLID`` in the shader's file is True, False, or the name of the parameter that makes the wall thin.
        """
        solid = getattr(self.module, "SOLID", False)
        if isinstance(solid, str):
            return self.lets_through(parameters) and not self._is_on(solid, parameters)
        return bool(solid)

    def _is_on(self, name: str, parameters: dict[str, Input]) -> bool:
        given = parameters.get(name)
        value = self.shader.parameters[name].default if given is None else given.value
        return value != 0.0 or (given is not None and given.texture is not None)

    @property
    def kinds(self) -> tuple[tuple[int, bool], ...]:
        """Number and "is a colour" of every parameter, in packing order."""
        return tuple((k, q.kind == "color") for k, q in self.inputs)

    @property
    def inputs(self) -> tuple[tuple[int, Parameter], ...]:
        """Number and description of every member of ``point_type``."""
        return tuple(enumerate(self.shader.parameters.values())) or ((0, Parameter("unused", "float", 0.0)),)

    @property
    def tint(self) -> int:
        """Number of the parameter that is the surface's own colour; -1 where there is none."""
        return next((k for k, q in self.inputs if q.tint), -1)

    @property
    def width(self) -> int:
        """Number of floats of one packed record."""
        return sum(3 if q.kind == "color" else 1 for q in self.shader.parameters.values())


_loaded: dict[Path, LoadedShader] = {}


def load(kind: ShaderKind, name: str) -> LoadedShader:
    """The shader ``name``, run again only if its file changed. ``InputError`` says what is wrong with the file."""
    return load_file(shader_catalog.get(kind, name).path, kind)


def load_file(path: Path, kind: ShaderKind) -> LoadedShader:
    """Like ``load`` for a file that is not in the catalogue."""
    stamp = _stamp(path)
    known = _loaded.get(path)
    if known is not None and known.stamp == stamp and known.shader.kind == kind:
        return known
    shader = shader_catalog.read_shader(path, kind)
    module = _run(path, kind)
    _check(module, path, shader)
    loaded = LoadedShader(shader, module, point_type(shader.parameters), stamp)
    _loaded[path] = loaded
    return loaded


def point_type(parameters: dict[str, Parameter]) -> Any:
    """The Taichi struct of one shaded point. A shader without parameters gets one unused member (no empty structs)."""
    members = {name: vec3 if q.kind == "color" else ti.f32 for name, q in parameters.items()}
    return ti.types.struct(**(members or {"unused": ti.f32}))


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError as error:
        raise InputError(f"cannot read the shader: {error.strerror}", where=str(path)) from error
    return status.st_mtime_ns, status.st_size


def _run(path: Path, kind: ShaderKind) -> ModuleType:
    # Compiled here, not imported: no __pycache__ beside the user's file, and no stale one after an edit.
    module = ModuleType(f"raytracer_shaders.{kind}.{path.stem}")
    module.__file__ = str(path)
    linecache.checkcache(str(path))  # Taichi reads the functions' source through it
    try:
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    except Exception as error:
        raise InputError(
            f"the shader could not be run: {type(error).__name__}: {error}", where=_place(path, error)
        ) from error
    return module


def _place(path: Path, error: Exception) -> str:
    """The file with the last line of it that the error passed through."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"{path}:{line}" if line else str(path)


def _check(module: ModuleType, path: Path, shader: Shader) -> None:
    for name, arguments in CONTRACT[shader.kind].items():
        wanted = f"{name}({', '.join(arguments)})"
        function = getattr(module, name, None)
        if function is None:
            raise InputError(f"the shader has no function {name}", where=str(path), remedy=f"it must have {wanted}")
        if not getattr(function, "_is_taichi_function", False):
            raise InputError(f"{name} is not a Taichi function", where=str(path), remedy="put @ti.func above its def")
        count = len(inspect.signature(function).parameters)
        if count != len(arguments):
            raise InputError(f"{name} takes {count} arguments", where=str(path), remedy=f"it must be {wanted}")
    if shader.kind == "surfaces":
        transmits = getattr(module, "TRANSMITS", None)
        if not isinstance(transmits, (bool, str)):
            raise InputError("TRANSMITS is missing", where=str(path), remedy="add a line TRANSMITS = False, or True")
        remedy = "name the parameter that lets light through, or say True or False"
        _check_named("TRANSMITS", transmits, path, shader, remedy)
        for name, remedy in (("BENDS", "name the index of refraction"), ("SMOOTH", "name the width, or say True")):
            _check_named(name, getattr(module, name, False), path, shader, f"{remedy}, or leave the line out")


def _check_named(name: str, given: object, path: Path, shader: Shader, remedy: str) -> None:
    """A string in the shader's line ``name`` is the name of a number in PARAMETERS."""
    known = shader.parameters.get(given) if isinstance(given, str) else None
    if isinstance(given, str) and (known is None or known.kind != "float"):
        message = f"{name} names {given!r}, which is not a number in PARAMETERS"
        raise InputError(message, where=str(path), remedy=remedy)
