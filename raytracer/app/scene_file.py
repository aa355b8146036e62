"""The file behind the document: saving it, asking before changes are lost, and the journal for the case of a crash."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from raytracer.app import framing
from raytracer.app.editor import Editor
from raytracer.app.language import tr
from raytracer.app.notice import Notice
from raytracer.app.parts import timer
from raytracer.app.recovery import EditJournal, Recovery, find
from raytracer.app.studio import Studio
from raytracer.app.workers import Worker
from raytracer.resources import scenes_dir
from raytracer.scene import Scene
from raytracer.scene.history import Step, difference, kept_places
from raytracer.session.protocol import Event, SaveFailed
from raytracer.session.scene_messages import SaveScene, SceneSaved

JOURNAL_MS = 800
"""Quiet time after an edit before it is written to the journal."""


class SceneFile(QObject):
    """What the open document is called on the disk."""

    changed = Signal()
    """The name, or whether there is something to save."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._editor = studio.feature(Editor)
        self._journal = EditJournal()
        self.path: Path | None = None
        """Where Ctrl+S writes; None where the user has to say first, as for a glTF file or a bundled scene."""
        self._saving: dict[int, tuple[Step, ...]] = {}
        self._then: Callable[[], object] | None = None
        self._recovery: Recovery | None = None
        self._journal_later = timer(self, JOURNAL_MS, self._write_journal, once=True)
        studio.scene_changed.connect(self._opened)
        studio.heard.connect(self._hear)
        self._editor.changed.connect(self._edited)

    @property
    def unsaved(self) -> bool:
        """Whether closing would lose something."""
        return self._studio.scene is not None and not self._editor.history.saved

    # ------------------------------------------------------------ saving

    def suggestion(self) -> Path:
        """A name for "save as"."""
        if self.path is not None:
            return self.path
        scene = self._studio.scene
        stem = scene.path.stem if scene is not None else "scene"
        bundled = scene is None or scene.path.resolve().is_relative_to(scenes_dir().resolve())
        folder = Path.home() if bundled or scene is None else scene.path.parent
        return folder / f"{stem}.toml"

    def save(self, path: Path, then: Callable[[], object] | None = None) -> None:
        """Writes the document; the worker does it. ``then`` follows when it is on the disk."""
        history = self._editor.history
        self._saving[history.state] = history.done
        self._then = then
        kept = kept_places(history.done, self._editor.opened)
        self._studio.worker.client.send(SaveScene(path, self._as_saved(), history.state, kept))

    def _as_saved(self) -> Scene:
        """The document with the camera as a file describes it: for the picture's own aspect."""
        studio, document = self._studio, self._editor.document
        assert studio.scene is not None
        cameras = list(self._editor.opened.cameras)
        camera = framing.unfit(studio.camera, studio.scene.designed_size, studio.fitted_size)
        named = next((i for i, c in enumerate(cameras) if c.name == camera.name), document.active_camera)
        untouched = studio.camera == studio.home_camera
        if untouched or framing.same(cameras[named], camera):
            return replace(document, cameras=cameras, active_camera=named)
        lens = {name: value for name, value in cameras[named] if name in ("fov_y_deg", "ortho_height")}
        near = {name: value for name, value in lens.items() if math.isclose(value, getattr(camera, name), rel_tol=1e-9)}
        cameras[named] = camera.model_copy(update={"name": cameras[named].name, **near})
        return replace(document, cameras=cameras, active_camera=named)

    def _hear(self, _worker: Worker, event: Event) -> None:
        if isinstance(event, SceneSaved) and not event.quiet:
            self._saved(event)
        elif isinstance(event, SaveFailed) and event.path.suffix.lower() == ".toml":
            self._then = None

    def _saved(self, event: SceneSaved) -> None:
        steps = self._saving.pop(event.state, None)
        if steps is None:
            return
        self.path = event.path
        if event.replaced is not None and self._studio.text is None:
            self._studio.text = event.replaced
        self._editor.history.mark_saved(steps)
        self._edited()
        text = tr("Saved {name}").format(name=event.path.name)
        for warning in event.warnings:
            text += f"; {warning}"
        self._studio.noticed.emit(Notice("warning" if event.warnings else "done", text))
        then, self._then = self._then, None
        if then is not None:
            then()

    # ------------------------------------------------------------ asking first

    def guard(
        self, parent: QWidget, then: Callable[[], object], ask_where: Callable[[Callable[[], object]], object]
    ) -> None:
        """``then``, after asking what becomes of unsaved changes; not at all when the user cancels.

        ``ask_where`` is called to save a document that has no file of its own yet.
        """
        if not self.unsaved:
            then()
            return
        box = QMessageBox(parent)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Raytracer")
        name = self.path.name if self.path else self._editor.document.name
        box.setText(tr("Save the changes to {name}?").format(name=name))
        box.setInformativeText(tr("They are lost otherwise."))
        save = box.addButton(tr("&Save"), QMessageBox.ButtonRole.AcceptRole)
        drop = box.addButton(tr("&Do not save"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(tr("&Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(save)

        def answered() -> None:
            if box.clickedButton() is save:
                if self.path is not None:
                    self.save(self.path, then)
                else:
                    ask_where(then)
            elif box.clickedButton() is drop:
                self.discard()
                then()
            box.deleteLater()

        box.finished.connect(lambda _result: answered())
        box.open()

    def let_go(self) -> None:
        """The program ends now: what is unsaved stays in the journal."""
        if self.unsaved:
            self._write_journal()
            self._journal.release()
            self._editor.history.mark_saved()

    def discard(self) -> None:
        """The changes are not wanted."""
        self._editor.history.mark_saved()
        self._edited()

    # ------------------------------------------------------------ the journal

    def _opened(self) -> None:
        scene = self._studio.scene
        assert scene is not None
        own = scene.path.suffix.lower() == ".toml"
        bundled = scene.path.resolve().is_relative_to(scenes_dir().resolve())
        self.path = scene.path if own and not bundled else None
        self._saving.clear()
        self._edited()
        self._recover_into(scene.path)

    def _edited(self) -> None:
        if self.unsaved:
            self._journal_later.start()
        else:
            self._journal_later.stop()
            self._journal.clear()
        self.changed.emit()

    def _write_journal(self) -> None:
        if self._studio.scene is not None and self.unsaved:
            self._journal.write(self._studio.scene.path, difference((), self._editor.history.done))

    def offer_recovery(self) -> None:
        """Says what an earlier run left, and offers it."""
        found = find()
        if not found:
            return
        newest, older = found[0], found[1:]
        for old in older[4:]:
            old.forget()
        text = tr("The program ended with unsaved changes to {name}").format(name=newest.scene.name)
        self._studio.noticed.emit(Notice("warning", text, tr("Recover"), lambda: self.recover(newest)))

    def recover(self, recovery: Recovery) -> None:
        """Opens that scene and makes the changes again, as one step."""
        self._recovery = recovery
        self._studio.open(recovery.scene)

    def _recover_into(self, path: Path) -> None:
        recovery, self._recovery = self._recovery, None
        if recovery is None or path != recovery.scene:
            return
        if self._editor.apply(tr("Recovered changes"), *recovery.edits):
            self._write_journal()
            recovery.forget()
