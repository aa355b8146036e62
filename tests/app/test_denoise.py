"""Denoised display: the option, its mark, and that a race goes without."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from raytracer.app.denoised_view import DenoisedView
from raytracer.app.layer_view import LayerView
from raytracer.app.layers.denoised import DenoisedLayer
from raytracer.app.layers.layer import Layer
from raytracer.app.layers.legend import LegendLayer
from raytracer.app.panels.picture import PicturePanel
from raytracer.app.preferences import Preferences
from raytracer.app.snapshots import Snapshots
from raytracer.app.studio import Studio
from raytracer.app.window import MainWindow
from raytracer.cli.render import render
from raytracer.errors import UsageError
from raytracer.session import denoise
from raytracer.session.protocol import FrameReady, SetView
from tests.app.conftest import CPU, CUDA, Clients


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(denoise, "available", lambda: True)


def mark(window: MainWindow) -> str:
    return next(layer for layer in window.viewport.layers if isinstance(layer, DenoisedLayer)).text


def test_it_is_a_matter_of_the_view_and_marked(window: MainWindow, clients: Clients, qtbot: QtBot) -> None:
    assert mark(window) == ""
    window.commands["denoise"].trigger()
    assert window.studio.view.denoise
    sent = clients.cpu.sent(SetView)[-1]
    assert isinstance(sent, SetView)
    assert sent.view.denoise
    assert "follows" in mark(window)
    width, height = window.studio.size
    clients.cpu.emit(FrameReady(0, 9, width, height, 12.0, "fake", denoised_spp=8.0))
    qtbot.waitUntil(lambda: "8" in mark(window))
    window.statusBar().refresh()  # type: ignore[attr-defined]
    assert "denoised" in window.statusBar().spp.text()  # type: ignore[attr-defined]
    kept = window.studio.feature(Snapshots).take()
    assert kept is not None
    assert "denoised" in kept.about
    clients.cpu.emit(FrameReady(0, 10, width, height, 0.5, "fake"))
    qtbot.waitUntil(lambda: "follows" in mark(window))
    window.commands["denoise"].trigger()
    assert mark(window) == ""


def lower_edge(window: MainWindow, kind: type[Layer]) -> int:
    """The last row of the picture on which a layer paints."""
    canvas = QImage(window.viewport.size(), QImage.Format.Format_ARGB32_Premultiplied)
    canvas.fill(Qt.GlobalColor.transparent)
    painter = QPainter(canvas)
    next(layer for layer in window.viewport.layers if isinstance(layer, kind)).paint(painter)
    painter.end()
    rows = np.frombuffer(canvas.constBits(), np.uint32).reshape(canvas.height(), canvas.width()).any(axis=1)
    return int(np.flatnonzero(rows)[-1])


def test_what_stands_in_the_corner_moves_above_the_words_of_a_talk(
    window: MainWindow, clients: Clients, qtbot: QtBot
) -> None:
    window.commands["denoise"].trigger()
    low = lower_edge(window, DenoisedLayer)
    window.viewport.words_height = 90.0
    assert lower_edge(window, DenoisedLayer) == low - 90
    window.viewport.words_height = 0.0
    frame = clients.cpu.show_picture()
    clients.cpu.emit(FrameReady(1, frame.sequence, frame.width, frame.height, 1.0, "fake", "depth", (1.5, 8.0)))
    qtbot.waitUntil(lambda: window.studio.feature(LayerView).layer is not None)
    low = lower_edge(window, LegendLayer)
    window.viewport.words_height = 90.0
    assert lower_edge(window, LegendLayer) == low - 90


def test_in_a_race_nothing_is_denoised(window: MainWindow, clients: Clients) -> None:
    window.studio.pool.sides.learn([CPU, CUDA])
    window.commands["denoise"].trigger()
    window.commands["race"].trigger()
    assert window.studio.view.denoise
    last = clients.cpu.sent(SetView)[-1]
    assert isinstance(last, SetView)
    assert not last.view.denoise
    window.commands["race"].trigger()
    last = clients.cpu.sent(SetView)[-1]
    assert isinstance(last, SetView)
    assert last.view.denoise


def test_without_the_library_the_option_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, studio: Studio, home: Path
) -> None:
    monkeypatch.setattr(denoise, "available", lambda: False)
    window = MainWindow(studio, Preferences())
    qtbot.addWidget(window)
    action = window.commands["denoise"]
    assert not action.isEnabled()
    assert denoise.HOW in action.toolTip()
    panel = window.findChild(PicturePanel)
    assert panel is not None
    assert not panel.fields["denoise"].isEnabled()
    assert denoise.HOW in studio.feature(DenoisedView).about()


def test_the_command_line_says_so_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(denoise, "available", lambda: False)
    with pytest.raises(UsageError, match="pip install"):
        render([Path("a.toml")], "a.png", denoise=True)
