"""What a user should know about a scene although nothing in its file is wrong."""

from __future__ import annotations

from raytracer.scene import Material, Scene


def unreachable_lights(scene: Scene) -> str:
    """A sentence when lights without size stand in a scene with refracting glass: no path finds them through it.

    Light that bends at a surface can only be followed from the eye to the light, and a point is never hit by chance.
    """
    used = {instance.material for instance in scene.instances if instance.visible}
    glass = sorted({scene.materials[i].name for i in used if _refracts(scene.materials[i])})
    if not scene.lights or not glass:
        return ""
    return (
        f"point, spot and directional lights do not shine through refracting glass ({', '.join(glass)}); "
        "what lies behind it is lit only by surfaces that emit and by the sky"
    )


def _refracts(material: Material) -> bool:
    def number(name: str, default: float) -> float:
        given = material.parameters.get(name)
        return given.value if given is not None and isinstance(given.value, float) else default

    if material.surface == "dielectric":
        return abs(number("ior", 1.5) - 1.0) > 1e-4
    if material.surface == "metallic_roughness":
        return number("transmission", 0.0) > 0.0 and number("thin", 0.0) < 0.5
    return False
