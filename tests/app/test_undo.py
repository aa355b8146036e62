"""Any sequence of what a user does to a scene, undone, gives the identical scene; and the worker follows all of it."""

from __future__ import annotations

import pickle
import random

import pytest
from pytestqt.qtbot import QtBot

from raytracer.app import operations
from raytracer.app.adding import LIGHTS, OBJECTS, Adding
from raytracer.app.editor import Editor
from raytracer.app.items import LISTS, Item
from raytracer.app.region_tool import RegionTool
from raytracer.app.window import MainWindow
from raytracer.scene import Scene
from raytracer.scene.edit_json import from_json, to_json
from raytracer.scene.edits import apply_all, matrix_value
from raytracer.scene.history import difference
from raytracer.scene.transform import translate
from raytracer.session.scene_messages import EditScene, PickHit
from tests.app.conftest import Clients
from tests.unit.test_edits import same

STEPS = 40


class User:
    """Does something at random; each act is one that a menu, a key or a panel offers."""

    def __init__(self, window: MainWindow, clients: Clients, qtbot: QtBot, seed: int) -> None:
        self.random = random.Random(seed)
        self.window, self.clients, self.qtbot = window, clients, qtbot
        self.editor = window.studio.feature(Editor)
        self.acts = [
            self.add,
            self.select,
            self.delete,
            self.duplicate,
            self.rename,
            self.hide,
            self.move,
            self.material,
        ]
        self.acts += [self.view, self.settings, self.region, self.undo, self.redo, self.sky]

    def act(self) -> None:
        self.editor.end_gesture()  # what follows is a step of its own
        self.random.choice(self.acts)()

    def add(self) -> None:
        place = tuple(self.random.uniform(-2.0, 2.0) for _ in range(3))
        self.clients.cpu.under_pointer = self.random.choice([None, PickHit(0, 0, place, (0.0, 1.0, 0.0), 3.0, 3.0)])
        before = len(self.editor.history.done)
        self.window.studio.feature(Adding).add(self.random.choice([*OBJECTS, *LIGHTS]))
        self.qtbot.waitUntil(lambda: len(self.editor.history.done) != before)

    def select(self) -> None:
        scene = self.editor.document
        items = [Item(kind, i) for kind in LISTS for i in range(len(getattr(scene, kind)))]
        self.editor.select(self.random.sample(items, min(len(items), self.random.randint(0, 3))))

    def delete(self) -> None:
        self.window.commands["delete"].trigger()

    def duplicate(self) -> None:
        self.window.commands["duplicate"].trigger()

    def rename(self) -> None:
        if self.editor.current is not None:
            operations.rename(self.editor, self.editor.current, f"name {self.random.randint(0, 5)}")

    def hide(self) -> None:
        self.window.commands["hide"].trigger()

    def move(self) -> None:
        for index in self.editor.selected("instances")[:1]:
            matrix = (
                translate((self.random.random(), 0.0, 1.0)) @ self.editor.document.instances[index].world_from_object
            )
            self.editor.set("Move", ("instances", index, "world_from_object"), matrix_value(matrix))

    def material(self) -> None:
        operations.new_material(self.editor)

    def view(self) -> None:
        self.window.studio.change_view(exposure_ev=self.random.uniform(-2.0, 2.0), denoise=self.random.random() < 0.5)

    def settings(self) -> None:
        self.window.studio.change_settings(max_depth=self.random.randint(1, 20), seed=self.random.randint(0, 9))

    def region(self) -> None:
        tool = self.window.studio.feature(RegionTool)
        tool.choose(self.random.choice([None, (0.1, 0.2, 0.5, 0.6), (0.0, 0.0, 0.25, 1.0)]))

    def undo(self) -> None:
        self.window.commands["undo"].trigger()

    def redo(self) -> None:
        self.window.commands["redo"].trigger()

    def sky(self) -> None:
        operations.new_environment(self.editor)


def followed(clients: Clients, opened: Scene) -> Scene:
    """What a worker makes of the edits that it was sent, each through the pipe."""
    scene, state = opened, 0
    for command in clients.cpu.sent(EditScene):
        assert isinstance(command, EditScene)
        sent = pickle.loads(pickle.dumps(command))
        assert sent.base == state, "no state is left out"
        scene, state = apply_all(sent.edits, scene), sent.state
    return scene


def contents(scene: Scene) -> tuple[object, ...]:
    """What a worker renders, by value; names are not told it."""
    bodies = [(i.shape, i.material, i.visible, i.world_from_object.tolist()) for i in scene.instances]
    materials = [m.model_copy(update={"name": ""}) for m in scene.materials]
    lights = [light.model_copy(update={"name": ""}) for light in scene.lights]
    return bodies, materials, lights, scene.environment, [shape.primitive for shape in scene.shapes]


@pytest.mark.parametrize("seed", range(4))
def test_any_sequence_undone_gives_the_identical_scene(
    window: MainWindow, clients: Clients, qtbot: QtBot, seed: int
) -> None:
    editor, studio = window.studio.feature(Editor), window.studio
    first = editor.document
    user = User(window, clients, qtbot, seed)
    for _ in range(STEPS):
        user.act()
    last, steps = editor.document, editor.history.done
    assert len(steps) >= 8
    assert not same(last, first)
    assert contents(followed(clients, editor.opened)) == contents(last)
    journal = from_json(to_json(difference((), steps)))
    assert contents(apply_all(journal, editor.opened)) == contents(last)
    while editor.history.done:
        editor.undo()
    assert same(editor.document, first)
    assert (studio.view, studio.settings) == (first.view, first.settings)
    assert contents(followed(clients, editor.opened)) == contents(first)
    for _ in steps:
        editor.redo()
    assert same(editor.document, last)
    assert contents(followed(clients, editor.opened)) == contents(editor.document)
