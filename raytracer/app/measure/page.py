"""What the panels of all experiments have in common: start and cancel, progress, a figure, statements, export."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QPixmap
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from raytracer.app.controls import PanelPage
from raytracer.app.language import tr
from raytracer.app.measure.conductor import Conductor
from raytracer.app.measure.words import shown
from raytracer.app.notice import Notice
from raytracer.app.parts import as_panel, label, progress_bar, recolour, selectable
from raytracer.app.studio import Studio
from raytracer.app.theme import figure_font, theme
from raytracer.app.tokens import GAP_M, TEXT_FIGURE, TEXT_HUGE, TEXT_TITLE
from raytracer.session.measure.experiments import Options, experiment
from raytracer.session.measure.result import Result, Sentence

LONGEST_FIGURE = 8
"""Letters that fit the panel at the size of figures; words are set smaller."""
EXPORT_SCALE = 2.0
"""Exported pictures have so many pixels for one on the screen."""


class ExperimentPage(PanelPage):
    """One experiment. A subclass names it, adds its options and drawings, and says what its large figure is."""

    name = ""

    def __init__(self, studio: Studio, purpose: str) -> None:
        super().__init__()
        self._studio = studio
        self.conductor = studio.feature(Conductor)
        self._purpose = label(purpose, "dim", wrap=True)
        self.button = QPushButton(tr("Measure"))
        self.button.clicked.connect(self._pressed)
        self._bar = progress_bar()
        self._activity = label("", "small", wrap=True)
        self._figure = label("", font=figure_font(TEXT_HUGE, weight=QFont.Weight.Bold))
        self._figure.setAccessibleName(purpose)
        self._caption = label("", font=figure_font(TEXT_TITLE, weight=QFont.Weight.Medium), wrap=True)
        self._statements = selectable(label("", "dim", wrap=True))
        self.sheet = QWidget()
        as_panel(self.sheet)
        self._sheet_rows = QVBoxLayout(self.sheet)
        self._sheet_rows.setContentsMargins(0, 0, 0, 0)
        self._sheet_rows.setSpacing(GAP_M)
        self.add(self._purpose)
        self.add_options()
        self.add(self.button, self._bar, self._activity, self.sheet)
        self._sheet_rows.addWidget(self._figure)
        self._sheet_rows.addWidget(self._caption)
        for drawing in self.drawings():
            self._sheet_rows.addWidget(drawing)
        self._sheet_rows.addWidget(self._statements)
        self._exports = self._export_row()
        self.add(self._exports)
        self.finish()
        self.conductor.changed.connect(self.refresh)
        self.conductor.advanced.connect(self._advanced)
        studio.scene_changed.connect(self.refresh)
        studio.sides_changed.connect(self.refresh)
        theme().changed.connect(self._show_result)  # figures have the colours of their side
        self._show_result()
        self.refresh()

    # ------------------------------------------------------------ what a subclass says

    def add_options(self) -> None:
        """Adds rows between the purpose and the button."""

    def drawings(self) -> list[QWidget]:
        """Charts between the figure and the statements."""
        return []

    def options(self) -> Options:
        """What the user chose."""
        return Options(software=self._studio.sides.force_software)

    def headline(self, result: Result) -> tuple[str, str, str]:
        """The large figure, what it is, and its colour's name; an empty figure for none."""
        return "", "", "text"

    def draw(self, result: Result | None) -> None:
        """Shows a snapshot in the drawings."""

    def statements(self, result: Result) -> list[Sentence]:
        """What is said below the drawings."""
        return list(result.sentences())

    # ------------------------------------------------------------ acting

    @property
    def result(self) -> Result | None:
        """The newest snapshot."""
        return self.conductor.results.get(self.name)

    @property
    def figure_text(self) -> str:
        """The large figure, for tests and screen readers."""
        return self._figure.text()

    @property
    def caption_text(self) -> str:
        """What it is."""
        return self._caption.text()

    stills_picture = True

    @property
    def can_start(self) -> bool:
        """Whether it could begin."""
        return self.conductor.ready

    def start(self) -> None:
        """Measures, unless something is being measured."""
        if self.conductor.ready:
            self.conductor.start(experiment(self.name), self.options())

    def stop(self) -> None:
        """Ends the measurement; what was measured stays."""
        if self.conductor.running == self.name:
            self.conductor.cancel()

    def _pressed(self) -> None:
        if self.conductor.running == self.name:
            self.stop()
        else:
            self.start()

    def refresh(self) -> None:
        """Shows whether it runs, and how far it is."""
        mine = self.conductor.running == self.name
        self.button.setText(tr("Cancel") if mine else tr("Measure"))
        self.button.setEnabled(mine or self.conductor.ready)
        tip = tr("Measures the open scene; the picture waits meanwhile")
        self.button.setToolTip(tr("Ends the measurement; what was measured stays") if mine else tip)
        self._bar.setVisible(mine)
        fraction = self.conductor.fraction
        self._bar.setRange(0, 1000 if fraction is not None else 0)
        if fraction is not None:
            self._bar.setValue(round(1000 * fraction))
        problem = self.conductor.problems.get(self.name, "")
        doing = tr("{activity}. The picture waits.").format(activity=self.conductor.activity)
        self._activity.setText(doing if mine else problem)
        self._activity.setVisible(bool(self._activity.text()))
        self._exports.setVisible(self.result is not None)

    def _advanced(self, name: str) -> None:
        if name == self.name:
            self._show_result()
            self.refresh()

    def _show_result(self) -> None:
        result = self.result
        figure, caption, shade = self.headline(result) if result is not None else ("", "", "text")
        self._figure.setText(figure)
        size = TEXT_HUGE if len(figure) <= LONGEST_FIGURE else TEXT_FIGURE
        self._figure.setFont(figure_font(size, weight=QFont.Weight.Bold))
        recolour(self._figure, getattr(theme().colours, shade))
        self._caption.setText(caption)
        statements = self.statements(result) if result is not None else []
        self._statements.setText("\n".join(shown(sentence) for sentence in statements))
        for part in (self._figure, self._caption, self._statements):
            part.setVisible(bool(part.text()))
        self.draw(result)

    # ------------------------------------------------------------ export

    def _export_row(self) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP_M)
        for text, tip, act in self.exports():
            button = QPushButton(text)
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            button.clicked.connect(act)
            layout.addWidget(button)
        layout.addStretch(1)
        return row

    def exports(self) -> list[tuple[str, str, Callable[[], object]]]:
        """Text, tip and action of the buttons below."""
        return [
            (tr("CSV …"), tr("Save the numbers as they were measured"), lambda: self._ask("csv", self.save_csv)),
            (
                tr("PNG …"),
                tr("Save figure, chart and statements as a picture"),
                lambda: self._ask("png", self.save_png),
            ),
        ]

    def _ask(self, suffix: str, save: Callable[[Path], None]) -> None:
        scene = self._studio.scene
        stem = f"{scene.path.stem if scene else 'raytracer'}-{self.name}"
        dialog = QFileDialog(self, tr("Save"), str(Path.home()), f"*.{suffix}")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setDefaultSuffix(suffix)
        dialog.selectFile(f"{stem}.{suffix}")
        dialog.fileSelected.connect(lambda name: self.export(Path(name), save) if name else None)
        dialog.open()

    def export(self, path: Path, save: Callable[[Path], None]) -> None:
        """Writes a file and says so, or why not."""
        try:
            save(path)
        except OSError as error:
            self._studio.noticed.emit(Notice("error", f"{path}: {error.strerror or error}"))
        else:
            self._studio.noticed.emit(Notice("done", tr("Saved {name}").format(name=path.name)))

    def save_csv(self, path: Path) -> None:
        """Writes the table."""
        assert self.result is not None
        path.write_text(self.result.table().csv(), encoding="utf-8")

    def save_png(self, path: Path) -> None:
        """Writes what the panel shows."""
        self._sheet_rows.activate()  # the newest figures may not be laid out yet
        width = self.sheet.width()
        self.sheet.resize(width, max(self._sheet_rows.totalHeightForWidth(width), self.sheet.height()))
        picture = QPixmap(self.sheet.size() * EXPORT_SCALE)
        picture.setDevicePixelRatio(EXPORT_SCALE)
        picture.fill(theme().colours.panel)
        self.sheet.render(picture)
        if not picture.save(str(path), "PNG"):
            raise OSError(tr("cannot be written"))
