"""Which commands may be dropped, and the queue that a worker takes them from."""

from __future__ import annotations

import multiprocessing
import time
from pathlib import Path

from raytracer.scene import Camera, RenderSettings, ViewSettings
from raytracer.session.inbox import Inbox, coalesce
from raytracer.session.protocol import Open, Pause, Resize, Resume, SaveImage, SetCamera, SetSettings, SetView, Shutdown


def camera(x: float) -> SetCamera:
    return SetCamera(Camera(position=(x, 0.0, 5.0)))


def test_only_the_last_of_a_kind_is_carried_out() -> None:
    view = SetView(ViewSettings(exposure_ev=1.0))
    assert coalesce([camera(1), Resize(1, 1), camera(2), view, Resize(2, 2), camera(3)]) == [
        view,
        Resize(2, 2),
        camera(3),
    ]


def test_a_save_sees_the_camera_that_was_set_before_it() -> None:
    commands = [camera(1), camera(2), SaveImage(Path("a.png")), camera(3), camera(4)]
    assert coalesce(commands) == [camera(2), SaveImage(Path("a.png")), camera(4)]


def test_an_open_in_between_keeps_both_sides() -> None:
    settings = SetSettings(RenderSettings(spp=4))
    commands = [settings, Open(Path("a.toml")), settings]
    assert coalesce(commands) == commands


def test_pauses_are_all_kept_in_order() -> None:
    commands = [Pause(), Resume(), Pause()]
    assert coalesce(commands) == commands


def test_commands_arrive_coalesced_and_the_wait_ends_with_the_first() -> None:
    ours, theirs = multiprocessing.Pipe()
    inbox = Inbox(theirs)
    assert inbox.take(0.0) == []
    started = time.monotonic()
    assert inbox.take(0.05) == []
    assert time.monotonic() - started >= 0.04
    ours.send(Pause())
    assert inbox.take(5.0) == [Pause()]
    assert not inbox.wants_cancel()
    ours.send(Shutdown())
    deadline = time.monotonic() + 5.0
    while not inbox.wants_cancel() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert inbox.wants_cancel()
    assert inbox.take(None) == [Shutdown()]
