"""When a worker's loop compiles what makes the picture sharp, and when it leaves all time to the samples."""

from __future__ import annotations

import logging
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from raytracer.scene.edits import Insert, Remove
from raytracer.session.document import SceneTools
from raytracer.session.frames import FrameWriter
from raytracer.session.inbox import Inbox
from raytracer.session.protocol import Command, Event, Open, Pause, Resize, Restart, SetCamera, SetSettings, Shutdown
from raytracer.session.rendering import RenderLoop, Tools
from raytracer.session.scene_messages import EditScene
from tests.session import stand_in

if TYPE_CHECKING:
    from raytracer.engine.renderer import Renderer

WHEN_ALONE = 1.0
"""Who is to wait for so many seconds is left alone."""


class WithKernels(stand_in.StandInRenderer):
    """Has two parts to compile before the picture can be made sharp."""

    can_sharpen = False

    def __init__(self) -> None:
        super().__init__("cpu", 2)
        self.parts = 0
        self.broken = False

    def compile_sharpening(self) -> None:
        self.parts += 1
        if self.broken:
            raise RuntimeError("the compiler gave up")
        self.can_sharpen = self.parts == 2


class Waiting:
    """Gives these commands, one at a time; time passes when the loop waits, and who waits for ever is shut down."""

    def __init__(self, *commands: Command) -> None:
        self.commands = list(commands)
        self.waited = 0.0
        self.loop: RenderLoop | None = None

    def take(self, patience: float | None) -> list[Command]:
        if self.commands:
            return [self.commands.pop(0)]
        if patience is None:
            return [Shutdown()]
        self.waited += patience
        assert self.loop is not None
        self.loop._commanded_at -= patience
        return []

    def wants_cancel(self) -> bool:
        return False


def loop_of(renderer: WithKernels, *commands: Command) -> tuple[RenderLoop, Waiting, list[Event]]:
    events: list[Event] = []
    inbox = Waiting(*commands)
    frames = SimpleNamespace(
        resize=lambda width, height: None,
        begin=lambda: np.zeros((4, 8, 4), np.uint8),
        publish=lambda spp: (0, 1),
        segment="none",
    )
    scene_tools = SceneTools(stand_in.read_image, stand_in.save_scene)
    tools = Tools(events.append, stand_in.load, stand_in.save, scene_tools)  # type: ignore[arg-type]
    loop = RenderLoop(cast("Renderer", renderer), cast(Inbox, inbox), cast(FrameWriter, frames), tools)
    inbox.loop = loop
    return loop, inbox, events


@pytest.mark.parametrize("pauses", [False, True])
def test_it_is_compiled_where_the_film_has_ended_or_rests(pauses: bool) -> None:
    renderer = WithKernels()
    loop, inbox, _ = loop_of(renderer, Open(Path("any.toml" if pauses else "short.toml")))
    if pauses:
        passed = renderer.render_pass

        def until_paused(**arguments: object) -> object:
            if renderer.spp == 5.0:
                inbox.commands.append(Pause())
            return passed(**arguments)  # type: ignore[arg-type]

        renderer.render_pass = until_paused  # type: ignore[method-assign, assignment]
    loop.run()
    assert renderer.parts == 2
    assert inbox.waited > WHEN_ALONE


def test_a_compiler_that_fails_costs_the_sharp_picture_alone(caplog: pytest.LogCaptureFixture) -> None:
    renderer = WithKernels()
    renderer.broken = True
    loop, _, _ = loop_of(renderer, Open(Path("short.toml")))
    with caplog.at_level(logging.ERROR):
        loop.run()
    assert renderer.parts == 1  # not tried again
    assert "the compiler gave up" in caplog.text


def test_only_a_timed_restart_leaves_all_time_to_the_samples_until_the_film_is_cleared() -> None:
    renderer = WithKernels()
    loop, _, events = loop_of(renderer)

    def held_after(*commands: Command) -> bool:
        for command in commands:
            loop._execute(command)
        return not loop._sharpness.wants_compiler

    timed = Restart(timed=True)
    loop._execute(Open(Path("any.toml")))
    scene = loop._state.scene
    assert scene is not None
    elsewhere = SetCamera(scene.camera.model_copy(update={"fov_y_deg": 12.0}))
    estimate = SetSettings(scene.settings.model_copy(update={"max_depth": 3}))
    refused = EditScene((Remove("materials", 7),), 0, 1)
    edit = EditScene((Insert("materials", 0, stand_in.matte("new", (1, 1, 1))),), 0, 1)
    assert not held_after(Restart())
    assert held_after(timed, SetCamera(scene.camera), refused, Open(Path("garbage.toml")))
    assert not held_after(timed, Restart())
    for command in (elsewhere, estimate, Resize(16, 8), edit, Open(Path("any.toml"))):
        assert held_after(timed)
        assert not held_after(command), command
    assert len(events) > 5
