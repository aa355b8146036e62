"""What was measured of both sides, shared by the panel, its chart and the large figures over the picture."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from raytracer.app.power import LivePower
from raytracer.app.race.race import Race
from raytracer.app.studio import Studio
from raytracer.backends import BackendName
from raytracer.session.history import History
from raytracer.session.protocol import Stats
from raytracer.session.throughput import Gap, Throughput


class Measurements(QObject):
    """Counts every report of the backends' main workers, and notes what changes their work."""

    large_changed = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self.throughput = Throughput()
        self.history = History()
        self.power = studio.feature(LivePower)
        self.large = False
        """Whether the gap is shown in very large numerals over the picture."""
        studio.stats_arrived.connect(self._count)
        studio.camera_changed.connect(lambda: self._mark("camera"))
        studio.settings_changed.connect(lambda: self._mark("settings"))
        studio.scene_changed.connect(self._mark_scene)

    def set_large(self, on: bool) -> None:
        """Shows or hides the large figures."""
        self.large = on
        self.large_changed.emit()

    @property
    def gap(self) -> Gap:
        """The GPU side over the CPU; the reason where there is nothing to divide."""
        gpu = self._studio.sides.gpu()
        return self.throughput.gap(gpu.backend, "cpu") if gpu.backend else Gap(None, gpu.reason)

    def _count(self, backend: BackendName, stats: Stats) -> None:
        if self._studio.feature(Race).disturbs:
            return  # two contenders share the processors: what they do now says nothing about one alone
        self.throughput.add(backend, stats)
        rates = self.throughput.rates(backend)
        if stats.seconds > 0.0 and rates.samples_per_s and rates.rays_per_s is not None:
            watts = self.power.of(backend).watts
            self.history.add(backend, rates.samples_per_s, rates.rays_per_s, stats.spp, watts)

    def _mark_scene(self) -> None:
        if self._studio.scene is not None:
            self.history.mark("scene", self._studio.scene.outline.name)

    def _mark(self, kind: str) -> None:
        """Opening a scene brings another camera and other settings: the scene is mark enough."""
        events = self.history.events
        if not (events and events[-1].kind == "scene" and self.history.now - events[-1].at < 1.0):
            self.history.mark(kind)
