"""The sRGB transfer curve (IEC 61966-2-1), for colours that arrive display-encoded in files."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def linear_from_srgb(encoded: npt.ArrayLike) -> np.ndarray:
    """Decodes values in 0..1 of any shape; f32. Values outside are clipped to the range first."""
    v = np.clip(np.asarray(encoded, np.float64), 0.0, 1.0)
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4).astype(np.float32)


def srgb_from_linear(linear: npt.ArrayLike) -> np.ndarray:
    """Encodes values in 0..1 of any shape; f32. Values outside are clipped to the range first."""
    v = np.clip(np.asarray(linear, np.float64), 0.0, 1.0)
    return np.where(v <= 0.0031308, v * 12.92, 1.055 * v ** (1.0 / 2.4) - 0.055).astype(np.float32)
