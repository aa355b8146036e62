"""Carries out what is asked about paths. Kernels for it are compiled when they are wanted first."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from raytracer.session.path_messages import (
    DivergenceMeasured,
    FindHidden,
    HiddenFound,
    MeasureDivergence,
    SampleTraced,
    TraceSample,
)
from raytracer.session.protocol import Compiled, Compiling, Event

if TYPE_CHECKING:
    from raytracer.engine.renderer import Renderer


class Inspector:
    """Needs an open scene; ``UsageError`` without one. Never touches the film."""

    def __init__(self, renderer: Renderer, send: Callable[[Event], None]) -> None:
        self._renderer = renderer
        self._send = send

    def trace_sample(self, command: TraceSample) -> None:
        """Follows one sample."""
        begin = self._announce(self._renderer.can_trace_sample(), "the ray follower")
        record = self._renderer.trace_sample(command.x, command.y, command.sample)
        self._say_compiled(begin)
        self._send(SampleTraced(command.request, record))

    def find_hidden(self, command: FindHidden) -> None:
        """Looks which points are behind something."""
        hidden = self._renderer.hidden(np.array(command.points, np.float64).reshape(-1, 3))
        self._send(HiddenFound(command.request, tuple(bool(h) for h in hidden)))

    def measure_divergence(self, command: MeasureDivergence) -> None:
        """Counts the rays of one sample of every pixel."""
        begin = self._announce(self._renderer.can_count_paths(), "the ray counter")
        divergence = self._renderer.divergence(command.sample)
        self._say_compiled(begin)
        self._send(DivergenceMeasured(command.request, divergence))

    def _announce(self, ready: bool, what: str) -> float | None:
        if ready:
            return None
        self._send(Compiling(what))
        return time.perf_counter()

    def _say_compiled(self, begin: float | None) -> None:
        if begin is not None:
            self._send(Compiled(time.perf_counter() - begin))
