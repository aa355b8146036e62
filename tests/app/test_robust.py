"""Anything in any order: the window survives, never stalls, and forgets nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QWidget,
)
from pytestqt.qtbot import QtBot

from raytracer.app.editor import Editor
from raytracer.app.film_scale import FilmScale
from raytracer.app.items import LISTS, SINGLE, Item
from raytracer.app.layers.layer import Layer
from raytracer.app.panels import PANELS
from raytracer.app.preferences import Preferences
from raytracer.app.scene_file import SceneFile
from raytracer.app.studio import Studio
from raytracer.app.theme import theme
from raytracer.app.window import MainWindow
from raytracer.errors import DeviceMemoryError, InputError, WorkerError
from raytracer.session.protocol import (
    CommandFailed,
    Compiled,
    Compiling,
    LoadFailed,
    Open,
    Progress,
    Resize,
    SceneLoaded,
    SetCamera,
    WorkerFailed,
)
from tests.app.conftest import CPU, CUDA, Clients, settle
from tests.app.test_startup import Heartbeat
from tests.app.test_viewport import drag, wheel

STEPS = 120
LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
NOT_IN_A_TEST = (
    "quit",
    "open_dialog",
    "save_dialog",
    "show_cache",
    "about",
    "shortcuts",
    "preferences",
    "open_talk",
    "start_talk",
    "tour",
)
"""Commands that leave the program, open the desktop's own windows, or take over the screen."""
OPENS_A_DIALOG = ("save", "choose", "open", "replace", "colour", "…")
"""Words of buttons that do."""


class Chaos:
    """One random thing at a time, from a seed that a failure names."""

    def __init__(self, qtbot: QtBot, window: MainWindow, clients: Clients, seed: int) -> None:
        self._qtbot, self._window, self._clients = qtbot, window, clients
        self._random = random.Random(seed)
        self._failed = WorkerError("the renderer ended unexpectedly")
        names = [name for name in window.commands if name not in NOT_IN_A_TEST and "talk" not in name]
        self._commands = sorted(names)
        self._acts = [self.command, self.resize, self.minimise, self.open, self.drag, self.wheel, self.key]
        self._acts += [self.panel, self.worker, self.pause, self.ratio, self.theme]
        self._acts += [self.edit, self.edit, self.control, self.control, self.button]

    def step(self) -> str:
        """Does something; returns what."""
        act = self._random.choice(self._acts)
        act()
        return act.__name__

    def command(self) -> None:
        self._window.commands[self._random.choice(self._commands)].trigger()

    def resize(self) -> None:
        self._window.resize(self._random.randint(200, 1600), self._random.randint(150, 1000))

    def minimise(self) -> None:
        window = self._window
        self._random.choice([window.showMinimized, window.showNormal, window.hide, window.show])()

    def open(self) -> None:
        self._window.open_scene(Path(f"/scenes/{self._random.randint(1, 5)}.toml"))

    def drag(self) -> None:
        x, y = self._random.randint(0, 600), self._random.randint(0, 400)
        button = self._random.choice([LEFT, MIDDLE, RIGHT])
        drag(self._window, (x, y), (x + self._random.randint(-90, 90), y + self._random.randint(-90, 90)), button)

    def wheel(self) -> None:
        wheel(self._window, self._random.choice([-3, -1, 1, 3]))

    def key(self) -> None:
        keys = [Qt.Key.Key_Left, Qt.Key.Key_W, Qt.Key.Key_Plus, Qt.Key.Key_Escape, Qt.Key.Key_3, Qt.Key.Key_R]
        modifiers = [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier]
        QTest.keyClick(self._window.viewport, self._random.choice(keys), self._random.choice(modifiers))

    def panel(self) -> None:
        name = self._random.choice(PANELS).name
        self._random.choice([self._window.docks.open, lambda n: self._window.docks.docks[n].hide()])(name)

    def edit(self) -> None:
        """Changes the list of something while its properties are shown."""
        self._window.docks.open("properties")
        if self._random.random() < 0.8:
            kind = self._random.choice([*LISTS, *SINGLE])
            self._window.studio.feature(Editor).select([Item(kind, self._random.randint(0, 1))])
        self._window.commands[self._random.choice(["delete", "duplicate", "undo", "redo"])].trigger()

    def control(self) -> None:
        """Turns something in an open panel."""
        found = [*self._open(QAbstractSlider), *self._open(QComboBox), *self._open(QAbstractSpinBox)]
        if not found:
            return
        control = self._random.choice(found)
        if isinstance(control, QAbstractSlider):
            control.setValue(self._random.randint(control.minimum(), control.maximum()))
        elif isinstance(control, QComboBox) and control.count():
            control.setCurrentIndex(self._random.randrange(control.count()))
            control.activated.emit(control.currentIndex())
        elif isinstance(control, QAbstractSpinBox):
            control.stepBy(self._random.choice([-3, -1, 1, 3]))

    def button(self) -> None:
        """Presses something in an open panel."""
        found = [b for b in self._open(QAbstractButton) if not any(w in _name(b) for w in OPENS_A_DIALOG)]
        if found:
            self._random.choice(found).click()

    def _open(self, kind: type[QWidget]) -> list[QWidget]:
        docks = [dock for dock in self._window.docks.docks.values() if dock.isVisible()]
        return [w for dock in docks for w in dock.findChildren(kind) if w.isVisible() and w.isEnabled()]

    def worker(self) -> None:
        client = self._random.choice(list(self._clients.made.values()))
        error = InputError("no such file")
        client.emit(
            self._random.choice(
                [
                    Compiling("kernels"),
                    Compiled(0.2),
                    Progress("building BVH", 0.4),
                    WorkerFailed(client.backend, self._failed, will_restart=True),
                    WorkerFailed(client.backend, self._failed),
                    CommandFailed("SetSettings", error),
                    LoadFailed(self._random.randint(0, 2), Path("/scenes/3.toml"), error),
                ]
            )
        )
        client.show_picture(self._random.random() * 4.0)

    def pause(self) -> None:
        self._qtbot.wait(self._random.choice([0, 5, 40]))

    def ratio(self) -> None:
        QApplication.sendEvent(self._window.viewport, QEvent(QEvent.Type.DevicePixelRatioChange))

    def theme(self) -> None:
        theme().set_choice(self._random.choice(["dark", "light", "contrast"]))


def _name(button: QAbstractButton) -> str:
    return f"{button.text()} {button.accessibleName()} {button.toolTip()}".lower()


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_any_sequence_of_acts(qtbot: QtBot, window: MainWindow, clients: Clients, seed: int) -> None:
    window.studio.sides.learn([CPU, CUDA])
    window.studio.sides_changed.emit()
    chaos = Chaos(qtbot, window, clients, seed)
    done = [chaos.step() for _ in range(STEPS)]
    window.showNormal()
    window.resize(1000, 640)
    for dialog in window.findChildren(QDialog):
        dialog.close()
    theme().set_choice("dark")
    window.studio.feature(SceneFile).discard()  # without being asked about unsaved changes
    window.open_scene(Path("/scenes/last.toml"))
    if window.studio.worker.phase.name == "FAILED":
        window.studio.activate(window.studio.active)
    qtbot.waitUntil(lambda: window.studio.opening is None, timeout=3000)
    assert window.studio.scene is not None, done
    assert window.studio.scene.path.name == "last.toml", done
    window.docks.show_all(False)
    window.studio.worker.client.show_picture()
    qtbot.waitUntil(lambda: window.viewport.has_picture)


def test_a_scripted_session_never_holds_the_event_loop(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    """By this thread's own work: what other programs take from the processor is not the window's."""
    chaos = Chaos(qtbot, window, clients, 7)
    qtbot.wait(300)
    heartbeat = Heartbeat()
    acts = [chaos.drag, chaos.wheel, chaos.key, chaos.open, chaos.worker]
    slowest = ("", 0.0)
    for number in range(60):
        act = acts[number % len(acts)]
        act()
        qtbot.wait(3)
        if heartbeat.longest_work > slowest[1]:
            slowest = act.__name__, heartbeat.longest_work
    assert slowest[1] < 0.1, slowest


def test_two_windows_at_once_do_not_disturb_each_other(
    qtbot: QtBot, window: MainWindow, clients: Clients, home: Path
) -> None:
    others = Clients()
    second = MainWindow(Studio(others), Preferences())
    qtbot.addWidget(second)
    second.resize(700, 500)
    second.show()
    qtbot.waitExposed(second)
    second.studio.open(Path("/scenes/other.toml"))
    qtbot.waitUntil(lambda: second.viewport.has_picture)
    before = len(clients.cpu.commands)
    drag(second, (100, 100), (160, 130))
    assert others.cpu.sent(SetCamera)
    assert len(clients.cpu.commands) == before
    assert window.studio.camera != second.studio.camera
    second.close()
    clients.cpu.show_picture()
    settle(qtbot)
    assert window.isVisible()
    assert not clients.cpu.closed
    assert {path.name for path in Preferences().recent} == {"first.toml", "other.toml"}


@pytest.mark.parametrize("stage", [Progress("reading", 0.3), Compiling("kernels")])
def test_the_worker_dies_while_it_loads_or_compiles(
    qtbot: QtBot, window: MainWindow, clients: Clients, stage: Progress | Compiling
) -> None:
    clients.cpu._answers = False
    window.open_scene(Path("/scenes/second.toml"))
    clients.cpu.emit(stage)
    clients.cpu.emit(WorkerFailed("cpu", WorkerError("the renderer was ended by SIGKILL"), will_restart=True))
    settle(qtbot)
    assert "starts again" in window.overlay.notices[-1].notice.text
    assert window.studio.opening is not None, "the new process opens the same scene"
    asked = clients.cpu.sent(Open)[-1]
    scene = clients.cpu._scene
    box = ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
    clients.cpu.emit(SceneLoaded(asked.request, asked.path, scene, box, 0))
    settle(qtbot)
    assert window.studio.opening is None
    assert window.studio.scene is not None
    assert window.studio.scene.path.name == "second.toml"


# ---------------------------------------------------------------- memory


def test_a_device_without_memory_is_offered_a_smaller_picture(
    qtbot: QtBot, window: MainWindow, clients: Clients
) -> None:
    full = window.studio.size
    clients.cpu.emit(CommandFailed("Resize", DeviceMemoryError("a picture needs 9 GiB")))
    settle(qtbot)
    offer = window.overlay.notices[-1].notice
    assert offer.action == "Render smaller"
    offer.act()
    settle(qtbot)
    assert window.studio.size == (round(full[0] / 2), round(full[1] / 2))
    assert clients.cpu.sent(Resize)[-1] == Resize(*window.studio.size)
    assert window.commands["half_size"].isChecked()
    rect = window.viewport.picture_rect()
    assert rect.width() == pytest.approx(window.viewport.width(), abs=2)
    window.commands["half_size"].trigger()
    settle(qtbot)
    assert window.studio.size == full


def test_a_gpu_without_memory_is_offered_the_cpu_and_the_scene_again(
    qtbot: QtBot, window: MainWindow, clients: Clients
) -> None:
    window.studio.sides.learn([CPU, CUDA])
    window.studio.activate("cuda")
    settle(qtbot)
    clients.cuda._answers = False
    window.open_scene(Path("/scenes/large.toml"))
    assert window.studio.opening is not None
    asked = clients.cuda.sent(Open)[-1]
    clients.cuda.emit(LoadFailed(asked.request, asked.path, DeviceMemoryError("the scene needs 90 GiB")))
    settle(qtbot)
    offers = {bar.notice.action: bar.notice for bar in window.overlay.notices}
    offers["Go on with the CPU"].act()
    settle(qtbot)
    assert window.studio.active == "cpu"
    qtbot.waitUntil(lambda: window.studio.scene.path.name == "large.toml")


def test_other_failures_offer_nothing(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    clients.cpu.emit(CommandFailed("Resize", InputError("a side is too long")))
    settle(qtbot)
    assert [bar.notice.action for bar in window.overlay.notices] == [""]
    assert window.studio.feature(FilmScale).scale == 1.0


class Faulty(Layer):
    """Raises while it paints, as a layer with a mistake would."""

    def paint(self, _painter: QPainter) -> None:
        raise ValueError("a mistake")


def test_a_mistake_while_painting_is_reported_and_not_the_end(qtbot: QtBot, window: MainWindow) -> None:
    faulty = Faulty(window.studio, window.viewport)
    window.viewport.layers.append(faulty)
    with qtbot.captureExceptions() as caught:
        window.viewport.update()
        settle(qtbot)
    window.viewport.layers.remove(faulty)
    assert caught
    window.viewport.update()
    settle(qtbot)
    assert window.viewport.mapToGlobal(QPoint()) is not None
