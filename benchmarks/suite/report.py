"""Tables in Markdown, and the pictures side by side."""

from __future__ import annotations

import math
import platform
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.suite.measure import OURS

_ACCEPTED_MEAN = 0.01
"""Means further apart than this are marked: the renderers do not compute the same."""


def processor() -> str:
    """Name of the processor, as far as the system tells."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def markdown(result: dict[str, Any]) -> str:
    """All tables."""
    head = [
        "# Suite against peers",
        "",
        f"{result['machine']}; {result['threads']} threads, {result['rounds']} rounds in turns; took "
        f"{result['seconds'] / 60.0:.0f} min. Ratios: this renderer over the peer, above 1 is better.",
    ]
    if result["quick"]:
        head.append("\n**Quick: tiny pictures. The figures show only that everything runs.**")
    if result["missing"]:
        head.append(f"\nNot installed: {', '.join(result['missing'])}.")
    parts = ["\n".join(head), _ratios(result), *(_scene(scene) for scene in result["scenes"])]
    parts += [_startup(result), _scaling(result), _rays(result)]
    return "\n\n".join(part for part in parts if part) + "\n"


def picture_strip(folder: Path, labels: list[str]) -> None:
    """``pictures.png``: the mean picture of every renderer, from left to right."""
    import imageio.v3 as imageio

    found = [folder / f"{label.replace(' ', '-')}.npy" for label in labels]
    linear = [np.load(path) for path in found if path.is_file()]
    if linear:
        shown = np.clip(np.concatenate(linear, axis=1), 0.0, 1.0) ** (1.0 / 2.2)
        imageio.imwrite(folder / "pictures.png", (255.0 * shown + 0.5).astype(np.uint8))


def _table(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _ratios(result: dict[str, Any]) -> str:
    labels = list(dict.fromkeys(label for scene in result["scenes"] for label in scene["renderers"] if label != OURS))
    if not labels:
        return ""
    rows = []
    for scene in result["scenes"]:
        cells = [_pair(scene["renderers"].get(label, {}).get("ratio")) for label in labels]
        rows.append([scene["title"], *cells])
    rows.append(["**geometric mean**", *(_mean_pair(result, label) for label in labels)])
    title = "Samples/s, samples per second of CPU time (which a busy machine does not move), and time to equal error"
    return f"## {title}\n\n" + _table(["scene", *labels], rows)


_RATIOS = ("samples_per_s", "samples_per_cpu_s", "error")


def _pair(ratio: dict[str, float] | None) -> str:
    return ", ".join(f"{ratio[key]:.2f}" for key in _RATIOS if key in ratio) if ratio else "–"


def _mean_pair(result: dict[str, Any], label: str) -> str:
    ratios = [scene["renderers"].get(label, {}).get("ratio") for scene in result["scenes"]]
    values = {key: [r[key] for r in ratios if r and key in r] for key in _RATIOS}
    means = [math.exp(sum(map(math.log, v)) / len(v)) for v in values.values() if v]
    return ", ".join(f"**{mean:.2f}**" for mean in means) or "–"


def _scene(scene: dict[str, Any]) -> str:
    header = ["renderer", "Msamples/s", "spread", "Mrays/s", "mean", "relMSE", "load", "build", "compile", "memory"]
    ours = scene["renderers"].get(OURS, {}).get("mean")
    rows = [[label, *_cells(data, ours)] for label, data in scene["renderers"].items()]
    title = f"## {scene['name']}: {scene['title']}"
    facts = f"{scene['triangles']:,} triangles, {scene['size']}x{scene['size']}, {scene['spp']} spp a round."
    return f"{title}\n\n{facts}\n\n{_table(header, rows)}"


def _cells(data: dict[str, Any], ours: float | None) -> list[str]:
    if "samples_per_s" not in data:
        return [f"failed: {data.get('error', 'no round was finished')}", *[""] * 8]
    first = data["first"]["seconds"] - data["seconds"]
    compiled = data.get("compile_seconds", max(first, 0.0))
    odd = ours is not None and abs(data["mean"] / ours - 1.0) > _ACCEPTED_MEAN
    return [
        f"{data['samples_per_s'] / 1e6:.3f}",
        f"{100 * data['spread']:.0f} %",
        f"{data['rays_per_s'] / 1e6:.2f}" if "rays_per_s" in data else "",
        f"{data['mean']:.4f}{' (differs)' if odd else ''}",
        f"{data['relmse']:.4f}" if "relmse" in data else "",
        f"{data['load_seconds']:.2f} s",
        f"{data['build_seconds']:.2f} s" if "build_seconds" in data else "",
        f"{compiled:.2f} s",
        f"{data['peak_bytes'] / 2**20:.0f} MiB",
    ]


def _startup(result: dict[str, Any]) -> str:
    if "startup" not in result:
        return ""
    rows = [
        [label, *(f"{times[key]:.1f} s" if key in times else times.get("error", "–") for key in ("cold", "warm"))]
        for label, times in result["startup"].items()
    ]
    return "## From launch to the first picture\n\n" + _table(["renderer", "empty caches", "again"], rows)


def _scaling(result: dict[str, Any]) -> str:
    if "scaling" not in result:
        return ""
    rows = [
        [label, *(f"{data[key]:.2f}" if key in data else data.get("error", "–") for key in ("ratio", "cpu_ratio"))]
        for label, data in result["scaling"].items()
    ]
    return "## Two threads over one\n\n" + _table(["renderer", "ratio", "by CPU time"], rows)


def _rays(result: dict[str, Any]) -> str:
    parts = []
    for triangles, table in result.get("rays", {}).items():
        if "error" in table:
            parts.append(f"{int(triangles):,} triangles: {table['error']}")
            continue
        rows = [
            [name, *(f"{row[key]:.3g}" for key in ("ours", "embree", "ratio"))]
            for name, row in table.items()
            if "ratio" in row
        ]
        header = [f"{int(triangles):,} triangles", "ours", "Embree", "ratio"]
        parts.append(_table(header, rows))
    if not parts:
        return ""
    head = (
        "## Against Embree, one thread, single rays\n\nBuild in seconds, of the processor and on the wall; queries in "
        "million rays per second of the processor's time."
    )
    return "\n\n".join([head, *parts])
