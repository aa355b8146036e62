"""Handles to move, turn and scale what is selected; and turning the sky by a drag."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF

from raytracer.app import gizmo, operations
from raytracer.app.editor import Editor
from raytracer.app.gizmo import Drag, Frame, Handle, Tool
from raytracer.app.items import Item
from raytracer.app.language import tr
from raytracer.app.layers.layer import Layer
from raytracer.app.projection import centre
from raytracer.app.theme import theme
from raytracer.app.tools import Tools
from raytracer.app.words import set_label
from raytracer.scene.edits import Set, matrix_value
from raytracer.scene.transform import rotate

if TYPE_CHECKING:
    from raytracer.app.studio import Studio
    from raytracer.app.viewport import Viewport

COLOURS: dict[Handle, str] = {"x": "#F2545B", "y": "#6CC24A", "z": "#4C8DFF", "all": "#F5F5F5"}
REACH = 9.0
"""Logical pixels from a handle within which the pointer takes it."""
DEGREES_PER_WIDTH = 360.0
KEYS: dict[int, Tool] = {Qt.Key.Key_G: "move", Qt.Key.Key_R: "rotate", Qt.Key.Key_S: "scale"}


class GizmoLayer(Layer):
    """Inert without a selection. While an object is selected, G, R and S choose the handles."""

    def __init__(self, studio: Studio, viewport: Viewport) -> None:
        super().__init__(studio, viewport)
        self._editor = studio.feature(Editor)
        self._tools = studio.feature(Tools)
        self._drag: Drag | None = None
        self._before: dict[int, np.ndarray] = {}
        self._lights: dict[int, object] = {}
        self._text = ""
        self._hovered: Handle | None = None
        self._sky: tuple[float, float] | None = None
        for changed in (self._editor.selection_changed, self._editor.changed, self._tools.changed):
            changed.connect(viewport.update)
        # Without handles a move waits for its picture: painting the old one again takes time from the new one.
        studio.camera_changed.connect(self._follow_camera)

    def _follow_camera(self) -> None:
        if self._tools.tool and self._editor.selection:
            self.viewport.update()

    # ------------------------------------------------------------ where the handles are

    def frame(self) -> Frame | None:
        """About the middle of the selection, along the world's axes; for scaling along the object's own."""
        scene, indices = self._editor.document, self._editor.selected("instances")
        lights = [scene.lights[i] for i in self._editor.selected("lights")]
        places = [np.asarray(light.position) for light in lights if hasattr(light, "position")]
        pivot = centre(scene, indices) if indices else np.mean(places, axis=0) if places else None
        if pivot is None:
            return None
        axes = np.eye(3)
        if self._tools.tool == "scale" and indices:
            axes = gizmo.local_axes(scene.instances[indices[-1]].world_from_object)
        return Frame(pivot, axes)

    @property
    def _length(self) -> float:
        return gizmo.LENGTH * self.viewport.devicePixelRatioF()

    def _film(self, event: QMouseEvent) -> tuple[float, float]:
        point = self.viewport.film_point(event.position())
        return (point.x(), point.y())

    # ------------------------------------------------------------ keys

    def claims(self, event: QKeyEvent) -> bool:
        """Whether a key means a tool here, before it may mean a shortcut."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return plain and event.key() in KEYS and self._is_shown()

    def _is_shown(self) -> bool:
        return self.frame() is not None and not self.viewport.gestures.flight.on

    def key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape and self._drag is not None:
            self._cancel()
            return True
        if event.key() == Qt.Key.Key_Escape and self._tools.tool is not None and self._is_shown():
            self._tools.choose(None)
            return True
        if not self.claims(event):
            return False
        self._tools.choose(KEYS[event.key()])
        return True

    # ------------------------------------------------------------ pointer

    def press(self, event: QMouseEvent) -> bool:
        if event.button() == Qt.MouseButton.RightButton and self._drag is not None:
            self._cancel()
            return True
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        if self._starts_sky_drag(event):
            environment = self._editor.document.environment
            assert environment is not None
            self._sky = (event.position().x(), environment.rotation_deg)
            self._editor.begin_gesture()
            return True
        handle = self._handle_at(event)
        tool, frame = self._tools.tool, self.frame()
        if handle is None or tool is None or frame is None:
            return False
        self._drag = Drag(tool, handle, frame, self.studio.camera, self.studio.size, self._film(event))
        scene = self._editor.document
        self._before = {i: scene.instances[i].world_from_object for i in self._editor.selected("instances")}
        self._lights = {i: scene.lights[i] for i in self._editor.selected("lights")}
        self._editor.begin_gesture()
        return True

    def _starts_sky_drag(self, event: QMouseEvent) -> bool:
        """Shift with the sky selected, Ctrl + Shift always: Shift alone pans."""
        if self._editor.document.environment is None or self.studio.scene is None:
            return False
        keys = event.modifiers()
        shift = bool(keys & Qt.KeyboardModifier.ShiftModifier)
        control = bool(keys & Qt.KeyboardModifier.ControlModifier)
        return shift and (control or self._editor.current == Item("environment"))

    def move(self, event: QMouseEvent) -> bool:
        if self._sky is not None:
            self._turn_sky(event.position().x())
            return True
        if self._drag is None:
            hovered = self._handle_at(event)
            if hovered != self._hovered:
                self._hovered = hovered
                self.viewport.update()
            return False
        stepped = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        self._carry_out(self._drag.amount(self._film(event), stepped=stepped))
        return True

    def release(self, _event: QMouseEvent) -> bool:
        self._drag, self._sky, self._text = None, None, ""
        self._editor.end_gesture()
        self.viewport.update()
        return True

    def _handle_at(self, event: QMouseEvent) -> Handle | None:
        tool, frame = self._tools.tool, self.frame() if self._tools.tool else None
        if tool is None or frame is None:
            return None
        ratio = self.viewport.devicePixelRatioF()
        return gizmo.nearest_handle(
            tool, frame, self.studio.camera, self.studio.size, self._film(event), self._length, REACH * ratio
        )

    def _cancel(self) -> None:
        """Back to where the drag began."""
        drag, self._drag, self._text = self._drag, None, ""
        if drag is not None:
            amount = np.ones(3) if drag.tool == "scale" else np.zeros(3)
            self._drag = drag
            self._carry_out(amount)
            self._drag = None
        self._editor.end_gesture()

    # ------------------------------------------------------------ effects

    def _turn_sky(self, x: float) -> None:
        assert self._sky is not None
        start, before = self._sky
        angle = before + (x - start) / max(self.viewport.width(), 1) * DEGREES_PER_WIDTH
        angle = round((angle + 180.0) % 360.0 - 180.0, 2)
        label = set_label("rotation_deg", tr("Environment"), angle)
        self._editor.set(label, ("environment", "rotation_deg"), angle)

    def _carry_out(self, amount: np.ndarray) -> None:
        drag = self._drag
        assert drag is not None
        self._text = amount_text(drag, amount)
        verb = {"move": tr("Move {what}"), "rotate": tr("Rotate {what}"), "scale": tr("Scale {what}")}[drag.tool]
        label = verb.format(what=operations.what(self._editor, self._editor.selection))
        edits = [
            Set(("instances", i, "world_from_object"), matrix_value(drag.matrix(amount, before)))
            for i, before in self._before.items()
        ]
        edits += self._light_edits(drag, amount)
        self._editor.apply(label, *edits, merge=True)

    def _light_edits(self, drag: Drag, amount: np.ndarray) -> list[Set]:
        edits = []
        for i, light in self._lights.items():
            position, direction = getattr(light, "position", None), getattr(light, "direction", None)
            if drag.tool == "move" and position is not None:
                edits.append(Set(("lights", i, "position"), tuple(float(v) for v in np.add(position, amount))))
            elif drag.tool == "rotate" and direction is not None:
                turned = rotate(drag.axis(), float(amount[0]))[:3, :3] @ np.asarray(direction)
                edits.append(Set(("lights", i, "direction"), tuple(float(v) for v in turned)))
        return edits

    # ------------------------------------------------------------ painting

    def paint(self, painter: QPainter) -> None:
        tool, frame = self._tools.tool, self.frame() if self._tools.tool else None
        if tool is None or frame is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ends = gizmo.handle_ends(frame, self.studio.camera, self.studio.size, self._length)
        if not np.isfinite(ends["all"]).all():
            return
        active = self._drag.handle if self._drag is not None else self._hovered
        for handle in gizmo.AXES:
            wide = 4.0 if handle == active else 2.5
            if tool == "rotate":
                points = gizmo.ring(frame, handle, self.studio.camera, self.studio.size, self._length)
                self._paint_line(painter, points, COLOURS[handle], wide)
            elif np.isfinite(ends[handle]).all():
                self._paint_line(painter, np.stack([ends["all"], ends[handle]]), COLOURS[handle], wide)
                self._paint_end(painter, tool, ends[handle], COLOURS[handle], wide)
        middle = self._widget(ends["all"])
        painter.setPen(QPen(QColor(0, 0, 0, 160), 1.0))
        painter.setBrush(QColor(COLOURS["all"]))
        painter.drawEllipse(middle, 6.0 if active == "all" else 5.0, 6.0 if active == "all" else 5.0)
        if self._text:
            self._paint_text(painter, middle)

    def _paint_line(self, painter: QPainter, points: np.ndarray, colour: str, width: float) -> None:
        known = points[np.isfinite(points).all(axis=1)]
        polygon = QPolygonF([self._widget(point) for point in known])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in (QPen(QColor(0, 0, 0, 120), width + 2.0), QPen(QColor(colour), width)):
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPolyline(polygon)

    def _paint_end(self, painter: QPainter, tool: Tool, point: np.ndarray, colour: str, width: float) -> None:
        where, size = self._widget(point), 3.0 + width
        painter.setPen(QPen(QColor(0, 0, 0, 120), 1.0))
        painter.setBrush(QColor(colour))
        if tool == "scale":
            painter.drawRect(QRectF(where.x() - size, where.y() - size, 2 * size, 2 * size))
        else:
            painter.drawEllipse(where, size, size)

    def _paint_text(self, painter: QPainter, where: QPointF) -> None:
        c = theme().colours
        box = painter.fontMetrics().boundingRect(self._text).adjusted(-8, -5, 8, 5)
        box.moveCenter((where + QPointF(0.0, 34.0)).toPoint())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.raised))
        painter.drawRoundedRect(box, 6, 6)
        painter.setPen(QColor(c.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._text)

    def _widget(self, film_point: np.ndarray) -> QPointF:
        return self.viewport.widget_point(QPointF(float(film_point[0]), float(film_point[1])))


def amount_text(drag: Drag, amount: np.ndarray) -> str:
    """How far a drag has gone, in words."""
    if drag.tool == "rotate":
        return f"{amount[0]:+.1f}°"
    if drag.tool == "scale":
        return f"× {float(amount.max() if drag.handle == 'all' else amount[gizmo.AXES[drag.handle]]):.3f}"
    if drag.handle == "all":
        return "  ".join(f"{v:+.3g}" for v in amount) + " m"
    return f"{drag.handle.upper()} {float(amount @ drag.frame.axes[gizmo.AXES[drag.handle]]):+.4g} m"
