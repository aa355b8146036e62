"""Directions and quadrature on the sphere."""

import numpy as np
from scipy import stats


def polar(cosine: float, phi: float = 0.0) -> np.ndarray:
    """The unit vector at a cosine to z and an azimuth."""
    sine = np.sqrt(1.0 - cosine**2)
    return np.array([sine * np.cos(phi), sine * np.sin(phi), cosine])


def uniform(n: int, rng: np.random.Generator) -> np.ndarray:
    """(n, 3) directions, uniform on the sphere."""
    v = rng.normal(size=(n, 3))
    return v / np.linalg.norm(v, axis=1, keepdims=True)


def random_numbers(n: int, seed: int) -> np.ndarray:
    """(n, 3) uniform in [0, 1) in single precision, as the engine makes them."""
    return np.random.default_rng(seed).random((n, 3), dtype=np.float32)


class SphereGrid:
    """The sphere cut into cells of polar angle and azimuth, with Gauss-Legendre points inside of each cell.

    Cells are narrow about the azimuth pi, where a viewer at azimuth 0 sees the mirror image and what is refracted."""

    def __init__(self, n_theta: int = 96, n_phi: int = 48, points: int = 6) -> None:
        x = np.linspace(-1.0, 1.0, n_phi + 1)
        self._theta_edges = np.linspace(0.0, np.pi, n_theta + 1)
        self._phi_edges = np.pi * (1.0 + 0.1 * x + 0.9 * x**3)
        self._points = points
        theta, w_theta = _composite(self._theta_edges, points)
        phi, w_phi = _composite(self._phi_edges, points)
        t, p = np.meshgrid(theta, phi, indexing="ij")
        self.directions = np.stack([np.sin(t) * np.cos(p), np.sin(t) * np.sin(p), np.cos(t)], -1).reshape(-1, 3)
        self.directions = self.directions.astype(np.float32)
        self.weights = (w_theta[:, None] * w_phi[None, :] * np.sin(t)).ravel()

    def integrate(self, values: np.ndarray) -> np.ndarray:
        """Integral over the sphere of values (n, ...) at ``directions``."""
        return np.tensordot(self.weights, values, axes=(0, 0))

    def cells(self, values: np.ndarray) -> np.ndarray:
        """Integral of values (n,) over every cell."""
        k = self._points
        shape = (len(self._theta_edges) - 1, k, len(self._phi_edges) - 1, k)
        return (values * self.weights).reshape(shape).sum(axis=(1, 3))

    def histogram(self, directions: np.ndarray) -> np.ndarray:
        """Number of directions in every cell."""
        theta = np.arccos(np.clip(directions[:, 2], -1.0, 1.0))
        phi = np.arctan2(directions[:, 1], directions[:, 0]) % (2.0 * np.pi)
        return np.histogram2d(theta, phi, bins=(self._theta_edges, self._phi_edges))[0]


def _composite(edges: np.ndarray, points: int) -> tuple[np.ndarray, np.ndarray]:
    x, w = np.polynomial.legendre.leggauss(points)
    step = np.diff(edges)[:, None]
    nodes = edges[:-1, None] + 0.5 * (x + 1.0)[None, :] * step
    return nodes.ravel(), (0.5 * w[None, :] * step).ravel()


def chi_square_p(counts: np.ndarray, expected: np.ndarray) -> float:
    """Probability of a deviation this large by chance; cells that expect fewer than 5 are pooled."""
    order = np.argsort(expected.ravel())
    observed, wanted = counts.ravel()[order], expected.ravel()[order]
    small = int(np.searchsorted(np.cumsum(wanted), 5.0, side="left")) + 1
    few = max(small, int(np.searchsorted(wanted, 5.0)))
    observed = np.append(observed[few:], observed[:few].sum())
    wanted = np.append(wanted[few:], wanted[:few].sum())
    if wanted[-1] < 5.0:  # too few in the pool for the approximation: only impossible directions are an error
        if observed[-1] > 5.0 * wanted[-1] + 10.0:
            return 0.0
        observed, wanted = observed[:-1], wanted[:-1]
    statistic = float(np.sum((observed - wanted) ** 2 / wanted))
    return float(stats.chi2.sf(statistic, max(len(wanted) - 1, 1)))
