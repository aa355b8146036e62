"""Calls one surface shader on many directions at once, through a single small kernel per shader."""

from dataclasses import dataclass

import numpy as np
import taichi as ti

from raytracer.engine import shader_loading
from raytracer.engine.kernels.shading import ABSORBED, DELTA, SCATTER, STRAIGHT, vec3

__all__ = ["ABSORBED", "DELTA", "SCATTER", "STRAIGHT", "Probe", "Samples", "probe"]


@dataclass(frozen=True)
class Samples:
    """What ``sample`` returned and what ``evaluate`` says about those directions; n rows each."""

    incoming: np.ndarray
    kind: np.ndarray
    weight: np.ndarray
    eta: np.ndarray
    value_cos: np.ndarray
    pdf: np.ndarray

    @property
    def throughput(self) -> np.ndarray:
        """(n, 3) what the integrator multiplies with: value over density, or the discrete weight."""
        scattered = (self.kind == SCATTER) & (self.pdf > 0.0)
        ratio = self.value_cos / np.where(scattered, self.pdf, 1.0)[:, None]
        discrete = (self.kind == DELTA) | (self.kind == STRAIGHT)
        return np.where(scattered[:, None], ratio, np.where(discrete[:, None], self.weight, 0.0))


class Probe:
    """One surface shader, callable from numpy."""

    def __init__(self, loaded: shader_loading.LoadedShader) -> None:
        self.loaded = loaded
        self._kernel = _kernel(loaded.module, loaded.point_type)

    def sample(self, parameters: dict, outgoing: np.ndarray, u: np.ndarray) -> Samples:
        """``outgoing`` is (3,) or (n, 3), ``u`` is (n, 3) in [0, 1)."""
        out = self._run(parameters, np.broadcast_to(outgoing, u.shape), u, given=False)
        return Samples(out[:, 0:3], out[:, 3].astype(int), out[:, 4:7], out[:, 7], out[:, 8:11], out[:, 11])

    def evaluate(self, parameters: dict, outgoing: np.ndarray, incoming: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """``value_cos`` (n, 3) and ``pdf`` (n,) of pairs of directions."""
        outgoing, incoming = np.broadcast_arrays(np.atleast_2d(outgoing), np.atleast_2d(incoming))
        out = self._run(parameters, outgoing, incoming, given=True)
        return out[:, 8:11], out[:, 11]

    def straight(self, parameters: dict, outgoing: np.ndarray) -> np.ndarray:
        """(n, 3) fraction that passes undeviated."""
        outgoing = np.atleast_2d(outgoing)
        return self._run(parameters, outgoing, outgoing, given=True)[:, 12:15]

    def _run(self, parameters: dict, outgoing: np.ndarray, second: np.ndarray, *, given: bool) -> np.ndarray:
        out = np.zeros((len(outgoing), 15), np.float32)
        arrays = (np.ascontiguousarray(outgoing, np.float32), np.ascontiguousarray(second, np.float32))
        self._kernel(self._point(parameters), *arrays, int(given), out)
        return out.astype(np.float64)

    def _point(self, parameters: dict) -> object:
        members: dict = {}
        for name, entry in self.loaded.shader.parameters.items():
            value = parameters.get(name, entry.default)
            members[name] = vec3(*np.broadcast_to(value, 3).tolist()) if entry.kind == "color" else float(value)
        assert set(parameters) <= set(members), "misspelt parameter"
        return self.loaded.point_type(**(members or {"unused": 0.0}))


_probes: dict[str, Probe] = {}


def probe(name: str) -> Probe:
    """The probe of a surface by name; compiled once per process."""
    if name not in _probes:
        _probes[name] = Probe(shader_loading.load("surfaces", name))
    return _probes[name]


def _kernel(shader, point_type):
    @ti.kernel
    def run(
        p: point_type,
        outgoing: ti.types.ndarray(dtype=ti.f32, ndim=2),
        second: ti.types.ndarray(dtype=ti.f32, ndim=2),
        given: ti.i32,
        out: ti.types.ndarray(dtype=ti.f32, ndim=2),
    ):
        for n in range(outgoing.shape[0]):
            o = vec3(outgoing[n, 0], outgoing[n, 1], outgoing[n, 2])
            i = vec3(second[n, 0], second[n, 1], second[n, 2])
            if given == 0:
                s = shader.sample(p, o, i)
                i = s.incoming
                for c in ti.static(range(3)):
                    out[n, c] = s.incoming[c]
                    out[n, 4 + c] = s.weight[c]
                out[n, 3] = ti.cast(s.kind, ti.f32)
                out[n, 7] = s.eta
            value = shader.evaluate(p, o, i)
            passed = shader.straight(p, o)
            for c in ti.static(range(3)):
                out[n, 8 + c] = value.value_cos[c]
                out[n, 12 + c] = passed[c]
            out[n, 11] = value.pdf

    return run
