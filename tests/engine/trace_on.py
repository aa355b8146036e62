"""``python -m tests.engine.trace_on BACKEND FILE``: hits of a fixed scene on one backend, in a process of its own."""

from __future__ import annotations

import sys

import numpy as np

from raytracer.engine import runtime
from raytracer.errors import BackendError
from tests.engine.rays import Body, Hits, closed_sphere, random_directions


def fixed_hits() -> Hits:
    """Closest hits, then any hits, of a mesh with spheres inside; too many primitives for one cluster."""
    rng = np.random.default_rng(21)
    spheres = np.concatenate([rng.uniform(-0.5, 0.5, (60, 3)), rng.uniform(0.02, 0.1, (60, 1))], axis=1)
    body = Body.of(closed_sphere(16), spheres)
    origins = rng.uniform(-1.5, 1.5, (400, 3)).astype(np.float32)
    directions = random_directions(rng, 400)
    closest, some = body.hits(origins, directions), body.hits(origins, directions, any_hit=True)
    t = np.concatenate([closest.t, some.t])
    return Hits(t, np.concatenate([closest.prim, some.prim]), np.concatenate([closest.uv, some.uv]))


def main() -> int:
    """Exit code 3: the backend is not available."""
    backend, file = sys.argv[1:]
    try:
        runtime.start(backend)
    except BackendError as error:
        print(error)
        return error.exit_code
    hits = fixed_hits()
    np.savez(file, t=hits.t, prim=hits.prim, uv=hits.uv)
    runtime.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
