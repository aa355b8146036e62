"""Makes assets/models/musician.ply, conductor.ply: figures like game pieces. Run: python assets/make_orchestra.py

A musician sits with a violin and looks along +Z; the conductor stands on a podium, looks along -Z and lifts a baton.
About 1.3 and 1.9 metres high, on the XZ plane. Few triangles: there are 16,384 musicians in the orchestra.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from raytracer.scene import Mesh
from raytracer.scene.primitives import cylinder, ellipsoid, lathe, merge, rounded_box
from raytracer.scene.transform import apply_normals, apply_points, rotate, translate

FOLDER = Path(__file__).resolve().parent / "models"
Point = tuple[float, float, float]
ORANGE, BLUE = (240, 164, 20), (72, 148, 224)
"""Cloth: the colours that CPU and GPU have in the app."""
SKIN, WOOD, DARK, IVORY = (248, 214, 186), (206, 104, 44), (70, 50, 42), (250, 244, 228)
"""sRGB. Materials darken all of a figure, so that no two in a row look the same."""


def coloured(mesh: Mesh, color: tuple[int, int, int], matrix: np.ndarray) -> Mesh:
    """The mesh in its place, all of it in one colour (kept as sRGB 0..255 until it is written)."""
    assert mesh.normals is not None
    return Mesh(
        apply_points(matrix, mesh.positions),
        mesh.triangles,
        normals=apply_normals(matrix, mesh.normals),
        colors=np.tile([*color, 255], (len(mesh.positions), 1)) / 255.0,
        name=mesh.name,
    )


def limb(start: Point, end: Point, radius: float, color: tuple[int, int, int], segments: int) -> Mesh:
    """A stick from one point to another."""
    a, b = np.array(start), np.array(end)
    along = b - a
    length = float(np.linalg.norm(along))
    axis = np.cross((0.0, 1.0, 0.0), along / length)
    angle = np.degrees(np.arccos(np.clip(along[1] / length, -1.0, 1.0)))
    turn = rotate(tuple(axis), float(angle)) if np.linalg.norm(axis) > 1e-9 else np.eye(4)
    stick = cylinder(radius, length, segments=segments)
    return coloured(stick, color, translate(tuple((a + b) / 2.0)) @ turn)


def body(profile: list[tuple[float, float]], segments: int, color: tuple[int, int, int]) -> Mesh:
    """A robe."""
    return coloured(lathe(profile, segments=segments, crease_deg=50.0), color, np.eye(4))


def head(height: float, radius: float, segments: int) -> Mesh:
    """A ball, a little longer than wide."""
    return coloured(ellipsoid((radius, radius * 1.15, radius), segments=segments), SKIN, translate((0.0, height, 0.0)))


def musician() -> Mesh:
    """Seated: a wide skirt of cloth, a narrow chest, a violin on the left shoulder and a bow across it."""
    robe = [(0.0, 0.0), (0.36, 0.0), (0.35, 0.12), (0.30, 0.42), (0.24, 0.56), (0.23, 0.78), (0.17, 0.92), (0.0, 0.98)]
    violin = coloured(
        ellipsoid((0.10, 0.035, 0.19), segments=8),
        WOOD,
        translate((-0.20, 0.93, 0.24)) @ rotate((0.0, 1.0, 0.0), -28.0) @ rotate((1.0, 0.0, 0.0), -14.0),
    )
    neck = limb((-0.27, 0.97, 0.38), (-0.38, 1.01, 0.60), 0.016, DARK, 4)
    bow = limb((-0.42, 1.07, 0.34), (0.24, 0.90, 0.42), 0.009, IVORY, 4)
    left = limb((-0.19, 0.84, 0.03), (-0.36, 0.93, 0.54), 0.045, BLUE, 5)
    right = limb((0.20, 0.84, 0.03), (0.20, 0.89, 0.40), 0.045, BLUE, 5)
    return merge([body(robe, 12, BLUE), head(1.15, 0.125, 10), violin, neck, bow, left, right], "musician")


def conductor() -> Mesh:
    """Standing, both arms lifted, a baton in the right hand."""
    robe = [(0.0, 0.3), (0.26, 0.3), (0.21, 0.75), (0.20, 1.0), (0.27, 1.42), (0.22, 1.55), (0.0, 1.62)]
    podium = coloured(rounded_box((1.3, 0.3, 1.3), 0.03, segments=3), DARK, translate((0.0, 0.15, 0.0)))
    left = limb((-0.22, 1.48, 0.0), (-0.58, 1.82, -0.42), 0.06, ORANGE, 12)
    right = limb((0.22, 1.48, 0.0), (0.56, 1.98, -0.38), 0.06, ORANGE, 12)
    hands = [
        coloured(ellipsoid((0.07, 0.07, 0.07), segments=16), SKIN, translate(at))
        for at in ((-0.60, 1.84, -0.45), (0.58, 2.0, -0.41))
    ]
    baton = limb((0.58, 2.0, -0.41), (0.40, 2.42, -0.85), 0.012, IVORY, 8)
    figure = [body(robe, 40, ORANGE), head(1.80, 0.16, 32), podium, left, right, *hands, baton]
    return merge(figure, "conductor")


def write_ply(mesh: Mesh, path: Path) -> None:
    """Binary PLY with normals and 8-bit colours, indices as 32 bits."""
    assert mesh.normals is not None
    assert mesh.colors is not None
    kinds = [(name, "<f4") for name in ("x", "y", "z", "nx", "ny", "nz")] + [
        (n, "u1") for n in ("red", "green", "blue")
    ]
    vertices = np.zeros(len(mesh.positions), kinds)
    for i, name in enumerate(("x", "y", "z")):
        vertices[name], vertices[f"n{name}"] = mesh.positions[:, i], mesh.normals[:, i]
    for i, name in enumerate(("red", "green", "blue")):
        vertices[name] = np.round(255.0 * mesh.colors[:, i])
    faces = np.zeros(len(mesh.triangles), [("count", "u1"), ("corners", "<i4", 3)])
    faces["count"], faces["corners"] = 3, mesh.triangles
    properties = "".join(f"property {'float' if kind == '<f4' else 'uchar'} {name}\n" for name, kind in kinds)
    head = (
        f"ply\nformat binary_little_endian 1.0\nelement vertex {len(vertices)}\n{properties}"
        f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    path.write_bytes(head.encode() + vertices.tobytes() + faces.tobytes())


def main() -> None:
    """Writes both files."""
    FOLDER.mkdir(exist_ok=True)
    for figure in (musician(), conductor()):
        write_ply(figure, FOLDER / f"{figure.name}.ply")
        print(f"{figure.name}: {len(figure.triangles)} triangles")


if __name__ == "__main__":
    main()
