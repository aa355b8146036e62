"""Work in child processes: a driver that aborts, hangs or eats the memory costs one figure and not the whole run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Answer:
    """What a child said: ``data`` is the JSON object on its last line of output; ``error`` says why there is none."""

    data: dict[str, Any] = field(default_factory=dict)
    error: str = ""
    seconds: float = 0.0
    peak_bytes: int = 0
    """Largest resident set of the child, where the system tells (not on Windows)."""


def ask(command: Sequence[str], timeout: float, environment: Mapping[str, str] | None = None) -> Answer:
    """Runs a command to its end, or kills it with all its children after ``timeout`` seconds."""
    begin = time.perf_counter()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            start_new_session=True,
        )
        status, peak = _wait(child, begin + timeout)
        seconds = time.perf_counter() - begin
        output, errors = _text(out), _text(err)
    if status is None:
        return Answer(error=f"took longer than {timeout:.0f} s and was stopped", seconds=seconds)
    if status != 0:
        return Answer(error=_why(status, errors or output), seconds=seconds, peak_bytes=peak)
    try:
        return Answer(json.loads(output.strip().splitlines()[-1]), "", seconds, peak)
    except (ValueError, IndexError):
        return Answer(error=f"answered nothing readable: {output.strip()[-200:]!r}", seconds=seconds)


def answer(data: Mapping[str, Any]) -> None:
    """Says it to the parent; the last thing a child prints."""
    print(json.dumps(data), flush=True)


def _wait(child: subprocess.Popen, end: float) -> tuple[int | None, int]:
    """Exit status, or None after killing it, and the peak memory in bytes."""
    if not hasattr(os, "wait4"):
        try:
            return child.wait(max(0.0, end - time.perf_counter())), 0
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            return None, 0
    peak = 0
    while time.perf_counter() < end:
        peak = max(peak, _resident_peak(child.pid))
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        if pid:
            child.returncode = os.waitstatus_to_exitcode(status)
            unit = 1 if sys.platform == "darwin" else 1024
            return child.returncode, peak or usage.ru_maxrss * unit
        time.sleep(0.02)
    os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    return None, 0


def _resident_peak(pid: int) -> int:
    """Bytes, on Linux, else 0. What ``wait4`` tells there counts from the fork: never less than the parent's size."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return 0
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), 0)


def _text(file: Any) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def _why(status: int, text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    how = f"ended by {signal.Signals(-status).name}" if status < 0 else f"exit code {status}"
    return f"{how}: {lines[-1][:300]}" if lines else how
