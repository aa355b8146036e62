"""What an experiment and its worker say to each other: one question, one answer, in order.

``protocol.Open`` is answered by ``Opened``, ``protocol.Shutdown`` ends the worker. Every question but those two takes
about the time that it names, so that an experiment can be cancelled between two of them. A question that cannot be
answered is answered by ``Refused``. ``protocol.Progress`` may come before any answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from raytracer.backends import BackendInfo
from raytracer.errors import RaytracerError

FilmKind = Literal["linear", "display", "blocks"]


@dataclass(frozen=True)
class Restart:
    """Clear the film; ``settings`` are fields of ``RenderSettings`` to change. Answered by ``Ready``."""

    settings: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class RenderFor:
    """Add passes for about ``seconds``, never beyond the settings' samples per pixel. Answered by ``Counted``."""

    seconds: float


@dataclass(frozen=True)
class Launch:
    """Time launches of exactly ``items`` paths, see ``Renderer.launch_exactly``. Answered by ``Launched``."""

    items: int
    repeats: int
    budget_seconds: float


@dataclass(frozen=True)
class ReadFilm:
    """Send the film: ``linear`` (h, w, 3) f32, ``display`` (h, w, 4) u8, or ``blocks``, the means of blocks of
    ``block`` x ``block`` pixels, (rows, columns, 3) f64. Answered by ``FilmRead``.
    """

    kind: FilmKind
    block: int = 16


@dataclass(frozen=True)
class Compare:
    """Compare the film with the reference in this ``.npy`` file. Answered by ``Compared``."""

    reference: Path


@dataclass(frozen=True)
class Opened:
    """A scene is loaded and its kernels are compiled.

    ``scene_hash`` names its contents (geometry, materials, textures, lights); ``picture_hash`` also camera and settings
    (size too, not samples and seed), what is asked for; ``work_hash`` also the renderer's own source, what is computed.
    """

    name: str
    scene_hash: str
    picture_hash: str
    work_hash: str
    settings: dict[str, object]
    triangles: int
    device_bytes: int
    load_seconds: float
    build_seconds: float
    compile_seconds: float


@dataclass(frozen=True)
class Ready:
    """The film is empty."""


@dataclass(frozen=True)
class Counted:
    """Counted by the kernel in finished passes. ``cpu_seconds`` is processor time of the worker's threads meanwhile."""

    samples: int
    rays: int
    seconds: float
    cpu_seconds: float
    spp: float
    finished: bool

    def __add__(self, later: Counted) -> Counted:
        return Counted(
            self.samples + later.samples,
            self.rays + later.rays,
            self.seconds + later.seconds,
            self.cpu_seconds + later.cpu_seconds,
            later.spp,
            later.finished,
        )

    @property
    def samples_per_s(self) -> float:
        return self.samples / self.seconds if self.seconds > 0.0 else 0.0

    @property
    def rays_per_s(self) -> float:
        return self.rays / self.seconds if self.seconds > 0.0 else 0.0


@dataclass(frozen=True)
class Launched:
    """The seconds of each launch of ``items`` paths, and what the kernel counted in all of them."""

    items: int
    seconds: tuple[float, ...]
    samples: int
    rays: int


@dataclass(frozen=True)
class FilmRead:
    pixels: np.ndarray
    spp: float


@dataclass(frozen=True)
class Compared:
    """Errors of the film against the reference, see ``errors``."""

    rel_mse: float
    rmse: float
    spp: float


@dataclass(frozen=True)
class Started:
    """The first message: the device that really runs."""

    info: BackendInfo


@dataclass(frozen=True)
class Refused:
    """The question could not be answered; the worker goes on."""

    error: RaytracerError
