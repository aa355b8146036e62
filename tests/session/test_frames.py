"""Shared-memory slots: the newest picture, never torn, never leaked."""

from __future__ import annotations

import multiprocessing
import secrets
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from raytracer.errors import RaytracerError
from raytracer.session import frames
from raytracer.session.frames import FrameReader, FrameWriter, segment_name, unlink_segment
from tests.session.recording import shared_memory_left


@pytest.fixture
def prefix() -> Iterator[str]:
    name = f"rt_{secrets.token_hex(5)}"
    yield name
    assert not shared_memory_left(name), "a segment was left behind"


def write(writer: FrameWriter, value: int, spp: float = 1.0) -> None:
    writer.begin()[...] = value
    writer.publish(spp)


def test_reader_sees_the_newest_picture(prefix: str) -> None:
    writer, reader = FrameWriter(prefix), FrameReader()
    assert reader.acquire() is None
    writer.resize(5, 3)
    reader.attach(writer.segment)
    assert reader.acquire() is None, "nothing was published yet"
    for value in (10, 20, 30):
        write(writer, value, spp=value / 8)
    frame = reader.acquire()
    assert frame is not None
    assert (frame.width, frame.height, frame.sequence) == (5, 3, 3)
    assert frame.pixels.shape == (3, 5, 4)
    assert frame.spp == pytest.approx(3.75)
    assert (frame.pixels == 30).all()
    again = reader.acquire()
    assert again is not None
    assert again.sequence == 3, "the same picture while there is none newer"
    writer.close()
    reader.close()


def test_a_held_picture_is_never_drawn_over(prefix: str) -> None:
    writer, reader = FrameWriter(prefix), FrameReader()
    writer.resize(4, 4)
    reader.attach(writer.segment)
    write(writer, 1)
    held = reader.acquire()
    assert held is not None
    for value in range(2, 30):
        write(writer, value)
        assert (held.pixels == 1).all()
    newer = reader.acquire()
    assert newer is not None
    assert (newer.pixels == 29).all()
    writer.close()
    reader.close()


def test_a_new_size_is_a_new_segment_and_the_held_picture_stays(prefix: str) -> None:
    writer, reader = FrameWriter(prefix), FrameReader()
    writer.resize(4, 4)
    write(writer, 7)
    reader.attach(writer.segment)
    held = reader.acquire()
    assert held is not None
    writer.resize(6, 2)
    write(writer, 9)
    assert writer.segment == segment_name(prefix, 2)
    reader.attach(writer.segment)
    assert shared_memory_left(prefix) == [segment_name(prefix, 2)], "the old one is unlinked although it is held"
    assert (held.pixels == 7).all()
    newer = reader.acquire()
    assert newer is not None
    assert newer.pixels.shape == (2, 6, 4)
    assert (held.pixels == 7).all(), "a view that outlives its release is still mapped"
    writer.close()
    reader.close()


def test_the_writer_removes_what_it_never_announced(prefix: str) -> None:
    writer = FrameWriter(prefix)
    writer.resize(4, 4)
    writer.resize(8, 8)
    assert shared_memory_left(prefix) == [segment_name(prefix, 2)]
    writer.close()


def test_a_writer_without_reader_removes_its_segment(prefix: str) -> None:
    writer = FrameWriter(prefix)
    writer.resize(4, 4)
    write(writer, 1)
    writer.close(unlink=True)


def test_sequence_goes_on_in_a_successor(prefix: str) -> None:
    writer = FrameWriter(prefix, first_sequence=41)
    writer.resize(2, 2)
    writer.begin()
    assert writer.publish(1.0)[1] == 42
    writer.close(unlink=True)


def test_unlinking_what_is_not_there(prefix: str) -> None:
    assert not unlink_segment(segment_name(prefix, 1))


def test_attaching_to_what_is_gone_changes_nothing(prefix: str) -> None:
    writer, reader = FrameWriter(prefix), FrameReader()
    writer.resize(2, 2)
    write(writer, 3)
    reader.attach(writer.segment)
    reader.attach(segment_name(prefix, 99))
    frame = reader.acquire()
    assert frame is not None
    assert (frame.pixels == 3).all()
    writer.close()
    reader.close()


def test_no_room_is_an_error_not_a_killed_process(prefix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = FrameWriter(prefix)
    writer.resize(4, 4)
    write(writer, 5)

    def full(handle: int, offset: int, size: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(frames.os, "posix_fallocate", full, raising=False)
    if not Path("/dev/shm").is_dir():
        pytest.skip("only Linux reserves shared memory")
    with pytest.raises(RaytracerError, match="shared memory"):
        writer.resize(4000, 4000)
    assert (writer.begin().shape) == (4, 4, 4), "the old room is kept"
    writer.close(unlink=True)


def _write_for_ever(name: str, stop, ready) -> None:
    writer = FrameWriter(name)
    writer.resize(64, 64)
    value = 0
    while not stop.is_set():
        pixels = writer.begin()
        for row in pixels:  # slow enough that a torn picture would be seen
            row[...] = value % 251
        writer.publish(float(value))
        value += 1
        ready.set()


@pytest.mark.parametrize("holding", [0.0, 0.002])
def test_no_picture_is_torn_between_processes(prefix: str, holding: float) -> None:
    context = multiprocessing.get_context("spawn")
    stop, ready = context.Event(), context.Event()
    process = context.Process(target=_write_for_ever, args=(prefix, stop, ready))
    process.start()
    assert ready.wait(20.0)
    reader = FrameReader()
    reader.attach(segment_name(prefix, 1))
    seen: set[int] = set()
    end = time.monotonic() + 1.0
    while time.monotonic() < end:
        frame = reader.acquire()
        assert frame is not None
        first = int(frame.pixels[0, 0, 0])
        time.sleep(holding)
        assert (frame.pixels == first).all(), "two pictures in one"
        assert first == round(frame.spp) % 251, "the numbers belong to another picture"
        assert frame.sequence >= max(seen, default=0)
        seen.add(frame.sequence)
        reader.release()
    stop.set()
    process.join(10.0)
    assert process.exitcode == 0
    reader.close()
    assert len(seen) > 50


def test_two_threads_may_use_the_reader(prefix: str) -> None:
    """The reader thread attaches while the window acquires."""
    writer, reader = FrameWriter(prefix), FrameReader()
    failures: list[BaseException] = []

    def acquire() -> None:
        try:
            for _ in range(3000):
                frame = reader.acquire()
                if frame is not None:
                    assert np.ptp(frame.pixels) == 0
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=acquire)
    thread.start()
    for size in range(1, 60):
        writer.resize(size, size)
        write(writer, size)
        reader.attach(writer.segment)
    thread.join()
    assert not failures
    writer.close()
    reader.close()
