"""Parts of a film across the process boundary: the messages, and the shared memory that carries sums and counts.

The process that adds the parts up makes the memory and unlinks it: it outlives its workers.
"""

from __future__ import annotations

import contextlib
import secrets
from dataclasses import dataclass

import numpy as np

from raytracer.session.frames import Segment, create_segment, map_memory
from raytracer.session.rounds import Round
from raytracer.session.sharing import Part


@dataclass(frozen=True)
class FilmPlace:
    """Where a film lies: the name of the shared memory and the size in pixels."""

    segment: str
    width: int
    height: int


@dataclass(frozen=True, eq=False)
class RenderPart:
    """Clear the film, render exactly these indices of the round (see ``engine.parts``) and put the film at ``place``.

    Answered by ``PartDone``, or by ``CommandFailed``."""

    part: Part
    place: FilmPlace
    of: Round


@dataclass(frozen=True)
class TakeFilm:
    """Replace the film by the one at ``place``, to show and to save it."""

    place: FilmPlace


@dataclass(frozen=True)
class PartDone:
    """The part lies at ``place``; counted as in ``Stats``. ``compile_seconds`` are not in ``seconds``."""

    part: Part
    place: FilmPlace
    samples: int
    rays: int
    seconds: float
    compile_seconds: float
    nonfinite: int


class SharedFilm:
    """Sums, f32 (3 * pixels), and counts, i32 (pixels), in shared memory. Whoever creates one, unlinks it."""

    def __init__(self, segment: Segment, place: FilmPlace) -> None:
        self._segment = segment
        self.place = place
        pixels = place.width * place.height
        memory = map_memory(segment)
        self.sums = np.frombuffer(memory, np.float32, 3 * pixels)
        self.counts = np.frombuffer(memory, np.int32, pixels, 12 * pixels)

    @classmethod
    def create(cls, width: int, height: int) -> SharedFilm:
        """New memory. Raises ``RaytracerError`` when there is not enough."""
        place = FilmPlace(f"rtp_{secrets.token_hex(6)}", width, height)
        return cls(create_segment(place.segment, 16 * width * height), place)

    @classmethod
    def attach(cls, place: FilmPlace) -> SharedFilm:
        """Memory that another process made."""
        return cls(Segment(name=place.segment), place)

    def close(self, *, unlink: bool = False) -> None:
        """Unmaps."""
        self.sums = self.counts = np.zeros(0, np.float32)
        if unlink:
            with contextlib.suppress(FileNotFoundError):
                self._segment.unlink()
        self._segment.try_close()
