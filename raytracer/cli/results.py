"""What a render gave, for people and for programs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from raytracer.backends import BackendInfo
from raytracer.cli.batch import Opened
from raytracer.cli.progress import format_duration, format_noise, format_spp
from raytracer.errors import OutputError, RaytracerError
from raytracer.scene.region import pixel_box
from raytracer.session.denoise import available
from raytracer.session.protocol import Stats
from raytracer.session.throughput import format_si

Result = dict[str, Any]


def rendered(
    scene: Path, output: Path, info: BackendInfo, opened: Opened, stats: Stats, *, interrupted: bool
) -> Result:
    """The JSON object of a picture that was written. Rates leave compilation out; seconds are those of rendering."""
    loaded, settings = opened.loaded, opened.loaded.outline.settings
    region, seconds = settings.region, stats.total_seconds
    return {
        "scene": str(scene),
        "output": str(output),
        "backend": info.name,
        "device": info.device,
        "software": info.software,
        "threads": info.threads,
        "width": settings.width,
        "height": settings.height,
        "region": list(pixel_box(region, settings.width, settings.height)) if region is not None else None,
        "spp": round(stats.spp, 6),
        "spp_asked": settings.spp,
        "noise": round(stats.noise, 6) if stats.noise is not None else None,
        "noise_asked": settings.noise or None,
        "max_depth": settings.max_depth,
        "seed": settings.seed,
        "samples": stats.total_samples,
        "rays": stats.total_rays,
        "seconds": round(seconds, 6),
        "compile_seconds": round(opened.compile_seconds, 6),
        "load_seconds": round(loaded.load_seconds, 6),
        "build_seconds": round(loaded.build_seconds, 6),
        "samples_per_s": stats.total_samples / seconds if seconds > 0.0 else None,
        "rays_per_s": stats.total_rays / seconds if seconds > 0.0 else None,
        "triangles": loaded.triangles,
        "device_bytes": loaded.device_bytes,
        "nonfinite": stats.nonfinite,
        "denoised": loaded.outline.view.denoises and available(),
        "interrupted": interrupted,
        "notes": [{"kind": n.kind, "text": n.text, "where": n.where} for n in loaded.notes],
    }


def failed(scene: Path, error: RaytracerError) -> Result:
    """The JSON object of a scene that gave no picture."""
    return {"scene": str(scene), "error": str(error), "exit_code": error.exit_code}


def describe_result(result: Result) -> str:
    """One line: what was written, how good it is and how long it took."""
    compiled = result["compile_seconds"]
    parts = [
        f"{result['width']}x{result['height']}",
        *(["region {}, {} to {}, {}".format(*result["region"])] if result["region"] else []),
        f"{format_spp(result['spp'])} spp",
        *([f"noise {format_noise(result['noise'])}"] if result["noise"] is not None else []),
        f"{format_duration(result['seconds'])} on {_where(result)}",
        format_si(result["samples_per_s"], "samples/s"),
    ]
    if result["denoised"]:
        parts.append("denoised")
    if compiled >= 0.5:
        parts.append(f"compiled in {compiled:.1f} s")
    if result["nonfinite"]:
        parts.append(f"{result['nonfinite']} samples were not finite and left out")
    text = f"{result['output']}: {', '.join(parts)}"
    return (
        f"{text} (interrupted at {format_spp(result['spp'])} of {result['spp_asked']} spp)"
        if result["interrupted"]
        else text
    )


def _where(result: Result) -> str:
    """``cpu``, or ``cpu 38 %, cuda 62 % (2.4 times the faster alone)``."""
    if "devices" not in result:
        return str(result["backend"])
    shares = ", ".join(f"{device['name']} {100.0 * device['share']:.0f} %" for device in result["devices"])
    speedup = result["speedup_over_fastest"]
    return f"{shares} ({f'{speedup:.2f} times the fastest alone' if speedup else 'speed-up not measured'})"


class Results:
    """Writes JSON objects, one a line, to a file or (``-``) to stdout, as soon as each is known."""

    def __init__(self, target: str | None) -> None:
        self._target = target
        self._stream: TextIO | None = None

    def __enter__(self) -> Results:
        if self._target == "-":
            self._stream = sys.stdout
        elif self._target is not None:
            path = Path(self._target)
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                self._stream = path.open("w", encoding="utf-8")
            except OSError as error:
                raise OutputError(f"cannot be written: {error.strerror or error}", where=f"--json {path}") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._stream is not None and self._stream is not sys.stdout:
            self._stream.close()

    def add(self, result: Result) -> None:
        """Writes one object."""
        if self._stream is None:
            return
        try:
            print(json.dumps(result, ensure_ascii=False), file=self._stream, flush=True)
        except OSError as error:
            if self._stream is sys.stdout:
                raise
            raise OutputError(
                f"cannot be written: {error.strerror or error}", where=f"--json {self._target}"
            ) from error


def complain(error: RaytracerError) -> None:
    """One line on stderr, also when quiet."""
    print(f"raytracer: {error}", file=sys.stderr, flush=True)
