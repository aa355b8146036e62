"""Smooth interfaces against textbook formulas in double precision."""

import numpy as np
import pytest

from tests.physics.directions import polar, random_numbers
from tests.physics.surface_probe import DELTA, STRAIGHT, probe

COSINES = (1.0, 0.8, 0.5, 0.2, 0.05)


def dielectric(cos_i: float, eta: float) -> float:
    """Fresnel's equations by Snell's angles; 1 in total reflection."""
    sin_t = np.sqrt(1.0 - cos_i**2) / eta
    if sin_t >= 1.0:
        return 1.0
    cos_t = np.sqrt(1.0 - sin_t**2)
    s = (cos_i - eta * cos_t) / (cos_i + eta * cos_t)
    p = (eta * cos_i - cos_t) / (eta * cos_i + cos_t)
    return 0.5 * (s**2 + p**2)


def conductor(cos_i: float, index: complex) -> float:
    """The same with a complex index."""
    cos_t = np.sqrt(1.0 - (1.0 - cos_i**2) / index**2)
    s = (cos_i - index * cos_t) / (cos_i + index * cos_t)
    p = (index * cos_i - cos_t) / (index * cos_i + cos_t)
    return 0.5 * (abs(s) ** 2 + abs(p) ** 2)


@pytest.mark.parametrize("ior", [1.33, 1.5, 2.4, 0.7])
@pytest.mark.parametrize("cosine", [*COSINES, *(-c for c in COSINES)])
def test_glass_reflects_by_fresnel_and_bends_by_snell(ior: float, cosine: float) -> None:
    eta = ior if cosine > 0.0 else 1.0 / ior
    outgoing = polar(cosine)
    s = probe("dielectric").sample({"ior": ior}, outgoing, random_numbers(20_000, seed=1))
    f = dielectric(abs(cosine), eta)
    back = s.incoming[:, 2] * cosine > 0.0
    assert (s.kind == DELTA).all()
    assert back.mean() == pytest.approx(f, abs=5.0 * np.sqrt(f * (1.0 - f) / len(back)) + 1e-4)
    assert s.weight[back] == pytest.approx(1.0, abs=1e-5)
    if not back.all():
        assert s.weight[~back] == pytest.approx(1.0 / eta**2, rel=1e-5)
        assert s.eta[~back] == pytest.approx(eta)
        assert s.incoming[~back][0, :2] == pytest.approx(-outgoing[:2] / eta, abs=2e-6)


@pytest.mark.parametrize("index", [0.2 + 3.9j, 1.1 + 2.1j, 3.0 + 0.5j, 0.0 + 1.0j])
@pytest.mark.parametrize("cosine", COSINES)
def test_metal_reflects_by_fresnel(index: complex, cosine: float) -> None:
    parameters = {"eta": index.real, "k": index.imag, "alpha": 0.0}
    s = probe("rough_conductor").sample(parameters, polar(cosine), random_numbers(4, seed=1))
    assert s.weight[0] == pytest.approx([conductor(cosine, index)] * 3, abs=2e-5)
    assert s.incoming[0] == pytest.approx(polar(cosine, np.pi), abs=1e-6)


@pytest.mark.parametrize("cosine", COSINES)
def test_pane_sums_the_bounces_inside(cosine: float) -> None:
    r = dielectric(cosine, 1.5)
    passed = (1.0 - r) ** 2 * sum(r ** (2 * k) for k in range(60))
    s = probe("thin_dielectric").sample({}, polar(cosine), random_numbers(50_000, seed=2))
    assert probe("thin_dielectric").straight({}, polar(cosine))[0] == pytest.approx([passed] * 3, abs=1e-5)
    assert (s.kind == STRAIGHT).mean() == pytest.approx(passed, abs=0.01)


@pytest.mark.parametrize("surface", ["dielectric", "metallic_roughness"])
@pytest.mark.parametrize("ior", [1.0, 1.0000001, 1.00005])
def test_an_index_of_one_changes_nothing(surface: str, ior: float) -> None:
    rough = {"alpha": 0.4} if surface == "dielectric" else {"roughness": 0.6, "transmission": 1.0, "base_color": 1.0}
    for cosine in (0.9, 0.1, -0.5):
        s = probe(surface).sample({"ior": ior, **rough}, polar(cosine), random_numbers(1000, seed=3))
        assert (s.kind == STRAIGHT).all()
        np.testing.assert_allclose(s.weight, 1.0, atol=1e-5)
        assert probe(surface).straight({"ior": ior, **rough}, polar(cosine))[0] == pytest.approx([1.0] * 3, abs=1e-5)


def test_gltf_dielectric_meets_the_specification_at_normal_incidence() -> None:
    """f0 = min(((ior - 1) / (ior + 1))^2 * specular_color, 1) * specular."""
    parameters = {"roughness": 0.0, "base_color": 0.0, "ior": 1.8, "specular": 0.5, "specular_color": (1.0, 0.5, 20.0)}
    s = probe("metallic_roughness").sample(parameters, polar(1.0), random_numbers(4, seed=4))
    f0 = (0.8 / 2.8) ** 2
    assert s.weight[0] == pytest.approx([0.5 * f0, 0.25 * f0, 0.5], rel=1e-4)


@pytest.mark.parametrize("cosine", COSINES)
def test_gltf_metal_follows_schlick(cosine: float) -> None:
    color = np.array([1.0, 0.6, 0.2])
    parameters = {"roughness": 0.0, "metallic": 1.0, "base_color": tuple(color)}
    s = probe("metallic_roughness").sample(parameters, polar(cosine), random_numbers(4, seed=5))
    assert s.weight[0] == pytest.approx(color + (1.0 - color) * (1.0 - cosine) ** 5, abs=1e-4)
