"""Every word that people read can be translated: found by the translation tools, and looked up where it is shown."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

import raytracer.app
from raytracer.app.bindings import POINTER_HELP
from raytracer.app.commands import COMMANDS, MENUS
from raytracer.app.panels import PANELS
from raytracer.app.panels.picture import views
from raytracer.app.preferences import Preferences
from raytracer.app.studio import Studio
from raytracer.app.window import MainWindow

APP = Path(raytracer.app.__file__).parent
LUPDATE = shutil.which("pyside6-lupdate") or shutil.which("pyside6-lupdate", path=str(Path(sys.executable).parent))


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str]]:
    """Context and text of everything that the translation tool finds in the app."""
    if LUPDATE is None:
        pytest.skip("pyside6-lupdate is not installed")
    out = tmp_path_factory.mktemp("language") / "found.ts"
    files = [str(path) for path in sorted(APP.rglob("*.py"))]
    subprocess.run([LUPDATE, *files, "-ts", str(out)], check=True, capture_output=True, timeout=60)
    contexts = ElementTree.parse(out).getroot().iter("context")
    return {(c.findtext("name") or "", m.findtext("source") or "") for c in contexts for m in c.iter("message")}


def test_tables_are_found(found: set[tuple[str, str]]) -> None:
    texts = {command.text for command in COMMANDS} | {command.tip for command in COMMANDS} | set(MENUS)
    texts |= {text for line in POINTER_HELP for text in line}
    texts |= {panel.title for panel in PANELS} | {panel.summary for panel in PANELS}
    assert texts - {""} - {text for _, text in found} == set()


def test_literals_are_found_where_they_are_looked_up(found: set[tuple[str, str]]) -> None:
    from raytracer.app.language import CONTEXT

    texts = {text for path in APP.rglob("*.py") for text in literals(path)}
    assert len(texts) > 100
    assert {(CONTEXT, text) for text in texts} - found == set()


def literals(path: Path) -> Iterator[str]:
    """What is given to ``tr`` outright."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "tr":
            assert not isinstance(node.args[0], ast.JoinedStr), f"{path.name}:{node.lineno}: put figures in afterwards"
            if isinstance(node.args[0], ast.Constant):
                yield str(node.args[0].value)


class Marking(QTranslator):
    """Puts every text in brackets."""

    def translate(self, _context: str, text: str, *_more: object) -> str:
        return f"«{text}»"

    def isEmpty(self) -> bool:
        return False


@pytest.fixture
def marked(qapp: QApplication, studio: Studio, home: Path) -> Iterator[MainWindow]:
    translator = Marking()
    qapp.installTranslator(translator)
    window = MainWindow(studio, Preferences())
    yield window
    qapp.removeTranslator(translator)
    window.close()


def test_everything_shown_is_looked_up(marked: MainWindow) -> None:
    for panel in PANELS:
        marked.docks.panel(panel.name)
    texts = [action.text() for action in marked.commands.values()]
    texts += [menu.title() for menu in marked.menus.menus.values()]
    texts += [dock.windowTitle() for dock in marked.docks.docks.values()]
    texts += [w.text() for w in marked.findChildren(QLabel)] + [w.text() for w in marked.findChildren(QAbstractButton)]
    texts += [w.toolTip() for w in marked.findChildren(QAbstractButton)]
    from_shaders = {shader.doc for shader in views()}
    assert [text for text in texts if is_prose(text) and "«" not in text and text not in from_shaders] == []


def is_prose(text: str) -> bool:
    """Whether a text holds a word that another language may have its own for, and not only units and abbreviations."""
    return any(word.isalpha() and len(word) > 3 for word in text.replace("/", " ").split())
