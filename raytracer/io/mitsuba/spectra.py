"""Colours of Mitsuba files as linear Rec. 709 RGB.

Spectra over the wavelength are projected with the CIE 1931 observer: reflectances as seen under D65 (white stays
white), emission as it is. A spectrum that is one number is that number in all three channels, for lights as well.

Sources: observer: Wyman, Sloan, Shirley, "Simple Analytic Approximations to the CIE XYZ Color Matching Functions",
JCGT 2(2), 2013, multi-lobe fit. D65: CIE 15, 10 nm table. Planck's law with CODATA constants.
"""

from __future__ import annotations

import numpy as np

from raytracer.errors import InputError
from raytracer.io.color import linear_from_srgb
from raytracer.io.mitsuba import values
from raytracer.io.mitsuba.plugin import Plugin, Triple
from raytracer.io.mitsuba.xml import Element
from raytracer.io.report import LoadReport

_WAVELENGTHS = np.arange(380.0, 781.0, 2.0)

_D65 = np.interp(
    _WAVELENGTHS,
    np.arange(380.0, 781.0, 10.0),
    [
        49.9755, 54.6482, 82.7549, 91.4860, 93.4318, 86.6823, 104.865, 117.008, 117.812, 114.861, 115.923, 108.811,
        109.354, 107.802, 104.790, 107.689, 104.405, 104.046, 100.000, 96.3342, 95.7880, 88.6856, 90.0062, 89.5991,
        87.6987, 83.2886, 83.6992, 80.0268, 80.2146, 82.2778, 78.2842, 69.7213, 71.6091, 74.3490, 61.6040, 69.8856,
        75.0870, 63.5927, 46.4182, 66.8054, 63.3828,
    ],
)  # fmt: skip

_RGB_FROM_XYZ = np.array(
    [
        [3.2404542, -1.5371385, -0.4985314],
        [-0.9692660, 1.8760108, 0.0415560],
        [0.0556434, -0.2040259, 1.0572252],
    ]
)


def color(element: Element, report: LoadReport, *, emission: bool = False) -> Triple:
    """A colour property (rgb, srgb, spectrum, xyz, blackbody, float) as linear RGB, not negative."""
    if element.tag in ("rgb", "srgb") and element.attributes.get("value", "").strip().startswith("#"):
        rgb = _hex(element)
    elif element.tag == "rgb":
        rgb = np.array(values.triple(element))
    elif element.tag == "srgb":
        rgb = linear_from_srgb(np.array(values.triple(element)))
    elif element.tag == "xyz":
        rgb = _RGB_FROM_XYZ @ values.triple(element)
    elif element.tag == "blackbody":
        rgb = _blackbody(_kelvin(element)) * (values.number(element, "scale") if "scale" in element.attributes else 1.0)
    elif element.tag == "spectrum":
        rgb = _spectrum(element, report, emission)
    elif element.tag in ("float", "integer"):
        rgb = np.full(3, values.number(element))
    else:
        raise InputError(f"{values.label(element)} must be a colour, not <{element.tag}>", where=str(element.place))
    return _checked(rgb, element)


def plugin_color(plugin: Plugin, report: LoadReport, *, emission: bool = False) -> Triple:
    """A nested ``<spectrum type="...">`` as linear RGB."""
    kind = plugin.type
    if kind == "d65":
        inner = plugin.element("color")
        scale = plugin.number("scale", default=1.0)
        rgb = np.array(color(inner, report)) if inner is not None else np.ones(3)
        return _triple(rgb * scale)
    if kind in ("uniform", "srgb", "rgb"):
        element = plugin.element("value", "color")
        return (1.0, 1.0, 1.0) if element is None else color(element, report, emission=emission)
    if kind == "blackbody":
        rgb = _blackbody(plugin.number("temperature", default=5000.0)) * plugin.number("scale", default=1.0)
        return _triple(rgb)
    if kind in ("regular", "irregular"):
        return _sampled(plugin, report, emission)
    raise InputError(f"unknown {plugin}", where=plugin.where, remedy="use <rgb>")


def _sampled(plugin: Plugin, report: LoadReport, emission: bool) -> Triple:
    element = plugin.element("values")
    if element is None:
        raise InputError(f"{plugin} needs 'values'", where=plugin.where)
    found = values.numbers(element)
    wavelengths = plugin.element("wavelengths")
    if wavelengths is not None:
        at = values.numbers(wavelengths)
    else:
        low = plugin.number("wavelength_min", default=380.0)
        at = list(np.linspace(low, plugin.number("wavelength_max", default=780.0), len(found)))
    _note(report, element)
    return _checked(_project(at, found, element, emission), element)


def _spectrum(element: Element, report: LoadReport, emission: bool) -> np.ndarray:
    if "filename" in element.attributes:
        raise InputError("spectra in files are not read", where=str(element.place), remedy="write <rgb> instead")
    text = values.attribute(element, "value")
    if ":" not in text:
        found = values.numbers(element)
        if len(found) not in (1, 3):
            raise InputError(f"{values.label(element)} needs 1 number or wavelength:value", where=str(element.place))
        return np.array(found * 3 if len(found) == 1 else found)
    try:
        pairs = [[float(part) for part in pair.split(":")] for pair in text.replace(",", " ").split()]
        at, found = [wavelength for wavelength, _ in pairs], [value for _, value in pairs]
    except ValueError:
        raise InputError(f"{values.label(element)}: not wavelength:value pairs", where=str(element.place)) from None
    _note(report, element)
    return _project(at, found, element, emission)


def _note(report: LoadReport, element: Element) -> None:
    report.note("repaired", "spectra over the wavelength are projected to RGB", str(element.place.file))


def _project(at: list[float], found: list[float], element: Element, emission: bool) -> np.ndarray:
    """Linear RGB of a piecewise linear spectrum that is zero outside the wavelengths given."""
    if len(at) != len(found) or len(at) < 2 or not (np.diff(at) > 0.0).all() or not np.isfinite([*at, *found]).all():
        raise InputError(f"{values.label(element)}: wavelengths must rise, a value for each", where=str(element.place))
    curve = np.interp(_WAVELENGTHS, at, found, left=0.0, right=0.0)
    return _rgb_of_curve(curve if emission else curve * _D65, 1.0 if emission else _D65)


def _rgb_of_curve(curve: np.ndarray, white: np.ndarray | float) -> np.ndarray:
    """RGB of a curve over ``_WAVELENGTHS``, scaled so that the curve ``white`` has Y = 1."""
    observer = _observer()
    xyz = observer @ curve / np.sum(observer[1] * white)
    if np.ndim(white):
        # The fitted observer misses D65's white by a little: scale each row so that white is exactly (1, 1, 1).
        return _RGB_FROM_XYZ @ xyz / (_RGB_FROM_XYZ @ (observer @ white / np.sum(observer[1] * white)))
    return _RGB_FROM_XYZ @ xyz


def _observer() -> np.ndarray:
    """x, y, z matching functions, (3, wavelengths)."""

    def lobe(height: float, centre: float, left: float, right: float) -> np.ndarray:
        offset = _WAVELENGTHS - centre
        return height * np.exp(-0.5 * (offset * np.where(offset < 0.0, left, right)) ** 2)

    return np.stack(
        [
            lobe(0.362, 442.0, 0.0624, 0.0374)
            + lobe(1.056, 599.8, 0.0264, 0.0323)
            - lobe(0.065, 501.1, 0.0490, 0.0382),
            lobe(0.821, 568.8, 0.0213, 0.0247) + lobe(0.286, 530.9, 0.0613, 0.0322),
            lobe(1.217, 437.0, 0.0845, 0.0278) + lobe(0.681, 459.0, 0.0385, 0.0725),
        ]
    )  # fmt: skip


def _blackbody(kelvin: float) -> np.ndarray:
    """Colour of a black body with luminance 1: files differ in the unit of its radiance, the colour is what counts."""
    metres = _WAVELENGTHS * 1e-9
    curve = metres**-5.0 / np.expm1(1.438777e-2 / (metres * max(kelvin, 500.0)))
    return _rgb_of_curve(curve / np.sum(_observer()[1] * curve) * np.sum(_observer()[1]), 1.0)


def _kelvin(element: Element) -> float:
    text = values.attribute(element, "temperature").strip().rstrip("kK")
    try:
        return float(text)
    except ValueError:
        raise InputError(f"temperature must be a number, not {text!r}", where=str(element.place)) from None


def _hex(element: Element) -> np.ndarray:
    text = element.attributes["value"].strip()[1:]
    try:
        if len(text) != 6:
            raise ValueError
        return linear_from_srgb(np.array([int(text[i : i + 2], 16) for i in (0, 2, 4)]) / 255.0)
    except ValueError:
        raise InputError(f"colour must look like #rrggbb, not {'#' + text!r}", where=str(element.place)) from None


def _checked(rgb: np.ndarray, element: Element) -> Triple:
    """Out-of-gamut spectra are clamped; a negative number in the file is an error."""
    if element.tag in ("rgb", "srgb", "float", "integer") and (rgb < 0.0).any():
        raise InputError(f"{values.label(element)} must not be negative", where=str(element.place))
    return _triple(rgb)


def _triple(rgb: np.ndarray) -> Triple:
    r, g, b = (float(value) for value in np.maximum(rgb, 0.0))
    return r, g, b
