"""Pixel: what is at the pointer, on the screen and in the film."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QGuiApplication, QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from raytracer.app import figures
from raytracer.app.controls import Facts, PanelPage
from raytracer.app.denoised_view import DenoisedView
from raytracer.app.inspector import Inspector
from raytracer.app.language import tr
from raytracer.app.panels.histogram import HistogramView
from raytracer.app.parts import label
from raytracer.app.studio import Studio
from raytracer.app.theme import theme
from raytracer.app.tokens import RADIUS
from raytracer.scene.color import luminance
from raytracer.session.scene_messages import PixelRead


class Swatch(QWidget):
    """The colour on the screen."""

    def __init__(self) -> None:
        super().__init__()
        self.colour: tuple[int, int, int] | None = None
        self.setFixedHeight(28)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme().colours.line), 1))
        painter.setBrush(QColor(*self.colour) if self.colour else QColor(theme().colours.raised))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        painter.end()


class InspectorPanel(PanelPage):
    """Asks for values only while it is visible."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._inspector = studio.feature(Inspector)
        self._denoised = studio.feature(DenoisedView)
        self.swatch = Swatch()
        self.facts = Facts()
        self._hint = label(tr("Point at the picture. Ctrl + wheel zooms into its pixels."), "small", wrap=True)
        self.facts.setToolTip(
            tr("Error: estimated standard error of the luminance, from the samples of the pixel and its neighbours")
        )
        self.copy = QPushButton(tr("Copy"))
        self.copy.setToolTip(tr("All values of the pixel with all their digits, as text"))
        self.copy.clicked.connect(self._copy)
        self.histogram = HistogramView(studio)
        self.add(
            self.swatch,
            self.facts,
            self.copy,
            self._hint,
            label(tr("Histogram of the picture"), "heading"),
            self.histogram,
        )
        self.finish()
        self._inspector.changed.connect(self.refresh)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._inspector.set_on(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._inspector.set_on(False)

    def refresh(self) -> None:
        """Shows the values of the pixel under the pointer."""
        pixel, shown, read = self._inspector.pixel, self._inspector.shown, self._inspector.read
        self.swatch.colour = shown
        self.swatch.update()
        self.facts.show_fact(tr("Pixel"), f"{pixel.x()}, {pixel.y()}" if pixel is not None else "–")
        display = f"{shown[0]}  {shown[1]}  {shown[2]}   #{shown[0]:02X}{shown[1]:02X}{shown[2]:02X}" if shown else "–"
        if shown and self._denoised.on:
            display = tr("{value}, denoised").format(value=display)
        self.facts.show_fact(tr("Display"), display)
        linear = samples = bright = error = "–"
        if read is not None:
            samples = figures.count(read.samples)
            if read.samples:
                linear = "  ".join(f"{value:.4g}" for value in read.linear)
                bright = f"{luminance(read.linear):.4g}"
                error = _error(read)
        self.facts.show_fact(tr("Linear"), linear)
        self.facts.show_fact(tr("Luminance"), bright)
        self.facts.show_fact(tr("Error"), error)
        self.facts.show_fact(tr("Samples"), samples)
        self.copy.setEnabled(read is not None and pixel is not None)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._inspector.text())


def _error(read: PixelRead) -> str:
    """ "± 0.0123   4.5 %": the standard error of the luminance, and how much of it that is."""
    if read.error is None:
        return tr("not known yet")
    bright = luminance(read.linear)
    share = f"   {figures.percent(read.error / bright)}" if bright > 0.0 else ""
    return f"± {read.error:.3g}{share}"
