"""Undo and redo: steps of edits, of which consecutive ones of the same target become one."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from raytracer.scene.edit_checks import LISTS
from raytracer.scene.edits import Edit, Insert, Remove, Set, apply_all, compact, contents, inverse_all
from raytracer.scene.scene import Scene


@dataclass(frozen=True)
class Step:
    """One thing that the user did. ``number`` is never used twice, so that it names the state after the step."""

    number: int
    label: str
    """For people: "Roughness of Glass 0.2"."""
    forward: tuple[Edit, ...]
    back: tuple[Edit, ...]

    @property
    def target(self) -> tuple[object, ...] | None:
        """What it sets; None for a step that does something else than set values."""
        if not all(isinstance(edit, Set) for edit in self.forward):
            return None
        return tuple(edit.path for edit in self.forward if isinstance(edit, Set))


class History:
    """The steps done and undone. Knows no scene of its own: whoever applies the edits keeps it."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self.done: tuple[Step, ...] = ()
        self.undone: tuple[Step, ...] = ()
        """The next to redo last."""
        self._saved: tuple[Step, ...] = ()

    @property
    def state(self) -> int:
        """Number of the present state; 0 is the scene as it was opened."""
        return state_after(self.done)

    @property
    def saved(self) -> bool:
        """Whether the scene's contents are as on the disk. Camera, settings and view alone are no reason to ask."""
        return self.state == state_after(self._saved) or not contents(difference(self._saved, self.done))

    def mark_saved(self, steps: tuple[Step, ...] | None = None) -> None:
        """The present state, or the one after these steps, was written to the disk."""
        self._saved = self.done if steps is None else steps

    def push(self, label: str, edits: tuple[Edit, ...], scene: Scene, *, merge: bool = False) -> Scene:
        """Does something new; the scene afterwards. With ``merge`` it continues the last step if that had its target.

        ``InputError`` leaves everything as it was.
        """
        after = apply_all(edits, scene)
        step = Step(next(self._numbers), label, edits, inverse_all(edits, scene))
        last = self.done[-1] if self.done else None
        if merge and last is not None and step.target is not None and step.target == last.target and not self.undone:
            step = Step(step.number, label, compact_pair(last.forward, edits), last.back)
            self.done = self.done[:-1]
        self.done = (*self.done, step)
        self.undone = ()
        return after

    def undo(self, scene: Scene) -> Scene:
        """Takes the last step back."""
        *rest, step = self.done
        scene = apply_all(step.back, scene)
        self.done, self.undone = tuple(rest), (*self.undone, step)
        return scene

    def redo(self, scene: Scene) -> Scene:
        """Does the step undone last again."""
        *rest, step = self.undone
        scene = apply_all(step.forward, scene)
        self.done, self.undone = (*self.done, step), tuple(rest)
        return scene

    def drop(self, scene: Scene) -> Scene:
        """Takes the last step back and forgets it: it could not be carried out."""
        scene = self.undo(scene)
        self.undone = self.undone[:-1]
        return scene


def state_after(steps: tuple[Step, ...]) -> int:
    """The number of the state after these steps."""
    return steps[-1].number if steps else 0


def compact_pair(old: tuple[Edit, ...], new: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Two steps of the same targets in one: the newer values."""
    return compact(new) if len(old) == len(new) else compact((*old, *new))


def difference(there: tuple[Step, ...], wanted: tuple[Step, ...]) -> tuple[Edit, ...]:
    """What leads from the state after the steps ``there`` to the state after ``wanted``."""
    common = 0
    while common < min(len(there), len(wanted)) and there[common].number == wanted[common].number:
        common += 1
    back = [edit for step in reversed(there[common:]) for edit in step.back]
    return compact([*back, *(edit for step in wanted[common:] for edit in step.forward)])


def kept_places(steps: tuple[Step, ...], opened: Scene) -> dict[str, tuple[int | None, ...]]:
    """For each list, where the items that it has after the steps stood in the scene that was opened; None: new."""
    places: dict[str, list[int | None]] = {name: list(range(len(getattr(opened, name)))) for name in LISTS}
    for edit in difference((), steps):
        if isinstance(edit, Insert):
            places[edit.collection].insert(edit.index, None)
        elif isinstance(edit, Remove):
            del places[edit.collection][edit.index]
    return {name: tuple(found) for name, found in places.items()}
