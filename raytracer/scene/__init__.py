"""The data model: what the user made, validated, in numpy. Knows no file format, no Taichi and no Qt."""

from raytracer.scene.camera import Camera
from raytracer.scene.environment import Environment
from raytracer.scene.image import Image
from raytracer.scene.light import DirectionalLight, Light, PointLight, SpotLight
from raytracer.scene.material import Material, matte
from raytracer.scene.medium import Medium
from raytracer.scene.mesh import Instance, Mesh, Shape, Sphere
from raytracer.scene.scene import Scene
from raytracer.scene.settings import RenderSettings, ViewSettings
from raytracer.scene.texture import Input, Texture

__all__ = [
    "Camera",
    "DirectionalLight",
    "Environment",
    "Image",
    "Input",
    "Instance",
    "Light",
    "Material",
    "Medium",
    "Mesh",
    "PointLight",
    "RenderSettings",
    "Scene",
    "Shape",
    "Sphere",
    "SpotLight",
    "Texture",
    "ViewSettings",
    "matte",
]
