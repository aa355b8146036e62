"""Cuts polygons into triangles: fans where they are convex, ear clipping [1] where they are not.

[1] Meisters, "Polygons have ears", American Mathematical Monthly 82 (1975).
"""

from __future__ import annotations

import numpy as np


def triangulate(points: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Cuts many polygons at once.

    ``points`` (sum of counts, 3) are the corners of all polygons one after the other, ``counts`` (polygons,) how many
    each has, at least 3. Returns triangles (m, 3) i64 as indices into ``points``, in the order of the polygons, and for
    each the number of its polygon (m,). A polygon of n corners always gives n - 2 triangles that turn like itself;
    degenerate and self-crossing ones give some cover, never an error.
    """
    counts = np.asarray(counts, np.int64)
    points = np.asarray(points, np.float64)
    first = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)
    triangles: list[np.ndarray] = []
    owners: list[np.ndarray] = []
    for count in np.unique(counts).tolist():
        polygons = np.flatnonzero(counts == count)
        corners = first[polygons, None] + np.arange(count)
        cut = _cut(points, corners)
        triangles.append(cut.reshape(-1, 3))
        owners.append(np.repeat(polygons, count - 2))
    if not triangles:
        return np.zeros((0, 3), np.int64), np.zeros(0, np.int64)
    owner = np.concatenate(owners)
    order = np.argsort(owner, kind="stable")
    return np.concatenate(triangles)[order], owner[order]


def _cut(points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Triangles (f, n - 2, 3) of polygons with the same number of corners (f, n)."""
    count = corners.shape[1]
    if count == 3:
        return corners[:, None, :]
    p = points[corners]
    with np.errstate(over="ignore", invalid="ignore"):  # broken vertices are dropped later, with a note
        local = p - p[:, :1]
        normal = np.cross(local, np.roll(local, -1, axis=1)).sum(axis=1)  # Newell: twice the area vector
        if count == 4:
            return _cut_quads(p, normal, corners)
        before, after = p - np.roll(p, 1, axis=1), np.roll(p, -1, axis=1) - p
        turns_left = np.einsum("fnk,fk->fn", np.cross(before, after), normal) > 0.0
        convex = turns_left.all(axis=1) & _turns_once(before, normal)
    hopeless = ~(np.abs(normal).sum(axis=1) > 0.0) | ~np.isfinite(p).all(axis=(1, 2))
    cut = _fans(corners)
    for polygon in np.flatnonzero(~convex & ~hopeless).tolist():
        cut[polygon] = corners[polygon][_clip_ears(_flatten(p[polygon], normal[polygon]))]
    return cut


def _cut_quads(p: np.ndarray, normal: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Cuts from corner 0 to 2, or from 1 to 3 where the first cut would leave the quad or waste a triangle."""

    def smaller(*cut: tuple[int, int, int]) -> np.ndarray:
        areas = [np.einsum("fk,fk->f", np.cross(p[:, j] - p[:, i], p[:, k] - p[:, i]), normal) for i, j, k in cut]
        return np.asarray(np.minimum(*areas))

    first, second = smaller((0, 1, 2), (0, 2, 3)), smaller((1, 2, 3), (1, 3, 0))
    other = (first <= 0.0) & (second > first)
    return np.where(other[:, None, None], corners[:, [[1, 2, 3], [1, 3, 0]]], corners[:, [[0, 1, 2], [0, 2, 3]]])


def _fans(corners: np.ndarray) -> np.ndarray:
    fan = np.stack([corners[:, :-2], corners[:, 1:-1], corners[:, 2:]], axis=2)
    fan[:, :, 0] = corners[:, :1]
    return fan


def _turns_once(edges: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """Whether the edges (f, n, 3) go round once about the normal (f, 3): a star of left turns goes round twice."""
    axis = np.argmax(np.abs(normal), axis=1)
    u = np.take_along_axis(edges, ((axis + 1) % 3)[:, None, None], axis=2)[:, :, 0]
    v = np.take_along_axis(edges, ((axis + 2) % 3)[:, None, None], axis=2)[:, :, 0]
    angle = np.arctan2(v, u)
    step = np.roll(angle, -1, axis=1) - angle
    total = (np.remainder(step + np.pi, 2.0 * np.pi) - np.pi).sum(axis=1)
    return np.asarray(np.abs(total) < 3.0 * np.pi)


def _flatten(points: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """Drops the axis closest to the normal; counter-clockwise (n, 2)."""
    axis = int(np.argmax(np.abs(normal)))
    flat = points[:, [(axis + 1) % 3, (axis + 2) % 3]]
    return flat if normal[axis] > 0.0 else flat * [1.0, -1.0]


def _clip_ears(flat: np.ndarray) -> np.ndarray:
    """Triangles (n - 2, 3) of one simple counter-clockwise polygon (n, 2)."""
    ring = list(range(len(flat)))
    out: list[tuple[int, int, int]] = []
    while len(ring) > 3:
        index = np.array(ring)
        a, b, c = flat[np.roll(index, 1)], flat[index], flat[np.roll(index, -1)]
        area = _area(a, b, c)
        if (area > 0.0).all():
            break
        reflex = b[area <= 0.0]
        tip = next((i for i in np.flatnonzero(area > 0.0).tolist() if not _covers(a[i], b[i], c[i], reflex)), None)
        # Without an ear the polygon crosses itself: the widest corner goes, so that it still ends.
        at = int(np.argmax(area)) if tip is None else tip
        out.append((ring[at - 1], ring[at], ring[(at + 1) % len(ring)]))
        del ring[at]
    out += [(ring[0], ring[i], ring[i + 1]) for i in range(1, len(ring) - 1)]
    return np.array(out, np.int64)


def _area(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Twice the signed area of triangles in the plane."""
    ab, ac = b - a, c - a
    return np.asarray(ab[..., 0] * ac[..., 1] - ab[..., 1] * ac[..., 0])


def _covers(a: np.ndarray, b: np.ndarray, c: np.ndarray, others: np.ndarray) -> bool:
    """Whether a point of ``others`` (k, 2), other than the corners themselves, lies in or on the triangle."""
    inside = (_area(a, b, others) >= 0.0) & (_area(b, c, others) >= 0.0) & (_area(c, a, others) >= 0.0)
    if not inside.any():
        return False
    rest = others[inside]
    same = (rest == a).all(axis=1) | (rest == b).all(axis=1) | (rest == c).all(axis=1)
    return not bool(same.all())
