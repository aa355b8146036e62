"""Names of the scene's values, as people read them, and the labels of steps that are made of them."""

from __future__ import annotations

from typing import Any

from raytracer.app.language import QT_TR_NOOP, tr
from raytracer.scene.model import Model

TITLES: dict[str, str] = {
    "name": QT_TR_NOOP("Name"),
    "surface": QT_TR_NOOP("Surface"),
    "emission": QT_TR_NOOP("Emission"),
    "emission_sides": QT_TR_NOOP("Emits from"),
    "two_sided": QT_TR_NOOP("Two-sided"),
    "alpha_mode": QT_TR_NOOP("Coverage"),
    "opacity": QT_TR_NOOP("Opacity"),
    "alpha_cutoff": QT_TR_NOOP("Cutoff"),
    "normal_map": QT_TR_NOOP("Normal map"),
    "normal_scale": QT_TR_NOOP("Normal strength"),
    "vertex_colors": QT_TR_NOOP("Vertex colours"),
    "interior": QT_TR_NOOP("Interior"),
    "absorption": QT_TR_NOOP("Absorption"),
    "scattering": QT_TR_NOOP("Scattering"),
    "anisotropy": QT_TR_NOOP("Anisotropy"),
    "position": QT_TR_NOOP("Position"),
    "target": QT_TR_NOOP("Target"),
    "up": QT_TR_NOOP("Up"),
    "direction": QT_TR_NOOP("Direction"),
    "intensity": QT_TR_NOOP("Intensity"),
    "irradiance": QT_TR_NOOP("Irradiance"),
    "inner_angle_deg": QT_TR_NOOP("Inner angle"),
    "outer_angle_deg": QT_TR_NOOP("Outer angle"),
    "falloff": QT_TR_NOOP("Falloff"),
    "sky": QT_TR_NOOP("Sky"),
    "image": QT_TR_NOOP("Picture"),
    "strength": QT_TR_NOOP("Strength"),
    "rotation_deg": QT_TR_NOOP("Rotation"),
    "visible": QT_TR_NOOP("Visible"),
    "material": QT_TR_NOOP("Material"),
    "rotation": QT_TR_NOOP("Rotation"),
    "scale": QT_TR_NOOP("Scale"),
    "shader": QT_TR_NOOP("Shader"),
    "projection": QT_TR_NOOP("Projection"),
    "fov_y_deg": QT_TR_NOOP("Field of view"),
    "ortho_height": QT_TR_NOOP("Height"),
    "aperture_radius": QT_TR_NOOP("Aperture"),
    "focus_distance": QT_TR_NOOP("Focus"),
    "max_depth": QT_TR_NOOP("Path length"),
    "roulette_depth": QT_TR_NOOP("Roulette from"),
    "spp": QT_TR_NOOP("Sample limit"),
    "seed": QT_TR_NOOP("Seed"),
    "filter": QT_TR_NOOP("Filter"),
    "filter_width": QT_TR_NOOP("Filter width"),
    "region": QT_TR_NOOP("Region"),
    "clamp": QT_TR_NOOP("Clamp"),
    "view": QT_TR_NOOP("View"),
    "denoise": QT_TR_NOOP("Denoise"),
    "layer": QT_TR_NOOP("Layer"),
    "temperature_k": QT_TR_NOOP("Temperature"),
    "tint": QT_TR_NOOP("Tint"),
    "noise": QT_TR_NOOP("Noise threshold"),
    "exposure_ev": QT_TR_NOOP("Exposure"),
    "reflectance": QT_TR_NOOP("Reflectance"),
    "transmittance": QT_TR_NOOP("Transmittance"),
    "base_color": QT_TR_NOOP("Base colour"),
    "metallic": QT_TR_NOOP("Metallic"),
    "roughness": QT_TR_NOOP("Roughness"),
    "ior": QT_TR_NOOP("Index (IOR)"),
    "alpha": QT_TR_NOOP("Roughness α"),
    "specular": QT_TR_NOOP("Specular"),
    "specular_color": QT_TR_NOOP("Specular colour"),
    "transmission": QT_TR_NOOP("Transmission"),
    "thin": QT_TR_NOOP("Thin"),
    "energy_compensation": QT_TR_NOOP("Compensation"),
    "zenith": QT_TR_NOOP("Zenith"),
    "horizon": QT_TR_NOOP("Horizon"),
    "ground": QT_TR_NOOP("Ground"),
    "radiance": QT_TR_NOOP("Radiance"),
}
"""Fields of the models and parameters of the shaders that come with the program."""

CHOICES: dict[str, str] = {
    "perspective": QT_TR_NOOP("Perspective"),
    "orthographic": QT_TR_NOOP("Orthographic"),
    "smooth": QT_TR_NOOP("Smooth"),
    "linear": QT_TR_NOOP("Linear"),
    "front": QT_TR_NOOP("Front"),
    "both": QT_TR_NOOP("Both"),
    "opaque": QT_TR_NOOP("Opaque"),
    "mask": QT_TR_NOOP("Mask"),
    "blend": QT_TR_NOOP("Blend"),
    "dielectric": QT_TR_NOOP("Dielectric"),
    "thin_dielectric": QT_TR_NOOP("Thin dielectric"),
    "diffuse": QT_TR_NOOP("Diffuse"),
    "metallic_roughness": QT_TR_NOOP("Metallic roughness"),
    "null": QT_TR_NOOP("Null"),
    "plastic": QT_TR_NOOP("Plastic"),
    "rough_conductor": QT_TR_NOOP("Rough conductor"),
    "constant": QT_TR_NOOP("Constant"),
    "gradient": QT_TR_NOOP("Gradient"),
    "box": QT_TR_NOOP("Box"),
    "tent": QT_TR_NOOP("Tent"),
    "gaussian": QT_TR_NOOP("Gaussian"),
    "blackman-harris": QT_TR_NOOP("Blackman-Harris"),
}
"""Values that are chosen from a few, and shaders that come with the program."""

KINDS: dict[str, str] = {
    "instances": QT_TR_NOOP("Objects"),
    "materials": QT_TR_NOOP("Materials"),
    "lights": QT_TR_NOOP("Lights"),
    "cameras": QT_TR_NOOP("Cameras"),
    "environment": QT_TR_NOOP("Environment"),
    "medium": QT_TR_NOOP("Fog"),
}


def title(field: str) -> str:
    """What people read for a field, a parameter or a choice; an unknown one is written out."""
    known = TITLES.get(field) or CHOICES.get(field)
    return tr(known) if known else field.removesuffix("_deg").replace("_", " ").capitalize()


def value_text(value: Any) -> str:
    """A value, short."""
    if isinstance(value, bool):
        return tr("on") if value else tr("off")
    if isinstance(value, (int, float)):
        return f"{value:.4g}"
    if isinstance(value, str):
        return value
    return ""


def set_label(field: str, owner: str, value: Any) -> str:
    """ "Roughness of Glass 0.2"."""
    name = tr("{field} of {owner}").format(field=title(field), owner=owner) if owner else title(field)
    return f"{name} {value_text(value)}".strip()


def change_label(fields: list[str], after: Model) -> str:
    """What changed in the view, the render settings or the lens."""
    field = next((name for name in fields if name not in ("position", "target")), fields[0])
    return set_label(field, "", getattr(after, field))
