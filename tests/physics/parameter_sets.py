"""Which parameters every surface shader is tested with.

Each shader in the catalogue gets its defaults, all its minima and all its maxima; the table adds what is interesting.
"""

from typing import Any

from raytracer.scene import shader_catalog

Parameters = dict[str, Any]

PERFECT_MIRROR: Parameters = {"eta": 0.0, "k": 1.0}
GLASS: Parameters = {"base_color": (0.9, 0.6, 0.3), "transmission": 1.0}

EXTRA: dict[str, list[Parameters]] = {
    "rough_conductor": [
        {"alpha": 0.0},
        {"alpha": 0.05},
        {"alpha": 0.3, **PERFECT_MIRROR},
        {"alpha": 0.2, "beckmann": 1.0},
        {"alpha": 0.1, "energy_compensation": 1.0},
        {"alpha": 0.8, "energy_compensation": 1.0, "reflectance": (1.0, 0.5, 0.1)},
    ],
    "dielectric": [
        {"alpha": 0.05},
        {"alpha": 0.3},
        {"alpha": 0.8, "ior": 1.33},
        {"alpha": 0.2, "ior": 0.7},
        {"alpha": 0.4, "ior": 1.15},
        {"alpha": 0.3, "beckmann": 1.0},
        {"alpha": 0.3, "ior": 1.0},
        {"alpha": 0.3, "reflectance": 0.2, "transmittance": (0.9, 0.5, 0.0)},
    ],
    "thin_dielectric": [{"ior": 2.4, "transmittance": (0.5, 0.9, 0.2)}],
    "plastic": [
        {"alpha": 0.0},
        {"alpha": 0.05, "reflectance": (0.9, 0.2, 0.0)},
        {"alpha": 0.3, "ior": 1.8, "reflectance": 1.0},
        {"alpha": 0.9, "specular": 0.3},
    ],
    "metallic_roughness": [
        {"roughness": 0.25},
        {"roughness": 0.3, "metallic": 1.0},
        {"roughness": 0.9, "metallic": 1.0, "base_color": (1.0, 0.7, 0.3)},
        {"roughness": 0.5, "metallic": 0.5, "specular": 0.5, "specular_color": (1.0, 0.2, 0.2)},
        {"roughness": 0.5, "ior": 100.0, "specular_color": (0.4, 0.2, 0.1)},
        {"roughness": 0.4, **GLASS},
        {"roughness": 0.4, "thin": 1.0, **GLASS},
        {"roughness": 0.0, **GLASS},
        {"roughness": 0.0, "thin": 1.0, **GLASS},
        {"roughness": 0.5, "ior": 1.0, **GLASS},
        {"roughness": 0.6, "metallic": 0.3, "transmission": 0.5, "base_color": (0.9, 0.8, 0.7)},
    ],
}


def of(name: str) -> list[Parameters]:
    """All parameter sets of one shader."""
    table = shader_catalog.get("surfaces", name).parameters
    lowest = {n: q.minimum for n, q in table.items() if q.minimum is not None}
    highest = {n: q.maximum for n, q in table.items() if q.maximum is not None}
    return [{}, lowest, highest, *EXTRA.get(name, [])]


def cases() -> list[tuple[str, Parameters]]:
    """(shader, parameters) for every shader in the catalogue."""
    return [(name, parameters) for name in shader_catalog.catalog("surfaces") for parameters in of(name)]


def label(value: object) -> str:
    """A readable name of a test case."""
    if isinstance(value, str):
        return value
    return ",".join(f"{k}={v}" for k, v in value.items()) or "defaults" if isinstance(value, dict) else repr(value)
