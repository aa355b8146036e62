"""Who is measured against whom: all CPU threads, every GPU, and one CPU thread where there is nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace

from raytracer.backends import BackendInfo, BackendName

_TITLES: dict[BackendName, str] = {"cpu": "CPU", "cuda": "CUDA", "vulkan": "Vulkan", "metal": "Metal"}
_ORDER: tuple[BackendName, ...] = ("cuda", "metal", "vulkan")

WHO = ("entrant", "device", "software", "threads")


@dataclass(frozen=True)
class Entrant:
    """One side of a comparison: a backend, and for the CPU how many threads. ``software`` runs on the CPU."""

    backend: BackendName
    device: str = ""
    threads: int = 0
    software: bool = False
    driver: str = ""

    @property
    def key(self) -> str:
        """Short name for files and tables: ``cpu``, ``cpu-1``, ``cuda``."""
        return f"cpu-{self.threads}" if self.backend == "cpu" and self.threads else self.backend

    @property
    def title(self) -> str:
        """For people: ``CPU, 8 threads``, ``CUDA``, ``Vulkan (software)``."""
        if self.backend == "cpu":
            count = self.threads
            return f"CPU, {count} thread{'' if count == 1 else 's'}" if count else "CPU"
        return f"{_TITLES[self.backend]} (software)" if self.software else _TITLES[self.backend]

    @property
    def facts(self) -> tuple[object, ...]:
        """The columns ``WHO`` of every table."""
        return (self.key, self.device, self.software, self.threads or None)

    @property
    def is_gpu(self) -> bool:
        """Whether this is a real GPU."""
        return self.backend != "cpu" and not self.software

    def running(self, info: BackendInfo) -> Entrant:
        """With what the worker says it really runs on."""
        threads = info.threads if self.backend == "cpu" else 0
        return replace(self, device=info.device, threads=threads, software=info.software, driver=info.driver)


def unshared(found: Iterable[BackendInfo]) -> list[BackendInfo]:
    """What was found, with every processor that the CPU backend may use: the app's own worker leaves one to it."""
    return [replace(info, threads=_processors()) if info.name == "cpu" else info for info in found]


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def from_info(info: BackendInfo, threads: int = 0) -> Entrant:
    """The entrant of a backend that was found; all its threads when ``threads`` is 0."""
    count = (threads or info.threads) if info.name == "cpu" else 0
    return Entrant(info.name, info.device, count, info.software, info.driver)


def gpus(found: Iterable[BackendInfo], *, software: bool = False) -> list[Entrant]:
    """Every GPU backend that works, the fastest kind first; software drivers only when asked for, and last."""
    known = {info.name: info for info in found if info.available}
    chosen = [from_info(known[name]) for name in _ORDER if name in known]
    return [c for c in chosen if not c.software] + [c for c in chosen if c.software and software]


def pair(found: Iterable[BackendInfo], *, software: bool = False, threads: int = 0) -> list[Entrant]:
    """All CPU threads and every GPU; one thread against all of them where there is nothing else to compare with."""
    infos = list(found)
    cpus = [from_info(info, threads) for info in infos if info.name == "cpu" and info.available]
    others = gpus(infos, software=software)
    if others or not cpus or cpus[0].threads == 1:
        return cpus + others
    return [replace(cpus[0], threads=1), *cpus]


def ladder(found: Iterable[BackendInfo], *, software: bool = False, most: int = 0) -> list[Entrant]:
    """1, 2, 4 ... all CPU threads (at most ``most``), then the GPUs."""
    infos = list(found)
    rungs: list[Entrant] = []
    for info in infos:
        if info.name == "cpu" and info.available:
            top = min(info.threads, most) if most else info.threads
            counts = [1 << i for i in range(max(top, 1).bit_length()) if 1 << i < top] + [max(top, 1)]
            rungs += [from_info(info, count) for count in counts]
    return rungs + gpus(infos, software=software)
