"""The tour: four cards at the very first start, never again by itself."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from raytracer.app.icons import pixmap
from raytracer.app.language import QT_TR_NOOP, tr
from raytracer.app.parts import label
from raytracer.app.theme import body_font, theme
from raytracer.app.tokens import GAP_L, GAP_M, GAP_XL, TEXT_FIGURE

CARDS: tuple[tuple[str, str, str], ...] = (
    (
        "app",
        QT_TR_NOOP("Light, computed while you watch"),
        QT_TR_NOOP(
            "The picture begins coarse and becomes clearer with every sample. Drag with the left button to turn it, "
            "with the middle one to move it; the wheel goes nearer. R is the way back."
        ),
    ),
    (
        "flip",
        QT_TR_NOOP("CPU or GPU"),
        QT_TR_NOOP(
            "The large switch, or the key B, lets the other one go on with the same picture. What you read beside it "
            "was counted while it worked; what was not measured says so."
        ),
    ),
    (
        "open",
        QT_TR_NOOP("Your own scenes"),
        QT_TR_NOOP(
            "Drop a glTF, OBJ, PLY, STL or Mitsuba file on the window, or take one of the scenes that come with the "
            "program. What a file asks for and is not supported is listed in the panel Scene."
        ),
    ),
    (
        "keyboard",
        QT_TR_NOOP("Everything has a key"),
        QT_TR_NOOP(
            "F1 lists all keys and gestures. Ctrl and the wheel zoom into the pixels, Ctrl+T keeps the picture for a "
            "comparison, and the menu Compare sets CPU and GPU against each other."
        ),
    ),
)


class Tour(QDialog):
    """One card at a time; can be left at every moment, and the window goes on working behind it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("A short tour"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.card = 0
        self._sign = label()
        self._title = label("", font=body_font(TEXT_FIGURE))
        self._text = label("", font=body_font(14), wrap=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._text.setMinimumHeight(96)
        self._count = label("", "dim")
        self.skip = QPushButton(tr("Skip"))
        self.skip.setAutoDefault(False)
        self.skip.clicked.connect(self.close)
        self.back = QPushButton(tr("Back"))
        self.back.setAutoDefault(False)
        self.back.clicked.connect(lambda: self.show_card(self.card - 1))
        self.next = QPushButton("")
        self.next.setDefault(True)
        self.next.clicked.connect(lambda: self.show_card(self.card + 1))
        head = QHBoxLayout()
        head.setSpacing(GAP_L)
        head.addWidget(self._sign)
        head.addWidget(self._title, 1)
        foot = QHBoxLayout()
        foot.setSpacing(GAP_M)
        foot.addWidget(self.skip)
        foot.addWidget(self._count, 1, Qt.AlignmentFlag.AlignCenter)
        foot.addWidget(self.back)
        foot.addWidget(self.next)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GAP_XL, GAP_XL, GAP_XL, GAP_L)
        layout.setSpacing(GAP_L)
        layout.addLayout(head)
        layout.addWidget(self._text, 1)
        layout.addLayout(foot)
        self.setFixedWidth(480)
        self.show_card(0)

    def show_card(self, number: int) -> None:
        """Shows a card; beyond the last one the tour is over."""
        if number >= len(CARDS):
            self.close()
            return
        self.card = max(number, 0)
        sign, title, text = CARDS[self.card]
        self._sign.setPixmap(pixmap(sign, theme().colours.accent, 32, self.devicePixelRatioF()))
        self._title.setText(tr(title))
        self._text.setText(tr(text))
        self._count.setText(f"{self.card + 1} / {len(CARDS)}")
        last = self.card + 1 == len(CARDS)
        self.next.setText(tr("Start") if last else tr("Next"))
        self.back.setEnabled(self.card > 0)
        self.next.setFocus()
        self.setAccessibleDescription(f"{tr(title)}. {tr(text)}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.show_card(self.card + (1 if event.key() == Qt.Key.Key_Right else -1))
        else:
            super().keyPressEvent(event)
