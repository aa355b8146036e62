"""What can be selected: one thing in the scene, by the list that holds it and its place there. Knows no Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from raytracer.scene import Scene
from raytracer.scene.edits import Edit, Insert, KeyPath, Remove

LISTS = ("instances", "materials", "lights", "cameras")
SINGLE = ("environment", "medium")


@dataclass(frozen=True)
class Item:
    """``kind`` is a field of ``Scene``; ``index`` counts in its list, and is 0 for what there is only one of."""

    kind: str
    index: int = 0

    @property
    def path(self) -> KeyPath:
        """Where edits find it."""
        return (self.kind, self.index) if self.kind in LISTS else (self.kind,)

    def of(self, scene: Scene) -> Any:
        """The thing itself; None where there is none (any more)."""
        found = getattr(scene, self.kind)
        if self.kind in SINGLE:
            return found
        return found[self.index] if self.index < len(found) else None


def moved(items: Iterable[Item], edits: Iterable[Edit]) -> tuple[Item, ...]:
    """The same things after edits: what was removed is left out, what stands behind a change of the list moves."""
    items = tuple(items)
    for edit in edits:
        if isinstance(edit, Insert):
            items = tuple(_shifted(item, edit.collection, edit.index, 1) for item in items)
        elif isinstance(edit, Remove):
            gone = Item(edit.collection, edit.index)
            items = tuple(_shifted(i, edit.collection, edit.index + 1, -1) for i in items if i != gone)
    return items


def _shifted(item: Item, kind: str, start: int, by: int) -> Item:
    return replace(item, index=item.index + by) if item.kind == kind and item.index >= start else item


def inserted(edits: Iterable[Edit]) -> tuple[Item, ...]:
    """What a step brought in, as it stands after all of its edits: objects without their materials."""
    items: tuple[Item, ...] = ()
    for edit in edits:
        items = moved(items, (edit,))
        if isinstance(edit, Insert) and edit.collection in LISTS:
            items = (*items, Item(edit.collection, edit.index))
    without = {"materials"} if any(item.kind == "instances" for item in items) else set()
    return tuple(item for item in items if item.kind not in without)


def name_of(scene: Scene, item: Item) -> str:
    """What the thing is called in its file; empty where it has no name."""
    return str(getattr(item.of(scene), "name", "") or "")


def unused_name(name: str, taken: Iterable[str]) -> str:
    """ "ball 2" where there is a "ball"."""
    taken = set(taken)
    if name not in taken:
        return name
    stem = name.rstrip("0123456789").rstrip() if name[-1:].isdigit() else name
    number = 2
    while f"{stem} {number}" in taken:
        number += 1
    return f"{stem} {number}"
