"""Where things stand: the transform keys that shapes and their instances share."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from pydantic import AfterValidator

from raytracer.io.toml_scene.scan import KeyPath
from raytracer.io.toml_scene.source import Source, Spread
from raytracer.scene import transform
from raytracer.scene.model import Finite, Model, Vec3, quantity


def _not_flat(values: tuple[float, float, float]) -> tuple[float, float, float]:
    if 0.0 in values:
        raise ValueError("a scale of zero leaves nothing to see")
    return values


_AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

Scale = Annotated[Vec3, AfterValidator(_not_flat), Spread()]


class Placement(Model):
    """Either ``matrix``, or a scale, then a turn, then a translation."""

    translate: Vec3 | None = quantity(None, "Moves by this much, after everything else", unit="m")
    rotate: Vec3 | None = quantity(
        None, "Turns about the x axis, then y, then z (fixed axes, counter-clockwise)", unit="degree"
    )
    axis_angle: tuple[Finite, Finite, Finite, Finite] | None = quantity(
        None, "Turns about the axis (x, y, z) by the fourth number, counter-clockwise", unit="degree"
    )
    aim_at: Vec3 | None = quantity(
        None, "Turns the shape so that its +Y side (the front of a quad or disk) looks at this point", unit="m"
    )
    scale: Scale | None = quantity(None, "One factor or three, before everything else")
    matrix: list[Finite | list[Finite]] | None = quantity(
        None, "16 numbers, or 4 rows of 4: world from object, translation in the last column"
    )


def matrix_of(placement: Placement, source: Source, path: KeyPath) -> np.ndarray:
    """The (4, 4) f64 transform; ``InputError`` for keys that exclude each other."""
    turns = [key for key in ("rotate", "axis_angle", "aim_at") if getattr(placement, key) is not None]
    if len(turns) > 1:
        raise source.error((*path, turns[1]), f"cannot be combined with {turns[0]}", "keep one of them")
    if placement.matrix is not None:
        others = [*turns, *(key for key in ("translate", "scale") if getattr(placement, key) is not None)]
        if others:
            raise source.error((*path, others[0]), "cannot be combined with matrix", "keep one of them")
        return _matrix(placement.matrix, source, (*path, "matrix"))
    offset = placement.translate or (0.0, 0.0, 0.0)
    turn = np.eye(4)
    if placement.rotate is not None:
        for axis, angle_deg in zip(_AXES, placement.rotate, strict=True):
            turn = transform.rotate(axis, angle_deg) @ turn
    elif placement.axis_angle is not None:
        if not any(placement.axis_angle[:3]):
            raise source.error((*path, "axis_angle"), "the axis must not be zero")
        turn = transform.rotate(placement.axis_angle[:3], placement.axis_angle[3])
    elif placement.aim_at is not None:
        turn = _aimed(np.subtract(placement.aim_at, offset), source, (*path, "aim_at"))
    return transform.translate(offset) @ turn @ transform.scale(placement.scale or (1.0, 1.0, 1.0))


def _matrix(rows: list[Any], source: Source, path: KeyPath) -> np.ndarray:
    flat = [n for row in rows for n in row] if all(isinstance(row, list) for row in rows) else rows
    if len(flat) != 16 or any(isinstance(n, list) for n in flat):
        raise source.error(path, "must be 16 numbers, or 4 rows of 4")
    matrix = np.array(flat, np.float64).reshape(4, 4)
    if not np.allclose(matrix[3], (0.0, 0.0, 0.0, 1.0)):
        raise source.error(path, "the last row must be 0 0 0 1", "the translation goes into the last column")
    if not np.abs(np.linalg.det(matrix[:3, :3])) > 1e-30:
        raise source.error(path, "the matrix flattens the shape: its determinant is zero")
    return matrix


def _aimed(direction: np.ndarray, source: Source, path: KeyPath) -> np.ndarray:
    """The rotation that takes +Y to ``direction`` and keeps the object's X axis level."""
    length = np.linalg.norm(direction)
    if length < 1e-9:
        raise source.error(path, "is where the shape itself stands")
    y = direction / length
    x = np.cross((0.0, 1.0, 0.0), y)
    if np.linalg.norm(x) < 1e-6:
        return np.eye(4) if y[1] > 0.0 else transform.rotate((1.0, 0.0, 0.0), 180.0)
    x /= np.linalg.norm(x)
    matrix = np.eye(4)
    matrix[:3, :3] = np.stack([x, y, np.cross(x, y)], axis=1)
    return matrix
