"""Bounces, layers and divergence in the window: what is sent, and what is shown of the answers."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from raytracer.app.layer_view import WORDS, LayerView
from raytracer.app.panels.bounces import ALL, KINDS, ONLY, UP_TO, BouncesPanel
from raytracer.app.panels.divergence import DivergencePanel
from raytracer.app.panels.picture import PicturePanel
from raytracer.app.window import MainWindow
from raytracer.errors import UsageError
from raytracer.scene.divergence import Curve, Divergence
from raytracer.scene.layers import LAYERS
from raytracer.scene.path_filter import ALL_COMPONENTS, COMPONENTS
from raytracer.session.path_messages import DivergenceMeasured, MeasureDivergence
from raytracer.session.protocol import CommandFailed, FrameReady, SetSettings, SetView
from tests.app.conftest import Clients, settle


def test_the_words_are_those_of_the_tables() -> None:
    assert tuple((layer.title, layer.summary) for layer in LAYERS) == WORDS
    assert [(name, title) for name, (title, _) in KINDS.items()] == [(c.name, c.title) for c in COMPONENTS]


def test_the_slider_shows_one_bounce_after_the_other(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    window.docks.open("bounces")
    panel = window.docks.panels["bounces"]
    assert isinstance(panel, BouncesPanel)
    panel.modes[ONLY].click()
    panel.slider.setValue(2)
    assert clients.cpu.sent(SetSettings)[-1].settings.bounce == 2  # type: ignore[attr-defined]
    panel.modes[UP_TO].click()
    assert window.studio.settings.up_to_bounce
    assert window.studio.settings.depths == (1, 3)
    panel.modes[ALL].click()
    assert window.studio.settings.bounce is None
    assert panel.slider.maximum() == window.studio.settings.max_depth - 1
    panel.pace.field.setValue(0.5)
    panel.modes[ONLY].click()
    panel.play.click()
    assert window.studio.settings.bounce == 0
    qtbot.waitUntil(lambda: window.studio.settings.bounce == 1, timeout=5000)
    panel.play.click()
    assert not panel._timer.isActive()


def test_kinds_are_shown_alone_or_together_and_never_none(qtbot: QtBot, window: MainWindow) -> None:
    window.docks.open("bounces")
    panel = window.docks.panels["bounces"]
    assert isinstance(panel, BouncesPanel)
    qtbot.mouseClick(panel.kinds["refracted"], Qt.MouseButton.LeftButton)
    assert window.studio.settings.components == ("refracted",)
    qtbot.mouseClick(panel.kinds["refracted"], Qt.MouseButton.LeftButton)
    assert window.studio.settings.components == ALL_COMPONENTS
    panel.kinds["direct"].click()
    panel.all_kinds.click()
    assert window.studio.settings.components == ALL_COMPONENTS
    assert not any(button.isChecked() for button in panel.kinds.values())


def test_a_layer_is_chosen_in_the_view_panel_and_explained(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    panel = window.docks.panels["view"]
    assert isinstance(panel, PicturePanel)
    panel.fields["layer"].field.setCurrentIndex(panel.fields["layer"].field.findData("depth"))
    panel.fields["layer"].field.activated.emit(panel.fields["layer"].field.currentIndex())
    assert clients.cpu.sent(SetView)[-1].view.layer == "depth"  # type: ignore[attr-defined]
    assert not panel.fields["exposure_ev"].isEnabled()
    plain = window.viewport.grab().toImage()
    frame = clients.cpu.show_picture()
    legend = window.studio.feature(LayerView)
    sent = FrameReady(1, frame.sequence, frame.width, frame.height, 1.0, "fake", "depth", (1.5, 8.0))
    clients.cpu.emit(sent)
    qtbot.waitUntil(lambda: legend.layer is not None and legend.limits == (1.5, 8.0))
    settle(qtbot)
    assert window.viewport.grab().toImage() != plain
    clients.cpu.show_picture()
    qtbot.waitUntil(lambda: legend.layer is None)


def test_divergence_is_measured_and_drawn(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    window.docks.open("divergence")
    panel = window.docks.panels["divergence"]
    assert isinstance(panel, DivergencePanel)
    panel.measure.click()
    assert not panel.measure.isEnabled()
    (command,) = clients.cpu.sent(MeasureDivergence)
    measured = Divergence(Curve((1.0, 0.5, 0.25), (1.0, 1.0, 0.5)), Curve((1.0, 0.2), (1.0, 0.4)), 64, 2, 112)
    clients.cpu.emit(DivergenceMeasured(command.request, measured))  # type: ignore[attr-defined]
    qtbot.waitUntil(panel.measure.isEnabled)
    assert panel._figure.text() == "70%"
    assert "what a GPU would do" in panel._about.text()
    panel.heat_map.click()
    assert window.studio.view.layer == "divergence"
    panel.heat_map.click()
    assert window.studio.view.layer == "combined"
    panel.measure.click()
    clients.cpu.emit(CommandFailed("MeasureDivergence", UsageError("no")))
    qtbot.waitUntil(panel.measure.isEnabled)
