"""What an edit invalidates. Nothing else is redone."""

from __future__ import annotations

from enum import Flag, auto


class Invalidates(Flag):
    """Parts derived from the scene that an edit makes stale."""

    NOTHING = 0
    PICTURE = auto()
    """The view: exposure, tone curve. The film stays."""
    FILM = auto()
    """Accumulated samples: camera, settings."""
    RECORDS = auto()
    """Packed materials, lights, media, sky: re-upload, clear the film, keep geometry and kernels."""
    GEOMETRY = auto()
    """Triangles and the BVH."""
    KERNELS = auto()
    """The set of shaders or features in use: compile again."""


CAMERA = Invalidates.FILM | Invalidates.PICTURE
VIEW = Invalidates.PICTURE
SETTINGS = Invalidates.FILM | Invalidates.PICTURE
MATERIAL = Invalidates.RECORDS | CAMERA
LIGHT = MATERIAL
ENVIRONMENT = MATERIAL
EVERYTHING = Invalidates.PICTURE | Invalidates.FILM | Invalidates.RECORDS | Invalidates.GEOMETRY | Invalidates.KERNELS
