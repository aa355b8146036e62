"""Everything that shines, in one table: what the light sampler of ``kernels/lights`` picks from, and how often."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raytracer.engine.flatten import Primitives
from raytracer.engine.layout import LIGHT_STRIDE, EmitterKind
from raytracer.scene import DirectionalLight, Material, PointLight, Scene, SpotLight

_KINDS = {PointLight: EmitterKind.POINT, SpotLight: EmitterKind.SPOT, DirectionalLight: EmitterKind.DIRECTIONAL}
_GROUP_SHARE = 0.15
"""No group of lights (surfaces, points, sky) is chosen less often than this, however dim: their power is a guess."""
_NO_GAP = 2.0
"""Last cumulative probability: above every uniform, so that rounding leaves no gap."""


@dataclass(frozen=True)
class EmitterTable:
    """Emitters (n): ``kinds``, ``indices`` (place in leaf order, or number of the light), ``probability`` of each
    choice, its running sum ``cumulative``. ``pdf_area``: per material, the probability of its surfaces, per m2."""

    kinds: np.ndarray
    indices: np.ndarray
    probability: np.ndarray
    cumulative: np.ndarray
    pdf_area: np.ndarray


def emitter_table(scene: Scene, primitives: Primitives, order: np.ndarray, radius: float) -> EmitterTable:
    """Lights are chosen by their power, within bounds for each of the groups surfaces, points and sky.

    ``order`` is the tree's: leaf order to primitive. ``radius``: of the scene's bounding sphere, metres.
    """
    radiance = np.array([mean_emission(m) for m in scene.materials] or [0.0])
    shining = np.flatnonzero((radiance > 0.0)[primitives.materials] & (primitives.areas > 0.0))
    surface_power = radiance[primitives.materials[shining]] * primitives.areas[shining]
    light_power = np.array([_power(x, radius) for x in scene.lights])
    has_sky = scene.environment is not None and scene.environment.strength > 0.0
    shares = _shares(np.pi * surface_power.sum(), light_power.sum(), has_sky)
    groups = (surface_power, light_power, np.ones(int(has_sky)))
    probability = np.concatenate([s * g / max(g.sum(), 1e-300) for s, g in zip(shares, groups, strict=True)])
    kinds = np.concatenate(
        [
            np.where(shining < primitives.triangles, int(EmitterKind.TRIANGLE), int(EmitterKind.SPHERE)),
            np.array([int(_KINDS[type(x)]) for x in scene.lights], int),
            np.full(int(has_sky), int(EmitterKind.SKY)),
        ]
    )
    indices = np.concatenate([_leaves_of(shining, order), np.arange(len(scene.lights)), np.zeros(int(has_sky), int)])
    possible = (probability > 0.0) & (indices >= 0)
    kinds, indices, probability = kinds[possible], indices[possible], probability[possible]
    cumulative = np.cumsum(probability)
    cumulative[-1:] = _NO_GAP
    return EmitterTable(
        kinds, indices, probability, cumulative, radiance * shares[0] / max(surface_power.sum(), 1e-300)
    )


def _leaves_of(primitives: np.ndarray, order: np.ndarray) -> np.ndarray:
    """Places in leaf order of some primitives, sorted; -1 for those that are in no leaf."""
    places = np.flatnonzero(np.isin(order, primitives)) if len(primitives) else np.zeros(0, np.int64)
    found = np.full(len(primitives), -1)
    found[np.searchsorted(primitives, order[places])] = places
    return found


def mean_emission(material: Material) -> float:
    """Mean radiance over the channels and the texture: what lights are chosen by."""
    value = np.mean(material.emission.value)
    texture = material.emission.texture
    if value > 0.0 and texture is not None and texture.image is not None:
        pixels = texture.image.pixels[..., :3]
        value *= float(pixels.mean()) / (255.0 if pixels.dtype == np.uint8 else 1.0)
    return float(value)


def light_record(light: PointLight | SpotLight | DirectionalLight) -> np.ndarray:
    """f32 (LIGHT_STRIDE,), as ``layout`` describes it."""
    record = np.zeros(LIGHT_STRIDE, np.float32)
    if isinstance(light, DirectionalLight):
        record[6:9] = light.irradiance
    else:
        record[:3] = light.position
        record[6:9] = light.intensity
    if not isinstance(light, PointLight):
        direction = np.asarray(light.direction, np.float64)
        length = np.linalg.norm(direction)
        record[3:6] = direction / length if length > 0.0 else (0.0, 0.0, -1.0)
    if isinstance(light, SpotLight):
        inner, outer = np.radians(min(light.inner_angle_deg, light.outer_angle_deg)), np.radians(light.outer_angle_deg)
        linear = light.falloff == "linear"
        start, end = (inner, outer) if linear else (np.cos(inner), np.cos(outer))
        width = start - end if abs(start - end) > 1e-4 else (-1e-4 if linear else 1e-4)
        record[9], record[10] = 1.0 / width, -end / width
        record[11], record[12] = linear, np.cos(outer)
    return record


def _power(light: PointLight | SpotLight | DirectionalLight, radius: float) -> float:
    """Radiated power, W (mean over the channels), as far as it reaches the scene."""
    if isinstance(light, DirectionalLight):
        return float(np.mean(light.irradiance)) * np.pi * radius**2
    cap = 2.0
    if isinstance(light, SpotLight):
        middle = 0.5 * (min(light.inner_angle_deg, light.outer_angle_deg) + light.outer_angle_deg)
        cap = 1.0 - np.cos(np.radians(middle))
    return float(np.mean(light.intensity)) * 2.0 * np.pi * cap


def _shares(surface: float, points: float, sky: bool) -> np.ndarray:
    """How often a surface, a light without size and the sky are chosen; adds up to 1, or 0 without lights."""
    there = np.array([surface > 0.0, points > 0.0, sky])
    if not there.any():
        return np.zeros(3)
    known = np.array([surface, points, 0.0]) / max(surface + points, 1e-300)
    known[2] = 1.0 if sky else 0.0  # the sky's power is not integrated: it counts like all others together
    shares = np.where(there, np.maximum(known / known.sum(), _GROUP_SHARE), 0.0)
    return shares / shares.sum()
