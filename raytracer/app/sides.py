"""The two sides of the comparison: the CPU, and the best GPU of this machine or the reason why there is none."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field

from raytracer.app.language import QT_TR_NOOP, tr
from raytracer.backends import BackendInfo, BackendName

GPU_ORDER: tuple[BackendName, ...] = ("cuda", "metal", "vulkan")
"""The GPU backends, the fastest first."""
TITLES: dict[BackendName, str] = {"cpu": "CPU", "cuda": "CUDA", "metal": "Metal", "vulkan": "Vulkan"}


REASONS: tuple[str, ...] = (
    QT_TR_NOOP("no CUDA driver"),
    QT_TR_NOOP("no CUDA device"),
    QT_TR_NOOP("CUDA does not exist on macOS"),
    QT_TR_NOOP("no Vulkan loader"),
    QT_TR_NOOP("no Vulkan driver"),
    QT_TR_NOOP("Vulkan has no device"),
    QT_TR_NOOP("not on macOS; Metal is used there"),
    QT_TR_NOOP("only on macOS"),
    QT_TR_NOOP("needs a Mac with Apple silicon"),
)
"""Why a backend is not there, as the probe says it, as far as that has no parts that vary.

A test compares this list with its sources.
"""


def reason_text(info: BackendInfo) -> str:
    """Why there is no such backend, or none but a software driver, in the language of the app; else nothing."""
    if info.available and info.software:
        text = tr("{backend} offers only {device}, a software driver")
        return text.format(backend=TITLES[info.name], device=info.device)
    return tr(info.reason) if info.reason in REASONS else info.reason


@dataclass(frozen=True)
class Side:
    """What one half of the switch shows. ``backend`` is None, and ``reason`` set, when there is nothing there."""

    title: str
    backend: BackendName | None
    device: str
    reason: str = ""
    software: bool = False

    @property
    def enabled(self) -> bool:
        """Whether it can be chosen."""
        return self.backend is not None


@dataclass
class Sides:
    """What the probe found, and the user's wishes about it."""

    found: dict[BackendName, BackendInfo] = field(default_factory=dict)
    probed: bool = False
    force_software: bool = False
    preferred: BackendName | None = None
    """The GPU backend asked for; the first of ``GPU_ORDER`` that works when None."""

    def learn(self, backends: Iterable[BackendInfo]) -> None:
        """Takes over what was found."""
        self.found.update({info.name: info for info in backends})
        self.probed = True

    def correct(self, info: BackendInfo) -> None:
        """A worker says what it really runs on."""
        self.found[info.name] = info

    @property
    def choices(self) -> list[BackendInfo]:
        """Everything that may fill the GPU side, the best first; software drivers last, and only when forced."""
        known = [self.found[name] for name in GPU_ORDER if name in self.found and self.found[name].available]
        hardware = [info for info in known if not info.software]
        return hardware + ([info for info in known if info.software] if self.force_software else [])

    @property
    def software_driver(self) -> BackendInfo | None:
        """A driver that runs on the CPU, for testing."""
        return next((info for info in self.found.values() if info.available and info.software), None)

    def cpu(self) -> Side:
        """The left half."""
        info = self.found.get("cpu")
        if info is None:
            return Side("CPU", "cpu", tr("this computer"))
        return Side("CPU", "cpu", info.device or tr("this computer"))

    def gpu(self) -> Side:
        """The right half."""
        choices = self.choices
        if not choices:
            return Side("GPU", None, "", self._why_none())
        info = next((c for c in choices if c.name == self.preferred), choices[0])
        if info.software:
            return Side(
                TITLES[info.name],
                info.name,
                tr("software, runs on the CPU: {device}").format(device=info.device),
                software=True,
            )
        return Side("GPU", info.name, info.device)

    def title(self, backend: BackendName) -> str:
        """What this backend is called in figures."""
        if backend == "cpu":
            return "CPU"
        info = self.found.get(backend)
        return tr("Software {backend}").format(backend=TITLES[backend]) if info and info.software else "GPU"

    def _why_none(self) -> str:
        if not self.probed:
            return tr("looking for a GPU …")
        reasons = []
        for name in GPU_ORDER:
            info = self.found.get(name)
            if info is None or (name == "metal" and sys.platform != "darwin"):
                continue
            reasons.append(reason_text(info))
        return "; ".join(filter(None, reasons)) or tr("no GPU backend was found")
