"""The translations: nothing missing, nothing that would break where it is put in."""

from __future__ import annotations

import importlib.util
import re
import string
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QApplication

from raytracer.app import language
from raytracer.resources import assets_dir

FILES = sorted((assets_dir() / "languages").glob("*.ts"))


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """``assets/make_languages.py``."""
    spec = importlib.util.spec_from_file_location("make_languages", assets_dir() / "make_languages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def messages(path: Path) -> dict[str, str]:
    """Every text with its translation, empty where there is none."""
    found = ElementTree.parse(path).getroot().iter("message")
    return {m.findtext("source") or "": m.findtext("translation") or "" for m in found}


def test_every_language_but_english_has_a_file() -> None:
    assert {path.stem for path in FILES} == set(language.LANGUAGES) - {"en"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_that_is_shown_is_missing(path: Path, script: ModuleType, tmp_path: Path) -> None:
    fresh = tmp_path / path.name
    fresh.write_bytes(path.read_bytes())
    script.collect(fresh)
    assert script.missing(fresh) == [], "run assets/make_languages.py and translate what it names"
    assert set(messages(fresh)) == set(messages(path)), "run assets/make_languages.py"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_figures_find_their_places(path: Path) -> None:
    def places(text: str) -> set[tuple[str, str]]:
        return {(name, spec or "") for _, name, spec, _ in string.Formatter().parse(text) if name is not None}

    for text, translated in messages(path).items():
        assert places(translated) == places(text), text
        assert sorted(re.findall(r"</?\w+", translated)) == sorted(re.findall(r"</?\w+", text)), text
        assert translated.count("&") == text.count("&") or "&" not in text, text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_compiled_file_says_the_same(path: Path, script: ModuleType, qapp: QApplication, tmp_path: Path) -> None:
    translator = QTranslator()
    assert translator.load(str(path.with_suffix(".qm")))
    qapp.installTranslator(translator)
    try:
        for text, translated in messages(path).items():
            assert QCoreApplication.translate(language.CONTEXT, text) == (translated or text)
    finally:
        qapp.removeTranslator(translator)
    compiled = tmp_path / "fresh.qm"
    subprocess.run([script.tool("pyside6-lrelease"), str(path), "-qm", str(compiled)], check=True, capture_output=True)
    assert compiled.read_bytes() == path.with_suffix(".qm").read_bytes()


def test_the_system_s_language_is_taken_where_it_is_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    assert language.chosen("nl") == "nl"
    assert language.chosen("garbage") in language.LANGUAGES
    monkeypatch.setattr(language.QLocale, "system", lambda: language.QLocale("nl_BE"))
    assert language.chosen("system") == "nl"
    monkeypatch.setattr(language.QLocale, "system", lambda: language.QLocale("fr_FR"))
    assert language.chosen("system") == "en"
