"""Bounces: only the light of so many bounces, or of one kind; stepped through by hand or by itself."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QHBoxLayout, QPushButton, QToolButton, QWidget

from raytracer.app.controls import NumberRow, PanelPage, QuietSlider
from raytracer.app.icons import icon
from raytracer.app.language import QT_TR_NOOP, tr
from raytracer.app.parts import label, timer, tool_button
from raytracer.app.studio import Studio
from raytracer.app.theme import figure_font, theme
from raytracer.app.tokens import GAP_M, GAP_S, TEXT_FIGURE
from raytracer.scene.path_filter import ALL_COMPONENTS, ComponentName

MOST_BOUNCES = 32
"""Where the slider ends; what comes after is too dim to see."""
SECONDS = (0.5, 10.0)
ALL, ONLY, UP_TO = QT_TR_NOOP("All light"), QT_TR_NOOP("Only"), QT_TR_NOOP("Up to")

KINDS: dict[ComponentName, tuple[str, str]] = {
    "emitted": (QT_TR_NOOP("Emitted"), QT_TR_NOOP("No bounce: lights and sky as the camera sees them")),
    "direct": (QT_TR_NOOP("Direct"), QT_TR_NOOP("One bounce, by reflection: from a light to a surface to the camera")),
    "indirect": (QT_TR_NOOP("Indirect"), QT_TR_NOOP("Two bounces or more, all by reflection")),
    "refracted": (
        QT_TR_NOOP("Refracted"),
        QT_TR_NOOP("Went through a surface with a bend at least once, but met no medium"),
    ),
    "scattered": (QT_TR_NOOP("Scattered"), QT_TR_NOOP("Changed direction inside a medium at least once")),
}


def make(studio: Studio) -> BouncesPanel:
    """For the table of panels."""
    return BouncesPanel(studio)


class BouncesPanel(PanelPage):
    """Changes arguments of the running kernel: nothing is compiled, the film starts again."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        self.modes = {text: _chip(tr(text), tip) for text, tip in _mode_tips()}
        self.slider = QuietSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(tr("Bounces"))
        self.slider.setToolTip(tr("How often the light bounced between its source and the camera"))
        self.slider.setPageStep(1)
        self._figure = label("", font=figure_font(TEXT_FIGURE))
        self._meaning = label("", "dim", wrap=True)
        self.play = QPushButton(tr("Play"))
        self.play.setCheckable(True)
        self.play.setToolTip(tr("Go through the bounces by itself, one after the other"))
        self.pace = NumberRow(
            tr("Each for"), SECONDS, 2.0, suffix="s", decimals=1, tip=tr("Time that each bounce stays")
        )
        self.kinds = {name: _chip(tr(title), tr(tip)) for name, (title, tip) in KINDS.items()}
        self.all_kinds = tool_button(tr("All"), tr("All kinds of light"), self._show_all_kinds)
        self.all_kinds.setProperty("chip", True)
        self._timer = timer(self, 2000, self._advance)
        self.add(
            label(tr("Number of bounces"), "heading"),
            self._row(*self.modes.values()),
            self.slider,
            self._figure,
            self._meaning,
            self.pace,
            self.play,
            label(tr("Kinds of light"), "heading"),
            self._kind_grid(),
            label(
                tr(
                    "Numbers and kinds each add up to the whole picture. Click a kind to see it alone; "
                    "hold Ctrl to combine."
                ),
                "small",
                wrap=True,
            ),
        )
        self.finish()
        self._connect()
        self.refresh()

    def _connect(self) -> None:
        group = QButtonGroup(self)
        for text, button in self.modes.items():
            group.addButton(button)
            button.clicked.connect(lambda _on=False, mode=text: self._choose_mode(mode))
        for name, button in self.kinds.items():
            button.clicked.connect(lambda _on=False, kind=name: self._choose_kind(kind))
        self.slider.valueChanged.connect(self._slid)
        self.play.toggled.connect(self._set_playing)
        self.pace.edited.connect(lambda seconds: self._timer.setInterval(round(1000.0 * seconds)))
        self._studio.settings_changed.connect(self.refresh)
        theme().changed.connect(self.refresh)

    def _row(self, *widgets: QWidget) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP_S)
        for widget in widgets:
            layout.addWidget(widget)
        layout.addStretch(1)
        return row

    def _kind_grid(self) -> QWidget:
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(GAP_M)
        for i, button in enumerate((self.all_kinds, *self.kinds.values())):
            grid.addWidget(button, i // 3, i % 3, Qt.AlignmentFlag.AlignLeft)
        return box

    # ------------------------------------------------------------ what the user does

    def _choose_mode(self, mode: str) -> None:
        bounce = None if mode == ALL else self.slider.value()
        self._studio.change_settings(bounce=bounce, up_to_bounce=mode == UP_TO)

    def _slid(self, bounce: int) -> None:
        self._studio.change_settings(bounce=bounce, up_to_bounce=self._studio.settings.up_to_bounce)

    def _choose_kind(self, kind: ComponentName) -> None:
        """One alone; with Ctrl added to the others, or taken away. Never none at all."""
        now = self._studio.settings.components
        wanted: tuple[ComponentName, ...] = (kind,)
        if _holds_ctrl():
            chosen = set(now) ^ {kind}
            wanted = tuple(name for name in ALL_COMPONENTS if name in chosen)
        elif now == wanted:
            wanted = ALL_COMPONENTS
        self._studio.change_settings(components=wanted or ALL_COMPONENTS)
        self.refresh()

    def _show_all_kinds(self) -> None:
        self._studio.change_settings(components=ALL_COMPONENTS)
        self.refresh()

    def _set_playing(self, on: bool) -> None:
        if on:
            self._timer.start(round(1000.0 * self.pace.value()))
            mode = UP_TO if self._studio.settings.up_to_bounce else ONLY
            self.slider.setValue(0)
            self._choose_mode(mode)
        else:
            self._timer.stop()
        self.refresh()

    def _advance(self) -> None:
        """The next bounce, and the first one again after the last."""
        now = self._studio.settings.bounce
        following = 0 if now is None or now >= self.slider.maximum() else now + 1
        self._studio.change_settings(bounce=following)

    # ------------------------------------------------------------ contents

    def refresh(self) -> None:
        """Shows the settings in force."""
        settings = self._studio.settings
        bounce = settings.bounce
        mode = ALL if bounce is None else UP_TO if settings.up_to_bounce else ONLY
        self.modes[mode].setChecked(True)
        self.slider.blockSignals(True)
        self.slider.setRange(0, min(settings.max_depth - 1, MOST_BOUNCES))
        if bounce is not None:
            self.slider.setValue(bounce)
        self.slider.blockSignals(False)
        self._figure.setText(_figure_text(bounce, settings.up_to_bounce))
        self._meaning.setText(_meaning(bounce, settings.up_to_bounce, settings.max_depth))
        self.all_kinds.setDown(False)
        every = settings.components == ALL_COMPONENTS
        for name, button in self.kinds.items():
            button.setChecked(not every and name in settings.components)
        playing = self.play.isChecked()
        self.play.setText(tr("Stop") if playing else tr("Play"))
        self.play.setIcon(icon("pause" if playing else "play", theme().colours.text))


def _mode_tips() -> tuple[tuple[str, str], ...]:
    return (
        (ALL, tr("The whole picture")),
        (ONLY, tr("Only paths with exactly so many bounces")),
        (UP_TO, tr("Paths of up to so many bounces")),
    )


def _figure_text(bounce: int | None, up_to: bool) -> str:
    if bounce is None:
        return tr("all bounces")
    if bounce == 1:
        return tr("up to 1 bounce") if up_to else tr("1 bounce")
    text = tr("up to {count} bounces") if up_to else tr("{count} bounces")
    return text.format(count=bounce)


def _meaning(bounce: int | None, up_to: bool, max_depth: int) -> str:
    """What such light is, in words."""
    if bounce is None:
        return tr("All light, up to {count} bounces, the longest path of the settings.").format(count=max_depth - 1)
    if bounce == 0:
        return tr("What shines itself: lights and sky, as the camera sees them.")
    if up_to:
        return tr("Everything so far: the picture grows with each bounce.")
    if bounce == 1:
        return tr("Light that came from a light to a surface and then to the camera.")
    return tr("Light that met {count} surfaces or particles on its way to the camera.").format(count=bounce)


def _chip(text: str, tip: str) -> QToolButton:
    button = tool_button(text, tip)
    button.setAccessibleName(text)
    button.setAccessibleDescription(tip)
    button.setCheckable(True)
    button.setProperty("chip", True)
    return button


def _holds_ctrl() -> bool:
    from PySide6.QtGui import QGuiApplication

    return bool(QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier)
