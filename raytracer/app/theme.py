"""The application's look: palette, fonts and style sheet, made from the design tokens; dark, light or the system's."""

from __future__ import annotations

from typing import Literal, cast

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from raytracer.app.language import QT_TR_NOOP
from raytracer.app.stylesheet import stylesheet
from raytracer.app.tokens import DARK, HIGH_CONTRAST, LIGHT, TEXT_BODY, Colours
from raytracer.backends import BackendName, Contender

ThemeChoice = Literal["dark", "light", "contrast", "system"]
THEMES: tuple[ThemeChoice, ...] = ("dark", "light", "contrast", "system")
THEME_TITLES: dict[ThemeChoice, str] = {
    "dark": QT_TR_NOOP("Dark"),
    "light": QT_TR_NOOP("Light"),
    "contrast": QT_TR_NOOP("High contrast"),
    "system": QT_TR_NOOP("Like the system"),
}

_FAMILIES = (
    "Inter",
    "Segoe UI Variable Text",
    "Segoe UI",
    ".AppleSystemUIFont",
    "Cantarell",
    "Ubuntu",
    "Noto Sans",
    "Roboto",
)


class Theme(QObject):
    """The colours in force. Widgets that paint themselves read ``colours`` and repaint on ``changed``."""

    changed = Signal()

    def __init__(self, app: QApplication, choice: ThemeChoice = "dark") -> None:
        super().__init__(app)
        self._app = app
        self.choice: ThemeChoice = choice
        self.colours = self._resolve()
        app.setStyle("Fusion")
        app.setFont(body_font())
        self._apply()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)

    def set_choice(self, choice: ThemeChoice) -> None:
        """Switches at once; nothing happens when it is in force already."""
        self.choice = choice
        colours = self._resolve()
        if colours is not self.colours:
            self.colours = colours
            self._apply()
            self.changed.emit()

    def backend_colour(self, backend: BackendName) -> str:
        """The colour that stands for this side of the comparison everywhere."""
        return self.colours.cpu if backend == "cpu" else self.colours.gpu

    def contender_colour(self, who: Contender) -> str:
        """The same for someone in a race: the CPU with fewer threads has a colour of its own."""
        if who.backend == "cpu" and who.threads:
            return self.colours.few
        return self.backend_colour(who.backend)

    def _system_changed(self) -> None:
        if self.choice == "system":
            self.set_choice("system")

    def _resolve(self) -> Colours:
        if self.choice == "system":
            scheme = QGuiApplication.styleHints().colorScheme()
            return LIGHT if scheme == Qt.ColorScheme.Light else DARK
        return {"light": LIGHT, "contrast": HIGH_CONTRAST}.get(self.choice, DARK)

    def _apply(self) -> None:
        self._app.setPalette(_palette(self.colours))
        self._app.setStyleSheet(stylesheet(self.colours))


def theme() -> Theme:
    """The running application's theme."""
    found = cast("QApplication", QApplication.instance()).findChild(Theme)
    assert found is not None, "Theme is created in main, before any widget"
    return found


def body_font(pixels: int = TEXT_BODY, *, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The interface font; the platform's own where none of the preferred ones is installed."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    installed = set(QFontDatabase.families())
    for family in _FAMILIES:
        if family in installed:
            font.setFamily(family)
            break
    font.setPixelSize(pixels)
    font.setWeight(weight)
    return font


def figure_font(pixels: int, *, weight: QFont.Weight = QFont.Weight.DemiBold) -> QFont:
    """For numbers that change: digits of equal width, where the font has them."""
    font = body_font(pixels, weight=weight)
    if hasattr(QFont, "Tag"):
        font.setFeature(QFont.Tag("tnum"), 1)
    return font


def _palette(c: Colours) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for group, colour in (
        (role.Window, c.window),
        (role.WindowText, c.text),
        (role.Base, c.raised),
        (role.AlternateBase, c.panel),
        (role.Text, c.text),
        (role.PlaceholderText, c.text_off),
        (role.Button, c.raised),
        (role.ButtonText, c.text),
        (role.BrightText, c.error),
        (role.ToolTipBase, c.raised),
        (role.ToolTipText, c.text),
        (role.Highlight, c.accent),
        (role.HighlightedText, c.on_accent),
        (role.Link, c.accent),
        (role.Light, c.hover),
        (role.Mid, c.line),
        (role.Dark, c.line),
        (role.Shadow, c.canvas),
    ):
        palette.setColor(group, QColor(colour))
    for text in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, text, QColor(c.text_off))
    return palette
