"""Carries out what is asked about the picture: a surface, a pixel, an outline, the film. Nothing is changed."""

from __future__ import annotations

from raytracer.session.films import FilmWriter
from raytracer.session.protocol import BandwidthMeasured, FilmRead, MeasureBandwidth, ReadFilm
from raytracer.session.render_state import RenderState
from raytracer.session.scene_messages import (
    FindSilhouette,
    Pick,
    Picked,
    PickHit,
    PixelRead,
    ReadPixel,
    SilhouetteFound,
)


class Questions:
    """Without a scene the answers are empty. Without ``films`` no film can be read (in batch)."""

    def __init__(self, state: RenderState, films: FilmWriter | None) -> None:
        self._state = state
        self._renderer = state.renderer
        self._films = films

    def pick(self, command: Pick) -> None:
        """What is seen at a point."""
        hit: PickHit | None = None
        if self._state.scene is not None:
            found = self._renderer.pick(command.x, command.y)
            hit = PickHit(**vars(found)) if found is not None else None
        self._state.send(Picked(command.request, hit))

    def read_pixel(self, command: ReadPixel) -> None:
        """The light and the samples of a pixel."""
        if self._state.scene is None:
            self._state.send(PixelRead(command.request, (0.0, 0.0, 0.0), 0))
            return
        found = self._renderer.pixel(command.x, command.y)
        self._state.send(PixelRead(command.request, found.linear, found.samples, found.error))

    def find_silhouette(self, command: FindSilhouette) -> None:
        """Where instances are seen."""
        if self._state.scene is not None:
            mask = self._renderer.silhouette(command.instances)
            self._state.send(SilhouetteFound(command.request, mask.shape[1], mask.shape[0], mask.tobytes()))

    def read_film(self, command: ReadFilm) -> None:
        """The linear film, through shared memory."""
        film, spp = self._state.counts.film, self._renderer.spp
        if self._films is None or self._state.scene is None or spp <= 0.0:
            self._state.send(FilmRead(command.request, "", 0, 0, 0.0, film))
            return
        linear = self._renderer.linear()
        height, width = linear.shape[:2]
        segment = self._films.write(linear)
        self._state.send(FilmRead(command.request, segment, width, height, spp, film))

    def measure_bandwidth(self, _command: MeasureBandwidth) -> None:
        """What the device copies in a second."""
        rate, size = self._renderer.measure_bandwidth()
        self._state.send(BandwidthMeasured(rate, size))
