"""The difference of both films and the test whether they agree, computed beside the GUI thread.

A film is asked for when 4, 8, 16 ... samples are complete, so that films of equally many samples meet however unequal
the contenders are, and about once a second while the difference is looked at.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QImage

from raytracer.app.mailbox import Mailbox
from raytracer.app.parts import timer
from raytracer.app.race.lane import Lane
from raytracer.session.agreement import LARGEST_RATIO, LEAST_SPP, Agreement, compare
from raytracer.session.protocol import FilmRead, ReadFilm

log = logging.getLogger(__name__)

READ_MS = 1000
MOST_KEPT_BYTES = 384 << 20
"""Of films that wait for their counterpart; the first ones count, as they are met first."""
_LEVELS = 4095


@dataclass(frozen=True)
class Finding:
    """What a look at the films brought: a picture of their difference, the test's outcome, or both."""

    run: int
    image: QImage | None = None
    agreement: Agreement | None = None
    spp: float = 0.0
    """Samples per pixel of each film in that test."""


class Difference(QObject):
    """Belongs to a race. ``watch`` begins with a new pair of films, ``note`` takes in what the workers send."""

    changed = Signal()
    _found = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.image: QImage | None = None
        self.agreement: Agreement | None = None
        self.agreement_spp = 0.0
        self.gain = 4.0
        self.exposure_ev = 0.0
        self._lanes: tuple[Lane, ...] = ()
        self._waiting: set[Lane] = set()
        self._run = 0
        self._live = False
        self._bench = FilmBench()
        self._findings: Mailbox[tuple[Lane, Finding]] = Mailbox()
        self._found.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._findings.deliver_to(self._found.emit)
        # One thread: what it keeps is touched by nobody else.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="difference")
        self._timer = timer(self, READ_MS, self._ask_all)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    def watch(self, lanes: tuple[Lane, ...]) -> None:
        """Forgets what was found; the films of these lanes are compared from now on."""
        self._lanes = lanes
        self._waiting.clear()
        self._run += 1
        self.image, self.agreement, self.agreement_spp = None, None, 0.0
        self.changed.emit()

    def set_live(self, on: bool) -> None:
        """Whether the picture of the difference is looked at."""
        self._live = on
        if on:
            self._ask_all()
            self._timer.start()
        else:
            self._timer.stop()

    def set_gain(self, gain: float) -> None:
        """How many times the difference is amplified."""
        self.gain = gain
        if self._live:
            self._ask_all()

    def ask(self, lane: Lane) -> None:
        """Wants this lane's film, unless it is on its way already."""
        if lane in self._lanes and lane not in self._waiting and lane.spp > 0.0 and not lane.dropped:
            self._waiting.add(lane)
            lane.worker.client.send(ReadFilm(self._run))

    def note(self, lane: Lane, event: FilmRead) -> None:
        """A film has arrived: hands it to the thread."""
        film = lane.worker.client.film(event)
        if film is None or event.request != self._run or lane not in self._lanes:
            self._waiting.discard(lane)
            return
        self._thread.submit(self._work, lane, self._lanes.index(lane), film, event)

    def lost(self, lane: Lane) -> None:
        """Its worker died: no answer will come."""
        self._waiting.discard(lane)

    def close(self) -> None:
        """Ends the thread."""
        self._findings.deliver_to(None)
        self._timer.stop()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _ask_all(self) -> None:
        for lane in self._lanes:
            self.ask(lane)

    def _work(self, lane: Lane, side: int, film: np.ndarray, event: FilmRead) -> None:
        """In the thread."""
        finding = Finding(event.request)
        try:
            gain = self.gain * 2.0**self.exposure_ev if self._live else 0.0
            finding = self._bench.add(side, film.copy(), event, gain)
        except Exception:
            log.exception("comparing films")
        self._findings.put((lane, finding))

    def _take(self) -> None:
        for lane, finding in self._findings.take():
            self._waiting.discard(lane)
            if finding.run != self._run:
                continue
            if finding.image is not None:
                self.image = finding.image
            if finding.agreement is not None:
                self.agreement, self.agreement_spp = finding.agreement, finding.spp
        self.changed.emit()


class FilmBench:
    """Keeps films until there is one of the other side with about as many samples."""

    def __init__(self) -> None:
        self._run = -1
        self._films: tuple[list[tuple[float, np.ndarray]], list[tuple[float, np.ndarray]]] = ([], [])
        self._newest: list[np.ndarray | None] = [None, None]
        self._numbers = [-1, -1]

    def add(self, side: int, film: np.ndarray, event: FilmRead, gain: float) -> Finding:
        """Takes in a film of one side; ``gain`` 0 makes no picture."""
        if event.request != self._run:
            self._run, self._films, self._newest, self._numbers = event.request, ([], []), [None, None], [-1, -1]
        if event.film != self._numbers[side]:
            self._numbers[side] = event.film
            self._films[side].clear()
        self._newest[side] = film
        kept = self._films[side]
        if event.spp >= LEAST_SPP and sum(f.nbytes for fs in self._films for _, f in fs) < MOST_KEPT_BYTES:
            kept.append((event.spp, film))
        first, second = self._newest
        image = None
        if gain > 0.0 and first is not None and second is not None and first.shape == second.shape:
            image = difference_image(first, second, gain)
        met = self._meet()
        if met is None:
            return Finding(event.request, image)
        agreement, spp = met
        return Finding(event.request, image, agreement, spp)

    def _meet(self) -> tuple[Agreement, float] | None:
        """Tests the pair with the most samples that are about equal; what has fewer is not needed any more."""
        pairs = [
            (min(a[0], b[0]), a, b)
            for a in self._films[0]
            for b in self._films[1]
            if max(a[0], b[0]) <= LARGEST_RATIO * min(a[0], b[0]) and a[1].shape == b[1].shape
        ]
        if not pairs:
            return None
        spp, a, b = max(pairs, key=lambda pair: pair[0])
        for films in self._films:
            films[:] = [one for one in films if one[0] > spp * LARGEST_RATIO]
        return compare(a[1], b[1], a[0], b[0]), spp


def difference_image(first: np.ndarray, second: np.ndarray, gain: float) -> QImage:
    """|A - B| in linear light times ``gain``, for an sRGB display."""
    levels = np.abs(first - second)
    levels *= gain * _LEVELS
    np.minimum(levels, _LEVELS, out=levels)
    height, width = levels.shape[:2]
    picture = np.empty((height, width, 4), np.uint8)
    picture[..., :3] = _ENCODED[np.nan_to_num(levels, copy=False).astype(np.uint16)]
    picture[..., 3] = 255
    return QImage(picture.data, width, height, width * 4, QImage.Format.Format_RGBX8888).copy()


def _encoded() -> np.ndarray:
    """sRGB bytes of evenly spaced linear levels."""
    linear = np.linspace(0.0, 1.0, _LEVELS + 1)
    curve = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.maximum(linear, 1e-9) ** (1 / 2.4) - 0.055)
    return (255.0 * curve + 0.5).astype(np.uint8)


_ENCODED = _encoded()
