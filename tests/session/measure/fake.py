"""Workers that are not there: they have a speed, a latency and a picture, and a clock that only they advance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from raytracer.backends import BackendInfo
from raytracer.errors import BackendError, CancelledError
from raytracer.session.measure import errors
from raytracer.session.measure.entrants import Entrant
from raytracer.session.measure.messages import Compared, Counted, FilmRead, Launched, Opened
from raytracer.session.measure.subject import Lab, Work

CPU = BackendInfo("cpu", True, "Test CPU", threads=8)
CUDA = BackendInfo("cuda", True, "Test GPU", driver="CUDA 12")
LLVMPIPE = BackendInfo("vulkan", True, "llvmpipe", software=True)


@dataclass
class World:
    """Speeds in samples/s by entrant's key, seconds that a launch takes at least, and a true picture with noise."""

    rates: dict[str, float]
    latency: dict[str, float] = field(default_factory=dict)
    busy: float = 1.0
    broken: tuple[str, ...] = ()
    size: tuple[int, int] = (32, 32)
    noise: float = 1.0
    asked: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)

    def lab(self, cancelled: Callable[[], bool] = lambda: False) -> Lab:
        """A lab of this world."""
        work = Work.of(Path("/scenes/any.toml"), {})
        return Lab(work, cancelled=cancelled, make=lambda *words: FakeSubject(self, *words))  # type: ignore[arg-type, return-value]


class FakeSubject:
    """Answers as a worker would, at once."""

    pid = 1

    def __init__(
        self, world: World, entrant: Entrant, work: Work, cancelled: Callable[[], bool], progress: Any
    ) -> None:
        self.world, self.entrant, self._cancelled = world, entrant, cancelled
        self.opened: Opened | None = None
        self.name = work.path.stem
        self._begin()

    def _begin(self) -> None:
        width, height = self.world.size
        self.settings: dict[str, Any] = {"width": width, "height": height, "max_depth": 12, "spp": 2**31 - 1, "seed": 0}
        self.samples = 0.0

    def prepare(self, **settings: Any) -> None:
        self.world.asked.append(f"prepare {self.entrant.key}")
        self._begin()
        self.settings |= settings

    def load(self, work: Work, **settings: Any) -> None:
        self.name = work.path.stem
        self.prepare(**settings)

    def ready(self) -> Opened:
        self.check()
        if self.entrant.key in self.world.broken:
            raise BackendError("no such device")
        self.opened = Opened(self.name, "5" * 16, "6" * 16, "7" * 16, dict(self.settings), 12, 1000, 0.1, 0.1, 2.5)
        return self.opened

    def check(self) -> None:
        if self._cancelled():
            raise CancelledError

    def restart(self, **settings: Any) -> None:
        self.settings |= settings
        self.samples = 0.0

    def render(self, seconds: float, on_counted: Callable[[Counted], None] = lambda counted: None) -> Counted:
        self.check()
        rate = self.world.rates[self.entrant.key]
        pixels = self.settings["width"] * self.settings["height"]
        left = self.settings["spp"] * pixels - self.samples
        samples = min(rate * seconds, left)
        took = samples / rate
        self.samples += samples
        threads = max(self.entrant.threads, 1)
        spp = self.samples / pixels
        done = Counted(
            int(samples), int(5 * samples), took, took * threads * self.world.busy, spp, spp >= self.settings["spp"]
        )
        on_counted(done)
        return done

    def launch(self, items: int, repeats: int, budget_seconds: float) -> Launched:
        self.check()
        each = self.world.latency[self.entrant.key] + items / self.world.rates[self.entrant.key]
        count = max(1, min(repeats, int(budget_seconds / each)))
        # The first launch finds everything cold, one is disturbed: neither may matter.
        times = [9.0 * each, *[each] * (count - 1)] if count > 4 else [each] * count
        if count > 8:
            times[5] = 50.0 * each
        return Launched(items, tuple(times), items * count, 5 * items * count)

    def linear(self) -> np.ndarray:
        """The true picture, 1 + x, plus noise that falls with the samples and depends on seed and samples only."""
        shape = (self.settings["height"], self.settings["width"], 3)
        true = 1.0 + np.linspace(0.0, 1.0, shape[1])[None, :, None] * np.ones(shape)
        spp = max(self.samples / (shape[0] * shape[1]), 1e-9)
        random = np.random.default_rng([self.settings["seed"], int(1000 * spp)])
        return (true + random.normal(0.0, self.world.noise / np.sqrt(spp), shape)).astype(np.float32)

    def read(self, kind: str, block: int = 16) -> FilmRead:
        linear = self.linear()
        spp = self.samples / linear[..., 0].size
        if kind == "display":
            return FilmRead(np.full((*linear.shape[:2], 4), 128, np.uint8), spp)
        return FilmRead(errors.block_means(linear, block) if kind == "blocks" else linear, spp)

    def compare(self, reference: Path) -> Compared:
        self.check()
        picture, true = self.linear(), np.load(reference)
        return Compared(errors.rel_mse(picture, true), errors.rmse(picture, true), self.samples / picture[..., 0].size)

    def close(self) -> None:
        self.world.closed.append(self.entrant.key)

    kill = close


def finished(snapshots: Any) -> Any:
    """The last of all snapshots, which must be the only one that says so."""
    found = list(snapshots)
    assert [snapshot.finished for snapshot in found] == [False] * (len(found) - 1) + [True]
    return found[-1]
