"""The gap in very large numerals over the picture: to be read from the last row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from raytracer.app.language import tr
from raytracer.app.layers.layer import Layer
from raytracer.app.layers.signs import Row, Run, Sign
from raytracer.app.measurements import Measurements
from raytracer.app.parts import timer
from raytracer.app.race.race import Race
from raytracer.app.studio import Studio
from raytracer.app.theme import theme
from raytracer.app.tokens import GAP_XL
from raytracer.session.throughput import format_ratio, format_si

if TYPE_CHECKING:
    from raytracer.app.viewport import Viewport

REFRESH_MS = 250
RATIO, RATE, TEXT = 24.0, 9.0, 4.2
"""Hundredths of the picture's height; the ratio is some 20 cm tall on a wall picture of a metre."""


class LargeFiguresLayer(Layer):
    """Only while it is wanted, and no race is on, which has large figures of its own."""

    def __init__(self, studio: Studio, viewport: Viewport) -> None:
        super().__init__(studio, viewport)
        self._measurements = studio.feature(Measurements)
        self._race = studio.feature(Race)
        self._sign = Sign()
        self._timer = timer(self, REFRESH_MS, self._refresh)
        self._measurements.large_changed.connect(self._toggle)
        theme().changed.connect(self._refresh)

    def _toggle(self) -> None:
        if self._measurements.large:
            self._timer.start()
        else:
            self._timer.stop()
        self._refresh()

    def _refresh(self) -> None:
        if self._measurements.large:
            unit = min(self.viewport.height(), 0.62 * self.viewport.width()) / 100.0
            self._sign.show(self.rows(), max(unit, 2.5), self.viewport.devicePixelRatioF())
        self.viewport.update()

    def rows(self) -> tuple[Row, ...]:
        """The ratio, what it compares, and the rates of both sides."""
        c, gap = theme().colours, self._measurements.gap
        gpu = self.studio.sides.gpu()
        rows: list[Row] = []
        if gap.ratio is not None and gpu.backend is not None:
            colour = c.text if gpu.software else c.gpu
            rows.append((Run(format_ratio(gap.ratio).replace("x", "×"), RATIO, colour, bold=True),))
            name = self.studio.sides.title(gpu.backend)
            slower = gap.ratio < 0.95
            text = tr("{name} is slower than the CPU") if slower else tr("{name} over all CPU threads")
            rows.append((Run(text.format(name=name), TEXT, c.text_dim),))
        for title, backend, colour in (("CPU", "cpu", c.cpu), ("GPU", gpu.backend, c.gpu)):
            rates = self._measurements.throughput.rates(backend)
            if backend is not None and rates.samples_per_s is not None:
                name = self.studio.sides.title(backend) if backend != "cpu" else title
                figure = f"{format_si(rates.samples_per_s)}"
                unit = Run("  " + tr("samples/s"), TEXT, c.text_dim)
                row = [Run(f"{name}  ", TEXT, colour, bold=True), Run(figure, RATE, c.text, bold=True), unit]
                watts = self._measurements.power.of(backend).watts
                if watts is not None:
                    row.append(Run(f"  {watts:.0f} W", TEXT, c.text, bold=True))
                rows.append(tuple(row))
        return tuple(rows) or ((Run(tr("not measured"), TEXT, c.text_dim),),)

    def paint(self, painter: QPainter) -> None:
        if self._measurements.large and not self._race.on:
            below = self.viewport.height() - GAP_XL - self.viewport.words_height
            corner = QPointF(GAP_XL, below - self._sign.size.height())
            self._sign.paint(painter, corner)
