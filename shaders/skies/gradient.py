"""A soft sky: zenith above, horizon around, ground below."""

import taichi as ti

PARAMETERS = {
    "zenith": {"kind": "color", "default": (0.35, 0.5, 0.8), "min": 0.0, "unit": "W/(m2 sr)", "doc": "Straight up"},
    "horizon": {"kind": "color", "default": (0.9, 0.92, 0.95), "min": 0.0, "unit": "W/(m2 sr)", "doc": "Level"},
    "ground": {"kind": "color", "default": (0.3, 0.28, 0.26), "min": 0.0, "unit": "W/(m2 sr)", "doc": "Straight down"},
}


@ti.func
def radiance(p, direction, texel):
    height = direction.y
    above = ti.sqrt(ti.max(height, 0.0))
    below = ti.min(ti.max(-8.0 * height, 0.0), 1.0)
    sky = p.horizon + above * (p.zenith - p.horizon)
    return sky + below * (p.ground - sky)
