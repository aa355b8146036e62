"""What one sample did, vertex by vertex: the record of a path that was followed.

World space, metres, linear Rec. 709; densities per solid angle. Directions are unit and leave the vertex.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Triple = tuple[float, float, float]
VertexKind = Literal["camera", "surface", "medium", "sky", "pass"]
"""``pass``: straight through a surface by its opacity. ``sky``: the path left the scene."""
Scattering = Literal["scatter", "delta", "straight", "absorbed", "none"]
"""How the path goes on: out of a lobe, in the only possible direction, unbent, not at all; none was asked for."""
End = Literal["left the scene", "absorbed", "roulette", "longest path", "swallowed by a medium", "too many surfaces"]


@dataclass(frozen=True)
class ShadowRay:
    """A light that was chosen at a vertex, and what came from it."""

    light: str
    """Name, for people."""
    direction: Triple
    distance: float | None
    """None: infinitely far."""
    pdf: float
    """Choice of the light included; a probability for lights without size."""
    weight: float
    """Of this way of finding light against the other, 1 where there is no other."""
    carried: Triple
    """What would come if nothing were in the way."""
    added: Triple
    """What came."""
    fate: Literal["visible", "blocked", "not traced"]
    """Not traced: nothing could come, or the settings do not show such light."""
    end: Triple | None
    """Where the ray arrived or was stopped; None: it was not traced, or left the scene."""


@dataclass(frozen=True)
class PathVertex:
    """One row of the record."""

    kind: VertexKind
    position: Triple
    """Of the sky: where the last segment began."""
    what: str
    """Name of the material, the medium or the sky."""
    material: int
    """-1 where there is none."""
    medium: str
    """In which the path arrived; empty for none."""
    n_geometric: Triple
    n_shading: Triple
    outgoing: Triple
    """Back to the vertex before."""
    incoming: Triple
    """Where the path goes on; towards the sky for the last vertex of one that leaves."""
    depth: int
    """Bounces before this vertex, and one."""
    throughput: Triple
    """On arrival."""
    emission: Triple
    """What the vertex's own light added to the sample."""
    emission_weight: float
    shadow: ShadowRay | None
    scattering: Scattering
    pdf: float
    """Of the sampled direction; 0 where it was the only possible one."""
    weight: Triple
    """Factor on the throughput, roulette left out."""
    refracted: bool
    """Went through a surface with a bend, here or before."""
    scattered: bool
    """Changed direction in a medium, here or before."""
    survival: float
    """Probability with which roulette lets the path go on; 1: not asked."""
    survived: bool
    rays: int
    """Traced so far, this vertex's shadow ray included."""
    radiance: Triple
    """Of the sample so far."""

    @property
    def goes_through(self) -> bool:
        """Whether the path goes on behind the surface, bent."""
        if self.kind != "surface" or self.scattering not in ("scatter", "delta"):
            return False
        return _dot(self.n_geometric, self.incoming) * _dot(self.n_geometric, self.outgoing) < 0.0


def _dot(a: Triple, b: Triple) -> float:
    return sum(p * q for p, q in zip(a, b, strict=True))


@dataclass(frozen=True)
class PathRecord:
    """One sample of one pixel. ``radiance`` is exactly what that sample adds to the film, before ``clamp``."""

    x: int
    y: int
    sample: int
    seed: int
    width: int
    height: int
    radiance: Triple
    rays: int
    bounces: int
    end: End
    vertices: tuple[PathVertex, ...]
    lost_vertices: int = 0
    """Vertices beyond the room that a record has."""
    backend: str = ""

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)
