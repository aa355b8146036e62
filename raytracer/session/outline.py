"""The scene as the app sees it: everything editable, none of the heavy arrays."""

from __future__ import annotations

from dataclasses import replace

from raytracer.scene import Image, Input, Material, Scene, Texture


def outline(scene: Scene) -> Scene:
    """A copy that is cheap to send: empty meshes, and one-pixel images (their mean) of the same names."""
    light = scene.outline()
    environment = light.environment
    if environment is not None and environment.image is not None:
        environment = environment.model_copy(update={"image": _one_pixel(environment.image)})
    return replace(light, materials=[_material(m) for m in light.materials], environment=environment)


def _material(material: Material) -> Material:
    update = {
        "parameters": {name: _input(value) for name, value in material.parameters.items()},
        "emission": _input(material.emission),
        "opacity": _input(material.opacity),
        "normal_map": material.normal_map and _texture(material.normal_map),
    }
    return material.model_copy(update=update)


def _input(value: Input) -> Input:
    return value if value.texture is None else value.model_copy(update={"texture": _texture(value.texture)})


def _texture(texture: Texture) -> Texture:
    return texture if texture.image is None else texture.model_copy(update={"image": _one_pixel(texture.image)})


def _one_pixel(image: Image) -> Image:
    mean = image.pixels.mean(axis=(0, 1), keepdims=True)
    return Image(image.name, mean.astype(image.pixels.dtype), image.encoding)
