"""The large CPU | GPU switch."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from raytracer.app.icons import pixmap
from raytracer.app.language import tr
from raytracer.app.sides import Side
from raytracer.app.theme import body_font, theme
from raytracer.app.tokens import GAP_L, GAP_S, RADIUS, TEXT_SMALL

HEIGHT = 62


class Segment(QAbstractButton):
    """One half: name in large letters, below it the device, or why there is none."""

    def __init__(self, symbol: str) -> None:
        super().__init__()
        self._symbol = symbol
        self._side = Side(symbol.upper(), None, "")
        self.setCheckable(True)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme().changed.connect(self.update)

    def show_side(self, side: Side) -> None:
        """Shows what this half stands for."""
        self._side = side
        self.setEnabled(side.enabled)
        detail = side.device or side.reason
        self.setAccessibleName(f"{side.title}: {detail}")
        self.setToolTip(
            (tr("Render with {side}") if side.enabled else tr("{side} is not available")).format(side=side.title)
            + f"\n{detail}"
        )
        self.update()

    @property
    def caption(self) -> str:
        """The small line, not shortened."""
        return self._side.device or self._side.reason

    def sizeHint(self) -> QSize:
        return QSize(150, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        c = theme().colours
        own = QColor(c.cpu if self._symbol == "cpu" else c.gpu)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = self.rect().adjusted(1, 1, -1, -1)
        fill, border, width = QColor(c.raised), QColor(c.line), 1.0
        if self.isChecked():
            fill = _mixed(QColor(c.raised), own, 0.20)
            border, width = own, 2.0
        elif not self.isEnabled():
            fill = QColor(c.panel)
        elif self.underMouse():
            fill = QColor(c.hover)
        painter.setPen(QPen(border, width))
        painter.setBrush(fill)
        painter.drawRoundedRect(box, RADIUS + 2, RADIUS + 2)
        if self.hasFocus():
            painter.setPen(QPen(QColor(c.accent), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(3, 3, -3, -3), RADIUS - 1, RADIUS - 1)
        self._paint_text(painter, own)
        painter.end()

    def _paint_text(self, painter: QPainter, own: QColor) -> None:
        c = theme().colours
        on = self.isEnabled()
        inner = self.rect().adjusted(GAP_L, 9, -GAP_L, -9)
        colour = own if self.isChecked() else QColor(c.text if on else c.text_off)
        painter.drawPixmap(
            inner.left(), inner.top() + 1, pixmap(self._symbol, colour.name(), 22, self.devicePixelRatioF())
        )
        title = body_font(20, weight=QFont.Weight.Bold)
        painter.setFont(title)
        painter.setPen(colour if self.isChecked() else QColor(c.text if on else c.text_off))
        left = inner.left() + 22 + 2 * GAP_S
        painter.drawText(
            QRect(left, inner.top(), inner.right() - left, 24), Qt.AlignmentFlag.AlignVCenter, self._side.title
        )
        painter.setFont(body_font(TEXT_SMALL))
        painter.setPen(QColor(c.warning if self._side.software else c.text_dim))
        line = QRect(inner.left(), inner.bottom() - 14, inner.width(), 16)
        text = QFontMetrics(painter.font()).elidedText(self.caption, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, text)


class BackendSwitch(QWidget):
    """Two segments of which one is on. ``chosen`` tells the backend that the user asks for."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.cpu, self.gpu = Segment("cpu"), Segment("gpu")
        self._sides: dict[Segment, Side] = {}
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP_S + 2)
        for segment in (self.cpu, self.gpu):
            self._group.addButton(segment)
            layout.addWidget(segment)
            segment.clicked.connect(self._clicked)

    def show_sides(self, cpu: Side, gpu: Side, active: str) -> None:
        """Shows both halves, and which one is on."""
        self._sides = {self.cpu: cpu, self.gpu: gpu}
        for segment, side in self._sides.items():
            segment.show_side(side)
        (self.cpu if active == "cpu" else self.gpu).setChecked(True)

    def _clicked(self) -> None:
        for segment, side in self._sides.items():
            if segment.isChecked() and side.backend:
                self.chosen.emit(side.backend)


def _mixed(base: QColor, over: QColor, share: float) -> QColor:
    return QColor.fromRgbF(
        base.redF() * (1 - share) + over.redF() * share,
        base.greenF() * (1 - share) + over.greenF() * share,
        base.blueF() * (1 - share) + over.blueF() * share,
    )
