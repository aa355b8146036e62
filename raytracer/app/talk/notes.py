"""What the speaker sees: notes, what comes next, the clock, and whether everything is ready."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTime
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QScrollArea, QVBoxLayout, QWidget

from raytracer.app.language import tr
from raytracer.app.parts import label, progress_bar, recolour, timer, tool_button
from raytracer.app.talk.keys import HELP
from raytracer.app.talk.presenter import Phase, Presenter
from raytracer.app.theme import body_font, figure_font, theme
from raytracer.app.tokens import GAP_L, GAP_M, GAP_XL

NOTES_PIXELS, CLOCK_PIXELS = 24, 44


class NotesWindow(QWidget):
    """Follows the presenter. Closing it ends the talk."""

    def __init__(self, presenter: Presenter, end: Callable[[], object]) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self._presenter = presenter
        self._end = end
        self.setWindowTitle(tr("Speaker's notes"))
        self.setAccessibleName(tr("Speaker's notes"))
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setStyleSheet(f"NotesWindow {{ background: {theme().colours.window}; }}")
        self.resize(1100, 680)
        self._light = label(font=body_font(15), wrap=True)
        self._bar = progress_bar()
        self._clock = label(font=figure_font(CLOCK_PIXELS))
        self._time = label(font=figure_font(20), role="")
        self._title = label(font=body_font(30), wrap=True)
        self._notes = label(font=body_font(NOTES_PIXELS), wrap=True)
        self._notes.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._next = label(font=body_font(18), wrap=True)
        self._steps = QListWidget()
        self._steps.setFont(body_font(14))
        self._steps.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._steps.setAccessibleName(tr("Steps of the talk"))
        self._steps.itemClicked.connect(lambda item: presenter.go(self._steps.row(item)))
        self._build()
        self._tick = timer(self, 250, self._show_time)
        self._tick.start()
        presenter.changed.connect(self.refresh)
        presenter.readiness.changed.connect(self.refresh)
        self.refresh()

    def _build(self) -> None:
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(self._notes)
        left = QVBoxLayout()
        left.setSpacing(GAP_L)
        left.addWidget(self._title)
        left.addWidget(scroll, 1)
        left.addWidget(self._next)
        right = QVBoxLayout()
        right.setSpacing(GAP_M)
        clock = QHBoxLayout()
        clock.addWidget(self._clock, 1)
        restart = tool_button(tr("Restart clock"), tr("The talk begins now"), self._presenter.restart_clock)
        clock.addWidget(restart, 0, Qt.AlignmentFlag.AlignVCenter)
        right.addLayout(clock)
        right.addWidget(self._time)
        right.addWidget(self._light)
        right.addWidget(self._bar)
        right.addWidget(self._steps, 1)
        right.addWidget(self._help())
        side = QWidget()
        side.setLayout(right)
        side.setFixedWidth(360)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GAP_XL, GAP_XL, GAP_XL, GAP_XL)
        layout.setSpacing(GAP_XL)
        layout.addLayout(left, 1)
        layout.addWidget(side)

    def _help(self) -> QLabel:
        rows = "".join(f"<tr><td><b>{keys}</b>&nbsp;&nbsp;</td><td>{tr(what)}</td></tr>" for keys, what in HELP)
        return label(f"<table cellspacing='2'>{rows}</table>", "small")

    def refresh(self) -> None:
        """Shows the presenter's state."""
        presenter, talk = self._presenter, self._presenter.talk
        if talk is None or presenter.phase is Phase.OFF:
            return
        titles = [presenter.words(s.title) or tr("(without a title)") for s in talk.steps]
        if [self._steps.item(i).text() for i in range(self._steps.count())] != _numbered(titles):
            self._steps.clear()
            self._steps.addItems(_numbered(titles))
        waiting = presenter.phase is Phase.WAITING
        step = talk.steps[presenter.index]
        self._steps.setCurrentRow(-1 if waiting else presenter.index)
        self._title.setText(presenter.words(talk.name) if waiting else titles[presenter.index])
        self._notes.setText("" if waiting else presenter.words(step.notes))
        upcoming = titles[presenter.index] if waiting else "".join(titles[presenter.index + 1 : presenter.index + 2])
        text = tr("Next: {title}").format(title=upcoming) if upcoming else tr("This is the last step")
        self._next.setText(tr("The screen is blank") if presenter.blank else text)
        self._show_light()
        self._show_time()

    def _show_light(self) -> None:
        ready, c = self._presenter.readiness, theme().colours
        if ready.problems:
            names = ", ".join(sorted(path.name for path in ready.problems))
            text, colour = tr("Cannot be shown: {names}").format(names=names), c.error
        elif ready.ready:
            text, colour = tr("Ready: every scene is loaded and compiled"), c.good
        else:
            text, colour = tr("Getting ready: {done} of {total}").format(done=ready.done, total=ready.total), c.warning
        self._light.setText(f"<span style='color:{colour}'>●</span>&nbsp; {text}")
        self._light.setToolTip("\n".join(str(error) for error in ready.problems.values()))
        self._bar.setValue(round(1000 * ready.done / max(ready.total, 1)))
        self._bar.setVisible(not ready.ready)

    def _show_time(self) -> None:
        talk, seconds = self._presenter.talk, int(self._presenter.elapsed)
        self._clock.setText(f"{seconds // 60}:{seconds % 60:02d}")
        limit = talk.minutes * 60.0 if talk else 0.0
        c = theme().colours
        colour = c.text if not limit or seconds < 0.9 * limit else c.warning if seconds < limit else c.error
        recolour(self._clock, colour)
        now = QTime.currentTime().toString("HH:mm")
        planned = tr("of {minutes:g} min").format(minutes=talk.minutes) if talk and talk.minutes else ""
        self._time.setText(f"{planned}   {now}".strip())

    def closeEvent(self, event: QCloseEvent) -> None:
        self._tick.stop()
        super().closeEvent(event)
        if self._presenter.phase is not Phase.OFF:
            self._end()


def _numbered(titles: list[str]) -> list[str]:
    return [f"{number}.  {title}" for number, title in enumerate(titles, 1)]
