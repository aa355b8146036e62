"""Pictures cross the process boundary here: one writer, one reader, three slots of RGBA8 in shared memory.

The writer (worker) always has a slot to draw into, the reader (app) always gets the newest complete picture and may
hold one slot for as long as it likes; neither waits for the other, and no lock is left locked when a process is killed.

Layout of a segment: a header of 64-bit words, then the slots. A picture of another size lives in another segment, whose
name ends in its generation. Whoever writes creates segments; the reader unlinks them, because only the reader surely
outlives a killed writer. Both processes share one resource tracker (the spawned child inherits the parent's), so each
name is registered once however often it is opened, and the tracker removes what is left if both are killed.

The choice of slots is Dekker's: each side announces its slot first and looks at the other's announcement afterwards, so
at least one of them sees the conflict and takes another slot. Three slots suffice: newest, held, being written.
"""

from __future__ import annotations

import contextlib
import os
import threading
from dataclasses import dataclass
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path

import numpy as np

from raytracer.errors import RaytracerError

SLOTS = 3
_HEADER_WORDS = 64
_HEADER_BYTES = _HEADER_WORDS * 8
_NONE = -1

# Words of the header.
_NEWEST, _WRITING, _HELD, _WIDTH, _HEIGHT = range(5)
_SEQUENCE = 8  # SLOTS words: sequence number of the picture in each slot
_SPP = 16  # SLOTS words: samples per pixel, as millionths


@dataclass(frozen=True)
class Frame:
    """The newest picture. ``pixels`` is (height, width, 4) u8 RGBA, row 0 on top, valid until it is released."""

    pixels: np.ndarray
    sequence: int
    width: int
    height: int
    spp: float


class Segment(SharedMemory):
    """Shared memory whose finaliser does not complain when a view of the pixels outlives it."""

    def __del__(self) -> None:
        with contextlib.suppress(BufferError):
            super().__del__()

    def try_close(self) -> bool:
        """Unmaps; false when somebody still holds a view of the pixels."""
        try:
            self.close()
        except BufferError:
            return False
        return True


def segment_name(prefix: str, generation: int) -> str:
    """Name of the segment of one generation. Short: macOS allows 31 characters."""
    return f"{prefix}_{generation}"


def unlink_segment(name: str) -> bool:
    """Removes a segment by name; false when there is none."""
    try:
        segment = Segment(name=name)
    except (FileNotFoundError, ValueError):
        return False
    with contextlib.suppress(FileNotFoundError):
        segment.unlink()
    segment.try_close()
    return True


def create_segment(name: str, size: int) -> Segment:
    """A new segment with its memory reserved, because writing to a full /dev/shm kills the process.

    Raises ``RaytracerError`` when there is not enough shared memory.
    """
    try:
        segment = Segment(name=name, create=True, size=size)
    except OSError as error:
        raise _no_memory(size, error) from error
    backing = Path("/dev/shm") / name
    if hasattr(os, "posix_fallocate") and backing.exists():
        handle = os.open(backing, os.O_RDWR)
        try:
            os.posix_fallocate(handle, 0, size)
        except OSError as error:
            segment.unlink()
            segment.try_close()
            raise _no_memory(size, error) from error
        finally:
            os.close(handle)
    return segment


def _no_memory(size: int, error: OSError) -> RaytracerError:
    return RaytracerError(
        f"cannot get {size / 2**20:.0f} MiB of shared memory for the picture: {error.strerror or error}",
        remedy="choose a smaller picture, or make /dev/shm larger",
    )


class _Slots:
    """The header and the slots of a segment as arrays."""

    def __init__(self, segment: Segment, size: tuple[int, int] | None = None) -> None:
        self.segment = segment
        # np.frombuffer, unlike np.ndarray(buffer=...), keeps the memory from being unmapped under the array.
        self.words = np.frombuffer(map_memory(segment), np.int64, _HEADER_WORDS)
        if size is not None:
            self.words[_NEWEST] = self.words[_WRITING] = self.words[_HELD] = _NONE
            self.words[_WIDTH], self.words[_HEIGHT] = size
        self.width, self.height = int(self.words[_WIDTH]), int(self.words[_HEIGHT])

    def pixels(self, slot: int) -> np.ndarray:
        """The picture of one slot, (height, width, 4) u8, not a copy."""
        offset = _HEADER_BYTES + slot * slot_bytes(self.width, self.height)
        flat = np.frombuffer(map_memory(self.segment), np.uint8, self.width * self.height * 4, offset)
        return flat.reshape(self.height, self.width, 4)

    def release(self) -> bool:
        """Unmaps; false when a view of the pixels is still alive."""
        self.words = np.zeros(0, np.int64)
        return self.segment.try_close()


def map_memory(segment: SharedMemory) -> memoryview:
    """The mapped bytes."""
    assert segment.buf is not None, "closed"
    return segment.buf


def slot_bytes(width: int, height: int) -> int:
    """Bytes of one slot, rounded up to a cache line."""
    return (width * height * 4 + 63) // 64 * 64


class FrameWriter:
    """The worker's side. Makes a new segment whenever the size changes."""

    def __init__(self, prefix: str, first_sequence: int = 0) -> None:
        self._prefix = prefix
        self._generation = 0
        self._sequence = first_sequence
        self._announced = False
        self._slots: _Slots | None = None

    @property
    def segment(self) -> str:
        """Name of the current segment; empty before the first picture."""
        return self._slots.segment.name if self._slots else ""

    def resize(self, width: int, height: int) -> None:
        """Makes room for pictures of this size. Raises ``RaytracerError`` (and keeps the old room) without memory."""
        if self._slots and (self._slots.width, self._slots.height) == (width, height):
            return
        size = _HEADER_BYTES + SLOTS * slot_bytes(width, height)
        name = segment_name(self._prefix, self._generation + 1)
        unlink_segment(name)  # left by a predecessor that was killed before it announced it
        fresh = _Slots(create_segment(name, size), (width, height))
        self._drop()
        self._generation += 1
        self._slots, self._announced = fresh, False

    def begin(self) -> np.ndarray:
        """The slot to draw the next picture into, (height, width, 4) u8. Neither the newest nor the one held."""
        words = self._current().words
        newest, choice = int(words[_NEWEST]), _NONE
        while True:
            for slot in range(SLOTS):
                if slot not in (newest, choice):
                    words[_WRITING] = slot
                    _fence()
                    if words[_HELD] != slot:
                        return self._current().pixels(slot)
                    choice = slot

    def publish(self, spp: float) -> tuple[int, int]:
        """Makes the picture begun last the newest one. Returns its slot and sequence number."""
        words = self._current().words
        slot = int(words[_WRITING])
        self._sequence += 1
        words[_SEQUENCE + slot] = self._sequence
        words[_SPP + slot] = round(spp * 1e6)
        _fence()
        words[_WRITING] = _NONE
        words[_NEWEST] = slot
        self._announced = True
        return slot, self._sequence

    def close(self, *, unlink: bool = False) -> None:
        """Unmaps. ``unlink`` when the reader is gone and cannot do it."""
        if unlink and self._slots:
            self._announced = False
        self._drop()

    def _current(self) -> _Slots:
        if self._slots is None:
            raise RuntimeError("resize was not called")
        return self._slots

    def _drop(self) -> None:
        """Lets go of the current segment; the reader does not know of one that was never announced."""
        if self._slots is None:
            return
        if not self._announced:
            with contextlib.suppress(FileNotFoundError):
                self._slots.segment.unlink()
        self._slots.release()
        self._slots = None


class FrameReader:
    """The app's side. All methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._slots: _Slots | None = None
        self._holding: _Slots | None = None
        self._still_viewed: list[_Slots] = []

    def attach(self, name: str) -> None:
        """Turns to the segment that the writer announced, and unlinks the one before."""
        with self._lock:
            if self._slots and self._slots.segment.name == name:
                return
            try:
                slots = _Slots(Segment(name=name))
            except (FileNotFoundError, ValueError):
                return  # the writer is gone, or already further; the next announcement comes
            self._retire()
            self._slots = slots

    def acquire(self) -> Frame | None:
        """The newest picture, or None before the first. Releases the picture acquired before."""
        with self._lock:
            self._release()
            slots = self._slots
            if slots is None:
                return None
            words = slots.words
            while (slot := int(words[_NEWEST])) != _NONE:
                words[_HELD] = slot
                _fence()
                if words[_WRITING] != slot:
                    self._holding = slots
                    spp = float(words[_SPP + slot]) * 1e-6
                    sequence = int(words[_SEQUENCE + slot])
                    return Frame(slots.pixels(slot), sequence, slots.width, slots.height, spp)
            return None

    def release(self) -> None:
        """Gives the held slot back to the writer. Does nothing when none is held."""
        with self._lock:
            self._release()

    def close(self) -> None:
        """Unlinks and unmaps everything."""
        with self._lock:
            self._release()
            self._retire()

    def _release(self) -> None:
        if self._holding is None:
            return
        if self._holding is self._slots:
            self._holding.words[_HELD] = _NONE
        elif not self._holding.release():
            self._still_viewed.append(self._holding)
        self._holding = None
        self._still_viewed = [slots for slots in self._still_viewed if not slots.release()]

    def _retire(self) -> None:
        """Unlinks the current segment; it stays mapped while one of its pictures is held."""
        if self._slots is None:
            return
        with contextlib.suppress(FileNotFoundError):
            self._slots.segment.unlink()
        if self._holding is not self._slots and not self._slots.release():
            self._still_viewed.append(self._slots)
        self._slots = None


_barrier = threading.Lock()


def _fence() -> None:
    """A full memory barrier: announcements must be visible before the other side's are read."""
    with _barrier:
        pass
