"""What a batch says while it works: a bar on a terminal, plain lines elsewhere, nothing when asked to be quiet."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from raytracer.session.protocol import Stats
from raytracer.session.throughput import format_si

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_LINE_SECONDS = 10.0


@dataclass(frozen=True)
class Goal:
    """When a render will be done: at ``spp`` samples per pixel, below ``noise`` everywhere or after ``seconds``."""

    spp: int
    seconds: float | None = None
    noise: float = 0.0

    def fraction(self, stats: Stats, elapsed: float) -> float:
        """How far it is, 0 to 1."""
        by_time = elapsed / self.seconds if self.seconds else 0.0
        return min(max(stats.spp / self.spp, by_time, stats.done_share if self.noise else 0.0), 1.0)

    def left(self, stats: Stats, elapsed: float) -> float | None:
        """Seconds to go, by the speed so far; None before that is known, as with a noise threshold."""
        if self.noise and not self.seconds:
            return None
        fraction = self.fraction(stats, elapsed)
        return elapsed * (1.0 - fraction) / fraction if fraction > 0.0 else None


@dataclass(frozen=True)
class TeamStats(Stats):
    """Of several workers that fill one film. ``shares``: name and share of the samples, of each."""

    shares: tuple[tuple[str, float], ...] = ()


class Quiet:
    """Says nothing; also the interface of the others. Use as a context manager."""

    def __enter__(self) -> Quiet:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def line(self, text: str) -> None:
        """A fact worth keeping."""

    def activity(self, text: str, fraction: float | None) -> None:
        """Something long is going on."""

    def begin(self, name: str, goal: Goal) -> None:
        """Samples are being added to the picture of scene ``name`` from now on."""

    def update(self, stats: Stats) -> None:
        """They are."""

    def end(self) -> None:
        """No more samples are added."""


class PlainLines(Quiet):
    """One line a step, and one every ten seconds; no control characters."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._name, self._goal = "", Goal(1)
        self._began = self._said = 0.0
        self._step = ""

    def line(self, text: str) -> None:
        print(text, file=self._stream, flush=True)

    def activity(self, text: str, fraction: float | None) -> None:
        step = text.partition(" ")[0]
        if step != self._step:
            self._step = step
            self.line(text)

    def begin(self, name: str, goal: Goal) -> None:
        self._name, self._goal, self._step = name, goal, ""
        self._began = self._said = self._clock()

    def update(self, stats: Stats) -> None:
        now = self._clock()
        if now - self._said >= _LINE_SECONDS:
            self._said = now
            self.line(f"{self._name}: {describe(self._goal, stats, now - self._began)}")


class TerminalBar(Quiet):
    """A bar that is redrawn in place."""

    def __init__(self, stream: TextIO) -> None:
        from rich.console import Console

        self._console = Console(file=stream, highlight=False)
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._goal = Goal(1)
        self._began = 0.0

    def line(self, text: str) -> None:
        self._console.print(text, markup=False, soft_wrap=True)

    def activity(self, text: str, fraction: float | None) -> None:
        self._show(text, fraction, "")

    def begin(self, name: str, goal: Goal) -> None:
        self._goal, self._began = goal, time.monotonic()
        self._show(name, 0.0, "")

    def update(self, stats: Stats) -> None:
        elapsed = time.monotonic() - self._began
        bar, task = self._need_bar()
        details = describe(self._goal, stats, elapsed, percent=False)
        bar.update(task, total=1.0, completed=self._goal.fraction(stats, elapsed), details=details)

    def end(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = self._task = None

    def _show(self, text: str, fraction: float | None, details: str) -> None:
        bar, task = self._need_bar()
        total = None if fraction is None else 1.0
        bar.update(task, description=text, total=total, completed=fraction or 0.0, details=details)

    def _need_bar(self) -> tuple[Progress, TaskID]:
        if self._bar is None or self._task is None:
            from rich.progress import BarColumn, Progress, TextColumn

            columns = (
                TextColumn("{task.description}", markup=False),
                BarColumn(bar_width=24),
                TextColumn("{task.percentage:>3.0f} %"),
                TextColumn("{task.fields[details]}", markup=False),
            )
            self._bar = Progress(*columns, console=self._console, transient=True)
            self._task = self._bar.add_task("", total=None, details="")
            self._bar.start()
        return self._bar, self._task


def describe(goal: Goal, stats: Stats, elapsed: float, *, percent: bool = True) -> str:
    """``25 %, 64 of 256 spp, 1.20 Msamples/s, 1:05 left``."""
    parts = [f"{100.0 * goal.fraction(stats, elapsed):.0f} %"] if percent else []
    of = f" of {goal.spp}" if goal.spp < 2**31 - 1 else ""
    parts.append(f"{format_spp(stats.spp)}{of} spp")
    if stats.noise is not None:
        parts.append(f"noise {format_noise(stats.noise)}")
    if stats.total_seconds > 0.0:
        parts.append(format_si(stats.total_samples / stats.total_seconds, "samples/s"))
    if isinstance(stats, TeamStats) and stats.total_samples:
        parts.append(" + ".join(f"{name} {100.0 * share:.0f} %" for name, share in stats.shares))
    left = goal.left(stats, elapsed)
    if left is not None and stats.spp < goal.spp:
        parts.append(f"{format_duration(left)} left")
    return ", ".join(parts)


def format_spp(spp: float) -> str:
    """``0.031``, ``12.5``, ``256``, ``20000``: never with an exponent."""
    return f"{spp:.0f}" if spp >= 100.0 else f"{spp:.3g}"


def format_noise(noise: float) -> str:
    """``12 %``, ``2.3 %``, ``0.041 %``."""
    percent = 100.0 * noise
    return f"{percent:.0f} %" if percent >= 10.0 else f"{percent:.2g} %"


def format_duration(seconds: float) -> str:
    """``0:07``, ``12:34``, ``3:05:00``."""
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    text = f"{rest // 60}:{rest % 60:02d}"
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else text


def make_reporter(*, quiet: bool) -> Quiet:
    """The one that suits where stderr goes."""
    if quiet:
        return Quiet()
    return TerminalBar(sys.stderr) if sys.stderr.isatty() else PlainLines(sys.stderr)
