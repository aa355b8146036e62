"""Every surface in the catalogue: sampling agrees with its density, energy is not made, light paths can be reversed.

False alarms: the seeds are fixed. With fresh seeds the chi-square tests together would raise one with probability 0.01
(the level of one is divided by their number), the three-sigma furnace tests one per several hundred runs.
"""

import numpy as np
import pytest

from tests.physics import parameter_sets
from tests.physics.directions import SphereGrid, chi_square_p, polar, random_numbers, uniform
from tests.physics.parameter_sets import PERFECT_MIRROR, Parameters, cases, label
from tests.physics.surface_probe import ABSORBED, DELTA, SCATTER, STRAIGHT, probe

GRID = SphereGrid()
CASES = cases()
COSINES = (0.95, 0.3, -0.35, -0.85)
LEVEL = 0.01 / (len(CASES) * len(COSINES))
N = 50_000


def sides(name: str) -> tuple[float, ...]:
    """Cosines of the viewer's direction: shaders that do not transmit only ever see the upper side."""
    return COSINES if probe(name).loaded.transmits else tuple(c for c in COSINES if c > 0.0)


def index_at(name: str, parameters: Parameters, z: np.ndarray) -> np.ndarray:
    """Index of refraction on the side where ``z`` points."""
    solid = name == "dielectric" or (name == "metallic_roughness" and parameters.get("thin", 0.0) < 0.5)
    inside = parameters.get("ior", 1.5) if solid else 1.0
    return np.where(z > 0.0, 1.0, inside)


@pytest.mark.parametrize(("name", "parameters"), CASES, ids=label)
def test_samples_follow_the_density_and_find_all_the_light(name: str, parameters: Parameters) -> None:
    for k, cosine in enumerate(sides(name)):
        s = probe(name).sample(parameters, polar(cosine), random_numbers(N, seed=k))
        value, pdf = probe(name).evaluate(parameters, polar(cosine), GRID.directions)
        scattered = s.kind == SCATTER
        assert (s.pdf[scattered] > 0.0).all(), "a direction was drawn that the density calls impossible"
        assert (pdf[value.max(axis=1) > 1e-6] > 0.0).all(), "light comes from where sampling never looks"

        expected = N * GRID.cells(pdf)
        assert expected.sum() <= N * 1.001, "the density integrates to more than 1"
        p = chi_square_p(
            np.append(GRID.histogram(s.incoming[scattered]), N - scattered.sum()),
            np.append(expected, max(N - expected.sum(), 0.0)),
        )
        assert p > LEVEL, f"cosine {cosine}: p = {p:.2e}"

        drawn = s.throughput * scattered[:, None]
        error = 4.0 * drawn.std(axis=0) / np.sqrt(N) + 0.001
        assert (np.abs(drawn.mean(axis=0) - GRID.integrate(value)) <= error).all()


@pytest.mark.parametrize(("name", "parameters"), CASES, ids=label)
def test_no_surface_makes_light(name: str, parameters: Parameters) -> None:
    for k, cosine in enumerate(sides(name)):
        s = probe(name).sample(parameters, polar(cosine), random_numbers(N, seed=20 + k))
        energy = s.throughput * (s.eta**2)[:, None]  # radiance over the squared index is what is conserved
        assert (energy.mean(axis=0) <= 1.0 + 3.0 * energy.std(axis=0) / np.sqrt(N) + 2e-5).all()


@pytest.mark.parametrize(("name", "parameters"), CASES, ids=label)
def test_light_paths_can_be_reversed(name: str, parameters: Parameters) -> None:
    rng = np.random.default_rng(3)
    a, b = uniform(20_000, rng), uniform(20_000, rng)
    keep = np.minimum(np.abs(a[:, 2]), np.abs(b[:, 2])) > 0.02
    a, b = a[keep], b[keep]
    if not probe(name).loaded.transmits:
        a[:, 2], b[:, 2] = np.abs(a[:, 2]), np.abs(b[:, 2])
    there = probe(name).evaluate(parameters, a, b)[0] / np.abs(b[:, 2:]) / index_at(name, parameters, a[:, 2:]) ** 2
    back = probe(name).evaluate(parameters, b, a)[0] / np.abs(a[:, 2:]) / index_at(name, parameters, b[:, 2:]) ** 2
    np.testing.assert_allclose(there, back, rtol=2e-3, atol=2e-4 * max(float(there.max()), 1e-3))


@pytest.mark.parametrize(("name", "parameters"), CASES, ids=label)
def test_results_are_finite_at_the_edges(name: str, parameters: Parameters) -> None:
    edges = [0.0, 1e-7, 0.5, 1.0 - 2.0**-24]
    u = np.array(np.meshgrid(edges, edges, edges)).reshape(3, -1).T
    for cosine in (1.0, 0.5, 1e-3, 1e-6, -1e-6, -1e-3, -1.0):
        if cosine < 0.0 and not probe(name).loaded.transmits:
            continue
        s = probe(name).sample(parameters, polar(cosine), u)
        used = s.kind != ABSORBED
        for field in (s.incoming[used], s.weight[used], s.eta[used], s.value_cos, s.pdf, s.throughput):
            assert np.isfinite(field).all()
        assert (s.weight[used] >= 0.0).all()
        assert (s.pdf >= 0.0).all()
        assert (s.value_cos >= 0.0).all()
        np.testing.assert_allclose(np.linalg.norm(s.incoming[used], axis=1), 1.0, atol=1e-4)
        assert set(np.unique(s.kind)) <= {SCATTER, DELTA, STRAIGHT, ABSORBED}


@pytest.mark.parametrize(("name", "parameters"), CASES, ids=label)
def test_straight_is_what_passes_undeviated(name: str, parameters: Parameters) -> None:
    for k, cosine in enumerate(sides(name)):
        outgoing = polar(cosine)
        s = probe(name).sample(parameters, outgoing, random_numbers(N, seed=30 + k))
        passed = s.kind == STRAIGHT
        np.testing.assert_allclose(s.incoming[passed], np.broadcast_to(-outgoing, (passed.sum(), 3)), atol=1e-6)
        drawn = s.throughput * passed[:, None]
        error = 4.0 * drawn.std(axis=0) / np.sqrt(N) + 1e-4
        assert (np.abs(drawn.mean(axis=0) - probe(name).straight(parameters, outgoing)[0]) <= error).all()


def albedo(name: str, parameters: Parameters, cosine: float) -> np.ndarray:
    """Reflected and transmitted fraction of uniform light, by sampling."""
    s = probe(name).sample(parameters, polar(cosine), random_numbers(N, seed=40))
    return (s.throughput * (s.eta**2)[:, None]).mean(axis=0)


LOSSLESS: list[tuple[str, Parameters]] = [
    ("null", {}),
    ("diffuse", {"reflectance": 1.0}),
    ("rough_conductor", {"alpha": 0.0, **PERFECT_MIRROR}),
    ("thin_dielectric", {}),
    ("dielectric", {}),
    ("dielectric", {"ior": 1.0, "alpha": 0.5}),
    ("dielectric", {"ior": 1.0000001, "alpha": 0.5}),
    ("metallic_roughness", {"roughness": 0.0, "transmission": 1.0, "base_color": 1.0}),
    ("metallic_roughness", {"roughness": 0.0, "transmission": 1.0, "base_color": 1.0, "thin": 1.0}),
    ("metallic_roughness", {"roughness": 0.5, "transmission": 1.0, "base_color": 1.0, "ior": 1.0}),
]


@pytest.mark.parametrize(("name", "parameters"), LOSSLESS, ids=label)
def test_lossless_surfaces_keep_all_light(name: str, parameters: Parameters) -> None:
    for cosine in sides(name):
        assert albedo(name, parameters, cosine) == pytest.approx([1.0] * 3, abs=2e-5)


def test_diffuse_albedo_is_its_reflectance() -> None:
    assert albedo("diffuse", {"reflectance": (0.2, 0.5, 0.9)}, 0.4) == pytest.approx([0.2, 0.5, 0.9], abs=1e-5)


@pytest.mark.parametrize("cosine", [0.95, 0.5, 0.15])
@pytest.mark.parametrize("roughness", [0.0, 0.3, 0.55, 0.8, 1.0])
def test_white_layered_and_compensated_surfaces_lose_little(cosine: float, roughness: float) -> None:
    """The documented accuracy of ``kernels/albedo.py``; without compensation white metal of width 1 loses 60 %."""
    plastic = {"reflectance": 1.0, "alpha": roughness**2}
    metal = {"alpha": roughness**2, "energy_compensation": 1.0, **PERFECT_MIRROR}
    gltf = {"base_color": 1.0, "roughness": roughness}
    surfaces = [("plastic", plastic | {"ior": ior}) for ior in (1.2, 1.33, 1.5, 2.0, 2.5)]
    surfaces += [("metallic_roughness", gltf | {"metallic": m}) for m in (0.0, 0.5, 1.0)]
    for name, parameters in [*surfaces, ("rough_conductor", metal)]:
        assert 0.955 <= albedo(name, parameters, cosine)[0] <= 1.0005, (name, parameters)


def test_every_shader_of_the_catalogue_is_tested() -> None:
    assert {name for name, _ in CASES} == {
        "diffuse", "rough_conductor", "dielectric", "thin_dielectric", "plastic", "metallic_roughness", "null",
    }  # fmt: skip
    assert set(parameter_sets.EXTRA) <= {name for name, _ in CASES}
