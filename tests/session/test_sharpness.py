"""When a worker looks what every pixel sees: after the first picture, in slices, and without doing harm."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from raytracer.backends import BackendInfo
from raytracer.errors import DeviceMemoryError
from raytracer.scene import RenderSettings, Scene, ViewSettings
from raytracer.session import pictures as shown
from raytracer.session.denoising import Denoised
from raytracer.session.render_state import RenderState
from raytracer.session.sharpness import ALONE_SECONDS, Sharpness

SLICES = 3


class Renderer:
    """Knows what pixels see after three slices."""

    def __init__(self) -> None:
        self.info = BackendInfo("cpu", True, "stand-in", threads=2)
        self.settings = RenderSettings(width=64, height=32)
        self.sharp, self.can_sharpen = False, True
        self.first_samples_seconds = 1.0
        self.slices = 0
        self.room = True

    def sharpen(self, seconds: float) -> None:
        if not self.room:
            raise DeviceMemoryError("full")
        assert 0.0 < seconds < 0.05  # a command waits for it
        self.slices += 1
        self.sharp = self.slices >= SLICES


class Pictures:
    wanted = shown = True
    seconds_since_cleared = 0.01
    hurried = 0

    def hurry(self) -> None:
        self.hurried += 1


@pytest.fixture
def state() -> SimpleNamespace:
    scene, counts = SimpleNamespace(view=ViewSettings()), SimpleNamespace(film=1)
    return SimpleNamespace(renderer=Renderer(), pictures=Pictures(), scene=scene, counts=counts)


def test_slices_follow_each_other_and_then_a_picture_is_due(state: SimpleNamespace) -> None:
    sharpness = Sharpness(cast(RenderState, state))
    assert [sharpness.step() for _ in range(SLICES + 1)] == [True] * SLICES + [False]
    assert state.pictures.hurried == 1


def test_samples_that_are_counted_against_time_are_left_alone(state: SimpleNamespace) -> None:
    sharpness = Sharpness(cast(RenderState, state))
    state.renderer.can_sharpen = False
    assert sharpness.wants_compiler
    sharpness.hold()
    assert not sharpness.wants_compiler
    state.renderer.can_sharpen = True
    assert not sharpness.step()
    state.counts.film += 1
    assert sharpness.step()


def test_on_a_large_picture_samples_take_turns_with_it(state: SimpleNamespace) -> None:
    state.pictures.seconds_since_cleared = 2.0 * ALONE_SECONDS
    sharpness = Sharpness(cast(RenderState, state))
    turns = [sharpness.step() for _ in range(2 * SLICES)]
    assert sum(turns) == SLICES
    assert not any(one and other for one, other in itertools.pairwise(turns))


@pytest.mark.parametrize(
    ("where", "name", "value"),
    [
        ("pictures", "wanted", False),  # in batch
        ("pictures", "shown", False),  # the first picture comes first
        ("renderer", "can_sharpen", False),  # nobody is to wait for a compiler
        ("renderer", "first_samples_seconds", 0.05),  # a fast device
        ("state", "scene", None),
        ("state", "scene", SimpleNamespace(view=ViewSettings(layer="normal"))),
    ],
)
def test_it_waits_while_it_would_do_harm_or_no_good(
    state: SimpleNamespace, where: str, name: str, value: object
) -> None:
    setattr(state if where == "state" else getattr(state, where), name, value)
    assert not Sharpness(cast(RenderState, state)).step()
    assert state.renderer.slices == 0


def test_without_memory_the_picture_comes_without_it(state: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    sharpness = Sharpness(cast(RenderState, state))
    state.renderer.room = False
    assert not sharpness.step()
    state.renderer.room = True
    assert not sharpness.step()  # not tried again for this size
    sharpness.forget_room()  # with another scene it is
    assert sharpness.step()
    state.renderer.settings = RenderSettings(width=32, height=32)
    assert sharpness.step()
    state.renderer.settings = RenderSettings(width=33, height=32)
    monkeypatch.setenv("RAYTRACER_MEMORY_GB", "0.00001")
    assert not sharpness.step()


@pytest.mark.parametrize(("layer", "denoised", "sharp"), [("combined", 0, 1), ("normal", 0, 0), ("combined", 1, 0)])
def test_layers_and_denoised_pictures_are_not_called_sharp(layer: str, denoised: int, sharp: int) -> None:
    renderer = SimpleNamespace(
        sharp=True,
        spp=1.0,
        covered=True,
        layer_ready=True,
        layer_limits=(0.0, 1.0),
        display=lambda pixels: None,
        display_other=lambda linear, pixels: None,
    )
    frames = SimpleNamespace(begin=lambda: np.zeros((4, 8, 4), np.uint8), publish=lambda spp: (0, 1), segment="")
    events: list[Any] = []
    pictures = shown.Pictures(renderer, frames, events.append)  # type: ignore[arg-type]
    pictures.denoised = lambda: Denoised(np.zeros((4, 8, 3), np.float32), 1.0, 1) if denoised else None
    pictures.publish(Scene(view=ViewSettings(layer=layer)))
    assert events[0].sharp == bool(sharp)
