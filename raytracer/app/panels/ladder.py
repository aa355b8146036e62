"""Core ladder: the same scene on 1, 2, 4 ... all CPU threads, then on each GPU."""

from __future__ import annotations

from typing import cast

from PySide6.QtWidgets import QWidget

from raytracer.app.language import tr
from raytracer.app.measure.page import ExperimentPage
from raytracer.app.measure.plot import CountAxis, Curve, Line, LogPlot, ThreadsAxis
from raytracer.app.measure.words import title
from raytracer.app.studio import Studio
from raytracer.session.measure.ladder import Ladder
from raytracer.session.measure.result import Result
from raytracer.session.throughput import format_ratio, format_si


class LadderPanel(ExperimentPage):
    """A rung a point, the dashed line of perfect scaling, and each GPU as a line across."""

    name = "ladder"

    def __init__(self, studio: Studio) -> None:
        self.plot = LogPlot(ThreadsAxis, CountAxis, tr("CPU threads"), tr("samples/s"))
        purpose = tr(
            "How far more of the same cores carry: 1, 2, 4 … all CPU threads, then each GPU. About 20 seconds."
        )
        super().__init__(studio, purpose)

    def drawings(self) -> list[QWidget]:
        return [self.plot]

    def headline(self, result: Result) -> tuple[str, str, str]:
        ladder = cast("Ladder", result)
        if not ladder.cpu:
            return "", "", "text"
        top = ladder.cpu[-1]
        gpus = [rung for rung in ladder.rungs if rung.entrant.is_gpu]
        if gpus:
            best = max(gpus, key=lambda rung: rung.samples_per_s)
            ratio = format_ratio(best.samples_per_s / top.samples_per_s).replace("x", "×")
            caption = tr("{gpu} over all {n} CPU threads").format(gpu=title(best.entrant), n=top.entrant.threads)
            return ratio, caption, "gpu"
        if len(ladder.cpu) < 2:
            return format_si(top.samples_per_s), tr("samples/s on {who}").format(who=title(top.entrant)), "cpu"
        ratio = format_ratio(top.samples_per_s / ladder.cpu[0].samples_per_s).replace("x", "×")
        return ratio, tr("{n} CPU threads over one").format(n=top.entrant.threads), "cpu"

    def draw(self, result: Result | None) -> None:
        ladder = cast("Ladder | None", result)
        self.plot.setVisible(ladder is not None and bool(ladder.rungs))
        if ladder is None:
            return
        cpu = [(float(rung.entrant.threads), rung.samples_per_s) for rung in ladder.cpu]
        curves: list[Curve] = []
        if len(cpu) > 1:
            counts = [threads for threads, _ in cpu]
            perfect = [cpu[0][1] * threads / counts[0] for threads in counts]
            curves.append(Curve(counts, perfect, "text_dim", tr("perfect"), dashed=True, dots=False))
            if ladder.fit is not None and len(cpu) > 2:
                fine = [counts[0] * (counts[-1] / counts[0]) ** (i / 40) for i in range(41)]
                curves.append(Curve(fine, [ladder.fit.rate(n) for n in fine], "text_dim", dots=False))
        curves.append(Curve([n for n, _ in cpu], [rate for _, rate in cpu], "cpu"))
        others = [rung for rung in ladder.rungs if rung.entrant.backend != "cpu"]
        lines = [
            Line(rung.samples_per_s, False, "gpu", f"{title(rung.entrant)}  {format_si(rung.samples_per_s)}")
            for rung in others
        ]
        self.plot.draw(curves, lines)


make = LadderPanel
