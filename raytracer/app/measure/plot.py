"""A chart on logarithmic axes for experiments: curves named at their ends, lines with words on them."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pyqtgraph
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QVBoxLayout, QWidget

from raytracer.app.chart import RateAxis, log_ticks
from raytracer.app.parts import label
from raytracer.app.theme import figure_font, theme
from raytracer.app.tokens import GAP_S, TEXT_BODY, TEXT_SMALL, Colours
from raytracer.session.measure.dial import format_seconds
from raytracer.session.measure.entrants import Entrant

HEIGHT = 250
"""Logical pixels: two of them fit below each other on a small screen."""

Shade = str
"""Name of a colour in the design tokens: "cpu", "gpu", "text_dim" ..."""


@dataclass(frozen=True)
class Curve:
    """Points by x, both positive; ``dashed`` curves are of a lesser kind. One without dots has its name at its end."""

    xs: Sequence[float]
    ys: Sequence[float]
    shade: Shade
    name: str = ""
    dashed: bool = False
    dots: bool = True


@dataclass(frozen=True)
class Line:
    """A straight line through the whole chart at one value of x or y."""

    at: float
    upright: bool
    shade: Shade
    text: str = ""
    below: bool = False
    """The words stand below a line across instead of above it."""


class CountAxis(RateAxis):
    """Numbers with SI prefixes on a logarithmic axis."""

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        ticks = log_ticks(low, high)
        step = max(1, math.ceil(len(ticks) * 44.0 / max(size, 1.0)))
        return [(1.0, ticks[::step])]


class ThreadsAxis(CountAxis):
    """1, 2, 4 ..."""

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        powers = [math.log10(2.0**power) for power in range(12)]
        return [(1.0, [at for at in powers if low <= at <= high])]


class SecondsAxis(CountAxis):
    """Durations."""

    def tickStrings(self, values: list[float], _scale: float, _spacing: float) -> list[str]:
        return [format_seconds(10.0**value) for value in values]


class ErrorAxis(CountAxis):
    """Powers of ten, down to very small ones."""

    def tickStrings(self, values: list[float], _scale: float, _spacing: float) -> list[str]:
        return [f"{10.0**value:.3g}" if value > -3.5 else f"{10.0**value:.0e}" for value in values]


Axis = type[CountAxis]


class LogPlot(QWidget):
    """Draws what it is given anew each time; a few hundred points at most."""

    def __init__(self, x_axis: Axis, y_axis: Axis, x_text: str, y_text: str) -> None:
        super().__init__()
        left, bottom = y_axis("left"), x_axis("bottom")
        self._plot = pyqtgraph.PlotWidget(axisItems={"left": left, "bottom": bottom}, background=None)
        self._plot.setLogMode(x=True, y=True)
        self._plot.setMenuEnabled(False)
        self._plot.setMouseEnabled(False, False)
        self._plot.hideButtons()
        self._plot.setStyleSheet("background: transparent; border: none;")
        self._plot.setFrameShape(self._plot.Shape.NoFrame)
        self._plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._handle: pyqtgraph.InfiniteLine | None = None
        self._drawn: tuple[Sequence[Curve], Sequence[Line]] = ((), ())
        self._texts = (x_text, y_text)
        self._legend = label("", "dim", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP_S)
        layout.addWidget(self._legend)
        layout.addWidget(self._plot)
        self._plot.setFixedHeight(HEIGHT)
        self.setAccessibleName(f"{y_text} / {x_text}")
        font = figure_font(TEXT_SMALL, weight=QFont.Weight.Normal)
        for axis in (left, bottom):
            axis.setStyle(tickLength=0, tickTextOffset=6, maxTickLevel=0, tickFont=font)
        left.setWidth(58)
        theme().changed.connect(self._colour)
        self._colour()

    def draw(self, curves: Sequence[Curve], lines: Sequence[Line] = ()) -> None:
        """Shows these instead of what was there; the draggable line stays."""
        self._drawn = (curves, lines)
        for item in list(self._plot.getPlotItem().items):
            if item is not self._handle:
                self._plot.removeItem(item)
        self._fit(curves, lines)
        self._legend.setText("&nbsp; &nbsp;".join(_legend(curve) for curve in curves if curve.name and curve.dots))
        self._legend.setVisible(bool(self._legend.text()))
        for line in lines:
            self._add_line(line)
        for curve in curves:
            self._add_curve(curve)

    def offer_handle(self, value: float, text: str, moved: Callable[[float], None]) -> None:
        """A horizontal line that the user can drag; ``moved`` hears where to."""
        if self._handle is None:
            self._handle = pyqtgraph.InfiniteLine(
                angle=0, movable=True, label=text, labelOpts={"position": 0.97, "anchors": [(1, 0), (1, 0)]}
            )
            self._handle.sigPositionChangeFinished.connect(lambda line: moved(10.0 ** line.value()))
            self._plot.addItem(self._handle)
            self._colour_handle()
        self._handle.label.setFormat(text)
        self._handle.setValue(math.log10(value))

    def drop_handle(self) -> None:
        """Takes it away."""
        if self._handle is not None:
            self._plot.removeItem(self._handle)
            self._handle = None

    def _fit(self, curves: Sequence[Curve], lines: Sequence[Line]) -> None:
        """Axes around everything, with room for the names."""
        xs = [x for curve in curves for x in curve.xs] + [line.at for line in lines if line.upright]
        ys = [y for curve in curves for y in curve.ys] + [line.at for line in lines if not line.upright]
        if not xs or not ys:
            return
        for values, set_range, room in ((xs, self._plot.setXRange, 0.08), (ys, self._plot.setYRange, 0.12)):
            low, high = math.log10(min(values)), math.log10(max(values))
            margin = room * max(high - low, 0.6)
            set_range(low - margin, high + 1.4 * margin, padding=0)

    def _add_curve(self, curve: Curve) -> None:
        if not curve.xs:
            return
        colour = _resolve(curve.shade, theme().colours)
        style = Qt.PenStyle.DashLine if curve.dashed else Qt.PenStyle.SolidLine
        pen = pyqtgraph.mkPen(colour, width=2.2 if curve.dots else 1.4, style=style)
        marks = {"symbol": "o", "symbolSize": 6, "symbolBrush": colour, "symbolPen": None} if curve.dots else {}
        self._plot.plot(list(curve.xs), list(curve.ys), pen=pen, antialias=True, **marks)
        if curve.name and not curve.dots:
            text = pyqtgraph.TextItem(curve.name, color=colour, anchor=(1.0, 1.15))
            text.setFont(figure_font(TEXT_BODY))
            text.setPos(math.log10(curve.xs[-1]), math.log10(curve.ys[-1]))
            self._plot.addItem(text, ignoreBounds=True)

    def _add_line(self, line: Line) -> None:
        colour = _resolve(line.shade, theme().colours)
        pen = pyqtgraph.mkPen(colour, width=1.4, style=Qt.PenStyle.DashLine)
        options = {"color": colour, "position": 0.05 if line.upright else 0.97}
        if line.upright:  # the words stand where there is room
            low, high = self._plot.viewRange()[0]
            corner = (0, 1) if math.log10(line.at) < 0.5 * (low + high) else (1, 1)
        else:
            corner = (1, 0) if line.below else (1, 1)
        options["anchors"] = [corner, corner]
        item = pyqtgraph.InfiniteLine(
            math.log10(line.at), angle=90 if line.upright else 0, pen=pen, label=line.text or None, labelOpts=options
        )
        if line.text:
            item.label.setFont(figure_font(TEXT_BODY))
        self._plot.addItem(item, ignoreBounds=True)

    def _colour(self) -> None:
        c = theme().colours
        for name, text in zip(("bottom", "left"), self._texts, strict=True):
            axis = self._plot.getAxis(name)
            axis.setPen(pyqtgraph.mkPen(c.line))
            axis.setTextPen(pyqtgraph.mkPen(c.text_dim))
            axis.setGrid(60)
            axis.setLabel(text, **{"color": c.text_dim, "font-size": f"{TEXT_SMALL}px"})
            axis.enableAutoSIPrefix(False)
        self._colour_handle()
        self.draw(*self._drawn)

    def _colour_handle(self) -> None:
        if self._handle is not None:
            c = theme().colours
            self._handle.setPen(pyqtgraph.mkPen(c.accent, width=2))
            self._handle.setHoverPen(pyqtgraph.mkPen(c.accent, width=4))
            self._handle.label.setColor(c.accent)
            self._handle.label.setFont(figure_font(TEXT_BODY))


def _legend(curve: Curve) -> str:
    """The name of a curve behind a piece of its line."""
    colour = _resolve(curve.shade, theme().colours)
    stroke = "╍╍" if curve.dashed else "━━"
    return f"<span style='color: {colour};'>{stroke}</span>&nbsp;{html.escape(curve.name)}"


def shade_of(entrant: Entrant) -> Shade:
    """The colour that stands for this side everywhere: one thread has the same as in a race."""
    if entrant.backend != "cpu":
        return "gpu"
    return "few" if entrant.threads == 1 else "cpu"


def lesser(entrant: Entrant) -> bool:
    """Drawn with dashes: one thread, and what is no GPU."""
    return entrant.software or (entrant.backend == "cpu" and entrant.threads == 1)


def _resolve(shade: Shade, colours: Colours) -> str:
    return str(getattr(colours, shade))
