"""What the system says about its processors: how many cores the threads share, and who else takes their time."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from raytracer.session.measure.result import Sentence, say


@dataclass(frozen=True)
class Processors:
    """``threads`` this process may use lie on ``cores`` (None: unknown). ``quota`` is the control group's limit in
    processors, None without one. ``virtual``: the system says that it runs in a virtual machine.
    """

    threads: int
    cores: int | None = None
    quota: float | None = None
    virtual: bool = False

    def remarks(self) -> list[Sentence]:
        """What keeps the threads from being as many processors."""
        found = []
        if self.cores is not None and self.cores < self.threads:
            found.append(
                say(
                    "{threads} threads share {cores} cores (hyperthreads): a thread past those adds less than a core.",
                    threads=self.threads,
                    cores=self.cores,
                )
            )
        if self.quota is not None and self.quota < self.threads:
            text = "This program may use {quota} processors at most (control group)."
            found.append(say(text, quota=f"{self.quota:g}"))
        if self.virtual:
            found.append(say("A virtual machine: its processors may be hyperthreads, and may be shared with others."))
        return found


def usable_processors(root: Path = Path("/")) -> Processors:
    """Asks the system; ``root`` is replaced in tests."""
    allowed = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(os.cpu_count() or 1))
    return Processors(len(allowed), _cores(root, allowed), _quota(root), _is_virtual(root))


def _cores(root: Path, allowed: list[int]) -> int | None:
    """How many different cores these processors are."""
    found = set()
    for processor in allowed:
        topology = root / f"sys/devices/system/cpu/cpu{processor}/topology"
        try:
            found.add(((topology / "physical_package_id").read_text(), (topology / "core_id").read_text()))
        except OSError:
            return None
    return len(found)


def _quota(root: Path) -> float | None:
    try:
        limit, period = (root / "sys/fs/cgroup/cpu.max").read_text(encoding="ascii").split()
        return None if limit == "max" else int(limit) / int(period)
    except (OSError, ValueError, ZeroDivisionError):
        return None


def _is_virtual(root: Path) -> bool:
    try:
        text = (root / "proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    flags = next((line for line in text.splitlines() if line.startswith(("flags", "Features"))), "")
    return "hypervisor" in flags.split()
