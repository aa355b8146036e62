"""Homogeneous participating media."""

from __future__ import annotations

import numpy as np

from raytracer.errors import InputError
from raytracer.io.mitsuba import spectra
from raytracer.io.mitsuba.plugin import Plugin, Triple
from raytracer.io.report import LoadReport
from raytracer.scene import Medium


class Media:
    """Reads ``<medium>`` objects, each once. Others than ``homogeneous`` are noted and left out."""

    def __init__(self, report: LoadReport) -> None:
        self._report = report
        self._known: dict[Plugin, Medium | None] = {}

    def read(self, plugin: Plugin | None) -> Medium | None:
        """The medium, or None for none and for kinds that are not rendered."""
        if plugin is None:
            return None
        if plugin.tag != "medium":
            raise InputError(f"a medium is wanted, not {plugin}", where=plugin.where)
        if plugin not in self._known:
            self._known[plugin] = self._read(plugin)
        return self._known[plugin]

    def _read(self, plugin: Plugin) -> Medium | None:
        if plugin.type != "homogeneous":
            if plugin.type not in ("heterogeneous", "piecewise"):
                raise InputError(f"unknown {plugin}", where=plugin.where, remedy="homogeneous media are read")
            plugin.leave_out(self._report, "is left out; only homogeneous media are rendered")
            return None
        plugin.ignore("sample_emitters", "has_spectral_extinction")
        absorption, scattering = self._coefficients(plugin)
        return Medium(absorption=absorption, scattering=scattering, anisotropy=self._anisotropy(plugin))

    def _coefficients(self, plugin: Plugin) -> tuple[Triple, Triple]:
        """Absorption and scattering: sigma_a and sigma_s (old files), or albedo and sigma_t."""
        scale = plugin.number("scale", default=1.0)
        if plugin.has("material"):
            name = plugin.text("material", "")
            self._report.note("unsupported", f"medium preset {name!r} is not known; default coefficients", plugin.where)
        if plugin.has("sigma_s", "sigma_a"):
            absorption = np.array(self._color(plugin, "sigma_a", 0.0))
            scattering = np.array(self._color(plugin, "sigma_s", 0.0))
        else:
            albedo = np.array(self._color(plugin, "albedo", 0.75))
            if (albedo > 1.0).any():
                raise InputError(f"albedo of {plugin} is above 1", where=plugin.where, remedy="use 0 to 1")
            extinction = np.array(self._color(plugin, "sigma_t", 1.0))
            absorption, scattering = extinction * (1.0 - albedo), extinction * albedo
        return _triple(absorption * scale), _triple(scattering * scale)

    def _color(self, plugin: Plugin, name: str, default: float) -> Triple:
        element = plugin.element(name)
        if element is not None:
            return spectra.color(element, self._report)
        child = plugin.child(name)
        if child is None:
            return (default,) * 3
        if child.tag == "spectrum":
            return spectra.plugin_color(child, self._report)
        if child.type != "constvolume":
            raise InputError(f"{child} as {name!r}", where=child.where, remedy="use a colour or constvolume")
        return self._color(child, "value", default)

    def _anisotropy(self, plugin: Plugin) -> float:
        phase = plugin.child(tag="phase")
        if phase is None or phase.type == "isotropic":
            return 0.0
        if phase.type == "hg":
            g = phase.number("g", default=0.8)
            if not -1.0 < g < 1.0:
                raise InputError(f"g of {phase} must be between -1 and 1, not {g:g}", where=phase.where)
            return g
        if phase.type not in ("rayleigh", "blendphase", "tabphase", "sggx", "mixturephase", "microflake", "kkay"):
            raise InputError(f"unknown {phase}", where=phase.where, remedy="isotropic or hg")
        phase.leave_out(self._report, "is rendered as isotropic")
        return 0.0


def _triple(values: np.ndarray) -> Triple:
    x, y, z = (float(value) for value in values)
    return x, y, z
