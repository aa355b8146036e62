"""The docks around the viewport, made from the table of panels."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QMainWindow, QTabBar, QTabWidget, QToolButton, QWidget

from raytracer.app.icons import icon
from raytracer.app.language import tr
from raytracer.app.panels import PANELS, Panel
from raytracer.app.parts import as_panel, label, timer, tool_button
from raytracer.app.studio import Studio
from raytracer.app.theme import theme
from raytracer.app.tokens import GAP_M, GAP_S, GAP_XL, PANEL_WIDTH


class DockTitle(QWidget):
    """The dock's head: its name, or what it is for where a tab shows the name already; float and close."""

    def __init__(self, dock: QDockWidget, panel: Panel) -> None:
        super().__init__(dock)
        self._dock = dock
        self._panel = panel
        self._tabbed: bool | None = None
        as_panel(self)
        self._text: QLabel = label(tr(panel.title), "title")
        self._float = self._button(tr("Detach or attach this panel"), lambda: dock.setFloating(not dock.isFloating()))
        self._close = self._button(tr("Close this panel"), dock.close)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GAP_XL, GAP_M, GAP_M, GAP_S)
        layout.setSpacing(0)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._float)
        layout.addWidget(self._close)
        theme().changed.connect(self.recolour)
        self.recolour()

    def _button(self, name: str, act: Callable[[], object]) -> QToolButton:
        button = tool_button("", name, act)
        button.setIconSize(QSize(14, 14))
        return button

    def recolour(self) -> None:
        """Icons in the colours of the theme."""
        c = theme().colours
        self._float.setIcon(icon("float", c.text_dim))
        self._close.setIcon(icon("close", c.text_dim))

    def show_as(self, *, tabbed: bool) -> None:
        """``tabbed``: the name is on the tab, so the purpose is shown instead."""
        if tabbed == self._tabbed:
            return
        self._tabbed = tabbed
        self._text.setText(tr(self._panel.summary if tabbed else self._panel.title))
        self._text.setProperty("role", "small" if tabbed else "title")
        self._text.style().unpolish(self._text)
        self._text.style().polish(self._text)


class Docks:
    """All panels of a window."""

    def __init__(self, window: QMainWindow, studio: Studio) -> None:
        self._window = window
        self._studio = studio
        self._hidden: set[str] = set()
        self.docks: dict[str, QDockWidget] = {}
        self.panels: dict[str, QWidget] = {}
        self._titles: dict[str, DockTitle] = {}
        self._titles_later = timer(window, 0, self.refresh_titles, once=True)
        """Docks move in crowds: their titles follow once."""
        window.setDockNestingEnabled(True)
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        for panel in PANELS:
            self._add(panel, studio)
        self.reset()

    def _add(self, panel: Panel, studio: Studio) -> None:
        dock = QDockWidget(tr(panel.title), self._window)
        dock.setObjectName(f"dock-{panel.name}")
        title = DockTitle(dock, panel)
        dock.setTitleBarWidget(title)
        self.docks[panel.name] = dock
        self._titles[panel.name] = title
        dock.toggleViewAction().setToolTip(tr(panel.summary))
        # From the menu: to the front, not behind the other tabs.
        dock.toggleViewAction().triggered.connect(lambda on: self.open(panel.name) if on else None)
        if panel.opened:
            self.panel(panel.name)
        else:
            dock.hide()
            dock.visibilityChanged.connect(lambda visible: visible and self.panel(panel.name))
        for moved in (dock.visibilityChanged, dock.topLevelChanged, dock.dockLocationChanged):
            moved.connect(self._titles_later.start)

    def panel(self, name: str) -> QWidget:
        """The panel's widget, made when it is needed first: a start does not wait for panels that nobody opened."""
        if name not in self.panels:
            panel = next(p for p in PANELS if p.name == name)
            widget = panel.make(self._studio)
            widget.setAccessibleName(tr(panel.title))
            self.docks[name].setWidget(widget)
            self.panels[name] = widget
        return self.panels[name]

    def open(self, name: str) -> None:
        """Brings a panel to the front."""
        self.panel(name)
        self.docks[name].show()
        self.docks[name].raise_()

    def reset(self) -> None:
        """On the right the untabbed panels above, the tabbed ones sharing the rest; some on the left."""
        tabs: QDockWidget | None = None
        first: QDockWidget | None = None
        for dock in self.docks.values():  # else a bar of tabs may stay behind where the tabs were
            self._window.removeDockWidget(dock)
        for panel in PANELS:
            dock = self.docks[panel.name]
            dock.setFloating(False)
            side = Qt.DockWidgetArea.LeftDockWidgetArea if panel.left else Qt.DockWidgetArea.RightDockWidgetArea
            self._window.addDockWidget(side, dock)
            dock.setVisible(panel.opened)  # a panel that was never shown is not made for this
            if panel.left:
                continue
            if panel.tabbed and tabs is not None:
                self._window.tabifyDockWidget(tabs, dock)
            elif panel.tabbed:
                tabs = dock
            first = first or dock
        if first is not None and tabs is not None:
            tabs.raise_()
            self._window.resizeDocks([first], [PANEL_WIDTH], Qt.Orientation.Horizontal)
            self._window.resizeDocks([first, tabs], [390, 250], Qt.Orientation.Vertical)
        self.refresh_titles()

    def refresh_titles(self) -> None:
        """A tab already shows the name of a tabbed panel. Tabs are not shortened: what has no room is scrolled to."""
        for bar in self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            bar.setElideMode(Qt.TextElideMode.ElideNone)
            bar.setUsesScrollButtons(True)
        for name, dock in self.docks.items():
            together = bool(self._window.tabifiedDockWidgets(dock)) and not dock.isFloating()
            self._titles[name].show_as(tabbed=together)

    @property
    def any_visible(self) -> bool:
        """Whether at least one panel is open (a tab behind another counts)."""
        return any(not dock.isHidden() for dock in self.docks.values())

    def show_all(self, visible: bool) -> None:
        """Hides every panel, or shows again at its place what was hidden so; the panels of a fresh layout at least."""
        if not visible:
            self._hidden = {name for name, dock in self.docks.items() if not dock.isHidden()}
        shown = self._hidden or {panel.name for panel in PANELS if panel.opened}
        for name, dock in self.docks.items():
            dock.setVisible(visible and name in shown)
