"""What both sides of a race took to the finishing line, as a small table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from raytracer.app import figures
from raytracer.app.language import tr
from raytracer.app.layers.race_signs import colours, seconds_text
from raytracer.app.parts import label, recolour
from raytracer.app.race.race import Race
from raytracer.app.race.score import Finish, finish
from raytracer.app.theme import figure_font, theme
from raytracer.app.tokens import GAP_L, TEXT_FIGURE
from raytracer.session.throughput import format_ratio

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class FinishTable(QWidget):
    """A column a side: own time to the samples, and to the noise. Hidden while there is no race."""

    def __init__(self, race: Race) -> None:
        super().__init__()
        self._race = race
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GAP_L)
        grid.setColumnStretch(0, 1)
        self._heads = (label(), label())
        self._names = (label("", "dim", wrap=True), label("", "dim", wrap=True))
        self._values = tuple(tuple(_figure() for _ in range(2)) for _ in range(2))
        self._ratio = label("", "dim", wrap=True)
        for side in range(2):
            grid.addWidget(self._heads[side], 0, side + 1, _RIGHT)
            for row in range(2):
                grid.addWidget(self._values[row][side], row + 1, side + 1, _RIGHT)
        for row, name in enumerate(self._names):
            grid.addWidget(name, row + 1, 0)
        grid.addWidget(self._ratio, 3, 0, 1, 3)
        self.setAccessibleName(tr("Finishing line"))
        self.setToolTip(
            tr(
                "Own rendering time to so many samples per pixel, and until the measured noise fell to what so many "
                "samples leave; between two measurements interpolated, beyond them nothing"
            )
        )
        race.figures_changed.connect(self.refresh)
        theme().changed.connect(self.refresh)

    def refresh(self) -> None:
        """Shows how far both are."""
        race = self._race
        self.setVisible(race.on)
        if not race.on or not race.lanes:
            return
        reached = finish(race.lanes, race.finish_spp)
        spp = tr("{spp} spp").format(spp=figures.count(reached.spp))
        self._names[0].setText(spp)
        self._names[1].setText(_noise_name(reached))
        for side, (one, colour) in enumerate(zip(race.entrants, colours(race), strict=True)):
            self._heads[side].setText(one.title)
            recolour(self._heads[side], colour)
            self._values[0][side].setText(_seconds(reached.to_samples[side]))
            self._values[1][side].setText(_seconds(reached.to_noise[side]))
        ratio = reached.ratio
        self._ratio.setText(_ratio_text(race, reached, ratio) if ratio is not None else "")
        self._ratio.setVisible(ratio is not None)


def _noise_name(reached: Finish) -> str:
    if reached.level is None:
        return tr("its noise")
    return tr("its noise, {noise}").format(noise=figures.percent(reached.level))


def _ratio_text(race: Race, reached: Finish, ratio: float) -> str:
    first, second = (seconds or 0.0 for seconds in reached.seconds)
    who = race.entrants[0 if first <= second else 1].title
    return tr("{name} is there {ratio} as fast").format(name=who, ratio=format_ratio(ratio).replace("x", "×"))


def _seconds(seconds: float | None) -> str:
    return seconds_text(seconds) if seconds is not None else "…"


def _figure() -> QLabel:
    return label("…", font=figure_font(TEXT_FIGURE - 5))
