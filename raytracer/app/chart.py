"""The live chart: samples per second of both sides over the last minute, and what changed meanwhile."""

from __future__ import annotations

import math

import pyqtgraph
from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent, QPixmap
from PySide6.QtWidgets import QVBoxLayout, QWidget

from raytracer.app.language import tr
from raytracer.app.theme import figure_font, theme
from raytracer.app.tokens import TEXT_SMALL
from raytracer.backends import BACKENDS, BackendName
from raytracer.session.history import Event, History, Point
from raytracer.session.throughput import format_si

# pyqtgraph's clean-up at exit walks over all objects there are; Qt deletes its own in the right order. It is imported
# by the GUI thread, before the window: Qt's classes come into being when first touched, which no two threads may do.
pyqtgraph.setConfigOption("exitCleanup", False)

SPAN_SECONDS = 60.0
GPU_SIDE: tuple[BackendName, ...] = tuple(name for name in BACKENDS if name != "cpu")
_SIDES: dict[str, tuple[BackendName, ...]] = {"cpu": ("cpu",), "gpu": GPU_SIDE}


def tick_text(rate: float) -> str:
    """A rate at the axis: as short as it can be written."""
    if rate <= 0.0:
        return "0"
    figure, _, prefix = format_si(rate).partition(" ")
    if "." in figure:
        figure = figure.rstrip("0").rstrip(".")
    return f"{figure} {prefix}".rstrip()


def log_ticks(low: float, high: float) -> list[float]:
    """Positions of ticks between two decimal logarithms."""
    span = high - low
    mantissas = (1.0, 2.0, 5.0) if span < 1.0 else (1.0, 3.0) if span < 2.5 else (1.0,)
    steps = [math.log10(mantissa) for mantissa in mantissas]
    decades = range(math.floor(low), math.ceil(high) + 1)
    return [decade + step for decade in decades for step in steps if low <= decade + step <= high]


class RateAxis(pyqtgraph.AxisItem):
    """Ticks with SI prefixes."""

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        return [(1.0, log_ticks(low, high))] if self.logMode else super().tickValues(low, high, size)

    def tickStrings(self, values: list[float], _scale: float, _spacing: float) -> list[str]:
        return [tick_text(10.0**v if self.logMode else v) for v in values]


class AgeAxis(pyqtgraph.AxisItem):
    """Seconds ago."""

    def tickStrings(self, values: list[float], _scale: float, _spacing: float) -> list[str]:
        return [tr("−{seconds} s").format(seconds=f"{-v:.0f}") if v < 0.0 else tr("now") for v in values]


class ThroughputChart(QWidget):
    """One line for the CPU, one for the GPU side; a line breaks where the side did not run.

    A change of scene is a full vertical line, one of camera or settings a dotted one.
    """

    hovered = Signal(str)
    """The values under the pointer in words; empty when it leaves."""

    def __init__(self, history: History) -> None:
        super().__init__()
        self._history = history
        self._logarithmic = False
        self._pointed: float | None = None
        self._plot = _make_plot()
        self._curves = {side: self._plot.plot(connect="finite", antialias=True) for side in ("cpu", "gpu")}
        self._marks: list[pyqtgraph.InfiniteLine] = []
        self._cursor = pyqtgraph.InfiniteLine(angle=90)
        self._cursor.hide()
        self._plot.addItem(self._cursor, ignoreBounds=True)
        self._plot.viewport().setMouseTracking(True)
        self._plot.viewport().installEventFilter(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._plot)
        self.setMinimumHeight(92)
        self.setAccessibleName(tr("Chart of samples per second"))
        theme().changed.connect(self._colour)
        self._colour()
        self.refresh()

    def set_logarithmic(self, on: bool) -> None:
        """Logarithmic or linear rates; without the former the CPU is a flat line beside a GPU."""
        self._logarithmic = on
        self._plot.setLogMode(y=on)
        self.refresh()

    def picture(self) -> QPixmap:
        """The chart as it is shown."""
        return self._plot.grab()

    def refresh(self) -> None:
        """Draws what was measured."""
        highest, lowest = 0.0, math.inf
        for side, names in _SIDES.items():
            lines = [self._history.line(name, SPAN_SECONDS) for name in names]
            points = sorted(point for ages, rates in lines for point in zip(ages, rates, strict=True))
            self._curves[side].setData([age for age, _ in points], [rate for _, rate in points])
            rates = [rate for _, rate in points if rate > 0.0]
            highest, lowest = max([highest, *rates]), min([lowest, *rates])
        self._scale(lowest, highest)
        self._show_marks()
        self._show_pointed()

    # ------------------------------------------------------------ marks and pointer

    def _show_marks(self) -> None:
        now = self._history.now
        events = [event for event in self._history.events if event.at > now - SPAN_SECONDS]
        while len(self._marks) < len(events):
            line = pyqtgraph.InfiniteLine(angle=90)
            self._plot.addItem(line, ignoreBounds=True)
            self._marks.append(line)
        for index, line in enumerate(self._marks):
            line.setVisible(index < len(events))
            if index < len(events):
                line.setValue(events[index].at - now)
                line.setPen(self._pen(events[index]))

    def _pen(self, event: Event) -> object:
        c = theme().colours
        style = Qt.PenStyle.SolidLine if event.kind == "scene" else Qt.PenStyle.DotLine
        return pyqtgraph.mkPen(c.text_dim if event.kind == "scene" else c.text_off, width=1.0, style=style)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            where = self._plot.plotItem.vb.mapSceneToView(self._plot.mapToScene(event.position().toPoint()))
            self._pointed = min(max(QPointF(where).x(), -SPAN_SECONDS), 0.0)
            self._show_pointed()
        elif event.type() == QEvent.Type.Leave:
            self._pointed = None
            self._show_pointed()
        return False

    def _show_pointed(self) -> None:
        self._cursor.setVisible(self._pointed is not None)
        if self._pointed is None:
            self.hovered.emit("")
            return
        self._cursor.setValue(self._pointed)
        self.hovered.emit(self.values_at(self._pointed))

    def values_at(self, age: float) -> str:
        """What both sides did then, and what changed then, in words."""
        parts = [tr("{seconds} s ago").format(seconds=f"{-age:.0f}")]
        gpu = [point for name in GPU_SIDE if (point := self._history.at(name, age)) is not None]
        for title, point in (("CPU", self._history.at("cpu", age)), ("GPU", gpu[0] if gpu else None)):
            if point is not None:
                parts.append(f"{title} {_rates(point)}")
        then = self._history.now + age
        names = {"camera": tr("camera moved"), "settings": tr("settings changed"), "scene": tr("scene opened")}
        for event in self._history.events:
            if abs(event.at - then) < SPAN_SECONDS / 100.0:
                parts.append(f"{names[event.kind]} {event.text}".rstrip())
        return " · ".join(parts)

    # ------------------------------------------------------------ look

    def _colour(self) -> None:
        c = theme().colours
        for side, colour in (("cpu", c.cpu), ("gpu", c.gpu)):
            self._curves[side].setPen(pyqtgraph.mkPen(colour, width=2.0 * self.devicePixelRatioF()))
        self._cursor.setPen(pyqtgraph.mkPen(c.accent, width=1.0))
        for name in ("left", "bottom"):
            axis = self._plot.getAxis(name)
            axis.setPen(pyqtgraph.mkPen(c.line))
            axis.setTextPen(pyqtgraph.mkPen(c.text_dim))
            axis.setGrid(70 if name == "left" else False)

    def _scale(self, lowest: float, highest: float) -> None:
        self._plot.getAxis("left").setStyle(showValues=highest > 0.0)
        if highest <= 0.0:
            self._plot.setYRange(0.0, 1.0)
        elif self._logarithmic:
            self._plot.setYRange(math.log10(lowest) - 0.25, math.log10(highest) + 0.2, padding=0)
        else:
            self._plot.setYRange(0.0, highest * 1.12, padding=0)


def _rates(point: Point) -> str:
    watts = f" {point.watts:.0f} W" if point.watts is not None else ""
    return f"{format_si(point.samples_per_s)}/s{watts}"


def _make_plot() -> pyqtgraph.PlotWidget:
    left, bottom = RateAxis("left"), AgeAxis("bottom")
    plot = pyqtgraph.PlotWidget(axisItems={"left": left, "bottom": bottom}, background=None)
    plot.setMenuEnabled(False)
    plot.setMouseEnabled(False, False)
    plot.hideButtons()
    plot.setStyleSheet("background: transparent; border: none;")
    plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    plot.setFrameShape(plot.Shape.NoFrame)
    plot.setXRange(-SPAN_SECONDS, 0.0, padding=0.01)
    bottom.setTickSpacing(20, 20)
    bottom.setHeight(22)
    left.setWidth(46)
    font = figure_font(TEXT_SMALL, weight=QFont.Weight.Normal)
    for axis in (left, bottom):
        axis.setStyle(tickLength=0, tickTextOffset=6, maxTickLevel=0, tickFont=font)
    return plot
