"""Latency and throughput: batches from one path to 16 million, on every side."""

from __future__ import annotations

from typing import cast

from PySide6.QtWidgets import QWidget

from raytracer.app import figures
from raytracer.app.language import tr
from raytracer.app.measure.page import ExperimentPage
from raytracer.app.measure.plot import CountAxis, Curve, Line, LogPlot, SecondsAxis, lesser, shade_of
from raytracer.app.measure.words import title
from raytracer.app.studio import Studio
from raytracer.session.measure.dial import Dial, Verdict, rounded_items
from raytracer.session.measure.result import Result
from raytracer.session.throughput import format_ratio


class DialPanel(ExperimentPage):
    """Time for a batch above, paths per second below; where the curves cross, a line through both."""

    name = "dial"

    def __init__(self, studio: Studio) -> None:
        self.times = LogPlot(CountAxis, SecondsAxis, tr("paths in a batch"), tr("time for the batch"))
        self.rates = LogPlot(CountAxis, CountAxis, tr("paths in a batch"), tr("samples/s"))
        purpose = tr("Who answers first, and who gets more done? Batches of 1 path to 16 million, timed on every side.")
        super().__init__(studio, purpose)

    def drawings(self) -> list[QWidget]:
        return [self.times, self.rates]

    def headline(self, result: Result) -> tuple[str, str, str]:
        dial = cast("Dial", result)
        verdicts = dial.verdicts() if dial.finished else []
        if not verdicts:
            return "", "", "text"
        return _headline(dial, verdicts[-1])

    def draw(self, result: Result | None) -> None:
        dial = cast("Dial | None", result)
        for plot in (self.times, self.rates):
            plot.setVisible(dial is not None and bool(dial.curves))
        if dial is None:
            return
        times, rates = [], []
        for curve in dial.curves:
            if not curve.batches:
                continue
            who, sizes = curve.entrant, [float(batch.items) for batch in curve.batches]
            shade, dashed = shade_of(who), lesser(who)
            seconds = [batch.seconds for batch in curve.batches]
            times.append(Curve(sizes, seconds, shade, title(who), dashed))
            per_second = [batch.samples_per_s for batch in curve.batches]
            rates.append(Curve(sizes, per_second, shade, title(who), dashed))
        crossings = [verdict.crossing for verdict in dial.verdicts() if verdict.crossing] if dial.finished else []
        lines = [Line(crossing.items, True, "text", _paths(rounded_items(crossing.items))) for crossing in crossings]
        self.times.draw(times, lines)
        self.rates.draw(rates, lines)


def _paths(items: int) -> str:
    return tr("{count} paths").format(count=figures.count(items))


def _headline(dial: Dial, verdict: Verdict) -> tuple[str, str, str]:
    if verdict.crossing is not None:
        crossing = verdict.crossing
        text = tr("paths: below {below} answers first, above it {above}")
        caption = text.format(below=title(crossing.below), above=title(crossing.above))
        return figures.count(rounded_items(crossing.items)), caption, "text"
    if verdict.always is not None:
        ours, theirs = (
            next(c for c in dial.curves if c.entrant == who)
            for who in (verdict.always, verdict.second if verdict.always == verdict.first else verdict.first)
        )
        ratio = format_ratio(ours.best.samples_per_s / theirs.best.samples_per_s).replace("x", "×")
        text = tr("{who} over {other}, each at its best; {who} is first at every size")
        caption = text.format(who=title(ours.entrant), other=title(theirs.entrant))
        return ratio, caption, shade_of(ours.entrant)
    return "≈", tr("too close to call"), "text_dim"


make = DialPanel
