"""Choosing one of many lights by the tree: against its stated probabilities, the power table, and what lights bring."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import taichi as ti
from scipy import stats

from raytracer.engine import kernel_config
from raytracer.engine.kernel_config import KernelConfig
from raytracer.engine.kernels.buffers import Floats, Ints, SceneBuffers
from raytracer.engine.kernels.light_tree import choose_light, probability_of_light
from raytracer.engine.layout import EmitterKind, Header
from raytracer.engine.light_tree import LIGHT_WIDTH, LightBounds, LightNode, build
from raytracer.engine.renderer import Renderer
from raytracer.scene import Instance, Scene
from raytracer.scene.edits import LIGHT, MATERIAL, Invalidates
from raytracer.scene.transform import translate
from tests.engine.many_lights import many_lights
from tests.engine.scenes import cornell, lamp

vec3 = ti.types.vector(3, ti.f32)
FALSE_ALARM = 1e-6
"""Chance with which a right sampler would fail one of the statistical tests; seeds are fixed, so it does so always or
never."""


def random_lights(count: int, seed: int = 1) -> LightBounds:
    """Lights of all kinds: facing one way, all ways, spots; in clumps, some at the same place."""
    random = np.random.default_rng(seed)
    centre = random.normal(size=(count, 3)) * random.choice([0.01, 1.0, 10.0], (count, 1))
    centre[: count // 4] = centre[0]
    axis = random.normal(size=(count, 3))
    axis /= np.linalg.norm(axis, axis=1)[:, None]
    spread = random.choice([0.0, 0.3, np.pi], count)
    axis[spread > 3.0] = 0.0
    reach = np.where(spread > 3.0, 0.5 * np.pi, random.choice([0.2, 0.5 * np.pi], count))
    intensity = random.exponential(size=count) ** 4
    return LightBounds(centre, random.choice([0.0, 0.01, 0.5], count), intensity, axis, spread, reach)


@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 64, 65, 1000])
def test_every_node_holds_what_is_below_it(count: int) -> None:
    lights = random_lights(count)
    tree = build(lights, 5.0)
    nodes = tree.nodes.astype(np.float64)
    codes = np.ascontiguousarray(tree.nodes[:, LightNode.CODE]).view(np.int32)
    share = lights.intensity / lights.intensity.sum()
    held = np.zeros(nodes[:, 0].shape)
    for light in range(count):
        place = tree.leaves[light]
        assert codes[place // LIGHT_WIDTH, place % LIGHT_WIDTH] == 2 * light + 1
        steps = 0
        while place >= 0:
            node, slot = divmod(int(place), LIGHT_WIDTH)
            child = nodes[node, :, slot]
            held[node, slot] += max(share[light], 1e-9)
            away = np.linalg.norm(child[:3] - lights.centre[light]) + lights.radius[light]
            assert away <= child[LightNode.RADIUS] * (1.0 + 1e-5) + 1e-5
            spread = np.arctan2(child[LightNode.SIN_SPREAD], child[LightNode.COS_SPREAD])
            axis = child[LightNode.AXIS : LightNode.AXIS + 3]
            off = np.arccos(np.clip(axis @ lights.axis[light], -1.0, 1.0)) + lights.spread[light]
            assert min(off, np.pi) <= spread + 1e-3
            assert np.cos(lights.reach[light]) >= child[LightNode.COS_REACH] - 1e-6
            place = tree.parents[node]
            if place >= 0:
                assert codes[place // LIGHT_WIDTH, place % LIGHT_WIDTH] == 2 * node
            steps += 1
        assert steps <= 40
    assert nodes[:, LightNode.INTENSITY] == pytest.approx(25.0 * held, rel=1e-4)
    assert sorted(tree.leaves) == sorted(set(tree.leaves))


def loaded(renderer: Renderer, scene: Scene) -> tuple[np.ndarray, np.ndarray]:
    """Loads the scene; its kinds and indices of the tree's lights."""
    renderer.load(scene)
    device = renderer._device
    assert device is not None
    assert device.config.has_light_tree
    ints = device.records[1].to_numpy()
    first = ints[Header.EMITTERS_I] + 2 * ints[Header.EMITTER_COUNT]
    count = scene.local_light_count
    kinds, indices = ints[first : first + 2 * count].reshape(-1, 2).T
    assert (np.bincount(kinds, minlength=4)[:4] > 0).all()
    return kinds, indices


_samplers: dict[tuple[object, ...], Callable[..., None]] = {}
"""By the configuration they are compiled for."""


def _sampler(config: KernelConfig) -> Callable[..., None]:
    @ti.kernel
    def sample(floats: Floats, ints: Ints, at: Floats, u: Floats, out: Floats, each: Floats):
        scene = SceneBuffers(config, floats, floats, floats, ints, floats, ints, ints, floats)
        position, normal = vec3(at[0], at[1], at[2]), vec3(at[3], at[4], at[5])
        for i in range(u.shape[0]):
            found = choose_light(scene, position, normal, u[i])
            out[3 * i] = ti.cast(found.light, ti.f32)
            out[3 * i + 1] = found.probability
            out[3 * i + 2] = found.u
        for k in range(each.shape[0]):
            each[k] = probability_of_light(scene, k, position, normal)

    made: Callable[..., None] = sample
    return made


def ask(renderer: Renderer, count: int, place: np.ndarray, normal: np.ndarray, u: np.ndarray) -> tuple[np.ndarray, ...]:
    """The probabilities (count,) of all lights at a place; for each of ``u`` the light, its probability, the rest."""
    device = renderer._device
    assert device is not None
    out, each = np.empty(3 * len(u), np.float32), np.empty(count, np.float32)
    at = np.concatenate([place, normal]).astype(np.float32)
    if device.config.key not in _samplers:
        _samplers[device.config.key] = _sampler(device.config)
    _samplers[device.config.key](*device.records, at, u.astype(np.float32), out, each)
    light, probability, rest = out.reshape(-1, 3).T
    return each.astype(np.float64), light.astype(int), probability, rest


RECEIVERS = [
    ((0.0, -1.0, 0.0), (0.0, 1.0, 0.0)),
    ((0.0, 0.2, 0.0), (0.0, 0.0, 0.0)),
    ((1.0, 0.5, -0.5), (-1.0, 0.0, 0.0)),
    ((30.0, 40.0, -20.0), (0.6, -0.8, 0.0)),
    ((0.3, -0.4, 0.7), (0.0, 0.6, 0.8)),
]


@pytest.mark.parametrize(("place", "normal"), RECEIVERS)
def test_lights_are_chosen_as_often_as_stated(renderer: Renderer, place: tuple, normal: tuple) -> None:
    count = len(loaded(renderer, many_lights(spp=1))[0])
    u = np.minimum(np.random.default_rng(7).random(200_000), 0.99999994)
    each, light, probability, rest = ask(renderer, count, np.array(place), np.array(normal), u)
    # A node's bound may promise what none of its children holds: then there is no light, which is one more outcome.
    ends = probability == 0.0
    light[ends] = count
    each = np.append(each, max(1.0 - each.sum(), 0.0))
    assert each.sum() == pytest.approx(1.0, abs=1e-5)
    assert probability[~ends] == pytest.approx(each[light[~ends]], rel=1e-4)
    assert ((rest >= 0.0) & (rest < 1.0)).all()
    counted = np.bincount(light, minlength=count + 1)
    assert (counted[:-1][each[:-1] == 0.0] == 0).all()
    rare = each * len(u) < 10.0  # those count as one
    expected = np.append(each[~rare], each[rare].sum()) * len(u)
    found = np.append(counted[~rare], counted[rare].sum())
    kept = expected >= 5.0
    statistic = ((found - expected)[kept] ** 2 / expected[kept]).sum()
    assert stats.chi2.sf(statistic, kept.sum() - 1) > FALSE_ALARM
    # What is left of the number is even again, and so for the light that is chosen most.
    for some in (rest[~ends], rest[light == counted[:-1].argmax()]):
        bins = np.bincount((some * 20).astype(int), minlength=20)
        assert stats.chisquare(bins).pvalue > FALSE_ALARM


def test_no_light_that_brings_something_is_impossible(renderer: Renderer) -> None:
    scene = many_lights(200, spp=1)
    kinds, indices = loaded(renderer, scene)
    geometry = renderer._device.geometry  # type: ignore[union-attr]
    random = np.random.default_rng(5)
    for _ in range(40):
        place, normal = random.uniform(-1.0, 1.0, 3), random.normal(size=3)
        normal /= np.linalg.norm(normal)
        each, *_ = ask(renderer, len(kinds), place, normal, np.zeros(1))
        triangles = np.flatnonzero(kinds == int(EmitterKind.TRIANGLE))
        records = geometry.records(indices[triangles]).astype(np.float64)
        corners = records[:, :9].reshape(-1, 3, 3)
        facing = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        material = np.ascontiguousarray(records[:, 9].astype(np.float32)).view(np.int32) & 0xFFFFFF
        both = np.array([m.emission_sides == "both" for m in scene.materials])[material]
        for corner in (*corners.transpose(1, 0, 2), corners.mean(axis=1)):
            to = corner - place
            shines = both | ((facing * -to).sum(axis=1) > 0.0)
            assert (each[triangles][shines & (to @ normal > 0.0)] > 0.0).all()
        for number in np.flatnonzero((kinds == int(EmitterKind.POINT)) | (kinds == int(EmitterKind.SPOT))):
            light = scene.lights[indices[number]]
            to = np.array(light.position) - place
            cosine = -1.0
            if kinds[number] == int(EmitterKind.SPOT):
                direction = np.array(light.direction) / np.linalg.norm(light.direction)
                cosine = -direction @ to / np.linalg.norm(to)
                if cosine <= np.cos(np.radians(light.outer_angle_deg)):
                    continue
            if to @ normal > 0.0:
                assert each[number] > 0.0


def test_what_is_near_is_chosen_rather_than_what_is_far(renderer: Renderer) -> None:
    kinds, indices = loaded(renderer, many_lights(200, spp=1))
    balls = np.flatnonzero(kinds == int(EmitterKind.SPHERE))
    centre = renderer._device.geometry.records(indices[balls])[:, :3].astype(np.float64)  # type: ignore[union-attr]
    for number, place in zip(balls[:10], centre[:10], strict=True):
        beside, *_ = ask(renderer, len(kinds), place + np.array([0.0, 0.03, 0.0]), np.zeros(3), np.zeros(1))
        away, *_ = ask(renderer, len(kinds), np.array([0.0, 50.0, 0.0]), np.zeros(3), np.zeros(1))
        assert beside[number] > 5.0 * away[number]


def picture(renderer: Renderer) -> np.ndarray:
    while not renderer.finished:
        renderer.render_pass(target_seconds=1.0)
    return renderer.linear().astype(np.float64)


@pytest.mark.parametrize(
    "scene",
    [many_lights(spp=32), pytest.param(many_lights(fog=True, far=False, spp=32), marks=pytest.mark.slow)],
    ids=["box", "fog"],
)
def test_the_picture_is_that_of_the_power_table(
    renderer: Renderer, monkeypatch: pytest.MonkeyPatch, scene: Scene
) -> None:
    """Means of blocks of 4x4 pixels over independent seeds, by Welch's test with ``FALSE_ALARM`` for all of them."""
    scene.settings = scene.settings.model_copy(update={"width": 16, "height": 16, "max_depth": 4})
    means = []
    for least, first_seed in ((kernel_config.LIGHT_TREE_FROM, 0), (1 << 30, 1000)):
        monkeypatch.setattr(kernel_config, "LIGHT_TREE_FROM", least)
        found = []
        for seed in range(8):
            renderer.load(replace(scene, settings=scene.settings.model_copy(update={"seed": first_seed + seed})))
            assert renderer._device.config.has_light_tree == (least < 1 << 30)  # type: ignore[union-attr]
            found.append(picture(renderer).reshape(4, 4, 4, 4, 3).mean(axis=(1, 3)))
        means.append(np.stack(found).reshape(8, -1))
    tree, table = means
    p = stats.ttest_ind(tree, table, equal_var=False).pvalue
    assert p.min() * p.size > FALSE_ALARM
    # Together they say more: the sum over all blocks.
    assert stats.ttest_ind(tree.mean(axis=1), table.mean(axis=1), equal_var=False).pvalue > FALSE_ALARM


def test_few_lights_pay_nothing(renderer: Renderer) -> None:
    renderer.load(cornell(spp=1))
    device = renderer._device
    assert device is not None
    assert not device.config.has_light_tree
    header = device.records[1].to_numpy()[: int(Header.SIZE)]
    assert (header[Header.LIGHT_NODES_F :] == 0).all()


def _brighter(scene: Scene) -> Scene:
    materials = list(scene.materials)
    materials[5] = lamp(200.0)
    return replace(scene, materials=materials)


def _moved(scene: Scene) -> Scene:
    instances = list(scene.instances)
    instances[-1] = replace(instances[-1], world_from_object=translate((0.1, 0.5, 0.6)))
    return replace(scene, instances=instances)


def _wall_moved(scene: Scene) -> Scene:
    return _with(scene, 0, world_from_object=translate((0.0, 0.3, 0.0)) @ scene.instances[0].world_from_object)


EDITS: dict[str, tuple[Callable[[Scene], Scene], Invalidates]] = {
    "brighter lamps": (_brighter, MATERIAL),
    "a lamp moved": (_moved, Invalidates.GEOMETRY | MATERIAL),
    "a wall moved": (_wall_moved, Invalidates.GEOMETRY | MATERIAL),
    "another point": (lambda s: replace(s, lights=[*s.lights, s.lights[0]]), LIGHT),
    "no points": (lambda s: replace(s, lights=[]), LIGHT),
    "lamps of the other kind turned off": (
        lambda s: replace(s, materials=[*s.materials[:6], s.materials[0], *s.materials[7:]]),
        MATERIAL,
    ),
    "few lamps left": (lambda s: replace(s, instances=s.instances[:8], lights=[]), Invalidates.GEOMETRY | MATERIAL),
    "one more ball": (
        lambda s: replace(s, instances=[*s.instances, Instance(3, 5, translate((0.5, 0.5, 0.5)))]),
        Invalidates.GEOMETRY | MATERIAL,
    ),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_gives_the_picture_of_a_fresh_load(renderer: Renderer, edit: str) -> None:
    change, stale = EDITS[edit]
    scene = many_lights(width=12, height=12, spp=4)
    edited = change(scene)
    renderer.load(edited)
    fresh = picture(renderer)
    renderer.load(scene)
    before = picture(renderer)
    renderer.update(edited, stale)
    ours = picture(renderer)
    # The trees of triangles may differ after a move: a ray through an edge may then hit the other side of it.
    assert np.isclose(ours, fresh, rtol=1e-3, atol=1e-4).all(axis=-1).mean() > 0.97
    assert not np.allclose(ours, before)


def _with(scene: Scene, number: int, **changes: object) -> Scene:
    instances = list(scene.instances)
    instances[number] = replace(instances[number], **changes)  # type: ignore[arg-type]
    return replace(scene, instances=instances)


def test_only_what_shines_and_moves_makes_the_tree_anew(renderer: Renderer) -> None:
    scene = many_lights(width=12, height=12, spp=1)
    renderer.load(scene)
    dark = next(n for n, i in enumerate(scene.instances) if not scene.materials[i.material].emits)
    lamp, aside = len(scene.instances) - 1, translate((0.01, 0.0, 0.0))
    for moves, keeps in (
        ({dark: {"world_from_object": aside @ scene.instances[dark].world_from_object}}, True),
        ({lamp: {"world_from_object": aside @ scene.instances[lamp].world_from_object}}, False),
        ({dark: {"material": scene.instances[lamp].material}}, False),
        ({dark: {"material": scene.instances[dark].material}}, False),
    ):
        device = renderer._device
        assert device is not None
        for number, changes in moves.items():
            scene = _with(scene, number, **changes)
        renderer.update(scene, Invalidates.GEOMETRY | MATERIAL)
        after = renderer._device
        assert after is not None
        assert after.geometry is not device.geometry
        assert (after.emitters.near is device.emitters.near) == keeps
        count = scene.local_light_count
        assert after.emitters.near is not None
        assert len(after.emitters.near.kinds) == count


def test_an_edit_of_something_else_keeps_the_tree(renderer: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = many_lights(width=12, height=12, spp=1)
    renderer.load(scene)
    calls = []
    monkeypatch.setattr("raytracer.engine.light_tree.build", lambda *a: calls.append(a))
    walls = [scene.materials[1], *scene.materials[1:]]
    renderer.update(replace(scene, materials=walls), MATERIAL)
    assert not calls
