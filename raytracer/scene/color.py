"""What colours of linear light are worth to the eye."""

from __future__ import annotations

from collections.abc import Sequence

LUMINANCE = (0.2126, 0.7152, 0.0722)
"""Weights of linear Rec. 709."""


def luminance(linear: Sequence[float]) -> float:
    """Rec. 709 luminance of linear light: of its red, green and blue, or arrays of them."""
    return sum(weight * value for weight, value in zip(LUMINANCE, linear, strict=True))
