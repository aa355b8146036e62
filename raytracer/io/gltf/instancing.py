"""EXT_mesh_gpu_instancing: one node that places its mesh many times."""

from __future__ import annotations

import numpy as np

from raytracer.io.gltf.accessors import Accessors
from raytracer.io.gltf.document import Entry
from raytracer.io.gltf.nodes import compose

EXTENSION = "EXT_mesh_gpu_instancing"
_MOST = 1_000_000


def instance_matrices(node: Entry, accessors: Accessors) -> np.ndarray:
    """(n, 4, 4) f64 ``node_from_instance``; the one identity for a node without the extension."""
    extension = node.extension(EXTENSION)
    if extension is None:
        return np.eye(4)[None]
    names = extension.require("attributes")
    defaults = {"TRANSLATION": (0.0, 0.0, 0.0), "ROTATION": (0.0, 0.0, 0.0, 1.0), "SCALE": (1.0, 1.0, 1.0)}
    given: dict[str, np.ndarray] = {}
    for name, default in defaults.items():
        if name in names:
            values = accessors.floats(names.integer(name), names, components=(len(default),))
            if not np.isfinite(values).all():
                raise names.error("NaN or infinite values", key=name)
            given[name] = values.astype(np.float64)
    counts = {len(values) for values in given.values()}
    if len(counts) > 1:
        raise names.error(f"the attributes have different counts: {', '.join(map(str, sorted(counts)))}")
    count = counts.pop() if counts else 1
    if count > _MOST:
        raise names.error(f"{count} instances are more than the {_MOST} that can be drawn")
    if not count:
        return np.zeros((0, 4, 4))
    columns = [given.get(name, np.tile(default, (count, 1))) for name, default in defaults.items()]
    return compose(*columns)
