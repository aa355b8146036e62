"""Follow a ray: one sample of one pixel, vertex by vertex, as the kernel traced it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from raytracer.app import figures
from raytracer.app.controls import Facts, PanelPage, WholeRow
from raytracer.app.language import QT_TR_NOOP, tr
from raytracer.app.layers.path import BOUNCE, CAMERA_RAY, LIGHT_FOUND, LIGHT_HIDDEN, REFRACTED, SCATTERED
from raytracer.app.parts import label, timer, tool_button
from raytracer.app.ray_follower import RayFollower, RayTool
from raytracer.app.studio import Studio
from raytracer.app.theme import figure_font
from raytracer.app.tokens import GAP_M, GAP_S, TEXT_SMALL
from raytracer.scene.path_record import PathRecord, PathVertex, Triple
from raytracer.session.throughput import format_si

MOST_SAMPLES = 2**31 - 1
A_MILLION = 1_000_000
_REFRESH_MS = 500
_TABLE_ROWS = 7

ENDS = {
    "left the scene": QT_TR_NOOP("It left the scene."),
    "absorbed": QT_TR_NOOP("It was absorbed."),
    "roulette": QT_TR_NOOP("Roulette ended it: too dim to be worth more rays."),
    "longest path": QT_TR_NOOP("It reached the longest path of the settings."),
    "swallowed by a medium": QT_TR_NOOP("A medium swallowed it."),
    "too many surfaces": QT_TR_NOOP("It passed through too many surfaces."),
}
WAYS = {
    "delta": QT_TR_NOOP("mirrors"),
    "straight": QT_TR_NOOP("straight on"),
    "absorbed": QT_TR_NOOP("absorbed"),
    "scatter": QT_TR_NOOP("scatters"),
    "none": "",
}
FATES = {
    "visible": QT_TR_NOOP("visible"),
    "blocked": QT_TR_NOOP("blocked"),
    "not traced": QT_TR_NOOP("nothing could come"),
}
LEGEND = (
    (CAMERA_RAY, QT_TR_NOOP("from the camera")),
    (BOUNCE, QT_TR_NOOP("bounced")),
    (REFRACTED, QT_TR_NOOP("refracted")),
    (SCATTERED, QT_TR_NOOP("scattered")),
    (LIGHT_FOUND, QT_TR_NOOP("light visible")),
    (LIGHT_HIDDEN, QT_TR_NOOP("light blocked, end")),
)


def make(studio: Studio) -> FollowRayPanel:
    """For the table of panels."""
    return FollowRayPanel(studio)


class FollowRayPanel(PanelPage):
    """Shares the path with the layer over the picture through ``RayFollower``."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        self._follower = studio.feature(RayFollower)
        self._tool = studio.feature(RayTool)
        self.pick = QPushButton(tr("Click a pixel of the picture"))
        self.pick.setCheckable(True)
        self.pick.setToolTip(tr("A click on the picture then follows a ray through that pixel; Esc leaves"))
        self.sample = WholeRow(
            tr("Sample"), (0, MOST_SAMPLES), 0, tip=tr("Which of the pixel's samples: each goes another way")
        )
        self._where = label("", "dim", wrap=True)
        self._table = self._make_table()
        self.facts = Facts()
        self._end = label("", "value", wrap=True)
        self._million = label("", "title", wrap=True)
        self.add(self.pick, self._sample_line(), self._where, self._table, self._steps())
        self.add(self._end, self._million, self.facts, self._legend())
        self.finish()
        self._connect()
        self.refresh()

    def _connect(self) -> None:
        self.pick.toggled.connect(self._tool.set_on)
        self._tool.changed.connect(lambda: self.pick.setChecked(self._tool.on))
        self._follower.changed.connect(self.refresh)
        self.sample.edited.connect(self._follower.set_sample)
        self._table.currentCellChanged.connect(lambda row, *_rest: self._follower.select(row) if row >= 0 else None)
        self._timer = timer(self, _REFRESH_MS, self._show_million)
        self._timer.start()

    # ------------------------------------------------------------ layout

    def _make_table(self) -> QTableWidget:
        table = QTableWidget(0, 4)
        table.setHorizontalHeaderLabels([tr("#"), tr("Vertex"), tr("Carries"), tr("Adds")])
        table.verticalHeader().hide()
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setShowGrid(False)
        table.setAccessibleName(tr("Vertices of the path"))
        table.setFont(figure_font(TEXT_SMALL))
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        table.verticalHeader().setDefaultSectionSize(24)
        table.setFixedHeight(24 * _TABLE_ROWS + 30)
        return table

    def _sample_line(self) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP_M)
        following = QPushButton(tr("Next"))
        following.setToolTip(tr("The next sample of this pixel"))
        following.clicked.connect(lambda: self.sample.field.setValue(self.sample.field.value() + 1))
        layout.addWidget(self.sample, 1)
        layout.addWidget(following)
        return row

    def _steps(self) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP_S)
        for text, tip, by in (("◀", tr("The vertex before (J)"), -1), ("▶", tr("The next vertex (K)"), 1)):
            button = tool_button(text, tip, lambda _on=False, step=by: self._follower.step(step))
            button.setProperty("chip", True)
            layout.addWidget(button)
        self._place = label("", "dim")
        layout.addWidget(self._place, 1)
        clear = tool_button(tr("Clear"), tr("Take the path off the picture"), self._follower.clear)
        clear.setProperty("chip", True)
        layout.addWidget(clear)
        return row

    def _legend(self) -> QWidget:
        words = [(colour, tr(text).replace(" ", "&nbsp;")) for colour, text in LEGEND]
        entries = " ".join(
            f'<span style="color:{colour}; background:#26282C;">&nbsp;━&nbsp;</span>&nbsp;{text}&nbsp;&nbsp;'
            for colour, text in words
        )
        return label(entries, "small", wrap=True)

    # ------------------------------------------------------------ contents

    def refresh(self) -> None:
        """Shows the path and the vertex that is looked at."""
        follower, record = self._follower, self._follower.record
        self.sample.show_value(follower.sample)
        self._where.setText(self._where_text())
        self._fill(record)
        for widget in (self._table, self._end, self._million, self.facts):
            widget.setVisible(record is not None)
        self._place.setText("")
        if record is None:
            return
        vertex = record.vertices[follower.selected]
        self._place.setText(
            tr("vertex {number} of {count}").format(number=follower.selected, count=len(record.vertices) - 1)
        )
        self._end.setText(_summary(record))
        for name, value in _facts(vertex):
            self.facts.show_fact(name, value)
        self._show_million()

    def _where_text(self) -> str:
        follower = self._follower
        if follower.waiting:
            return tr("Following the ray …")
        if follower.record is None:
            return tr("No ray is followed yet.")
        record = follower.record
        text = tr("Pixel {x}, {y} of {width} × {height}, exactly the film's own sample.")
        return text.format(x=record.x, y=record.y, width=record.width, height=record.height)

    def _fill(self, record: PathRecord | None) -> None:
        table = self._table
        table.blockSignals(True)
        vertices = record.vertices if record is not None else ()
        table.setRowCount(len(vertices))
        for row, vertex in enumerate(vertices):
            cells = (str(row), words(vertex), _light(vertex.throughput), _light(_added(vertex)))
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                if column != 1:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                item.setToolTip(text)
                table.setItem(row, column, item)
        if vertices:
            table.setCurrentCell(self._follower.selected, 0)
        table.blockSignals(False)

    def _show_million(self) -> None:
        record = self._follower.record
        if record is None or not self.isVisible():
            return
        rate, worker = self._follower.samples_per_s(), self._studio.worker
        device = worker.info.device if worker.info is not None else worker.backend
        if rate is None:
            self._million.setText(tr("And now a million of these: not measured yet."))
            return
        text = tr("And now a million of these: {time} on {device}, at {rate} counted now.")
        self._million.setText(
            text.format(time=figures.duration(A_MILLION / rate), device=device, rate=format_si(rate, "samples/s"))
        )


def words(vertex: PathVertex) -> str:
    """What is at a vertex and what happens there, in a few words."""
    if vertex.kind == "camera":
        return tr("camera")
    if vertex.kind == "sky":
        return tr("sky") if vertex.what else tr("out of the scene")
    if vertex.kind == "pass":
        return tr("through {name}").format(name=vertex.what)
    if vertex.kind == "medium":
        return tr("particle, {name}").format(name=vertex.what)
    way = tr("refracts") if vertex.goes_through else tr(WAYS[vertex.scattering])
    if not vertex.survived:
        way = tr("roulette")
    return f"{vertex.what}, {way}" if way else vertex.what


def _added(vertex: PathVertex) -> Triple:
    shadow = vertex.shadow.added if vertex.shadow is not None else (0.0, 0.0, 0.0)
    r, g, b = (own + found for own, found in zip(vertex.emission, shadow, strict=True))
    return (r, g, b)


def _summary(record: PathRecord) -> str:
    text = tr("{rays} rays, {bounces} bounces. {end} The sample's light: {light}.")
    return text.format(rays=record.rays, bounces=record.bounces, end=tr(ENDS[record.end]), light=_rgb(record.radiance))


def _facts(vertex: PathVertex) -> list[tuple[str, str]]:
    """Everything about one vertex; every name each time, so that the list keeps its shape."""
    shadow = vertex.shadow
    none = "–"
    return [
        (tr("Position"), ", ".join(f"{value:.4g}" for value in vertex.position) + " m"),
        (tr("Normal"), ", ".join(f"{value:.3f}" for value in vertex.n_shading) if vertex.kind == "surface" else none),
        (tr("Medium"), vertex.medium or none),
        (tr("Throughput"), _rgb(vertex.throughput)),
        (tr("Own light"), _rgb(vertex.emission)),
        (tr("Light chosen"), f"{shadow.light}, {tr(FATES[shadow.fate])}" if shadow else none),
        (tr("It brought"), _rgb(shadow.added) if shadow else none),
        (tr("Its density"), f"{shadow.pdf:.4g}" if shadow else none),
        (tr("Its weight"), f"{shadow.weight:.3f}" if shadow else none),
        (tr("Direction"), _density(vertex) or none),
        (tr("Roulette"), f"{vertex.survival:.0%}" if vertex.survival < 1.0 else none),
        (tr("Rays so far"), str(vertex.rays)),
    ]


def _density(vertex: PathVertex) -> str:
    """Of the direction in which the path went on."""
    if vertex.scattering == "scatter":
        return f"{vertex.pdf:.4g} / sr"
    return tr("the only one") if vertex.scattering == "delta" else ""


def _rgb(color: Triple) -> str:
    return "  ".join(f"{value:.3g}" for value in color) if any(color) else "0"


def _light(color: Triple) -> str:
    """The mean of the channels, short."""
    mean = sum(color) / 3.0
    return f"{mean:.2g}" if mean else "–"
