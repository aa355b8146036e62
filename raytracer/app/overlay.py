"""What floats over the picture: what the renderer is busy with, the fly mode's keys, the drop target, notices."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from raytracer.app import figures
from raytracer.app.icons import icon, pixmap
from raytracer.app.language import QT_TR_NOOP, tr
from raytracer.app.notice import Notice
from raytracer.app.parts import label, progress_bar, selectable, timer, tool_button
from raytracer.app.studio import Studio
from raytracer.app.theme import body_font, figure_font, theme
from raytracer.app.tokens import GAP_L, GAP_M, GAP_S, GAP_XL, RADIUS, TEXT_TITLE

PATIENCE_SECONDS = 0.35
"""What takes less is not shown: it would only flicker."""
CARD_WIDTH = 300
"""At least, logical pixels; longer words make the card wider, as far as there is room."""
INFO_MS = 6000
MAX_NOTICES = 3
KINDS = {
    "error": QT_TR_NOOP("Error"),
    "warning": QT_TR_NOOP("Warning"),
    "info": QT_TR_NOOP("Note"),
    "done": QT_TR_NOOP("Done"),
}


class Card(QWidget):
    """A rounded panel that floats; lets the mouse through unless it has buttons."""

    def __init__(self, parent: QWidget, *, transparent: bool) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, transparent)
        theme().changed.connect(self.update)
        self.stripe = ""

    def paintEvent(self, _event: QPaintEvent) -> None:
        c = theme().colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill = QColor(c.panel)
        fill.setAlpha(238)
        painter.setBrush(fill)
        painter.setPen(QPen(QColor(c.line), 1))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), RADIUS + 2, RADIUS + 2)
        if self.stripe:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.stripe))
            painter.drawRoundedRect(QRect(1, 7, 3, self.height() - 15), 1.5, 1.5)
        painter.end()


class ActivityCard(Card):
    """Says what the active renderer is busy with and since when; never in the way of anything."""

    def __init__(self, studio: Studio, parent: QWidget) -> None:
        super().__init__(parent, transparent=True)
        self._studio = studio
        self._viewport = parent
        self._text = label(font=body_font(TEXT_TITLE))
        self._time = label(font=figure_font(TEXT_TITLE))
        self._time.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._time.setMinimumWidth(self._time.fontMetrics().horizontalAdvance("00:00 min"))
        self._bar = progress_bar()
        row = QHBoxLayout()
        row.addWidget(self._text, 1)
        row.addWidget(self._time)
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(GAP_XL, GAP_L, GAP_XL, GAP_L)
        self._rows.setSpacing(GAP_M)
        self._rows.addLayout(row)
        self._rows.addWidget(self._bar)
        self.hide()
        self._timer = timer(self, 100, self.refresh)
        studio.activity_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Shows, updates or hides."""
        activity = self._studio.worker.activity
        if activity is None:
            self._timer.stop()
            self.hide()
            return
        if not self._timer.isActive():
            self._timer.start()
        if activity.seconds < PATIENCE_SECONDS and not self.isVisible():
            return
        text = activity.text[:1].upper() + activity.text[1:]
        room = self._viewport.width() - 4 * GAP_XL - self._time.minimumWidth()
        self._text.setText(self._text.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, room))
        self._time.setText(figures.duration(activity.seconds))
        known = activity.fraction is not None
        self._bar.setRange(0, 1000 if known else 0)
        if activity.fraction is not None:
            self._bar.setValue(round(1000 * activity.fraction))
        self._rows.activate()  # the words of now may not be laid out yet
        self.resize(self.sizeHint().expandedTo(QSize(CARD_WIDTH, 0)))
        if not self.isVisible():
            self.show()
            self.raise_()


class FlyHint(Card):
    """The keys of fly mode, as long as it lasts."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, transparent=True)
        self._label = label(font=body_font())
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GAP_XL, GAP_M, GAP_XL, GAP_M)
        layout.addWidget(self._label)
        self.hide()

    def show_speed(self, metres_per_second: float) -> None:
        """Shows the hint with the present speed."""
        speed = f"<b>{metres_per_second:.3g} m/s</b>"
        parts = (
            "<b>" + tr("Fly") + "</b>&nbsp;&nbsp; " + tr("WASD move"),
            tr("Q E down, up"),
            tr("drag to look"),
            tr("wheel speed {speed}").format(speed=speed),
            tr("Esc leaves"),
        )
        self._label.setText(" &nbsp;·&nbsp; ".join(parts))
        self.adjustSize()
        self.show()
        self.raise_()


class DropTarget(QWidget):
    """Covers the viewport while a file is dragged over the window."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._text = ""
        self._welcome = True
        self.hide()

    def offer(self, text: str, *, welcome: bool) -> None:
        """Says what dropping would do."""
        self._text, self._welcome = text, welcome
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        c = theme().colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(c.canvas)
        veil.setAlpha(190)
        painter.fillRect(self.rect(), veil)
        colour = QColor(c.accent if self._welcome else c.error)
        painter.setPen(QPen(colour, 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(self.rect().adjusted(16, 16, -17, -17), 12, 12)
        painter.setFont(body_font(20))
        painter.setPen(QColor(c.text))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._text)
        painter.end()


class NoticeBar(Card):
    """One notice with its button and a way to close it."""

    def __init__(self, notice: Notice, parent: QWidget, dismiss: Callable[[NoticeBar], None]) -> None:
        super().__init__(parent, transparent=False)
        self._dismiss = dismiss
        self.notice = notice
        self.setAccessibleName(f"{tr(KINDS[notice.kind])}: {notice.text}")
        self.setObjectName("notice")
        self._sign = QLabel()
        text = selectable(label(notice.text, font=body_font(), wrap=True))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GAP_L + 2, GAP_M, GAP_M, GAP_M)
        layout.setSpacing(GAP_M)
        layout.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(text, 1)
        self._button: QToolButton | None = None
        if notice.action and notice.act:
            self._button = tool_button(notice.action, notice.action, notice.act)
            self._button.clicked.connect(self.dismiss)
            layout.addWidget(self._button)
        self._close = tool_button("", tr("Close this message"), self.dismiss)
        layout.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        theme().changed.connect(self._recolour)
        self._recolour()
        if not notice.stays:
            timer(self, INFO_MS, self.dismiss, once=True).start()

    def _recolour(self) -> None:
        c = theme().colours
        colour = {"error": c.error, "warning": c.warning, "info": c.accent, "done": c.good}[self.notice.kind]
        self.stripe = colour
        self._sign.setPixmap(pixmap(self.notice.kind, colour, 18, self.devicePixelRatioF()))
        self._close.setIcon(icon("close", c.text_dim))
        if self._button is not None:
            self._button.setStyleSheet(f"color: {c.accent}; font-weight: 600; padding: 2px 6px;")

    def dismiss(self) -> None:
        """Goes away."""
        self._dismiss(self)


class Overlay(QObject):
    """Places everything that floats over the viewport, and places it again when the viewport changes."""

    def __init__(self, studio: Studio, viewport: QWidget) -> None:
        super().__init__(viewport)
        self.viewport = viewport
        self._words_below = False
        self.activity = ActivityCard(studio, viewport)
        self.fly = FlyHint(viewport)
        self.drop = DropTarget(viewport)
        self.notices: list[NoticeBar] = []
        studio.noticed.connect(self.notify)
        viewport.installEventFilter(self)
        for card in (self.activity, self.fly):
            card.installEventFilter(self)

    def notify(self, notice: Notice) -> None:
        """Shows a notice on top of the viewport; the same one is not shown twice."""
        for bar in self.notices:
            if bar.notice == notice:
                return
        while len(self.notices) >= MAX_NOTICES:
            self._dismiss(self.notices[0])
        bar = NoticeBar(notice, self.viewport, self._dismiss)
        self.notices.append(bar)
        bar.show()
        self._place()

    def set_words_below(self, on: bool) -> None:
        """The picture has words at its lower edge: what floats there moves up."""
        self._words_below = on
        self._place()

    def _dismiss(self, bar: NoticeBar) -> None:
        if bar in self.notices:
            self.notices.remove(bar)
            bar.hide()
            bar.deleteLater()
            self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._place()
        return False

    def _place(self) -> None:
        width, height = self.viewport.width(), self.viewport.height()
        self.drop.setGeometry(0, 0, width, height)
        activity_y = GAP_XL if self._words_below else height - self.activity.height() - GAP_XL
        self.activity.move(GAP_XL, activity_y)
        self.fly.move((width - self.fly.width()) // 2, height - self.fly.height() - GAP_XL)
        y = GAP_L
        bar_width = min(640, width - 2 * GAP_L)
        for bar in self.notices:
            bar.setFixedWidth(max(bar_width, 1))
            bar.setFixedHeight(max(bar.heightForWidth(bar_width), bar.minimumSizeHint().height()))
            bar.move((width - bar_width) // 2, y)
            y += bar.height() + GAP_S
