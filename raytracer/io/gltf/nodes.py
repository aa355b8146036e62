"""The node hierarchy: local and world transforms, without recursion, and without trusting that it is a tree.

[1] glTF 2.0 specification, section 3.5, "Scenes" and "Nodes".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from raytracer.io.gltf.document import Document, Entry
from raytracer.scene import transform

_LARGEST = 1e18
"""Matrix elements beyond this are damage."""
_SHARED_LIMIT = 100_000
"""Nodes with several parents stand in several places; more places than this (beyond one each) are not believable."""


@dataclass(frozen=True)
class PlacedNode:
    """A node of the shown scene and ``world_from_node`` (4, 4) f64."""

    index: int
    entry: Entry
    world: np.ndarray
    visible: bool


class Hierarchy:
    """All nodes of the file with their transforms. Raises ``InputError`` for loops and dangling references."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._entries = document.all("nodes")
        self._children = [_children(document, entry) for entry in self._entries]
        self._parents: list[list[int]] = [[] for _ in self._entries]
        for index, children in enumerate(self._children):
            for child in children:
                self._parents[child].append(index)
        self._locals = [_local_matrix(document, entry) for entry in self._entries]
        self.world = self._world_matrices()

    def _world_matrices(self) -> list[np.ndarray]:
        """``world_from_node`` of every node of the file, by its first parent; parents come before their children."""
        waiting = [len(parents) for parents in self._parents]
        ready = [index for index, count in enumerate(waiting) if count == 0]
        world = list(self._locals)
        done = 0
        while ready:
            index = ready.pop()
            done += 1
            if self._parents[index]:
                world[index] = _product(world[self._parents[index][0]], world[index], self._entries[index])
            for child in self._children[index]:
                waiting[child] -= 1
                if waiting[child] == 0:
                    ready.append(child)
        if done < len(self._entries):
            stuck = next(index for index, count in enumerate(waiting) if count > 0)
            raise self._entries[stuck].error("the node hierarchy contains a loop", remedy="export the file again")
        return world

    def placed(self, roots: list[int]) -> Iterator[PlacedNode]:
        """Every node below ``roots`` (included), once for each path that leads to it."""
        pending = [(root, self._locals[root], True) for root in reversed(self._outermost(roots))]
        left = len(self._entries) + _SHARED_LIMIT
        seen: set[int] = set()
        while pending:
            index, world, visible = pending.pop()
            entry = self._entries[index]
            left -= 1
            if left < 0:
                raise entry.error("nodes with several parents stand in more places than can be drawn")
            if index in seen:
                self._document.note("repaired", "a node with several parents is shown in several places", entry)
            seen.add(index)
            visible = visible and _is_visible(entry)
            yield PlacedNode(index, entry, world, visible)
            for child in reversed(self._children[index]):
                pending.append((child, _product(world, self._locals[child], self._entries[child]), visible))

    def roots(self) -> list[int]:
        """Nodes without a parent."""
        return [index for index, parents in enumerate(self._parents) if not parents]

    def _outermost(self, roots: list[int]) -> list[int]:
        """``roots`` without those that hang below another one: they would be drawn twice."""
        below: set[int] = set()
        pending = [child for root in roots for child in self._children[root]]
        while pending:
            index = pending.pop()
            if index not in below:
                below.add(index)
                pending.extend(self._children[index])
        for root in roots:
            if root in below:
                self._document.note("repaired", "the scene lists a node that also hangs below another one")
        return [root for root in dict.fromkeys(roots) if root not in below]


def scene_roots(document: Document, hierarchy: Hierarchy) -> tuple[str, list[int]]:
    """Name and root nodes of the scene to show: the default one, else the first, else all nodes without a parent."""
    scenes = document.all("scenes")
    number = document.root.index("scene")
    if number is None and not scenes:
        if hierarchy.roots():
            document.note("repaired", "the file has no scene; all nodes are shown")
        return "", hierarchy.roots()
    scene = document.item("scenes", number or 0, document.root)
    if len(scenes) > 1:
        document.note("ignored", f"scene {number or 0} of {len(scenes)} is shown, the others are left out")
    roots = scene.indices("nodes")
    for root in roots:
        document.item("nodes", root, scene)
    return scene.name, roots


def _children(document: Document, entry: Entry) -> list[int]:
    children = entry.indices("children")
    for child in children:
        document.item("nodes", child, entry)
    return children


def _is_visible(entry: Entry) -> bool:
    extension = entry.extension("KHR_node_visibility")
    return extension is None or extension.boolean("visible", True)


def _product(parent: np.ndarray, local: np.ndarray, entry: Entry) -> np.ndarray:
    with np.errstate(over="ignore", invalid="ignore"):
        world = parent @ local
    if not (np.abs(world) < _LARGEST).all():
        raise entry.error("the node's place in the world is not finite")
    return world


def _local_matrix(document: Document, entry: Entry) -> np.ndarray:
    """``parent_from_node`` (4, 4) f64."""
    if "matrix" in entry:
        # Stored column by column.
        matrix = np.array(entry.numbers("matrix", 16), np.float64).reshape(4, 4).T
        if not np.array_equal(matrix[3], (0.0, 0.0, 0.0, 1.0)):
            document.note("repaired", "the last row of the node's matrix is not 0, 0, 0, 1", entry)
            matrix[3] = (0.0, 0.0, 0.0, 1.0)
    else:
        matrix = compose(
            np.array([entry.numbers("translation", 3, (0.0, 0.0, 0.0))]),
            np.array([_rotation(document, entry)]),
            np.array([entry.numbers("scale", 3, (1.0, 1.0, 1.0))]),
        )[0]
    if not (np.abs(matrix) < _LARGEST).all():
        raise entry.error("the transform is not believable")
    return matrix


def _rotation(document: Document, entry: Entry) -> tuple[float, ...]:
    rotation = entry.numbers("rotation", 4, (0.0, 0.0, 0.0, 1.0))
    if abs(float(np.linalg.norm(rotation)) - 1.0) > 1e-3:
        document.note("repaired", "the rotation is not a unit quaternion and is normalised", entry)
    return rotation


def compose(translations: np.ndarray, rotations: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """(n, 4, 4) f64 matrices T * R * S of translations (n, 3), quaternions xyzw (n, 4) and scales (n, 3)."""
    matrices = np.stack([transform.from_quaternion(*rotation) for rotation in rotations])
    matrices[:, :3, :3] *= scales[:, None, :]
    matrices[:, :3, 3] = translations
    return matrices
