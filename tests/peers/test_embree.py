"""Hits against Embree on real and large meshes. Embree's own edge test is not watertight: rays through edges differ."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from raytracer.engine import two_level
from raytracer.engine.flatten import flatten
from raytracer.engine.kernels.ray_queries import trace_records
from raytracer.engine.renderer import Renderer
from raytracer.scene import Instance, Material, Mesh, Scene
from tests.engine.instanced import places, sharing
from tests.engine.rays import Body, Hits, closed_sphere, random_directions, unit

rtcore_scene = pytest.importorskip("embreex.rtcore_scene", reason="embreex is not installed")
mesh_construction = pytest.importorskip("embreex.mesh_construction", reason="embreex is not installed")

RAYS = 100_000
EDGE_FRACTION = 5e-5
"""Rays that may differ in being a hit at all: those within rounding of an outline."""


@pytest.fixture(autouse=True)
def _taichi(renderer: Renderer) -> None:
    """The build and the queries are kernels."""


def read_obj(path: Path) -> np.ndarray:
    """Corners (n, 3, 3) of a file that has triangles only."""
    lines = path.read_text().splitlines()
    points = np.array([line.split()[1:4] for line in lines if line.startswith("v ")], np.float32)
    faces = [[corner.split("/")[0] for corner in line.split()[1:]] for line in lines if line.startswith("f ")]
    return points[np.array(faces, int) - 1]


def embree_hits(corners: np.ndarray, origins: np.ndarray, directions: np.ndarray) -> Hits:
    """Closest hits of Embree; ``u``, ``v`` weigh the second and third corner, as ours do."""
    scene = rtcore_scene.EmbreeScene()
    mesh_construction.TriangleMesh(scene, corners)
    found = scene.run(origins, directions, query="INTERSECT", output=True)
    return Hits(found["tfar"], found["primID"], np.stack([found["u"], found["v"]], axis=1))


def rays_at(corners: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Half towards the mesh from around it, half in any direction from points beside its surface."""
    rng = np.random.default_rng(seed)
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    centre, radius = (low + high) / 2, float(np.linalg.norm(high - low)) / 2
    half = RAYS // 2
    outside = centre + 2.5 * radius * random_directions(rng, half)
    target = rng.uniform(low, high, (half, 3))
    weights = rng.dirichlet((1.0, 1.0, 1.0), half)
    triangle = corners[rng.integers(0, len(corners), half)]
    beside = (triangle * weights[:, :, None]).sum(axis=1) + 0.01 * radius * random_directions(rng, half)
    origins = np.concatenate([outside, beside]).astype(np.float32)
    return origins, np.concatenate([unit(target - outside), random_directions(rng, half)])


def assert_same_hits(corners: np.ndarray, seed: int) -> None:
    """The same rays hit at the same distances, but for a few at edges."""
    origins, directions = rays_at(corners, seed)
    body = Body.of(corners)
    ours, theirs = body.hits(origins, directions), embree_hits(body.triangles, origins, directions)
    hit, their_hit = ours.prim >= 0, theirs.prim >= 0
    assert (hit != their_hit).mean() <= EDGE_FRACTION
    both = hit & their_hit
    assert 0.2 < both.mean() < 0.95
    size = float(np.abs(corners).max())
    near = np.abs(ours.t - theirs.t) <= 1e-4 * theirs.t + 1e-6 * size
    assert (~near & both).mean() <= EDGE_FRACTION
    same = both & (ours.prim == theirs.prim)
    assert (both & ~same).mean() < 1e-3, "only neighbours across an edge may be confused"
    assert np.quantile(np.abs(ours.uv - theirs.uv)[same].max(axis=1), 0.999) < 2e-3
    some = body.hits(origins, directions, any_hit=True)
    assert ((some.prim >= 0) == hit).all()


def test_spot(data_dir: Path) -> None:
    assert_same_hits(read_obj(data_dir / "meshes-classic" / "spot" / "spot_triangulated.obj"), 1)


def test_bumpy_sphere() -> None:
    assert_same_hits(closed_sphere(60), 2)


def test_instances() -> None:
    """Two levels of trees, against Embree on all the copies."""
    corners = closed_sphere(20)
    mesh = Mesh(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))
    scene = Scene(
        shapes=[mesh], materials=[Material()], instances=[Instance(0, 0, place) for place in places(4, 60, spread=2.0)]
    )
    with sharing(always=False):
        copies = flatten(scene).world.corners[:]
    with sharing(always=True):
        trees = two_level.build(flatten(scene), lambda _text, _fraction: None)
    origins, directions = rays_at(copies, 5)
    far = np.full(RAYS, 1e30, np.float32)
    t, prim, _, instance = trace_records(
        trees.nodes.host, trees.prims.host, origins, directions, far, has_instances=True
    )
    theirs = embree_hits(copies, origins, directions)
    hit, their_hit = prim >= 0, theirs.prim >= 0
    assert (hit != their_hit).mean() <= 5 * EDGE_FRACTION
    both = hit & their_hit
    assert 0.2 < both.mean() < 0.95
    assert (instance[both] >= 0).all()
    assert (np.abs(t - theirs.t)[both] > 1e-4 * theirs.t[both] + 4e-6).mean() <= 5 * EDGE_FRACTION


@pytest.mark.slow
def test_large_bumpy_sphere() -> None:
    assert_same_hits(closed_sphere(388), 3)  # 600,000 triangles
