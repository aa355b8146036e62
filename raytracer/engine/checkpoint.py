"""A film as arrays: what it takes to go on later as if nothing had happened."""

from __future__ import annotations

from typing import Any

import numpy as np

from raytracer.engine import readback
from raytracer.engine.film import Film

FilmState = dict[str, np.ndarray]


def film_state(film: Film) -> FilmState:
    """Sums, counts, halves and the plan, as they are between two launches."""
    return {
        "sums": readback.read_new(film.sums, np.float32),
        "counts": readback.read_new(film.counts, np.int32),
        "halves": readback.read_new(film.halves, np.float32),
        "total_samples": np.asarray(film.total_samples, np.int64),
        **{f"plan_{name}": np.asarray(value) for name, value in film.plan.state().items()},
    }


def restore_film(film: Film, state: FilmState) -> None:
    """Puts a film of the same size back. Raises ``ValueError`` or ``KeyError`` for a state that cannot be one."""
    sums, counts, halves = state["sums"], state["counts"], state["halves"]
    if (sums.size, counts.size, halves.size) != (3 * film.pixels, film.pixels, film.pixels):
        raise ValueError("another size of picture")
    plan: dict[str, Any] = {name[5:]: value for name, value in state.items() if name.startswith("plan_")}
    film.plan.restore(plan)
    film.sums.from_numpy(sums.astype(np.float32))
    film.counts.from_numpy(counts.astype(np.int32))
    film.halves.from_numpy(halves.astype(np.float32))
    film.total_samples = int(state["total_samples"])
    film.list_tiles()
