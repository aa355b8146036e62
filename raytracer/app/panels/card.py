"""Result card: the built-in scenes on every side, as one picture for a slide and a file to compare with."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import cast

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from raytracer.app.language import tr
from raytracer.app.measure.page import ExperimentPage
from raytracer.app.notice import Notice
from raytracer.app.studio import Studio
from raytracer.session.measure.bench import BenchResult
from raytracer.session.measure.result import Result


class CardPanel(ExperimentPage):
    """The card as it is drawn so far; it grows with every measurement."""

    name = "card"

    def __init__(self, studio: Studio) -> None:
        self.preview = Preview()
        purpose = tr(
            "Three built-in scenes on every side, about a minute: light bounces, is refracted, is scattered. With the "
            "proof that all sides render the same picture."
        )
        super().__init__(studio, purpose)

    def drawings(self) -> list[QWidget]:
        return [self.preview]

    def exports(self) -> list[tuple[str, str, Callable[[], object]]]:
        return [
            (tr("PNG …"), tr("Save the card as a picture for a slide"), lambda: self._ask("png", self.save_png)),
            (tr("JSON …"), tr("Save the figures, to compare them later"), lambda: self._ask("json", self.save_json)),
            (tr("Copy"), tr("Put the card on the clipboard"), self.copy),
        ]

    @property
    def bench(self) -> BenchResult | None:
        """What was measured so far, if anything was on every side."""
        found = cast("BenchResult | None", self.result)
        return found if found is not None and found.entrants else None

    def draw(self, result: Result | None) -> None:
        self.preview.show_card(self._picture())
        self.preview.setVisible(self.bench is not None)

    def _picture(self) -> QImage | None:
        if self.bench is None:
            return None
        from raytracer.session.measure import card  # Pillow is loaded when there is something to draw

        picture = card.draw(self.bench, _today())
        return QImage(
            picture.tobytes(), picture.width, picture.height, 3 * picture.width, QImage.Format.Format_RGB888
        ).copy()

    def save_png(self, path: Path) -> None:
        """Writes the card."""
        from raytracer.session.measure import card

        assert self.bench is not None
        card.draw(self.bench, _today()).save(path, "PNG")

    def save_json(self, path: Path) -> None:
        """Writes the figures."""
        from raytracer.session.measure import bench_file

        assert self.bench is not None
        path.write_text(bench_file.as_json(self.bench), encoding="utf-8")

    def copy(self) -> None:
        """Puts the card on the clipboard."""
        picture = self._picture()
        if picture is not None:
            QGuiApplication.clipboard().setImage(picture)
            self._studio.noticed.emit(Notice("done", tr("Copied the result card")))


class Preview(QLabel):
    """The card, as wide as the panel."""

    def __init__(self) -> None:
        super().__init__()
        self._card: QPixmap | None = None
        self.setAccessibleName(tr("Result card"))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAlignment(Qt.AlignmentFlag.AlignTop)

    def show_card(self, picture: QImage | None) -> None:
        """Shows a card, or nothing."""
        self._card = QPixmap.fromImage(picture) if picture is not None else None
        self._scale()

    def sizeHint(self) -> QSize:
        return QSize(320, 180)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._scale()

    def _scale(self) -> None:
        if self._card is None:
            self.clear()
            return
        ratio = self.devicePixelRatioF()
        width = max(self.width(), 64)
        mode = Qt.TransformationMode.SmoothTransformation
        scaled = self._card.scaledToWidth(round(width * ratio), mode)
        scaled.setDevicePixelRatio(ratio)
        self.setPixmap(scaled)
        self.setFixedHeight(round(width * self._card.height() / self._card.width()))


def _today() -> str:
    return datetime.now(timezone.utc).date().isoformat()


make = CardPanel
