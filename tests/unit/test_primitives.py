"""Every generated body: orientation, normals, uvs and, where there is a formula, area and volume."""

from __future__ import annotations

import numpy as np
import pytest

from raytracer.scene import primitives as make
from raytracer.scene import procedural
from raytracer.scene.mesh import Mesh

CLOSED = {
    "box": (make.box((1.0, 2.0, 3.0)), 6.0, 22.0),
    "rounded box": (make.rounded_box((2.0, 2.0, 2.0), 0.25, segments=16), None, None),
    "ellipsoid": (make.ellipsoid((1.0, 2.0, 3.0)), 4.0 / 3.0 * np.pi * 6.0, 48.882),
    "cylinder": (make.cylinder(0.5, 2.0), np.pi * 0.5, 2.5 * np.pi),
    "cone": (make.cone(1.0, 0.0, 2.0), np.pi * 2.0 / 3.0, np.pi * (1.0 + 5.0**0.5)),
    "frustum": (make.cone(1.0, 0.5, 2.0), np.pi * 2.0 / 3.0 * 1.75, None),
    "torus": (make.torus(1.0, 0.25), 2.0 * np.pi**2 / 16.0, np.pi**2),
    "lathe": (make.lathe([(0, -1), (1, -1), (1, 1), (0, 1)]), 2.0 * np.pi, 6.0 * np.pi),
    "bumpy sphere": (procedural.bumpy_sphere(1.0, 4), None, None),
}
FLAT = {
    "quad": (make.quad((2.0, 3.0)), 6.0),
    "grid": (make.grid((2.0, 3.0), (5, 7)), 6.0),
    "disk": (make.disk(2.0), 4.0 * np.pi),
    "ring": (make.disk(2.0, inner_radius=1.0), 3.0 * np.pi),
}


def corners(mesh: Mesh) -> np.ndarray:
    return mesh.positions.astype(np.float64)[mesh.triangles]


def face_vectors(mesh: Mesh) -> np.ndarray:
    """Normals with the length of the triangles' area."""
    c = corners(mesh)
    return 0.5 * np.cross(c[:, 1] - c[:, 0], c[:, 2] - c[:, 0])


def area(mesh: Mesh) -> float:
    return float(np.linalg.norm(face_vectors(mesh), axis=1).sum())


def volume(mesh: Mesh) -> float:
    """Signed volume by the divergence theorem: positive when the triangles face outwards."""
    return float((corners(mesh).mean(axis=1) * face_vectors(mesh)).sum() / 3.0)


@pytest.mark.parametrize("name", CLOSED)
def test_closed_bodies_have_the_right_volume_and_area(name: str) -> None:
    mesh, expected_volume, expected_area = CLOSED[name]
    assert volume(mesh) > 0.0
    if expected_volume is not None:
        assert volume(mesh) == pytest.approx(expected_volume, rel=3e-3)
    if expected_area is not None:
        assert area(mesh) == pytest.approx(expected_area, rel=3e-3)


@pytest.mark.parametrize("name", CLOSED)
def test_closed_bodies_have_no_hole(name: str) -> None:
    mesh = CLOSED[name][0]
    places, vertex = np.unique(np.round(mesh.positions.astype(np.float64), 5), axis=0, return_inverse=True)
    triangles = vertex.reshape(-1)[mesh.triangles]
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    forward = edges[:, 0] * len(places) + edges[:, 1]
    backward = edges[:, 1] * len(places) + edges[:, 0]
    assert np.array_equal(np.sort(forward), np.sort(backward))


@pytest.mark.parametrize("name", FLAT)
def test_flat_shapes_face_up(name: str) -> None:
    mesh, expected_area = FLAT[name]
    assert area(mesh) == pytest.approx(expected_area, rel=1e-3)
    assert (face_vectors(mesh)[:, 1] > 0.0).all()
    assert np.allclose(mesh.positions[:, 1], 0.0)


@pytest.mark.parametrize("name", [*CLOSED, *FLAT])
def test_normals_are_unit_and_on_the_side_of_their_triangles(name: str) -> None:
    mesh = {**CLOSED, **FLAT}[name][0]
    assert mesh.normals is not None
    assert np.allclose(np.linalg.norm(mesh.normals, axis=1), 1.0, atol=1e-5)
    shading = mesh.normals[mesh.triangles].astype(np.float64)
    assert (np.einsum("tkc,tc->tk", shading, face_vectors(mesh)) > 0.0).all()


@pytest.mark.parametrize("name", [*CLOSED, *FLAT])
def test_uvs_are_in_the_unit_square_and_not_mirrored(name: str) -> None:
    """u to the right and v down, seen from outside: the uv triangle has the opposite turn of the surface triangle."""
    mesh = {**CLOSED, **FLAT}[name][0]
    assert mesh.uvs is not None
    assert mesh.uvs.min() >= -1e-6
    assert mesh.uvs.max() <= 1.0 + 1e-6
    if name == "bumpy sphere":  # triangles across its seam wrap
        return
    uv = mesh.uvs[mesh.triangles].astype(np.float64)
    a, b = uv[:, 1] - uv[:, 0], uv[:, 2] - uv[:, 0]
    assert (a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] < 0.0).all()


def test_a_rounded_box_keeps_its_outer_size_and_shrinks_by_the_corners() -> None:
    mesh, r, side = make.rounded_box((2.0, 2.0, 2.0), 0.25, segments=16), 0.25, 1.5
    lower, upper = mesh.bounds()
    assert np.allclose([lower, upper], [[-1.0] * 3, [1.0] * 3], atol=1e-6)
    steiner = side**3 + 6.0 * side**2 * r + 3.0 * np.pi * side * r**2 + 4.0 / 3.0 * np.pi * r**3
    assert volume(mesh) == pytest.approx(steiner, rel=1e-3)


def test_a_lathe_is_smooth_along_gentle_corners_and_hard_at_sharp_ones() -> None:
    profile = [(0.0, -1.0), (1.0, -1.0), (1.1, 0.0), (1.0, 1.0), (0.0, 1.0)]
    mesh = make.lathe(profile, segments=16, crease_deg=40.0)
    assert mesh.normals is not None
    middle = mesh.normals[np.isclose(mesh.positions[:, 1], 0.0)]
    assert np.allclose(middle[:, 1], 0.0, atol=1e-6)
    rim = mesh.normals[np.isclose(mesh.positions[:, 1], 1.0) & (np.hypot(*mesh.positions[:, [0, 2]].T) > 0.9)]
    assert len(np.unique(np.round(rim[:, 1], 4))) == 2


def test_v_runs_down_the_whole_lathe() -> None:
    mesh = make.lathe([(1.0, 0.0), (1.0, 1.0), (1.0, 4.0)], segments=8)
    assert mesh.uvs is not None
    for y, v in ((0.0, 1.0), (1.0, 0.75), (4.0, 0.0)):
        assert np.allclose(mesh.uvs[np.isclose(mesh.positions[:, 1], y), 1], v)


def test_bumpy_sphere_counts_and_seed() -> None:
    mesh = procedural.bumpy_sphere(2.0, 3, amplitude=0.1, seed=5)
    assert mesh.triangle_count == 20 * 4**3
    again = procedural.bumpy_sphere(2.0, 3, amplitude=0.1, seed=5)
    other = procedural.bumpy_sphere(2.0, 3, amplitude=0.1, seed=6)
    assert np.array_equal(mesh.positions, again.positions)
    assert not np.array_equal(mesh.positions, other.positions)
    radii = np.linalg.norm(mesh.positions, axis=1)
    assert radii.min() < 2.0 < radii.max()


def test_the_bumpy_sphere_without_bumps_is_a_sphere() -> None:
    mesh = procedural.bumpy_sphere(1.0, 4, amplitude=0.0)
    assert np.allclose(np.linalg.norm(mesh.positions, axis=1), 1.0, atol=1e-6)
    assert volume(mesh) == pytest.approx(4.0 / 3.0 * np.pi, rel=1e-2)


def test_terrain_stays_over_its_rectangle_and_between_its_heights() -> None:
    mesh = procedural.terrain((4.0, 2.0), (32, 16), height=0.5, seed=1)
    lower, upper = mesh.bounds()
    assert np.allclose(lower[[0, 2]], [-2.0, -1.0])
    assert np.allclose(upper[[0, 2]], [2.0, 1.0])
    assert 0.0 <= lower[1] < upper[1] < 1.0
    assert mesh.triangle_count == 2 * 32 * 16


@pytest.mark.parametrize(
    "call",
    [
        lambda: make.disk(1.0, segments=2),
        lambda: make.grid((1.0, 1.0), (0, 4)),
        lambda: make.torus(1.0, 2.0),
        lambda: make.rounded_box((1.0, 1.0, 1.0), 0.6),
        lambda: make.lathe([(1.0, 0.0), (1.0, 0.0)]),
        lambda: make.lathe([(-1.0, 0.0), (1.0, 0.0)]),
    ],
)
def test_impossible_shapes_are_refused(call) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=r"must|needs"):
        call()
