"""The followed path, drawn over the picture: where it went and bent, which lights it asked, what was in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen

from raytracer.app.layers.tool import ToolLayer
from raytracer.app.line_projection import project_line
from raytracer.app.ray_follower import PARTS, RayFollower, RayTool, part_of
from raytracer.app.theme import figure_font
from raytracer.app.tokens import TEXT_SMALL
from raytracer.scene.path_record import PathVertex, Triple

if TYPE_CHECKING:
    from raytracer.app.studio import Studio
    from raytracer.app.viewport import Viewport

# On pictures of any brightness: bright colours with a dark edge, the same in both themes. Told apart in greys, too.
CAMERA_RAY = "#FFFFFF"
BOUNCE = "#FFD23F"
REFRACTED = "#B79CFF"
SCATTERED = "#FF8FC7"
LIGHT_FOUND = "#62E29B"
LIGHT_HIDDEN = "#FF6B61"
_EDGE = QColor(0, 0, 0, 170)
_WIDTH = 2.2
_HIDDEN_ALPHA = 0.3
_DOT = 4.0
_RING = 7.5
_CROSS = 4.5


class PathLayer(ToolLayer):
    """Draws nothing until a path was followed; takes clicks only while the tool is on."""

    def __init__(self, studio: Studio, viewport: Viewport) -> None:
        super().__init__(studio, viewport, studio.feature(RayTool))
        self._follower = studio.feature(RayFollower)
        self._follower.changed.connect(viewport.update)

    # ------------------------------------------------------------ input

    def press(self, event: QMouseEvent) -> bool:
        if not self.begins(event):
            return False
        where = self.viewport.film_point(event.position())
        self._follower.follow(int(where.x()), int(where.y()))
        return True

    def move(self, event: QMouseEvent) -> bool:
        return self._tool.on and bool(event.buttons() & Qt.MouseButton.LeftButton)

    def release(self, _event: QMouseEvent) -> bool:
        return self._tool.on

    def key(self, event: QKeyEvent) -> bool:
        steps = {Qt.Key.Key_J: -1, Qt.Key.Key_K: 1}
        if self._follower.record is not None and event.key() in steps:
            self._follower.step(steps[Qt.Key(event.key())])
            return True
        return super().key(event)

    # ------------------------------------------------------------ drawing

    def paint(self, painter: QPainter) -> None:
        record = self._follower.record
        if record is None or not self.viewport.has_picture:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index in range(len(record.vertices)):
            self._paint_shadow(painter, index, record.vertices[index])
        for index in range(1, len(record.vertices)):
            self._paint_segment(painter, index, segment_colour(record.vertices, index))
        for index in range(1, len(record.vertices)):
            self._paint_vertex(painter, index, record.vertices[index])

    def _paint_segment(self, painter: QPainter, index: int, colour: str) -> None:
        segment = self._follower.segment(index)
        selected = index in (self._follower.selected, self._follower.selected + 1)
        self._paint_line(painter, segment, (index, "path"), QPen(QColor(colour), _WIDTH * (1.5 if selected else 1.0)))

    def _paint_shadow(self, painter: QPainter, index: int, vertex: PathVertex) -> None:
        segment = self._follower.shadow_segment(index)
        if segment is None or vertex.shadow is None:
            return
        blocked = vertex.shadow.fate == "blocked"
        pen = QPen(QColor(LIGHT_HIDDEN if blocked else LIGHT_FOUND), 1.6, Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([4.0, 3.0])
        self._paint_line(painter, segment, (index, "shadow"), pen)
        end = self._point(segment[1])
        if blocked and end is not None:
            _cross(painter, end, QColor(LIGHT_HIDDEN))

    def _paint_line(self, painter: QPainter, segment: tuple[Triple, Triple], key: tuple[int, str], pen: QPen) -> None:
        """In parts, dimmed where something is in front."""
        hidden = self._follower.hidden.get(key, (False,) * PARTS)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        start = 0
        for k in range(1, PARTS + 1):
            if k < PARTS and hidden[k] == hidden[start]:
                continue
            ends = self._line(part_of(segment, start / PARTS), part_of(segment, k / PARTS))
            if ends is not None:
                painter.setOpacity(_HIDDEN_ALPHA if hidden[start] else 1.0)
                if pen.style() == Qt.PenStyle.SolidLine:
                    painter.setPen(QPen(_EDGE, pen.widthF() + 2.2))
                    painter.drawLine(*ends)
                painter.setPen(pen)
                painter.drawLine(*ends)
            start = k
        painter.setOpacity(1.0)

    def _paint_vertex(self, painter: QPainter, index: int, vertex: PathVertex) -> None:
        where = self._point(self._follower.segment(index)[1])
        if where is None:
            return
        hidden = self._follower.hidden.get((index, "path"), (False,))[-1]
        painter.setOpacity(0.55 if hidden else 1.0)
        scatters = vertex.kind == "medium"
        painter.setPen(QPen(_EDGE, 1.4))
        painter.setBrush(QColor(SCATTERED if scatters else "#FFFFFF"))
        if vertex.kind != "sky":
            painter.drawEllipse(where, _DOT + scatters, _DOT + scatters)
        if not vertex.survived or vertex.scattering == "absorbed":
            _end_mark(painter, where)
        painter.setOpacity(1.0)
        if index == self._follower.selected:
            for colour, width in ((_EDGE, 4.5), (QColor("#FFFFFF"), 2.0)):
                painter.setPen(QPen(colour, width))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(where, _RING, _RING)
        _number(painter, where, index)

    def _line(self, start: Triple, end: Triple) -> tuple[QPointF, QPointF] | None:
        """A straight line of the world in this widget's pixels."""
        on_film = project_line(self.studio.camera, np.asarray(start), np.asarray(end), self.studio.size)
        if on_film is None or not np.isfinite(on_film).all() or np.abs(on_film).max() > 1e6:
            return None
        first, last = (self.viewport.widget_point(QPointF(float(x), float(y))) for x, y in on_film)
        return first, last

    def _point(self, point: Triple) -> QPointF | None:
        ends = self._line(point, point)
        return ends[0] if ends else None


def segment_colour(vertices: tuple[PathVertex, ...], index: int) -> str:
    """Of the segment that leads to vertex ``index``: by what the vertex before did with the light."""
    before = vertices[index - 1]
    if before.kind == "camera":
        return CAMERA_RAY
    if before.kind == "medium":
        return SCATTERED
    if before.kind == "pass" or before.scattering == "straight":
        return segment_colour(vertices, index - 1) if index > 1 else CAMERA_RAY
    return REFRACTED if before.goes_through else BOUNCE


def _cross(painter: QPainter, where: QPointF, colour: QColor) -> None:
    """A ray that was stopped."""
    for pen in (QPen(_EDGE, 4.5), QPen(colour, 2.2)):
        painter.setPen(pen)
        for dx in (_CROSS, -_CROSS):
            painter.drawLine(where - QPointF(dx, _CROSS), where + QPointF(dx, _CROSS))


def _end_mark(painter: QPainter, where: QPointF) -> None:
    """A path that chance, or a black surface, ended: a square around the vertex."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen in (QPen(_EDGE, 4.0), QPen(QColor(LIGHT_HIDDEN), 2.0)):
        painter.setPen(pen)
        painter.drawRect(QRectF(where.x() - _RING, where.y() - _RING, 2.0 * _RING, 2.0 * _RING))


def _number(painter: QPainter, where: QPointF, index: int) -> None:
    painter.setFont(figure_font(TEXT_SMALL))
    for offset, colour in ((1.0, QColor(0, 0, 0, 220)), (0.0, QColor("#FFFFFF"))):
        painter.setPen(colour)
        painter.drawText(where + QPointF(_RING + 2.0 + offset, -_DOT + offset), str(index))
