"""The About box: versions and devices, for bug reports."""

from __future__ import annotations

import platform
from importlib import metadata

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QVBoxLayout, QWidget

import raytracer
from raytracer.app.icons import pixmap
from raytracer.app.language import tr
from raytracer.app.parts import label, selectable
from raytracer.app.theme import body_font, theme
from raytracer.app.tokens import GAP_L, GAP_M, GAP_XL, TEXT_FIGURE


class AboutDialog(QDialog):
    """The text can be selected, or copied by its button."""

    def __init__(self, parent: QWidget, devices: list[str]) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Raytracer"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sign = label()
        sign.setPixmap(pixmap("app", theme().colours.text, 72, self.devicePixelRatioF()))
        name = label("Raytracer", font=body_font(TEXT_FIGURE + 4))
        about = label(tr("A path tracer that shows what a GPU is."), "dim")
        self.facts = selectable(label("\n".join([*versions(), "", *devices]), "value", wrap=True))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy = buttons.addButton(tr("Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.setToolTip(tr("Copies versions and devices, for a bug report"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.facts.text()))
        buttons.rejected.connect(self.close)
        texts = QVBoxLayout()
        texts.setSpacing(GAP_M)
        for widget in (name, about, self.facts):
            texts.addWidget(widget)
        row = QHBoxLayout()
        row.setSpacing(GAP_XL)
        row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(texts, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GAP_XL, GAP_XL, GAP_XL, GAP_L)
        layout.setSpacing(GAP_L)
        layout.addLayout(row)
        layout.addWidget(buttons)
        self.setMinimumWidth(440)


def versions() -> list[str]:
    """Versions of this program and of what it stands on, without importing any of it."""
    lines = [f"Raytracer {raytracer.__version__}"]
    for package, name in (("taichi", "Taichi"), ("numpy", "NumPy"), ("pyqtgraph", "PyQtGraph")):
        try:
            lines.append(f"{name} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            lines.append(tr("{name} is not installed").format(name=name))
    lines.append(f"Qt {qVersion()}")
    lines.append(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}")
    return lines
