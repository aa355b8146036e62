"""Is the picture the CPU's picture? And what does the scene cost here?

Two questions with two answers. With the *same* seed both backends follow the same paths, but for those that rounding
sends to the other side of an edge: nearly all pixels must be equal. With *other* seeds the pictures are independent
estimates: their differences must be as large as the noise says, no larger (Welch's test on blocks of pixels).
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

BATCHES = 8
_BLOCK = 4
_OTHER_SEEDS = 1000
_RELATIVE, _ABSOLUTE = 2e-3, 1e-4


def open_scene(options: dict[str, Any], width: int, height: int, **renderer_options: Any) -> tuple[Any, float]:
    """A renderer with the bundled scene at that size and no end of samples; seconds of compilation."""
    from raytracer.engine.renderer import Renderer
    from raytracer.io.table import load_scene
    from raytracer.resources import scenes_dir

    scene = load_scene(scenes_dir() / f"{options['scene']}.toml").scene
    renderer = Renderer(options["backend"], **renderer_options)
    renderer.load(scene)
    renderer.set_settings(scene.settings.model_copy(update={"width": width, "height": height, "spp": 2**31 - 1}))
    return renderer, renderer.compile()


def scene(options: dict[str, Any]) -> dict[str, Any]:
    """Compile time, agreement with the CPU's pictures (which the CPU leaves in ``folder``), then rates at 512x512."""
    quick = options["scale"] == "tiny"
    renderer, compile_seconds = open_scene(options, *((16, 8) if quick else (192, 108)))
    spp, batches = (1, 2) if quick else (4, BATCHES)
    kept = Path(options["folder"]) / f"{options['scene']}.npy"
    pictures = _batches(renderer, 0, spp, batches)
    result: dict[str, Any] = {"compile_seconds": compile_seconds, "device": renderer.info.device}
    if options["backend"] == "cpu":
        np.save(kept, pictures)
    elif kept.is_file():
        result |= compare(np.load(kept), pictures, _batches(renderer, _OTHER_SEEDS, spp, batches))
    else:
        result["agrees"] = None
    result |= rates(renderer, *((16, 8) if quick else (960, 540)), 0.02 if quick else 1.5)
    renderer.close()
    return result


def rates(renderer: Any, width: int, height: int, seconds: float) -> dict[str, float]:
    """Samples/s and rays/s in passes of 0.1 s, as the batch renderer works, after as long a warm-up."""
    renderer.resize(width, height)
    _passes(renderer, 0.5 * seconds)
    samples, rays, spent = _passes(renderer, seconds)
    return {"samples_per_s": samples / spent, "rays_per_s": rays / spent, "rays_per_sample": rays / max(samples, 1)}


def compare(theirs: np.ndarray, same: np.ndarray, other: np.ndarray) -> dict[str, Any]:
    """Of pictures (batch, height, width, 3): ``same`` was made with the seeds of ``theirs``, ``other`` with others."""
    close = np.isclose(theirs[0], same[0], rtol=_RELATIVE, atol=_ABSOLUTE).all(axis=-1).mean()
    ratio = float(same.mean() / theirs.mean())
    z = welch(_blocks(theirs), _blocks(other))
    result = {
        "pixels_equal": float(close),
        "mean_ratio": ratio,
        "z_rms": float(np.sqrt((z**2).mean())),
        "z_above_3": float((np.abs(z) > 3.0).mean()),
        "finite": bool(np.isfinite(same).all()),
    }
    # 8 batches on each side give t with about 14 degrees of freedom: root mean square 1.08, and 0.95 % above 3.
    agrees = result["finite"] and close > 0.95 and abs(ratio - 1.0) < 0.02 and result["z_rms"] < 1.5
    return {**result, "agrees": bool(agrees)}


def welch(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Differences of the means over axis 0 in units of their standard deviation; 0 where there is no noise."""
    spread = (first.var(axis=0, ddof=1) + second.var(axis=0, ddof=1)) / len(first)
    difference = first.mean(axis=0) - second.mean(axis=0)
    return np.where(spread > 0.0, difference / np.sqrt(np.maximum(spread, 1e-30)), 0.0)


def _blocks(pictures: np.ndarray) -> np.ndarray:
    """Means of blocks of 4x4 pixels over all channels: nearer to a normal distribution than single pixels."""
    count, height, width, _ = pictures.shape
    rows, columns = height // _BLOCK, width // _BLOCK
    cut = pictures[:, : rows * _BLOCK, : columns * _BLOCK].mean(axis=-1, dtype=np.float64)
    return cut.reshape(count, rows, _BLOCK, columns, _BLOCK).mean(axis=(2, 4))


def _batches(renderer: Any, first_seed: int, spp: int, count: int) -> np.ndarray:
    """So many pictures (height, width, 3), each of ``spp`` samples per pixel with a seed of its own."""
    pictures = []
    for seed in range(first_seed, first_seed + count):
        renderer.set_settings(renderer.settings.model_copy(update={"seed": seed, "spp": spp}))
        while not renderer.finished:
            renderer.render_pass(target_seconds=0.2)
        pictures.append(renderer.linear())
    renderer.set_settings(renderer.settings.model_copy(update={"spp": 2**31 - 1}))
    return np.stack(pictures)


def _passes(renderer: Any, seconds: float) -> tuple[int, int, float]:
    samples = rays = 0
    spent, end = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < end or samples == 0:
        stats = renderer.render_pass(target_seconds=min(0.1, seconds))
        samples, rays, spent = samples + stats.samples, rays + stats.rays, spent + stats.seconds
    return samples, rays, spent
