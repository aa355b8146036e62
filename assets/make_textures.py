"""Makes assets/textures: a parquet floor (colour) and a plaster normal map. Run: python assets/make_textures.py"""

from __future__ import annotations

from pathlib import Path

import imageio.v3 as iio
import numpy as np

from raytracer.scene.procedural import fractal_noise

FOLDER = Path(__file__).resolve().parent / "textures"
SIZE = 512
PLANKS = 8
"""Planks across the picture; each is as long as half the picture, and rows are shifted, so that the picture tiles."""


def tiling_noise(frequency: tuple[float, float], seed: int) -> np.ndarray:
    """Noise (SIZE, SIZE) that continues across the edges: sampled on a torus bent through three dimensions."""
    turn = np.linspace(0.0, 2.0 * np.pi, SIZE, endpoint=False)
    u, v = np.meshgrid(turn, turn)
    ring = 2.0 + np.cos(v) * frequency[1] / max(frequency)
    points = np.stack([ring * np.cos(u), ring * np.sin(u), np.sin(v) * 1.0], axis=-1) * max(frequency) / 4.0
    return fractal_noise(points.reshape(-1, 3), seed).reshape(SIZE, SIZE)


def parquet() -> np.ndarray:
    """Oak planks with a grain along u and dark joints; (SIZE, SIZE, 3) u8 sRGB."""
    y, x = np.mgrid[0:SIZE, 0:SIZE] / SIZE
    row = np.floor(y * PLANKS).astype(int)
    along = (x + 0.5 * (row % 2) * 0.5 + 0.13 * (row % 3)) % 1.0
    plank = row * 2 + (along * 2.0).astype(int)
    tone = np.random.default_rng(3).uniform(0.75, 1.1, 2 * PLANKS)[plank]
    grain = fractal_noise(np.stack([x * 3.0 + plank * 7.1, y * 60.0, plank * 1.7], axis=-1).reshape(-1, 3), 11)
    grain = grain.reshape(SIZE, SIZE)
    color = np.array([0.62, 0.42, 0.25]) * (tone * (1.0 + 0.22 * grain))[..., None]
    joint = np.minimum((y * PLANKS) % 1.0, (along * 2.0) % 1.0 * 4.0)
    color *= (0.45 + 0.55 * np.clip(joint / 0.05, 0.0, 1.0))[..., None]
    return (np.clip(color, 0.0, 1.0) * 255.0 + 0.5).astype(np.uint8)


def plaster_normals() -> np.ndarray:
    """Normal map (+Y up, linear) of trowelled plaster; (SIZE, SIZE, 3) u8."""
    height = tiling_noise((24.0, 12.0), 5)
    slope_u = np.roll(height, -1, axis=1) - np.roll(height, 1, axis=1)
    slope_v = np.roll(height, -1, axis=0) - np.roll(height, 1, axis=0)
    normal = np.stack([-slope_u, slope_v, np.full_like(height, 0.12)], axis=-1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    return (np.clip(0.5 + 0.5 * normal, 0.0, 1.0) * 255.0 + 0.5).astype(np.uint8)


def main() -> None:
    """Writes both pictures."""
    FOLDER.mkdir(exist_ok=True)
    iio.imwrite(FOLDER / "parquet.png", parquet())
    iio.imwrite(FOLDER / "plaster_normal.png", plaster_normals())


if __name__ == "__main__":
    main()
