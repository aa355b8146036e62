"""When a denoised picture is made, of which film, and that it leaves no trace in figures. The library is a stand-in."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from raytracer.errors import BackendError, CancelledError, DeviceMemoryError, RaytracerError, UsageError
from raytracer.scene import Scene, ViewSettings
from raytracer.session import denoise
from raytracer.session.counts import FilmCounts
from raytracer.session.denoise import Denoiser
from raytracer.session.denoising import Denoising
from raytracer.session.protocol import CommandFailed, Compiled, Compiling
from tests.session.stand_in import PassStats


class Guides:
    def __init__(self) -> None:
        self.compiled = self.usable = False
        self.error: Exception | None = None

    def refine(self, _seconds: float) -> None:
        if self.error is not None:
            raise self.error
        self.usable, self.compiled = self.compiled, True

    def pictures(self) -> tuple[np.ndarray, np.ndarray]:
        return np.full((4, 6, 3), 0.5, np.float32), np.zeros((4, 6, 3), np.float32)


class Stand:
    """A worker's state, and a denoiser that waits until it may go on or is to give up."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.hurried = 0
        self.gate = threading.Event()
        self.gate.set()
        self.error: Exception | None = None
        self.seen: list[np.ndarray] = []
        self.renderer = SimpleNamespace(
            spp=1.0,
            finished=False,
            guides=Guides(),
            linear=lambda: np.full((4, 6, 3), self.renderer.spp, np.float32),
            make_room_for_other=lambda: None,
        )
        self.pictures = SimpleNamespace(wanted=True, moving=False, hurry=self._hurry)
        self.counts = SimpleNamespace(film=1)
        self.scene = Scene(view=ViewSettings(denoise=True))
        self.paused = False
        self.denoising = Denoising(self, lambda: self)  # type: ignore[arg-type]

    def send(self, event: Any) -> None:
        self.events.append(event)

    def _hurry(self) -> None:
        self.hurried += 1

    def denoise(
        self, linear: np.ndarray, albedo: np.ndarray, normal: np.ndarray, cancelled: Callable[[], bool]
    ) -> np.ndarray:
        for _ in range(10_000):
            if self.gate.wait(0.001) or cancelled():
                break
        if cancelled():
            raise CancelledError
        assert self.gate.is_set()
        if self.error is not None:
            raise self.error
        assert linear.shape == albedo.shape == normal.shape
        self.seen.append(linear)
        return linear * 10.0

    def until_ready(self) -> None:
        """Steps as the worker's loop does until nothing is due and nothing is on its way."""
        for _ in range(1000):
            if not self.denoising.waiting and not self.denoising.busy:
                return
            self.denoising.step()
            if self.denoising.waiting:
                self.denoising._thread.join(10.0)  # type: ignore[union-attr]
        raise AssertionError("never at rest")

    def until_under_way(self) -> None:
        """The denoiser waits at the gate."""
        self.gate.clear()
        while not self.denoising.running:
            self.denoising.step()

    def rest(self) -> None:
        """As if the denoiser had rested long enough."""
        self.denoising._ended = float("-inf")


@pytest.fixture
def stand() -> Stand:
    return Stand()


def test_the_first_picture_comes_after_one_sample_and_its_guides(stand: Stand) -> None:
    stand.renderer.spp = 0.4
    assert not stand.denoising.busy
    stand.renderer.spp = 1.0
    stand.denoising.step()
    assert [type(event) for event in stand.events] == [Compiling, Compiled]
    assert stand.denoising.picture is None
    stand.until_ready()
    found = stand.denoising.picture
    assert found is not None
    assert found.spp == 1.0
    assert (found.linear == 10.0).all()
    assert stand.hurried == 1


def test_it_is_made_again_at_powers_of_two_and_at_the_end(stand: Stand) -> None:
    made = []
    for spp in range(1, 12):
        stand.renderer.spp, stand.renderer.finished = float(spp), spp == 11
        stand.denoising._ended = float("-inf") if spp in (2, 4, 8) else float("inf")
        before = len(stand.seen)
        stand.until_ready()
        made += [spp] * (len(stand.seen) - before)
    assert made == [1, 2, 4, 8, 11]


def test_between_powers_of_two_after_a_long_rest(stand: Stand) -> None:
    stand.renderer.spp = 32.0
    stand.until_ready()
    stand.renderer.spp = 40.0
    stand.rest()
    stand.until_ready()
    assert stand.denoising.picture is not None
    assert stand.denoising.picture.spp == 40.0


def test_a_cleared_film_is_shown_as_it_is(stand: Stand) -> None:
    stand.until_ready()
    stand.renderer.spp = 2.0
    stand.rest()
    stand.gate.clear()
    stand.denoising.step()
    assert stand.denoising.running
    stand.counts.film, stand.renderer.spp = 2, 0.1
    assert stand.denoising.picture is None
    made = len(stand.seen)
    stand.until_ready()
    assert stand.denoising.picture is None
    assert len(stand.seen) == made, "what was under way is of another film: given up"
    assert not [event for event in stand.events if isinstance(event, CommandFailed)]
    stand.gate.set()
    stand.renderer.spp = 1.0
    stand.until_ready()
    assert stand.denoising.picture is not None


def test_what_nobody_wants_any_more_is_given_up(stand: Stand) -> None:
    stand.until_under_way()
    stand.scene = Scene(view=ViewSettings())
    stand.until_ready()
    assert not stand.denoising.running


def test_the_end_of_the_worker_waits_for_no_picture(stand: Stand) -> None:
    stand.until_under_way()
    stand.denoising.close()
    assert not stand.denoising.running


@pytest.mark.parametrize("view", [ViewSettings(), ViewSettings(denoise=True, layer="normal")])
def test_nothing_is_made_unless_the_light_is_to_be_denoised(stand: Stand, view: ViewSettings) -> None:
    stand.scene = Scene(view=view)
    assert not stand.denoising.busy
    stand.denoising.step()
    assert not stand.denoising.waiting


def test_a_moving_camera_waits_for_nothing(stand: Stand) -> None:
    stand.pictures.moving = True
    assert not stand.denoising.busy
    stand.pictures.moving, stand.pictures.wanted = False, False
    assert not stand.denoising.busy, "nor does a batch"


@pytest.mark.parametrize("error", [RaytracerError("no memory"), ValueError("odd")])
def test_a_failure_is_told_once_and_nothing_is_tried_again(stand: Stand, error: Exception) -> None:
    stand.error = error
    stand.until_ready()
    failures = [event for event in stand.events if isinstance(event, CommandFailed)]
    assert len(failures) == 1
    assert str(error) in str(failures[0].error)
    stand.renderer.spp = 64.0
    assert not stand.denoising.busy
    assert stand.denoising.picture is None


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("usable", [False, True])
def test_a_device_without_memory_for_the_guides_goes_on_without(stand: Stand, compiled: bool, usable: bool) -> None:
    stand.renderer.guides.compiled, stand.renderer.guides.usable = compiled, usable
    stand.renderer.guides.error = BackendError("no memory for a layer")
    stand.denoising.step()
    told_once(stand, "no memory for a layer")
    announced = [type(event) for event in stand.events if isinstance(event, (Compiling, Compiled))]
    assert announced == ([] if compiled or usable else [Compiling, Compiled]), "what began has an end"


def test_a_device_without_memory_for_the_denoised_picture_goes_on_without(stand: Stand) -> None:
    def full() -> None:
        raise DeviceMemoryError("no memory for another picture")

    stand.renderer.make_room_for_other = full
    stand.until_ready()
    told_once(stand, "no memory for another picture")
    assert not stand.seen


def told_once(stand: Stand, text: str) -> None:
    """The one failure says so, and nothing is tried again."""
    (failure,) = [event for event in stand.events if isinstance(event, CommandFailed)]
    assert failure.command == "Denoise"
    assert text in str(failure.error)
    stand.renderer.spp = 64.0
    stand.rest()
    assert not stand.denoising.busy
    assert not stand.denoising.waiting
    assert stand.denoising.picture is None


def test_passes_beside_it_count_towards_no_rate() -> None:
    counts = FilmCounts()
    counts.add(PassStats(100, 500, 0.5), disturbed=True)
    assert not counts.pending
    counts.add(PassStats(100, 500, 0.5))
    stats = counts.take(2.0, Scene(), Path("a.toml"), finished=False)
    assert (stats.samples, stats.seconds, stats.total_samples) == (100, 0.5, 100)


def test_without_the_library_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(denoise, "_LIBRARY", "no_such_library_of_ours")
    assert not denoise.available()
    with pytest.raises(UsageError, match="raytracer"):
        denoise.check_available()
    picture = np.ones((4, 4, 3), np.float32)
    with pytest.raises(RaytracerError, match="cannot be denoised"):
        Denoiser().denoise(picture, picture, picture)


def test_the_library_takes_noise_out_and_keeps_the_light() -> None:
    if not denoise.available():
        pytest.skip("pyoidn is not installed")
    rng = np.random.default_rng(1)
    albedo = np.full((48, 64, 3), 0.2, np.float32)
    albedo[:, 32:] = 0.8
    normal = np.zeros_like(albedo)
    noisy = albedo * rng.exponential(3.0, albedo.shape).astype(np.float32)
    denoiser = Denoiser(1)
    for _ in range(2):
        found = denoiser.denoise(noisy, albedo, normal)
        assert found.shape == noisy.shape
        truth = 3.0 * albedo
        assert np.abs(found - truth).mean() < 0.2 * np.abs(noisy - truth).mean()
        assert found.mean() == pytest.approx(truth.mean(), rel=0.1)


def test_the_library_gives_up_when_it_is_told() -> None:
    if not denoise.available():
        pytest.skip("pyoidn is not installed")
    picture = np.ones((64, 64, 3), np.float32)
    go_on = iter([False, False])
    denoiser = Denoiser(1)
    with pytest.raises(CancelledError):
        denoiser.denoise(picture, picture, picture, lambda: next(go_on, True))
    assert next(go_on, None) is None, "it was asked more than once"
    assert denoiser.denoise(picture, picture, picture).mean() == pytest.approx(1.0, rel=0.1)
