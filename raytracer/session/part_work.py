"""The worker's side of filling one film together: renders the parts it is told, shows the sum it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from raytracer.session.film_parts import FilmPlace, PartDone, RenderPart, SharedFilm, TakeFilm

if TYPE_CHECKING:
    from raytracer.engine.parts import Pace
    from raytracer.engine.renderer import Renderer


class PartWork:
    """Keeps the shared memory mapped from part to part."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._films: dict[str, SharedFilm] = {}
        self._pace: Pace | None = None

    def render(self, command: RenderPart) -> PartDone:
        """Raises ``RaytracerError``."""
        from raytracer.engine import parts

        self._pace = self._pace or parts.Pace()
        part, of = command.part, command.of
        done = parts.render_part(self._renderer, part.first, part.count, self._pace, of.tiles, of.first)
        film = self._film(command.place)
        parts.read_film(self._renderer, film.sums, film.counts)
        counted = (done.samples, done.rays, done.seconds, done.compile_seconds, done.nonfinite)
        return PartDone(part, command.place, *counted)

    def take(self, command: TakeFilm) -> None:
        """Raises ``RaytracerError``."""
        from raytracer.engine import parts

        film = self._film(command.place)
        parts.take_film(self._renderer, film.sums, film.counts)

    def forget(self) -> None:
        """Another scene: another device rate, and the memory may be gone."""
        self._pace = None
        while self._films:
            self._films.popitem()[1].close()

    def _film(self, place: FilmPlace) -> SharedFilm:
        if place.segment not in self._films:
            self._films[place.segment] = SharedFilm.attach(place)
        return self._films[place.segment]
