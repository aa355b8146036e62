"""Divergence: how many lanes of the groups of 32 still have work, ray by ray or bounce by bounce."""

from __future__ import annotations

import itertools

import pyqtgraph
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QCheckBox, QPushButton

from raytracer.app import figures
from raytracer.app.controls import ChoiceRow, Facts, PanelPage
from raytracer.app.language import tr
from raytracer.app.parts import label
from raytracer.app.studio import Studio
from raytracer.app.theme import figure_font, theme
from raytracer.app.tokens import TEXT_FIGURE, TEXT_SMALL
from raytracer.app.workers import Worker
from raytracer.scene.divergence import GROUP, Curve, Divergence
from raytracer.scene.layers import COMBINED
from raytracer.session.path_messages import DivergenceMeasured, MeasureDivergence
from raytracer.session.protocol import CommandFailed, Event, WorkerFailed

HEAT_MAP = "divergence"


def make(studio: Studio) -> DivergencePanel:
    """For the table of panels."""
    return DivergencePanel(studio)


class DivergencePanel(PanelPage):
    """Measures when asked; the heat map is a layer of the picture."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        self._requests = itertools.count(1)
        self._request = 0
        self.measured: Divergence | None = None
        self.measure = QPushButton(tr("Measure"))
        self.measure.setToolTip(tr("Trace one sample of every pixel and count"))
        self.heat_map = QCheckBox(tr("Heat map over the picture"))
        self.heat_map.setToolTip(tr("The layer \u201cBusy lanes\u201d: dark where lanes wait for their group"))
        self.steps = ChoiceRow(
            tr("Steps"),
            (("rays", tr("Rays, as the kernel counts")), ("bounces", tr("Bounces"))),
            tip=tr("What one step of the curve is"),
        )
        self._figure = label("", font=figure_font(TEXT_FIGURE))
        self._meaning = label("", "dim", wrap=True)
        self._plot = _make_plot()
        self._curves = {name: self._plot.plot(antialias=True) for name in ("occupied", "alive")}
        self.facts = Facts()
        self._about = label("", "small", wrap=True)
        self.add(self.measure, self._figure, self._meaning, self.steps, self._plot, self._legend())
        self.add(self.heat_map, self.facts, self._about)
        self.finish()
        self._connect()
        self.refresh()

    def _connect(self) -> None:
        self.measure.clicked.connect(self.ask)
        self.heat_map.clicked.connect(lambda on: self._studio.change_view(layer=HEAT_MAP if on else COMBINED))
        self.steps.chosen.connect(lambda _name: self.refresh())
        self._studio.pool.heard.connect(self._hear)
        self._studio.view_changed.connect(self.refresh)
        self._studio.scene_changed.connect(self._forget)
        theme().changed.connect(self.refresh)

    def _legend(self) -> Facts:
        self._lines = Facts()
        self._lines.show_fact(tr("Full line"), tr("lanes that still have work"))
        self._lines.show_fact(tr("Dashed line"), tr("lanes whose group still runs"))
        return self._lines

    # ------------------------------------------------------------ measuring

    def ask(self) -> None:
        """Measures the picture of now."""
        if self._studio.scene is None:
            return
        self._request = next(self._requests)
        self._studio.worker.client.send(MeasureDivergence(0, self._request))
        self.measure.setEnabled(False)
        self.measure.setText(tr("Measuring …"))

    def _hear(self, worker: Worker, event: Event) -> None:
        if isinstance(event, DivergenceMeasured) and event.request == self._request:
            self.measured = event.divergence
            self._end_wait()
        elif isinstance(event, WorkerFailed) or (
            isinstance(event, CommandFailed) and event.command == MeasureDivergence.__name__
        ):
            self._end_wait()

    def _end_wait(self) -> None:
        self.measure.setEnabled(True)
        self.measure.setText(tr("Measure"))
        self.refresh()

    def _forget(self) -> None:
        self.measured = None
        self._end_wait()

    # ------------------------------------------------------------ contents

    def refresh(self) -> None:
        """Shows what was measured."""
        measured = self.measured
        self.heat_map.setChecked(self._studio.view.layer == HEAT_MAP)
        for widget in (self._figure, self._plot, self._lines, self.facts):
            widget.setVisible(measured is not None)
        self._about.setText(self._about_text())
        if measured is None:
            self._meaning.setText(
                tr("A GPU runs its lanes in groups that step together: {count} wait for the last of them.").format(
                    count=GROUP
                )
            )
            return
        by_bounce = self.steps.field.currentData() == "bounces"
        curve = measured.by_bounce if by_bounce else measured.by_ray
        self._figure.setText(f"{curve.used:.0%}")
        self._meaning.setText(tr("of the time of running groups is spent on lanes that have work."))
        self._draw(curve)
        self.facts.show_fact(tr("Paths"), figures.count(measured.pixels))
        self.facts.show_fact(tr("Groups"), figures.count(measured.groups))
        self.facts.show_fact(tr("Rays"), figures.count(measured.rays))
        self.facts.show_fact(tr("Longest"), str(len(measured.by_ray.alive)) + " " + tr("rays"))

    def _about_text(self) -> str:
        group = tr("A group is {count} pixels that follow each other in the kernel's order.").format(count=GROUP)
        if self._studio.active == "cpu" or self._studio.worker.software:
            return group + " " + tr("The CPU has no such groups: this is what a GPU would do with the same paths.")
        return group + " " + tr("Other GPUs have groups of another width.")

    def _draw(self, curve: Curve) -> None:
        c = theme().colours
        width = 2.0 * self.devicePixelRatioF()
        pens = {
            "alive": pyqtgraph.mkPen(c.accent, width=width),
            "occupied": pyqtgraph.mkPen(c.text_dim, width=width, style=Qt.PenStyle.DashLine),
        }
        steps = list(range(len(curve.alive) + 1))
        for name, values in (("alive", curve.alive), ("occupied", curve.occupied)):
            self._curves[name].setPen(pens[name])
            self._curves[name].setData(steps, [100.0 * value for value in values] + [0.0])
        for name in ("left", "bottom"):
            axis = self._plot.getAxis(name)
            axis.setPen(pyqtgraph.mkPen(c.line))
            axis.setTextPen(pyqtgraph.mkPen(QColor(c.text_dim)))
        self._plot.setLabel("bottom", tr("bounces") if curve is self._bounces() else tr("rays"), color=c.text_dim)
        self._plot.setLabel("left", tr("lanes, %"), color=c.text_dim)
        self._plot.setXRange(0, max(len(curve.alive), 1), padding=0.02)

    def _bounces(self) -> Curve | None:
        return self.measured.by_bounce if self.measured is not None else None


def _make_plot() -> pyqtgraph.PlotWidget:
    plot = pyqtgraph.PlotWidget(background=None)
    plot.setMenuEnabled(False)
    plot.setMouseEnabled(False, False)
    plot.hideButtons()
    plot.setStyleSheet("background: transparent; border: none;")
    plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    plot.setFrameShape(plot.Shape.NoFrame)
    plot.setYRange(0.0, 106.0, padding=0.0)  # room for the label of 100
    plot.setFixedHeight(170)
    plot.setAccessibleName(tr("Lanes that have work, by step"))
    font = figure_font(TEXT_SMALL, weight=QFont.Weight.Normal)
    for name in ("left", "bottom"):
        plot.getAxis(name).setStyle(tickLength=0, tickFont=font)
    return plot
