"""What the outliner and the properties show and change."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from raytracer.app import operations
from raytracer.app.editor import Editor
from raytracer.app.items import Item
from raytracer.app.panels import outline_model
from raytracer.app.panels.outliner import OutlinerPanel
from raytracer.app.panels.sections import ObjectSection
from raytracer.app.value_rows import ColorRow
from raytracer.app.window import MainWindow
from raytracer.scene import Input, transform
from raytracer.scene.edits import Set
from tests.app.editing.conftest import properties


def test_the_outliner_shows_searches_selects_and_renames(window: MainWindow, editor: Editor) -> None:
    panel = window.docks.panel("outliner")
    assert isinstance(panel, OutlinerPanel)
    model = panel.model
    names = [model.data(model.index(r, 0, model.index(0, 0))) for r in range(model.rowCount(model.index(0, 0)))]
    assert names == ["left", "right"]
    panel.tree.setCurrentIndex(model.index_of(Item("instances", 1)))
    assert editor.selection == (Item("instances", 1),)
    editor.select([Item("materials", 0)])
    assert model.item(panel.tree.selectionModel().selectedIndexes()[0]) == Item("materials", 0)
    panel.search.setText("glass")
    assert [model.data(model.index(r, 0)) for r in range(model.rowCount())] == ["Materials  1"]
    panel.search.setText("")
    assert model.setData(model.index_of(Item("materials", 0)), "glass")
    assert editor.document.materials[0].name == "glass 2", "a file needs names that differ"
    panel._clicked(model.index_of(Item("instances", 0)).siblingAtColumn(1))
    assert not editor.document.instances[0].visible


def test_the_eye_of_a_heading_is_drawn_without_a_list_of_what_stands_below(
    window: MainWindow, editor: Editor, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = window.docks.panel("outliner")
    assert isinstance(panel, OutlinerPanel)
    model = panel.model
    eye = model.index(0, outline_model.EYE)
    made: list[object] = []
    monkeypatch.setattr(outline_model, "Item", lambda *given: made.append(given) or Item(*given))
    said = [model.data(eye, Qt.ItemDataRole.AccessibleTextRole)]
    panel._clicked(eye)
    made.clear()
    said.append(model.data(eye, Qt.ItemDataRole.AccessibleTextRole))
    editor.apply("one", Set(("instances", 1, "visible"), True))
    made.clear()
    said.append(model.data(eye, Qt.ItemDataRole.AccessibleTextRole))
    assert said == ["visible", "hidden", "visible"]
    assert made == [], "with a hundred thousand objects it took its time at every paint"
    assert model.data(model.index(1, outline_model.EYE), Qt.ItemDataRole.AccessibleTextRole) is None


@pytest.mark.parametrize(
    "item", [Item("instances", 0), Item("materials", 1), Item("lights", 0), Item("environment"), Item("cameras", 0)]
)
def test_every_kind_of_thing_has_properties_that_a_screen_reader_can_name(
    window: MainWindow, editor: Editor, item: Item
) -> None:
    from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QComboBox, QLineEdit, QSlider

    panel = properties(window, item)
    controls = [c for kind in (QAbstractSpinBox, QCheckBox, QComboBox, QSlider) for c in panel.findChildren(kind)]
    assert len(controls) >= 3
    assert [c for c in controls if not c.accessibleName() or not c.toolTip()] == []
    assert [w for w in panel.findChildren(QLineEdit) if w.accessibleName() == "" and w.parent() not in controls] == []


def test_place_by_numbers(window: MainWindow, editor: Editor) -> None:
    panel = properties(window, Item("instances", 0))
    section = next(s for s in panel.sections if isinstance(s, ObjectSection))
    position, rotation, scale = section._vectors
    position.fields[1].setValue(2.0)
    rotation.fields[2].setValue(90.0)
    scale.fields[0].setValue(3.0)
    expected = transform.compose((0.0, 2.0, 0.0), (0.0, 0.0, 90.0), (3.0, 1.0, 1.0))
    assert np.array_equal(editor.document.instances[0].world_from_object, expected)
    assert rotation.value() == (0.0, 0.0, 90.0)
    scale.fields[1].setValue(0.0)
    assert "flattens" in window.overlay.notices[-1].notice.text
    assert scale.value() == (3.0, 1.0, 1.0), "the refused value is taken off the screen"


def test_a_picked_colour_is_stored_as_linear_light(qtbot: QtBot, window: MainWindow, editor: Editor) -> None:
    panel = properties(window, Item("materials", 0))
    row = panel.findChildren(ColorRow)[0]
    dialog = row.pick()
    dialog.setCurrentColor(QColor(188, 188, 188))
    assert editor.document.materials[0].parameters["reflectance"].value == pytest.approx((0.5, 0.5, 0.5), abs=0.01)
    dialog.setCurrentColor(QColor(255, 255, 255))
    assert len(editor.history.done) == 1
    dialog.reject()
    assert editor.document.materials[0].parameters["reflectance"].value == pytest.approx((0.8, 0.1, 0.1))


def test_another_shader_keeps_what_it_knows_too(window: MainWindow, editor: Editor) -> None:
    operations.choose_surface(editor, 0, "plastic")
    material = editor.document.materials[0]
    assert (material.surface, material.parameters["reflectance"].value) == ("plastic", (0.8, 0.1, 0.1))
    operations.choose_surface(editor, 0, "null")
    assert editor.document.materials[0].parameters == {}
    properties(window, Item("materials", 0))


def test_a_texture_is_named_by_its_file_and_taken_off_again(window: MainWindow, editor: Editor) -> None:
    path = ("materials", 0, "parameters", "reflectance")
    operations.replace_texture(editor, path, "/x/wood.png", color=True)
    given = editor.document.materials[0].parameters["reflectance"]
    assert isinstance(given, Input)
    assert given.texture.image.key == "srgb:/x/wood.png"
    editor.undo()
    assert editor.document.materials[0].parameters["reflectance"].texture is None


def test_an_hdr_dropped_becomes_the_sky(window: MainWindow, editor: Editor) -> None:
    window.open_scene(Path("/x/studio.HDR"))
    assert editor.document.environment.image.key == f"sky:{Path('/x/studio.HDR').absolute()}"
    assert window.studio.opening is None
