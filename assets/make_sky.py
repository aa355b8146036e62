"""Makes assets/skies/evening.exr: a clear evening sky with a soft low sun. Run: python assets/make_sky.py"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import OpenImageIO

FILE = Path(__file__).resolve().parent / "skies" / "evening.exr"
WIDTH, HEIGHT = 512, 256
SUN = np.array([0.62, 0.34, 0.71])
"""Towards the sun, +Y up."""


def evening() -> np.ndarray:
    """Radiance (HEIGHT, WIDTH, 3) f32; the columns as ``raytracer.scene.Environment`` has them."""
    v = (np.arange(HEIGHT) + 0.5) / HEIGHT * np.pi
    u = (np.arange(WIDTH) + 0.5) / WIDTH * 2.0 * np.pi
    y = np.cos(v)[:, None]
    x, z = np.sin(v)[:, None] * np.sin(u), -np.sin(v)[:, None] * np.cos(u)
    sun = SUN / np.linalg.norm(SUN)
    cosine = np.clip(x * sun[0] + y * sun[1] + z * sun[2], -1.0, 1.0)[..., None]
    height = np.clip(np.broadcast_to(y, cosine.shape[:2]), -1.0, 1.0)[..., None]
    zenith, horizon, ground = (np.array(c) for c in ((0.10, 0.20, 0.46), (0.85, 0.62, 0.45), (0.10, 0.085, 0.07)))
    sky = horizon + (zenith - horizon) * np.clip(height, 0.0, 1.0) ** 0.45
    sky = sky + (ground - sky) * np.clip(-height * 12.0, 0.0, 1.0)
    glow = 0.9 * np.exp(-(1.0 - cosine) / 0.09) + 0.35 * np.exp(-(1.0 - cosine) / 0.4)
    # A disc of five degrees with a soft rim: small enough for shadows, large enough to be found by a path.
    disc = np.clip((cosine - np.cos(np.radians(3.0))) / (np.cos(np.radians(2.0)) - np.cos(np.radians(3.0))), 0.0, 1.0)
    sky = sky + (height > -0.05) * glow * np.array([1.0, 0.62, 0.32]) + disc * np.array([1500.0, 1020.0, 560.0])
    return sky.astype(np.float32)


def main() -> None:
    """Writes the picture with half floats."""
    FILE.parent.mkdir(exist_ok=True)
    spec = OpenImageIO.ImageSpec(WIDTH, HEIGHT, 3, OpenImageIO.HALF)
    spec.attribute("compression", "zip")
    output = OpenImageIO.ImageOutput.create(str(FILE))
    if output is None or not output.open(str(FILE), spec):
        raise OSError(f"cannot write {FILE}")
    output.write_image(evening())
    output.close()


if __name__ == "__main__":
    main()
