"""Throughput: the CPU | GPU switch, the gap, the figures of both and their history."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from raytracer.app import figures
from raytracer.app.chart_box import ChartBox
from raytracer.app.language import tr
from raytracer.app.measurements import Measurements
from raytracer.app.parts import as_panel, label, recolour, timer
from raytracer.app.power import power_detail, power_text
from raytracer.app.sides import Side
from raytracer.app.studio import Studio
from raytracer.app.switch import BackendSwitch
from raytracer.app.theme import body_font, figure_font, theme
from raytracer.app.tokens import GAP_L, GAP_M, GAP_XL, TEXT_BODY, TEXT_FIGURE, TEXT_HUGE
from raytracer.backends import BackendName
from raytracer.session.throughput import Gap, format_ratio, format_si

REFRESH_MS = 250


class Dot(QWidget):
    """A coloured dot: full while the side is running, a ring when it is not."""

    def __init__(self, side: str) -> None:
        super().__init__()
        self._side = side
        self.live = False
        self.setFixedSize(12, 12)
        theme().changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colour = QColor(theme().colours.cpu if self._side == "cpu" else theme().colours.gpu)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = painter.pen()
        pen.setColor(colour)
        pen.setWidthF(1.6)
        painter.setPen(pen)
        painter.setBrush(colour if self.live else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(6.0, 6.0), 4.2, 4.2)
        painter.end()


@dataclass
class FigureRow:
    """The widgets of one side's figures."""

    dot: Dot
    name: QLabel
    samples: QLabel
    rays: QLabel
    note: QLabel


class ThroughputPanel(QWidget):
    """Both sides measure the same work; what was not measured says so."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        as_panel(self)
        self._studio = studio
        self._measurements = studio.feature(Measurements)
        self.throughput = self._measurements.throughput
        self.switch = BackendSwitch()
        self.chart_box = ChartBox(studio)
        self._figure = label(font=figure_font(TEXT_HUGE, weight=QFont.Weight.Bold))
        self._figure.setAccessibleName(tr("Throughput gap"))
        self._caption = label("", "dim", wrap=True)
        self._rows: dict[str, FigureRow] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GAP_XL, GAP_M, GAP_XL, GAP_L)
        layout.setSpacing(GAP_M)
        layout.addWidget(self.switch)
        layout.addLayout(self._gap_box())
        layout.addLayout(self._figure_grid())
        self.power_line = label("", "small", wrap=True)
        self.power_line.setAccessibleName(tr("Power"))
        layout.addWidget(self.power_line)
        layout.addWidget(self.chart_box, 1)
        self.setMinimumWidth(300)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.switch.chosen.connect(studio.activate)
        studio.sides_changed.connect(self.show_sides)
        theme().changed.connect(self.refresh)
        self._timer = timer(self, REFRESH_MS, self.refresh)
        self._timer.start()
        self.show_sides()
        self.refresh()

    def minimumSizeHint(self) -> QSize:
        """With room for wrapped lines, which Qt leaves out: the chart's axis is cut off otherwise."""
        least, layout = super().minimumSizeHint(), self.layout()
        if layout is None or self.width() < least.width():
            return least
        return QSize(least.width(), max(least.height(), layout.minimumHeightForWidth(self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    @property
    def gap_text(self) -> str:
        """The large figure, for tests and screen readers."""
        return self._figure.text()

    @property
    def gap_caption(self) -> str:
        """The explanation beside it."""
        return self._caption.text()

    # ------------------------------------------------------------ layout

    def _gap_box(self) -> QBoxLayout:
        """The figure beside its explanation; words instead of a figure stand above it."""
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._box.addWidget(self._figure)
        self._box.addWidget(self._caption, 1)
        return self._box

    def _figure_grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(GAP_M)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(2, 4)
        grid.setColumnStretch(3, 4)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for column, text in ((2, tr("samples/s")), (3, tr("rays/s"))):
            grid.addWidget(label(text, "heading"), 0, column, right)
        for index, side in enumerate(("cpu", "gpu")):
            line = 1 + 2 * index
            row = FigureRow(
                Dot(side),
                label(side.upper(), font=body_font(TEXT_BODY + 1, weight=QFont.Weight.DemiBold)),
                label("–", font=figure_font(TEXT_FIGURE)),
                label("–", font=figure_font(TEXT_FIGURE - 4, weight=QFont.Weight.Medium)),
                label("", "small", wrap=True),
            )
            row.samples.setAccessibleName(tr("{side} samples per second").format(side=side.upper()))
            row.rays.setAccessibleName(tr("{side} rays per second").format(side=side.upper()))
            grid.addWidget(row.dot, line, 0)
            grid.addWidget(row.name, line, 1)
            grid.addWidget(row.samples, line, 2, right)
            grid.addWidget(row.rays, line, 3, right)
            grid.addWidget(row.note, line + 1, 1, 1, 3)
            self._rows[side] = row
        return grid

    # ------------------------------------------------------------ contents

    def show_sides(self) -> None:
        """Shows which backends there are and which one is on."""
        sides = self._studio.sides
        self.switch.show_sides(sides.cpu(), sides.gpu(), self._studio.active)
        self.refresh()

    def refresh(self) -> None:
        """Shows the figures of now."""
        gpu = self._studio.sides.gpu()
        self._show_rates("cpu", "cpu", self._studio.sides.cpu())
        self._show_rates("gpu", gpu.backend, gpu)
        self._show_gap(gpu)
        self._show_power(gpu)
        self.chart_box.chart.refresh()

    def _show_rates(self, key: str, backend: BackendName | None, side: Side) -> None:
        row = self._rows[key]
        row.name.setText("GPU" if key == "gpu" and not side.software else side.title)
        if backend is None:
            row.dot.live = False
            row.samples.setText("–")
            row.rays.setText("–")
            row.note.setText(tr("not available"))
        else:
            rates = self.throughput.rates(backend)
            row.dot.live = rates.live
            row.samples.setText(format_si(rates.samples_per_s))
            row.rays.setText(format_si(rates.rays_per_s))
            row.note.setText(self._note(backend, rates.age, rates.live))
        row.dot.update()
        c = theme().colours
        colour = c.text if row.dot.live else c.text_dim
        for figure in (row.samples, row.rays):
            recolour(figure, colour)

    def _note(self, backend: BackendName, age: float, live: bool) -> str:
        """Threads, compile time, and how old the figures are."""
        worker = self._studio.pool.known(backend)
        parts = []
        if worker and worker.info and worker.info.threads and backend == "cpu":
            count = worker.info.threads
            parts.append((tr("1 thread") if count == 1 else tr("{count} threads")).format(count=count))
        if worker and worker.software:
            parts.append(tr("software"))
        if worker and worker.spp > 0.0:
            parts.append(tr("{spp} spp").format(spp=figures.samples(worker.spp)))
        if worker and worker.compile_seconds >= 0.05:
            parts.append(tr("compile {seconds}").format(seconds=figures.duration(worker.compile_seconds)))
        if age == float("inf"):
            parts.append(tr("not measured"))
        elif live:
            parts.append(tr("running"))
        else:
            parts.append(tr("measured {ago}").format(ago=figures.age(age)))
        return " · ".join(parts)

    def _show_power(self, gpu: Side) -> None:
        """Watts of the sides that worked; why not, in the tooltip."""
        backends: list[BackendName] = ["cpu"] if gpu.backend is None else ["cpu", gpu.backend]
        powers = {name: self._measurements.power.of(name) for name in backends}
        title = self._studio.sides.title
        if all(power.reason for power in powers.values()):
            text = tr("not available")
        else:
            text = " · ".join(f"{title(name)} {power_text(power)}" for name, power in powers.items())
        self.power_line.setText(tr("Power: {values}").format(values=text))
        self.power_line.setToolTip("\n".join(f"{title(name)}: {power_detail(power)}" for name, power in powers.items()))

    def _show_gap(self, gpu: Side) -> None:
        gap = self._measurements.gap
        name = self._studio.sides.title(gpu.backend) if gpu.backend else "GPU"
        c = theme().colours
        beside = gap.ratio is not None
        self._box.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        self._box.setSpacing(GAP_L if beside else 2)
        if gap.ratio is None:
            self._figure.setText(tr("not measured") if gap.reason != "measuring" else tr("measuring …"))
            self._figure.setFont(figure_font(TEXT_FIGURE))
            recolour(self._figure, c.text_dim)
            self._caption.setText(self._why_not_measured(gpu, gap))
        else:
            self._figure.setText(format_ratio(gap.ratio).replace("x", "×"))
            self._figure.setFont(figure_font(TEXT_HUGE, weight=QFont.Weight.Bold))
            recolour(self._figure, c.text if gpu.software else c.gpu)
            self._caption.setText(self._explain(name, gap))
        self._caption.setVisible(bool(self._caption.text()))
        self._figure.setAccessibleDescription(f"{name} {self._figure.text()}, {self._caption.text()}")

    def _why_not_measured(self, gpu: Side, gap: Gap) -> str:
        if gpu.backend is None:
            return gpu.reason
        if gap.reason == "measuring":
            return ""
        other = gpu.title if self._studio.active == "cpu" else "CPU"
        return tr("Switch to {side} to measure it on this picture").format(side=other)

    def _explain(self, name: str, gap: Gap) -> str:
        """What is divided by what, how old it is, and what differs."""
        threads = self._studio.sides.found.get("cpu")
        against = (
            tr("{count} CPU threads").format(count=threads.threads)
            if threads and threads.threads > 1
            else tr("one CPU thread")
        )
        slower = gap.ratio is not None and gap.ratio < 0.95
        text = tr("{name} is slower than {against}") if slower else tr("{name} over {against}")
        lines = [text.format(name=f"<b>{name}</b>", against=against), tr("in samples/s")]
        if not gap.same_camera:
            lines.append(tr("the views differ"))
        elif gap.age >= 2.0:
            lines.append(tr("measured {ago}").format(ago=figures.age(gap.age)))
        return "<br>".join(lines)
