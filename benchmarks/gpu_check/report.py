"""What was found, for people."""

from __future__ import annotations

from typing import Any

from raytracer.cli.table import format_table
from raytracer.session.throughput import format_ratio, format_si

Row = dict[str, Any]


def describe_machine(machine: dict[str, Any], backends: list[str]) -> str:
    """The device of every backend, and which of them are checked."""
    if "error" in machine:
        return f"the backends could not be listed: {machine['error']}"
    lines = [machine["system"]]
    if machine["gpu"]:
        lines.append(f"nvidia-smi: {machine['gpu']}")
    for info in machine["backends"]:
        software = " (SOFTWARE: runs on the CPU, no GPU)" if info["software"] else ""
        facts = f"{info['device']}{software} {info['driver']}".strip() if info["available"] else info["reason"]
        lines.append(f"{info['name']:7} {facts}")
    checked = ", ".join(backends) if backends else "nothing: there is no other backend than the CPU"
    return "\n".join([*lines, f"checked against the CPU: {checked}", ""])


def one_line(step: str, data: Row) -> str:
    """The result of a step in a few words."""
    if "error" in data:
        return f"FAILED: {data['error']}"
    return _LINES[step](data)


def all_well(result: dict[str, Any]) -> bool:
    """Every step answered, and no picture differs."""
    steps = result["steps"]
    return bool(steps) and not any("error" in step or step.get("agrees") is False for step in steps)


def tables(result: dict[str, Any]) -> str:
    """All figures: one table a question."""
    parts = [_scenes(result), _curves(result), _frames(result), _devices(result), _blocks(result), _rays(result)]
    failed = [f"{_name(step)}: {step['error']}" for step in result["steps"] if "error" in step]
    if failed:
        parts.append("failed:\n  " + "\n  ".join(failed))
    if result["not_run"]:
        parts.append("not run, the time was over: " + "; ".join(result["not_run"]))
    if result["quick"]:
        parts.append("QUICK: tiny sizes. The rates above mean nothing.")
    return "\n\n".join(part for part in parts if part)


def _name(step: Row) -> str:
    return " ".join(str(step[key]) for key in ("step", "scene", "block", "width", "backend") if key in step)


def _steps(result: dict[str, Any], name: str) -> list[Row]:
    return [step for step in result["steps"] if step["step"] == name and "error" not in step]


def _label(result: dict[str, Any], backend: str) -> str:
    software = [info["name"] for info in result["machine"].get("backends", []) if info["software"]]
    return f"{backend} (software)" if backend in software else backend


def _table(title: str, header: tuple[str, ...], rows: list[tuple[str, ...]], left: int = 2) -> str:
    return f"{title}\n{format_table(header, rows, right=header[left:])}" if rows else ""


def _scenes(result: dict[str, Any]) -> str:
    steps = _steps(result, "scene")
    cpu = {step["scene"]: step["samples_per_s"] for step in steps if step["backend"] == "cpu"}
    header = ("scene", "backend", "samples/s", "rays/s", "gap", "equal", "mean", "z rms", "|z|>3", "agrees", "compile")
    rows = []
    for step in steps:
        label = _label(result, step["backend"])
        is_gpu = label == step["backend"] != "cpu"  # a software driver has no gap: it is the CPU
        gap = step["samples_per_s"] / cpu[step["scene"]] if is_gpu and step["scene"] in cpu else None
        rows.append(
            (
                step["scene"],
                label,
                format_si(step["samples_per_s"]),
                format_si(step["rays_per_s"]),
                format_ratio(gap) if gap is not None else "–",
                *_agreement(step),
                f"{step['compile_seconds']:.1f} s",
            )
        )
    return _table("Scenes (agreement at 192x108, rates at 960x540; z rms of equal pictures is 1.08)", header, rows)


def _agreement(step: Row) -> tuple[str, ...]:
    if step.get("agrees") is None:
        return ("–",) * 5
    return (
        f"{100 * step['pixels_equal']:.2f} %",
        f"{step['mean_ratio']:.5f}",
        f"{step['z_rms']:.2f}",
        f"{100 * step['z_above_3']:.2f} %",
        "yes" if step["agrees"] else "NO",
    )


def _curves(result: dict[str, Any]) -> str:
    rows = []
    for step in _steps(result, "launches"):
        for point in step["curve"]:
            numbers = (f"{point['samples']:,}", f"{point['ms']:.3f} ms", format_si(point["samples_per_s"]))
            rows.append((_label(result, step["backend"]), *numbers))
    return _table("Samples per launch (512x512)", ("backend", "samples", "time", "samples/s"), rows, 1)


def _frames(result: dict[str, Any]) -> str:
    header = ("frame", "backend", "whole", "tone curve", "copy", "GB/s", "copy by Taichi", "counters", "way")
    rows = [
        (
            size["size"],
            _label(result, step["backend"]),
            *(f"{size[key]:.3f} ms" for key in ("frame_ms", "tone_ms", "copy_ms")),
            f"{size['copy_gb_per_s']:.1f}",
            f"{size['copy_by_taichi_ms']:.3f} ms",
            f"{step['counters_ms']:.3f} ms",
            step["way"],
        )
        for step in _steps(result, "readback")
        for size in step["sizes"]
    ]
    return _table("Frames from the device to the host", header, rows)


def _devices(result: dict[str, Any]) -> str:
    header = ("backend", "empty launch", "copy GB/s", "scattered 32-byte reads GB/s", "GFLOP/s, one kernel")
    rows = [
        (
            _label(result, step["backend"]),
            f"{step['launch_ms']:.3f} ms",
            *(f"{step[key]:.0f}" for key in ("copy_gb_per_s", "scattered_gb_per_s", "gflops")),
        )
        for step in _steps(result, "device")
    ]
    return _table("Raw speeds (copy counts bytes read and written)", header, rows, 1)


def _blocks(result: dict[str, Any]) -> str:
    header = ("group", "backend", "samples/s", "rays/s", "compile")
    rows = [
        (
            str(step["block"]),
            _label(result, step["backend"]),
            format_si(step["samples_per_s"]),
            format_si(step["rays_per_s"]),
            f"{step['compile_seconds']:.1f} s",
        )
        for step in _steps(result, "block")
    ]
    return _table("Lanes of a group (the engine's own choice is in the first table)", header, rows)


def _rays(result: dict[str, Any]) -> str:
    header = ("width", "backend", "primary rays/s", "incoherent rays/s", "mean t", "build")
    rows = [
        (
            str(step["width"]),
            _label(result, step["backend"]),
            format_si(step["primary_rays_per_s"]),
            format_si(step["incoherent_rays_per_s"]),
            f"{step['incoherent_mean_t']:.5f}",
            f"{step['build_seconds']:.2f} s",
        )
        for step in _steps(result, "rays")
    ]
    return _table("Closest hits by width of the tree's nodes (mean t must be equal)", header, rows)


_LINES = {
    "scene": lambda d: f"{format_si(d['samples_per_s'], 'samples/s')}, {_agrees_in_words(d)}",
    "launches": lambda d: (
        f"{d['smallest_ms']:.3f} ms for the smallest, best {format_si(d['best_samples_per_s'], 'samples/s')}, "
        f"90 % of it with {d['samples_for_90_percent']:,} samples in {d['ms_for_90_percent']:.1f} ms"
    ),
    "readback": lambda d: f"{d['sizes'][0]['size']} in {d['sizes'][0]['frame_ms']:.2f} ms, {d['way']}",
    "device": lambda d: f"copy {d['copy_gb_per_s']:.0f} GB/s, launch {d['launch_ms']:.3f} ms",
    "block": lambda d: format_si(d["samples_per_s"], "samples/s"),
    "rays": lambda d: f"incoherent {format_si(d['incoherent_rays_per_s'], 'rays/s')}",
}


def _agrees_in_words(step: Row) -> str:
    if step.get("agrees") is None:
        return f"compiled in {step['compile_seconds']:.1f} s"
    verdict = "agrees" if step["agrees"] else "DOES NOT AGREE"
    return f"{verdict}: {100 * step['pixels_equal']:.2f} % of pixels equal, mean {step['mean_ratio']:.4f}"
