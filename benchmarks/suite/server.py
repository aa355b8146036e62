"""A renderer in a process of its own that answers requests; see ``renderers/serve.py``."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.children import ROOT


class RendererFailedError(Exception):
    """A renderer died, hung or said nothing readable; the message is for people."""


@dataclass(frozen=True)
class Peer:
    """``label`` is its name in tables; ``script`` lies in ``renderers/``."""

    label: str
    python: Path
    script: str
    arguments: tuple[str, ...] = ()


class Server:
    """Starts a renderer on a scene folder. ``ready`` is its first answer, ``started_seconds`` how long that took."""

    def __init__(
        self, peer: Peer, folder: Path, threads: int, timeout: float, environment: Mapping[str, str] | None = None
    ) -> None:
        self.peer = peer
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (lives as long as the process)
        begin = time.perf_counter()
        script = ROOT / "benchmarks" / "suite" / "renderers" / peer.script
        self._process = subprocess.Popen(
            [str(peer.python), str(script), str(folder), "--threads", str(threads), *peer.arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            start_new_session=True,
        )
        threading.Thread(target=self._read, daemon=True).start()
        self.ready = self._answer(timeout)
        self.started_seconds = time.perf_counter() - begin

    def render(self, seed: int, spp: int, timeout: float, save: Path | None = None) -> dict[str, Any]:
        """One new picture; what the renderer counted."""
        request = {"seed": seed, "spp": spp, "save": str(save) if save else None}
        try:
            assert self._process.stdin is not None
            print(json.dumps(request), file=self._process.stdin, flush=True)
        except OSError:
            pass  # it has died; the answer says why
        return self._answer(timeout)

    def close(self) -> None:
        """Ends it, politely at first: this writes kernel caches."""
        with contextlib.suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(timeout=20.0)
        except subprocess.TimeoutExpired:
            self._kill()

    def _answer(self, timeout: float) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=timeout)
        except queue.Empty:
            self._kill()
            raise RendererFailedError(f"took longer than {timeout:.0f} s and was stopped") from None
        if line is None:
            self._process.wait(timeout=20.0)
            raise RendererFailedError(self._why())
        try:
            return json.loads(line)
        except ValueError:
            self._kill()
            raise RendererFailedError(f"answered nothing readable: {line[:200]!r}") from None

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def _why(self) -> str:
        self._errors.seek(0)
        lines = [text.strip() for text in self._errors.read().decode("utf-8", "replace").splitlines() if text.strip()]
        return f"exit code {self._process.returncode}: {lines[-1][:300] if lines else 'no message'}"

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
