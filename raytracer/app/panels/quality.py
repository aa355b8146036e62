"""Equal quality: the error against a converged reference over time, and how much sooner one side gets there."""

from __future__ import annotations

from typing import cast

from PySide6.QtWidgets import QWidget

from raytracer.app.controls import NumberRow
from raytracer.app.language import tr
from raytracer.app.measure.page import ExperimentPage
from raytracer.app.measure.plot import Curve, ErrorAxis, Line, LogPlot, SecondsAxis, lesser, shade_of
from raytracer.app.measure.words import title
from raytracer.app.studio import Studio
from raytracer.session.measure import quality
from raytracer.session.measure.experiments import Options
from raytracer.session.measure.quality import Quality
from raytracer.session.measure.result import Result, Sentence
from raytracer.session.throughput import format_ratio


class QualityPanel(ExperimentPage):
    """The line across can be dragged to any error; what the reference cannot vouch for is not claimed."""

    name = "quality"

    def __init__(self, studio: Studio) -> None:
        self.plot = LogPlot(SecondsAxis, ErrorAxis, tr("time rendered"), tr("error (relMSE)"))
        self.seconds = NumberRow(
            tr("Each side"),
            (1.0, 600.0),
            quality.SECONDS,
            suffix="s",
            decimals=0,
            logarithmic=True,
            tip=tr("How long each side renders"),
        )
        self.reference_seconds = NumberRow(
            tr("Reference"),
            (5.0, 7200.0),
            quality.REFERENCE_SECONDS,
            suffix="s",
            decimals=0,
            logarithmic=True,
            tip=tr("How long the reference is rendered, on the fastest side; it is kept for this scene and view"),
        )
        self._chosen: float | None = None
        purpose = tr(
            "Not samples but a picture without noise is the point: how soon does each side reach the same error?"
        )
        super().__init__(studio, purpose)

    def add_options(self) -> None:
        self.add(self.seconds, self.reference_seconds)

    def drawings(self) -> list[QWidget]:
        return [self.plot]

    def options(self) -> Options:
        self._chosen = None
        return Options(
            seconds=self.seconds.value(),
            reference_seconds=self.reference_seconds.value(),
            software=self._studio.sides.force_software,
        )

    def choose(self, rel_mse: float) -> None:
        """Compares the times to this error from now on."""
        self._chosen = rel_mse
        self._show_result()

    def error(self, result: Quality) -> float | None:
        """The error that is compared: the user's, or one that all sides reached."""
        return self._chosen if self._chosen is not None else result.good_error()

    def headline(self, result: Result) -> tuple[str, str, str]:
        found = cast("Quality", result)
        error = self.error(found)
        if error is None or not found.finished:
            return "", "", "text"
        known = [(who, seconds) for who, seconds in found.times(error) if seconds is not None]
        if len(known) < 2:
            return "–", tr("not every side reached this error where the reference can vouch for it"), "text_dim"
        (fast, least), (slow, most) = min(known, key=lambda k: k[1]), max(known, key=lambda k: k[1])
        text = tr("sooner on {fast} than on {slow}, at the same error")
        ratio = format_ratio(most / least).replace("x", "×")
        return ratio, text.format(fast=title(fast), slow=title(slow)), shade_of(fast)

    def statements(self, result: Result) -> list[Sentence]:
        found = cast("Quality", result)
        if self._chosen is None or not found.finished:
            return list(found.sentences())
        return [*found.at(self._chosen), *found.about_reference()]

    def draw(self, result: Result | None) -> None:
        found = cast("Quality | None", result)
        self.plot.setVisible(found is not None and any(curve.points for curve in found.curves))
        if found is None:
            self.plot.drop_handle()
            return
        curves = [
            Curve(
                [point.seconds for point in curve.points],
                [point.rel_mse for point in curve.points],
                shade_of(curve.entrant),
                title(curve.entrant),
                lesser(curve.entrant),
            )
            for curve in found.curves
        ]
        lines = []
        if found.reference is not None and any(curve.points for curve in found.curves):
            lines.append(Line(found.reference.trusted_rel_mse, False, "warning", tr("claimed above this only")))
            lines.append(
                Line(found.reference.floor_rel_mse, False, "text_dim", tr("error of the reference"), below=True)
            )
        self.plot.draw(curves, lines)
        error = self.error(found)
        if error is not None and found.finished:
            self.plot.offer_handle(error, f"{error:.2g}", self.choose)
        else:
            self.plot.drop_handle()


make = QualityPanel
