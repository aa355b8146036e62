"""Scene: what the file holds, and everything in it that was not taken over as written."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from raytracer.app import figures
from raytracer.app.controls import Facts, PanelPage
from raytracer.app.language import tr
from raytracer.app.parts import label, selectable
from raytracer.app.studio import Studio
from raytracer.app.theme import theme
from raytracer.app.tokens import GAP_M, GAP_S, TEXT_SMALL
from raytracer.session.protocol import Note, SceneLoaded


class ScenePanel(PanelPage):
    """Read-only."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        self._name = label(tr("No scene is open"), "title", wrap=True)
        self._about = label("", "dim", wrap=True)
        self.facts = Facts()
        self._heading = label("", "heading")
        self._notes = QWidget()
        self._list = QGridLayout(self._notes)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setHorizontalSpacing(GAP_M)
        self._list.setVerticalSpacing(GAP_S + 2)
        self._list.setColumnStretch(1, 1)
        line = QFrame()
        line.setFixedHeight(1)
        line.setObjectName("line")
        self._line = line
        self.add(self._name, self._about, self.facts, line, self._heading, self._notes)
        self.finish()
        studio.scene_changed.connect(self.refresh)
        theme().changed.connect(self.refresh)
        self.refresh()

    @property
    def notes(self) -> list[Note]:
        """What is listed."""
        return self._studio.scene.notes if self._studio.scene else []

    def refresh(self) -> None:
        """Shows the open scene."""
        scene = self._studio.scene
        self._line.setStyleSheet(f"background: {theme().colours.line};")
        for widget in (self.facts, self._line, self._heading):
            widget.setVisible(scene is not None)
        self._about.setVisible(scene is not None and bool(scene.outline.description))
        if scene is None:
            return
        self._name.setText(scene.outline.name)
        self._about.setText(scene.outline.description)
        for name, value in _facts(scene):
            self.facts.show_fact(name, value)
        self._show_notes(scene.notes)

    def _show_notes(self, notes: list[Note]) -> None:
        while item := self._list.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        if not notes:
            self._heading.setText(tr("Everything in the file was taken over"))
        else:
            one, more = tr("1 note about this file"), tr("{count} notes about this file")
            self._heading.setText((more if len(notes) > 1 else one).format(count=len(notes)))
        for row, note in enumerate(notes):
            self._list.addWidget(_badge(note.kind), row, 0, Qt.AlignmentFlag.AlignTop)
            text = f"{note.text}\n{note.where}" if note.where else note.text
            self._list.addWidget(selectable(label(text, "small", wrap=True)), row, 1)


def _badge(kind: str) -> QLabel:
    c = theme().colours
    colour = {"unsupported": c.warning, "missing": c.error, "repaired": c.gpu}.get(kind, c.text_dim)
    badge = QLabel(kind)
    badge.setStyleSheet(
        f"color: {colour}; border: 1px solid {colour}; border-radius: 4px; padding: 0 4px;"
        f" font-size: {TEXT_SMALL - 1}px;"
    )
    return badge


def _facts(scene: SceneLoaded) -> list[tuple[str, str]]:
    outline = scene.outline
    lower, upper = scene.bounds
    extent = [high - low for low, high in zip(lower, upper, strict=True)]
    size = " × ".join(f"{edge:.3g}" for edge in extent) + " m" if all(0.0 <= e < 1e30 for e in extent) else tr("empty")
    emitting = sum(material.emits for material in outline.materials)
    sky = outline.environment.sky if outline.environment else tr("none")
    return [
        (tr("File"), scene.path.name),
        (tr("Triangles"), figures.count(scene.triangles)),
        (tr("Objects"), figures.count(len(outline.instances))),
        (
            tr("Materials"),
            tr("{count}, {emitting} emitting").format(count=figures.count(len(outline.materials)), emitting=emitting)
            if emitting
            else figures.count(len(outline.materials)),
        ),
        (tr("Lights"), figures.count(len(outline.lights))),
        (tr("Sky"), sky),
        (tr("Fog"), outline.medium.shader if outline.medium else tr("none")),
        (tr("Size"), size),
        (
            tr("Memory"),
            tr("{memory} on the device").format(memory=figures.memory(scene.device_bytes))
            if scene.device_bytes
            else tr("unknown"),
        ),
        (
            tr("Loaded in"),
            tr("{seconds}, BVH {bvh}").format(
                seconds=figures.duration(scene.load_seconds), bvh=figures.duration(scene.build_seconds)
            ),
        ),
    ]
