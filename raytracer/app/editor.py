"""Editing the open scene: everything that can be undone, and what is selected. Knows no widgets.

The document is the scene as it would be saved. Camera, settings and view live in the studio; the document follows them
and takes their changes into its history, so that they are undone like everything else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from raytracer.app.items import Item, inserted, moved
from raytracer.app.language import tr
from raytracer.app.notice import Notice
from raytracer.app.studio import Studio
from raytracer.app.words import change_label
from raytracer.app.workers import Worker
from raytracer.errors import InputError
from raytracer.scene import Camera, Scene
from raytracer.scene.edits import Edit, Set
from raytracer.scene.history import History, Step
from raytracer.scene.model import Model
from raytracer.session.protocol import Event
from raytracer.session.scene_messages import EditFailed

MERGE_SECONDS = 1.0
"""A change of the same value within this time continues the step before."""
LENS = {"fov_y_deg", "aperture_radius", "focus_distance", "projection"}


class Editor(QObject):
    """The studio's document, its history and the selection."""

    changed = Signal()
    """The document's contents, or the history; the selection is of this document already."""
    selection_changed = Signal()
    details_wanted = Signal()
    """The user asked for the properties of what is selected."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self.history = History()
        self.document = Scene()
        self.opened = Scene()
        """The document as it was when the file was opened."""
        self.selection: tuple[Item, ...] = ()
        """In the order in which it was made; the last one is shown in the properties."""
        self.moves_are_steps = False
        """Whether moving the camera can be undone, too."""
        self._changed_at = float("-inf")
        self._gesture = False
        self._busy = False
        studio.scene_changed.connect(self._begin)
        studio.view_changed.connect(self._note_view)
        studio.settings_changed.connect(self._note_settings)
        studio.camera_changed.connect(self._note_lens)
        studio.camera_rested.connect(self._note_move)
        studio.heard.connect(self._hear)
        self._begin()

    # ------------------------------------------------------------ doing and undoing

    def apply(self, label: str, *edits: Edit, merge: bool = False) -> bool:
        """Makes a step; whether it could be made. With ``merge`` a quick series of the same changes is one step."""
        if self._studio.scene is None or not edits:
            return False
        try:
            self.document = self.history.push(label, tuple(edits), self.document, merge=merge and self._continues())
        except InputError as error:
            self._studio.noticed.emit(Notice("error", str(error)))
            self.changed.emit()  # what shows the refused value shows the old one again
            return False
        self._changed_at = time.monotonic()
        self._follow(edits)
        return True

    def set(self, label: str, path: tuple[str | int, ...], value: Any, *, merge: bool = True) -> bool:
        """Sets one value."""
        return self.apply(label, Set(path, value), merge=merge)

    def begin_gesture(self) -> None:
        """Until ``end_gesture``, however long, changes of the same target are one step."""
        self._gesture, self._changed_at = True, float("-inf")

    def end_gesture(self) -> None:
        """The drag is over: the next change is a step of its own."""
        self._gesture, self._changed_at = False, float("-inf")

    def undo(self) -> None:
        """Takes the last step back."""
        if self.history.done:
            step = self.history.done[-1]
            self._travel(self.history.undo, step.back)

    def redo(self) -> None:
        """Does the step undone last again."""
        if self.history.undone:
            step = self.history.undone[-1]
            self._travel(self.history.redo, step.forward)

    def _travel(self, move: Callable[[Scene], Scene], edits: tuple[Edit, ...]) -> None:
        self._changed_at = float("-inf")
        self.document = move(self.document)
        self._follow(edits)
        if back := inserted(edits):
            self.select(back)

    def _continues(self) -> bool:
        first = self._changed_at == float("-inf")
        return not first and (self._gesture or time.monotonic() - self._changed_at < MERGE_SECONDS)

    def _follow(self, edits: Iterable[Edit]) -> None:
        """Brings selection, studio and workers to where the document is."""
        before, self.selection = self.selection, self._present(moved(self.selection, edits))
        self._busy = True
        try:
            studio, document = self._studio, self.document
            assert studio.scene is not None
            roots = {edit.path[0] if isinstance(edit, Set) else edit.collection for edit in edits}
            if "view" in roots:
                studio.change_view(**vars(document.view))
            if "settings" in roots:
                studio.change_settings(**vars(document.settings))
            if "cameras" in roots:
                studio.jump_camera(document.camera)
            studio.edit(replace(document, cameras=self.opened.cameras), self.history.done)
        finally:
            self._busy = False
        self.changed.emit()
        if before != self.selection:
            self.selection_changed.emit()

    # ------------------------------------------------------------ following the studio

    def _begin(self) -> None:
        scene = self._studio.scene
        if scene is None:
            return
        self.history = History()
        self.opened = scene.outline
        self.document = self._with_camera(scene.outline, self._studio.camera)
        self._changed_at = float("-inf")
        self.selection = ()
        self.changed.emit()
        self.selection_changed.emit()

    def _note_view(self) -> None:
        view = self._studio.view
        if not self._busy and view != self.document.view:
            self._record(("view",), self.document.view, view)

    def _note_settings(self) -> None:
        settings = self._studio.settings
        if not self._busy and settings != self.document.settings:
            self._record(("settings",), self.document.settings, settings)

    def _note_lens(self) -> None:
        """The lens is part of the scene; a move is so at its end, and only if the user wants it."""
        camera, before = self._studio.camera, self.document.camera
        changed = {name for name in Camera.model_fields if getattr(camera, name) != getattr(before, name)}
        if not self._busy and changed and changed <= LENS:
            self._record(self._camera_path, before, camera)

    def _note_move(self) -> None:
        camera = self._studio.camera
        if self._busy or camera == self.document.camera:
            return
        if self.moves_are_steps:
            self._changed_at = float("-inf")
            self._record(self._camera_path, self.document.camera, camera, tr("Camera move"))
        else:
            self.document = self._with_camera(self.document, camera)

    @property
    def _camera_path(self) -> tuple[str | int, ...]:
        return ("cameras", self.document.active_camera)

    @staticmethod
    def _with_camera(scene: Scene, camera: Camera) -> Scene:
        cameras = list(scene.cameras)
        cameras[scene.active_camera] = camera
        return replace(scene, cameras=cameras)

    def _record(self, path: tuple[str | int, ...], before: Model, after: Model, label: str = "") -> None:
        """Takes over what the studio did by itself."""
        if self._studio.scene is None:
            return
        names = [name for name in type(after).model_fields if getattr(before, name) != getattr(after, name)]
        edits = tuple(Set((*path, name), getattr(after, name)) for name in names)
        label = label or change_label(names, after)
        self.document = self.history.push(label, edits, self.document, merge=self._continues())
        self._changed_at = time.monotonic()
        self._studio.steps = self.history.done
        self.changed.emit()

    def _hear(self, worker: Worker, event: Event) -> None:
        """A worker could not carry out an edit: the newest step is taken back, everywhere."""
        if not isinstance(event, EditFailed):
            return
        worker.stands(event.standing)
        if not self._is_wanted(event.state):
            self._studio.orders.send()
            return
        step: Step = self.history.done[-1]
        self.document = self.history.drop(self.document)
        self._follow(step.back)
        self._studio.noticed.emit(Notice("error", f"{step.label}: {event.error}"))

    def _is_wanted(self, state: int) -> bool:
        return any(step.number == state for step in self.history.done)

    # ------------------------------------------------------------ selection

    def select(self, items: Iterable[Item]) -> None:
        """Selects these and nothing else."""
        self.selection = self._present(dict.fromkeys(items))
        self.selection_changed.emit()

    def _present(self, items: Iterable[Item]) -> tuple[Item, ...]:
        return tuple(item for item in items if item.of(self.document) is not None)

    def toggle(self, item: Item) -> None:
        """Adds it to the selection, or takes it out."""
        self.select([i for i in self.selection if i != item] if item in self.selection else [*self.selection, item])

    @property
    def current(self) -> Item | None:
        """The item whose properties are shown."""
        return self.selection[-1] if self.selection else None

    def selected(self, kind: str) -> list[int]:
        """Indices of the selected things of one kind."""
        return [item.index for item in self.selection if item.kind == kind]
