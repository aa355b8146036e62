"""What the commands and panels do to the scene: each makes one step of the editor's history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from raytracer.app.editor import Editor
from raytracer.app.items import LISTS, SINGLE, Item, name_of, unused_name
from raytracer.app.language import tr
from raytracer.app.projection import box_corners
from raytracer.app.words import KINDS, title
from raytracer.scene import (
    Environment,
    Image,
    Input,
    Medium,
    Scene,
    Texture,
    matte,
)
from raytracer.scene import shader_catalog as shaders
from raytracer.scene.edits import Edit, Insert, KeyPath, Remove, Set
from raytracer.scene.transform import translate


def shown_name(scene: Scene, item: Item) -> str:
    """A name for people, also where the file gives none."""
    if item.kind in SINGLE:
        return tr(KINDS[item.kind])
    return name_of(scene, item) or f"{tr(KINDS[item.kind])} {item.index + 1}"


def what(editor: Editor, items: Sequence[Item]) -> str:
    """The name of one thing, or how many there are."""
    if len(items) == 1:
        return shown_name(editor.document, items[0])
    return tr("{count} things").format(count=len(items))


# ---------------------------------------------------------------- the Edit menu


def delete(editor: Editor) -> None:
    """Takes what is selected out of the scene."""
    items = editor.selection
    edits: list[Edit] = [Set((item.kind,), None) for item in items if item.kind in SINGLE]
    # Objects first, so that a material that only they used may go with them; from the back, so that indices hold.
    for kind in LISTS:
        edits += [Remove(kind, index) for index in sorted(editor.selected(kind), reverse=True)]  # type: ignore[arg-type]
    if edits:
        editor.apply(tr("Delete {what}").format(what=what(editor, items)), *edits)


def duplicate(editor: Editor) -> None:
    """Puts a copy of what is selected at the end of its list and selects it; objects move aside by a little."""
    scene = editor.document
    edits: list[Insert] = []
    copies: list[Item] = []
    for item in editor.selection:
        if item.kind not in ("instances", "materials", "lights"):
            continue
        taken = [name_of(scene, Item(item.kind, i)) for i in range(len(getattr(scene, item.kind)))]
        name = unused_name(name_of(scene, item), taken) if name_of(scene, item) else ""
        original = item.of(scene)
        if item.kind == "instances":
            copy = replace(original, name=name, world_from_object=_aside(scene, item.index))
        else:
            copy = original.model_copy(update={"name": name})
        index = len(taken) + sum(edit.collection == item.kind for edit in edits)
        edits.append(Insert(item.kind, index, copy))  # type: ignore[arg-type]
        copies.append(Item(item.kind, index))
    if edits and editor.apply(tr("Duplicate {what}").format(what=what(editor, editor.selection)), *edits):
        editor.select(copies)


def _aside(scene: Scene, index: int) -> np.ndarray:
    """The transform of an object moved to the camera's right by a little more than its size."""
    matrix: np.ndarray = scene.instances[index].world_from_object
    corners = box_corners(scene, index)
    if corners is None:
        return matrix
    right = scene.camera.basis()[0]
    across = corners @ right
    return translate(1.1 * float(across.max() - across.min()) * right) @ matrix


def hide(editor: Editor) -> None:
    """Hides the selected objects; shows them again when all of them are hidden."""
    indices = editor.selected("instances")
    shown = any(editor.document.instances[i].visible for i in indices)
    items = [Item("instances", i) for i in indices]
    set_visible(editor, items, not shown)


def set_visible(editor: Editor, items: Sequence[Item], visible: bool) -> None:
    """Shows or hides objects."""
    edits = [Set((*i.path, "visible"), visible) for i in items if i.of(editor.document).visible != visible]
    text = tr("Show {what}") if visible else tr("Hide {what}")
    if edits:
        editor.apply(text.format(what=what(editor, items)), *edits)


def select_all(editor: Editor) -> None:
    """All visible objects."""
    editor.select(Item("instances", i) for i, inst in enumerate(editor.document.instances) if inst.visible)


def rename(editor: Editor, item: Item, name: str) -> bool:
    """Gives a thing another name; materials and cameras keep names of their own."""
    name = name.strip()
    old = name_of(editor.document, item)
    if not name or name == old or item.kind in SINGLE:
        return False
    if item.kind != "instances":
        others = [name_of(editor.document, Item(item.kind, i)) for i in range(len(getattr(editor.document, item.kind)))]
        name = unused_name(name, [other for i, other in enumerate(others) if i != item.index])
    label = tr("Rename {old} to {new}").format(old=old or "?", new=name)
    return editor.apply(label, Set((*item.path, "name"), name))


# ---------------------------------------------------------------- materials


def assign_material(editor: Editor, instances: Sequence[int], material: int) -> None:
    """Gives objects a material."""
    edits = [Set(("instances", i, "material"), material) for i in instances]
    name = shown_name(editor.document, Item("materials", material))
    editor.apply(tr("Material {name}").format(name=name), *edits)


def choose_surface(editor: Editor, index: int, surface: str) -> None:
    """Another shader; parameters of the same name and kind are kept."""
    material = editor.document.materials[index]
    known = shaders.get("surfaces", surface).parameters
    old = shaders.get("surfaces", material.surface).parameters
    kept = {n: v for n, v in material.parameters.items() if n in known and known[n].kind == old[n].kind}
    changed = material.model_copy(update={"surface": surface, "parameters": _within(kept, known)})
    owner = shown_name(editor.document, Item("materials", index))
    label = tr("{field} of {owner}").format(field=title("surface"), owner=owner) + f" {title(surface)}"
    editor.apply(label, Set(("materials", index), changed))


def _within(given: dict[str, Input], known: dict[str, shaders.Parameter]) -> dict[str, Input]:
    """The parameters whose values the other shader allows."""

    def fits(name: str) -> bool:
        value, p = np.atleast_1d(given[name].value), known[name]
        low = p.minimum is None or value.min() >= p.minimum
        return bool(low and (p.maximum is None or value.max() <= p.maximum))

    return {name: value for name, value in given.items() if fits(name)}


def new_material(editor: Editor) -> None:
    """Adds a matte material, and gives it to the selected objects."""
    scene = editor.document
    material = matte(unused_name(tr("material"), [m.name for m in scene.materials]), (0.8, 0.8, 0.8))
    index = len(scene.materials)
    users = [Set(("instances", i, "material"), index) for i in editor.selected("instances")]
    if editor.apply(tr("New material"), Insert("materials", index, material), *users):
        editor.select([Item("materials", index)])


def value_at(scene: Scene, path: KeyPath) -> Any:
    """What stands there; None for a parameter that has its default."""
    value: Any = scene
    for key in path:
        if isinstance(value, dict):
            value = value.get(key)
        else:
            value = value[int(key)] if isinstance(value, list) else getattr(value, str(key))
    return value


def replace_texture(editor: Editor, path: KeyPath, file: str, *, color: bool) -> None:
    """Another picture for an input (``path`` leads to it); its placement is kept where there was one."""
    value = value_at(editor.document, path)
    image = Image.of_file(file, "srgb" if color else "linear")
    label = tr("{field} from {file}").format(field=title(str(path[-1])), file=image.name)
    old = value.texture if isinstance(value, Input) else value
    texture = (old or Texture(channel="rgb" if color else "r")).model_copy(update={"image": image, "shader": "image"})
    if path[-1] == "normal_map":
        editor.apply(label, Set(path, texture.model_copy(update={"channel": "rgb"})))
        return
    kept = value.value if isinstance(value, Input) and value.texture is not None else (1.0, 1.0, 1.0) if color else 1.0
    editor.apply(label, Set(path, Input(value=kept, texture=texture)))


# ---------------------------------------------------------------- sky, fog


def new_environment(editor: Editor) -> None:
    """A soft sky, where there is none."""
    if editor.document.environment is None and editor.apply(
        tr("New sky"), Set(("environment",), Environment(sky="gradient"))
    ):
        editor.select([Item("environment")])


def new_medium(editor: Editor) -> None:
    """Thin fog, where there is none."""
    size = editor.document.camera.target_distance
    fog = Medium(scattering=(float(0.1 / size),) * 3)
    if editor.document.medium is None and editor.apply(tr("New fog"), Set(("medium",), fog)):
        editor.select([Item("medium")])


def environment_image(editor: Editor, file: str) -> None:
    """A picture all around; strength and rotation stay."""
    old = editor.document.environment or Environment()
    image = Image.of_file(file, "sky")
    sky = old.model_copy(update={"sky": "image", "image": image, "parameters": {}})
    editor.apply(tr("Sky from {file}").format(file=image.name), Set(("environment",), sky))


def choose_sky(editor: Editor, sky: str) -> None:
    """Another sky shader; the picture is kept for the way back."""
    old = editor.document.environment or Environment()
    known = shaders.get("skies", sky).parameters
    kept = {name: value for name, value in old.parameters.items() if name in known}
    new = old.model_copy(update={"sky": sky, "parameters": kept})
    editor.apply(f"{tr('Sky')} {title(sky)}", Set(("environment",), new))
