"""The project's own icons (``assets/icons/*.svg``), coloured for the theme."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from raytracer.resources import assets_dir

_SIZE = 20
_SCALES = (1, 2)


@lru_cache(maxsize=256)
def icon(name: str, colour: str, disabled: str = "", on: str = "", selected: str = "") -> QIcon:
    """The icon in ``colour``, and in ``disabled``, ``on`` (checked) and ``selected`` (a row) for those where given."""
    result = QIcon()
    for scale in _SCALES:
        result.addPixmap(pixmap(name, colour, _SIZE, scale), QIcon.Mode.Normal, QIcon.State.Off)
        if disabled:
            result.addPixmap(pixmap(name, disabled, _SIZE, scale), QIcon.Mode.Disabled, QIcon.State.Off)
        if selected:
            result.addPixmap(pixmap(name, selected, _SIZE, scale), QIcon.Mode.Selected, QIcon.State.Off)
        if on:
            result.addPixmap(pixmap(name, on, _SIZE, scale), QIcon.Mode.Normal, QIcon.State.On)
    return result


@lru_cache(maxsize=256)
def pixmap(name: str, colour: str, size: int, scale: float = 1.0) -> QPixmap:
    """The icon as ``size`` logical pixels square at device pixel ratio ``scale``."""
    source = (assets_dir() / "icons" / f"{name}.svg").read_text(encoding="utf-8").replace("currentColor", colour)
    result = QPixmap(round(size * scale), round(size * scale))
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    QSvgRenderer(QByteArray(source.encode())).render(painter, QRectF(0, 0, result.width(), result.height()))
    painter.end()
    result.setDevicePixelRatio(scale)
    return result


def app_icon() -> QIcon:
    """The application's icon."""
    result = QIcon()
    for size in (16, 32, 64, 128, 256):
        result.addPixmap(pixmap("app", "#FFFFFF", size))
    return result
