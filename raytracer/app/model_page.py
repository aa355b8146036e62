"""Panels of a model's fields: rows made from the model's own metadata, in sections, filled and heard in one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from raytracer.app.controls import ChoiceRow, NumberRow, PanelPage, WholeRow
from raytracer.app.fields import UNITS, AnyRow, Field, connect, field_of, make_row
from raytracer.app.language import tr
from raytracer.app.parts import label
from raytracer.scene.model import Model


@dataclass(frozen=True)
class Look:
    """What a row needs beyond the metadata. ``low`` and ``high``: what it offers of a wider range.

    ``default``: what a double click on the label restores where the model's own default is not a number.
    ``factor``: what is shown per unit of the model, as 100 for a share in per cent. ``special`` names the lowest value.
    ``choices``: pairs of value and text for a name that is chosen.
    """

    low: float | None = None
    high: float | None = None
    default: float | None = None
    decimals: int | None = None
    unit: str | None = None
    factor: float = 1.0
    special: str = ""
    logarithmic: bool = False
    choices: Callable[[], list[tuple[str, str]]] | None = None


PLAIN = Look()


class ModelPage(PanelPage):
    """``read`` gives the model in force, ``write`` takes ``name=value`` of a change by the user."""

    def __init__(
        self, model: type[Model], read: Callable[[], Model], write: Callable[..., object], looks: Mapping[str, Look]
    ) -> None:
        super().__init__()
        self._model, self._read, self._write, self._looks = model, read, write, looks
        self.fields: dict[str, AnyRow] = {}

    def add_fields(self, *names: str) -> None:
        """Rows for these fields, in this order."""
        for name in names:
            field = field_of(self._model, name)
            assert field is not None, name
            look = self._looks.get(name, PLAIN)
            row = self.fields[name] = looking(field, look)
            connect(row, self._writer(name, look))
            self.add(row)

    def add_section(self, heading: str, *names: str) -> None:
        """The same under a heading."""
        self.add(label(heading, "heading"))
        self.add_fields(*names)

    def _writer(self, name: str, look: Look) -> Callable[[Any], object]:
        def write(value: Any) -> None:
            self._write(**{name: value / look.factor if look.factor != 1.0 else value})

        return write

    def refresh(self) -> None:
        """Shows the values in force."""
        model = self._read()
        for name, row in self.fields.items():
            value, factor = getattr(model, name), self._looks.get(name, PLAIN).factor
            if isinstance(row, WholeRow):
                value = min(value, row.field.maximum())
            row.show_value(value * factor if factor != 1.0 else value)


def looking(field: Field, look: Look) -> AnyRow:
    """The row for a field as it shall look."""
    if look.choices is not None:
        return ChoiceRow(field.title, look.choices(), tip=field.tip)
    low = field.low if look.low is None else look.low
    high = field.high if look.high is None else look.high
    unit = field.unit if look.unit is None else look.unit
    shown = replace(field, low=low, high=high, unit=unit)
    if field.kind != "number" or not shown.bounded:
        return make_row(shown)
    assert low is not None
    assert high is not None
    default = look.default if field.default is None else field.default * look.factor
    return NumberRow(
        field.title,
        (low, high),
        low if default is None else default,
        suffix=UNITS.get(unit, unit),
        decimals=2 if look.decimals is None else look.decimals,
        logarithmic=look.logarithmic,
        special=look.special,
        tip=field.tip,
    )


def number_row(model: type[Model], name: str, look: Look) -> NumberRow:
    """The slider of a number that has two ends."""
    field = field_of(model, name)
    assert field is not None
    row = looking(field, look)
    assert isinstance(row, NumberRow)
    return row


def off() -> str:
    """The name of a lowest value that switches something off."""
    return tr("off")
