"""Measures backends on the same work, one after the other, and compares their pictures."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from raytracer.backends import BackendInfo
from raytracer.cli.batch import Batch, Opened
from raytracer.cli.interrupts import Interrupts
from raytracer.cli.options import describe_device
from raytracer.cli.progress import Goal, Quiet
from raytracer.errors import BackendError, WorkerError
from raytracer.session.protocol import Open, Stats

if TYPE_CHECKING:
    import numpy as np

_WARM_UP_SECONDS = 1.0
_BLOCK = 16
_NO_LIMIT = 2**31 - 1


@dataclass
class Measurement:
    """One backend on the benchmark's work. ``seconds`` is time in finished passes, compilation and warm-up left out."""

    backend: str
    device: str
    software: bool
    threads: int
    spp: float
    samples: int
    rays: int
    seconds: float
    compile_seconds: float
    build_seconds: float
    difference: float | None = None
    """Mean difference to the first backend's picture, over blocks of 16x16 pixels, relative to its mean radiance."""

    @property
    def samples_per_s(self) -> float:
        return self.samples / self.seconds

    @property
    def rays_per_s(self) -> float:
        return self.rays / self.seconds


@dataclass
class Bencher:
    """Measures one backend after the other, so that none disturbs another."""

    command: Open
    seconds: float
    threads: int
    software: bool
    reporter: Quiet
    folder: Path
    measured: list[Measurement] = field(default_factory=list)
    failures: dict[str, str] = field(default_factory=dict)
    _batch: Batch | None = None
    _reference: np.ndarray | None = None

    def measure_all(self, backends: list[BackendInfo], interrupts: Interrupts) -> None:
        """Fills ``measured`` and ``failures``. Bad input concerns every backend alike and is raised."""
        for info in backends:
            try:
                self.measured.append(self._measure(info, interrupts))
            except (BackendError, WorkerError) as error:
                self.failures[info.name] = str(error)
                self.reporter.line(str(error))

    def kill(self) -> None:
        """Ends the worker that is being measured, at once."""
        if self._batch is not None:
            self._batch.kill()

    def _measure(self, info: BackendInfo, interrupts: Interrupts) -> Measurement:
        batch = self._batch = Batch(
            info.name,
            interrupted=lambda: interrupts.signal is not None,
            on_progress=self.reporter.activity,
            threads=self.threads if info.name == "cpu" else 0,
            force_software=self.software,
        )
        try:
            running = batch.start()
            self.reporter.line(f"measuring {describe_device(running)}")
            opened = batch.open(self.command)
            return self._measure_opened(batch, running, opened)
        finally:
            self.reporter.end()
            batch.close()
            self._batch = None

    def _measure_opened(self, batch: Batch, running: BackendInfo, opened: Opened) -> Measurement:
        batch.render(lambda stats: None, _WARM_UP_SECONDS)
        reports: list[Stats] = []

        def collect(stats: Stats) -> None:
            reports.append(stats)
            self.reporter.update(stats)

        self.reporter.begin(f"measuring {running.name}", Goal(_NO_LIMIT, self.seconds))
        last = batch.render(collect, self.seconds)
        picture = self.folder / f"{running.name}.exr"
        batch.save(picture, collect)
        return Measurement(
            backend=running.name,
            device=running.device,
            software=running.software,
            threads=running.threads,
            spp=last.spp,
            samples=sum(report.samples for report in reports),
            rays=sum(report.rays for report in reports),
            seconds=sum(report.seconds for report in reports),
            compile_seconds=opened.compile_seconds,
            build_seconds=opened.loaded.build_seconds,
            difference=self._compare(picture),
        )

    def _compare(self, picture: Path) -> float | None:
        """The difference to the first picture; None for the first one itself."""
        from raytracer.io.images import read_image

        pixels = read_image(picture, encoding="linear").pixels
        if self._reference is None:
            self._reference = pixels
            return None
        return picture_difference(self._reference, pixels)


def picture_difference(first: np.ndarray, second: np.ndarray) -> float:
    """Mean absolute difference of the means of 16x16 blocks, relative to the first picture's mean; (h, w, 3) each.

    Averaging blocks leaves out most of the noise, which differs between the two, and keeps what is really different.
    """
    difference = (first.astype(float) - second.astype(float)).mean(axis=2)
    height, width = (side - side % _BLOCK or side for side in difference.shape)
    block = min(_BLOCK, height), min(_BLOCK, width)
    blocks = difference[:height, :width].reshape(height // block[0], block[0], width // block[1], block[1])
    mean = float(first.mean())
    return float(abs(blocks.mean(axis=(1, 3))).mean()) / mean if mean > 0.0 else 0.0
