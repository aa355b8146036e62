"""Talks: the file, the steps, the keys, the stage."""

from __future__ import annotations

import itertools
import math
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from raytracer.app.editor import Editor
from raytracer.app.measure.page import ExperimentPage
from raytracer.app.measurements import Measurements
from raytracer.app.panels import PANELS
from raytracer.app.race.race import Race
from raytracer.app.ray_follower import RayFollower
from raytracer.app.talk.flight import Flight
from raytracer.app.talk.presenter import Phase, Presenter
from raytracer.app.talk.script import Pose, bundled_talk, in_language, read_talk, scene_path
from raytracer.app.talk.stage import Runs
from raytracer.app.window import MainWindow
from raytracer.errors import InputError
from raytracer.resources import scenes_dir
from raytracer.scene import Camera
from raytracer.session.path_messages import TraceSample
from raytracer.session.protocol import Open, Prepare, Prepared, SetCamera
from tests.app.conftest import CPU, Clients, settle

TALK = """
format = 1
name = { en = "A talk", nl = "Een praatje" }
minutes = 5

[[steps]]
title = "One"
scene = "cornell"

[[steps]]
title = { en = "Two", nl = "Twee" }
camera = "side"
exposure_ev = 1.5
max_depth = 3
panel = "throughput"

[[steps]]
title = "Three"
scene = "glass"
backend = "gpu"
camera = { position = [0, 1, 4], target = [0, 0, 0] }
path = [{ position = [4, 1, 0], target = [0, 0, 0], seconds = 0.2 }]

[[steps]]
title = "Four"
"""


def write(folder: Path, text: str = TALK) -> Path:
    path = folder / "talk.toml"
    path.write_text(text, encoding="utf-8")
    return path


# ---------------------------------------------------------------- the file


def test_scene_and_backend_go_on_and_nothing_else_does(tmp_path: Path) -> None:
    steps = read_talk(write(tmp_path)).steps
    assert [step.scene for step in steps] == ["cornell", "cornell", "glass", "glass"]
    assert [step.backend for step in steps] == ["cpu", "cpu", "gpu", "gpu"]
    assert steps[3].camera is None
    assert steps[3].exposure_ev is None


@pytest.mark.parametrize(
    ("change", "place", "words"),
    [
        (("max_depth = 3", "max_dept = 3"), ":14", "did you mean 'max_depth'"),
        (("max_depth = 3", "max_depth = 0"), ":14", "steps[1].max_depth"),
        (('scene = "glass"', 'scene = "glas"'), ":19", "did you mean 'glass'"),
        (('scene = "glass"', 'scene = "../../etc/passwd.toml"'), ":19", "outside"),
        (('backend = "gpu"', 'backend = "abacus"'), ":20", "steps[2].backend"),
        (("format = 1", "format = 2"), "", "format = 1"),
        (("format = 1", "format = = 1"), "", "not a TOML file"),
        ((TALK[TALK.index("[[steps]]") :], ""), "", "1 to 500 steps"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, change: tuple[str, str], place: str, words: str) -> None:
    assert change[0] in TALK
    path = write(tmp_path, TALK.replace(*change))
    with pytest.raises(InputError) as error:
        read_talk(path)
    assert str(error.value).startswith(f"{path}{place}")
    assert words in str(error.value)


def test_a_talk_that_is_wrong_fails_before_there_is_a_window(tmp_path: Path) -> None:
    path = write(tmp_path, TALK.replace("minutes = 5", "minuets = 5"))
    command = [sys.executable, "-m", "raytracer", "present", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], timeout=60)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "did you mean 'minutes'" in done.stderr


def test_words_fall_back_to_a_language_that_there_is() -> None:
    assert in_language({"en": "light", "nl": "licht"}, "nl") == "licht"
    assert in_language({"en": "light", "nl": "licht"}, "fr") == "light"
    assert in_language({"de": "Licht"}, "fr") == "Licht"
    assert in_language("lux", "fr") == "lux"


def test_the_talk_that_ships_is_whole_in_english_and_dutch() -> None:
    talk = read_talk(bundled_talk())
    assert talk.languages == ["en", "nl"]
    for step in talk.steps:
        for text in (step.title, step.caption, step.notes):
            assert text == "" or (isinstance(text, dict) and set(text) == {"en", "nl"} and all(text.values()))
        assert step.notes, "the speaker has something to say in every step"
        assert step.panel in {"", *(panel.name for panel in PANELS)}
    wanted = {"race", "ladder", "dial", "quality", "energy", "together", "follow_ray"}
    assert {step.panel for step in talk.steps} >= wanted
    assert all(step.follow for step in talk.steps if step.panel == "follow_ray")


def test_panels_that_a_talk_runs_can_be_run(window: MainWindow) -> None:
    for step in read_talk(bundled_talk()).steps:
        if step.run:
            assert isinstance(window.docks.panel(step.panel), Runs), step.panel


# ---------------------------------------------------------------- flights


def test_a_flight_passes_through_its_poses_and_stands_at_both_ends() -> None:
    start = Camera(position=(0.0, 0.0, 5.0), fov_y_deg=40.0)
    poses = [Pose(position=(5.0, 0.0, 0.0), seconds=1.0), Pose(position=(0.0, 0.0, -5.0), fov_y_deg=20.0, seconds=1.0)]
    flight = Flight(start, poses)
    assert flight.at(-1.0).position == pytest.approx(start.position)
    assert flight.at(0.5 * flight.seconds).position == pytest.approx(poses[0].position), "half of an even ease"
    assert flight.at(9.0).position == pytest.approx(poses[1].position)
    assert flight.at(9.0).fov_y_deg == pytest.approx(20.0)
    steps = [flight.at(t / 100.0) for t in range(201)]
    moves = [math.dist(before.position, after.position) for before, after in itertools.pairwise(steps)]
    assert max(moves) < 0.25
    assert moves[0] < 0.05 > moves[-1]


# ---------------------------------------------------------------- presenting


@pytest.fixture
def presenter(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> Presenter:
    window.stage.begin(write(tmp_path), windowed=True)
    settle(qtbot)
    return window.studio.feature(Presenter)


def answer(clients: Clients, count: int = 2) -> None:
    command = clients.cpu.sent(Prepare)[-1]
    assert isinstance(command, Prepare)
    for done, path in enumerate(command.paths[:count], 1):
        clients.cpu.emit(Prepared(command.request, path, done, len(command.paths)))


def test_every_scene_is_made_ready_before_the_first_step(presenter: Presenter, clients: Clients, qtbot: QtBot) -> None:
    command = clients.cpu.sent(Prepare)[-1]
    assert isinstance(command, Prepare)
    assert [path.stem for path in command.paths] == ["cornell", "glass"]
    assert presenter.phase is Phase.WAITING
    assert not presenter.readiness.ready
    answer(clients, 1)
    settle(qtbot)
    assert (presenter.readiness.done, presenter.readiness.total) == (1, 2)
    path = command.paths[1]
    clients.cpu.emit(Prepared(command.request, path, 2, 2, InputError("gone", where="glass.toml")))
    settle(qtbot)
    assert presenter.readiness.ready
    assert list(presenter.readiness.problems) == [path]


def test_a_step_is_a_whole_state(presenter: Presenter, window: MainWindow, clients: Clients, qtbot: QtBot) -> None:
    studio = window.studio
    presenter.next()
    settle(qtbot)
    opened = clients.cpu.sent(Open)[-1]
    assert isinstance(opened, Open)
    assert opened.path == scenes_dir() / "cornell.toml"
    plain = (studio.settings, studio.view)
    presenter.next()
    settle(qtbot)
    assert len(clients.cpu.sent(Open)) == 2, "a scene that nothing was changed in is not opened again"
    assert studio.camera.name == "side"
    assert (studio.settings.max_depth, studio.view.exposure_ev) == (3, 1.5)
    assert not window.docks.docks["throughput"].isHidden()
    assert window.docks.docks["view"].isHidden()
    assert studio.feature(Editor).history.saved, "what a step changes is nothing to save"
    studio.change_view(exposure_ev=-4.0)
    studio.jump_camera(Camera(position=(9.0, 9.0, 9.0)))
    presenter.again()
    settle(qtbot)
    assert studio.view.exposure_ev == 1.5
    assert studio.camera.name == "side"
    assert studio.feature(Editor).history.saved
    presenter.previous()
    settle(qtbot)
    assert (studio.settings, studio.view) == plain
    assert studio.camera.name == "front"
    assert window.docks.docks["throughput"].isHidden()


def test_what_a_step_runs_ends_with_it(
    presenter: Presenter, window: MainWindow, tmp_path: Path, clients: Clients, qtbot: QtBot
) -> None:
    text = TALK.replace('panel = "throughput"', 'panel = "race"\nrun = true\nlarge_figures = true')
    window.stage.begin(write(tmp_path, text), windowed=True)
    race, measurements = window.studio.feature(Race), window.studio.feature(Measurements)
    presenter.go(1)
    settle(qtbot)
    assert race.on
    assert measurements.large
    presenter.next()
    settle(qtbot)
    assert not race.on
    assert not measurements.large
    presenter.go(1)
    settle(qtbot)
    assert race.on
    window.stage.end()
    settle(qtbot)
    assert not race.on
    assert not measurements.large


def test_what_a_step_runs_waits_for_the_picture_and_for_what_ran_before(
    presenter: Presenter, window: MainWindow, tmp_path: Path, clients: Clients, qtbot: QtBot
) -> None:
    text = TALK.replace('panel = "throughput"', 'panel = "ladder"\nrun = true')
    window.stage.begin(write(tmp_path, text), windowed=True)
    window.studio.sides.learn([CPU])
    page = window.docks.panel("ladder")
    assert isinstance(page, ExperimentPage)
    begun: list[str] = []
    busy = [True]
    page.start = lambda: begun.append("ladder")  # type: ignore[method-assign]
    page.__class__ = type("Busy", (page.__class__,), {"can_start": property(lambda _page: not busy[0])})
    presenter.go(1)
    clients.cpu.show_picture(spp=20.0)
    settle(qtbot, 250)
    assert not begun, "the one before is still ending"
    clients.cpu.show_picture(spp=0.5)
    settle(qtbot)
    busy[0] = False
    settle(qtbot, 250)
    assert not begun, "the picture would stand still when there is hardly one"
    clients.cpu.show_picture(spp=20.0)
    qtbot.waitUntil(lambda: begun == ["ladder"], timeout=3000)
    presenter.go(1)
    presenter.next()
    settle(qtbot, 250)
    assert begun == ["ladder"]


def test_signs_stand_above_the_words(
    presenter: Presenter, window: MainWindow, tmp_path: Path, clients: Clients, qtbot: QtBot
) -> None:
    window.stage.begin(write(tmp_path), windowed=True)
    presenter.go(1)
    qtbot.waitUntil(lambda: window.viewport.words_height > 20.0, timeout=3000)
    window.stage.end()
    qtbot.waitUntil(lambda: window.viewport.words_height == 0.0, timeout=3000)


def test_a_step_follows_a_ray_in_every_size(
    presenter: Presenter, window: MainWindow, clients: Clients, qtbot: QtBot, tmp_path: Path
) -> None:
    talk = TALK.replace('title = "Three"', 'title = "Three"\nfollow = [0.25, 1.0]\npanel = "follow_ray"')
    path = write(tmp_path, talk)
    presenter.begin(read_talk(path), path)
    assert clients.cpu.sent(Prepare)[-1].followed == (scene_path("glass", path),)
    presenter.go(2)
    settle(qtbot)
    width, height = window.studio.size
    asked = clients.cpu.sent(TraceSample)[-1]
    assert (asked.x, asked.y, asked.sample) == (int(0.25 * width), height - 1, 0)
    window.studio.resize(200, 100)
    asked = clients.cpu.sent(TraceSample)[-1]
    assert (asked.x, asked.y) == (50, 99)
    follower = window.studio.feature(RayFollower)
    follower.follow(3, 4)  # the speaker's own
    window.studio.resize(300, 100)
    assert follower.pixel == (3, 4)
    presenter.again()
    settle(qtbot)
    assert follower.pixel != (3, 4)
    presenter.next()
    settle(qtbot)
    assert follower.pixel is None, "the next step has none"


def test_a_flight_is_flown_and_the_speaker_can_take_over(
    presenter: Presenter, window: MainWindow, clients: Clients, qtbot: QtBot
) -> None:
    presenter.go(2)
    qtbot.waitUntil(lambda: window.studio.camera.position == pytest.approx((4.0, 1.0, 0.0)), timeout=5000)
    assert clients.cpu.sent(SetCamera)
    presenter.again()
    settle(qtbot)
    window.studio.jump_camera(Camera(position=(9.0, 9.0, 9.0)))
    qtbot.wait(300)
    assert window.studio.camera.position == (9.0, 9.0, 9.0)


def test_clicker_keys(presenter: Presenter, window: MainWindow, qtbot: QtBot) -> None:
    def press(*keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(window.viewport, key)
        settle(qtbot)

    key = Qt.Key
    press(key.Key_PageDown)
    assert (presenter.phase, presenter.index) == (Phase.RUNNING, 0)
    press(key.Key_PageDown, key.Key_Right)
    assert presenter.index == 2
    press(key.Key_PageUp)
    assert presenter.index == 1
    press(key.Key_4, key.Key_Return)
    assert presenter.index == 3
    press(key.Key_9, key.Key_9, key.Key_Return)
    assert presenter.index == 3, "there is no such step"
    press(key.Key_PageDown)
    assert presenter.index == 3, "the last one stays"
    press(key.Key_Home)
    assert presenter.index == 0
    press(key.Key_B)
    assert presenter.blank
    assert window.stage._cover.isVisible()
    press(key.Key_PageDown)
    assert not presenter.blank
    press(key.Key_L)
    assert presenter.language == "nl"
    assert not window.viewport.gestures.flight.on
    press(key.Key_Escape)
    assert presenter.phase is Phase.OFF


def test_keys_belong_to_a_field_that_is_typed_in(presenter: Presenter, window: MainWindow, qtbot: QtBot) -> None:
    presenter.next()
    settle(qtbot)
    field = QLineEdit(window)
    field.show()
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    QTest.keyClicks(field, "rb 3")
    assert field.text() == "rb 3"
    assert not presenter.blank


def test_the_window_is_as_before_when_the_talk_ends(
    presenter: Presenter, window: MainWindow, clients: Clients, qtbot: QtBot
) -> None:
    assert window.menuBar().isHidden()
    assert window.stage.notes is not None
    assert window.stage.notes.isVisible()
    presenter.next()
    window.stage.notes.close()
    settle(qtbot)
    assert presenter.phase is Phase.OFF
    assert window.stage.notes is None
    assert not window.menuBar().isHidden()
    assert not window.docks.docks["view"].isHidden()
    assert clients.cpu.sent(Prepare)[-1] == Prepare(())
    QTest.keyClick(window.viewport, Qt.Key.Key_PageDown)
    assert presenter.phase is Phase.OFF, "the keys are ordinary keys again"


def test_the_talk_survives_unplugging_the_projector() -> None:
    command = [sys.executable, "-m", "tests.app.present_on_screens"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "plugged: the stage fills the projector, the notes are on the speaker's screen",
        "unplugged: the stage fills the speaker's screen, the notes are hidden",
        "plugged again: the stage fills the projector, the notes are on the speaker's screen",
        "step 3",
    ]


def test_a_bad_talk_changes_nothing(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    window.stage.begin(write(tmp_path, "garbage"))
    settle(qtbot)
    assert not window.stage.on
    assert window.overlay.notices[-1].notice.kind == "error"
    assert scene_path("start", tmp_path) == scenes_dir() / "start.toml"
