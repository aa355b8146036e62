"""The sections of the properties panel, by the kind of what is selected: one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from raytracer.app import operations
from raytracer.app.controls import ChoiceRow
from raytracer.app.editor import Editor
from raytracer.app.fields import AnyRow, Field, connect, field_of, make_row, parameter_field
from raytracer.app.items import Item
from raytracer.app.language import tr
from raytracer.app.panels.texture_row import TextureRow
from raytracer.app.parts import label
from raytracer.app.tokens import GAP_M
from raytracer.app.value_rows import CheckRow, ColorRow, VectorRow
from raytracer.app.words import set_label, title
from raytracer.scene import Camera, Environment, Input, Material, Medium
from raytracer.scene import shader_catalog as shaders
from raytracer.scene.edits import KeyPath, matrix_value
from raytracer.scene.model import Model
from raytracer.scene.transform import compose, decompose


class Section(QWidget):
    """Rows about one thing. ``refresh`` fills them from the document."""

    def __init__(self, editor: Editor, item: Item, heading: str = "") -> None:
        super().__init__()
        self.editor, self.item = editor, item
        self.rows = QVBoxLayout(self)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setSpacing(GAP_M)
        self._fill: list[Callable[[], None]] = []
        if heading:
            line = QFrame()
            line.setObjectName("line")
            line.setFixedHeight(1)
            self.rows.addWidget(line)
            self.rows.addWidget(label(heading, "heading"))

    def refresh(self) -> None:
        """Shows the values as they are now."""
        if self.item.of(self.editor.document) is not None:
            for fill in self._fill:
                fill()

    def add(self, row: QWidget, fill: Callable[[], None]) -> None:
        """A row, and how it is filled."""
        self.rows.addWidget(row)
        self._fill.append(fill)

    def add_field(self, field: Field, path: KeyPath, get: Callable[[], Any], wrap: Callable[[Any], Any]) -> AnyRow:
        """A row whose changes set the value at ``path``, ``wrap``ped as the model wants it."""
        row = make_row(field)

        def act(value: Any) -> None:
            label = set_label(field.name, operations.shown_name(self.editor.document, self.item), value)
            self.editor.set(label, path, wrap(value))

        connect(row, act)
        if isinstance(row, ColorRow):
            row.picking.connect(lambda on: self.editor.begin_gesture() if on else self.editor.end_gesture())
        self.add(row, lambda: row.show_value(get()))
        return row

    def add_model(self, model: type[Model], names: list[str], path: KeyPath, get: Callable[[], Model | None]) -> None:
        """Rows for fields of a model."""
        for name in names:
            field = field_of(model, name)
            if field is not None:
                self._add_model_field(field, (*path, name), get)

    def _add_model_field(self, field: Field, path: KeyPath, get: Callable[[], Model | None]) -> AnyRow:
        return self.add_field(field, path, lambda: getattr(get(), field.name), lambda value: value)


class NameSection(Section):
    """What the thing is called."""

    def __init__(self, editor: Editor, item: Item) -> None:
        super().__init__(editor, item)
        row = make_row(Field("name", "text", title("name"), tr("Shown in the outliner")))
        connect(row, lambda name: operations.rename(editor, item, name))
        self.add(row, lambda: row.show_value(item.of(editor.document).name))


class ObjectSection(Section):
    """Place, visibility and material of an instance; changes go to all selected objects where that makes sense."""

    def __init__(self, editor: Editor, item: Item) -> None:
        super().__init__(editor, item)
        visible = CheckRow(title("visible"), tip=tr("Whether it is in the picture and lights it"))
        connect(visible, lambda on: operations.set_visible(editor, self._items(), on))
        self.add(visible, lambda: visible.show_value(self._instance.visible))
        self.material = ChoiceRow(title("material"), tip=tr("What it is made of"))
        connect(self.material, lambda i: operations.assign_material(editor, self._indices(), int(i)))
        self.add(self.material, self._show_material)
        self._vectors = [
            VectorRow(title("position"), suffix="m", tip=tr("Where its own origin lies in the world")),
            VectorRow(title("rotation"), suffix="°", tip=tr("About the fixed axes X, then Y, then Z")),
            VectorRow(title("scale"), tip=tr("Along its own axes")),
        ]
        for row in self._vectors:
            row.edited.connect(lambda _value: self._place())
            self.rows.addWidget(row)
        self._sheared = label(tr("Its transform shears, which numbers like these cannot say."), "small", wrap=True)
        self.rows.addWidget(self._sheared)
        self._fill.append(self._show_place)

    @property
    def _instance(self) -> Any:
        return self.item.of(self.editor.document)

    def _items(self) -> list[Item]:
        return [Item("instances", i) for i in self._indices()]

    def _indices(self) -> list[int]:
        return self.editor.selected("instances") or [self.item.index]

    def _show_material(self) -> None:
        names = [(str(i), m.name) for i, m in enumerate(self.editor.document.materials)]
        if [(self.material.field.itemData(i), self.material.field.itemText(i)) for i in range(len(names))] != names:
            self.material.set_choices(names)
        self.material.show_value(str(self._instance.material))

    def _show_place(self) -> None:
        parts = decompose(self._instance.world_from_object)
        self._sheared.setVisible(parts is None)
        for row, value in zip(
            self._vectors, parts or (self._instance.world_from_object[:3, 3], (0, 0, 0), (1, 1, 1)), strict=True
        ):
            row.setEnabled(parts is not None or row is self._vectors[0])
            row.show_value(value)

    def _place(self) -> None:
        offset, angles, factors = (row.value() for row in self._vectors)
        old = self._instance.world_from_object
        if decompose(old) is None:
            matrix = old.copy()
            matrix[:3, 3] = offset
        else:
            matrix = compose(offset, angles, factors)
        if not np.array_equal(matrix, old):
            name = operations.shown_name(self.editor.document, self.item)
            label = tr("Place of {name}").format(name=name)
            self.editor.set(label, (*self.item.path, "world_from_object"), matrix_value(matrix))


class MaterialSection(Section):
    """Shader and parameters of a material, and what every surface has."""

    def __init__(self, editor: Editor, item: Item, heading: str = "") -> None:
        super().__init__(editor, item, heading)
        material: Material = item.of(editor.document)
        self._add_shader(material)
        path = item.path
        shader = shaders.get("surfaces", material.surface)
        for parameter in shader.parameters.values():
            self.add_input(parameter_field(parameter), (*path, "parameters", parameter.name), parameter.default)
        self.add_input(_emission_field(), (*path, "emission"), (0.0, 0.0, 0.0))
        self.add_input(
            Field("opacity", "number", title("opacity"), tr("Coverage"), 0.0, 1.0, default=1.0), (*path, "opacity"), 1.0
        )
        self.add_model(Material, ["alpha_mode", "alpha_cutoff", "emission_sides", "two_sided"], path, self._material)
        strength = field_of(Material, "normal_scale")
        assert strength is not None
        row = self._add_model_field(strength, (*path, "normal_scale"), self._material)
        self._add_texture(row, "normal_map", (*path, "normal_map"), color=False)
        self.add_model(Material, ["vertex_colors"], path, self._material)
        self._add_interior(path)

    def _material(self) -> Material:
        found: Material = self.item.of(self.editor.document)
        return found

    def _add_shader(self, material: Material) -> None:
        row = ChoiceRow(title("surface"), [(n, title(n)) for n in shaders.catalog("surfaces")], tip=tr("How it looks"))
        connect(row, lambda name: operations.choose_surface(self.editor, self.item.index, name))
        about = label(tr(shaders.get("surfaces", material.surface).doc).replace("``", ""), "small", wrap=True)
        self.add(row, lambda: row.show_value(self._material().surface))
        self.rows.addWidget(about)

    def add_input(self, field: Field, path: KeyPath, default: Any) -> None:
        """A value, and the picture that it multiplies."""

        def given() -> Input | None:
            found = operations.value_at(self.editor.document, path)
            return found if isinstance(found, Input) else None

        def wrap(value: Any) -> Input:
            old = given()
            return Input(value=value, texture=old.texture if old is not None else None)

        row = self.add_field(field, path, lambda: default if (now := given()) is None else now.value, wrap)
        self._add_texture(row, field.name, path, color=field.kind == "color")

    def _add_texture(self, row: QWidget, name: str, path: KeyPath, *, color: bool) -> None:
        picture = TextureRow(self.editor, name, path, color=color)
        layout = row.layout()
        assert layout is not None
        layout.addWidget(picture.button)
        self.add(picture, picture.refresh)

    def _add_interior(self, path: KeyPath) -> None:
        filled = CheckRow(title("interior"), tip=tr("What fills a closed body of this material"))
        connect(filled, lambda on: self.editor.set(title("interior"), (*path, "interior"), Medium() if on else None))
        self.add(filled, lambda: filled.show_value(self._material().interior is not None))
        if self._material().interior is not None:
            names = ["absorption", "scattering", "anisotropy"]
            self.add_model(Medium, names, (*path, "interior"), lambda: self._material().interior)


class ObjectMaterialSection(MaterialSection):
    """The material of the selected object, which others may share."""

    def __init__(self, editor: Editor, item: Item) -> None:
        instance = item.of(editor.document)
        material = Item("materials", instance.material)
        users = sum(other.material == instance.material for other in editor.document.instances)
        name = operations.shown_name(editor.document, material)
        heading = tr("Material {name}").format(name=name)
        if users > 1:
            heading = tr("Material {name}, shared by {count} objects").format(name=name, count=users)
        super().__init__(editor, material, heading)


class LightSection(Section):
    """Everything a light has."""

    def __init__(self, editor: Editor, item: Item) -> None:
        super().__init__(editor, item)
        model = type(item.of(editor.document))
        names = [name for name in model.model_fields if name not in ("kind", "name")]
        self.add_model(model, names, item.path, lambda: item.of(editor.document))


class CameraSection(Section):
    """A camera of the file, and the way to it."""

    def __init__(self, editor: Editor, item: Item) -> None:
        super().__init__(editor, item)
        names = [name for name in Camera.model_fields if name not in ("name", "focus_distance")]
        self.add_model(Camera, names, item.path, lambda: item.of(editor.document))


class EnvironmentSection(Section):
    """The sky: its shader, parameters and picture."""

    def __init__(self, editor: Editor, item: Item) -> None:
        super().__init__(editor, item)
        environment: Environment = item.of(editor.document)
        row = ChoiceRow(
            title("sky"), [(n, title(n)) for n in shaders.catalog("skies")], tip=tr("What surrounds the scene")
        )
        connect(row, lambda name: operations.choose_sky(editor, name))
        self.add(row, lambda: row.show_value(self._sky().sky))
        picture = TextureRow(editor, "image", ("environment", "image"), color=True)
        layout = row.layout()
        assert layout is not None
        layout.addWidget(picture.button)
        self.add(picture, picture.refresh)
        for parameter in shaders.get("skies", environment.sky).parameters.values():
            self._add_parameter(parameter)
        self.add_model(Environment, ["strength", "rotation_deg", "visible"], item.path, self._sky)

    def _sky(self) -> Environment:
        assert self.editor.document.environment is not None
        return self.editor.document.environment

    def _add_parameter(self, parameter: shaders.Parameter) -> None:
        def get() -> Any:
            return self._sky().parameters.get(parameter.name, parameter.default)

        path: KeyPath = ("environment", "parameters", parameter.name)
        self.add_field(parameter_field(parameter), path, get, lambda value: value)


class MediumSection(Section):
    """The fog outside all bodies."""

    def __init__(self, editor: Editor, item: Item) -> None:
        super().__init__(editor, item)
        names = ["absorption", "scattering", "anisotropy"]
        self.add_model(Medium, names, item.path, lambda: item.of(editor.document))


def _emission_field() -> Field:
    info = Material.model_fields["emission"]
    return Field("emission", "color", title("emission"), tr(info.description or ""), 0.0, unit="W/(m2 sr)")


SECTIONS: dict[str, tuple[Callable[[Editor, Item], Section], ...]] = {
    "instances": (NameSection, ObjectSection, ObjectMaterialSection),
    "materials": (NameSection, MaterialSection),
    "lights": (NameSection, LightSection),
    "cameras": (NameSection, CameraSection),
    "environment": (EnvironmentSection,),
    "medium": (MediumSection,),
}


def signature(editor: Editor, item: Item | None) -> object:
    """Equal where the same rows show another value."""
    scene = editor.document
    if item is None or item.of(scene) is None:
        return None
    if item.kind == "instances":
        index = item.of(scene).material
        users = sum(i.material == index for i in scene.instances)
        return item, index, users, scene.materials[index].name, _material_rows(scene.materials[index])
    if item.kind == "materials":
        return item, _material_rows(scene.materials[item.index])
    if item.kind == "environment":
        return item, item.of(scene).sky
    return item, type(item.of(scene))


def _material_rows(material: Material) -> object:
    return material.surface, material.interior is not None
