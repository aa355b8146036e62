"""What a picture can show instead of light: the layers (AOVs), in one table.

World space; depth in metres along the camera's view axis. ``source`` says what a layer is made from: ``surface``, the
first surface that a camera ray meets and does not pass straight through; ``search``, the search of the tree for what
a camera ray meets first; ``paths``, whole paths, traced again and counted; ``film``, the samples that are there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LayerKind = Literal["light", "color", "direction", "coordinates", "scalar", "id"]


@dataclass(frozen=True)
class PictureLayer:
    """One layer. ``channels`` are the names in a multi-layer EXR, after ``name`` and a dot.

    ``samples``: how many are averaged. ``limits``: fixed ends of the false-colour scale; None: from the picture.
    """

    name: str
    title: str
    summary: str
    kind: LayerKind
    source: Literal["film", "surface", "search", "paths"]
    channels: str
    unit: str = ""
    samples: int = 16
    limits: tuple[float | None, float | None] = (None, None)


COMBINED = "combined"
NOTHING = 1e10
"""Depth of pixels without a surface, as Blender writes it."""
LAYERS: tuple[PictureLayer, ...] = (
    PictureLayer(COMBINED, "Combined", "The light: the picture itself", "light", "film", "RGB"),
    PictureLayer("albedo", "Albedo", "Share of the light that the surface gives back", "color", "surface", "RGB"),
    PictureLayer("normal", "Normal", "Shading normal, on the viewer's side", "direction", "surface", "XYZ"),
    PictureLayer("geometry", "True normal", "Normal of the triangle or sphere itself", "direction", "surface", "XYZ"),
    PictureLayer("depth", "Depth", "Distance along the view axis", "scalar", "surface", "Z", "m"),
    PictureLayer("uv", "Texture coordinates", "u as red, v as green", "coordinates", "surface", "UV"),
    PictureLayer("material", "Material", "Each material in a colour of its own", "id", "surface", "X", samples=1),
    PictureLayer(
        "nodes",
        "Nodes opened",
        "Nodes of the search tree that a camera ray opens",
        "scalar",
        "search",
        "X",
        samples=4,
        limits=(0.0, None),
    ),
    PictureLayer(
        "tests",
        "Triangles tested",
        "Triangles and spheres that a camera ray is tested against",
        "scalar",
        "search",
        "X",
        samples=4,
        limits=(0.0, None),
    ),
    PictureLayer(
        "bounces", "Bounces", "Mean number of bounces of a path", "scalar", "paths", "X", samples=8, limits=(0.0, None)
    ),
    PictureLayer(
        "rays", "Rays", "Mean number of rays of a path", "scalar", "paths", "X", samples=8, limits=(0.0, None)
    ),
    PictureLayer(
        "divergence",
        "Busy lanes",
        "Share of its group's running time in which a lane has work",
        "scalar",
        "paths",
        "X",
        "%",
        samples=4,
        limits=(0.0, 100.0),
    ),
    PictureLayer(
        "nonfinite",
        "Not finite",
        "Samples of 16 that are NaN or infinite",
        "scalar",
        "paths",
        "X",
        limits=(0.0, None),
    ),
    PictureLayer("samples", "Samples", "Samples in the film", "scalar", "film", "X", "spp", limits=(0.0, None)),
    PictureLayer(
        "noise", "Noise", "Estimated relative error of the light", "scalar", "film", "X", "%", limits=(0.0, None)
    ),
)
LAYER_NAMES = tuple(layer.name for layer in LAYERS)


def find(name: str) -> PictureLayer:
    """The layer of this name; ``KeyError`` where there is none."""
    return {layer.name: layer for layer in LAYERS}[name]
