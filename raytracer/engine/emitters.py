"""Everything that shines, in one table: what the light sampler of ``kernels/lights`` picks from, and how often.

With a light tree, what has a place (surfaces, point and spot lights) is one entry of the table and has a list of its
own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from raytracer.engine import light_tree
from raytracer.engine.flatten import Primitives
from raytracer.engine.kernels.traversal import SPHERE_MARK
from raytracer.engine.layout import LIGHT_STRIDE, EmitterKind, PrimitiveFlag
from raytracer.engine.light_tree import LightBounds, LightTree
from raytracer.scene import DirectionalLight, Material, PointLight, Scene, SpotLight

_KINDS = {PointLight: EmitterKind.POINT, SpotLight: EmitterKind.SPOT, DirectionalLight: EmitterKind.DIRECTIONAL}
_GROUP_SHARE = 0.15
"""No group of lights (surfaces, points, sky) is chosen less often than this, however dim: their power is a guess."""
_SMALLEST_AREA = 1e-37
"""m2, below which one over it is beyond f32."""
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
    near: NearLights | None = None


@dataclass(frozen=True)
class NearLights:
    """The m lights of the light tree, in the order of the scene, the surfaces first: ``kinds`` and ``indices`` (m,) as
    in ``EmitterTable``, ``areas`` of the surfaces, m2. ``made_for``: what else they depend on, but for their places."""

    kinds: np.ndarray
    indices: np.ndarray
    areas: np.ndarray
    tree: LightTree
    made_for: tuple[object, ...]

    @property
    def per_area(self) -> np.ndarray:
        """One over the areas, as f32 can hold it; 0 for what has none, which no ray meets."""
        return np.where(self.areas > 0.0, 1.0 / np.maximum(self.areas, _SMALLEST_AREA), 0.0)

    def is_of(self, kinds: np.ndarray, indices: np.ndarray, made_for: tuple[object, ...]) -> bool:
        """Whether these are those lights, as long as none moved."""
        same = np.array_equal(self.kinds, kinds) and np.array_equal(self.indices, indices)
        return same and self.made_for == made_for


Rows = Callable[[np.ndarray], np.ndarray]
"""From places in leaf order (n,) to the records of the primitives there, (n, PRIM_STRIDE) f32."""


def emitter_table(
    scene: Scene,
    primitives: Primitives,
    order: np.ndarray,
    radius: float,
    rows: Rows | None = None,
    old: EmitterTable | None = None,
) -> EmitterTable:
    """Lights are chosen by their power, within bounds for each of the groups surfaces, points and sky.

    ``order`` is the tree's: leaf order to primitive. ``radius``: of the scene's bounding sphere, metres. ``rows``, if
    a light tree is wanted. ``old``: table before an edit in which no surface that shines moved; its light tree is kept
    where the lights are the same, even if the scene's radius, its unit, is another.
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
    near = None
    if rows is not None and has_place(kinds).any():
        made_for = (radiance.tolist(), [m.emission_sides for m in scene.materials], list(scene.lights))
        place = has_place(kinds)
        near = old.near if old is not None else None
        if near is None or not near.is_of(kinds[place], indices[place], made_for):
            near = _near_lights(scene, radiance, kinds[place], indices[place], radius, rows, made_for)
        kinds, indices, probability = _with_one_entry(kinds, indices, probability)
    cumulative = np.cumsum(probability)
    cumulative[-1:] = _NO_GAP
    return EmitterTable(
        kinds, indices, probability, cumulative, radiance * shares[0] / max(surface_power.sum(), 1e-300), near
    )


def has_place(kinds: np.ndarray) -> np.ndarray:
    """Which kinds of emitters belong into a light tree (n,)."""
    return kinds <= int(EmitterKind.SPOT)


def _with_one_entry(
    kinds: np.ndarray, indices: np.ndarray, probability: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The three columns of the table with one entry, the first, in place of all lights that have a place."""
    near = has_place(kinds)
    return (
        np.concatenate([[int(EmitterKind.TREE)], kinds[~near]]),
        np.concatenate([[0], indices[~near]]),
        np.concatenate([[probability[near].sum()], probability[~near]]),
    )


def _near_lights(
    scene: Scene,
    radiance: np.ndarray,
    kinds: np.ndarray,
    indices: np.ndarray,
    radius: float,
    rows: Rows,
    made_for: tuple[object, ...],
) -> NearLights:
    surface = kinds <= int(EmitterKind.SPHERE)
    records = rows(indices[surface])
    is_round = records[:, 8] == SPHERE_MARK
    points = [scene.lights[k] for k in indices[~surface]]
    surfaces, areas = _surface_bounds(scene, radiance, records, is_round)
    bounds = _joined(surfaces, _point_bounds(points))
    return NearLights(
        kinds,
        indices,
        areas,
        light_tree.build(bounds, radius),
        made_for,
    )


def _surface_bounds(
    scene: Scene, radiance: np.ndarray, records: np.ndarray, is_round: np.ndarray
) -> tuple[LightBounds, np.ndarray]:
    """Bounds of emissive primitives from their records (n, PRIM_STRIDE), and their areas, m2."""
    corners = records[:, :9].reshape(-1, 3, 3).astype(np.float64)
    corners[is_round] = 0.0
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    double = np.linalg.norm(normals, axis=1)
    axis = normals / np.maximum(double, 1e-300)[:, None]
    centre = corners.mean(axis=1)
    radius = np.linalg.norm(corners - centre[:, None], axis=2).max(axis=1, initial=0.0)
    areas = 0.5 * double
    centre[is_round], radius[is_round] = records[is_round, :3], records[is_round, 3]
    areas[is_round] = 4.0 * np.pi * radius[is_round] ** 2
    material = np.ascontiguousarray(records[:, 9]).view(np.int32) & int(PrimitiveFlag.MATERIAL_MASK)
    both = np.array([m.emission_sides == "both" for m in scene.materials])[material]
    everywhere = both | is_round | (double <= 0.0)
    axis[everywhere] = 0.0
    # A sphere's outline has a quarter of its area from everywhere.
    intensity = radiance[material] * np.where(is_round, 0.25, 1.0) * areas
    spread = np.where(everywhere, np.pi, 0.0)
    return LightBounds(centre, radius, intensity, axis, spread, np.full(len(areas), 0.5 * np.pi)), areas


def _point_bounds(lights: list[PointLight | SpotLight]) -> LightBounds:
    count = len(lights)
    axis, spread, reach = np.zeros((count, 3)), np.full(count, np.pi), np.full(count, 0.5 * np.pi)
    for k, light in enumerate(lights):
        if isinstance(light, SpotLight):
            axis[k] = light_record(light)[3:6]
            outer = np.radians(light.outer_angle_deg)
            spread[k] = min(np.radians(light.inner_angle_deg), outer)
            reach[k] = outer - spread[k]
    centre = np.array([x.position for x in lights], float).reshape(-1, 3)
    intensity = np.array([np.mean(x.intensity) for x in lights], float)
    return LightBounds(centre, np.zeros(count), intensity, axis, spread, reach)


def _joined(first: LightBounds, second: LightBounds) -> LightBounds:
    pairs = zip(vars(first).values(), vars(second).values(), strict=True)
    return LightBounds(*(np.concatenate(pair) for pair in pairs))


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
