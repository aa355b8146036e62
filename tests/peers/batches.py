"""Whether two renderers show the same picture, told from the noise of both.

Each renders the scene several times with different seeds. Means over blocks of pixels, one per repetition, are compared
by Welch's t-test; the threshold is set so that two equal renderers fail a comparison with probability ``FALSE_ALARM``
(Bonferroni over all blocks and channels). Seeds are fixed: a test that passes keeps passing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import imageio.v3 as iio
import numpy as np
from scipy import stats

from raytracer.engine.renderer import Renderer
from raytracer.io.color import srgb_from_linear
from raytracer.scene import Scene

FALSE_ALARM = 1e-4
RESOLVES = 0.02
REPETITIONS = 24
BLOCK = 8


def ours(renderer: Renderer, scene: Scene, spp: int, *, size: int | None = None) -> np.ndarray:
    """Pictures of this renderer, (repetitions, height, width, 3), with a box filter."""
    renderer.load(scene)
    update: dict[str, object] = {"spp": spp, "filter": "box", "filter_width": 1.0}
    if size is not None:
        update |= {"width": size, "height": size}
    pictures = []
    for seed in range(REPETITIONS):
        renderer.set_settings(scene.settings.model_copy(update={**update, "seed": seed}))
        pictures.append(picture(renderer))
    return np.stack(pictures)


def picture(renderer: Renderer) -> np.ndarray:
    """The finished film, (height, width, 3); no sample may be lost."""
    lost = 0
    while not renderer.finished:
        lost += renderer.render_pass(target_seconds=0.5).nonfinite
    assert lost == 0
    return renderer.linear()


def theirs(render: Callable[[int], np.ndarray]) -> np.ndarray:
    """Pictures of the other renderer; ``render(seed)`` gives one."""
    return np.stack([np.asarray(render(seed))[:, :, :3] for seed in range(REPETITIONS)])


def assert_same_picture(a: np.ndarray, b: np.ndarray, folder: Path, *, block: int = BLOCK) -> None:
    """Fails where a block of ``a`` differs from ``b`` by more than their noise; leaves both pictures in ``folder``.

    Also fails when the noise would hide a difference of ``RESOLVES`` in the mean of the whole picture.
    """
    assert a.shape == b.shape
    assert np.isfinite(a).all()
    means_a, means_b = _blocks(a, block), _blocks(b, block)
    variance_a, variance_b = (m.var(axis=0, ddof=1) / len(m) for m in (means_a, means_b))
    variance = variance_a + variance_b
    # Rounding: Mitsuba and this renderer work in single precision.
    rounding = 2e-5 * (np.abs(means_a.mean(axis=0)) + np.abs(means_b.mean(axis=0))) + 1e-7
    difference = np.abs(means_a.mean(axis=0) - means_b.mean(axis=0))
    t = np.maximum(difference - rounding, 0.0) / np.sqrt(np.maximum(variance, 1e-30))
    t[difference <= rounding] = 0.0
    shares = variance_a**2 / (len(a) - 1) + variance_b**2 / (len(b) - 1)
    freedom = variance**2 / np.maximum(shares, 1e-60)  # Welch-Satterthwaite, kept in its range where nothing varies
    freedom = np.clip(freedom, min(len(a), len(b)) - 1, len(a) + len(b) - 2)
    limit = stats.t.ppf(1.0 - 0.5 * FALSE_ALARM / t.size, freedom)
    resolution = limit[-3:] * np.sqrt(variance[-3:]) / means_b[:, -3:].mean(axis=0)
    assert (resolution <= RESOLVES).all(), f"too noisy to tell: sees {resolution} at best; use more samples"
    if (t > limit).any():
        _leave(a.mean(axis=0), b.mean(axis=0), folder)
        worst = int((t / limit).argmax())
        ours_worst, theirs_worst = means_a.mean(axis=0)[worst], means_b.mean(axis=0)[worst]
        raise AssertionError(
            f"{int((t > limit).sum())} of {t.size} means differ; the worst by {t[worst]:.1f} standard errors (limit "
            f"{limit[worst]:.1f}): {ours_worst:.6g} against {theirs_worst:.6g}; whole picture "
            f"{a.mean(axis=(0, 1, 2))} against {b.mean(axis=(0, 1, 2))}; pictures in {folder}"
        )


def _blocks(pictures: np.ndarray, size: int) -> np.ndarray:
    """Means of square blocks and of the whole picture, (repetitions, n)."""
    count, height, width, _ = pictures.shape
    rows, columns = height // size, width // size
    cut = pictures[:, : rows * size, : columns * size].reshape(count, rows, size, columns, size, 3)
    blocks = cut.mean(axis=(2, 4)).reshape(count, -1)
    return np.concatenate([blocks, pictures.mean(axis=(1, 2))], axis=1)


def _leave(a: np.ndarray, b: np.ndarray, folder: Path) -> None:
    """Both pictures and the signed difference (grey is none), brightened alike."""
    folder.mkdir(parents=True, exist_ok=True)
    gain = 0.5 / max(float(np.percentile(b, 90)), 1e-12)
    spread = 4.0 * max(float(np.percentile(np.abs(a - b), 99)), 1e-12)
    for name, linear in (("ours", a * gain), ("theirs", b * gain), ("difference", 0.214 + (a - b) / spread)):
        iio.imwrite(folder / f"{name}.png", np.round(255.0 * srgb_from_linear(linear)).astype(np.uint8))
    np.savez_compressed(folder / "pictures.npz", ours=a, theirs=b)
