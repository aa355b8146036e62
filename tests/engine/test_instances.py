"""Meshes stored once and placed many times: the same hits and pictures as of copies, in the memory of one."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest

from raytracer.engine import two_level
from raytracer.engine.flatten import Placed, flatten
from raytracer.engine.kernels.ray_queries import trace_records
from raytracer.engine.kernels.traversal import STACK_LIMIT
from raytracer.engine.renderer import Renderer
from raytracer.errors import InputError
from raytracer.scene import Camera, DirectionalLight, Instance, Material, Mesh, RenderSettings, Scene, Sphere, matte
from raytracer.scene.primitives import ellipsoid, quad
from raytracer.scene.transform import rotate, scale, translate
from tests.engine.instanced import places, ring, rings, sharing
from tests.engine.rays import Body, closed_sphere, random_directions, unit
from tests.engine.scenes import settings, white_sky


@pytest.fixture(autouse=True)
def _taichi(renderer: Renderer) -> None:
    """The build and the queries are kernels."""


def picture(renderer: Renderer, scene: Scene, *, shared: bool) -> np.ndarray:
    """The linear picture, with the meshes shared or copied; checks that they are."""
    with sharing(always=shared):
        renderer.load(scene)
    assert renderer._device is not None
    assert renderer._device.config.has_instances == shared
    while not renderer.finished:
        renderer.render_pass(target_seconds=1.0)
    return renderer.linear()


def assert_same(ours: np.ndarray, theirs: np.ndarray, share: float = 0.95) -> None:
    """Equal within rounding, but for pixels where rounding sent a path past the other side of an edge."""
    assert np.isclose(ours, theirs, rtol=2e-3, atol=1e-4).all(axis=-1).mean() > share
    assert ours.mean() == pytest.approx(theirs.mean(), rel=0.005)


def hits_of(placed: Placed, origins: np.ndarray, directions: np.ndarray, *, any_hit: bool = False) -> tuple:
    """The trees, and ``trace_records`` of the rays."""
    trees = two_level.build(placed, lambda _text, _fraction: None)
    far = np.full(len(origins), 1e30, np.float32)
    found = trace_records(
        trees.nodes.host,
        trees.prims.host,
        origins,
        directions,
        far,
        any_hit=any_hit,
        has_spheres=len(placed.world.spheres) > 0,
        has_instances=len(placed.copies) > 0,
    )
    return trees, found


def copied(scene: Scene) -> Body:
    """All triangles and spheres of the scene in the world, with one tree over them."""
    with sharing(always=False):
        placed = flatten(scene)
    assert not placed.copies
    return Body.of(placed.world.corners[:], placed.world.spheres[:, :4])


def test_pictures_are_those_of_copies(renderer: Renderer) -> None:
    scene = rings()
    assert_same(picture(renderer, scene, shared=True), picture(renderer, scene, shared=False))


def test_what_shines_is_copied_and_lights_alike() -> None:
    with sharing(always=True):
        placed = flatten(rings())
    assert sum(len(c.places.bits) for c in placed.copies) == 14
    assert len(placed.world.triangles) == 2 + len(ring().triangles)
    # Vertex colours that one material ignores: a mesh of their own.
    assert len(placed.copies) == 2


@pytest.mark.parametrize(("offset", "size"), [(0.0, 1.0), (1e4, 30.0), (0.0, 1e-3)])
def test_rays_leave_surfaces_at_any_scale_and_place(renderer: Renderer, offset: float, size: float) -> None:
    base = translate((offset, 0.0, -offset)) @ scale(size)
    mesh = ellipsoid(segments=48)
    mesh = Mesh(mesh.positions * 7.0 + 100.0, mesh.triangles, mesh.normals)  # far from its own origin, too
    own = scale(1.0 / 7.0) @ translate((-100.0, -100.0, -100.0))
    pair = [Instance(0, 0, base @ translate((x, 0.0, 0.0)) @ scale((1.0, 1.3, 0.8)) @ own) for x in (-1.05, 1.05)]
    scene = Scene(
        cameras=[Camera(position=(offset, 0.0, 6.0 * size - offset), target=(offset, 0.0, -offset), fov_y_deg=30.0)],
        shapes=[mesh],
        materials=[matte("white", (1.0, 1.0, 1.0))],
        instances=pair,
        environment=white_sky(),
        settings=settings(width=24, height=24, spp=16, max_depth=64),
    )
    ours = picture(renderer, scene, shared=True)
    # Under a white sky a white body shows as bright as the sky: any ray caught below a surface makes it darker.
    assert ours.mean() == pytest.approx(1.0, abs=2e-3)
    assert_same(ours, picture(renderer, scene, shared=False))


@pytest.mark.parametrize("seed", range(3))
def test_hits_are_those_of_copies(seed: int) -> None:
    scene = rings()
    turned = [Instance(0, k % 4, m) for k, m in enumerate(places(seed, 30))]
    scene = replace(scene, instances=[*turned, *scene.instances[-3:]])
    rng = np.random.default_rng(seed)
    origins, directions = rng.uniform(-2, 2, (20_000, 3)).astype(np.float32), random_directions(rng, 20_000)
    body = copied(scene)
    expected = body.hits(origins, directions)
    with sharing(always=True):
        placed = flatten(scene)
    trees, (t, prim, uv, instance) = hits_of(placed, origins, directions)
    assert ((prim >= 0) != (expected.prim >= 0)).mean() < 1e-3
    both = (prim >= 0) & (expected.prim >= 0)
    assert both.mean() > 0.2
    assert (instance >= 0).mean() > 0.1
    assert (instance[prim < 0] == -1).all()
    near = np.isclose(t, expected.t, rtol=1e-4, atol=1e-4)
    assert near[both].mean() > 0.999
    _, (_, some, _, _) = hits_of(placed, origins, directions, any_hit=True)
    assert ((some >= 0) == (prim >= 0)).mean() > 0.9999
    assert trees.stack_size <= STACK_LIMIT
    assert np.isfinite(uv).all()


@pytest.mark.parametrize("offset", [0.0, 1e5])
def test_a_closed_instance_does_not_leak(offset: float) -> None:
    corners = closed_sphere()
    mesh = Mesh(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))
    turn = rotate((1.0, 2.0, 3.0), 40.0) @ scale((3.0, -0.4, 1.0))
    middle = np.array([offset, 0.0, -offset])
    scene = Scene(
        shapes=[mesh],
        materials=[Material()],
        instances=[Instance(0, 0, translate(middle) @ turn), Instance(0, 0, translate(middle + 50.0))],
    )
    with sharing(always=True):
        placed = flatten(scene)
    rng = np.random.default_rng(1)
    inside = rng.uniform(-0.2, 0.2, (30_000, 3)) @ turn[:3, :3].T
    corner = corners[rng.integers(0, len(corners), 30_000), 0] @ turn[:3, :3].T  # rays at shared corners
    for directions in (random_directions(rng, 30_000), unit(corner - inside)):
        _, (_, prim, _, _) = hits_of(placed, (middle + inside).astype(np.float32), directions)
        assert (prim >= 0).all()


def many(count: int, mesh: Mesh, **changes: object) -> Scene:
    """A field of the mesh on a floor."""
    side = int(np.ceil(np.sqrt(count)))
    rng = np.random.default_rng(2)
    turns = rng.uniform(0.0, 360.0, count)
    instances = [
        Instance(0, k % 2, translate((k % side - side / 2, 0.5, k // side - side / 2)) @ rotate((0, 1, 0), turns[k]))
        for k in range(count)
    ]
    return Scene(
        cameras=[Camera(position=(0.0, 6.0, 0.6 * side), target=(0.0, 0.0, 0.0))],
        shapes=[mesh, quad((2.0 * side, 2.0 * side))],
        materials=[matte("red", (0.7, 0.2, 0.1)), matte("grey", (0.5, 0.5, 0.5))],
        instances=[*instances, Instance(1, 1)],
        environment=white_sky(),
        settings=RenderSettings(**{"width": 32, "height": 18, "spp": 1, **changes}),
    )


def test_ten_thousand_copies_take_the_memory_of_one(renderer: Renderer) -> None:
    mesh = ellipsoid((0.4, 0.3, 0.4), segments=64)
    one, all_of_them = many(1, mesh), many(10_000, mesh)
    alone = renderer.load(one).device_bytes
    stats = renderer.load(all_of_them)
    assert stats.triangles == 10_000 * mesh.triangle_count + 2
    per_instance = (stats.device_bytes - alone) / 10_000
    assert per_instance < 300.0
    assert stats.device_bytes < 10_000 * mesh.triangle_count  # less than a byte for each triangle that is seen
    while not renderer.finished:
        assert renderer.render_pass().nonfinite == 0


def test_sixteen_thousand_instances_load_in_seconds(renderer: Renderer) -> None:
    scene = many(16_384, ellipsoid((0.4, 0.3, 0.4), segments=24))
    assert scene.triangle_count > 8_000_000
    begin = time.perf_counter()
    renderer.load(scene)
    assert time.perf_counter() - begin < 30.0  # 2 s on a machine that does nothing else
    assert renderer.render_pass(target_seconds=0.1).samples > 0


def test_lights_at_infinity_know_the_size_of_the_scene(renderer: Renderer) -> None:
    scene = many(64, ellipsoid((0.4, 0.3, 0.4), segments=16), spp=8)
    sun = DirectionalLight(direction=(0.2, -1.0, -0.3), irradiance=(3.0, 3.0, 3.0))
    scene = replace(scene, lights=[sun], instances=scene.instances[:-1])
    assert_same(picture(renderer, scene, shared=True), picture(renderer, scene, shared=False))


def test_instances_too_deep_for_the_stack_are_an_input_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with sharing(always=True):
        placed = flatten(rings())
    monkeypatch.setattr("raytracer.engine.two_level.STACK_LIMIT", 12)
    with pytest.raises(InputError, match="too deep"):
        two_level.build(placed, lambda _text, _fraction: None)


def test_the_world_gives_way_to_deep_meshes(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = rings()
    chain = [Instance(0, 0, translate((2.0**k, 0.0, 0.0)) @ scale(0.4 * 2.0**k)) for k in range(-20, 20)]
    with sharing(always=True):
        placed = flatten(replace(scene, instances=chain))
    quiet = lambda _text, _fraction: None  # noqa: E731
    needed = two_level.build(placed, quiet).stack_size
    monkeypatch.setattr("raytracer.engine.two_level.STACK_LIMIT", needed - 1)
    assert two_level.build(placed, quiet).stack_size < needed


def test_a_shared_mesh_of_nothing_that_is_finite_is_left_out() -> None:
    broken = Mesh(np.full((300, 3), np.nan), np.arange(300).reshape(-1, 3))
    scene = Scene(
        shapes=[broken, ring()],
        materials=[Material()],
        instances=[Instance(k // 2, 0, translate((0.0, 0.0, 3.0 * k))) for k in range(4)],
    )
    with sharing(always=True):
        placed = flatten(scene)
    assert len(placed.copies) == 2
    towards_z = np.tile(np.float32([0.0, 0.0, 1.0]), (50, 1))
    origins = np.float32([0.8, 0.0, -5.0]) + np.random.default_rng(0).uniform(-0.1, 0.1, (50, 3)).astype(np.float32)
    trees, (_, _, _, instance) = hits_of(placed, origins, towards_z)
    assert np.isfinite(trees.radius)
    assert (instance == trees.first_instance + 2 * 3).any()


def test_spheres_are_never_instances() -> None:
    scene = Scene(
        shapes=[Sphere(1.0)],
        materials=[Material()],
        instances=[Instance(0, 0, translate((k, 0, 0))) for k in range(50)],
    )
    with sharing(always=True):
        placed = flatten(scene)
    assert not placed.copies
    assert len(placed.world.spheres) == 50
