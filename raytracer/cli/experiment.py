"""Runs an experiment for a verb: progress on stderr, Ctrl-C, and the last snapshot that there was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from raytracer.cli.interrupts import Interrupts
from raytracer.cli.progress import make_reporter
from raytracer.errors import CancelledError
from raytracer.session.measure.result import Result
from raytracer.session.measure.subject import Lab, Work

R = TypeVar("R", bound=Result)


class InterruptedExperimentError(Exception):
    """The user ended it; ``exit_code`` says by which signal."""

    def __init__(self, exit_code: int) -> None:
        super().__init__("interrupted")
        self.exit_code = exit_code


def conduct(work: Work, procedure: Callable[[Lab], Iterator[R]], *, quiet: bool) -> R:
    """The finished result. Raises ``InterruptedExperimentError`` and whatever the experiment raises."""
    last: R | None = None
    with make_reporter(quiet=quiet) as reporter, Interrupts() as interrupts:
        lab = Lab(
            work,
            cancelled=lambda: interrupts.signal is not None,
            on_progress=lambda activity, fraction: reporter.activity(str(activity), fraction),
        )
        interrupts.on_second = lab.kill
        try:
            with lab:
                for snapshot in procedure(lab):
                    last = snapshot
        except CancelledError:
            raise InterruptedExperimentError(interrupts.exit_code) from None
        reporter.end()
    assert last is not None, "an experiment yields at least its end"
    return last
