"""The project's own scene format; ``docs/scene-format.md`` describes it for authors."""

from raytracer.io.toml_scene.document import load

__all__ = ["load"]
