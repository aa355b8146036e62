"""The race: who renders, turns, limits, the finishing line, drop-outs, the difference; all with fake workers."""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from raytracer.app.layers.race_signs import both_rows, lane_rows
from raytracer.app.panels.race import RacePanel
from raytracer.app.race import turns
from raytracer.app.race.race import Race
from raytracer.app.race.score import finish, finish_seconds, seconds_to_noise
from raytracer.app.window import MainWindow
from raytracer.backends import Contender
from raytracer.errors import RaytracerError
from raytracer.session.fake import FakeClient
from raytracer.session.protocol import (
    Compiled,
    Compiling,
    FilmRead,
    Halted,
    Open,
    Pause,
    ReadFilm,
    Restart,
    Resume,
    SetCamera,
    SetSettings,
    Started,
    Stats,
    WorkerFailed,
)
from tests.app.conftest import CPU, CUDA, LLVMPIPE, Clients, settle

ONE, ALL = Contender("cpu", 1), Contender("cpu")


@pytest.fixture
def race(window: MainWindow) -> Race:
    return window.studio.feature(Race)


def report(client: FakeClient, spp: float, seconds: float, *, film: int = 1, rate: float = 1e6, **more: object) -> None:
    """Stats of a quarter of a second of work."""
    work = round(rate * 0.25)
    client.emit(Stats(work, 5 * work, 0.25, spp, work, work, seconds, work="w", camera="c", film=film, **more))


def texts(rows: object) -> str:
    return " | ".join("".join(run.text for run in row) for row in rows)


def halted(client: FakeClient) -> bool:
    """Whether the last word was to stop."""
    last = [c for c in client.commands if isinstance(c, (Pause, Resume))]
    return bool(last) and isinstance(last[-1], Pause)


def test_without_a_gpu_one_thread_races_against_all(qtbot: QtBot, race: Race, clients: Clients) -> None:
    assert race.pair == (ONE, ALL)
    race.set_on(True)
    settle(qtbot)
    one = clients.made[ONE]
    assert one.threads == 1
    assert one.sent(Open)[-1].path == Path("/scenes/first.toml")
    assert one.sent(Open)[-1].settings["seed"] == 1  # random numbers of its own: equal ones would prove nothing
    assert race.ready
    assert clients.cpu.sent(Restart)
    assert one.sent(Restart)  # both films start together
    assert all(restart.timed for restart in (*clients.cpu.sent(Restart), *one.sent(Restart)))


def test_only_one_thread_is_said_to_let_processors_wait(qtbot: QtBot, race: Race, window: MainWindow) -> None:
    def waiting() -> list[str]:
        return [line for line in race.fairness if "wait" in line]

    race.set_pair(ONE, ALL)
    worker = window.studio.worker
    known, worker.info = worker.info, None
    assert race.entrants[1].title == "CPU all threads"
    assert waiting() == ["CPU 1 thread: one thread, the other processors wait."]
    worker.info = known
    race.set_on(True)
    settle(qtbot)
    assert waiting() == ["CPU 1 thread: one thread, the other processors wait."]
    assert not any(line.startswith(race.entrants[1].title) for line in race.fairness), "its title tells the number"


def test_with_a_gpu_it_races_against_all_threads_at_the_same_time(
    qtbot: QtBot, race: Race, window: MainWindow, clients: Clients
) -> None:
    window.studio.sides.learn([CPU, CUDA])
    race.set_on(True)
    settle(qtbot)
    assert race.pair == (ALL, Contender("cuda"))
    assert not race.turns
    assert not halted(clients.cpu)
    assert not halted(clients.cuda)
    assert "feeds it" in " ".join(race.fairness)
    assert "one CPU thread also feeds the GPU" in texts(both_rows(race, window.studio))


def test_contenders_on_one_processor_take_turns(qtbot: QtBot, race: Race, window: MainWindow, clients: Clients) -> None:
    race.set_on(True)
    settle(qtbot)
    seen = set()
    for _ in range(40):
        running = (not halted(clients.made[ONE]), not halted(clients.cpu))
        assert running != (True, True)
        seen.add(running)
        qtbot.wait(20)
    assert {(True, False), (False, True)} <= seen
    assert "take turns" in " ".join(race.fairness)
    assert "in turns: each is measured alone" in texts(both_rows(race, window.studio)), "said on the picture, too"


def test_a_turn_begins_only_when_the_other_one_has_stopped(qtbot: QtBot, race: Race, clients: Clients) -> None:
    race.set_on(True)
    settle(qtbot)
    first = clients.made[ONE] if not halted(clients.made[ONE]) else clients.cpu
    other = clients.cpu if first is clients.made[ONE] else clients.made[ONE]
    first._answers = False  # busy with a long pass
    qtbot.waitUntil(lambda: halted(first), timeout=2000)
    qtbot.wait(300)
    assert halted(other)
    first.emit(Halted())
    qtbot.waitUntil(lambda: not halted(other), timeout=2000)


def test_camera_and_settings_act_on_both(qtbot: QtBot, race: Race, window: MainWindow, clients: Clients) -> None:
    race.set_on(True)
    settle(qtbot)
    window.studio.change_camera(fov_y_deg=31.0)
    window.studio.change_settings(max_depth=3)
    settle(qtbot)
    for client in (clients.cpu, clients.made[ONE]):
        assert client.sent(SetCamera)[-1].camera.fov_y_deg == 31.0
        assert client.sent(SetSettings)[-1].settings.max_depth == 3
    assert clients.made[ONE].sent(SetSettings)[-1].settings.seed == clients.cpu.sent(SetSettings)[-1].settings.seed + 1
    window.studio.open(Path("/scenes/second.toml"))
    qtbot.waitUntil(lambda: clients.made[ONE].sent(Open)[-1].path.name == "second.toml" and race.ready, timeout=3000)


def test_the_finishing_line_and_the_gap(qtbot: QtBot, race: Race, window: MainWindow, clients: Clients) -> None:
    race.set_on(True)
    settle(qtbot)
    for _ in range(3):
        report(clients.made[ONE], 32.0, 4.9, rate=1e6)
        report(clients.cpu, 64.0, 4.4, rate=2e6)
    settle(qtbot)
    assert finish_seconds(race.lanes, 64) == (None, 4.4)
    report(clients.made[ONE], 64.0, 9.8, rate=1e6)
    settle(qtbot)
    assert finish_seconds(race.lanes, 64) == (9.8, 4.4)
    said = texts(both_rows(race, window.studio))
    assert "2.0×" in said
    assert "Both at 64 spp:  9.8 s  and  4.4 s" in said  # the noise was not measured
    assert "1.00 M samples/s" in texts(lane_rows(race, 0))
    report(clients.made[ONE], 1.0, 0.1, film=2)  # the film was cleared: what it took before is not true any more
    settle(qtbot)
    assert finish_seconds(race.lanes, 64) == (None, 4.4)


def test_the_finishing_line_is_a_noise(qtbot: QtBot, race: Race, window: MainWindow, clients: Clients) -> None:
    window.docks.open("race")
    table = window.docks.panels["race"].finish_table
    race.set_on(True)
    settle(qtbot)
    assert "Finishing line: the noise of 64 spp" in texts(both_rows(race, window.studio))
    one, both = clients.made[ONE], clients.cpu
    for spp, noise in ((2, 0.40), (32, 0.10), (64, 0.08)):
        report(both, float(spp), spp / 16.0, noise=noise)
        report(one, spp / 8.0, spp / 64.0, noise=0.30)
    settle(qtbot)
    assert "At the noise of 64 spp:  …  and  4.0 s  (noise 8 %)" in texts(both_rows(race, window.studio))
    report(one, 32.0, 4.0, noise=0.10)
    report(one, 64.0, 8.0, noise=0.064)  # a little luckier: it was at 8 % before its 64 samples
    settle(qtbot)
    reached = finish(race.lanes, 64)
    assert reached.level == 0.08
    assert reached.to_samples == (8.0, 4.0)
    assert reached.to_noise == (pytest.approx(4.0 * math.sqrt(2.0)), 4.0)
    assert "Both at the noise of 64 spp:  5.7 s  and  4.0 s  (noise 8 %)" in texts(both_rows(race, window.studio))
    assert [value.text() for row in table._values for value in row] == ["8.0 s", "4.0 s", "5.7 s", "4.0 s"]
    assert table._ratio.text() == "CPU 2 threads is there 1.4× as fast"
    window.studio.change_settings(spp=32)
    assert race.finish_spp == 32, "nobody gets further than that"
    window.studio.change_settings(spp=512)
    race.set_line(32)
    assert finish(race.lanes, 32).seconds == (4.0, 2.0)
    assert "32" in table._names[0].text()


def test_times_to_a_noise_are_never_extrapolated() -> None:
    curve = [(1.0, 0.4), (2.0, 0.2), (4.0, 0.1)]
    assert seconds_to_noise(curve, 0.2) == 2.0
    assert seconds_to_noise(curve, 0.1) == 4.0
    assert seconds_to_noise(curve, 0.1 * math.sqrt(2.0)) == pytest.approx(2.0 * math.sqrt(2.0))
    assert seconds_to_noise(curve, 0.09) is None, "not there yet"
    assert seconds_to_noise(curve, 0.5) is None, "before the first measurement"
    assert seconds_to_noise([], 0.5) is None
    # A rare bright path was found late: what counts is when the noise fell for good.
    assert seconds_to_noise([(1.0, 0.4), (2.0, 0.1), (4.0, 0.3), (8.0, 0.1)], 0.1) == 8.0
    assert 4.0 < (seconds_to_noise([(1.0, 0.4), (2.0, 0.1), (4.0, 0.3), (8.0, 0.1)], 0.2) or 0.0) < 8.0


def test_who_never_stops_is_not_waited_for(
    qtbot: QtBot, race: Race, window: MainWindow, clients: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE_MS", 150)
    race.set_on(True)
    settle(qtbot)
    one, both = clients.made[ONE], clients.cpu
    qtbot.waitUntil(lambda: not halted(one), timeout=3000)
    one._answers = False  # hangs in its pass
    qtbot.waitUntil(lambda: race.lanes[0].silent, timeout=3000)
    assert "does not answer" in texts(lane_rows(race, 0))
    qtbot.waitUntil(lambda: not halted(both), timeout=3000)
    bar = next(bar for bar in window.overlay.notices if "does not answer; the other one goes on" in bar.notice.text)
    assert bar.notice.action == "Start it again"
    one.emit(Halted())  # it was only slow
    settle(qtbot)
    assert not race.lanes[0].silent
    qtbot.waitUntil(lambda: not halted(one), timeout=3000)
    qtbot.waitUntil(lambda: race.lanes[0].silent, timeout=3000)
    one._answers = True
    assert bar.notice.act is not None
    bar.notice.act()
    settle(qtbot)
    assert "does not answer" not in texts(lane_rows(race, 0))
    scene = window.studio.scene
    assert scene is not None
    one.emit(Halted(), scene, Compiling("kernels"), Compiled(0.1))
    qtbot.waitUntil(lambda: race.lanes[0].able and not halted(one), timeout=3000)


def test_a_slower_one_is_called_slower_and_software_is_called_so(
    qtbot: QtBot, race: Race, window: MainWindow, clients: Clients
) -> None:
    window.studio.sides.learn([CPU, LLVMPIPE])
    race.set_pair(ALL, Contender("vulkan"))
    race.set_on(True)
    settle(qtbot)
    vulkan = clients.made[Contender("vulkan")]
    assert vulkan.force_software
    assert race.turns  # software runs on the CPU
    for _ in range(3):
        report(clients.cpu, 3.0, 1.0, rate=2e6)
        report(vulkan, 0.1, 1.0, rate=1e5)
    settle(qtbot)
    assert race.score.gap(race.pair).ratio == pytest.approx(0.05)
    assert "Software Vulkan is slower than CPU" in texts(both_rows(race, window.studio))
    assert "software, runs on the CPU" in texts(lane_rows(race, 1))
    race.set_on(False)
    assert window.studio.active == "cpu"


def test_equal_samples_and_equal_time(qtbot: QtBot, race: Race, clients: Clients) -> None:
    race.set_limit("samples", spp=16)
    race.set_on(True)
    settle(qtbot)
    assert clients.cpu.sent(SetSettings)[-1].settings.spp == 16
    assert clients.made[ONE].sent(Open)[-1].settings["spp"] == 16
    report(clients.cpu, 16.0, 1.0, finished=True)
    settle(qtbot)
    assert race.lanes[1].finished
    qtbot.wait(300)
    assert halted(clients.cpu)  # the other one has the processors to itself
    assert not halted(clients.made[ONE])
    race.set_limit("time", seconds=2.0)
    report(clients.made[ONE], 20.0, 2.1)
    settle(qtbot)
    assert race.lanes[0].time_up
    assert "time is up" in texts(lane_rows(race, 0))


def test_a_dead_worker_drops_out_and_the_other_one_goes_on(
    qtbot: QtBot, race: Race, window: MainWindow, clients: Clients
) -> None:
    race.set_on(True)
    settle(qtbot)
    clients.made[ONE].emit(WorkerFailed("cpu", RaytracerError("killed")))
    settle(qtbot)
    assert race.on
    assert "dropped out" in texts(lane_rows(race, 0))
    assert any("dropped out of the race" in bar.notice.text for bar in window.overlay.notices)
    qtbot.wait(1200)
    assert not halted(clients.cpu)


def test_the_switch_ends_the_race_and_everything_is_as_before(
    qtbot: QtBot, race: Race, window: MainWindow, clients: Clients
) -> None:
    window.studio.sides.learn([CPU, CUDA])
    race.set_pair(ONE, ALL)
    race.set_on(True)
    settle(qtbot)
    window.studio.flip()
    settle(qtbot)
    assert not race.on
    assert window.studio.active == "cuda"
    assert halted(clients.made[ONE])
    assert window.studio.team == (window.studio.worker,)


def test_toggling_fast_leaves_no_mess(qtbot: QtBot, race: Race, window: MainWindow, clients: Clients) -> None:
    for _ in range(7):
        window.commands["race"].trigger()
        window.commands["race_swap"].trigger()
        window.commands["race_layout"].trigger()
    settle(qtbot)
    assert race.on
    window.commands["race"].trigger()
    settle(qtbot)
    assert not halted(clients.cpu)
    assert halted(clients.made[ONE])
    assert not window.commands["race"].isChecked()


def test_the_divider_is_dragged_and_nothing_else_moves(
    qtbot: QtBot, race: Race, window: MainWindow, clients: Clients
) -> None:
    race.set_on(True)
    settle(qtbot)
    view, camera = window.viewport, window.studio.camera
    middle = QPointF(view.width() / 2, view.height() / 2).toPoint()
    there = QPointF(view.width() / 4, view.height() / 2).toPoint()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(view, there)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=there)
    assert race.view.divider == pytest.approx(0.25, abs=0.01)
    assert window.studio.camera == camera
    window.commands["divider_on"].trigger()
    assert race.view.divider == pytest.approx(0.30, abs=0.01)


def test_each_half_shows_its_own_picture(qtbot: QtBot, race: Race, window: MainWindow, clients: Clients) -> None:
    race.set_on(True)
    settle(qtbot)
    for _ in range(3):
        clients.made[ONE].show_picture()  # the pattern's blue counts pictures
    clients.cpu.show_picture()
    settle(qtbot)
    shown = window.viewport.grab().toImage()
    y = shown.height() * 2 // 5
    left, right = (shown.pixelColor(round(shown.width() * x), y).blue() for x in (0.1, 0.9))
    first, second = (lane.worker.frame.pixels[0, 0, 2] for lane in race.lanes)
    assert (left, right) == (first, second)
    assert first != second


def test_the_difference_is_tested_when_both_have_equal_samples(
    qtbot: QtBot, race: Race, window: MainWindow, clients: Clients
) -> None:
    race.set_on(True)
    race.view.set_layout("difference")
    settle(qtbot)
    assert "Not enough samples yet" in texts(both_rows(race, window.studio))
    random = np.random.default_rng(4)
    for who in (ONE, ALL):
        client = clients.made[who]
        client.linear = (1.0 + 0.1 * random.standard_normal((160, 192, 3))).astype(np.float32)
        report(client, 64.0, 1.0)
        settle(qtbot)
        request = client.sent(ReadFilm)[-1].request
        client.emit(FilmRead(request, "fake", 192, 160, 64.0, 1))
    qtbot.waitUntil(lambda: race.difference.agreement is not None, timeout=5000)
    assert race.difference.agreement.verdict == "identical"
    assert "Identical within noise" in texts(both_rows(race, window.studio))
    assert race.difference.image is not None


def test_the_panel_shows_and_changes_the_race(qtbot: QtBot, race: Race, window: MainWindow, clients: Clients) -> None:
    window.studio.sides.learn([CPU, CUDA, LLVMPIPE])
    window.docks.open("race")
    panel = window.docks.panels["race"]
    assert isinstance(panel, RacePanel)
    titles = [panel.sides[0].field.itemText(i) for i in range(panel.sides[0].field.count())]
    assert titles == ["GPU", "CPU 2 threads", "CPU 1 thread", "Software Vulkan"]
    panel.start()
    settle(qtbot)
    assert race.on
    assert panel.start_button.text() == "Stop the race"
    panel.sides[1].field.setCurrentIndex(2)
    panel.sides[1].chosen.emit("")
    assert race.pair[1] == ONE
    assert race.on


def test_a_race_costs_the_window_less_than_5_ms_a_frame(
    qtbot: QtBot, race: Race, window: MainWindow, clients: Clients
) -> None:
    """At 1920x1080, both halves new: the GUI thread's own time, which others on the machine do not add to."""
    view = window.viewport
    window.docks.show_all(False)
    view.setFixedSize(1920, 1080)
    race.set_on(True)
    qtbot.waitUntil(lambda: window.studio.size == (1920, 1080), timeout=3000)
    for client in (clients.cpu, clients.made[ONE]):
        client.show_picture()
    settle(qtbot, 400)
    costs = []
    for _ in range(25):
        begin = time.thread_time()
        view.repaint()
        costs.append(time.thread_time() - begin)
    assert race.lanes[0].worker.frame.pixels.shape == (1080, 1920, 4)
    assert min(costs) < 5e-3


def test_who_comes_back_gets_a_turn_even_when_nobody_was_left(
    qtbot: QtBot, race: Race, window: MainWindow, clients: Clients
) -> None:
    race.set_on(True)
    settle(qtbot)
    one = clients.made[ONE]
    report(clients.cpu, 256.0, 1.0, finished=True)
    one.emit(WorkerFailed("cpu", RaytracerError("killed"), will_restart=True))
    settle(qtbot)
    assert "starts again" in texts(lane_rows(race, 0))
    scene = window.studio.scene
    assert scene is not None
    one.emit(Started(CPU), Halted(), scene, Compiling("kernels"), Compiled(0.1))
    qtbot.waitUntil(lambda: race.lanes[0].able and not halted(one), timeout=3000)
