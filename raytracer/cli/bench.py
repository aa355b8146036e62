"""``raytracer bench``: throughput of every backend on the same work, each in a process of its own."""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from raytracer.cli.options import AllowOutside, Size, Software, Threads, parse_size
from raytracer.cli.table import format_table
from raytracer.errors import BackendError
from raytracer.resources import start_scene

if TYPE_CHECKING:
    from raytracer.cli.measuring import Measurement
    from raytracer.session.protocol import Open

_NO_LIMIT = 2**31 - 1


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
    from raytracer.cli.batch import InterruptedRenderError
    from raytracer.cli.interrupts import Interrupts
    from raytracer.cli.measuring import Bencher
    from raytracer.cli.progress import make_reporter
    from raytracer.session.devices import find_backends
    from raytracer.session.protocol import Open

    width, height = parse_size(size or "512x512")
    settings: dict[str, Any] = {"width": width, "height": height, "spp": _NO_LIMIT}
    if max_depth is not None:
        settings["max_depth"] = max_depth
    command = Open((scene or start_scene()).absolute(), allow_outside=allow_outside, settings=settings)
    found = find_backends()
    chosen = [info for info in found if info.available and (software or not info.software)]
    with make_reporter(quiet=quiet) as reporter, tempfile.TemporaryDirectory() as folder:
        bencher = Bencher(command, seconds, threads, software, reporter, Path(folder))
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
    from raytracer.cli.progress import format_spp
    from raytracer.session.throughput import format_ratio, format_si

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
