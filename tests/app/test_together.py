"""The panel Together, with a team that only says it works."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from raytracer.app.panels.together import TogetherPanel
from raytracer.app.team import TeamRun
from raytracer.app.window import MainWindow
from raytracer.backends import BackendInfo, Contender
from raytracer.errors import WorkerError
from raytracer.resources import assets_dir
from raytracer.session.frames import Frame
from raytracer.session.team import Member, Tally


class Drawer:
    """A client whose picture is new whenever the sum was shown."""

    def __init__(self) -> None:
        self.sequence = 0

    def acquire_frame(self) -> Frame | None:
        pixels = np.full((4, 6, 4), 40 * self.sequence, np.uint8)
        return Frame(pixels, self.sequence, 6, 4, 1.0) if self.sequence else None

    def release_frame(self) -> None:
        pass


class PretendTeam:
    """Works alone, then together, until it is let go on to the end."""

    made: list[PretendTeam]

    def __init__(
        self, contenders: list[Contender], *, cancelled: Callable[[], bool], on_progress, on_note, **_rest: object
    ) -> None:
        self.contenders, self.cancelled = contenders, cancelled
        self.on_progress, self.on_note = on_progress, on_note
        self.go_on, self.closed, self.error = threading.Event(), False, None
        infos = [BackendInfo(c.backend, True, f"device {i}") for i, c in enumerate(contenders)]
        self.members = [
            Member(i, c, Drawer(), info)  # type: ignore[arg-type]
            for i, (c, info) in enumerate(zip(contenders, infos, strict=True))
        ]
        PretendTeam.made.append(self)

    def start(self) -> None: ...

    def open(self, opening: object) -> None:
        self.opening = opening

    def show(self) -> None:
        self.members[0].client.sequence += 1  # type: ignore[attr-defined]

    def render(self, on_tally: Callable[[Tally], None], **_limits: float) -> None:
        for number, member in enumerate(self.members):
            member.samples, member.alone_per_s = 100 * (1 + 2 * number), 1000.0
        on_tally(Tally(1.0, 2.0, None, False, tuple(self.members)))
        while not self.go_on.wait(0.02):
            on_tally(Tally(2.0, 3.0, 1900.0, False, tuple(self.members)))
            if self.cancelled():
                return
        if self.error:
            raise self.error
        self.members[1].failure = WorkerError("killed")
        self.on_note("cpu:1 dropped out")
        on_tally(Tally(4.0, 4.0, None, True, tuple(self.members)))

    def close(self, timeout: float) -> None:
        self.closed = True


@pytest.fixture
def panel(qtbot: QtBot, window: MainWindow) -> TogetherPanel:
    PretendTeam.made = []
    made = TogetherPanel(window.studio)
    qtbot.addWidget(made)
    made.team.make = PretendTeam  # type: ignore[assignment]
    qtbot.waitUntil(lambda: made.team.ready)
    return made


def begin(qtbot: QtBot, panel: TogetherPanel) -> PretendTeam:
    panel.choice.show_value("cpu:1+cpu:1")
    panel.button.click()
    qtbot.waitUntil(lambda: panel.team.report is not None and panel.team.picture is not None)
    return PretendTeam.made[-1]


def test_a_team_runs_to_its_end(qtbot: QtBot, window: MainWindow, panel: TogetherPanel) -> None:
    team = begin(qtbot, panel)
    assert team.contenders == [Contender("cpu", 1), Contender("cpu", 1)]
    assert window.studio.paused, "the picture in the window waits"
    assert panel.button.text() == "Stop"
    qtbot.waitUntil(lambda: panel.figure.text() == "1.9×")
    assert "25 %" in panel.shares.toolTip()
    assert "75 %" in panel.shares.toolTip()
    assert "CPU process 1" in panel.shares.toolTip()
    assert "alone" in panel.details.text()
    panel.grab()
    team.go_on.set()
    qtbot.waitUntil(lambda: not panel.team.running)
    assert team.closed
    assert not window.studio.paused
    assert panel.figure.text() == "–"
    assert "not measured" in panel.caption.text()
    assert "dropped out" in panel.details.text()
    assert panel.picture.isVisibleTo(panel)


def test_stop_ends_it_and_keeps_the_picture(qtbot: QtBot, window: MainWindow, panel: TogetherPanel) -> None:
    team = begin(qtbot, panel)
    panel.button.click()
    qtbot.waitUntil(lambda: not panel.team.running)
    assert team.closed
    assert panel.team.picture is not None
    assert panel.team.problem == ""
    assert panel.button.text() == "Render together"


def test_going_on_in_the_window_ends_the_team(qtbot: QtBot, window: MainWindow, panel: TogetherPanel) -> None:
    begin(qtbot, panel)
    window.studio.set_paused(False)
    qtbot.waitUntil(lambda: not panel.team.running)
    assert not window.studio.paused


def test_what_it_does_is_told_in_the_language_of_the_app(
    qapp: QApplication, qtbot: QtBot, panel: TogetherPanel
) -> None:
    team = begin(qtbot, panel)
    translator = QTranslator()
    assert translator.load(str(assets_dir() / "languages" / "nl.qm"))
    qapp.installTranslator(translator)
    try:
        team.on_progress("reading meshes", 0.5)
        qtbot.waitUntil(lambda: panel.team.activity == "lezen van meshes")
    finally:
        qapp.removeTranslator(translator)
        team.go_on.set()
    qtbot.waitUntil(lambda: not panel.team.running)


def test_a_failure_is_told_and_the_window_goes_on(qtbot: QtBot, window: MainWindow, panel: TogetherPanel) -> None:
    team = begin(qtbot, panel)
    team.error = WorkerError("nobody is left")
    team.go_on.set()
    qtbot.waitUntil(lambda: not panel.team.running)
    assert panel.team.problem == "nobody is left"
    assert not window.studio.paused
    assert isinstance(window.studio.feature(TeamRun), TeamRun)
