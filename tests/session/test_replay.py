"""What a restarted worker is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from raytracer.errors import RaytracerError
from raytracer.scene import Camera, RenderSettings, Scene, ViewSettings
from raytracer.session.protocol import (
    CommandFailed,
    FrameReady,
    ImageSaved,
    LoadFailed,
    Open,
    Pause,
    Resize,
    Restart,
    Resume,
    SaveImage,
    SceneLoaded,
    SetCamera,
    SetSettings,
    SetView,
)
from raytracer.session.replay import Replay

A, B = Open(Path("a.toml"), request=1), Open(Path("b.toml"), request=2)
NEAR, FAR = SetCamera(Camera(position=(0, 0, 1))), SetCamera(Camera(position=(0, 0, 9)))
BRIGHT, DARK = SetView(ViewSettings(exposure_ev=2.0)), SetView(ViewSettings(exposure_ev=-2.0))
BOX = ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
REFUSED = RaytracerError("no")


@pytest.fixture
def replay() -> Replay:
    return Replay()


def loaded(command: Open) -> SceneLoaded:
    return SceneLoaded(command.request, command.path, Scene(), BOX, 0)


def shown(width: int, height: int) -> FrameReady:
    return FrameReady(0, 1, width, height, 1.0)


def send(replay: Replay, *commands: object) -> None:
    for command in commands:
        replay.remember(command)


def test_the_first_worker_is_told_nothing(replay: Replay) -> None:
    assert replay.commands() == []
    assert replay.unanswered() == (None, [])


def test_scene_camera_view_settings_size_and_pause(replay: Replay) -> None:
    settings = SetSettings(RenderSettings(max_depth=3))
    send(replay, Resize(8, 4), A)
    replay.observe(loaded(A))
    send(replay, FAR, BRIGHT, NEAR, settings, Restart(), Pause())
    assert replay.commands() == [Resize(8, 4), Pause(), A, NEAR, BRIGHT, settings]
    send(replay, Resume())
    assert Pause() not in replay.commands()


def test_another_scene_begins_without_the_camera_of_the_old(replay: Replay) -> None:
    send(replay, A)
    replay.observe(loaded(A))
    send(replay, NEAR, B, BRIGHT)
    replay.observe(loaded(B))
    assert replay.commands() == [B, BRIGHT]


def test_a_scene_that_did_not_load_leaves_the_old_one(replay: Replay) -> None:
    send(replay, A)
    replay.observe(loaded(A))
    send(replay, NEAR, B, BRIGHT)
    replay.observe(LoadFailed(2, B.path, REFUSED))
    assert replay.commands() == [A, NEAR, BRIGHT]


def test_a_scene_that_killed_the_worker_is_not_opened_again(replay: Replay) -> None:
    send(replay, A)
    replay.observe(loaded(A))
    save = SaveImage(Path("x.png"))
    send(replay, save, SaveImage(Path("y.png")))
    replay.observe(ImageSaved(save.path))
    send(replay, B, FAR)
    assert replay.unanswered() == (B, [SaveImage(Path("y.png"))])
    assert replay.unanswered() == (None, [])
    assert replay.commands() == [A]


def test_what_was_refused_is_not_repeated(replay: Replay) -> None:
    send(replay, Resize(8, 4), A)
    replay.observe(loaded(A))
    replay.observe(shown(8, 4))
    send(replay, BRIGHT, DARK, FAR, Resize(70_000, 70_000))
    for command in ("Resize", "SetView", "SetCamera"):
        replay.observe(CommandFailed(command, REFUSED))
    assert replay.commands() == [Resize(8, 4), A, BRIGHT]


def test_a_minimised_window_has_a_size(replay: Replay) -> None:
    send(replay, Resize(0, 0), A)
    replay.observe(shown(1, 1))
    send(replay, Resize(-5, 70_000))
    replay.observe(CommandFailed("Resize", REFUSED))
    assert replay.commands()[0] == Resize(1, 1)
