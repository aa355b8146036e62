"""Follows single samples: runs the recording variant of the path kernel and reads its record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import taichi as ti

from raytracer.engine import readback
from raytracer.engine.device_scene import DeviceScene
from raytracer.engine.kernel_config import media_of
from raytracer.engine.kernels import path_state, shading
from raytracer.engine.kernels.single_path import make_record_kernel
from raytracer.engine.layout import (
    RECORD_ROWS,
    EmitterKind,
    RecordHead,
    RecordRow,
    ShadowFate,
    VertexKind,
)
from raytracer.errors import UsageError
from raytracer.scene import Scene
from raytracer.scene import path_record as record

_FAR = 1e29
_KINDS: dict[int, record.VertexKind] = {
    VertexKind.CAMERA: "camera",
    VertexKind.SURFACE: "surface",
    VertexKind.MEDIUM: "medium",
    VertexKind.SKY: "sky",
    VertexKind.PASS: "pass",
}
_SCATTERING: dict[int, record.Scattering] = {
    shading.SCATTER: "scatter",
    shading.DELTA: "delta",
    shading.STRAIGHT: "straight",
    shading.ABSORBED: "absorbed",
    -1: "none",
}


class PathRecorder:
    """One kernel per configuration, compiled when it is asked for first."""

    def __init__(self) -> None:
        self._kernels: dict[object, Callable[..., None]] = {}
        self._buffer: ti.Ndarray | None = None

    def ready(self, device: DeviceScene) -> bool:
        """Whether the next path can be followed without compiling."""
        return device.config.key in self._kernels

    def trace(
        self,
        device: DeviceScene,
        camera: ti.Ndarray,
        at: tuple[int, int, int],
        size: tuple[int, int],
        path_arguments: tuple[int, ...],
    ) -> np.ndarray:
        """The raw record of sample ``at`` (x, y, sample) on a film of ``size``: flat f32."""
        x, y, sample = at
        if not (0 <= x < size[0] and 0 <= y < size[1]):
            raise UsageError(f"the film has no pixel {x},{y}", remedy=f"it is {size[0]} by {size[1]} pixels")
        if not 0 <= sample < 2**31:
            raise UsageError(f"there is no sample {sample}", remedy="the first one is 0")
        if self._buffer is None:
            self._buffer = ti.ndarray(ti.f32, int(RecordHead.SIZE) + (RECORD_ROWS + 1) * int(RecordRow.SIZE))
        if not self.ready(device):
            self._kernels[device.config.key] = make_record_kernel(device.config)
        self._buffer.fill(0.0)
        self._kernels[device.config.key](*device.arrays, camera, self._buffer, x, y, *size, sample, *path_arguments)
        return readback.read_new(self._buffer, np.float32)


def read_record(raw: np.ndarray, scene: Scene, at: tuple[int, int, int], size: tuple[int, int]) -> record.PathRecord:
    """The raw record with names for numbers."""
    count = int(raw[RecordHead.ROWS])
    rows = raw[RecordHead.SIZE :].reshape(-1, int(RecordRow.SIZE))[: min(count, RECORD_ROWS)]
    vertices = []
    radiance = np.zeros(3, np.float32)
    for row in rows:
        radiance += row[RecordRow.EMISSION : RecordRow.EMISSION + 3]
        radiance += row[RecordRow.LIGHT_ADDED : RecordRow.LIGHT_ADDED + 3]
        vertices.append(replace(_vertex(row, scene), radiance=_triple(radiance)))
    return record.PathRecord(
        *at,
        scene.settings.seed,
        *size,
        radiance=_triple(raw[RecordHead.RADIANCE : RecordHead.RADIANCE + 3]),
        rays=int(raw[RecordHead.RAYS]),
        bounces=int(raw[RecordHead.BOUNCES]),
        end=_end(vertices[-1], scene.settings.depths[1]),
        vertices=tuple(vertices),
        lost_vertices=count - len(vertices),
    )


def _vertex(row: np.ndarray, scene: Scene) -> record.PathVertex:
    def triple(field: int) -> record.Triple:
        return _triple(row[field : field + 3])

    kind = _KINDS[int(row[RecordRow.KIND])]
    material, medium, events = int(row[RecordRow.MATERIAL]), int(row[RecordRow.MEDIUM]), int(row[RecordRow.EVENTS])
    return record.PathVertex(
        kind=kind,
        position=triple(RecordRow.POSITION),
        what=_name(kind, material, medium, scene),
        material=material,
        medium=_medium_name(medium, scene),
        n_geometric=triple(RecordRow.N_GEOMETRIC),
        n_shading=triple(RecordRow.N_SHADING),
        outgoing=triple(RecordRow.OUTGOING),
        incoming=triple(RecordRow.INCOMING),
        depth=int(row[RecordRow.DEPTH]),
        throughput=triple(RecordRow.THROUGHPUT),
        emission=triple(RecordRow.EMISSION),
        emission_weight=float(row[RecordRow.EMISSION_WEIGHT]),
        shadow=_shadow(row, scene),
        scattering=_SCATTERING[int(row[RecordRow.SCATTERING])],
        pdf=float(row[RecordRow.PDF]),
        weight=triple(RecordRow.WEIGHT),
        refracted=bool(events & path_state.REFRACTED),
        scattered=bool(events & path_state.SCATTERED),
        survival=float(row[RecordRow.SURVIVAL]),
        survived=bool(row[RecordRow.SURVIVED] > 0.0),
        rays=int(row[RecordRow.RAYS]),
        radiance=(0.0, 0.0, 0.0),
    )


def _shadow(row: np.ndarray, scene: Scene) -> record.ShadowRay | None:
    kind = int(row[RecordRow.LIGHT_KIND])
    if kind < 0:
        return None
    fate = ShadowFate(int(row[RecordRow.SHADOW]))
    end = _triple(row[RecordRow.SHADOW_END : RecordRow.SHADOW_END + 3])
    distance = float(row[RecordRow.LIGHT_DISTANCE])
    return record.ShadowRay(
        light=_light_name(EmitterKind(kind), int(row[RecordRow.LIGHT_SOURCE]), scene),
        direction=_triple(row[RecordRow.LIGHT_DIRECTION : RecordRow.LIGHT_DIRECTION + 3]),
        distance=distance if distance < _FAR else None,
        pdf=float(row[RecordRow.LIGHT_PDF]),
        weight=float(row[RecordRow.LIGHT_WEIGHT]),
        carried=_triple(row[RecordRow.LIGHT_CARRIED : RecordRow.LIGHT_CARRIED + 3]),
        added=_triple(row[RecordRow.LIGHT_ADDED : RecordRow.LIGHT_ADDED + 3]),
        fate="not traced" if fate is ShadowFate.NONE else "visible" if fate is ShadowFate.VISIBLE else "blocked",
        end=None if fate is ShadowFate.NONE or max(map(abs, end)) > _FAR else end,
    )


def _end(last: record.PathVertex, longest: int) -> record.End:
    """Why the path went no further."""
    if last.kind == "sky":
        return "left the scene"
    if not last.survived:
        return "roulette"
    if last.scattering == "absorbed":
        return "absorbed"
    if last.depth >= longest:
        return "longest path"
    return "swallowed by a medium" if last.scattering != "none" or last.medium else "too many surfaces"


def _name(kind: record.VertexKind, material: int, medium: int, scene: Scene) -> str:
    if kind == "camera":
        return scene.camera.name
    if kind == "medium":
        return _medium_name(medium, scene)
    if kind == "sky":
        return scene.environment.sky if scene.environment else ""
    return scene.materials[material].name if 0 <= material < len(scene.materials) else ""


def _medium_name(medium: int, scene: Scene) -> str:
    """The materials that a medium fills, or the fog outside."""
    if medium < 0:
        return ""
    wanted = media_of(scene)[medium]
    if wanted is scene.medium:
        return "fog"
    return next(f"inside {m.name}" for m in scene.materials if m.interior is wanted)


def _light_name(kind: EmitterKind, source: int, scene: Scene) -> str:
    if kind is EmitterKind.SKY:
        return "sky"
    if kind in (EmitterKind.TRIANGLE, EmitterKind.SPHERE):
        return scene.materials[source].name if 0 <= source < len(scene.materials) else "surface"
    return scene.lights[source].name


def _triple(values: np.ndarray) -> record.Triple:
    return (float(values[0]), float(values[1]), float(values[2]))
