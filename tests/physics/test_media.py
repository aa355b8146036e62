"""Every medium in the catalogue: free paths against the analytic transmittance, phase function against its density.

Seeds are fixed; with fresh ones a five-sigma comparison raises a false alarm less than once in a million.
"""

import numpy as np
import pytest
import taichi as ti

from raytracer.engine import shader_loading
from raytracer.engine.kernels.shading import vec2, vec3
from raytracer.scene import shader_catalog
from tests.physics.directions import SphereGrid, chi_square_p, random_numbers

MEDIA = sorted(shader_catalog.catalog("media"))
N = 200_000
COLORED = {"absorption": (0.3, 0.0, 1.0), "scattering": (0.5, 1.0, 0.2)}


def _kernel(medium, point_type):
    @ti.kernel
    def run(
        p: point_type,
        t_max: ti.f32,
        direction: vec3,
        u: ti.types.ndarray(dtype=ti.f32, ndim=2),
        out: ti.types.ndarray(dtype=ti.f32, ndim=2),
    ):
        for n in range(u.shape[0]):
            s = medium.sample_distance(p, t_max, vec2(u[n, 0], u[n, 1]))
            q = medium.sample_phase(p, direction, vec2(u[n, 0], u[n, 1]))
            passed = medium.transmittance(p, u[n, 2])
            out[n, 0] = s.t
            out[n, 1] = ti.cast(s.scattered, ti.f32)
            out[n, 8] = q.pdf
            out[n, 12] = medium.pdf_phase(p, q.direction.dot(direction))
            out[n, 13] = medium.pdf_phase(p, 2.0 * u[n, 2] - 1.0)
            for c in ti.static(range(3)):
                out[n, 2 + c] = s.weight[c]
                out[n, 5 + c] = q.direction[c]
                out[n, 9 + c] = passed[c]

    return run


_kernels: dict = {}


def run(name: str, parameters: dict, t_max: float, u: np.ndarray, direction=(0.0, 0.0, 1.0)) -> np.ndarray:
    """Rows of t, scattered, weight, direction, its pdf, transmittance at u.z, pdf again, pdf at cosine 2 u.z - 1."""
    if name not in _kernels:
        loaded = shader_loading.load("media", name)
        _kernels[name] = (loaded, _kernel(loaded.module, loaded.point_type))
    loaded, kernel = _kernels[name]
    members: dict = {}
    for key, entry in loaded.shader.parameters.items():
        value = parameters.get(key, entry.default)
        members[key] = vec3(*np.broadcast_to(value, 3).tolist()) if entry.kind == "color" else float(value)
    out = np.zeros((len(u), 14), np.float32)
    kernel(loaded.point_type(**members), t_max, vec3(*direction), np.ascontiguousarray(u, np.float32), out)
    return out.astype(np.float64)


def test_the_catalogue_has_the_homogeneous_medium() -> None:
    assert "homogeneous" in MEDIA


@pytest.mark.parametrize("t_max", [0.3, 2.0, 1e30])
def test_free_paths_reproduce_the_transmittance(t_max: float) -> None:
    """Means of the weights are the light that passes and the single-scattered light of the segment."""
    sigma_s = np.array(COLORED["scattering"])
    sigma_t = sigma_s + np.array(COLORED["absorption"])
    out = run("homogeneous", COLORED, t_max, random_numbers(N, seed=1))
    t, scattered, weight = out[:, 0], out[:, 1] == 1.0, out[:, 2:5]
    assert (t[scattered] < t_max).all()
    assert (t[~scattered] == np.float32(t_max)).all()
    passed = np.exp(-sigma_t * min(t_max, 1e3))
    for drawn, wanted in ((~scattered, passed), (scattered, sigma_s / sigma_t * (1.0 - passed))):
        estimate = weight * drawn[:, None]
        error = 5.0 * estimate.std(axis=0) / np.sqrt(N) + 1e-6
        assert (np.abs(estimate.mean(axis=0) - wanted) <= error).all()
    # Where the light scatters: the mean depth of the first channel's exponential, cut at the end of the segment.
    depth = (weight * t[:, None] * scattered[:, None])[:, 0]
    end = min(t_max, 1e3)
    wanted = sigma_s[0] * (1.0 / sigma_t[0] ** 2 - passed[0] * (end / sigma_t[0] + 1.0 / sigma_t[0] ** 2))
    assert depth.mean() == pytest.approx(wanted, abs=5.0 * depth.std() / np.sqrt(N))


def test_weights_stay_small_in_coloured_media() -> None:
    out = run("homogeneous", COLORED, 2.0, random_numbers(N, seed=2))
    assert out[:, 2:5].max() <= 3.0 + 1e-5, "the mean density of three channels bounds the weight by 3"


def test_absorption_alone_is_exact_and_never_scatters() -> None:
    out = run("homogeneous", {"absorption": (0.0, 0.5, 3.0)}, 1.5, random_numbers(1000, seed=3))
    assert (out[:, 1] == 0.0).all()
    np.testing.assert_allclose(out[:, 2:5], np.broadcast_to(np.exp([0.0, -0.75, -4.5]), (1000, 3)), rtol=1e-5)


@pytest.mark.parametrize("t_max", [0.0, 1.0, 1e30])
def test_a_vacuum_changes_nothing(t_max: float) -> None:
    out = run("homogeneous", {}, t_max, random_numbers(1000, seed=4))
    assert (out[:, 1] == 0.0).all()
    assert (out[:, 0] == np.float32(t_max)).all()
    assert (out[:, 2:5] == 1.0).all()


def test_transmittance_is_beers_law() -> None:
    u = random_numbers(1000, seed=5)
    sigma_t = np.array(COLORED["absorption"]) + np.array(COLORED["scattering"])
    out = run("homogeneous", COLORED, 1.0, u)
    np.testing.assert_allclose(out[:, 9:12], np.exp(-u[:, 2:] * sigma_t), rtol=1e-5)


@pytest.mark.parametrize("g", [0.0, 0.0005, 0.3, -0.6, 0.9, -0.95])
def test_phase_function(g: float) -> None:
    """Henyey-Greenstein: mean cosine g, integral 1, samples distributed by the density (chi-square level 0.002)."""
    u = random_numbers(N, seed=6)
    out = run("homogeneous", {"anisotropy": g}, 1.0, u)
    direction, pdf = out[:, 5:8], out[:, 8]
    np.testing.assert_allclose(np.linalg.norm(direction, axis=1), 1.0, atol=1e-5)
    np.testing.assert_allclose(pdf, out[:, 12], rtol=5e-3)
    cosine = direction[:, 2]
    assert cosine.mean() == pytest.approx(g, abs=5.0 * cosine.std() / np.sqrt(N))

    grid = SphereGrid(96, 24)
    formula = (1.0 - g**2) / (4.0 * np.pi * (1.0 + g**2 - 2.0 * g * grid.directions[:, 2]) ** 1.5)
    assert grid.integrate(formula) == pytest.approx(1.0, abs=1e-4)
    at = 2.0 * u[:, 2] - 1.0
    np.testing.assert_allclose(out[:, 13], (1.0 - g**2) / (4.0 * np.pi * (1.0 + g**2 - 2.0 * g * at) ** 1.5), rtol=2e-4)
    assert chi_square_p(grid.histogram(direction), N * grid.cells(formula)) > 0.002


@pytest.mark.parametrize("direction", [(0.6, 0.0, 0.8), (0.0, 0.0, -1.0), (0.0, -1.0, 0.0)])
def test_phase_function_turns_with_the_ray(direction: tuple[float, float, float]) -> None:
    out = run("homogeneous", {"anisotropy": 0.7}, 1.0, random_numbers(N, seed=7), direction)
    mean = out[:, 5:8].mean(axis=0)
    assert mean == pytest.approx(0.7 * np.array(direction), abs=0.006)


@pytest.mark.parametrize("name", MEDIA)
def test_media_are_finite_at_the_edges(name: str) -> None:
    edges = [0.0, 1e-7, 0.5, 1.0 - 2.0**-24]
    u = np.array(np.meshgrid(edges, edges, edges)).reshape(3, -1).T
    table = shader_catalog.get("media", name).parameters
    for bound in ("minimum", "maximum"):
        parameters = {n: getattr(q, bound) for n, q in table.items()}
        for t_max in (0.0, 1e-6, 1e30):
            assert np.isfinite(run(name, parameters, t_max, u)).all()
