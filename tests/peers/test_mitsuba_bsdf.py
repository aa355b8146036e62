"""Our surfaces against Mitsuba 3's, pair of directions by pair of directions: value and density."""

import numpy as np
import pytest

from raytracer.engine import runtime
from tests.physics.directions import polar, random_numbers, uniform
from tests.physics.parameter_sets import Parameters
from tests.physics.surface_probe import ABSORBED, SCATTER, probe

mi = pytest.importorskip("mitsuba", reason="Mitsuba is the oracle here")
COLOR = (0.2, 0.5, 0.9)
COPPER = {"eta": (0.2004, 0.9240, 1.1022), "k": (3.9129, 2.4528, 2.1421)}


@pytest.fixture(scope="module", autouse=True)
def _both() -> None:
    mi.set_variant("scalar_rgb")
    runtime.start("cpu", threads=2)


def rgb(value: tuple[float, float, float]) -> dict:
    return {"type": "rgb", "value": list(value)}


def mitsuba_values(bsdf: dict, outgoing: np.ndarray, incoming: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Value times cosine (n, 3) and density (n,) of Mitsuba's plugin."""
    plugin, context, si = mi.load_dict(bsdf), mi.BSDFContext(), _point()
    rows = []
    for o, i in zip(outgoing, incoming, strict=True):
        si.wi = mi.Vector3f(*o)
        value, pdf = plugin.eval_pdf(context, si, mi.Vector3f(*i))
        rows.append([value[0], value[1], value[2], pdf])
    table = np.array(rows)
    return table[:, :3], table[:, 3]


def _point() -> object:
    si = mi.SurfaceInteraction3f()
    si.p, si.uv = [0.0, 0.0, 0.0], [0.5, 0.5]
    si.n = [0.0, 0.0, 1.0]
    return si


def pairs(name: str, n: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """Random pairs, half of them around the peaks of the lobes: drawn by our own sampling."""
    rng = np.random.default_rng(8)
    o, i = uniform(n, rng), uniform(n, rng)
    if not probe(name).loaded.transmits:
        o[:, 2], i[:, 2] = np.abs(o[:, 2]), np.abs(i[:, 2])
    return o, i


def sampled(name: str, parameters: Parameters, outgoing: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    s = probe(name).sample(parameters, outgoing, random_numbers(len(outgoing), seed=9))
    keep = s.kind == SCATTER
    return outgoing[keep], s.incoming[keep]


EXACT = [
    ({"type": "diffuse", "reflectance": rgb(COLOR)}, "diffuse", {"reflectance": COLOR}),
    *(
        (
            {"type": "roughconductor", "distribution": "ggx", "alpha": a, "specular_reflectance": rgb(COLOR)}
            | {key: rgb(value) for key, value in COPPER.items()},
            "rough_conductor",
            {"alpha": a, "reflectance": COLOR, **COPPER},
        )
        for a in (0.02, 0.1, 0.4, 1.0)
    ),
    *(
        (
            {"type": "roughdielectric", "distribution": "ggx", "alpha": a, "int_ior": ior, "ext_ior": 1.0},
            "dielectric",
            {"alpha": a, "ior": ior},
        )
        for a, ior in ((0.05, 1.5), (0.3, 1.5), (0.3, 1.1), (0.8, 2.4))
    ),
]


@pytest.mark.parametrize(("bsdf", "name", "parameters"), EXACT, ids=lambda v: v if isinstance(v, str) else "")
def test_value_and_density_are_the_same(bsdf: dict, name: str, parameters: Parameters) -> None:
    o, i = pairs(name)
    for outgoing, incoming in ((o, i), sampled(name, parameters, o)):
        value, pdf = probe(name).evaluate(parameters, outgoing, incoming)
        wanted, wanted_pdf = mitsuba_values(bsdf, outgoing, incoming)
        assert wanted.max() > 0.0
        scale = max(1e-3, 1e-4 * float(wanted.max()))
        np.testing.assert_allclose(value, wanted, rtol=5e-3, atol=scale * 0.1)
        np.testing.assert_allclose(pdf, wanted_pdf, rtol=5e-3, atol=scale * 0.1)


BECKMANN = [
    ({"type": "roughconductor", "alpha": 0.2, "material": "none"}, "rough_conductor", {"eta": 0.0, "k": 1.0}),
    ({"type": "roughconductor", "alpha": 0.7, "material": "none"}, "rough_conductor", {"eta": 0.0, "k": 1.0}),
    ({"type": "roughdielectric", "alpha": 0.1, "int_ior": 1.5, "ext_ior": 1.0}, "dielectric", {"ior": 1.5}),
    ({"type": "roughdielectric", "alpha": 0.4, "int_ior": 1.33, "ext_ior": 1.0}, "dielectric", {"ior": 1.33}),
]


@pytest.mark.parametrize(("bsdf", "name", "parameters"), BECKMANN, ids=lambda v: v if isinstance(v, str) else "")
def test_beckmann_has_the_same_value(bsdf: dict, name: str, parameters: Parameters) -> None:
    parameters = parameters | {"alpha": bsdf["alpha"], "beckmann": 1.0}
    o, i = pairs(name)
    for outgoing, incoming in ((o, i), sampled(name, parameters, o)):
        value, _ = probe(name).evaluate(parameters, outgoing, incoming)
        wanted, _ = mitsuba_values(bsdf | {"distribution": "beckmann"}, outgoing, incoming)
        assert wanted.max() > 0.0
        np.testing.assert_allclose(value, wanted, rtol=5e-3, atol=max(1e-4, 1e-5 * float(wanted.max())))


@pytest.mark.parametrize("ior", [1.33, 1.49, 1.9])
def test_polished_plastic_is_the_same_within_0_3_percent(ior: float) -> None:
    bsdf = {"type": "plastic", "int_ior": ior, "ext_ior": 1.0, "diffuse_reflectance": rgb(COLOR)}
    o, i = pairs("plastic")
    value, _ = probe("plastic").evaluate({"alpha": 0.0, "ior": ior, "reflectance": COLOR}, o, i)
    np.testing.assert_allclose(value, mitsuba_values(bsdf, o, i)[0], rtol=0.003, atol=1e-5)


def test_rough_plastic_has_the_same_highlight_and_more_of_the_base() -> None:
    """Mitsuba's rough coat loses light between coat and base, ours does not: never darker, and the same highlight."""
    for alpha in (0.1, 0.3):
        bsdf = {"type": "roughplastic", "distribution": "ggx", "alpha": alpha, "int_ior": 1.49, "ext_ior": 1.0}
        o, i = pairs("plastic")
        black = {"alpha": alpha, "reflectance": 0.0}
        value, _ = probe("plastic").evaluate(black, o, i)
        wanted = mitsuba_values(bsdf | {"diffuse_reflectance": rgb((0.0, 0.0, 0.0))}, o, i)[0]
        np.testing.assert_allclose(value, wanted, rtol=5e-3, atol=1e-4)
        value, _ = probe("plastic").evaluate({"alpha": alpha, "reflectance": COLOR}, o, i)
        wanted = mitsuba_values(bsdf | {"diffuse_reflectance": rgb(COLOR)}, o, i)[0]
        assert (value >= wanted * 0.97 - 1e-4).all()


DELTA_CASES = [
    ("dielectric", {"type": "dielectric", "int_ior": 1.5, "ext_ior": 1.0}, {"ior": 1.5}),
    (
        "dielectric",
        {"type": "dielectric", "int_ior": 1.33, "ext_ior": 1.0, "specular_transmittance": rgb(COLOR)},
        {"ior": 1.33, "transmittance": COLOR},
    ),
    ("thin_dielectric", {"type": "thindielectric", "int_ior": 1.5, "ext_ior": 1.0}, {"ior": 1.5}),
    (
        "rough_conductor",
        {"type": "conductor"} | {key: rgb(value) for key, value in COPPER.items()},
        {"alpha": 0.0, **COPPER},
    ),
]


@pytest.mark.parametrize(("name", "bsdf", "parameters"), DELTA_CASES, ids=lambda v: v if isinstance(v, str) else "")
@pytest.mark.parametrize("cosine", [0.95, 0.4, -0.3, -0.8])
def test_mirror_like_directions_carry_the_same_light(
    name: str, bsdf: dict, parameters: Parameters, cosine: float
) -> None:
    """Light by direction, probability times weight: the lobes may be chosen differently."""
    if cosine < 0.0 and not probe(name).loaded.transmits:
        pytest.skip("its frame is turned towards the viewer")
    outgoing = polar(cosine)
    s = probe(name).sample(parameters, outgoing, random_numbers(100_000, seed=11))
    ours = {up: (s.weight * (s.kind != ABSORBED)[:, None])[(s.incoming[:, 2] > 0.0) == up] for up in (True, False)}
    plugin, context, si = mi.load_dict(bsdf), mi.BSDFContext(), _point()
    si.wi = mi.Vector3f(*outgoing)
    for lobe in (0.0, 1.0 - 1e-6):  # the first and the last of the lobes
        sample, weight = plugin.sample(context, si, lobe, mi.Point2f(0.5, 0.5))
        light = np.array([weight[0], weight[1], weight[2]]) * sample.pdf
        up = bool(sample.wo[2] > 0.0)
        direction = s.incoming[(s.incoming[:, 2] > 0.0) == up][0]
        np.testing.assert_allclose(direction, [sample.wo[0], sample.wo[1], sample.wo[2]], atol=2e-5)
        np.testing.assert_allclose(ours[up].sum(axis=0) / len(s.kind), light, atol=0.006)
