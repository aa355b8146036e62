"""The line at the bottom: what the renderer does, how far it is, on which device."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QStatusBar, QWidget

from raytracer.app import figures
from raytracer.app.denoised_view import DenoisedView
from raytracer.app.icons import pixmap
from raytracer.app.language import tr
from raytracer.app.parts import label, progress_bar, recolour, selectable, timer
from raytracer.app.region_tool import RegionTool
from raytracer.app.studio import Studio
from raytracer.app.theme import body_font, figure_font, theme
from raytracer.app.tokens import GAP_L, GAP_M, GAP_S, TEXT_BODY

REFRESH_MS = 200


class StatusBar(QStatusBar):
    """State and its elapsed time on the left; samples, time, resolution and device on the right."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        self.setSizeGripEnabled(False)
        self._dot = QLabel()
        self.state = selectable(label(font=body_font(TEXT_BODY)))
        self._bar = progress_bar(96)
        self._bar.setAccessibleName(tr("Samples done"))
        self.spp = self._figure(tr("Samples per pixel, and the limit"))
        self.noise = self._figure(tr("Estimated error of the brightness, as a share of it, over the whole picture"))
        self.time = self._figure(tr("Rendering time of this picture"))
        self.film = self._figure(tr("Resolution of the picture in pixels"))
        self.bad = self._figure(tr("Samples that were not finite numbers and were left out"))
        self.device = label(font=body_font(TEXT_BODY))
        self._chip = QLabel()
        left, right = QWidget(), QWidget()
        for side, widgets, spacing in (
            (left, (self._dot, self.state), GAP_S + 2),
            (right, (self.bad, self._bar, self.spp, self.noise, self.time, self.film, self._chip, self.device), GAP_L),
        ):
            layout = QHBoxLayout(side)
            layout.setContentsMargins(GAP_L, 0, GAP_L, 0)
            layout.setSpacing(spacing)
            for widget in widgets:
                layout.addWidget(widget)
            if side is left:
                layout.addStretch(1)
        self.addWidget(left, 1)
        self.addPermanentWidget(right)
        for changed in (studio.activity_changed, studio.sides_changed, studio.settings_changed, studio.paused_changed):
            changed.connect(self.refresh)
        theme().changed.connect(self.refresh)
        self._timer = timer(self, REFRESH_MS, self.refresh)
        self._timer.start()
        self.refresh()

    def _figure(self, tip: str) -> QLabel:
        widget = label(font=figure_font(TEXT_BODY, weight=QFont.Weight.Normal))
        widget.setToolTip(tip)
        widget.setAccessibleDescription(tip)
        widget.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        return widget

    def refresh(self) -> None:
        """Shows the state of now."""
        text, colour = self._state()
        self.state.setText(text)
        self._dot.setPixmap(_dot(colour, self.devicePixelRatioF()))
        self._show_film()
        self._show_device()

    def _state(self) -> tuple[str, str]:
        """In words, and the colour of the dot."""
        c = theme().colours
        worker = self._studio.worker
        if worker.failed:
            return tr("Stopped: {reason}").format(reason=worker.failure or tr("the renderer failed")), c.error
        if worker.activity is not None:
            text = worker.activity.text
            return f"{text[:1].upper()}{text[1:]} … {figures.duration(worker.activity.seconds)}", c.warning
        if self._studio.scene is None:
            return tr("No scene"), c.text_off
        if self._studio.paused:
            return tr("Paused"), c.text_dim
        settings = self._studio.settings
        if worker.stats is not None and worker.stats.finished and (worker.spp >= settings.spp or settings.noise > 0.0):
            return tr("Done"), c.good
        return tr("Rendering"), c.good

    def _show_film(self) -> None:
        worker, settings = self._studio.worker, self._studio.settings
        counted = f"{figures.samples(worker.spp)} / {figures.count(settings.spp)} spp"
        denoised = self._studio.feature(DenoisedView).on
        self.spp.setText(tr("{spp}, denoised").format(spp=counted) if denoised else counted)
        stats = worker.stats
        by_noise = stats.done_share if stats and settings.noise > 0.0 else 0.0
        self._bar.setValue(round(1000 * min(max(worker.spp / settings.spp, by_noise), 1.0)))
        noise = stats.noise if stats else None
        self.noise.setVisible(noise is not None)
        self.noise.setText(tr("noise {noise}").format(noise=figures.percent(noise or 0.0)))
        self.time.setText(figures.duration(stats.total_seconds if stats else 0.0))
        self._show_size()
        nonfinite = stats.nonfinite if stats else 0
        self.bad.setVisible(nonfinite > 0)
        self.bad.setText(tr("{count} not finite").format(count=figures.count(nonfinite)))
        recolour(self.bad, theme().colours.warning)

    def _show_size(self) -> None:
        width, height = self._studio.size
        size = f"{width} × {height}"
        box = self._studio.feature(RegionTool).box
        if box is not None:
            left, top, right, bottom = box
            part = f"{right - left} × {bottom - top}"
            size = tr("region {part} of {size}").format(part=part, size=size)
        self.film.setText(size)

    def _show_device(self) -> None:
        studio = self._studio
        active = studio.active
        side = studio.sides.cpu() if active == "cpu" else studio.sides.gpu()
        info = studio.worker.info
        name = studio.sides.title(active)
        parts = [name, (info.device if info and info.device else side.device)]
        if info and info.threads and active == "cpu":
            parts.append(tr("{count} threads").format(count=info.threads) if info.threads > 1 else tr("1 thread"))
        full = " · ".join(part for part in parts if part)
        metrics = self.device.fontMetrics()
        self.device.setText(metrics.elidedText(full, Qt.TextElideMode.ElideMiddle, 320))
        self.device.setToolTip(full)
        self._chip.setPixmap(
            pixmap("cpu" if active == "cpu" else "gpu", theme().backend_colour(active), 16, self.devicePixelRatioF())
        )
        self._chip.setContentsMargins(GAP_M, 0, 0, 0)


def _dot(colour: str, scale: float) -> QPixmap:
    result = QPixmap(round(10 * scale), round(10 * scale))
    result.setDevicePixelRatio(scale)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawEllipse(QPointF(5, 5), 3.6, 3.6)
    painter.end()
    return result
