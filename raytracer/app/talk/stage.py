"""What the audience sees: the window without its tools, on the projector where there is one."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, Qt
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QMainWindow, QToolBar, QWidget

from raytracer.app.docks import Docks
from raytracer.app.language import tr
from raytracer.app.notice import Notice
from raytracer.app.overlay import Overlay
from raytracer.app.panels import PANELS
from raytracer.app.parts import timer
from raytracer.app.studio import Studio
from raytracer.app.talk.keys import TalkKeys
from raytracer.app.talk.notes import NotesWindow
from raytracer.app.talk.presenter import Phase, Presenter
from raytracer.app.talk.script import Step, read_talk
from raytracer.errors import RaytracerError

PANEL_SHARE = 0.44
"""Part of the width that a step's panel takes."""
START_MS = 100
SEEN_SPP, SEEN_SECONDS = 4.0, 4.0
"""A picture of so many samples, or of so long, may stand still while something is measured."""
SETTLE_MS = 300
"""Screens come and go in several steps when a cable is pulled."""


@runtime_checkable
class Runs(Protocol):
    """A panel that measures: a step with ``run`` starts it, the next step ends it."""

    stills_picture: bool
    """Whether the picture stands still meanwhile: the audience should have seen it before."""

    @property
    def can_start(self) -> bool: ...
    def start(self) -> None: ...
    def stop(self) -> None: ...


class TalkStage(QObject):
    """Turns the window into a stage and back, and keeps stage and notes on the right screens."""

    def __init__(self, window: QMainWindow, studio: Studio, docks: Docks, overlay: Overlay) -> None:
        super().__init__(window)
        self._window = window
        self._studio = studio
        self._docks = docks
        self._overlay = overlay
        self.presenter = studio.feature(Presenter)
        self.notes: NotesWindow | None = None
        self._keys = TalkKeys(self.presenter, self.end, self.toggle_notes)
        self._cover = Cover(window)
        self._windowed = False
        self._running: Runs | None = None
        self._due: Runs | None = None
        """What the step runs as soon as it can."""
        self._due_since = 0.0
        self._start_later = timer(self, START_MS, self._start_due)
        self._before: tuple[QByteArray, QByteArray, Qt.WindowState] | None = None
        self._settle = timer(self, SETTLE_MS, self._place, once=True)
        self.presenter.changed.connect(self._show)
        self.presenter.entered.connect(self._enter)

    @property
    def on(self) -> bool:
        """Whether a talk goes on."""
        return self._before is not None

    def begin(self, path: Path, *, language: str = "", step: int = 0, windowed: bool = False) -> None:
        """Presents a talk; a file that is wrong is a notice, and nothing changes."""
        try:
            talk = read_talk(path)
        except RaytracerError as error:
            self._studio.noticed.emit(Notice("error", str(error)))
            return
        if self.on:
            self.end()
        window = self._window
        self._before = (window.saveGeometry(), window.saveState(), window.windowState())
        self.notes = NotesWindow(self.presenter, self.end)
        for panel in {step.panel for step in talk.steps} & {panel.name for panel in PANELS}:
            self._docks.panel(panel)
        self._hide_tools(True)
        self._overlay.set_words_below(True)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.installEventFilter(self._keys)
        application.screenAdded.connect(self._screens_changed)
        application.screenRemoved.connect(self._screens_changed)
        self._windowed = windowed
        self._place()
        self.presenter.begin(talk, path, language=language, step=step)

    def end(self) -> None:
        """The window as it was before."""
        if self._before is None:
            return
        geometry, state, window_state = self._before
        self._before = None
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.removeEventFilter(self._keys)
        application.screenAdded.disconnect(self._screens_changed)
        application.screenRemoved.disconnect(self._screens_changed)
        self._stop_run()
        self.presenter.end()
        self._cover.hide()
        if self.notes is not None:
            self.notes.close()
            self.notes.deleteLater()
            self.notes = None
        self._hide_tools(False)
        self._overlay.set_words_below(False)
        self._window.setWindowState(window_state)
        self._window.restoreGeometry(geometry)
        self._window.restoreState(state)

    def toggle_notes(self) -> None:
        """Shows or hides the speaker's window."""
        if self.notes is not None:
            self.notes.setVisible(not self.notes.isVisible())
            self._window.activateWindow()

    # ------------------------------------------------------------ one step

    def _enter(self, step: Step) -> None:
        self._stop_run()
        self._show_panel(step.panel)
        panel = self._docks.panel(step.panel) if step.panel in self._docks.docks else None
        if step.run and isinstance(panel, Runs):
            self._due, self._due_since = panel, time.monotonic()
            self._start_later.start()
            self._start_due()
        self._overlay.viewport.setFocus()

    def _start_due(self) -> None:
        """Once what ran before has ended, and there is a picture worth standing still."""
        panel = self._due
        if panel is None:
            self._start_later.stop()
            return
        looked = self._studio.worker.spp >= SEEN_SPP or time.monotonic() - self._due_since > SEEN_SECONDS
        if panel.can_start and (looked or not panel.stills_picture):
            self._due, self._running = None, panel
            self._start_later.stop()
            panel.start()

    def _stop_run(self) -> None:
        """What the step before started ends with it."""
        self._due = None
        running, self._running = self._running, None
        if running is not None:
            running.stop()

    def _show_panel(self, name: str) -> None:
        for dock in self._docks.docks.values():
            dock.hide()
        if name in self._docks.docks:
            dock = self._docks.docks[name]
            dock.setFloating(False)
            self._docks.open(name)
            width = round(self._window.width() * PANEL_SHARE)
            self._window.resizeDocks([dock], [width], Qt.Orientation.Horizontal)
        elif name:
            self._studio.noticed.emit(Notice("warning", tr("There is no panel {name!r}").format(name=name)))

    def _show(self) -> None:
        self._cover.setVisible(self.on and self.presenter.blank)
        if self.presenter.phase is Phase.WAITING:
            self._stop_run()
            self._show_panel("")

    # ------------------------------------------------------------ screens

    def _screens_changed(self, _screen: QScreen) -> None:
        self._settle.start()

    def _place(self) -> None:
        """The stage on the projector and the notes on the speaker's screen; with one screen, the stage alone."""
        if self._before is None or self.notes is None:
            return
        screens = QGuiApplication.screens()
        primary = QGuiApplication.primaryScreen()
        projector = next((screen for screen in screens if screen is not primary), primary)
        if self._windowed:
            self.notes.show()
            self._window.activateWindow()
            return
        self._move_to(self._window, projector)
        self._window.setGeometry(projector.geometry())  # where nobody manages windows, full screen alone does not
        self._window.showFullScreen()
        if projector is not primary:
            self._move_to(self.notes, primary)
            self.notes.show()
        else:
            self.notes.hide()
        self._window.activateWindow()

    def _move_to(self, window: QWidget, screen: QScreen) -> None:
        if window.screen() is not screen or not screen.geometry().intersects(window.geometry()):
            window.setWindowState(window.windowState() & ~Qt.WindowState.WindowFullScreen)
            window.setScreen(screen)
            area = screen.availableGeometry()
            window.setGeometry(area.adjusted(40, 40, -40, -40))

    def _hide_tools(self, hidden: bool) -> None:
        for bar in (self._window.menuBar(), self._window.statusBar(), *self._window.findChildren(QToolBar)):
            bar.setVisible(not hidden)


class Cover(QWidget):
    """Black over everything."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.setAutoFillBackground(True)
        self.setStyleSheet("background: black;")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        window.installEventFilter(self)
        self.hide()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return False

    def setVisible(self, visible: bool) -> None:
        self._fit()
        super().setVisible(visible)
        if visible:
            self.raise_()

    def _fit(self) -> None:
        self.setGeometry(0, 0, self._window.width(), self._window.height())

    def sizeHint(self) -> QSize:
        return self._window.size()
