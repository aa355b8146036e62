"""What surrounds the scene, infinitely far away."""

from __future__ import annotations

from typing import Any

from raytracer.scene.image import Image
from raytracer.scene.model import Finite, Model, quantity


class Environment(Model):
    """A shader of ``shaders/skies`` (``constant``, ``gradient``, ``image`` ...) with its parameters.

    The sky is defined for directions in its own frame, +Y up; ``rotation_deg`` turns it about +Y, counter-clockwise
    seen from above. Latitude-longitude images: the top row is +Y; going right from the left edge (u = 0) the columns
    look at -Z, +X (u = 0.25), +Z (0.5), -X (0.75).
    """

    sky: str = quantity("constant", "Name of the file in shaders/skies")
    parameters: dict[str, Any] = quantity({}, "Parameters of that shader: numbers and colours")
    image: Image | None = quantity(None, "Latitude-longitude picture, linear, for skies that look one up")
    strength: float = quantity(1.0, "Factor on the radiance", ge=0.0)
    rotation_deg: Finite = quantity(0.0, "Turn about +Y", unit="degree")
    visible: bool = quantity(True, "Whether the camera sees it; it lights the scene either way")
