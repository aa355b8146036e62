"""A worker between its start and its end: carries out commands, adds passes, publishes pictures and counts."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from raytracer.errors import RaytracerError
from raytracer.session.checkpoint_messages import LoadCheckpoint, SaveCheckpoint
from raytracer.session.denoising import Denoising
from raytracer.session.document import SceneTools
from raytracer.session.film_parts import RenderPart, TakeFilm
from raytracer.session.films import FilmWriter
from raytracer.session.frames import FrameWriter
from raytracer.session.inbox import Inbox
from raytracer.session.inspector import Inspector
from raytracer.session.kept import KeptScenes, SceneLoader
from raytracer.session.part_work import PartWork
from raytracer.session.path_messages import FindHidden, MeasureDivergence, TraceSample
from raytracer.session.protocol import (
    Command,
    CommandFailed,
    Event,
    Halted,
    LoadFailed,
    MeasureBandwidth,
    Open,
    Pause,
    Prepare,
    ReadFilm,
    Resize,
    Restart,
    Resume,
    SaveFailed,
    SaveImage,
    SetCamera,
    SetSettings,
    SetView,
    Shutdown,
)
from raytracer.session.questions import Questions
from raytracer.session.render_state import RenderState
from raytracer.session.saving import ImageSaver, Saving
from raytracer.session.scene_messages import EditScene, FindSilhouette, Pick, ReadPixel, SaveScene
from raytracer.session.scene_work import SceneWork
from raytracer.session.sharpness import Sharpness

if TYPE_CHECKING:
    from raytracer.engine.renderer import Renderer

log = logging.getLogger(__name__)

MOVING_PASS_SECONDS = 0.025
ATTENTIVE_PASS_SECONDS, RESTING_PASS_SECONDS = 0.012, 0.035
"""A command waits for the pass that is under way: passes are short as long as another one is likely."""
_ATTENTIVE_SECONDS = 2.0
"""For so long after a command."""
BATCH_PASS_SECONDS = 0.25
_LOOK_SECONDS = 0.02
"""How often a worker that has nothing else to do looks for a denoised picture."""
WARM_SPP = 4.0
"""A picture with so many samples can spare the moment in which other kernels are compiled."""


@dataclass(frozen=True)
class Tools:
    """What the loop works with: ``send`` delivers an event. Without ``films`` no film can be read (in batch)."""

    send: Callable[[Event], None]
    load: SceneLoader
    save: ImageSaver
    scene: SceneTools
    films: FilmWriter | None = None


class RenderLoop:
    """Runs in the worker's main thread, which owns the renderer. ``frames`` is None in batch: no pictures are made."""

    def __init__(self, renderer: Renderer, inbox: Inbox, frames: FrameWriter | None, tools: Tools) -> None:
        self._renderer = renderer
        self._inbox = inbox
        self._state = RenderState(renderer, inbox, frames, tools.send)
        self._pictures = self._state.pictures
        self._denoising = Denoising(self._state)
        self._sharpness = Sharpness(self._state)
        self._pictures.denoised = lambda: self._denoising.picture
        self._kept = KeptScenes(renderer, tools.load)
        self._parts = PartWork(renderer)
        self._scene_work = scenes = SceneWork(self._state, self._kept, tools.load, tools.scene)
        questions, saving = Questions(self._state, tools.films), Saving(self._state, tools.save)
        inspector = Inspector(renderer, tools.send)
        self._closing = False
        self._warm = False
        """Whether the kernels of questions are compiled, so that the first click is answered at once."""
        self._commanded_at = float("-inf")
        self._marked = False
        """Whether 1, 2, 4, 8 ... samples per pixel were just completed."""
        self._handlers: dict[type, Callable[..., None]] = {
            Open: self._open,
            Prepare: self._kept.ask,
            SetCamera: scenes.set_camera,
            SetView: scenes.set_view,
            SetSettings: scenes.set_settings,
            Resize: scenes.resize,
            EditScene: scenes.edit,
            Pause: self._pause,
            Resume: self._resume,
            Restart: self._restart,
            SaveImage: saving.save_image,
            SaveScene: saving.save_scene,
            SaveCheckpoint: saving.save_checkpoint,
            LoadCheckpoint: saving.load_checkpoint,
            Pick: questions.pick,
            ReadPixel: questions.read_pixel,
            FindSilhouette: questions.find_silhouette,
            ReadFilm: questions.read_film,
            MeasureBandwidth: questions.measure_bandwidth,
            RenderPart: self._render_part,
            TakeFilm: self._take_film,
            TraceSample: inspector.trace_sample,
            FindHidden: inspector.find_hidden,
            MeasureDivergence: inspector.measure_divergence,
            Shutdown: self._shutdown,
        }

    def run(self) -> None:
        """Until ``Shutdown``. ``RaytracerError`` becomes an event; anything else is the caller's."""
        state = self._state
        while not self._closing:
            for command in self._inbox.take(self._patience()):
                if not self._closing:
                    self._execute(command)
            if self._closing:
                self._denoising.close()
                return
            if state.working and not self._sharpness.step():
                self._add_pass()
            self._denoising.step()
            self._pictures.publish_if_due(state.scene, working=state.working)
            self._report_if_due()
            if self._kept.busy:
                self._prepare_next()
            elif not self._warm and self._resting():
                self._warm = True
                self._renderer.pick(0.0, 0.0)
            elif self._could_compile() and self._attentive_seconds <= 0.0:
                self._sharpness.compile()

    def _patience(self) -> float | None:
        """Seconds to wait for a command before there is something else to do; None: there will not be."""
        state = self._state
        if state.working or self._kept.busy or self._pictures.layer_pending(state.scene) or self._denoising.busy:
            return 0.0
        waits = [_LOOK_SECONDS] if self._denoising.waiting else []
        if self._could_compile():
            waits.append(max(0.0, self._attentive_seconds))
        return min(waits, default=None)

    def _resting(self) -> bool:
        """Whether somebody looks at a picture that has come some way: time for what is not urgent."""
        return self._pictures.wanted and not self._pictures.moving and self._renderer.spp >= WARM_SPP

    def _could_compile(self) -> bool:
        """Whether the picture could be made sharp sooner next time, once nobody asks for anything."""
        return self._resting() and self._sharpness.wants_compiler

    @property
    def _attentive_seconds(self) -> float:
        """How long another command is still likely; not above 0 when none came for a while."""
        return self._commanded_at + _ATTENTIVE_SECONDS - time.perf_counter()

    def _execute(self, command: Command) -> None:
        self._commanded_at = time.perf_counter()
        try:
            self._handlers[type(command)](command)
        except RaytracerError as error:
            self._state.send(_failure(command, error))

    # ------------------------------------------------------------ commands about the work itself

    def _open(self, command: Open) -> None:
        self._parts.forget()
        self._warm = False
        self._sharpness.forget_room()
        self._scene_work.open(command)

    def _pause(self, _command: Pause) -> None:
        self._state.paused = True
        if self._pictures.unpublished:
            self._pictures.publish(self._state.scene)
        self._state.report()
        self._state.send(Halted())

    def _resume(self, _command: Resume) -> None:
        self._state.paused = False

    def _restart(self, command: Restart) -> None:
        if self._state.scene is not None:
            self._renderer.clear()
            self._state.cleared()
            if command.timed:
                self._sharpness.hold()

    def _render_part(self, command: RenderPart) -> None:
        self._state.send(self._parts.render(command))

    def _take_film(self, command: TakeFilm) -> None:
        self._parts.take(command)
        self._pictures.hurry()

    def _shutdown(self, _command: Shutdown) -> None:
        self._closing = True

    # ------------------------------------------------------------ passes

    def _add_pass(self) -> None:
        state = self._state
        seconds = self._pass_seconds()
        mark = next_mark(self._renderer)
        disturbed = self._denoising.running
        whole = self._pictures.wanted and self._pictures.moving
        going = True
        while going:
            passed = self._renderer.render_pass(target_seconds=seconds, max_spp=mark, whole=whole)
            state.counts.add(passed, disturbed=disturbed)
            # The next move of the camera would throw half a picture away before anybody saw it.
            going = self._pictures.wanted and self._pictures.held_back
        self._pictures.unpublished = True
        if self._renderer.finished:
            self._pictures.publish(state.scene)
            state.report(always=True)
        self._marked = self._renderer.spp >= mark

    def _pass_seconds(self) -> float:
        if not self._pictures.wanted:
            return BATCH_PASS_SECONDS
        if self._pictures.moving:
            return MOVING_PASS_SECONDS
        return ATTENTIVE_PASS_SECONDS if self._attentive_seconds > 0.0 else RESTING_PASS_SECONDS

    def _report_if_due(self) -> None:
        if self._state.counts.due() or self._marked:
            # While a picture is denoised nothing is counted, and how far the film is must be told all the same.
            self._state.report(always=self._marked and self._denoising.running)
            self._marked = False

    def _prepare_next(self) -> None:
        try:
            self._state.send(self._kept.advance(self._state.progress))
        except KeyboardInterrupt:
            log.info("a scene is opened; preparing goes on afterwards")


def next_mark(renderer: Renderer) -> int:
    """The next power of two of complete samples per pixel, where a pass ends and a report is due, or the limit.

    With a noise threshold what is still to be done may have more samples than the mean: then one that leaves some.
    """
    limit = renderer.settings.spp
    mark = min(1 << int(renderer.spp).bit_length(), limit)
    while mark < limit and renderer.finished_up_to(mark):
        mark = min(2 * mark, limit)
    return mark


def _failure(command: Command, error: RaytracerError) -> Event:
    if isinstance(command, Open):
        return LoadFailed(command.request, command.path, error)
    if isinstance(command, (SaveImage, SaveScene)):
        return SaveFailed(command.path, error)
    return CommandFailed(type(command).__name__, error)
