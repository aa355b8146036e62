"""Experiments in the window, with workers that are not there."""

from __future__ import annotations

import ast
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import raytracer.session
import raytracer.session.measure
from raytracer.app import activities, figures
from raytracer.app.measure.conductor import Conductor
from raytracer.app.measure.page import ExperimentPage
from raytracer.app.measure.words import SENTENCES, shown
from raytracer.app.notice import Notice
from raytracer.app.panels import PANELS
from raytracer.app.theme import theme
from raytracer.app.window import MainWindow
from raytracer.resources import assets_dir
from raytracer.scene import Camera
from raytracer.session.measure import agreement, entrants
from raytracer.session.measure.experiments import EXPERIMENTS
from raytracer.session.measure.result import say
from raytracer.session.protocol import Pause, Resume
from tests.app.conftest import CPU, CUDA
from tests.session.measure.fake import FakeSubject, World

WORLD = World(
    {f"cpu-{n}": 1e6 * n**0.9 for n in (1, 2, 4, 8)} | {"cuda": 2e8}, {"cpu-1": 1e-5, "cpu-8": 2e-5, "cuda": 2e-4}
)
NAMES = [experiment.name for experiment in EXPERIMENTS]


@pytest.fixture
def conductor(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> Iterator[Conductor]:
    """The window's conductor on a machine with eight threads and a GPU, all invented."""
    monkeypatch.setattr(entrants, "_processors", lambda: 8)
    monkeypatch.setattr(agreement, "SIDE", 32)
    window.studio.pool.sides.learn([CPU, CUDA])
    found = window.studio.feature(Conductor)
    found.make = lambda *words: FakeSubject(WORLD, *words)  # type: ignore[assignment, return-value]
    yield found
    found.close()


def opened(window: MainWindow, name: str) -> ExperimentPage:
    window.docks.open(name)
    page = window.docks.panel(name)
    assert isinstance(page, ExperimentPage)
    return page


def measured(qtbot: QtBot, window: MainWindow, conductor: Conductor, name: str) -> ExperimentPage:
    """The page after a whole run."""
    page = opened(window, name)
    assert page.button.isEnabled()
    page.button.click()
    assert conductor.running == name
    qtbot.waitUntil(lambda: conductor.running == "", timeout=120_000)
    assert conductor.problems == {}
    assert page.result is not None
    assert page.result.finished
    return page


def test_every_experiment_has_its_panel_in_the_menu_compare(window: MainWindow) -> None:
    panels = {panel.name: panel for panel in PANELS}
    for experiment in EXPERIMENTS:
        panel = panels[experiment.panel]
        assert (panel.menu, panel.opened) == ("Compare", False)
        assert experiment.panel not in window.docks.panels, "it is made when it is opened first"


@pytest.mark.parametrize("name", NAMES)
def test_a_run_from_button_to_export(
    qtbot: QtBot, window: MainWindow, conductor: Conductor, tmp_path: Path, name: str
) -> None:
    page = measured(qtbot, window, conductor, name)
    assert not window.studio.paused, "the picture goes on"
    notices: list[Notice] = []
    window.studio.noticed.connect(notices.append)
    page.export(tmp_path / "x.csv", page.save_csv)
    lines = (tmp_path / "x.csv").read_text().splitlines()
    assert len(lines) > 2
    assert "samples_per_s" in lines[0] or "rel_mse" in lines[0]
    page.export(tmp_path / "x.png", page.save_png)
    with Image.open(tmp_path / "x.png") as picture:
        assert picture.width > 500
        assert len(picture.convert("RGB").getcolors(1 << 24) or ()) > 20
    page.export(tmp_path / "none" / "x.csv", page.save_csv)
    assert [notice.kind for notice in notices] == ["done", "done", "error"]
    theme().set_choice("light")
    assert page.result is not None


@pytest.mark.parametrize(
    ("name", "figure", "caption"),
    [
        ("ladder", "31×", "CUDA over all 8 CPU threads"),
        ("dial", "1\u2009200", "below CPU, 8 threads answers first, above it CUDA"),
        ("quality", "3", "sooner on CUDA than on CPU, 8 threads"),
        ("energy", "not available", "the reasons stand below"),
    ],
)
def test_the_large_figure(
    qtbot: QtBot, window: MainWindow, conductor: Conductor, name: str, figure: str, caption: str
) -> None:
    page = measured(qtbot, window, conductor, name)
    assert page.figure_text.startswith(figure)
    assert caption in page.caption_text
    before = page._figure.styleSheet()
    theme().set_choice("light")
    assert page._figure.styleSheet() != before, "in the colour that it has in this theme"


def test_an_error_can_be_chosen_and_is_claimed_only_where_it_may_be(
    qtbot: QtBot, window: MainWindow, conductor: Conductor
) -> None:
    page: Any = measured(qtbot, window, conductor, "quality")
    low, high = page.result.common_errors()
    page.choose((low * high) ** 0.5)
    assert page.figure_text.endswith("×")
    page.choose(page.result.reference.floor_rel_mse)
    assert page.figure_text == "–"


def test_prices_are_the_users(qtbot: QtBot, window: MainWindow, conductor: Conductor) -> None:
    page: Any = measured(qtbot, window, conductor, "energy")
    assert set(page.prices) == {"cpu-8", "cuda"}
    assert all(row["price_per_hour"] is None for row in page.result.table().records())
    page.prices["cuda"].field.setValue(2.0)
    row = next(
        row for row in page.result.table().records() if row["contender" if "contender" in row else "entrant"] == "cuda"
    )
    assert row["samples_per_price"] == pytest.approx(2e8 * 3600 / 2.0, rel=1e-6)


def test_the_card_is_shown_and_saved(qtbot: QtBot, window: MainWindow, conductor: Conductor, tmp_path: Path) -> None:
    page: Any = measured(qtbot, window, conductor, "card")
    assert page.preview.isVisible()
    page.save_json(tmp_path / "card.json")
    assert '"raytracer-bench"' in (tmp_path / "card.json").read_text()
    page.copy()
    with qtbot.waitSignal(window.studio.noticed):
        page.copy()


class Patient(FakeSubject):
    """Renders until the user has enough."""

    started = threading.Event()

    def render(self, *words: Any) -> Any:
        Patient.started.set()
        while True:
            self.check()


@pytest.fixture
def busy(qtbot: QtBot, window: MainWindow, conductor: Conductor) -> ExperimentPage:
    """A page whose experiment never ends by itself."""
    Patient.started.clear()
    conductor.make = lambda *words: Patient(WORLD, *words)  # type: ignore[assignment, return-value]
    page = opened(window, "ladder")
    page.button.click()
    assert Patient.started.wait(60.0)
    return page


def test_the_picture_waits_meanwhile_and_says_so(
    qtbot: QtBot, window: MainWindow, conductor: Conductor, busy: ExperimentPage
) -> None:
    studio, notices = window.studio, []
    studio.noticed.connect(notices.append)
    client = studio.worker.client
    assert studio.paused
    assert isinstance(client.sent(Pause)[-1], Pause)  # type: ignore[attr-defined]
    resumed = len(client.sent(Resume))  # type: ignore[attr-defined]
    studio.jump_camera(Camera(position=(9.0, 9.0, 9.0)))
    studio.restart()
    window.commands["toggle_pause"].trigger()
    assert studio.paused
    assert len(client.sent(Resume)) == resumed or isinstance(client.commands[-1], Pause)  # type: ignore[attr-defined]
    assert [notice.kind for notice in notices] == ["info"], "once is enough"
    assert notices[0].act is not None
    notices[0].act()
    qtbot.waitUntil(lambda: conductor.running == "", timeout=60_000)
    assert not studio.paused
    assert "Cancel" in conductor.problems["ladder"]
    assert busy.button.text() == "Measure"


def test_another_scene_ends_the_experiment(
    qtbot: QtBot, window: MainWindow, conductor: Conductor, busy: ExperimentPage
) -> None:
    window.studio.open(Path("/scenes/second.toml"))
    window.studio.activate("cuda")
    qtbot.waitUntil(lambda: conductor.running == "", timeout=60_000)


def test_only_one_at_a_time_and_cancel_is_quick(
    qtbot: QtBot, window: MainWindow, conductor: Conductor, busy: ExperimentPage
) -> None:
    other = opened(window, "dial")
    assert not other.button.isEnabled()
    assert busy.button.text() == "Cancel"
    busy.button.click()
    qtbot.waitUntil(lambda: conductor.running == "", timeout=60_000)
    assert other.button.isEnabled()


def test_a_paused_picture_stays_paused(qtbot: QtBot, window: MainWindow, conductor: Conductor) -> None:
    window.studio.set_paused(True)
    measured(qtbot, window, conductor, "ladder")
    assert window.studio.paused


def test_closing_ends_the_workers(window: MainWindow, conductor: Conductor, busy: ExperimentPage) -> None:
    closed = len(WORLD.closed)
    conductor.close()
    assert len(WORLD.closed) > closed


def test_a_failure_is_said_and_the_picture_goes_on(qtbot: QtBot, window: MainWindow, conductor: Conductor) -> None:
    broken = World(WORLD.rates, broken=("cpu-1", "cpu-2", "cpu-4", "cpu-8", "cuda"))
    conductor.make = lambda *words: FakeSubject(broken, *words)  # type: ignore[assignment, return-value]
    page = opened(window, "ladder")
    with qtbot.waitSignal(window.studio.noticed, timeout=60_000):
        page.button.click()
    assert "no such device" in conductor.problems["ladder"]
    assert not window.studio.paused
    assert page.result is None


def test_the_work_is_what_the_user_sees(window: MainWindow, conductor: Conductor) -> None:
    window.studio.jump_camera(Camera(position=(1.0, 2.0, 3.0)))
    window.studio.change_settings(max_depth=3)
    opening = conductor.work("ladder").opening
    assert opening.camera == window.studio.camera
    assert opening.settings["max_depth"] == 3
    width, height = opening.settings["width"], opening.settings["height"]
    assert (width, height) == window.studio.size
    small = conductor.work("quality").opening.settings
    assert (small["height"], small["width"] % 16) == (240, 0)


def test_everything_that_experiments_say_is_marked_for_translation() -> None:
    folder = Path(raytracer.session.measure.__file__).parent
    said = {text for path in folder.glob("*.py") for text in _literals(ast.parse(path.read_text(encoding="utf-8")))}
    assert len(said) > 20
    assert said == set(SENTENCES)


def _literals(tree: ast.AST) -> Iterator[str]:
    """What is given to ``say``, outright or by a variable of the same function."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        given = [
            n.args[0] for n in ast.walk(function) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "say"
        ]
        names = {node.id for node in given if isinstance(node, ast.Name)}
        yield from (str(node.value) for node in given if isinstance(node, ast.Constant))
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in names:
                assert isinstance(node.value, ast.Constant), ast.unparse(node)
                yield str(node.value.value)


TELLING = {"progress": 0, "_progress": 0, "Progress": 0, "Compiling": 0, "report": 0, "compile": 0, "_announce": 1}
"""Calls that tell what is going on, and which of their arguments says it."""


def test_activities_of_the_workers_are_marked_for_translation() -> None:
    said: set[str] = set()
    for part in ("engine", "io", "session"):
        for path in (Path(raytracer.session.__file__).parent.parent / part).rglob("*.py"):
            said |= set(_told(ast.parse(path.read_text(encoding="utf-8"))))
    assert {"reading meshes", "Building the tree", "reading ", "the layer ", "view ", "the ray counter"} <= said
    beginnings = {pattern.removesuffix("{name}") for pattern in activities.PATTERNS}
    assert said - set(activities.ACTIVITIES) == beginnings
    assert set(activities.ACTIVITIES) <= said, "nobody says this any more"


def _told(tree: ast.AST) -> Iterator[str]:
    """What progress and compilation are called, outright or up to the first gap. What ``re`` compiles tells nothing."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not call.args:
            continue
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if name not in TELLING or ast.unparse(call.func) == "re.compile":
            continue
        told = call.args[TELLING[name]]
        if isinstance(told, ast.JoinedStr):
            told = told.values[0]
        if isinstance(told, ast.Constant) and isinstance(told.value, str):
            yield told.value


def test_what_is_going_on_and_figures_are_told_in_the_language_of_the_app(qapp: QApplication) -> None:
    translator = QTranslator()
    assert translator.load(str(assets_dir() / "languages" / "nl.qm"))
    qapp.installTranslator(translator)
    try:
        assert activities.activity_text("reading meshes") == "lezen van meshes"
        assert activities.activity_text("reading start.toml") == "lezen van start.toml"
        assert activities.activity_text("the layer depth") == "de laag depth"
        assert activities.activity_text("view agx") == "de weergave agx"
        assert activities.activity_text("the ray counter") == "de stralenteller"
        assert activities.activity_text("something else") == "something else"
        doing = say("{who}: {activity}", who="CUDA", activity="compiling kernels")
        assert shown(doing) == "CUDA: kernels worden gecompileerd"
        below = say(
            "Below {items} paths {below} answers first, above it {above} does.", items="1,200", below="A", above="B"
        )
        assert shown(below) == "Onder 1\u2009200 paden antwoordt A het eerst, daarboven B."
        assert shown(say("{who}: {rate}", who="A", rate="6.5x")) == "A: 6.5×"
        assert shown(say("{who}: {rate}", who="A", rate="6.5 M samples/s")) == "A: 6.5\u00a0M\u00a0samples/\u2060s"
        assert figures.age(12.0) == "12 s geleden"
    finally:
        qapp.removeTranslator(translator)
