"""White balance: the light of which colour shall look white, as a matrix on linear Rec. 709.

A temperature names a point of the black bodies' curve, the tint moves away from it at a right angle; the white found
there is adapted to the one that leaves everything as it is, by Bradford's matrix.

References
    [1] M. Krystek, "An algorithm to calculate correlated colour temperature", Color Research and Application 10, 1985.
    [2] K. M. Lam, "Metamerism and colour constancy", 1985: Bradford's matrix, as in ICC.1:2022, annex E.
    [3] ITU-R BT.709-6: primaries and white point.
"""

from __future__ import annotations

import numpy as np

NEUTRAL_K = 6500.0
_TINT_PER_UV = 3000.0
"""Steps of tint for a distance of 1 in CIE 1960 uv: what photo editors use."""
_XYZ_FROM_RGB = np.array(
    [[0.4123908, 0.3575843, 0.1804808], [0.2126390, 0.7151687, 0.0721923], [0.0193308, 0.1191948, 0.9505322]]
)
_BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])


def matrix(temperature_k: float, tint: float) -> np.ndarray:
    """(3, 3) f64, to be multiplied with linear colours; exactly the identity for 6500 K without tint."""
    if temperature_k == NEUTRAL_K and tint == 0.0:
        return np.eye(3)
    cone_from_rgb = _BRADFORD @ _XYZ_FROM_RGB
    seen, shown = _BRADFORD @ _white(temperature_k, tint), _BRADFORD @ _white(NEUTRAL_K, 0.0)
    return np.linalg.inv(cone_from_rgb) @ np.diag(shown / seen) @ cone_from_rgb


def _white(temperature_k: float, tint: float) -> np.ndarray:
    """XYZ of the white with luminance 1."""
    here, ahead = _on_curve(temperature_k), _on_curve(temperature_k + 1.0)
    along = (ahead - here) / np.linalg.norm(ahead - here)
    u, v = here + np.array([along[1], -along[0]]) * (tint / _TINT_PER_UV)
    x, y = 3.0 * u / (2.0 * u - 8.0 * v + 4.0), 2.0 * v / (2.0 * u - 8.0 * v + 4.0)
    return np.array([x / y, 1.0, (1.0 - x - y) / y])


def _on_curve(t: float) -> np.ndarray:
    """CIE 1960 uv of a black body of 1000 to 15000 K [1]."""
    u = (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t) / (1.0 + 8.42420235e-4 * t + 7.08145163e-7 * t * t)
    v = (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t) / (1.0 - 2.89741816e-5 * t + 1.61456053e-7 * t * t)
    return np.array([u, v])
