"""A client without a process, for tests of the app: the same interface, scripted events, a test pattern as picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import cast

import numpy as np

from raytracer.backends import BackendInfo, BackendName
from raytracer.errors import WorkerError
from raytracer.scene import Scene
from raytracer.session.frames import Frame
from raytracer.session.protocol import (
    Command,
    Compiled,
    Compiling,
    Event,
    FilmRead,
    FrameReady,
    Halted,
    ImageSaved,
    Open,
    Pause,
    Resize,
    SaveImage,
    SceneLoaded,
    Started,
    Stats,
    WorkerFailed,
)
from raytracer.session.scene_messages import (
    EditScene,
    Pick,
    Picked,
    PickHit,
    PixelRead,
    ReadPixel,
    SaveScene,
    SceneEdited,
    SceneSaved,
)


class FakeClient:
    """Stands in for ``RenderClient``. Events are delivered in the caller's own thread, at once.

    ``commands`` records what was sent. With ``answers`` on, ``start``, ``Open``, ``Resize`` and ``SaveImage`` are
    answered as a healthy worker would; ``emit`` delivers anything else, ``show_picture`` and ``count`` the usual.
    """

    def __init__(
        self,
        backend: BackendName,
        on_event: Callable[[Event], None],
        *,
        force_software: bool = False,
        threads: int = 0,
        batch: bool = False,
        shader_path: tuple[Path, ...] = (),
        scene: Scene | None = None,
        answers: bool = True,
    ) -> None:
        self.backend = backend
        self.force_software = force_software
        self.threads = threads
        self.commands: list[Command] = []
        self.started = False
        self.closed = False
        self.under_pointer: PickHit | None = None
        """What ``Pick`` finds."""
        self.linear: np.ndarray | None = None
        self.frames_held = 0
        """1 while a picture is acquired and not yet released."""
        self._on_event = on_event
        self._scene = scene or Scene(name="fake")
        self._answers = answers
        self._size = (self._scene.settings.width, self._scene.settings.height)
        self._frame: Frame | None = None
        self._total = 0
        self._total_seconds = 0.0

    def start(self) -> None:
        """Answers ``Started``."""
        self.started, self.closed = True, False
        if self._answers:
            software = self.force_software and self.backend != "cpu"
            info = BackendInfo(self.backend, True, f"fake {self.backend}", software=software, threads=self.threads or 2)
            self.emit(Started(info))

    def send(self, command: Command) -> None:
        """Records the command and answers it."""
        self.commands.append(command)
        if isinstance(command, Resize):
            self._size = (max(command.width, 1), max(command.height, 1))
        if not self._answers:
            return
        if isinstance(command, Open):
            self._answer_open(command)
        elif isinstance(command, Resize) and self._frame is not None:
            self.show_picture()
        elif isinstance(command, Pause):
            self.emit(Halted())
        elif isinstance(command, SaveImage):
            self.emit(ImageSaved(command.path))
        elif isinstance(command, EditScene):
            self.emit(SceneEdited(command.state))
            self.show_picture()
        elif isinstance(command, Pick):
            self.emit(Picked(command.request, self.under_pointer))
        elif isinstance(command, ReadPixel):
            self.emit(PixelRead(command.request, (command.x / 100.0, command.y / 100.0, 2.5), 7, 0.0125))
        elif isinstance(command, SaveScene):
            self.emit(SceneSaved(command.path, command.state, quiet=command.quiet))

    def acquire_frame(self) -> Frame | None:
        """The picture shown last, or None."""
        self.frames_held = int(self._frame is not None)
        return self._frame

    def release_frame(self) -> None:
        """Gives the picture back."""
        self.frames_held = 0

    def film(self, read: FilmRead) -> np.ndarray | None:
        """The film that a test has put in ``linear``, or the picture shown last, as linear values."""
        if self.linear is None and self._frame is not None:
            self.linear = self._frame.pixels[..., :3].astype(np.float32) / 255.0
        return self.linear

    @property
    def alive(self) -> bool:
        """Between ``start`` and ``close``."""
        return self.started and not self.closed

    @property
    def pid(self) -> int | None:
        """There is no process."""
        return None

    def kill(self) -> None:
        """Dies, and starts again."""
        self.emit(WorkerFailed(self.backend, WorkerError("killed"), will_restart=True))
        self.start()

    def restart(self, threads: int) -> None:
        """Dies and comes back as the real one does, with the scene opened last."""
        self.threads = threads
        if not self.started:
            return
        self.emit(WorkerFailed(self.backend, WorkerError("asked to"), will_restart=True, asked=True))
        self.start()
        opened = self.sent(Open)
        if opened and self._answers:
            self._answer_open(cast("Open", opened[-1]))

    def close(self, timeout: float = 5.0) -> None:
        """Ends the pretence."""
        self.closed = True

    # ------------------------------------------------------------ what a test does

    def emit(self, *events: Event) -> None:
        """Delivers events."""
        for event in events:
            self._on_event(event)

    def play(self, script: Iterable[Event]) -> None:
        """Delivers a scripted sequence of events."""
        self.emit(*script)

    def show_picture(self, spp: float = 1.0) -> Frame:
        """Draws the test pattern at the current size and announces it."""
        width, height = self._size
        sequence = self._frame.sequence + 1 if self._frame else 1
        self._frame = Frame(draw_pattern(width, height, sequence), sequence, width, height, spp)
        self.emit(FrameReady(sequence % 3, sequence, width, height, spp, "fake"))
        return self._frame

    def count(self, samples: int, rays: int, seconds: float, *, finished: bool = False) -> None:
        """Delivers ``Stats`` of that much work since the last ones."""
        self._total += samples
        self._total_seconds += seconds
        spp = self._total / (self._size[0] * self._size[1])
        self.emit(Stats(samples, rays, seconds, spp, self._total, rays, self._total_seconds, finished=finished))

    def sent(self, kind: type) -> list[Command]:
        """The recorded commands of one kind."""
        return [command for command in self.commands if isinstance(command, kind)]

    def _answer_open(self, command: Open) -> None:
        self._total, self._total_seconds = 0, 0.0
        lower, upper = self._scene.bounds()
        box = ((lower[0], lower[1], lower[2]), (upper[0], upper[1], upper[2]))
        self.emit(
            SceneLoaded(command.request, command.path, self._scene, box, self._scene.triangle_count),
            Compiling("kernels"),
            Compiled(0.0),
        )
        self.show_picture()


def draw_pattern(width: int, height: int, sequence: int = 0) -> np.ndarray:
    """(height, width, 4) u8: red grows to the right, green downwards, blue tells one picture from the next."""
    pixels = np.empty((height, width, 4), np.uint8)
    pixels[..., 0] = np.linspace(0, 255, width, dtype=np.uint8)[None, :]
    pixels[..., 1] = np.linspace(0, 255, height, dtype=np.uint8)[:, None]
    pixels[..., 2] = sequence * 40 % 256
    pixels[..., 3] = 255
    return pixels
