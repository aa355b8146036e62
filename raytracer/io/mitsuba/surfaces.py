"""BSDFs as materials. What a shader of ours cannot do is approximated by the nearest one, and said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from raytracer.errors import InputError
from raytracer.io.mitsuba.constants import IORS, METALS
from raytracer.io.mitsuba.plugin import Plugin
from raytracer.io.mitsuba.textures import Inputs
from raytracer.io.report import LoadReport
from raytracer.scene import Input

Look = dict[str, Any]
"""Fields of ``Material`` that a BSDF decides."""

_GREY = Input(value=(0.5, 0.5, 0.5))


class Surfaces:
    """Reads ``<bsdf>`` objects. In Mitsuba a reflecting surface is black from behind unless it is ``twosided``."""

    def __init__(self, inputs: Inputs, report: LoadReport) -> None:
        self._inputs = inputs
        self._report = report
        self._readers: dict[str, Callable[[Plugin], Look]] = {
            "diffuse": self._diffuse,
            "conductor": self._conductor,
            "roughconductor": self._conductor,
            "dielectric": self._dielectric,
            "roughdielectric": self._dielectric,
            "thindielectric": self._thin_dielectric,
            "plastic": self._plastic,
            "roughplastic": self._plastic,
            "principled": self._principled,
            "principledthin": self._principled,
            "null": self._null,
            "twosided": self._two_sided,
            "mask": self._mask,
            "normalmap": self._normal_map,
            "bumpmap": self._wrapper,
            "bump": self._wrapper,
            "coating": self._wrapper,
            "roughcoating": self._wrapper,
            "blendbsdf": self._blend,
            "mixturebsdf": self._blend,
            **dict.fromkeys(_NEAR_DIFFUSE, self._near_diffuse),
        }

    def look(self, plugin: Plugin) -> Look:
        """Fields of ``Material``. Raises ``InputError`` for a BSDF that nobody knows."""
        reader = self._readers.get(plugin.type)
        if reader is None:
            known = ", ".join(sorted(self._readers))
            raise InputError(f"unknown {plugin}", where=plugin.where, remedy=f"known are {known}")
        return reader(plugin)

    def default(self, *, emits: bool) -> Look:
        """A shape without BSDF is grey, and black if it shines."""
        grey = Input(value=(0.0, 0.0, 0.0)) if emits else _GREY
        return _one_sided("diffuse", reflectance=grey)

    def null(self) -> Look:
        """The border of a medium that neither reflects nor refracts."""
        return {"surface": "null"}

    # Surfaces --------------------------------------------------------------------------------------------------

    def _diffuse(self, plugin: Plugin) -> Look:
        reflectance = self._inputs.color(plugin, "reflectance", "diffuse_reflectance", default=0.5)
        look = _one_sided("diffuse", reflectance=reflectance)
        if _uses_vertex_colors(plugin):
            look["vertex_colors"] = True
        return look

    def _near_diffuse(self, plugin: Plugin) -> Look:
        self._say(plugin, "rendered as diffuse")
        plugin.ignore(*plugin.properties)
        return self._diffuse(plugin)

    def _conductor(self, plugin: Plugin) -> Look:
        eta, k = self._metal(plugin)
        reflectance = self._inputs.color(plugin, "specular_reflectance", default=1.0)
        facets = {"alpha": Input(value=0.0)} if plugin.type == "conductor" else self._facets(plugin)
        return _one_sided("rough_conductor", eta=eta, k=k, reflectance=reflectance, **facets)

    def _metal(self, plugin: Plugin) -> tuple[Input, Input]:
        """Index of refraction: ``material`` or ``eta`` and ``k``, relative to ``ext_eta``."""
        name = plugin.text("material", "none")
        if name not in METALS:
            raise InputError(
                f"there is no metal {name!r}", where=plugin.where, remedy=f"one of {', '.join(METALS)}, or eta and k"
            )
        eta, k = METALS[name]
        if plugin.has("eta", "k"):
            eta = self._inputs.constant(plugin, "eta", default=0.0)
            k = self._inputs.constant(plugin, "k", default=1.0)
        outside = self._ior(plugin, "ext_eta", "vacuum")
        limit = 20.0  # of the shader; no metal comes near in visible light
        return (Input(value=tuple(min(v / outside, limit) for v in n)) for n in (eta, k))  # type: ignore[return-value]

    def _dielectric(self, plugin: Plugin) -> Look:
        facets = {"alpha": Input(value=0.0)} if plugin.type == "dielectric" else self._facets(plugin)
        return {
            "surface": "dielectric",
            "parameters": {
                "ior": Input(value=self._relative_ior(plugin, "bk7")),
                "reflectance": self._inputs.color(plugin, "specular_reflectance", default=1.0),
                "transmittance": self._inputs.color(plugin, "specular_transmittance", default=1.0),
                **facets,
            },
        }

    def _thin_dielectric(self, plugin: Plugin) -> Look:
        # A pane is symmetric: only how far its index is from that of its surroundings counts.
        ior = self._relative_ior(plugin, "bk7")
        return {
            "surface": "thin_dielectric",
            "parameters": {
                "ior": Input(value=max(ior, 1.0 / ior)),
                "reflectance": self._inputs.color(plugin, "specular_reflectance", default=1.0),
                "transmittance": self._inputs.color(plugin, "specular_transmittance", default=1.0),
            },
        }

    def _plastic(self, plugin: Plugin) -> Look:
        if plugin.flag("nonlinear", False):
            self._say(plugin, "'nonlinear' colour shift is not rendered")
        facets = {"alpha": Input(value=0.0)} if plugin.type == "plastic" else self._facets(plugin)
        if facets.pop("beckmann", None) is not None:
            self._say(plugin, "microfacet distribution 'beckmann' is rendered as 'ggx'", once=True)
        return _one_sided(
            "plastic",
            ior=Input(value=self._relative_ior(plugin, "polypropylene")),
            reflectance=self._inputs.color(plugin, "diffuse_reflectance", default=0.5),
            specular=self._inputs.color(plugin, "specular_reflectance", default=1.0),
            **facets,
        )

    def _principled(self, plugin: Plugin) -> Look:
        self._say(plugin, "rendered as metallic-roughness; sheen, clearcoat, tints and anisotropy are left out")
        plugin.ignore(
            "anisotropic", "sheen", "sheen_tint", "flatness", "clearcoat", "clearcoat_gloss", "spec_tint", "diff_trans",
            "main_specular_sampling_rate", "clearcoat_sampling_rate", "diffuse_reflectance_sampling_rate",
        )  # fmt: skip
        specular = plugin.number("specular", default=0.5)
        # Disney's "specular" 0..1 spans a normal reflectance of 0..8 %.
        root = np.sqrt(min(0.08 * specular, 0.99))
        transmission = self._inputs.scalar(plugin, "spec_trans", default=0.0)
        parameters = {
            "base_color": self._inputs.color(plugin, "base_color", default=0.5),
            "roughness": self._inputs.scalar(plugin, "roughness", default=0.5),
            "metallic": self._inputs.scalar(plugin, "metallic", default=0.0),
            "ior": Input(value=plugin.number("eta", default=float((1.0 + root) / (1.0 - root)))),
        }
        if transmission.value:
            parameters["transmission"] = transmission
        two_sided = bool(transmission.value)
        return {"surface": "metallic_roughness", "parameters": parameters, "two_sided": two_sided,
                "vertex_colors": _uses_vertex_colors(plugin)}  # fmt: skip

    def _null(self, plugin: Plugin) -> Look:
        return self.null()

    # Surfaces around surfaces ----------------------------------------------------------------------------------

    def _inner(self, plugin: Plugin) -> list[Plugin]:
        found = list(plugin.nested(tag="bsdf"))
        if not found:
            raise InputError(f"{plugin} needs a bsdf inside", where=plugin.where)
        return found

    def _two_sided(self, plugin: Plugin) -> Look:
        inner = self._inner(plugin)
        if len(inner) > 1:
            self._say(plugin, "a different back side is not rendered; both sides get the first one")
        return {**self.look(inner[0]), "two_sided": True}

    def _mask(self, plugin: Plugin) -> Look:
        opacity = self._inputs.scalar(plugin, "opacity", default=0.5)
        return {**self.look(self._inner(plugin)[0]), "alpha_mode": "blend", "opacity": opacity}

    def _normal_map(self, plugin: Plugin) -> Look:
        plugin.ignore("use_shadowing_function", "flip_invalid_normals")
        return {**self.look(self._inner(plugin)[0]), "normal_map": self._inputs.normal_map(plugin)}

    def _wrapper(self, plugin: Plugin) -> Look:
        self._say(plugin, "left out; only what it covers is rendered")
        plugin.ignore(*plugin.properties)
        return self.look(self._inner(plugin)[0])

    def _blend(self, plugin: Plugin) -> Look:
        inner = self._inner(plugin)
        weight = self._inputs.scalar(plugin, "weight", default=0.5).value
        plugin.ignore("weights")
        first = plugin.type == "mixturebsdf" or len(inner) < 2 or not isinstance(weight, float) or weight < 0.5
        chosen = inner[0] if first else inner[1]
        self._say(plugin, f"mixtures are not rendered; only its {chosen} is")
        for other in inner:
            other.left_out = other.left_out or other is not chosen
        return self.look(chosen)

    # Parameters ------------------------------------------------------------------------------------------------

    def _facets(self, plugin: Plugin) -> dict[str, Input]:
        """Width of the microfacet distribution, and which one it is: GGX, or with ``beckmann`` Mitsuba's default."""
        plugin.ignore("sample_visible")
        alpha = self._alpha(plugin)
        distribution = plugin.text("distribution", "beckmann")
        if distribution not in ("ggx", "beckmann"):
            self._say(plugin, f"microfacet distribution {distribution!r} is rendered as 'beckmann'", once=True)
        return {"alpha": alpha} if distribution == "ggx" else {"alpha": alpha, "beckmann": Input(value=1.0)}

    def _alpha(self, plugin: Plugin) -> Input:
        """Anisotropy becomes the geometric mean."""
        if not plugin.has("alpha_u", "alpha_v"):
            return self._inputs.scalar(plugin, "alpha", default=0.1)
        u, v = (self._inputs.scalar(plugin, name, default=0.1) for name in ("alpha_u", "alpha_v"))
        if u.texture is None and v.texture is None:
            assert isinstance(u.value, float)
            assert isinstance(v.value, float)
            if u.value != v.value:
                self._say(plugin, "anisotropic roughness is rendered as isotropic")
            return Input(value=float(np.sqrt(u.value * v.value)))
        self._say(plugin, "anisotropic roughness is rendered as isotropic")
        return u

    def _relative_ior(self, plugin: Plugin, inside: str) -> float:
        ior = self._ior(plugin, "int_ior", inside) / self._ior(plugin, "ext_ior", "air")
        if not 0.25 <= ior <= 4.0:
            raise InputError(
                f"relative index of refraction {ior:g} of {plugin} is not in 0.25..4",
                where=plugin.where,
                remedy="check int_ior and ext_ior",
            )
        return ior

    def _ior(self, plugin: Plugin, name: str, default: str) -> float:
        element = plugin.element(name)
        if element is None:
            return IORS[default]
        if element.tag == "string":
            material = element.attributes.get("value", "").lower()
            if material not in IORS:
                raise InputError(
                    f"no index of refraction is known for {material!r}",
                    where=str(element.place),
                    remedy=f"a number, or one of {', '.join(IORS)}",
                )
            return IORS[material]
        return plugin.number(name, default=1.0)

    def _say(self, plugin: Plugin, text: str, *, once: bool = False) -> None:
        """A note with the line, or (``once``) one for the whole file."""
        where = str(plugin.place.file) if once else plugin.where
        self._report.note("unsupported", f"{plugin}: {text}", where)


_NEAR_DIFFUSE = (
    "roughdiffuse", "phong", "ward", "difftrans", "hk", "irawan", "measured", "measured_polarized", "pplastic", "hair",
    "circular", "polarizer", "retarder",
)  # fmt: skip


def _one_sided(surface: str, **parameters: Input) -> Look:
    return {"surface": surface, "parameters": parameters, "two_sided": False}


def _uses_vertex_colors(plugin: Plugin) -> bool:
    return any(
        c.plugin.type in ("mesh_attribute", "vertexcolors") and c.plugin.text("name", "vertex_color") == "vertex_color"
        for c in plugin.children
    )
