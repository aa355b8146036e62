"""Carries out the commands of a race."""

from __future__ import annotations

from raytracer.app.measurements import Measurements
from raytracer.app.race.race import Race
from raytracer.app.studio import Studio

DIVIDER_STEP = 0.05


class RaceHandlers:
    """One method for each command; a checkable command's method takes its new state."""

    _studio: Studio

    @property
    def _race(self) -> Race:
        return self._studio.feature(Race)

    def race(self, on: bool) -> None:
        """Starts or ends the race."""
        self._race.set_on(on)

    def large_figures(self, on: bool) -> None:
        """The gap in very large numerals."""
        self._studio.feature(Measurements).set_large(on)

    def race_layout(self) -> None:
        """Another way to show both."""
        self._race.view.next_layout()

    def race_swap(self) -> None:
        """Left and right change places."""
        self._race.swap()

    def divider_back(self) -> None:
        """Less of the first side."""
        self._race.view.set_divider(self._race.view.divider - DIVIDER_STEP)

    def divider_on(self) -> None:
        """More of the first side."""
        self._race.view.set_divider(self._race.view.divider + DIVIDER_STEP)
