"""The film's linear radiance crosses the process boundary here: asked for now and then, never with every picture.

One segment of shared memory holds one film: three 32-bit floats a pixel, scene-linear Rec. 709, row 0 on top. The
worker overwrites it when it is asked again, so the app asks only when it is done with the last one. As with pictures,
the worker creates segments and the app unlinks them, because only the app surely outlives a killed worker.
"""

from __future__ import annotations

import contextlib
import threading

import numpy as np

from raytracer.session.frames import Segment, create_segment, map_memory, segment_name, unlink_segment


def film_prefix(prefix: str) -> str:
    """How the names of a worker's film segments begin, from how those of its pictures do."""
    return f"{prefix}f"


class FilmWriter:
    """The worker's side. Takes no memory until it is asked for a film first."""

    def __init__(self, prefix: str) -> None:
        self._prefix = film_prefix(prefix)
        self._generation = 0
        self._segment: Segment | None = None
        self._shape: tuple[int, ...] = ()

    def write(self, linear: np.ndarray) -> str:
        """Copies a film, (height, width, 3) f32, and returns the segment's name. Raises ``RaytracerError``."""
        if self._segment is None or self._shape != linear.shape:
            name = segment_name(self._prefix, self._generation + 1)
            unlink_segment(name)
            fresh = create_segment(name, linear.nbytes)
            self.close()
            self._segment, self._shape = fresh, linear.shape
            self._generation += 1
        film_in(self._segment, linear.shape[1], linear.shape[0])[...] = linear
        return self._segment.name

    def close(self, *, unlink: bool = False) -> None:
        """Unmaps. ``unlink`` when the reader is gone and cannot do it."""
        if self._segment is None:
            return
        if unlink:
            with contextlib.suppress(FileNotFoundError):
                self._segment.unlink()
        self._segment.try_close()
        self._segment = None


class FilmReader:
    """The app's side. All methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._segment: Segment | None = None

    def attach(self, name: str) -> None:
        """Turns to the segment that the worker announced, and removes the one before."""
        with self._lock:
            if self._segment is not None and self._segment.name == name:
                return
            self._drop()
            with contextlib.suppress(FileNotFoundError, ValueError):
                self._segment = Segment(name=name)

    def read(self, width: int, height: int) -> np.ndarray | None:
        """The film, (height, width, 3) f32, not a copy: valid until the worker is asked for the next one."""
        with self._lock:
            if self._segment is None or self._segment.size < width * height * 12:
                return None
            return film_in(self._segment, width, height)

    def close(self) -> None:
        """Unlinks and unmaps."""
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        if self._segment is None:
            return
        with contextlib.suppress(FileNotFoundError):
            self._segment.unlink()
        self._segment.try_close()
        self._segment = None


def film_in(segment: Segment, width: int, height: int) -> np.ndarray:
    """The film in a segment, (height, width, 3) f32, not a copy."""
    flat = np.frombuffer(map_memory(segment), np.float32, width * height * 3)
    return flat.reshape(height, width, 3)
