"""What goes into ``Stats``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from raytracer.scene import Camera, Scene
from raytracer.session.changes import with_camera
from raytracer.session.counts import FilmCounts, work_key

PATH = Path("scene.toml")


@dataclass
class Pass:
    samples: int = 100
    rays: int = 500
    seconds: float = 0.05
    compile_seconds: float = 0.0
    nonfinite: int = 0


class Clock:
    now = 10.0

    def __call__(self) -> float:
        return self.now


def test_reports_hold_what_is_new_and_totals_what_is_on_the_film() -> None:
    counts, scene = FilmCounts(), Scene()
    counts.add(Pass())
    counts.add(Pass(nonfinite=2))
    first = counts.take(1.5, scene, PATH, finished=False)
    assert (first.samples, first.rays, first.seconds, first.spp) == (200, 1000, 0.1, 1.5)
    counts.add(Pass(nonfinite=1))
    second = counts.take(2.0, scene, PATH, finished=True)
    assert (second.samples, second.total_samples, second.total_rays) == (100, 300, 1500)
    assert second.total_seconds == pytest.approx(0.15)
    assert (second.nonfinite, second.finished) == (3, True)


def test_a_pass_that_compiled_counts_for_no_rate() -> None:
    counts = FilmCounts()
    counts.add(Pass(compile_seconds=2.0, nonfinite=1))
    assert not counts.pending
    stats = counts.take(1.0, Scene(), PATH, finished=False)
    assert (stats.samples, stats.total_samples, stats.nonfinite) == (0, 0, 1)


def test_clearing_starts_the_totals_anew_and_loses_no_work() -> None:
    counts = FilmCounts()
    counts.add(Pass(nonfinite=1))
    counts.clear()
    counts.add(Pass())
    stats = counts.take(1.0, Scene(), PATH, finished=False)
    assert (stats.samples, stats.total_samples, stats.nonfinite) == (200, 100, 0)


def test_reports_are_due_four_times_a_second() -> None:
    clock = Clock()
    counts = FilmCounts(clock)
    clock.now += 1.0
    assert not counts.due(), "nothing was done"
    counts.add(Pass())
    assert counts.due()
    counts.take(1.0, Scene(), PATH, finished=False)
    counts.add(Pass())
    clock.now += 0.2
    assert not counts.due()
    clock.now += 0.05
    assert counts.due()


def test_the_same_work_has_the_same_name_in_two_processes() -> None:
    scene = Scene()

    def changed(**fields: object) -> Scene:
        return replace(scene, settings=scene.settings.model_copy(update=fields))

    key = work_key(scene, PATH)
    assert work_key(Scene(), PATH) == key
    assert work_key(changed(spp=9), PATH) == key, "more samples are the same work, only more of it"
    assert work_key(changed(seed=9), PATH) == key
    assert work_key(with_camera(scene, Camera(position=(1, 2, 3))), PATH) == key
    assert work_key(changed(width=9), PATH) != key
    assert work_key(changed(max_depth=3), PATH) != key
    assert work_key(scene, Path("other.toml")) != key
