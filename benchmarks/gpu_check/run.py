"""The plan, most important first, and its execution within the time there is."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.children import ask
from benchmarks.gpu_check import report

SCENES = ("start", "cornell", "glass", "interior", "many", "fog", "materials")
BLOCKS = (32, 128, 256, 512)
"""Beside the engine's own choice."""
WIDTHS = (8, 4, 2)
_LEAST_SECONDS = 3.0
"""With less than this left a step is not started."""


@dataclass(frozen=True)
class Step:
    """One child process. ``limit`` seconds is when something must be wrong."""

    name: str
    backend: str
    limit: float
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """For people: ``scene glass, cuda``."""
        words = [self.name, *(f"{value}" for key, value in self.options.items() if key in ("scene", "block", "width"))]
        return f"{' '.join(words)}, {self.backend}"


def plan(backends: list[str], *, quick: bool) -> list[Step]:
    """All steps; ``backends`` without the CPU, whose pictures and rates the others are compared with."""
    scenes = ("cornell",) if quick else SCENES
    both = ["cpu", *backends]
    steps = [Step("scene", b, 120.0, {"scene": scenes[0]}) for b in both]
    steps += [Step("launches", b, 60.0, {"scene": scenes[0]}) for b in both]
    steps += [Step("readback", b, 60.0, {"scene": scenes[0]}) for b in both]
    steps += [Step("scene", b, 90.0, {"scene": s}) for s in scenes[1:3] for b in both]
    steps += [Step("device", b, 60.0) for b in both]
    blocks = BLOCKS[:1] if quick else BLOCKS
    steps += [Step("block", b, 90.0, {"scene": scenes[0], "block": n}) for b in backends for n in blocks]
    widths = WIDTHS[:1] if quick else WIDTHS
    steps += [Step("rays", b, 90.0, {"width": n}) for b in both for n in widths]
    steps += [Step("scene", b, 90.0, {"scene": s}) for s in scenes[3:] for b in both]
    return steps


class Check:
    """Runs the plan, prints a line a step and writes what there is after each of them."""

    def __init__(self, seconds: float, target: Path, *, quick: bool) -> None:
        self._end = time.monotonic() + seconds
        self._target = target
        self._quick = quick
        self._result: dict[str, Any] = {"quick": quick, "machine": {}, "steps": [], "not_run": []}

    def run(self) -> int:
        """0 when every backend's picture agrees with the CPU's and nothing failed, 1 otherwise."""
        with tempfile.TemporaryDirectory(prefix="gpu-check-") as folder:
            environment = _cold_caches(Path(folder))
            found = self._ask(Step("machine", "all", 60.0), environment, folder)
            self._result["machine"] = machine = {**found, "gpu": _nvidia_smi()}
            backends = _worth_checking(found.get("backends", []))
            print(report.describe_machine(machine, backends), flush=True)
            for step in plan(backends, quick=self._quick):
                if self._end - time.monotonic() < _LEAST_SECONDS:
                    self._result["not_run"].append(step.label)
                else:
                    self._do(step, environment, folder)
                self._write()
        self._result["machine"]["gpu_after"] = _nvidia_smi()
        self._write()
        print(report.tables(self._result))
        print(f"\nwritten to {self._target}")
        return 0 if report.all_well(self._result) else 1

    def _do(self, step: Step, environment: dict[str, str], folder: str) -> None:
        row: dict[str, Any] = {"step": step.name, "backend": step.backend, **step.options}
        begin = time.monotonic()
        data = self._ask(step, environment, folder)
        self._result["steps"].append({**row, **data, "wall_seconds": round(time.monotonic() - begin, 2)})
        print(
            f"[{max(0.0, self._end - time.monotonic()):4.0f} s left] {step.label}: {report.one_line(step.name, data)}"
        )
        sys.stdout.flush()

    def _ask(self, step: Step, environment: dict[str, str], folder: str) -> dict[str, Any]:
        options = {**step.options, "backend": step.backend, "folder": folder, "scale": self._scale(step.backend)}
        command = [sys.executable, "-m", "benchmarks.gpu_check.child", step.name, json.dumps(options)]
        limit = 2.0 * step.limit if self._quick else step.limit  # software drivers take their time to compile
        got = ask(command, min(limit, max(_LEAST_SECONDS, self._end - time.monotonic())), environment)
        return {"error": got.error} if got.error else got.data

    def _scale(self, backend: str) -> str:
        """How much work is sensible: ``tiny``, ``cpu`` (also for software drivers) or ``gpu``."""
        infos = {info["name"]: info for info in self._result["machine"].get("backends", [])}
        if self._quick:
            return "tiny"
        return "cpu" if backend == "cpu" or infos.get(backend, {}).get("software") else "gpu"

    def _write(self) -> None:
        self._target.parent.mkdir(parents=True, exist_ok=True)
        self._target.write_text(json.dumps(self._result, indent=1), encoding="utf-8")


def _worth_checking(found: list[dict[str, Any]]) -> list[str]:
    """The GPUs; where there is none, the software driver."""
    there = [info for info in found if info["available"] and info["name"] != "cpu"]
    return [info["name"] for info in there if not info["software"]] or [info["name"] for info in there]


def _cold_caches(folder: Path) -> dict[str, str]:
    """The first compilation of a kernel shall really be one: no cache of ours, nor of the drivers."""
    names = ("RAYTRACER_HOME", "CUDA_CACHE_PATH", "MESA_SHADER_CACHE_DIR", "__GL_SHADER_DISK_CACHE_PATH")
    for name in names:
        (folder / name).mkdir()
    return {**{name: str(folder / name) for name in names}, "PYTHONUNBUFFERED": "1"}


def _nvidia_smi() -> str:
    """Name, driver, clocks, power and temperature as the driver's own tool tells them; empty without one."""
    fields = "name,driver_version,memory.total,pcie.link.gen.current,pcie.link.width.current,clocks.sm,power.draw"
    command = ["nvidia-smi", f"--query-gpu={fields},temperature.gpu", "--format=csv,noheader"]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=20.0, check=True).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def system() -> str:
    """Operating system, Python, and processors, for the report."""
    return f"{platform.system()} {platform.release()}, Python {platform.python_version()}, {os.cpu_count()} processors"
