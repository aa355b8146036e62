"""Every tone curve: black and white, monotone, inside 0..1 whatever comes in, and its published reference points."""

import numpy as np
import pytest
import taichi as ti

from raytracer.engine import shader_loading
from raytracer.engine.kernels.shading import vec3
from raytracer.scene import shader_catalog

VIEWS = sorted(shader_catalog.catalog("views"))
FALSE_COLOURS = ("luminance",)
CURVES = [name for name in VIEWS if name not in FALSE_COLOURS]


def _kernel(view):
    @ti.kernel
    def run(rgb: ti.types.ndarray(dtype=ti.f32, ndim=2), out: ti.types.ndarray(dtype=ti.f32, ndim=2)):
        for n in range(rgb.shape[0]):
            shown = view.apply(vec3(rgb[n, 0], rgb[n, 1], rgb[n, 2]))
            for c in ti.static(range(3)):
                out[n, c] = shown[c]

    return run


def apply(name: str, rgb) -> np.ndarray:
    """Display values (n, 3) of scene-linear colours (n, 3), or of greys (n,)."""
    rgb = np.asarray(rgb, np.float32)
    rgb = np.ascontiguousarray(np.repeat(rgb[:, None], 3, axis=1) if rgb.ndim == 1 else rgb)
    out = np.empty_like(rgb)
    _kernel(shader_loading.load("views", name).module)(rgb, out)
    return out.astype(np.float64)


def srgb(linear):
    linear = np.asarray(linear, np.float64)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


def test_the_catalogue_has_the_documented_views():
    assert {"standard", "agx", "aces", "filmic", "neutral", "raw"} <= set(VIEWS)


@pytest.mark.parametrize("name", CURVES)
def test_black_stays_black_and_bright_becomes_white(name):
    shown = apply(name, [0.0, 65504.0])
    assert shown[0] == pytest.approx([0, 0, 0], abs=1e-3)
    assert shown[1] == pytest.approx([1, 1, 1], abs=2e-3)


@pytest.mark.parametrize("name", CURVES)
def test_greys_stay_grey_and_rise(name):
    shown = apply(name, np.concatenate([[0.0], np.geomspace(1e-5, 1e4, 2000)]))
    assert np.ptp(shown, axis=1).max() < 2e-4
    steps = np.diff(shown[:, 1])
    assert steps.min() > -2e-6, "not monotone"
    assert 0.3 < apply(name, [0.18])[0, 0] < 0.6 or name == "raw", "middle grey is far off the middle of the display"


@pytest.mark.parametrize("name", VIEWS)
def test_any_input_gives_values_a_display_can_show(name):
    rng = np.random.default_rng(5)
    wild = rng.normal(size=(4000, 3)) * 10.0 ** rng.uniform(-8, 30, (4000, 1))
    corners = [[np.inf] * 3, [-np.inf] * 3, [np.inf, 0, -np.inf], [1e38, 1, 0], [-1e38, 1, 0], [1e-40, 0, 0]]
    shown = apply(name, np.concatenate([wild, corners]))
    assert np.isfinite(shown).all()
    assert shown.min() >= 0.0
    assert shown.max() <= 1.0


@pytest.mark.parametrize(("name", "channel"), [("red", 0), ("green", 1), ("blue", 2)])
def test_a_channel_alone_is_grey(name, channel):
    colour = np.array([[0.05, 0.2, 0.7]])
    shown = apply(name, colour)
    assert shown == pytest.approx(np.full((1, 3), srgb(colour[0, channel])), abs=2e-6)


def test_luminance_has_one_hue_for_each_brightness():
    stops = np.array([-20.0, -8.0, -4.0, 0.0, 4.0, 8.0, 20.0])
    shown = apply("luminance", 0.18 * 2.0**stops)
    assert shown[0] == pytest.approx(shown[1], abs=1e-3)
    assert shown[5] == pytest.approx(shown[6], abs=1e-3)
    assert [int(np.argmax(colour)) for colour in shown[2:6]] == [2, 1, 0, 0]
    assert shown[1].max() < 0.2
    colours = np.array([[0.18 / 0.2126, 0.0, 0.0], [0.0, 0.18 / 0.7152, 0.0], [0.18] * 3])
    assert np.ptp(apply("luminance", colours), axis=0).max() < 1e-3, "brightness counts, not colour"


def test_raw_is_the_identity_up_to_one():
    assert apply("raw", [0.0, 0.18, 0.5, 1.0, 3.0])[:, 0] == pytest.approx([0.0, 0.18, 0.5, 1.0, 1.0])


def test_standard_is_the_srgb_transfer_function():
    values = np.array([0.0, 0.001, 0.0031308, 0.0032, 0.18, 0.2140411, 0.5, 1.0, 7.0])
    assert apply("standard", values)[:, 0] == pytest.approx(srgb(np.minimum(values, 1)), abs=2e-6)
    assert apply("standard", [0.2140411])[0, 0] == pytest.approx(0.5, abs=1e-5)  # IEC 61966-2-1


def test_agx_puts_middle_grey_at_half_and_fades_bright_colours():
    lowest, highest = 0.18 * 2.0**-10, 0.18 * 2.0**6.5
    shown = apply("agx", [0.18, lowest, highest])[:, 0]
    assert shown == pytest.approx([0.5, 0.0, 1.0], abs=1e-3)
    assert apply("agx", [[50.0, 0.0, 0.0]])[0].min() > 0.2, "a very bright red should not stay pure"


def test_agx_agrees_with_the_widespread_polynomial_fit():
    """Against the six-degree fit used by game engines, whose own mean squared error is 3.7e-6."""
    x = np.linspace(0.02, 0.98, 50)
    fit = np.polyval([15.5, -40.14, 31.96, -6.868, 0.4298, 0.1191, -0.00232], x)
    shown = apply("agx", 2.0 ** (x * 16.5 - 12.473931))[:, 0]
    assert np.sqrt(np.mean((shown - fit) ** 2)) < 0.003
    assert np.abs(shown - fit).max() < 0.006


def test_aces_is_hills_fit():
    x = np.array([0.02, 0.18, 1.0, 5.0])
    fit = (x * (x + 0.0245786) - 0.000090537) / (x * (0.983729 * x + 0.4329510) + 0.238081)
    assert apply("aces", x)[:, 0] == pytest.approx(srgb(np.minimum(fit, 1)), abs=5e-4)


def test_filmic_reaches_white_at_hables_white_point():
    assert apply("filmic", [11.2 / 2])[0, 0] == pytest.approx(1.0, abs=1e-5)
    assert apply("filmic", [0.5 * 11.2 / 2])[0, 0] < 0.97


def test_neutral_keeps_base_colours_under_grey_light():
    """The specification's purpose: between 0.08 and 0.8 the output is the input less 0.04, exactly."""
    base = np.array([[0.2, 0.4, 0.7], [0.1, 0.3, 0.5]])
    assert apply("neutral", base) == pytest.approx(srgb(base - 0.04), abs=1e-5)
    assert apply("neutral", [0.05])[0, 0] == pytest.approx(srgb(0.05**2 / 0.16), abs=1e-5)
    compressed = 1 - 0.24**2 / (1.96 + 1 - 2 * 0.76)
    assert apply("neutral", [2.0])[0, 0] == pytest.approx(srgb(compressed), abs=1e-5)
