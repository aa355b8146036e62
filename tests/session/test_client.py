"""The client against a stand-in worker: delivery, failures, death, restart, and nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from raytracer.errors import BackendError, InputError, OutputError
from raytracer.scene import Camera, RenderSettings, ViewSettings
from raytracer.session.client import RenderClient
from raytracer.session.protocol import (
    CommandFailed,
    Compiled,
    Compiling,
    FrameReady,
    ImageSaved,
    LoadFailed,
    Open,
    Pause,
    Progress,
    Resize,
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
from tests.session.recording import Recorder, shared_memory_left, wait_until

ROOT = Path(__file__).parents[2]
Make = Callable[..., RenderClient]


def test_from_start_to_picture(make_client: Make, recorder: Recorder) -> None:
    client = make_client(threads=2)
    client.send(Open(Path("any.toml"), request=7))
    started = recorder.wait_for(Started)
    assert started.info.device == "stand-in"
    loaded = recorder.wait_for(SceneLoaded)
    assert (loaded.request, loaded.triangles, loaded.notes[0].text) == (7, 12, "a note")
    frame_ready = recorder.wait_for(FrameReady)
    stats = recorder.wait_for(Stats)
    kinds = [type(event) for event in recorder.events]
    order = [Progress, Started, SceneLoaded, Compiling, Compiled, FrameReady, Stats]
    assert [kinds.index(kind) for kind in order] == sorted(kinds.index(kind) for kind in order)
    assert stats.samples == stats.rays / 5
    frame = client.acquire_frame()
    assert frame is not None
    assert frame.pixels.shape == (4, 8, 4)
    assert frame.sequence >= frame_ready.sequence
    client.release_frame()


def test_a_preview_is_shown_while_kernels_are_compiled(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    client.send(Open(Path("cold.toml")))
    rendered = recorder.wait_for(FrameReady, where=lambda event: not event.preview)
    kinds = [type(event) for event in recorder.events]
    first = recorder.of(FrameReady)[0]
    assert first.preview
    assert (first.spp, first.width, first.height) == (0.0, 8, 4)
    assert kinds.index(SceneLoaded) < kinds.index(FrameReady) < kinds.index(Compiling)
    assert rendered.spp >= 1.0
    client.send(Open(Path("cold.toml"), request=2))
    recorder.wait_for(SceneLoaded, where=lambda event: event.request == 2)
    recorder.wait_for(FrameReady, where=lambda event: event.sequence > rendered.sequence + 2)
    assert sum(event.preview for event in recorder.of(FrameReady)) == 1, "kernels that are there need none"


def test_pictures_are_not_more_frequent_than_needed(make_client: Make, recorder: Recorder) -> None:
    make_client().send(Open(Path("any.toml")))
    first = recorder.wait_for(FrameReady)
    time.sleep(1.0)
    count = len(recorder.of(FrameReady))
    assert 10 <= count <= 75, "passes of the stand-in take 5 ms; 60 pictures a second are enough"
    assert first.width == 8


def test_camera_commands_reach_the_worker_coalesced(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    client.send(Open(Path("any.toml")))
    recorder.wait_for(Stats)
    camera_before = recorder.of(Stats)[-1].camera
    for x in range(500):
        client.send(SetCamera(Camera(position=(float(x), 0.0, 5.0)), moving=True))
    recorder.wait_for(Stats, where=lambda event: event.camera != camera_before)
    assert not recorder.of(CommandFailed)


def test_sending_never_waits(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    client.send(Open(Path("slow.toml")))
    recorder.wait_for(Progress, where=lambda event: event.activity == "reading")
    slowest = 0.0
    for _ in range(2000):
        before = time.perf_counter()
        client.send(SetView(ViewSettings()))
        client.send(Pause())
        slowest = max(slowest, time.perf_counter() - before)
    assert slowest < 0.05


def test_size_of_the_window_counts_more_than_the_file_s(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    client.send(Resize(20, 10))
    client.send(Open(Path("any.toml")))
    assert (recorder.wait_for(FrameReady).width, recorder.of(FrameReady)[0].height) == (20, 10)
    client.send(Resize(0, -3))
    recorder.wait_for(FrameReady, where=lambda event: (event.width, event.height) == (1, 1))


def test_changes_that_come_with_open(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    client.send(Open(Path("any.toml"), settings={"width": 3, "spp": 9}, view={"exposure_ev": 2.0}))
    outline = recorder.wait_for(SceneLoaded).outline
    assert (outline.settings.width, outline.settings.spp, outline.view.exposure_ev) == (3, 9, 2.0)
    client.send(Open(Path("any.toml"), request=2, settings={"spp": -1}))
    failed = recorder.wait_for(LoadFailed)
    assert isinstance(failed.error, InputError)
    assert "spp" in str(failed.error)


def test_a_bad_file_keeps_the_scene(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    client.send(Open(Path("any.toml"), request=1))
    recorder.wait_for(SceneLoaded)
    client.send(Open(Path("garbage.toml"), request=2))
    failed = recorder.wait_for(LoadFailed)
    assert failed.request == 2
    assert str(failed.error) == "garbage.toml: not a scene"
    count = len(recorder.of(Stats))
    recorder.wait_for(Stats, count=count + 2)
    assert client.alive


def test_another_open_cancels_a_slow_one(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    client.send(Open(Path("slow.toml"), request=1))
    recorder.wait_for(Progress, where=lambda event: event.activity == "reading")
    client.send(Open(Path("any.toml"), request=2))
    assert recorder.wait_for(LoadFailed).request == 1
    assert recorder.wait_for(SceneLoaded).request == 2


def test_a_refused_command_is_an_event(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    client.send(Open(Path("any.toml")))
    client.send(SetView(ViewSettings(view="broken")))
    failed = recorder.wait_for(CommandFailed)
    assert failed.command == "SetView"
    assert client.alive


def test_limit_pause_and_resume(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    client.send(Open(Path("short.toml")))
    finished = recorder.wait_for(Stats, where=lambda stats: stats.finished)
    assert finished.spp == 5
    assert recorder.wait_for(FrameReady, where=lambda frame: frame.spp == 5)
    client.send(SetSettings(RenderSettings(width=8, height=4, spp=10_000_000)))
    recorder.wait_for(Stats, where=lambda stats: not stats.finished)
    client.send(Pause())
    time.sleep(0.4)
    before = len(recorder.events)
    time.sleep(0.5)
    assert len(recorder.events) == before, "a paused worker says nothing"
    client.send(Resume())
    recorder.wait_for(Stats, count=len(recorder.of(Stats)) + 1)


def test_saving(make_client: Make, recorder: Recorder, tmp_path: Path) -> None:
    client = make_client()
    client.send(SaveImage(tmp_path / "early.png"))
    assert "no picture" in str(recorder.wait_for(SaveFailed).error)
    client.send(Open(Path("short.toml")))
    recorder.wait_for(Stats, where=lambda stats: stats.finished)
    client.send(SaveImage(tmp_path / "a.png"))
    assert recorder.wait_for(ImageSaved).path == tmp_path / "a.png"
    assert (tmp_path / "a.png").read_text() == "5"
    client.send(SaveImage(tmp_path / "full.png"))
    assert isinstance(recorder.wait_for(SaveFailed, count=2).error, OutputError)


def test_200_scene_switches_leave_no_shared_memory(make_client: Make, recorder: Recorder) -> None:
    """Each with another size of the picture, so each with another segment."""
    client = make_client()
    for number in range(200):
        client.send(Resize(16 + number % 7, 9 + number % 5))
        client.send(Open(Path(f"{number}.toml"), request=number))
        if number % 20 == 19:
            recorder.wait_for(SceneLoaded, where=lambda event, wanted=number: event.request == wanted, timeout=60.0)
            client.acquire_frame()
            client.release_frame()
            prefix = recorder.wait_for(FrameReady).segment.rpartition("_")[0]
            assert len(shared_memory_left(prefix)) <= 3, "the old segment goes when a new one is there"
    last = recorder.wait_for(SceneLoaded, where=lambda event: event.request == 199)
    assert last.path == Path("199.toml")
    client.close(timeout=30.0)
    assert shared_memory_left(prefix) == []


def test_a_killed_worker_comes_back_where_it_was(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    client.send(Resize(20, 10))
    client.send(Open(Path("any.toml"), request=1))
    recorder.wait_for(SceneLoaded)
    files_own = recorder.wait_for(Stats).camera
    camera = Camera(position=(3.0, 2.0, 1.0))
    client.send(SetCamera(camera))
    client.send(SetView(ViewSettings(exposure_ev=1.5)))
    recorder.wait_for(FrameReady)
    key = recorder.wait_for(Stats, where=lambda stats: stats.camera != files_own).camera
    last = recorder.of(FrameReady)[-1].sequence
    os.kill(client.pid, signal.SIGSTOP)  # it answers nothing any more
    client.kill()
    failed = recorder.wait_for(WorkerFailed)
    assert failed.will_restart
    assert "SIGKILL" in str(failed.error)
    assert client.acquire_frame() is not None, "the last picture stays"
    recorder.wait_for(SceneLoaded, count=2)
    newest = recorder.wait_for(FrameReady, where=lambda frame: frame.sequence > last + 1)
    assert (newest.width, newest.height) == (20, 10)
    recorder.wait_for(Stats, where=lambda stats: stats.camera == key and recorder.events.index(stats) > 0)
    assert recorder.of(Stats)[-1].camera == key, "the camera is back"
    os.kill(client.pid, signal.SIGKILL)
    again = recorder.wait_for(WorkerFailed, count=2)
    assert not again.will_restart, "only once"
    assert wait_until(lambda: not client.alive)
    client.start()
    recorder.wait_for(SceneLoaded, count=3)


def test_a_file_that_kills_the_worker_is_answered_and_not_opened_again(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    client.send(Open(Path("any.toml"), request=1))
    recorder.wait_for(SceneLoaded)
    client.send(Open(Path("killed.toml"), request=2))
    assert recorder.wait_for(LoadFailed).request == 2
    assert recorder.wait_for(WorkerFailed).will_restart
    assert recorder.wait_for(SceneLoaded, count=2).path == Path("any.toml")
    client.send(SaveImage(Path("killed.png")))
    assert recorder.wait_for(SaveFailed).path == Path("killed.png")


def test_a_bug_is_one_line_and_a_log(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    client.send(Open(Path("any.toml")))
    client.send(SetView(ViewSettings(view="bug")))
    text = str(recorder.wait_for(WorkerFailed).error)
    assert "ZeroDivisionError: division by zero" in text
    assert "\n" not in text
    log = Path(text[text.index("details in ") + 11 : -1])
    assert "Traceback" in log.read_text()


def test_a_backend_that_does_not_start_is_not_tried_again(make_client: Make, recorder: Recorder) -> None:
    client = make_client("metal")
    failed = recorder.wait_for(WorkerFailed)
    assert isinstance(failed.error, BackendError)
    assert not failed.will_restart
    assert wait_until(lambda: not client.alive)
    client.send(Open(Path("any.toml")))


def test_a_software_driver_must_be_asked_for(make_client: Make, recorder: Recorder) -> None:
    make_client("vulkan")
    assert "software" in str(recorder.wait_for(WorkerFailed).error)
    make_client("vulkan", force_software=True)
    assert recorder.wait_for(Started).info.software


def test_closing_is_polite_and_leaves_nothing(
    make_client: Make, recorder: Recorder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marker = tmp_path / "closed"
    monkeypatch.setenv("STAND_IN_CLOSED", str(marker))
    client = make_client()
    client.send(Open(Path("any.toml")))
    recorder.wait_for(FrameReady)
    worker = psutil.Process(client.pid)
    frame = client.acquire_frame()
    assert frame is not None
    segment = recorder.of(FrameReady)[0].segment
    client.close()
    assert marker.exists(), "the renderer was closed, so the kernel cache is written"
    assert not worker.is_running()
    assert not shared_memory_left(segment[:-2])
    assert frame.pixels.shape == (4, 8, 4), "the picture that is still held does not crash"
    client.close()


def test_closing_does_not_wait_for_a_worker_that_hangs(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    client.send(Open(Path("any.toml")))
    recorder.wait_for(FrameReady)
    worker = psutil.Process(client.pid)
    os.kill(client.pid, signal.SIGSTOP)
    started = time.monotonic()
    client.close(timeout=0.5)
    assert time.monotonic() - started < 3.0
    assert not worker.is_running()


def test_terminal_signals_are_the_parent_s_alone(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    assert wait_until(lambda: client.pid is not None)
    os.kill(client.pid, signal.SIGINT)  # while it is still importing
    client.send(Open(Path("any.toml")))
    recorder.wait_for(SceneLoaded)
    os.kill(client.pid, signal.SIGINT)
    os.kill(client.pid, signal.SIGTERM)
    recorder.wait_for(Stats, count=2)
    assert not recorder.of(WorkerFailed)


PARENT = """
    import signal, sys, threading, time
    from pathlib import Path
    sys.path.insert(0, {here!r})
    from raytracer.session.client import RenderClient
    from raytracer.session.protocol import FrameReady, Open
    if __name__ == "__main__":
        signal.signal(signal.SIGINT, signal.default_int_handler)  # tests in the background of a shell ignore it

        def on_event(event):
            if isinstance(event, FrameReady) and event.sequence == 1:
                print(client.pid, event.segment, flush=True)
                shown.set()
        shown = threading.Event()
        client = RenderClient("cpu", on_event, entry="tests.session.stand_in")
        client.start()
        client.send(Open(Path("any.toml")))
        shown.wait(20.0)
        time.sleep({seconds})
"""


def start_parent(tmp_path: Path, seconds: float) -> tuple[subprocess.Popen, psutil.Process, str]:
    script = tmp_path / "parent.py"
    script.write_text(textwrap.dedent(PARENT.format(here=str(ROOT), seconds=seconds)))
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pid, segment = parent.stdout.readline().split()
    return parent, psutil.Process(int(pid)), segment


def test_no_orphan_when_the_app_is_killed(tmp_path: Path) -> None:
    parent, worker, segment = start_parent(tmp_path, 60.0)
    parent.kill()
    parent.wait(10.0)
    assert wait_until(lambda: not worker.is_running(), 10.0)
    assert wait_until(lambda: not shared_memory_left(segment), 10.0)


def test_a_program_that_just_ends_leaves_nothing(tmp_path: Path) -> None:
    parent, worker, segment = start_parent(tmp_path, 0.2)
    _, errors = parent.communicate(timeout=20.0)
    assert parent.returncode == 0
    assert errors == "", "no warnings about leaked memory, no tracebacks"
    assert not worker.is_running()
    assert not shared_memory_left(segment)


def test_ctrl_c_in_the_terminal_spills_no_traceback_of_the_worker(tmp_path: Path) -> None:
    parent, worker, segment = start_parent(tmp_path, 60.0)
    worker.send_signal(signal.SIGINT)  # a terminal sends it to both
    parent.send_signal(signal.SIGINT)
    _, errors = parent.communicate(timeout=20.0)
    assert errors.count("Traceback") == 1, "the script's own"
    assert "stand_in" not in errors
    assert wait_until(lambda: not worker.is_running())
    assert not shared_memory_left(segment)


def test_the_client_loads_neither_taichi_nor_qt_nor_the_engine() -> None:
    code = (
        "import sys, raytracer.session.client, raytracer.session.fake, raytracer.session.devices,"
        "raytracer.session.throughput; bad = [m for m in sys.modules if m.split('.')[0] in ('taichi', 'PySide6')"
        " or m.startswith(('raytracer.engine', 'raytracer.io'))]; sys.exit(str(bad) if bad else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_moving_camera_gets_whole_pictures(make_client: Make, recorder: Recorder) -> None:
    """One pass does not cover this film; the next move comes before six passes would have."""
    client = make_client()
    client.send(Open(Path("coarse.toml")))
    recorder.wait_for(FrameReady)
    for step in range(40):
        client.send(SetCamera(Camera(position=(0.0, 0.0, 5.0 + step)), moving=True))
        time.sleep(0.005)
    moving = recorder.of(FrameReady)[1:]
    assert len(moving) >= 3
    assert all(frame.spp >= 6.0 for frame in moving)


def test_a_film_that_is_never_covered_is_shown_as_far_as_it_is(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    client.send(Open(Path("endless.toml")))
    recorder.wait_for(FrameReady)


def test_another_number_of_threads_goes_on_where_the_worker_was(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    client.send(Resize(20, 10))
    client.send(Open(Path("any.toml"), request=1))
    recorder.wait_for(SceneLoaded)
    files_own = recorder.wait_for(Stats).camera
    client.send(SetCamera(Camera(position=(3.0, 2.0, 1.0))))
    recorder.wait_for(FrameReady)
    key = recorder.wait_for(Stats, where=lambda stats: stats.camera != files_own).camera
    first = client.pid
    client.restart(3)
    failed = recorder.wait_for(WorkerFailed)
    assert failed.will_restart
    assert failed.asked
    assert recorder.wait_for(Started, count=2).info.threads == 3
    assert recorder.wait_for(SceneLoaded, count=2).request == 1
    before = recorder.events.index(recorder.of(Started)[1])
    later = {id(event) for event in recorder.events[:before]}
    recorder.wait_for(Stats, where=lambda stats: stats.camera == key and id(stats) not in later)
    second = client.pid
    assert second != first
    client.restart(3)  # it has them already
    client.send(Open(Path("another.toml"), request=2))
    recorder.wait_for(SceneLoaded, where=lambda loaded: loaded.request == 2)  # a worker that was to end would not open
    assert client.pid == second
    assert len(recorder.of(WorkerFailed)) == 1


def test_a_worker_that_does_not_make_room_is_ended(
    make_client: Make, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("raytracer.session.client._RESTART_SECONDS", 0.2)
    client = make_client()
    recorder.wait_for(Started)
    os.kill(client.pid, signal.SIGSTOP)
    client.restart(2)
    assert recorder.wait_for(WorkerFailed).asked
    assert recorder.wait_for(Started, count=2).info.threads == 2
