"""The real worker: what the stand-in cannot show. Kernels are compiled for the first test that needs them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest

from raytracer.io.images import read_image
from raytracer.scene import Camera, ViewSettings
from raytracer.session.client import RenderClient
from raytracer.session.protocol import (
    Compiled,
    Compiling,
    FrameReady,
    ImageSaved,
    LoadFailed,
    Open,
    Resize,
    SaveImage,
    SceneLoaded,
    SetCamera,
    SetView,
    Stats,
    WorkerFailed,
)
from tests.session.recording import Recorder, shared_memory_left, wait_until


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A white triangle under a grey sky."""
    path = tmp_path_factory.mktemp("scenes") / "triangle.obj"
    path.write_text("v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n")
    return path


@pytest.fixture(scope="module")
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture(scope="module")
def client(recorder: Recorder) -> Iterator[RenderClient]:
    client = RenderClient("cpu", recorder)
    client.start()
    client.send(Resize(48, 32))
    yield client
    worker = psutil.Process(client.pid)
    segment = recorder.of(FrameReady)[-1].segment
    client.close(timeout=30.0)
    assert not worker.is_running()
    assert not shared_memory_left(segment)


def test_a_scene_becomes_a_picture(client: RenderClient, recorder: Recorder, box: Path, tmp_path: Path) -> None:
    client.send(Open(box, request=1))
    recorder.wait_for(Compiled, timeout=120.0)
    recorder.wait_for(Stats, timeout=30.0)
    frame = client.acquire_frame()
    assert frame is not None
    assert frame.pixels.shape == (32, 48, 4)
    assert (frame.pixels[..., 3] == 255).all()
    assert np.ptp(frame.pixels[..., 0]) > 10, "something is to be seen"
    client.send(SaveImage(tmp_path / "a.exr"))
    recorder.wait_for(ImageSaved)
    assert read_image(tmp_path / "a.exr", encoding="linear").pixels.shape == (32, 48, 3)


def test_the_picture_follows_the_camera_at_once(client: RenderClient, recorder: Recorder, box: Path) -> None:
    """From the camera command to the picture, without a busy machine's worst cases."""
    if not recorder.of(SceneLoaded):
        client.send(Open(box))
        recorder.wait_for(Stats, timeout=120.0)
    waited = []
    for step in range(12):
        before, sent = recorder.of(FrameReady)[-1].sequence, time.perf_counter()
        client.send(SetCamera(Camera(position=(0.1 * step, 0.0, 4.0)), moving=True))
        assert wait_until(lambda seen=before: recorder.of(FrameReady)[-1].sequence > seen)
        waited.append(time.perf_counter() - sent)
    assert sorted(waited)[len(waited) // 2] < 0.2


def test_coming_to_rest_keeps_the_samples(client: RenderClient, recorder: Recorder, box: Path) -> None:
    """Otherwise the picture would be coarse once more a moment after the camera stopped."""
    camera = Camera(position=(0.0, 0.3, 4.0))
    client.send(Open(box, request=5))
    recorder.wait_for(SceneLoaded, timeout=120.0, where=lambda event: event.request == 5)
    last = recorder.of(FrameReady)[-1].sequence if recorder.of(FrameReady) else 0
    client.send(SetCamera(camera, moving=True))
    moved = recorder.wait_for(FrameReady, timeout=60.0, where=lambda f: f.sequence > last and f.spp < 2.0).sequence
    before = recorder.wait_for(FrameReady, timeout=60.0, where=lambda f: f.sequence > moved and f.spp >= 2.0)
    client.send(SetCamera(camera, moving=False))
    client.send(SetView(ViewSettings(exposure_ev=0.5)))
    recorder.wait_for(FrameReady, where=lambda frame: frame.sequence > before.sequence + 1)
    later = [frame.spp for frame in recorder.of(FrameReady) if frame.sequence > before.sequence]
    assert min(later) >= 2.0


def test_an_exception_in_a_loader_leaves_the_worker_usable(
    client: RenderClient, recorder: Recorder, box: Path, tmp_path: Path
) -> None:
    """Case 86, step 6."""
    bad = tmp_path / "bad.gltf"
    bad.write_text("{ not json")
    client.send(Open(bad, request=7))
    recorder.wait_for(LoadFailed, where=lambda event: event.request == 7)
    client.send(Open(box, request=8))
    recorder.wait_for(SceneLoaded, where=lambda event: event.request == 8)
    assert not recorder.of(WorkerFailed)


def test_86_opening_again_and_again_takes_no_more_memory(
    client: RenderClient, recorder: Recorder, cases_dir: Path, box: Path
) -> None:
    """Case 86, steps 2 and 4."""
    tiny = cases_dir / "86-worker-thread-and-exit" / "tiny.xml"
    worker = psutil.Process(client.pid)

    def open_both(first: int, rounds: int) -> int:
        for number in range(first, first + rounds):
            for request, path in ((2 * number, tiny), (2 * number + 1, box)):
                client.send(Open(path, request=request))
                recorder.wait_for(SceneLoaded, timeout=120.0, where=lambda event, r=request: event.request == r)
            recorder.wait_for(Stats, count=len(recorder.of(Stats)) + 1)
        return worker.memory_info().rss

    before = open_both(1000, 5)
    after = open_both(2000, 20)
    assert after < 1.2 * before, f"{before / 2**20:.0f} -> {after / 2**20:.0f} MiB"


def test_86_closing_during_the_first_compilation(box: Path) -> None:
    """Case 86, step 1: the app's own exit does not depend on the compiler."""
    events = Recorder()
    other = RenderClient("cpu", events)
    other.start()
    other.send(Open(box))
    events.wait_for(Compiling, timeout=60.0)
    worker = psutil.Process(other.pid)
    closed = time.monotonic()
    other.close(timeout=2.0)
    assert time.monotonic() - closed < 6.0
    assert not worker.is_running()
    assert not events.of(WorkerFailed)
