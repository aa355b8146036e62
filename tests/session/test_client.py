"""The client against a stand-in worker: delivery, order, refusals, pictures while it moves."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from raytracer.errors import InputError, OutputError
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
from tests.session.recording import Recorder, shared_memory_left

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
