"""One line about the picture behind a value: its name, another one, or none."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from raytracer.app import operations
from raytracer.app.controls import LABEL_WIDTH
from raytracer.app.editor import Editor
from raytracer.app.icons import icon
from raytracer.app.language import tr
from raytracer.app.parts import label, tool_button
from raytracer.app.theme import theme
from raytracer.app.tokens import GAP_M, GAP_S
from raytracer.app.words import title
from raytracer.scene import Image, Input, Texture
from raytracer.scene.edits import KeyPath

PICTURES = "*.png *.jpg *.jpeg *.webp *.tif *.tiff *.bmp *.tga *.exr *.hdr"
SKIES = "*.exr *.hdr *.png *.jpg *.jpeg *.tif *.tiff"


class TextureRow(QWidget):
    """``path`` leads to an input, a texture, or the sky's picture."""

    def __init__(self, editor: Editor, name: str, path: KeyPath, *, color: bool) -> None:
        super().__init__()
        self._editor, self._name, self._path, self._color = editor, name, path, color
        self._sky = path[0] == "environment"
        self._text = label("", "small")
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        what = title(name)
        self.button = tool_button("", tr("{name}: choose a picture").format(name=what), self.ask)
        """For the end of the value's own row."""
        self._clear = tool_button("×", tr("{name}: no picture").format(name=what), self.clear)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(LABEL_WIDTH + GAP_M, 0, 0, 0)
        layout.setSpacing(GAP_S)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._clear)

    @property
    def image(self) -> Image | None:
        """The picture in use."""
        value = operations.value_at(self._editor.document, self._path)
        if isinstance(value, Input):
            value = value.texture
        if isinstance(value, Texture):
            value = value.image
        return value if isinstance(value, Image) else None

    def refresh(self) -> None:
        """Shows the picture in use."""
        image = self.image
        self._text.setText(self._elided(image.name if image else ""))
        self._text.setToolTip(image.name if image else "")
        self._clear.setVisible(not self._sky)
        self.setVisible(image is not None)
        c = theme().colours
        self.button.setIcon(icon("picture", c.accent if image is not None else c.text_off))

    def _elided(self, name: str) -> str:
        return self._text.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, 150)

    def ask(self) -> QFileDialog:
        """Asks for a picture."""
        patterns = SKIES if self._sky else PICTURES
        dialog = QFileDialog(self, tr("Choose a picture"), "", tr("Pictures ({patterns})").format(patterns=patterns))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.take)
        dialog.open()
        return dialog

    def take(self, file: str) -> None:
        """Uses this picture."""
        file = str(Path(file).absolute())
        if self._sky:
            operations.environment_image(self._editor, file)
        else:
            operations.replace_texture(self._editor, self._path, file, color=self._color)

    def clear(self) -> None:
        """Uses the plain value."""
        value = operations.value_at(self._editor.document, self._path)
        plain = value.model_copy(update={"texture": None}) if isinstance(value, Input) else None
        label = tr("{name}: no picture").format(name=title(self._name))
        self._editor.set(label, self._path, plain, merge=False)
