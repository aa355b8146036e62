"""One scene after the other through a worker process, as plain calls that block until something is done."""

from __future__ import annotations

import math
import queue
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from raytracer.backends import BackendInfo, BackendName
from raytracer.errors import InputError, OutputError, RaytracerError
from raytracer.scene import Camera
from raytracer.scene.path_record import PathRecord
from raytracer.scene.region import Box, as_region
from raytracer.session.checkpoint_messages import CheckpointLoaded, CheckpointSaved, LoadCheckpoint, SaveCheckpoint
from raytracer.session.client import RenderClient
from raytracer.session.path_messages import SampleTraced, TraceSample
from raytracer.session.protocol import (
    CommandFailed,
    Compiled,
    Compiling,
    Event,
    ImageSaved,
    LoadFailed,
    Open,
    Pause,
    Progress,
    Resume,
    SaveFailed,
    SaveImage,
    SceneLoaded,
    SetCamera,
    SetSettings,
    SetView,
    Started,
    Stats,
    WorkerFailed,
)

_E = TypeVar("_E")
_TICK_SECONDS = 0.1
_STOPPING_SECONDS = 1.0
"""How long a worker that is to stop may go on with what it cannot leave, before it is ended."""
_ENDING_SECONDS = 30.0
_SAVING_SECONDS = 600.0
CHECKPOINT_SECONDS = 60.0
"""Time between two checkpoints of a render that goes on."""


class InterruptedRenderError(Exception):
    """The user wants to stop, and there is nothing to save."""


@dataclass(frozen=True)
class Opened:
    """A scene that is ready to render."""

    loaded: SceneLoaded
    compile_seconds: float


class Batch:
    """A worker that renders in batch. ``interrupted`` is asked several times a second.

    Every method raises what the worker reports as ``RaytracerError``.
    """

    def __init__(
        self,
        backend: BackendName,
        *,
        interrupted: Callable[[], bool],
        on_progress: Callable[[str, float | None], None] = lambda activity, fraction: None,
        threads: int = 0,
        force_software: bool = False,
        shader_path: tuple[Path, ...] = (),
    ) -> None:
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._interrupted = interrupted
        self._on_progress = on_progress
        self._request = 0
        self._checkpoints = 0
        """Asked for and not answered yet."""
        self.client = RenderClient(
            backend,
            self._events.put,
            force_software=force_software,
            threads=threads,
            batch=True,
            shader_path=shader_path,
        )

    @property
    def pids(self) -> list[int]:
        """Process id of the worker."""
        return [self.client.pid] if self.client.pid is not None else []

    def start(self) -> BackendInfo:
        """Starts the worker and waits for its runtime; says on which device it runs."""
        self.client.start()
        return self._wait(Started).info

    def facts(self) -> dict[str, Any]:
        """What the JSON object says beyond what every render tells."""
        return {}

    def close(self) -> None:
        """Ends the worker; it may take its time to write the kernel cache, unless the user is waiting to get out."""
        self.client.close(timeout=_STOPPING_SECONDS if self._interrupted() else _ENDING_SECONDS)

    def open(self, command: Open, camera_name: str | None = None) -> Opened:
        """Loads a scene, compiles its kernels and does not start yet."""
        self._request += 1
        self.client.send(Pause())
        self.client.send(replace(command, request=self._request))
        loaded = self._wait(SceneLoaded)
        compiled = self._wait(Compiled)
        if camera_name is not None:
            self.client.send(SetCamera(find_camera(loaded, camera_name)))
        return Opened(loaded, compiled.seconds)

    def restrict(self, opened: Opened, box: Box | None) -> Opened:
        """Renders only these pixels of the scene that was opened last. Raises ``InputError`` when they lie outside."""
        outline = opened.loaded.outline
        width, height = outline.settings.width, outline.settings.height
        if box is None:
            return opened
        if box[2] > width or box[3] > height:
            raise InputError(
                f"the region ends at {box[2]}, {box[3]}, and the picture has {width}x{height} pixels",
                where=str(opened.loaded.path),
                remedy="choose a smaller --region or a larger --size",
            )
        settings = outline.settings.model_copy(update={"region": as_region(box, width, height)})
        self.client.send(SetSettings(settings))
        return replace(opened, loaded=replace(opened.loaded, outline=replace(outline, settings=settings)))

    def compile_views(self, opened: Opened, names: Iterable[str]) -> float:
        """Compiles the tone curves of those names for the scene that was opened last; seconds."""
        shown, seconds = opened.loaded.outline.view, 0.0
        for name in names:
            if name != shown.view:
                shown = shown.model_copy(update={"view": name})
                self.client.send(SetView(shown))
                seconds += self._wait(Compiled).seconds
        return seconds

    def resume(self, path: Path) -> float:
        """Goes on with a checkpoint; the samples per pixel that it had."""
        self.client.send(LoadCheckpoint(path))
        return self._wait(CheckpointLoaded).spp

    def keep(self, path: Path, on_stats: Callable[[Stats], None]) -> None:
        """Writes a checkpoint of the paused film."""
        self._send_checkpoint(path)
        end = time.monotonic() + _SAVING_SECONDS
        while time.monotonic() < end:
            event = self._next()
            if isinstance(event, Stats):
                on_stats(event)
            elif isinstance(event, (CheckpointSaved, CommandFailed)):
                self._checkpoints -= 1
                if self._checkpoints > 0:
                    continue  # an earlier one
                if isinstance(event, CommandFailed):
                    raise event.error
                return
        raise OutputError("writing the checkpoint takes too long", where=str(path))

    def render(
        self, on_stats: Callable[[Stats], None], seconds: float | None = None, checkpoint: Path | None = None
    ) -> Stats:
        """Adds samples up to the scene's limit, for ``seconds``, or until the user interrupts; the last statistics.

        Now and then the film is written to ``checkpoint``, so that a power cut costs little. Raises
        ``InterruptedRenderError`` when there is no sample yet.
        """
        self.client.send(Resume())
        end = time.monotonic() + (seconds if seconds is not None else math.inf)
        last: Stats | None = None
        next_checkpoint = time.monotonic() + CHECKPOINT_SECONDS
        while not self._interrupted() and not (last is not None and (last.finished or time.monotonic() >= end)):
            event = self._next()
            if isinstance(event, Stats):
                last = event
                on_stats(event)
            elif isinstance(event, (CheckpointSaved, CommandFailed)):
                self._checkpoints -= 1  # one that failed is tried again, and the last one is reported
            if checkpoint is not None and time.monotonic() >= next_checkpoint:
                next_checkpoint += CHECKPOINT_SECONDS
                self._send_checkpoint(checkpoint)
        self.client.send(Pause())
        patience = time.monotonic() + _STOPPING_SECONDS
        while last is None and time.monotonic() < patience:
            event = self._next()
            last = event if isinstance(event, Stats) else None
        if last is None:
            raise InterruptedRenderError
        return last

    def save(
        self, path: Path, on_stats: Callable[[Stats], None], rescue: bool = False, layers: tuple[str, ...] = ()
    ) -> ImageSaved:
        """Writes the picture, with further layers where its format can hold them.

        With ``rescue``, when that fails, into the temporary folder; the error says where.
        """
        if not rescue:
            return self._save(path, on_stats, layers)
        return save_or_rescue(lambda target: self._save(target, on_stats, layers), path)

    def trace(self, x: int, y: int, sample: int) -> PathRecord:
        """Follows one sample of one pixel of the open scene; raises ``RaytracerError`` where there is none."""
        self.client.send(TraceSample(x, y, sample))
        return self._wait(SampleTraced).record

    def _send_checkpoint(self, path: Path) -> None:
        self._checkpoints += 1
        self.client.send(SaveCheckpoint(path))

    def kill(self) -> None:
        """Ends the worker at once."""
        self.client.close(timeout=0.0)

    def _save(self, path: Path, on_stats: Callable[[Stats], None], layers: tuple[str, ...]) -> ImageSaved:
        self.client.send(SaveImage(path, layers))
        end = time.monotonic() + _SAVING_SECONDS
        while time.monotonic() < end:
            event = self._next()
            if isinstance(event, Stats):  # counted between the last report and the pause
                on_stats(event)
            elif isinstance(event, ImageSaved) and event.path == path:
                return event
            elif isinstance(event, SaveFailed):
                raise event.error
        raise OutputError("saving takes too long", where=str(path))

    def _wait(self, kind: type[_E]) -> _E:
        """The next event of that kind, while progress goes to ``on_progress``."""
        while not self._interrupted():
            event = self._next()
            if isinstance(event, kind):
                return event
            if isinstance(event, CommandFailed):
                raise event.error
            if isinstance(event, LoadFailed) and event.request == self._request:
                raise event.error
            if isinstance(event, CommandFailed):
                raise event.error
            if isinstance(event, Progress):
                self._on_progress(event.activity, event.fraction)
            elif isinstance(event, Compiling):
                self._on_progress("compiling kernels", None)
        raise InterruptedRenderError

    def _next(self) -> Event | None:
        """The next event, or None when nothing happens for a moment."""
        try:
            event = self._events.get(timeout=_TICK_SECONDS)
        except queue.Empty:
            return None
        if isinstance(event, WorkerFailed):
            raise event.error
        return event


def save_or_rescue(save: Callable[[Path], ImageSaved], path: Path) -> ImageSaved:
    """Saves, or when that fails into the temporary folder; the ``OutputError`` then says where."""
    try:
        return save(path)
    except OutputError as error:
        fallback = Path(tempfile.mkdtemp(prefix="raytracer-")) / path.name[-100:]
        try:
            save(fallback)
        except RaytracerError:
            raise error from None
        remedy = f"the picture was saved as {fallback} instead"
        raise OutputError(error.message, where=error.where, remedy=remedy) from error


def find_camera(loaded: SceneLoaded, name: str) -> Camera:
    cameras = loaded.outline.cameras
    for camera in cameras:
        if camera.name == name:
            return camera
    names = ", ".join(camera.name for camera in cameras)
    raise InputError(f"there is no camera {name!r}", where=str(loaded.path), remedy=f"there are: {names}")
