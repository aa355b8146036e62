"""This machine: what each backend runs on, in figures that were read or measured, never estimated."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from raytracer.app import figures
from raytracer.app.controls import Facts, PanelPage
from raytracer.app.language import tr
from raytracer.app.machine import Machine
from raytracer.app.parts import label
from raytracer.app.sides import TITLES, reason_text
from raytracer.app.studio import Studio
from raytracer.backends import BACKENDS, BackendInfo, BackendName
from raytracer.session.throughput import format_si


class MachinePanel(PanelPage):
    """One list of facts for each backend that is there; the reason for each one that is not."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        self._machine = studio.feature(Machine)
        self.button = QPushButton(tr("Measure memory bandwidth"))
        self.button.setToolTip(tr("Copies memory on each device for a moment; the picture waits meanwhile"))
        self.button.clicked.connect(self._machine.measure)
        self.add(self.button)
        self.facts: dict[BackendName, Facts] = {}
        self._heads = {name: label(tr("{name} backend").format(name=TITLES[name]), "title") for name in BACKENDS}
        for name in BACKENDS:
            self.facts[name] = Facts()
            self.add(self._heads[name], self.facts[name])
        self.finish()
        studio.sides_changed.connect(self.refresh)
        self._machine.changed.connect(self.refresh)
        self.refresh()

    def start(self) -> None:
        """Measures."""
        self._machine.measure()

    def refresh(self) -> None:
        """Shows what is known by now."""
        measuring = self._machine.measuring
        self.button.setEnabled(measuring is None)
        self.button.setText(
            tr("Measuring {name} …").format(name=TITLES[measuring]) if measuring else tr("Measure memory bandwidth")
        )
        for name in BACKENDS:
            info = self._studio.sides.found.get(name)
            shown = info is not None and (info.available or bool(info.reason))
            self._heads[name].setVisible(shown)
            self.facts[name].setVisible(shown)
            if info is not None:
                self._show(name, info)

    def _show(self, name: BackendName, info: BackendInfo) -> None:
        facts = self.facts[name]
        if not info.available:
            facts.show_fact(tr("Missing"), reason_text(info))
            return
        unknown = tr("cannot be read")
        device = tr("{device} (software, runs on the CPU)").format(device=info.device) if info.software else info.device
        facts.show_fact(tr("Device"), device or unknown)
        cores = tr("Multiprocessors") if info.is_gpu else tr("Cores")
        if not info.software:
            facts.show_fact(cores, str(info.cores) if info.cores else unknown)
        if info.threads:
            facts.show_fact(tr("Threads"), str(info.threads))
        facts.show_fact(tr("Memory"), figures.memory(info.memory_bytes) if info.memory_bytes else unknown)
        facts.show_fact(tr("Bandwidth"), self._bandwidth(name))
        if info.driver or info.is_gpu:
            facts.show_fact(tr("Driver"), info.driver or unknown)

    def _bandwidth(self, name: BackendName) -> str:
        """Measured, or why not."""
        rate = self._machine.rates.get(name)
        if rate is not None:
            text = tr("{rate}, copying {size} (read + written)")
            return text.format(rate=format_si(rate.bytes_per_s, "B/s"), size=figures.memory(rate.size))
        if name in self._machine.failures:
            return self._machine.failures[name]
        return tr("not measured")
