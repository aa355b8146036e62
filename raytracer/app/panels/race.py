"""Race: who renders against whom, how, and until when."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton

from raytracer.app import figures
from raytracer.app.controls import ChoiceRow, NumberRow, PanelPage, WholeRow
from raytracer.app.language import QT_TR_NOOP, tr
from raytracer.app.panels.finish_table import FinishTable
from raytracer.app.parts import label
from raytracer.app.race.race import Race
from raytracer.app.race.score import FINISH_LINES
from raytracer.app.studio import Studio
from raytracer.backends import BACKENDS, Contender

LAYOUT_NAMES = (
    ("beside", QT_TR_NOOP("Left and right")),
    ("above", QT_TR_NOOP("Above and below")),
    ("difference", QT_TR_NOOP("Difference")),
)
LIMIT_NAMES = (
    ("none", QT_TR_NOOP("At the sample limit")),
    ("samples", QT_TR_NOOP("At equal samples")),
    ("time", QT_TR_NOOP("At equal time")),
)


class RacePanel(PanelPage):
    """Everything that can be set about a race; the figures stand in the picture."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._race = race = studio.feature(Race)
        self.start_button = QPushButton()
        self.start_button.setCheckable(True)
        self.start_button.setToolTip(tr("Both render the same scene from the same camera"))
        self.swap = QPushButton(tr("Swap sides"))
        self.swap.setToolTip(tr("Left and right change places; the samples are kept"))
        self.sides = (
            ChoiceRow(tr("Left, above"), tip=tr("Who renders the left or upper side")),
            ChoiceRow(tr("Right, below"), tip=tr("Who renders the right or lower side")),
        )
        self.layout_row = ChoiceRow(
            tr("Show"),
            [(v, tr(t)) for v, t in LAYOUT_NAMES],
            tip=tr("Both pictures with a divider, or how they differ"),
        )
        self.limit = ChoiceRow(
            tr("Ends"),
            [(v, tr(t)) for v, t in LIMIT_NAMES],
            tip=tr("When a side stops; equal time is own rendering time"),
        )
        self.spp = WholeRow(
            tr("Samples"), (1, 1 << 20), race.limit.spp, suffix="spp", tip=tr("Samples per pixel of each side")
        )
        self.seconds = NumberRow(
            tr("Time"),
            (0.5, 600.0),
            10.0,
            suffix="s",
            decimals=1,
            logarithmic=True,
            tip=tr("Rendering time of each side"),
        )
        self.line = ChoiceRow(
            tr("Finishing line"),
            [(str(spp), tr("noise of {spp} spp").format(spp=figures.count(spp))) for spp in FINISH_LINES],
            tip=tr("The noise that a picture of so many samples per pixel has; nobody stops there"),
        )
        self.finish_table = FinishTable(race)
        self.turns = QCheckBox(tr("Take turns"))
        self.turns.setToolTip(
            tr("Half a second each, so that neither slows the other down; needed where both use the processor")
        )
        self.gain = NumberRow(
            tr("Amplify"),
            (1.0, 64.0),
            4.0,
            suffix="×",
            decimals=0,
            logarithmic=True,
            tip=tr("How many times brighter the difference is shown"),
        )
        self.conditions = label("", "small", wrap=True)
        self.conditions.setAccessibleName(tr("Conditions of the race"))
        buttons = QHBoxLayout()
        buttons.addWidget(self.start_button, 1)
        buttons.addWidget(self.swap)
        self.rows.addLayout(buttons)
        self.add(*self.sides, self.layout_row, self.gain, self.limit, self.spp, self.seconds, self.line, self.turns)
        self.add(self.finish_table, self.conditions)
        self.finish()
        self._connect()
        self.refresh()

    def _connect(self) -> None:
        race = self._race
        self.start_button.clicked.connect(race.set_on)
        self.swap.clicked.connect(race.swap)
        for row in self.sides:
            row.chosen.connect(self._choose)
        self.layout_row.chosen.connect(race.view.set_layout)
        self.limit.chosen.connect(race.set_limit)
        self.spp.edited.connect(lambda value: race.set_limit("samples", spp=value))
        self.seconds.edited.connect(lambda value: race.set_limit("time", seconds=value))
        self.line.chosen.connect(lambda spp: race.set_line(int(spp)))
        self.gain.edited.connect(self._amplify)
        self.turns.clicked.connect(race.set_turns)
        race.changed.connect(self.refresh)
        race.view.layout_changed.connect(self.refresh)

    stills_picture = False

    @property
    def can_start(self) -> bool:
        """Whether a race could begin."""
        return not self._race.on

    def start(self) -> None:
        """Starts the race."""
        self._race.set_on(True)

    def stop(self) -> None:
        """Ends it."""
        self._race.set_on(False)

    def _choose(self, _key: str) -> None:
        first, second = (_contender(row.field.currentData()) for row in self.sides)
        self._race.set_pair(first, second)
        self.refresh()

    def _amplify(self, gain: float) -> None:
        self._race.difference.set_gain(gain)
        self._race.changed.emit()

    def refresh(self) -> None:
        """Shows who races and how."""
        race = self._race
        self.start_button.setChecked(race.on)
        self.start_button.setText(tr("Stop the race") if race.on else tr("Start the race"))
        choices = [(_key(one.who), one.title) for one in race.choices]
        for row, who in zip(self.sides, race.pair, strict=True):
            row.set_choices(choices)
            row.show_value(_key(who))
        self.layout_row.show_value(race.view.layout)
        self.gain.setVisible(race.view.layout == "difference")
        self.gain.show_value(race.difference.gain)
        self.limit.show_value(race.limit.kind)
        self.spp.setVisible(race.limit.kind == "samples")
        self.spp.show_value(race.limit.spp)
        self.seconds.setVisible(race.limit.kind == "time")
        self.seconds.show_value(race.limit.seconds)
        self.line.setVisible(race.limit.kind != "samples")
        self.line.show_value(str(race.limit.line))
        self.finish_table.refresh()
        self.turns.setChecked(race.turns)
        self.conditions.setText("\n".join(race.fairness))


def _key(who: Contender) -> str:
    return f"{who.backend} {who.threads}"


def _contender(key: str) -> Contender:
    backend, _, threads = key.partition(" ")
    return Contender(next(name for name in BACKENDS if name == backend), int(threads))
