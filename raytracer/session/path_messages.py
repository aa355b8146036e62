"""Commands and events about paths: following one, and counting how evenly all of them end. Part of ``protocol``."""

from __future__ import annotations

from dataclasses import dataclass

from raytracer.scene.divergence import Divergence
from raytracer.scene.path_record import PathRecord


@dataclass(frozen=True)
class TraceSample:
    """Follow one sample of one pixel of the film as it is now. Answered by ``SampleTraced`` or ``CommandFailed``."""

    x: int
    y: int
    sample: int = 0
    request: int = 0


@dataclass(frozen=True)
class SampleTraced:
    """What that sample did. The record names the size of the film that it belongs to."""

    request: int
    record: PathRecord


@dataclass(frozen=True)
class MeasureDivergence:
    """Trace one sample of every pixel, counting. Answered by ``DivergenceMeasured`` or ``CommandFailed``."""

    sample: int = 0
    request: int = 0


@dataclass(frozen=True)
class DivergenceMeasured:
    """How many lanes of the groups were busy. The picture of it is the layer ``divergence``."""

    request: int
    divergence: Divergence


@dataclass(frozen=True)
class FindHidden:
    """Which points in the world the camera cannot see for a surface in front. Answered by ``HiddenFound``."""

    points: tuple[tuple[float, float, float], ...]
    request: int = 0


@dataclass(frozen=True)
class HiddenFound:
    """One flag for each point, in their order."""

    request: int
    hidden: tuple[bool, ...]


PathCommand = TraceSample | FindHidden | MeasureDivergence
PathEvent = SampleTraced | HiddenFound | DivergenceMeasured
