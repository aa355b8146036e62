"""A Mitsuba object (``<shape>``, ``<bsdf>`` ...) with typed access to its properties.

Every access marks what it read; what nobody asked for is told to the user afterwards, with its name and line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from raytracer.errors import InputError
from raytracer.io.mitsuba import values
from raytracer.io.mitsuba.xml import Element, Place
from raytracer.io.report import LoadReport

Triple = tuple[float, float, float]


@dataclass(eq=False)
class Child:
    """A nested object, under a property name or none."""

    name: str
    plugin: Plugin
    used: bool = False


@dataclass(eq=False)
class Plugin:
    """``tag`` is the kind (shape, bsdf ...), ``type`` names the implementation. ``id`` is empty for nameless ones."""

    tag: str
    type: str
    id: str
    place: Place
    dialect: tuple[int, ...]
    """Version of the file it stands in."""
    properties: dict[str, Element] = field(default_factory=dict)
    children: list[Child] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    left_out: bool = False
    """Not rendered as a whole, and the user knows: nothing more is said about what is in it."""

    @property
    def where(self) -> str:
        return str(self.place)

    def __str__(self) -> str:
        return f"{self.tag} '{self.type}'"

    # Properties ------------------------------------------------------------------------------------------------

    def has(self, *names: str) -> bool:
        """Whether a value or a nested object of one of these names is there."""
        return any(name in self.properties or any(c.name == name for c in self.children) for name in names)

    def element(self, *names: str) -> Element | None:
        """The first of these properties that is there; all are marked as read."""
        self.used.update(names)
        return next((self.properties[name] for name in names if name in self.properties), None)

    def ignore(self, *names: str) -> None:
        """Marks properties that change nothing here and are not worth a note."""
        self.used.update(names)

    def number(self, *names: str, default: float) -> float:
        element = self.element(*names)
        return default if element is None else values.number(element)

    def integer(self, name: str, default: int, *, at_least: int) -> int:
        element = self.element(name)
        if element is None:
            return default
        value = values.integer(element)
        if value < at_least:
            raise InputError(
                f"{self.tag} property {name!r} must be at least {at_least}, not {value}", where=str(element.place)
            )
        return value

    def flag(self, name: str, default: bool) -> bool:
        element = self.element(name)
        return default if element is None else values.flag(element)

    def text(self, name: str, default: str) -> str:
        element = self.element(name)
        return default if element is None else values.attribute(element, "value")

    def choice(self, name: str, default: str, allowed: tuple[str, ...]) -> str:
        """A string out of a list; anything else is an error that lists them."""
        value = self.text(name, default).lower()
        if value not in allowed:
            raise InputError(
                f"{self} has {name}={value!r}",
                where=str(self.properties[name].place),
                remedy=f"one of {', '.join(allowed)}",
            )
        return value

    def vector(self, name: str) -> Triple | None:
        element = self.element(name)
        return None if element is None else values.triple(element)

    def transform(self, name: str, report: LoadReport) -> np.ndarray:
        """The 4x4 matrix, identity where there is none."""
        element = self.element(name)
        return np.eye(4) if element is None else values.transform(element, report)

    # Nested objects --------------------------------------------------------------------------------------------

    def child(self, *names: str, tag: str = "") -> Plugin | None:
        """The first nested object under one of the names, or (no names) of that tag."""
        return next(self.nested(*names, tag=tag), None)

    def nested(self, *names: str, tag: str = "") -> Iterator[Plugin]:
        """Nested objects under one of the names, or (no names) of that tag, in order; each is marked as read."""
        for child in self.children:
            if child.name in names if names else child.plugin.tag == tag:
                child.used = True
                yield child.plugin

    def leave_out(self, report: LoadReport, text: str = "is left out") -> None:
        """Notes that this object is not rendered."""
        report.note("unsupported", f"{self} {text}", self.where)
        self.left_out = True

    def report_unread(self, report: LoadReport, *, properties_only: bool = False) -> None:
        """Notes every property and nested object that nobody asked for."""
        for name, element in self.properties.items():
            if name not in self.used:
                report.note("ignored", f"unknown property {name!r} of {self}", str(element.place))
        for child in self.children:
            if not child.used and not properties_only:
                label = f" ({child.name!r})" if child.name else ""
                report.note("ignored", f"{child.plugin}{label} inside {self} is not used", child.plugin.where)
