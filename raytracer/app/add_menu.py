"""The menu of what can be added to the scene; in the outliner and at the pointer."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from raytracer.app import operations
from raytracer.app.adding import LIGHTS, OBJECTS, Adding
from raytracer.app.editor import Editor
from raytracer.app.icons import icon
from raytracer.app.language import tr
from raytracer.app.studio import Studio
from raytracer.app.theme import theme


def add_menu(studio: Studio, parent: QWidget) -> QMenu:
    """Objects and lights, then what there is no place for: material, sky, fog."""
    menu = QMenu(parent)
    editor, adding = studio.feature(Editor), studio.feature(Adding)
    colour = theme().colours.text_dim
    for sort, kinds in (("object", OBJECTS), ("light", LIGHTS)):
        for kind, title in kinds.items():
            menu.addAction(icon(sort, colour), tr(title), partial(adding.add, kind))
        menu.addSeparator()
    menu.addAction(icon("material", colour), tr("Material"), lambda: operations.new_material(editor))
    sky = menu.addAction(icon("sky", colour), tr("Sky"), lambda: operations.new_environment(editor))
    sky.setEnabled(editor.document.environment is None)
    fog = menu.addAction(icon("fog", colour), tr("Fog"), lambda: operations.new_medium(editor))
    fog.setEnabled(editor.document.medium is None)
    menu.setEnabled(studio.scene is not None)
    return menu
