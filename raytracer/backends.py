"""Names and facts of backends. Plain data: imported by every layer, imports none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

BackendName = Literal["cpu", "cuda", "vulkan", "metal"]
BACKENDS: tuple[BackendName, ...] = ("cpu", "cuda", "vulkan", "metal")


@dataclass(frozen=True)
class Contender:
    """Who renders: a backend, and on the CPU with how many threads; 0 is as many as there are for it."""

    backend: BackendName
    threads: int = 0

    def __str__(self) -> str:
        if not self.threads:
            return self.backend
        return f"{self.backend} with {self.threads} thread{'s' if self.threads > 1 else ''}"


@dataclass(frozen=True)
class BackendInfo:
    """One backend of this machine, as probed in a throw-away process.

    ``software`` is true for a driver that runs on the CPU (llvmpipe, SwiftShader): never counted as a GPU.
    ``reason`` says why the backend is not available; it is empty when it is.
    ``memory_bytes`` is the device's own memory, 0 where it cannot be read. ``threads`` is 0 for a GPU. ``cores`` are
    the cores that the threads lie on, or a GPU's multiprocessors; 0 where they cannot be read.
    """

    name: BackendName
    available: bool
    device: str = ""
    software: bool = False
    reason: str = ""
    memory_bytes: int = 0
    threads: int = 0
    driver: str = ""
    cores: int = 0

    @property
    def is_gpu(self) -> bool:
        """Whether this is a real, usable GPU."""
        return self.available and self.name != "cpu" and not self.software
