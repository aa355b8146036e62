"""``raytracer bench``: throughput of every backend on the same work, each in a process of its own."""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from raytracer.backends import BackendInfo
from raytracer.cli.batch import Batch, InterruptedRenderError, Opened
from raytracer.cli.interrupts import Interrupts
from raytracer.cli.options import AllowOutside, Size, Software, Threads, describe_device, parse_size
from raytracer.cli.progress import Goal, Quiet, format_spp, make_reporter
from raytracer.cli.table import format_table
from raytracer.errors import BackendError, WorkerError
from raytracer.resources import start_scene
from raytracer.session.devices import find_backends
from raytracer.session.protocol import Open, Stats
from raytracer.session.throughput import format_ratio, format_si

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


def bench(
    scene: Annotated[Path | None, typer.Argument(metavar="[SCENE]", help="Default: the start scene.")] = None,
    seconds: Annotated[float, typer.Option(help="Seconds to measure each backend for.", min=0.5, max=3600.0)] = 5.0,
    size: Size = "512x512",
    max_depth: Annotated[int | None, typer.Option(help="Longest path, in rays.", min=1, max=65535)] = None,
    threads: Threads = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
    allow_outside: AllowOutside = False,
    software: Software = False,
) -> int:
    """Compare the throughput of the backends.

    Each works on the same scene, camera, size and settings, in a process of its own; compilation is left out.
    """
    width, height = parse_size(size or "512x512")
    settings: dict[str, Any] = {"width": width, "height": height, "spp": _NO_LIMIT}
    if max_depth is not None:
        settings["max_depth"] = max_depth
    command = Open((scene or start_scene()).absolute(), allow_outside=allow_outside, settings=settings)
    found = find_backends()
    chosen = [info for info in found if info.available and (software or not info.software)]
    with make_reporter(quiet=quiet) as reporter, tempfile.TemporaryDirectory() as folder:
        bencher = _Bencher(command, seconds, threads, software, reporter, Path(folder))
        with Interrupts(bencher.kill) as interrupts:
            try:
                bencher.measure_all(chosen, interrupts)
            except InterruptedRenderError:
                return interrupts.exit_code
    reasons = {info.name: info.reason for info in found if info not in chosen} | bencher.failures
    if not bencher.measured:
        raise BackendError("no backend could be measured: " + "; ".join(bencher.failures.values()))
    print(_as_json(command, bencher.measured, reasons) if as_json else _as_text(command, bencher.measured, reasons))
    return 0


@dataclass
class _Bencher:
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


def _gaps(measured: list[Measurement]) -> dict[str, float]:
    """Samples/s of each GPU divided by the CPU's, by backend."""
    cpu = next((m for m in measured if m.backend == "cpu"), None)
    if cpu is None:
        return {}
    return {m.backend: m.samples_per_s / cpu.samples_per_s for m in measured if m is not cpu}


def _as_json(command: Open, measured: list[Measurement], reasons: dict[str, str]) -> str:
    backends = [{**asdict(m), "samples_per_s": m.samples_per_s, "rays_per_s": m.rays_per_s} for m in measured]
    result = {
        "scene": str(command.path),
        **{name: value for name, value in command.settings.items() if name != "spp"},
        "backends": backends,
        "gap_to_cpu": _gaps(measured),
        "not_measured": reasons,
    }
    return json.dumps(result, indent=2, ensure_ascii=False)


def _as_text(command: Open, measured: list[Measurement], reasons: dict[str, str]) -> str:
    gaps = _gaps(measured)
    header = ("backend", "device", "samples/s", "rays/s", "gap", "difference", "spp", "compile")
    rows = [_row(measurement, gaps) for measurement in measured]
    size = f"{command.settings['width']}x{command.settings['height']}"
    lines = [f"{command.path.name}, {size}, rates over finished passes, without compilation and warm-up", ""]
    lines.append(format_table(header, rows, right=header[2:]))
    lines += [f"{name}: not measured: {reason}" for name, reason in reasons.items()]
    if not gaps:
        lines.append("gap: not measured, it needs the CPU and a second backend")
    return "\n".join(lines)


def _row(measurement: Measurement, gaps: dict[str, float]) -> tuple[str, ...]:
    device = measurement.device + (f", {measurement.threads} threads" if measurement.threads else "")
    gap = gaps.get(measurement.backend)
    return (
        measurement.backend,
        f"{device} (software)" if measurement.software else device,
        format_si(measurement.samples_per_s),
        format_si(measurement.rays_per_s),
        format_ratio(gap) if gap is not None else "–",
        f"{100.0 * measurement.difference:.2f} %" if measurement.difference is not None else "–",
        format_spp(measurement.spp),
        f"{measurement.compile_seconds:.1f} s",
    )
