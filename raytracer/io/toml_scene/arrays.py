"""Many copies of a shape by a rule: ``array = { kind = "grid", ... }``; one model each, listed in one table."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from raytracer.scene import transform
from raytracer.scene.model import Finite, Model, Vec3, quantity

MAX_COPIES = 1_000_000

Count = Annotated[int, Field(ge=1, le=MAX_COPIES)]


class ArrayTable(Model):
    """What every array may have. Copies differ by chance, the same chance each time for a seed."""

    kind: str
    jitter: Finite = quantity(0.0, "Each copy is moved by up to this much along x and z", unit="m", ge=0.0)
    turn_jitter_deg: Finite = quantity(0.0, "Each is turned about y by up to this much", unit="degree", ge=0.0, le=180)
    scale_jitter: Finite = quantity(0.0, "Each is larger or smaller by up to this part", ge=0.0, lt=1.0)
    materials: list[str] = quantity([], "Each copy gets one of these materials by chance, instead of the shape's")
    seed: int = quantity(0, "Another number, another chance", ge=0, lt=2**32)

    def places(self) -> np.ndarray:
        """(n, 4, 4) f64: where the copies stand, before chance moves them. ``ValueError`` when there are too many."""
        raise NotImplementedError

    def copies(self) -> tuple[np.ndarray, np.ndarray]:
        """Transforms (n, 4, 4) f64, and which of ``materials`` each copy gets (n,) i64."""
        places = self.places()
        chance = np.random.default_rng(self.seed)
        count = len(places)
        moves = chance.uniform(-self.jitter, self.jitter, (count, 2))
        turns = np.radians(chance.uniform(-self.turn_jitter_deg, self.turn_jitter_deg, count))
        sizes = 1.0 + chance.uniform(-self.scale_jitter, self.scale_jitter, count)
        own = _about_y(turns)
        own[:, :3, :3] *= sizes[:, None, None]
        places[:, 0, 3] += moves[:, 0]
        places[:, 2, 3] += moves[:, 1]
        return places @ own, chance.integers(0, max(len(self.materials), 1), count)


class GridArray(ArrayTable):
    """Rows and columns about the shape's own place."""

    counts: tuple[Count, Count, Count] = quantity((10, 1, 10), "Copies along x, y and z")
    spacing: Vec3 = quantity((1.0, 1.0, 1.0), "From one to the next", unit="m")

    def places(self) -> np.ndarray:
        _check(int(np.prod(self.counts, dtype=np.int64)))
        steps = [(np.arange(n) - 0.5 * (n - 1)) * d for n, d in zip(self.counts, self.spacing, strict=True)]
        points = np.stack(np.meshgrid(*steps, indexing="ij"), axis=-1).reshape(-1, 3)
        places = np.tile(np.eye(4), (len(points), 1, 1))
        places[:, :3, 3] = points
        return places


class ArcArray(ArrayTable):
    """Rows on arcs behind the origin (towards -Z), as in an orchestra; every +Z side looks at the middle."""

    count: Count = quantity(100, "Copies in all; longer rows get more")
    rows: Annotated[int, Field(ge=1, le=10_000)] = quantity(5, "Arcs one behind the other")
    radius: float = quantity(4.0, "Of the first row", unit="m", gt=0.0, lt=1e9)
    row_spacing: float = quantity(1.0, "From one row to the next", unit="m", gt=0.0, lt=1e9)
    rise: Finite = quantity(0.0, "Each row stands higher by this much", unit="m")
    angle_deg: float = quantity(160.0, "How much of a circle the rows fill", unit="degree", gt=0.0, le=360.0)

    def places(self) -> np.ndarray:
        _check(self.count)
        radii = self.radius + self.row_spacing * np.arange(self.rows)
        # As many up to each row as its share of the length: rounding never loses a copy.
        ends = np.round(self.count * np.cumsum(radii) / radii.sum()).astype(np.int64)
        in_row = np.diff(ends, prepend=0)
        row = np.repeat(np.arange(self.rows), in_row)
        place = np.arange(self.count) - np.repeat(ends - in_row, in_row)
        share = (place + 0.5) / in_row[row] - 0.5
        angle = np.radians(self.angle_deg) * share
        places = _about_y(-angle)
        places[:, 0, 3] = radii[row] * np.sin(angle)
        places[:, 1, 3] = self.rise * row
        places[:, 2, 3] = -radii[row] * np.cos(angle)
        return places


ARRAYS: dict[str, type[ArrayTable]] = {"grid": GridArray, "arc": ArcArray}


def _check(count: int) -> None:
    if count > MAX_COPIES:
        raise ValueError(f"{count:,} copies are more than {MAX_COPIES:,}")


def _about_y(angles: np.ndarray) -> np.ndarray:
    """(n, 4, 4): turns about +Y by ``angles`` (n,), radians, counter-clockwise seen from above."""
    matrices = np.tile(transform.rotate((0.0, 1.0, 0.0), 0.0), (len(angles), 1, 1))
    cos, sin = np.cos(angles), np.sin(angles)
    matrices[:, 0, 0], matrices[:, 0, 2] = cos, sin
    matrices[:, 2, 0], matrices[:, 2, 2] = -sin, cos
    return matrices
