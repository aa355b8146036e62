"""Joules, from the counters that processors and GPUs keep. What cannot be read says why; nothing is guessed.

The CPU's come from the Linux kernel's powercap tree (Intel's and AMD's running average power limit, RAPL), the GPU's
from NVIDIA's management library (NVML), which the package ``nvidia-ml-py`` wraps.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from raytracer.session.measure.entrants import Entrant

POWERCAP = Path("/sys/class/powercap")
_POLL_SECONDS = 0.1


@dataclass(frozen=True)
class Energy:
    """What a meter read. ``joules`` is None where it could not be read, and ``reason`` says why.

    ``utilisation`` is the device's own figure for how busy it was, 0 to 1, None where there is none.
    """

    what: str
    joules: float | None = None
    seconds: float = 0.0
    reason: str = ""
    utilisation: float | None = None

    @property
    def watts(self) -> float | None:
        """Mean power."""
        return self.joules / self.seconds if self.joules is not None and self.seconds > 0.0 else None


class Meter(Protocol):
    """Between ``start`` and ``stop`` it measures; neither raises."""

    def start(self) -> None: ...

    def stop(self) -> Energy: ...


@dataclass(frozen=True)
class NoMeter:
    """Stands where nothing can be read."""

    what: str
    reason: str

    def start(self) -> None:
        """Nothing to do."""

    def stop(self) -> Energy:
        return Energy(self.what, reason=self.reason)


# ---------------------------------------------------------------- CPU packages


class PackageMeter:
    """The energy counters of all CPU packages, in microjoules. They wrap around, so they are read several times."""

    what = "CPU package"

    def __init__(self, zones: list[Path], clock: Callable[[], float] = time.perf_counter) -> None:
        self._zones = zones
        self._ranges = [_microjoules(zone / "max_energy_range_uj") for zone in zones]
        self._clock = clock
        self._joules = 0.0
        self._last: list[int] = []
        self._began = 0.0
        self._problem = ""

    def start(self) -> None:
        self._joules, self._problem = 0.0, ""
        self._began = self._clock()
        try:
            self._last = [_microjoules(zone / "energy_uj") for zone in self._zones]
        except OSError as error:
            self._problem = f"the energy counter cannot be read: {error.strerror or error}"

    def read(self) -> None:
        """Takes in what the counters gained; at least once a turn of the counter."""
        if self._problem:
            return
        try:
            now = [_microjoules(zone / "energy_uj") for zone in self._zones]
        except (OSError, ValueError) as error:
            self._problem = f"the energy counter cannot be read: {error}"
            return
        for before, after, top in zip(self._last, now, self._ranges, strict=True):
            gained = after - before
            self._joules += (gained if gained >= 0 else gained + top) * 1e-6
        self._last = now

    def stop(self) -> Energy:
        self.read()
        seconds = self._clock() - self._began
        if self._problem:
            return Energy(self.what, reason=self._problem)
        return Energy(self.what, self._joules, seconds)


def package_meter(root: Path = POWERCAP, cpuinfo: Path = Path("/proc/cpuinfo")) -> PackageMeter | NoMeter:
    """The meter of the CPU, or the reason why there is none."""
    what = PackageMeter.what
    if not sys.platform.startswith("linux"):
        return NoMeter(what, "only Linux lets a program read the CPU's energy counter")
    zones = [zone for zone in sorted(root.glob("*")) if _is_package(zone)]
    if not zones:
        if _is_virtual(cpuinfo):
            return NoMeter(what, "a virtual machine has no energy counter (no package in /sys/class/powercap)")
        return NoMeter(what, "the system offers no energy counter (no package in /sys/class/powercap)")
    for zone in zones:
        try:
            _microjoules(zone / "energy_uj")
            _microjoules(zone / "max_energy_range_uj")
        except PermissionError:
            return NoMeter(what, f"no permission to read {zone / 'energy_uj'} (Linux keeps it for root)")
        except (OSError, ValueError) as error:
            return NoMeter(what, f"{zone / 'energy_uj'} cannot be read: {error}")
    return PackageMeter(zones)


def _is_package(zone: Path) -> bool:
    """Whole packages only: cores, memory and ``psys`` are parts of them or contain them."""
    try:
        return (zone / "name").read_text(encoding="ascii").startswith("package")
    except (OSError, UnicodeDecodeError):
        return False


def _microjoules(path: Path) -> int:
    return int(path.read_text(encoding="ascii"))


def _is_virtual(cpuinfo: Path) -> bool:
    try:
        return "hypervisor" in cpuinfo.read_text(encoding="utf-8", errors="replace").split()
    except OSError:
        return False


# ---------------------------------------------------------------- NVIDIA GPUs


class BoardMeter:
    """An NVIDIA board: its energy counter where it has one, otherwise its power, read often and summed over time."""

    what = "GPU board"

    def __init__(self, nvml: Any, handle: Any, clock: Callable[[], float] = time.perf_counter) -> None:
        self._nvml, self._handle, self._clock = nvml, handle, clock
        self._began = self._joules = 0.0
        self._counter: int | None = None
        self._last: tuple[float, float] | None = None
        self._busy: list[float] = []
        self._problem = ""

    def start(self) -> None:
        self._began, self._joules, self._busy = self._clock(), 0.0, []
        self._counter, self._last, self._problem = self._energy(), None, ""
        self.read()

    def read(self) -> None:
        """Notes power and utilisation of now."""
        with contextlib.suppress(self._nvml.NVMLError):  # not every board says
            self._busy.append(self._nvml.nvmlDeviceGetUtilizationRates(self._handle).gpu / 100.0)
        if self._counter is not None:
            return
        try:
            watts = self._nvml.nvmlDeviceGetPowerUsage(self._handle) / 1000.0
        except self._nvml.NVMLError as error:
            self._problem = f"the board does not tell its power: {error}"
            return
        now = self._clock()
        if self._last is not None:
            self._joules += 0.5 * (watts + self._last[1]) * (now - self._last[0])
        self._last = (now, watts)

    def stop(self) -> Energy:
        self.read()
        seconds = self._clock() - self._began
        busy = sum(self._busy) / len(self._busy) if self._busy else None
        if self._counter is not None:
            end = self._energy()
            if end is None or end < self._counter:
                return Energy(self.what, reason="the board's energy counter was reset", utilisation=busy)
            return Energy(self.what, (end - self._counter) * 1e-3, seconds, utilisation=busy)
        if self._problem:
            return Energy(self.what, reason=self._problem, utilisation=busy)
        return Energy(self.what, self._joules, seconds, utilisation=busy)

    def _energy(self) -> int | None:
        """Millijoules since the driver was loaded; None on boards older than Volta."""
        try:
            return int(self._nvml.nvmlDeviceGetTotalEnergyConsumption(self._handle))
        except self._nvml.NVMLError:
            return None


def load_nvml() -> Any:
    """The NVML wrapper. Raises ``ImportError`` when it is not installed."""
    import pynvml

    return pynvml


def board_meter(entrant: Entrant, pid: int | None, load: Callable[[], Any] = load_nvml) -> BoardMeter | NoMeter:
    """The meter of the GPU that a worker runs on, or the reason why there is none."""
    what = BoardMeter.what
    if entrant.backend == "metal":
        return NoMeter(what, "macOS lets no program read the GPU's power")
    try:
        nvml = load()
    except ImportError:
        return NoMeter(what, "nvidia-ml-py is not installed (pip install 'raytracer[power]')")
    try:
        nvml.nvmlInit()
        boards = [nvml.nvmlDeviceGetHandleByIndex(i) for i in range(nvml.nvmlDeviceGetCount())]
        chosen = _board_of(nvml, boards, entrant.device, pid)
    except nvml.NVMLError as error:
        return NoMeter(what, f"NVML, which reads NVIDIA GPUs only, does not answer: {error}")
    if isinstance(chosen, str):
        return NoMeter(what, chosen)
    return BoardMeter(nvml, chosen[0])


def _board_of(nvml: Any, boards: list[Any], device: str, pid: int | None) -> tuple[Any] | str:
    """The board of that name; of several, the one on which the worker runs. Otherwise the reason."""
    named = [board for board in boards if _text(nvml.nvmlDeviceGetName(board)) in device or not device]
    if not named:
        return f"NVML knows no board named {device}"
    if len(named) == 1:
        return (named[0],)
    for board in named:
        if any(process.pid == pid for process in nvml.nvmlDeviceGetComputeRunningProcesses(board)):
            return (board,)
    return f"there are {len(named)} boards named {device}, and NVML does not say which one is used"


def _text(name: str | bytes) -> str:
    return name.decode(errors="replace") if isinstance(name, bytes) else name


# ---------------------------------------------------------------- reading while something runs


class Polling:
    """Reads meters ten times a second in a thread of its own, while in use as a context manager."""

    def __init__(self, meters: list[Any]) -> None:
        self._meters = meters
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._poll, name="power", daemon=True)
        self.energies: list[Energy] = []

    def __enter__(self) -> Polling:
        for meter in self._meters:
            meter.start()
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._end.set()
        self._thread.join()
        self.energies = [meter.stop() for meter in self._meters]

    def _poll(self) -> None:
        readers = [meter.read for meter in self._meters if hasattr(meter, "read")]
        while readers and not self._end.wait(_POLL_SECONDS):
            for read in readers:
                read()


def meters_for(entrant: Entrant, pid: int | None) -> list[Any]:
    """What can be read while this entrant works: always the CPU packages, and the board of a GPU."""
    found: list[Any] = [package_meter()]
    if entrant.is_gpu:
        found.insert(0, board_meter(entrant, pid))
    return found
