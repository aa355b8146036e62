"""Pictures kept aside, to be compared with the live one: by a wipe, as a difference, or in turns."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from raytracer.app.denoised_view import DenoisedView
from raytracer.app.figures import samples
from raytracer.app.language import QT_TR_NOOP, tr
from raytracer.app.studio import Studio

Mode = Literal["off", "wipe", "difference", "flip"]
MODES: dict[Mode, str] = {
    "off": QT_TR_NOOP("Live picture"),
    "wipe": QT_TR_NOOP("Wipe"),
    "difference": QT_TR_NOOP("Difference"),
    "flip": QT_TR_NOOP("Snapshot"),
}
MOST = 8
"""The oldest one makes room."""


@dataclass(frozen=True)
class Snapshot:
    """One kept picture. ``number`` is its name; ``about`` says what it shows."""

    number: int
    about: str
    image: QImage = field(compare=False)


class Snapshots(QObject):
    """The kept pictures, which one is compared, and how."""

    changed = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._numbers = itertools.count(1)
        self.kept: list[Snapshot] = []
        self.chosen: Snapshot | None = None
        self.mode: Mode = "off"
        self.divider = 0.5
        """The wipe's line, as a fraction of the viewport's width: the snapshot is on its left."""
        self.gain = 4.0
        """What differences are multiplied with."""

    def take(self) -> Snapshot | None:
        """Keeps the picture of now; None when there is none."""
        frame = self._studio.worker.frame
        if frame is None:
            return None
        copy = _image(frame.pixels)
        scene = self._studio.scene.outline.name if self._studio.scene else ""
        side = self._studio.sides.title(self._studio.active)
        about = f"{scene} · {side} · {samples(frame.spp)} spp"
        if self._studio.feature(DenoisedView).on:
            about = tr("{about} · denoised").format(about=about)
        kept = Snapshot(next(self._numbers), about, copy)
        self.kept = [*self.kept, kept][-MOST:]
        self.choose(kept)
        return kept

    def choose(self, snapshot: Snapshot | None) -> None:
        """The one that is compared with the live picture."""
        self.chosen = snapshot
        if snapshot is None:
            self.mode = "off"
        self.changed.emit()

    def drop(self, snapshot: Snapshot) -> None:
        """Throws one away."""
        self.kept = [other for other in self.kept if other is not snapshot]
        if self.chosen is snapshot:
            self.chosen = self.kept[-1] if self.kept else None
        if self.chosen is None:
            self.mode = "off"
        self.changed.emit()

    def set_mode(self, mode: Mode) -> None:
        """How to compare; nothing without a snapshot."""
        self.mode = mode if self.chosen is not None else "off"
        self.changed.emit()

    def flip(self) -> None:
        """Between the snapshot and the live picture."""
        self.set_mode("off" if self.mode == "flip" else "flip")

    def set_divider(self, share: float) -> None:
        """Moves the wipe's line."""
        self.divider = min(max(share, 0.0), 1.0)
        self.changed.emit()

    def set_gain(self, gain: float) -> None:
        """Shows smaller differences."""
        self.gain = gain
        self.changed.emit()


def difference(first: QImage, second: np.ndarray, gain: float) -> QImage | None:
    """The difference of display values, multiplied; ``second`` is (height, width, 4) u8. None for different sizes."""
    height, width = second.shape[:2]
    if (first.width(), first.height()) != (width, height):
        return None
    left = np.frombuffer(first.constBits(), np.uint8).reshape(height, first.bytesPerLine())[:, : 4 * width]
    left = left.reshape(height, width, 4)
    # |a - b| in eight bits: the larger minus the smaller never wraps.
    apart = np.maximum(left, second) - np.minimum(left, second)
    table = np.minimum(np.arange(256) * gain, 255.0).astype(np.uint8)
    shown = table[apart]
    shown[..., 3] = 255
    return _image(shown)


def _image(pixels: np.ndarray) -> QImage:
    """A picture with memory of its own, of (height, width, 4) u8."""
    height, width = pixels.shape[:2]
    image = QImage(width, height, QImage.Format.Format_RGBX8888)
    rows = np.frombuffer(image.bits(), np.uint8).reshape(height, image.bytesPerLine())
    rows[:, : 4 * width] = pixels.reshape(height, 4 * width)
    return image
