"""Following one ray: the path that was asked for, the vertex that is looked at, and the tool that picks a pixel."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QObject, Signal

from raytracer.app.parts import timer
from raytracer.app.pointer_tool import PointerTool
from raytracer.app.studio import Studio
from raytracer.app.workers import Worker
from raytracer.scene.path_record import PathRecord, Triple
from raytracer.session.path_messages import FindHidden, HiddenFound, SampleTraced, TraceSample
from raytracer.session.protocol import CommandFailed, Event, Stats, WorkerFailed

PARTS = 12
"""Pieces of a segment that are hidden or seen each on its own."""
SKY_SHARE = 0.5
"""Length of a segment to the sky that is drawn, as a share of the scene's size."""
_LOOK_AGAIN_MS = 160


class RayTool(PointerTool):
    """A click chooses the pixel whose ray is followed. The tool stays on, for the next one."""


class RayFollower(QObject):
    """One per studio; the panel and the layer over the picture share it."""

    changed = Signal()
    """Another path, another vertex, or another state of waiting."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self.record: PathRecord | None = None
        self.waiting = False
        self.selected = 0
        self.sample = 0
        self.pixel: tuple[int, int] | None = None
        self._aim: tuple[float, float] | None = None
        """A point of the picture, shares of its size, through which a ray is followed whatever that size is."""
        self.hidden: dict[tuple[int, str], tuple[bool, ...]] = {}
        """By vertex and "path" or "shadow": for each part of that segment whether a surface hides it."""
        self._asked: list[tuple[int, str]] = []
        self._requests = itertools.count(1)
        self._request = self._look_request = 0
        self._look_later = timer(self, _LOOK_AGAIN_MS, self._look, once=True)
        studio.pool.heard.connect(self._hear)
        studio.scene_changed.connect(self.clear)
        studio.camera_changed.connect(self._look_later.start)
        studio.resized.connect(self._aim_again)

    # ------------------------------------------------------------ what the user does

    def follow(self, x: int, y: int, sample: int | None = None) -> None:
        """Follows a sample of this pixel of the film; the present sample number if none is given."""
        if self._trace(x, y, self.sample if sample is None else sample):
            self._aim = None

    def aim_at(self, share_x: float, share_y: float, sample: int = 0) -> None:
        """Follows a sample of the pixel at these shares of the picture's width and height, again in every size."""
        self._aim, self.sample = (share_x, share_y), sample
        self._aim_again()

    def _aim_again(self) -> None:
        if self._aim is not None:
            width, height = self._studio.size
            share_x, share_y = self._aim
            self._trace(min(int(share_x * width), width - 1), min(int(share_y * height), height - 1), self.sample)

    def set_sample(self, sample: int) -> None:
        """Another sample of the same pixel."""
        if self.pixel is None:
            self.sample = sample
        elif sample != self.sample:
            self._trace(*self.pixel, sample)

    def _trace(self, x: int, y: int, sample: int) -> bool:
        """Asks for the path of a sample; False, and nothing happens, where the film has no such pixel."""
        width, height = self._studio.size
        if self._studio.scene is None or not (0 <= x < width and 0 <= y < height):
            return False
        self.pixel, self.sample = (x, y), max(0, sample)
        self._request = next(self._requests)
        self.waiting = True
        self._studio.worker.client.send(TraceSample(x, y, self.sample, self._request))
        self.changed.emit()
        return True

    def select(self, index: int) -> None:
        """Looks at another vertex."""
        if self.record is not None and index != self.selected and 0 <= index < len(self.record.vertices):
            self.selected = index
            self.changed.emit()

    def step(self, by: int) -> None:
        """To the next vertex or the one before; stops at both ends."""
        if self.record is not None:
            self.select(max(0, min(self.selected + by, len(self.record.vertices) - 1)))

    def clear(self) -> None:
        """Forgets the path: it belongs to another scene."""
        self.record, self.pixel, self._aim, self.waiting = None, None, None, False
        self.hidden, self._request, self.selected = {}, 0, 0
        self.changed.emit()

    # ------------------------------------------------------------ what there is to draw

    def segment(self, index: int) -> tuple[Triple, Triple]:
        """Both ends of the segment that leads to vertex ``index`` (1 or more), world space."""
        assert self.record is not None
        vertex, before = self.record.vertices[index], self.record.vertices[index - 1]
        if vertex.kind != "sky":
            return before.position, vertex.position
        return before.position, self._towards(before.position, vertex.incoming)

    def shadow_segment(self, index: int) -> tuple[Triple, Triple] | None:
        """Both ends of the shadow ray of a vertex, if one was traced."""
        assert self.record is not None
        vertex = self.record.vertices[index]
        if vertex.shadow is None or vertex.shadow.fate == "not traced":
            return None
        return vertex.position, vertex.shadow.end or self._towards(vertex.position, vertex.shadow.direction)

    def samples_per_s(self) -> float | None:
        """What the active backend counted last; None while nothing is counted."""
        stats: Stats | None = self._studio.worker.stats
        return stats.samples / stats.seconds if stats is not None and stats.seconds > 0.0 else None

    def _towards(self, start: Triple, direction: Triple) -> Triple:
        length = SKY_SHARE * self._studio.scene_size
        return (start[0] + length * direction[0], start[1] + length * direction[1], start[2] + length * direction[2])

    # ------------------------------------------------------------ the worker's answers

    def _hear(self, worker: Worker, event: Event) -> None:
        if isinstance(event, SampleTraced) and event.request == self._request:
            self.record, self.waiting = event.record, False
            self.selected = min(1, len(event.record.vertices) - 1)
            self.hidden = {}
            self._look()
            self.changed.emit()
        elif isinstance(event, HiddenFound) and event.request == self._look_request:
            rows = [event.hidden[i : i + PARTS] for i in range(0, len(event.hidden), PARTS)]
            self.hidden = dict(zip(self._asked, rows, strict=True))
            self.changed.emit()
        elif self.waiting and worker.backend == self._studio.active and _ends_waiting(event):
            self.waiting = False
            self.changed.emit()

    def _look(self) -> None:
        """Asks which parts of the path are behind something, seen from the camera of now."""
        if self.record is None:
            return
        self._asked, points = [], []
        for index in range(len(self.record.vertices)):
            for name, segment in (
                ("path", self.segment(index) if index else None),
                ("shadow", self.shadow_segment(index)),
            ):
                if segment is not None:
                    self._asked.append((index, name))
                    points += [part_of(segment, (k + 0.5) / PARTS) for k in range(PARTS)]
        if points:
            self._look_request = next(self._requests)
            self._studio.worker.client.send(FindHidden(tuple(points), self._look_request))


def part_of(segment: tuple[Triple, Triple], share: float) -> Triple:
    """The point at a share of the way."""
    (ax, ay, az), (bx, by, bz) = segment
    return (ax + share * (bx - ax), ay + share * (by - ay), az + share * (bz - az))


def _ends_waiting(event: Event) -> bool:
    return isinstance(event, WorkerFailed) or (isinstance(event, CommandFailed) and event.command == "TraceSample")
