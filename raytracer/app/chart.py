"""The live chart: samples per second of both sides over the last minute."""

from __future__ import annotations

import math
import time
from collections import deque

import pyqtgraph
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QVBoxLayout, QWidget

from raytracer.app.language import tr
from raytracer.app.theme import figure_font, theme
from raytracer.app.tokens import TEXT_SMALL
from raytracer.backends import BACKENDS, BackendName
from raytracer.session.throughput import format_si

# pyqtgraph's clean-up at exit walks over all objects there are; Qt deletes its own in the right order. It is imported
# by the GUI thread, before the window: Qt's classes come into being when first touched, which no two threads may do.
pyqtgraph.setConfigOption("exitCleanup", False)

SPAN_SECONDS = 60.0
BREAK_SECONDS = 2.0
"""A pause of this length interrupts the line."""


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
    """One line for the CPU, one for the GPU side; a line breaks where the side did not run."""

    def __init__(self) -> None:
        super().__init__()
        self._points: dict[BackendName, deque[tuple[float, float]]] = {name: deque() for name in BACKENDS}
        self._logarithmic = False
        self._plot = _make_plot()
        self._curves = {side: self._plot.plot(connect="finite", antialias=True) for side in ("cpu", "gpu")}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._plot)
        self.setMinimumHeight(84)
        self.setAccessibleName(tr("Chart of samples per second"))
        theme().changed.connect(self._colour)
        self._colour()
        self.refresh()

    def add(self, backend: BackendName, samples_per_s: float) -> None:
        """Notes a measurement of now."""
        now = time.monotonic()
        points = self._points[backend]
        if points and now - points[-1][0] > BREAK_SECONDS:
            points.append((now, math.nan))
        points.append((now, samples_per_s))
        for series in self._points.values():
            while series and series[0][0] < now - SPAN_SECONDS:
                series.popleft()

    def clear(self) -> None:
        """Another scene: nothing measured so far belongs to it."""
        for points in self._points.values():
            points.clear()
        self.refresh()

    def set_logarithmic(self, on: bool) -> None:
        """Logarithmic or linear rates; without the former the CPU is a flat line beside a GPU."""
        self._logarithmic = on
        self._plot.setLogMode(y=on)
        self.refresh()

    def refresh(self) -> None:
        """Draws what was added."""
        now = time.monotonic()
        gpu = [point for name in BACKENDS if name != "cpu" for point in self._points[name]]
        highest = 0.0
        lowest = math.inf
        for side, points in (("cpu", list(self._points["cpu"])), ("gpu", sorted(gpu))):
            self._curves[side].setData([at - now for at, _ in points], [rate for _, rate in points])
            rates = [rate for _, rate in points if rate > 0.0]
            highest, lowest = max([highest, *rates]), min([lowest, *rates])
        self._scale(lowest, highest)

    def _colour(self) -> None:
        c = theme().colours
        for side, colour in (("cpu", c.cpu), ("gpu", c.gpu)):
            self._curves[side].setPen(pyqtgraph.mkPen(colour, width=2.0 * self.devicePixelRatioF()))
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
