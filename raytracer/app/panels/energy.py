"""Energy and price: samples per joule, per watt and for the money."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from raytracer.app.controls import DecimalRow
from raytracer.app.language import tr
from raytracer.app.measure.page import ExperimentPage
from raytracer.app.measure.plot import shade_of
from raytracer.app.measure.words import title
from raytracer.app.parts import label, recolour
from raytracer.app.studio import Studio
from raytracer.app.theme import figure_font, theme
from raytracer.app.tokens import GAP_L, GAP_M, TEXT_FIGURE
from raytracer.session.measure.energy import Cost, Spent
from raytracer.session.measure.entrants import Entrant
from raytracer.session.measure.experiments import Options, experiment
from raytracer.session.measure.result import Result
from raytracer.session.throughput import format_ratio, format_si

HIGHEST_PRICE = 1000.0
NAME_WIDTH = 128
"""The longest is that of a software driver."""


class EnergyPanel(ExperimentPage):
    """A block of figures a side. A price is what the user types; without one nothing is said about money."""

    name = "energy"

    def __init__(self, studio: Studio) -> None:
        self.prices: dict[str, DecimalRow] = {}
        self._price_rows = QWidget()
        self._price_grid = QGridLayout(self._price_rows)
        self._price_grid.setContentsMargins(0, 0, 0, 0)
        self._price_grid.setVerticalSpacing(GAP_M)
        self.figures = QWidget()
        self._grid = QGridLayout(self.figures)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(GAP_L)
        self._grid.setColumnStretch(0, 1)
        purpose = tr("What a joule and an hour's rent buy. Energy comes from the devices' own counters, or not at all.")
        super().__init__(studio, purpose)

    def add_options(self) -> None:
        self.add(self._price_rows)

    def drawings(self) -> list[QWidget]:
        return [self.figures]

    def options(self) -> Options:
        return Options(software=self._studio.sides.force_software, prices=self._typed())

    def _typed(self) -> dict[str, float]:
        return {key: row.field.value() for key, row in self.prices.items() if row.field.value() > 0.0}

    def refresh(self) -> None:
        """Also offers a price for every side there is."""
        options = Options(software=self._studio.sides.force_software)
        for entrant in self.conductor.entrants(experiment(self.name), options):
            if entrant.key not in self.prices:
                self._offer(entrant)
        super().refresh()

    def _offer(self, entrant: Entrant) -> None:
        row = DecimalRow(
            title(entrant),
            (0.0, HIGHEST_PRICE),
            suffix=tr("per hour"),
            special=tr("no price"),
            tip=tr("What an hour of this machine costs, in any currency; the same for all"),
        )
        for name in row.findChildren(QLabel):
            name.setFixedWidth(NAME_WIDTH)
        row.edited.connect(lambda _value: self._show_result())
        self._price_grid.addWidget(row, len(self.prices), 0)
        self.prices[entrant.key] = row

    @property
    def result(self) -> Result | None:
        """The newest snapshot, with the prices of now."""
        found = cast("Cost | None", super().result)
        return replace(found, prices=self._typed()) if found is not None else None

    def headline(self, result: Result) -> tuple[str, str, str]:
        spent = cast("Cost", result).spent
        if not spent:
            return "", "", "text"
        last, first = spent[-1], spent[0]
        ours, theirs = last.samples_per_joule(), first.samples_per_joule()
        if ours and theirs and last is not first:
            text = tr("as many samples per joule on {last} as on {first}")
            ratio = format_ratio(ours / theirs).replace("x", "×")
            return ratio, text.format(last=title(last.entrant), first=title(first.entrant)), shade_of(last.entrant)
        return (
            tr("not available"),
            tr("the energy of at least one side cannot be read; the reasons stand below"),
            "text_dim",
        )

    def draw(self, result: Result | None) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        cost = cast("Cost | None", result)
        spent = cost.spent if cost is not None else ()
        self.figures.setVisible(bool(spent))
        for column, one in enumerate(spent):
            head = label(title(one.entrant), wrap=True)
            recolour(head, getattr(theme().colours, shade_of(one.entrant)))
            self._grid.addWidget(head, 0, column + 1, Qt.AlignmentFlag.AlignRight)
        for row, name in enumerate(self._names()):
            self._grid.addWidget(label(name, "dim", wrap=True), row + 1, 0)
        for column, one in enumerate(spent):
            price = cost.prices.get(one.entrant.key, 0.0) if cost is not None else 0.0
            for row, value in enumerate(self._values(one, price)):
                self._grid.addWidget(_figure(value), row + 1, column + 1, Qt.AlignmentFlag.AlignRight)

    def _names(self) -> tuple[str, ...]:
        return (tr("samples/s"), tr("watts"), tr("samples per joule"), tr("busy"), tr("samples per unit of money"))

    def _values(self, spent: Spent, price: float) -> tuple[str, ...]:
        """Dashes for what was not measured."""
        watts, per_joule = spent.own.watts, spent.samples_per_joule()
        busy = spent.own.utilisation if spent.own.utilisation is not None else spent.busy
        money = spent.samples_per_price(price)
        return (
            format_si(spent.samples_per_s),
            f"{watts:.0f}" if watts is not None else "–",
            format_si(per_joule),
            f"{100 * busy:.0f} %" if busy is not None else "–",
            format_si(money),
        )


def _figure(text: str) -> QLabel:
    return label(text, font=figure_font(TEXT_FIGURE - 5))


make = EnergyPanel
