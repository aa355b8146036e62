"""Selecting by a click, and the outline of what is selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QApplication

from raytracer.app.aim import Aim
from raytracer.app.editor import Editor
from raytracer.app.items import Item
from raytracer.app.layers.layer import Layer
from raytracer.app.parts import timer
from raytracer.app.projection import EDGES, box_corners, project
from raytracer.app.silhouette import Silhouettes
from raytracer.app.theme import theme
from raytracer.scene import Camera
from raytracer.session.scene_messages import PickHit, SilhouetteFound

if TYPE_CHECKING:
    from raytracer.app.studio import Studio
    from raytracer.app.viewport import Viewport

QUIET_MS = 120
"""Time without a change before the exact outline is asked for; until then boxes stand for the objects."""
MOST_BOXES = 64
HALO = QColor(0, 0, 0, 150)


class SelectionLayer(Layer):
    """Watches clicks without taking them: a press that becomes a drag navigates as ever."""

    def __init__(self, studio: Studio, viewport: Viewport) -> None:
        super().__init__(studio, viewport)
        self._editor = studio.feature(Editor)
        self._aim = studio.feature(Aim)
        self._silhouettes = studio.feature(Silhouettes)
        self._pressed: QPointF | None = None
        self._outline: QImage | None = None
        self._seen_from: tuple[Camera, tuple[int, int]] | None = None
        self._ask_later = timer(self, QUIET_MS, self._ask, once=True)
        viewport.installEventFilter(self)
        self._silhouettes.found.connect(self._take_outline)
        self._editor.selection_changed.connect(self._stale)
        studio.scene_edited.connect(self._stale)
        studio.camera_changed.connect(self._moved)
        theme().changed.connect(self._stale)

    # ------------------------------------------------------------ clicks

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if isinstance(event, QMouseEvent) and kind == QEvent.Type.MouseMove and self._is_drag(event):
            self._pressed = None  # a drag that comes back to where it began is not a click
        elif isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
            if kind == QEvent.Type.MouseButtonPress:
                self._pressed = event.position()
            elif kind == QEvent.Type.MouseButtonDblClick:
                self._pressed = None
                self._editor.details_wanted.emit()
            elif kind == QEvent.Type.MouseButtonRelease:
                self._released(event)
        return super().eventFilter(watched, event)

    def _is_drag(self, event: QMouseEvent) -> bool:
        reach = QApplication.startDragDistance() / 2
        return self._pressed is not None and (event.position() - self._pressed).manhattanLength() >= reach

    def _released(self, event: QMouseEvent) -> None:
        dragged = self._is_drag(event)
        pressed, self._pressed = self._pressed, None
        if pressed is None or dragged or self.viewport.taken or self.viewport.gestures.flight.on:
            return
        more = bool(event.modifiers() & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier))
        self._aim.ask(self, self.viewport.film_point(pressed), lambda hit: self._select(hit, more))

    def _select(self, hit: PickHit | None, more: bool) -> None:
        if hit is None:
            if not more:
                self._editor.select(())
        elif more:
            self._editor.toggle(Item("instances", hit.instance))
        else:
            self._editor.select([Item("instances", hit.instance)])

    def key(self, event: QKeyEvent) -> bool:
        """Escape selects nothing, before it means anything else."""
        if event.key() == Qt.Key.Key_Escape and self._editor.selection and not self.viewport.gestures.flight.on:
            self._editor.select(())
            return True
        return False

    # ------------------------------------------------------------ the outline

    def _moved(self) -> None:
        if self._editor.selection:
            self._stale()

    def _stale(self) -> None:
        self._outline = None
        if self._editor.selected("instances"):
            self._ask_later.start()
        self.viewport.update()

    def _ask(self) -> None:
        indices = tuple(self._editor.selected("instances"))
        if indices and self.studio.scene is not None:
            self._seen_from = (self.studio.camera, self.studio.size)
            self._silhouettes.ask(indices)

    def _take_outline(self, found: SilhouetteFound) -> None:
        if self._ask_later.isActive() or self._seen_from != (self.studio.camera, self.studio.size):
            return
        mask = np.frombuffer(found.mask, np.uint8).reshape(found.rows, found.columns)
        self._outline = outline_image(mask, QColor(theme().colours.accent))
        self.viewport.update()

    def paint(self, painter: QPainter) -> None:
        indices = self._editor.selected("instances")
        if self._outline is not None and self._seen_from == (self.studio.camera, self.studio.size):
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(self.viewport.picture_rect(), self._outline)
        elif indices:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for index in indices[:MOST_BOXES]:
                self._paint_box(painter, index)
        for index in self._editor.selected("lights"):
            self._paint_light(painter, index)

    def _paint_box(self, painter: QPainter, index: int) -> None:
        scene = self._editor.document
        corners = box_corners(scene, index) if index < len(scene.instances) else None
        if corners is None:
            return
        points = project(self.studio.camera, corners, self.studio.size)
        for colour, width in ((HALO, 3.0), (QColor(theme().colours.accent), 1.25)):
            painter.setPen(QPen(colour, width))
            for a, b in EDGES:
                if np.isfinite(points[[a, b]]).all():
                    painter.drawLine(self._widget(points[a]), self._widget(points[b]))

    def _paint_light(self, painter: QPainter, index: int) -> None:
        position = getattr(self._editor.document.lights[index], "position", None)
        if position is None:
            return
        point = project(self.studio.camera, np.array([position]), self.studio.size)[0]
        if np.isfinite(point).all():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for colour, width in ((HALO, 4.0), (QColor(theme().colours.accent), 2.0)):
                painter.setPen(QPen(colour, width))
                painter.drawEllipse(self._widget(point), 8.0, 8.0)

    def _widget(self, film_point: np.ndarray) -> QPointF:
        return self.viewport.widget_point(QPointF(float(film_point[0]), float(film_point[1])))


def outline_image(mask: np.ndarray, colour: QColor) -> QImage:
    """The border of a mask (rows, columns): a line with a dark one around it, twice as fine as the mask."""
    fine = np.repeat(np.repeat(mask.astype(bool), 2, axis=0), 2, axis=1)
    line = _grown(fine) & ~fine
    halo = _grown(_grown(fine) | line) & ~fine & ~line
    pixels = np.zeros((*fine.shape, 4), np.uint8)
    pixels[halo] = (0, 0, 0, 130)
    pixels[line] = (colour.blue(), colour.green(), colour.red(), 255)
    height, width = fine.shape
    return QImage(pixels.tobytes(), width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied).copy()


def _grown(mask: np.ndarray) -> np.ndarray:
    """One cell more to all eight sides."""
    padded = np.pad(mask, 1)
    rows, columns = mask.shape
    grown = np.zeros_like(mask)
    for dy in range(3):
        for dx in range(3):
            grown |= padded[dy : dy + rows, dx : dx + columns]
    return grown
