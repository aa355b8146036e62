"""Ctrl-C and SIGTERM: the first asks politely, the second ends everything at once."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from types import FrameType, TracebackType

_HANG_UP = getattr(signal, "SIGHUP", None)
_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Interrupts:
    """While in use, signals are noted instead of raised. ``on_second`` cleans up before the process ends at once."""

    def __init__(self, on_second: Callable[[], None] = lambda: None) -> None:
        self.on_second = on_second
        self._before: dict[int, object] = {}
        self.signal: int | None = None

    def __enter__(self) -> Interrupts:
        for number in _SIGNALS:
            if number == _HANG_UP and signal.getsignal(number) is signal.SIG_IGN:
                continue  # nohup means it; a script's background job, whose SIGINT is ignored too, does not
            self._before[number] = signal.signal(number, self._noted)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    @property
    def exit_code(self) -> int:
        """128 plus the signal's number, as shells count."""
        return 128 + (self.signal or 0)

    def _noted(self, number: int, frame: FrameType | None) -> None:
        if self.signal is None:
            self.signal = number
            return
        try:
            self.on_second()
        finally:
            os._exit(128 + number)
