"""The tree over primitives: its structure, hits against brute force, and inputs that break builders and traversals."""

from __future__ import annotations

import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from raytracer.engine.boxes import BoxArrays
from raytracer.engine.bvh import Bvh, build, pack_primitives
from raytracer.engine.flatten import Flattened, IndexedCorners, VertexFormat
from raytracer.engine.kernels.level_search import LEVELS
from raytracer.engine.kernels.traversal import BLOCK, LEAF_COUNT_BITS, PRIM_STRIDE, STACK_LIMIT
from raytracer.engine.layout import SPHERE_STRIDE
from raytracer.engine.renderer import Renderer
from raytracer.errors import InputError
from tests.engine import trace_on
from tests.engine.rays import Body, closed_sphere, random_directions, unit

X, Y, Z = np.eye(3, dtype=np.float32)


@pytest.fixture(autouse=True)
def _taichi(renderer: Renderer) -> None:
    """The build and the queries are kernels."""


def soup(seed: int, triangles: int, spheres: int = 0, size: float = 0.2) -> Body:
    """Random primitives in the unit cube."""
    rng = np.random.default_rng(seed)
    centres = rng.random((triangles, 1, 3))
    corners = centres + rng.normal(scale=size, size=(triangles, 3, 3))
    balls = np.concatenate([rng.random((spheres, 3)), rng.uniform(0.02, size, (spheres, 1))], axis=1)
    return Body.of(corners, balls)


def rays_through(seed: int, count: int = 2000) -> tuple[np.ndarray, np.ndarray]:
    """From points in and around the unit cube in all directions."""
    rng = np.random.default_rng(seed)
    return rng.uniform(-0.5, 1.5, (count, 3)).astype(np.float32), random_directions(rng, count)


def leaves(tree: Bvh) -> list[tuple[int, int, int, int]]:
    """(node, slot, first, count) of every leaf that holds something."""
    children = tree.codes
    node, slot = np.nonzero(children < -1)
    codes = ~children[node, slot]
    return list(zip(node, slot, codes >> LEAF_COUNT_BITS, codes & ((1 << LEAF_COUNT_BITS) - 1), strict=True))


def assert_sound(tree: Bvh, lower: np.ndarray, upper: np.ndarray) -> None:
    """Each primitive is in one leaf with a block of its own, inside all boxes above it; nodes are depth-first; the
    stack bound holds."""
    boxes, children = tree.bounds, tree.codes
    assert (boxes[:, :3] > boxes[:, 3:]).all(axis=1)[children == -1].all()
    assert sorted(tree.order[tree.order >= 0]) == list(range(len(lower)))
    spans = sorted((first, count) for _, _, first, count in leaves(tree))
    assert [first for first, _ in spans] == list(range(0, len(tree.order), BLOCK))
    assert all(0 < count <= BLOCK for _, count in spans)
    assert sum(count for _, count in spans) == len(lower)
    low, high = np.full((len(children), 3), np.inf), np.full((len(children), 3), -np.inf)
    need, levels = np.zeros(len(children), int), np.zeros(len(children), int)
    parents = np.zeros(len(children), int)
    for node in reversed(range(len(children))):  # children lie behind their parents
        for slot in range(tree.width):
            code = children[node, slot]
            if code == -1:
                continue
            if code >= 0:
                assert code > node
                parents[code] += 1
                inside_low, inside_high = low[code], high[code]
            else:
                first, count = ~code >> LEAF_COUNT_BITS, ~code & ((1 << LEAF_COUNT_BITS) - 1)
                members = tree.order[first : first + count]
                assert (members >= 0).all()
                inside_low, inside_high = lower[members].min(axis=0), upper[members].max(axis=0)
            assert (boxes[node, :3, slot] <= inside_low).all()
            assert (boxes[node, 3:, slot] >= inside_high).all()
            low[node], high[node] = np.minimum(low[node], inside_low), np.maximum(high[node], inside_high)
        used = int((children[node] != -1).sum())
        deepest = max((need[code] for code in children[node] if code >= 0), default=0)
        need[node] = max(used, used - 1 + deepest)
        levels[node] = 1 + max((levels[code] for code in children[node] if code >= 0), default=0)
        assert levels[node] == 1 or used == tree.width, "the bound on levels rests on full nodes"
    assert (parents[1:] == 1).all()
    assert need[0] == tree.stack_size <= STACK_LIMIT
    assert levels[0] == tree.depth <= LEVELS


def bounds(body: Body) -> tuple[np.ndarray, np.ndarray]:
    """Boxes of the primitives, as ``Body.of`` makes them."""
    lower = np.concatenate([body.triangles.min(axis=1), body.spheres[:, :3] - body.spheres[:, 3:]])
    return lower, np.concatenate([body.triangles.max(axis=1), body.spheres[:, :3] + body.spheres[:, 3:]])


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 9, 33, 257, 3000])
def test_tree_is_sound_for_any_number_of_primitives(count: int) -> None:
    body = soup(count, count - count // 3, count // 3)
    assert_sound(body.tree, *bounds(body))


@pytest.mark.parametrize("seed", range(4))
def test_hits_equal_brute_force(seed: int) -> None:
    body = soup(seed, 300, 40)
    origins, directions = rays_through(seed + 100)
    got, expected = body.hits(origins, directions), body.brute_force(origins, directions)
    # A ray may graze an edge or a silhouette so closely that f32 and f64 differ.
    different = got.prim != expected.prim
    assert different.mean() <= 0.001
    same = ~different & (got.prim >= 0)
    assert got.t[same] == pytest.approx(expected.t[same], rel=1e-4, abs=1e-5)
    assert got.uv[same] == pytest.approx(expected.uv[same], abs=2e-3)
    assert (got.uv[got.prim >= len(body.triangles)] == 0.0).all()
    assert 0.3 < same.mean() < 1.0


def test_any_hit_agrees_with_closest_hit() -> None:
    body = soup(5, 500, 50, size=0.1)
    origins, directions = rays_through(6)
    closest, some = body.hits(origins, directions), body.hits(origins, directions, any_hit=True)
    assert ((closest.prim >= 0) == (some.prim >= 0)).all()
    hit = closest.prim >= 0
    assert (some.t[hit] >= closest.t[hit]).all()
    assert (some.t[hit] > closest.t[hit]).any(), "an any-hit query that always finds the closest stops too late"


def test_t_max_cuts_off() -> None:
    body = soup(7, 200, 20)
    origins, directions = rays_through(8)
    closest = body.hits(origins, directions)
    hit = closest.prim >= 0
    before = body.hits(origins[hit], directions[hit], closest.t[hit] * np.float32(0.999))
    after = body.hits(origins[hit], directions[hit], closest.t[hit] * np.float32(1.001))
    assert (before.prim == -1).all()
    assert (after.prim == closest.prim[hit]).all()
    assert (body.hits(origins, directions, 0.0).prim == -1).all()


def test_directions_of_other_lengths_scale_t() -> None:
    body = soup(9, 100, 10)
    origins, directions = rays_through(10, 500)
    plain, double = body.hits(origins, directions), body.hits(origins, 2.0 * directions)
    assert (plain.prim == double.prim).mean() > 0.998
    same = (plain.prim == double.prim) & (plain.prim >= 0)
    assert double.t[same] == pytest.approx(0.5 * plain.t[same], rel=1e-4, abs=1e-6)


def test_sphere_from_inside_and_outside() -> None:
    body = Body.of(spheres=np.array([[1.0, 2.0, 3.0, 0.5]]))
    origins = np.float32([[1, 2, 3], [1, 2, 0], [1, 2, 6], [1, 2.4999, 0], [1, 2.5001, 0]])
    directions = np.float32([Z, Z, Z, Z, Z])
    hits = body.hits(origins, directions)
    assert hits.prim.tolist() == [0, 0, -1, 0, -1]
    assert hits.t[:2] == pytest.approx([0.5, 2.5])


def test_empty_scene_hits_nothing() -> None:
    body = Body.of()
    origins, directions = rays_through(0, 50)
    assert (body.hits(origins, directions).prim == -1).all()
    assert body.tree.order.tolist() == [-1] * BLOCK
    assert len(pack_primitives(body.triangles, body.spheres, body.tree.order)) == BLOCK * PRIM_STRIDE


def test_axis_parallel_rays_also_along_box_planes() -> None:
    # A lattice of unit squares in z = 0: the rays run inside the planes that bound its boxes.
    corner = np.stack(np.meshgrid(np.arange(6.0), np.arange(6.0), [0.0]), -1).reshape(-1, 3)
    body = Body.of(np.concatenate([corner[:, None] + [[0 * X, X, X + Y]], corner[:, None] + [[0 * X, X + Y, Y]]]))
    across = np.stack(np.meshgrid(np.arange(7.0), np.arange(7.0), [3.0]), -1).reshape(-1, 3).astype(np.float32)
    hits = body.hits(across, np.tile(-Z, (len(across), 1)))
    assert (hits.prim >= 0).all(), "rays through shared corners leak"
    assert hits.t == pytest.approx(np.full(len(across), 3.0))
    negative_zero = np.tile(np.float32([-0.0, -0.0, -1.0]), (len(across), 1))
    assert (body.hits(across, negative_zero).prim >= 0).all()
    walls = Body.of(np.array([[[0, 0, 0], [0, 1, 0], [0, 0, 1]], [[5, 0, 0], [5, 2, 0], [5, 0, 2]]]))
    for direction, distance in ((X, 1.0), (-X, 4.0)):
        assert walls.hits(np.float32([[4.0, 0.1, 0.1]]), direction[None]).t[0] == pytest.approx(distance)


def test_rays_that_are_not_finite_hit_nothing_and_end() -> None:
    body = soup(11, 400, 40)
    bad = np.float32([np.nan, np.inf, -np.inf])
    fine = np.float32([0.5, 0.5, 0.5])
    origins, directions = [], []
    for value in bad:
        for axis in range(3):
            broken = unit(np.float32([1, 2, 3]))
            broken[axis] = value
            origins += [fine, broken]
            directions += [broken, X]
    origins.append(fine)
    directions.append(np.zeros(3, np.float32))
    hits = body.hits(np.array(origins), np.array(directions))
    assert (hits.prim == -1).all()


def test_triangles_without_area_are_never_hit() -> None:
    point = [[0.3, 0.3, 0.0]] * 3
    collinear = [[0, 0, 0], [1, 1, 0], [0.37, 0.37, 0]]
    repeated = [[0, 0, 0], [1, 1, 0], [1, 1, 0]]
    body = Body.of(np.array([point, collinear, repeated]))
    rng = np.random.default_rng(3)
    origins = rng.normal(size=(20000, 3)).astype(np.float32)
    along = rng.random((20000, 1)) * [[1.0, 1.0, 0.0]]
    along[::2] = point[0]
    assert (body.hits(origins, unit(along - origins)).prim == -1).all()


@pytest.mark.parametrize(("scale", "offset"), [(1.0, 0.0), (1e-4, 0.0), (1e4, 0.0), (100.0, 1e5), (1000.0, 1e6)])
def test_closed_mesh_does_not_leak(scale: float, offset: float) -> None:
    triangles = (closed_sphere() * scale + offset).astype(np.float32)
    body = Body.of(triangles)
    rng = np.random.default_rng(4)
    count = 50_000
    origins = (rng.uniform(-0.3, 0.3, (count, 3)) * scale + offset).astype(np.float32)
    triangle = triangles[rng.integers(0, len(triangles), count)]
    on_edge = rng.random((count, 1)).astype(np.float32)
    on_edge[::3] = 0.0  # every third ray aims at a corner
    target = triangle[:, 0] + on_edge * (triangle[:, 1] - triangle[:, 0])
    for directions in (random_directions(rng, count), unit(target - origins)):
        hits = body.hits(origins, directions)
        assert (hits.prim < 0).sum() == 0
        assert body.hits(origins, directions, any_hit=True).prim.min() >= 0


@pytest.mark.parametrize(
    ("centre", "radius"), [(0.0, 1e-4), (0.0, 1e4), (1e5, 100.0), (1e6, 1000.0)], ids=["1e-4", "1e4", "1e5", "1e6"]
)
def test_spheres_of_any_scale_and_place(centre: float, radius: float) -> None:
    body = Body.of(spheres=np.array([[centre, centre, centre, radius]]))
    rng = np.random.default_rng(5)
    outside = np.float32(centre + 4 * radius * random_directions(rng, 5000))
    target = np.float32(centre + 0.7 * radius * random_directions(rng, 5000))
    hits = body.hits(outside, unit(target - outside))
    assert (hits.prim == 0).all()
    points = outside.astype(np.float64) + hits.t[:, None] * unit(target - outside).astype(np.float64)
    spacing = np.spacing(np.float32(abs(centre) + 4 * radius))
    assert np.abs(np.linalg.norm(points - centre, axis=1) - radius).max() < 16 * spacing


def test_primitives_that_are_not_finite_are_left_out() -> None:
    corners = np.stack([np.eye(3)] * 6)
    corners[1, 0, 0], corners[3, 2, 1], corners[4, 1, 1] = np.nan, np.inf, 1e30
    body = Body.of(corners)
    assert sorted(body.tree.order[body.tree.order >= 0]) == [0, 2, 5]
    assert body.hits(np.zeros((1, 3)), unit(np.ones((1, 3)))).prim[0] in (0, 2, 5)


def concentric(count: int) -> np.ndarray:
    """Triangles with one centroid and growing size."""
    base = np.array([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 2.0, 0.0]])
    return base * np.linspace(0.01, 1.0, count)[:, None, None]


def log_chain(decades: int = 30) -> np.ndarray:
    """Sizes and places grow by powers of two, the classic deep tree."""
    steps = np.arange(int(decades * np.log2(10)))
    sizes = 1e-15 * 2.0**steps
    return np.array([[1.0, 0, 0], [1.5, 0, 0], [1.0, 0.5, 0]]) * sizes[:, None, None]


EXTREME = {
    "one place, 10,000 times": np.tile(np.eye(3), (10_000, 1, 1)),
    "concentric": concentric(2000),
    "powers of two": log_chain(),
    "far outlier": np.concatenate([closed_sphere(40), closed_sphere(4) * 1e12 + 1e13]),
    "two far heaps": np.concatenate([closed_sphere(30), closed_sphere(30) * 1e-6 + [1e6, 0, 0]]),
}


@pytest.mark.parametrize("name", EXTREME)
def test_extreme_inputs_build_quickly_with_a_bounded_stack(name: str) -> None:
    begin = time.perf_counter()
    body = Body.of(EXTREME[name])
    assert time.perf_counter() - begin < 5.0
    assert_sound(body.tree, *bounds(body))


def test_ten_thousand_equal_triangles_are_hit_like_one() -> None:
    one, many = Body.of(np.eye(3)[None]), Body.of(EXTREME["one place, 10,000 times"])
    origins, directions = rays_through(12)
    assert ((one.hits(origins, directions).prim >= 0) == (many.hits(origins, directions).prim >= 0)).all()


def test_every_link_of_a_chain_over_thirty_decades_is_hit() -> None:
    body = Body.of(log_chain())
    centroids = body.triangles.mean(axis=1)
    above = centroids + np.linalg.norm(centroids, axis=1, keepdims=True) * Z
    hits = body.hits(above.astype(np.float32), np.tile(-Z, (len(above), 1)))
    # Products of three lengths leave the range of f32 beyond 1e12, if the compiler may reorder them.
    sizes = np.linalg.norm(centroids, axis=1)
    inside = (sizes > 1e-12) & (sizes < 1e12)
    assert inside.sum() > 75
    assert (hits.prim == np.arange(len(above)))[inside].all()


def test_a_tree_too_deep_for_the_stack_is_rebuilt_flat(monkeypatch: pytest.MonkeyPatch) -> None:
    triangles = log_chain()
    # Only the limit differs: the same chain must come out shallower, sound, and within it.
    deep = Body.of(triangles).tree.stack_size
    monkeypatch.setattr("raytracer.engine.bvh.STACK_LIMIT", deep - 1)
    flat = Body.of(triangles)
    assert flat.tree.stack_size < deep
    assert_sound(flat.tree, *bounds(flat))


def test_a_tree_that_cannot_fit_the_stack_is_an_input_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("raytracer.engine.bvh.STACK_LIMIT", 5)
    with pytest.raises(InputError, match="fewer triangles"):
        Body.of(log_chain())


def test_more_primitives_than_indices_reach_are_an_input_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("raytracer.engine.bvh._MAX_PRIMITIVES", 99)
    with pytest.raises(InputError, match="99"):
        Body.of(log_chain())


@pytest.mark.parametrize(
    "name", ["one_triangle", "four_triangles", "same_triangle_10000", "concentric_2000", "log_spaced_chain"]
)
def test_collected_extreme_meshes(cases_dir: Path, name: str) -> None:
    text = (cases_dir / "46-bvh-extreme-inputs" / f"{name}.obj").read_text().splitlines()
    points = np.array([line.split()[1:4] for line in text if line.startswith("v ")], float)
    faces = np.array([[c.split("/")[0] for c in line.split()[1:4]] for line in text if line.startswith("f ")], int)
    body = Body.of(points[faces - 1])
    usable = int((body.tree.order >= 0).sum())
    assert usable == np.isfinite(points[faces - 1].astype(np.float32)).all(axis=(1, 2)).sum()
    assert_sound(body.tree, *bounds(body))


def test_progress_is_reported_and_ends_at_one() -> None:
    seen: list[tuple[str, float | None]] = []
    lower = np.random.default_rng(0).random((1000, 3)).astype(np.float32)
    build(BoxArrays(lower, lower + 0.01), progress=lambda text, fraction: seen.append((text, fraction)))
    fractions = [fraction for _, fraction in seen if fraction is not None]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    assert all(text for text, _ in seen)


def test_memory_stays_below_110_bytes_per_triangle() -> None:
    body = Body.of(closed_sphere(150))
    tree = body.tree
    records = pack_primitives(body.triangles, body.spheres, tree.order)
    total = sum(a.nbytes for a in (tree.records, tree.order, records))
    assert total / len(body.triangles) < 110.0


def test_building_takes_little_more_than_the_tree() -> None:
    triangles = np.float32(closed_sphere(400))  # 640,000, more than one batch
    corners = IndexedCorners(triangles.reshape(-1, 3), np.arange(3 * len(triangles), dtype=np.int32).reshape(-1, 3))
    nothing = np.zeros((0, SPHERE_STRIDE), np.float32)
    bits = np.zeros(len(triangles), np.int32)
    flat = Flattened(VertexFormat(0), corners.positions, corners.triangles, nothing, nothing, bits)
    tracemalloc.start()
    try:
        tree = build(flat)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak / len(triangles) < 160.0, "140 are asked for; of 72 of them, room for the binary tree, half is used"
    assert (tree.order >= 0).sum() == len(triangles)


def test_far_limit_is_infinite_enough() -> None:
    body = Body.of(np.eye(3)[None] * 1e15)
    hit = body.hits(np.zeros((1, 3), np.float32), unit(np.ones((1, 3))), np.inf)
    assert hit.prim[0] == 0
    assert hit.t[0] == pytest.approx(1e15 / np.sqrt(3.0), rel=1e-5)


@pytest.mark.vulkan
def test_vulkan_builds_the_tree_and_finds_the_same_hits(tmp_path: Path) -> None:
    file = tmp_path / "hits.npz"
    command = [sys.executable, "-m", "tests.engine.trace_on", "vulkan", str(file)]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=300)
    if done.returncode == 3:
        pytest.skip(f"no Vulkan here: {done.stdout.strip()}")
    assert done.returncode == 0, done.stderr
    there, here = np.load(file), trace_on.fixed_hits()
    assert ((there["prim"] >= 0) == (here.prim >= 0)).all()
    closest = slice(0, 400)  # any-hit queries may name different primitives
    assert (there["prim"] == here.prim)[closest].mean() > 0.99
    hit = (here.prim >= 0)[closest]
    assert there["t"][closest][hit] == pytest.approx(here.t[closest][hit], rel=1e-4, abs=1e-5)
