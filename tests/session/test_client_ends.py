"""The end of workers and of their clients: death and restart, closing, programs that end, and nothing left behind."""

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

from raytracer.errors import BackendError
from raytracer.scene import Camera, ViewSettings
from raytracer.session.client import RenderClient
from raytracer.session.protocol import (
    FrameReady,
    LoadFailed,
    Open,
    Resize,
    SaveFailed,
    SaveImage,
    SceneLoaded,
    SetCamera,
    SetView,
    Started,
    Stats,
    WorkerFailed,
)
from tests.session.recording import Recorder, shared_memory_left, wait_until

ROOT = Path(__file__).parents[2]
Make = Callable[..., RenderClient]


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
