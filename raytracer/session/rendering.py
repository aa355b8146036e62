"""A worker between its start and its end: carries out commands, adds passes, publishes pictures and counts."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from raytracer.errors import RaytracerError, UsageError
from raytracer.scene import Scene
from raytracer.scene.edits import Invalidates
from raytracer.scene.layers import COMBINED
from raytracer.session import checkpoints, memory
from raytracer.session.changes import with_camera, with_changes
from raytracer.session.checkpoint_messages import CheckpointLoaded, CheckpointSaved, LoadCheckpoint, SaveCheckpoint
from raytracer.session.counts import FilmCounts
from raytracer.session.document import Document, SceneTools, no_scene
from raytracer.session.film_parts import RenderPart, TakeFilm
from raytracer.session.films import FilmWriter
from raytracer.session.frames import FrameWriter
from raytracer.session.inbox import Inbox
from raytracer.session.inspector import Inspector
from raytracer.session.kept import KeptScenes, SceneLoader
from raytracer.session.part_work import PartWork
from raytracer.session.path_messages import FindHidden, MeasureDivergence, TraceSample
from raytracer.session.protocol import (
    BandwidthMeasured,
    Command,
    CommandFailed,
    Compiled,
    Compiling,
    Event,
    FilmRead,
    FrameReady,
    Halted,
    ImageSaved,
    LoadFailed,
    MeasureBandwidth,
    Note,
    Open,
    Pause,
    Prepare,
    Progress,
    ReadFilm,
    Resize,
    Restart,
    Resume,
    SaveFailed,
    SaveImage,
    SceneLoaded,
    SetCamera,
    SetSettings,
    SetView,
    Shutdown,
)
from raytracer.session.scene_messages import (
    EditFailed,
    EditScene,
    FindSilhouette,
    Pick,
    Picked,
    PickHit,
    PixelRead,
    Point,
    ReadPixel,
    SaveScene,
    SceneEdited,
    SilhouetteFound,
)

if TYPE_CHECKING:
    from raytracer.engine.renderer import Renderer

log = logging.getLogger(__name__)

LARGEST_SIDE = 65536
MOVING_PASS_SECONDS = 0.025
RESTING_PASS_SECONDS = 0.035
BATCH_PASS_SECONDS = 0.25
_MOVING_LASTS_SECONDS = 0.25
"""A camera that has not moved for so long is at rest, even if nobody said so."""
_WHOLE_SECONDS = 0.4
"""For so long a picture is awaited that has a sample near every pixel."""
_FRESH_SECONDS = 0.3
"""For so long after a film is cleared every pass is shown."""
_FASTEST_PICTURES_SECONDS, _SLOWEST_PICTURES_SECONDS = 1.0 / 60.0, 0.2
_PICTURE_SHARE = 6.0
"""A picture is made when the passes since the last one took this many times as long as making it."""


class ImageSaver(Protocol):
    """Writes the film, returns warnings; raises ``RaytracerError``."""

    def __call__(self, path: Path, renderer: Renderer, scene: Scene, layers: tuple[str, ...]) -> list[str]: ...


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
        self._frames = frames
        self._tools = tools
        self._kept = KeptScenes(renderer, tools.load)
        self._parts = PartWork(renderer)
        inspector = Inspector(renderer, tools.send)
        self._scene: Scene | None = None
        self._document: Document | None = None
        self._path = Path()
        self._size: tuple[int, int] | None = None
        self._paused = False
        self._closing = False
        self._counts = FilmCounts()
        self._unpublished = False
        self._marked = False
        """Whether 1, 2, 4, 8 ... samples per pixel were just completed."""
        self._published_at = 0.0
        self._picture_seconds = 0.0
        self._cleared_at = 0.0
        self._moved_at = float("-inf")
        self._handlers: dict[type, Callable[..., None]] = {
            Open: self._open,
            Prepare: self._kept.ask,
            SetCamera: self._set_camera,
            SetView: self._set_view,
            SetSettings: self._set_settings,
            Resize: self._resize,
            Pause: self._pause,
            Resume: self._resume,
            Restart: self._restart,
            SaveImage: self._save,
            EditScene: self._edit,
            Pick: self._pick,
            ReadPixel: self._read_pixel,
            FindSilhouette: self._find_silhouette,
            SaveScene: self._save_scene,
            ReadFilm: self._read_film,
            MeasureBandwidth: self._measure_bandwidth,
            RenderPart: self._render_part,
            TakeFilm: self._take_film,
            SaveCheckpoint: self._save_checkpoint,
            LoadCheckpoint: self._load_checkpoint,
            TraceSample: inspector.trace_sample,
            FindHidden: inspector.find_hidden,
            MeasureDivergence: inspector.measure_divergence,
            Shutdown: self._shutdown,
        }

    def run(self) -> None:
        """Until ``Shutdown``. ``RaytracerError`` becomes an event; anything else is the caller's."""
        while not self._closing:
            busy = self._working() or self._kept.busy or self._layer_pending()
            for command in self._inbox.take(0.0 if busy else None):
                if not self._closing:
                    self._execute(command)
            if self._closing:
                return
            if self._working():
                self._add_pass()
            self._publish_if_due()
            self._report_if_due()
            if self._kept.busy:
                self._prepare_next()

    # ------------------------------------------------------------ commands

    def _execute(self, command: Command) -> None:
        try:
            self._handlers[type(command)](command)
        except RaytracerError as error:
            self._tools.send(_failure(command, error))

    def _open(self, command: Open) -> None:
        self._parts.forget()
        started = time.perf_counter()
        as_on_disk = not command.edits and command.text is None
        kept = self._kept.find(command) if as_on_disk else None
        try:
            loaded = kept.loaded if kept else self._tools.load(command, self._progress)
            document = Document(loaded, command, self._tools.scene)
            scene = document.opened(with_changes(loaded.scene, command, self._size), command)
            load_seconds = time.perf_counter() - started
            if kept:
                stats = self._renderer.show(kept.device, scene)
            else:
                memory.check_fits(scene, self._renderer.info)
                stats = self._renderer.load(scene, progress=self._progress)
        except KeyboardInterrupt:
            raise RaytracerError("loading was cancelled") from None
        except MemoryError as error:
            raise RaytracerError("not enough memory for this scene", where=str(command.path)) from error
        self._report()
        self._scene, self._document, self._path = scene, document, command.path
        self._make_room()
        self._tools.send(
            SceneLoaded(
                request=command.request,
                path=command.path,
                outline=document.pixels.outline(scene),
                bounds=_box(scene),
                triangles=stats.triangles,
                notes=[Note(note.kind, note.text, note.where) for note in loaded.notes],
                load_seconds=load_seconds,
                build_seconds=stats.build_seconds,
                device_bytes=stats.device_bytes,
                designed_size=(loaded.scene.settings.width, loaded.scene.settings.height),
            )
        )
        self._compile("kernels")
        self._cleared()

    def _prepare_next(self) -> None:
        try:
            self._tools.send(self._kept.advance(self._progress))
        except KeyboardInterrupt:
            log.info("a scene is opened; preparing goes on afterwards")

    def _set_camera(self, command: SetCamera) -> None:
        if self._scene is None:
            return
        self._moved_at = time.perf_counter() if command.moving else float("-inf")
        if command.camera != self._scene.camera:  # coming to rest where it is keeps the film: nothing flashes
            self._renderer.set_camera(command.camera)
            self._scene = with_camera(self._scene, command.camera)
            self._cleared()

    def _set_view(self, command: SetView) -> None:
        if self._scene is not None:
            another = command.view.view != self._scene.view.view
            self._renderer.set_view(command.view)
            self._scene = replace(self._scene, view=command.view)
            if another:
                self._compile(f"view {command.view.view}")
            self._unpublished = True
            self._published_at = 0.0

    def _set_settings(self, command: SetSettings) -> None:
        if self._scene is not None:
            old = self._scene.settings
            settings = command.settings.model_copy(update={"width": old.width, "height": old.height})
            only_more = settings.same_estimate(old)
            self._renderer.set_settings(settings)
            self._report()
            self._scene = replace(self._scene, settings=settings)
            self._compile("kernels")
            if not only_more:  # another sample limit keeps the film
                self._cleared()

    def _resize(self, command: Resize) -> None:
        size = (max(command.width, 1), max(command.height, 1))
        if max(size) > LARGEST_SIDE:
            raise UsageError(f"a side of {max(size)} pixels is too long", remedy=f"at most {LARGEST_SIDE}")
        if self._scene is not None:
            what = f"a picture of {size[0]}x{size[1]} pixels"
            memory.check_available(memory.film_bytes(*size), self._renderer.info, what)
            self._renderer.resize(*size)
            self._report()
            update = {"width": size[0], "height": size[1]}
            self._scene = replace(self._scene, settings=self._scene.settings.model_copy(update=update))
            self._make_room()
            self._cleared()
        self._size = size

    def _pause(self, _command: Pause) -> None:
        self._paused = True
        if self._unpublished:
            self._publish()
        self._report()
        self._tools.send(Halted())

    def _resume(self, _command: Resume) -> None:
        self._paused = False

    def _restart(self, _command: Restart) -> None:
        if self._scene is not None:
            self._renderer.clear()
            self._cleared()

    def _save(self, command: SaveImage) -> None:
        if self._scene is None:
            raise RaytracerError("there is no picture to save yet")
        try:
            warnings = self._tools.save(command.path, self._renderer, self._scene, command.layers)
        except MemoryError as error:
            raise RaytracerError("not enough memory to save the picture", where=str(command.path)) from error
        self._tools.send(ImageSaved(command.path, tuple(warnings)))

    def _edit(self, command: EditScene) -> None:
        document, scene = self._document, self._scene
        if document is None or scene is None or command.base != document.state:
            return
        if not command.edits:  # of what was edited, nothing is rendered
            document.state = command.state
            self._tools.send(SceneEdited(command.state))
            return
        started = time.perf_counter()
        try:
            after, stale = document.edited(command, scene)
            memory.check_fits(after, self._renderer.info)
            stats = self._renderer.update(after, stale, progress=self._progress)
        except KeyboardInterrupt:
            return  # another scene is being opened
        except RaytracerError as error:
            self._tools.send(EditFailed(command.state, document.state, error))
            return
        except MemoryError:
            lacking = RaytracerError("not enough memory for this change")
            self._tools.send(EditFailed(command.state, document.state, lacking))
            return
        self._report()
        self._scene, document.state = after, command.state
        self._kept.forget(self._path)
        if stale & Invalidates.KERNELS:
            self._compile("kernels")
        if stale & Invalidates.FILM:
            self._cleared()
        seconds = time.perf_counter() - started
        bounds = _box(after) if stale & Invalidates.GEOMETRY else None
        self._tools.send(SceneEdited(command.state, stats.triangles, stats.device_bytes, seconds, bounds))

    def _pick(self, command: Pick) -> None:
        hit: PickHit | None = None
        if self._scene is not None:
            found = self._renderer.pick(command.x, command.y)
            hit = PickHit(**vars(found)) if found is not None else None
        self._tools.send(Picked(command.request, hit))

    def _read_pixel(self, command: ReadPixel) -> None:
        linear, samples = ((0.0, 0.0, 0.0), 0) if self._scene is None else self._renderer.pixel(command.x, command.y)
        self._tools.send(PixelRead(command.request, linear, samples))

    def _find_silhouette(self, command: FindSilhouette) -> None:
        if self._scene is not None:
            mask = self._renderer.silhouette(command.instances)
            self._tools.send(SilhouetteFound(command.request, mask.shape[1], mask.shape[0], mask.tobytes()))

    def _save_scene(self, command: SaveScene) -> None:
        if self._document is None or self._scene is None:
            raise no_scene("save")
        try:
            self._tools.send(self._document.save(command, self._scene))
        except MemoryError as error:
            raise RaytracerError("not enough memory to save the scene", where=str(command.path)) from error

    def _read_film(self, command: ReadFilm) -> None:
        if self._tools.films is None or self._scene is None or self._renderer.spp <= 0.0:
            self._tools.send(FilmRead(command.request, "", 0, 0, 0.0, self._counts.film))
            return
        linear = self._renderer.linear()
        height, width = linear.shape[:2]
        segment = self._tools.films.write(linear)
        film = self._counts.film
        self._tools.send(FilmRead(command.request, segment, width, height, self._renderer.spp, film))

    def _measure_bandwidth(self, _command: MeasureBandwidth) -> None:
        rate, size = self._renderer.measure_bandwidth()
        self._tools.send(BandwidthMeasured(rate, size))

    def _render_part(self, command: RenderPart) -> None:
        self._tools.send(self._parts.render(command))

    def _take_film(self, command: TakeFilm) -> None:
        self._parts.take(command)
        self._unpublished = True
        self._published_at = 0.0

    def _save_checkpoint(self, command: SaveCheckpoint) -> None:
        if self._scene is None:
            raise no_scene("save")
        checkpoints.save(command.path, self._renderer, self._scene)
        self._tools.send(CheckpointSaved(command.path))

    def _load_checkpoint(self, command: LoadCheckpoint) -> None:
        if self._scene is None:
            raise no_scene("go on with")
        spp = checkpoints.load(command.path, self._renderer, self._scene)
        self._cleared()
        self._tools.send(CheckpointLoaded(command.path, spp))
        self._report(always=True)
        self._unpublished = True

    def _shutdown(self, _command: Shutdown) -> None:
        self._closing = True

    # ------------------------------------------------------------ passes

    def _working(self) -> bool:
        return self._scene is not None and not self._paused and not self._renderer.finished

    def _moving(self) -> bool:
        return time.perf_counter() - self._moved_at < _MOVING_LASTS_SECONDS

    def _add_pass(self) -> None:
        if self._frames is None:
            seconds = BATCH_PASS_SECONDS
        else:
            seconds = MOVING_PASS_SECONDS if self._moving() else RESTING_PASS_SECONDS
        mark = self._next_mark()
        self._counts.add(self._renderer.render_pass(target_seconds=seconds, max_spp=mark))
        # The next move of the camera would throw half a picture away before anybody saw it.
        while self._frames is not None and not self._renderer.covered and self._may_wait():
            self._counts.add(self._renderer.render_pass(target_seconds=seconds, max_spp=mark))
        self._unpublished = True
        if self._renderer.finished:
            self._publish()
            self._report(always=True)
        self._marked = self._renderer.spp >= mark

    def _may_wait(self) -> bool:
        """Whether a picture with black parts can still be held back: not for ever, on a machine that is slow."""
        return time.perf_counter() - self._cleared_at < _WHOLE_SECONDS

    def _next_mark(self) -> int:
        """The next power of two of complete samples per pixel, where a pass ends and a report is due, or the limit."""
        assert self._scene is not None
        return min(1 << int(self._renderer.spp).bit_length(), self._scene.settings.spp)

    def _compile(self, what: str) -> None:
        self._tools.send(Compiling(what))
        self._tools.send(Compiled(self._renderer.compile()))

    def _cleared(self) -> None:
        self._counts.clear()
        self._cleared_at = time.perf_counter()
        self._unpublished = False

    def _progress(self, activity: str, fraction: float | None = None) -> None:
        if self._inbox.wants_cancel():
            raise KeyboardInterrupt
        self._tools.send(Progress(activity, fraction))

    # ------------------------------------------------------------ pictures and numbers

    def _make_room(self) -> None:
        if self._frames is not None and self._scene is not None:
            self._frames.resize(self._scene.settings.width, self._scene.settings.height)

    def _layer_pending(self) -> bool:
        """Whether a layer is looked at that still becomes better."""
        if self._frames is None or self._scene is None or self._scene.view.layer == COMBINED:
            return False
        return self._renderer.spp > 0.0 and not self._renderer.layer_finished

    def _publish_if_due(self) -> None:
        self._unpublished |= self._layer_pending()
        if self._frames is None or not self._unpublished or self._scene is None:
            return
        now = time.perf_counter()
        share = _PICTURE_SHARE
        if self._moving() or now - self._cleared_at < _FRESH_SECONDS:
            share = 0.0
        interval = min(max(share * self._picture_seconds, _FASTEST_PICTURES_SECONDS), _SLOWEST_PICTURES_SECONDS)
        if now - self._published_at >= interval or not self._working():
            self._publish()

    def _publish(self) -> None:
        if self._frames is None or self._scene is None or self._renderer.spp <= 0.0:
            return
        if not self._renderer.covered and self._may_wait():
            return  # the picture before it stays until there is a whole one
        started = time.perf_counter()
        pixels = self._frames.begin()
        limits = self._display(pixels)
        spp = self._renderer.spp
        slot, sequence = self._frames.publish(spp)
        self._published_at = time.perf_counter()
        self._picture_seconds = self._published_at - started
        self._unpublished = False
        height, width = pixels.shape[:2]
        layer = self._scene.view.layer
        self._tools.send(FrameReady(slot, sequence, width, height, spp, self._frames.segment, layer, limits))

    def _display(self, pixels: np.ndarray) -> tuple[float, float]:
        """Makes the picture; the ends of its scale where a layer is looked at. A layer's kernel is compiled here."""
        assert self._scene is not None
        if self._scene.view.layer == COMBINED:
            self._renderer.display(pixels)
            return 0.0, 1.0
        begin = time.perf_counter()
        compiles = not self._renderer.layer_ready
        if compiles:
            self._tools.send(Compiling(f"the layer {self._scene.view.layer}"))
        self._renderer.display(pixels)
        if compiles:
            self._tools.send(Compiled(time.perf_counter() - begin))
        return self._renderer.layer_limits

    def _report_if_due(self) -> None:
        if self._counts.due() or self._marked:
            self._marked = False
            self._report()

    def _report(self, *, always: bool = False) -> None:
        """Sends what was counted; before the work changes, so that a report never mixes two kinds of work."""
        if self._scene is not None and (self._counts.pending or always):
            finished = self._renderer.finished
            stats = self._counts.take(self._renderer.spp, self._scene, self._path, finished=finished)
            self._tools.send(replace(stats, noise=self._renderer.noise, done_share=self._renderer.done_share))


def _box(scene: Scene) -> tuple[Point, Point]:
    lower, upper = scene.bounds()
    return (lower[0], lower[1], lower[2]), (upper[0], upper[1], upper[2])


def _failure(command: Command, error: RaytracerError) -> Event:
    if isinstance(command, Open):
        return LoadFailed(command.request, command.path, error)
    if isinstance(command, (SaveImage, SaveScene)):
        return SaveFailed(command.path, error)
    return CommandFailed(type(command).__name__, error)
