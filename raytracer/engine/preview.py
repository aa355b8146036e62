"""A picture while kernels are being compiled: first hits in the materials' own colours, lit from the camera.

It takes the kernel of ``picking``, which compiles in a tenth of the time of a path kernel and is wanted for the first
click anyway. Nothing of it gets into the film.
"""

from __future__ import annotations

import numpy as np

from raytracer.engine import shader_loading
from raytracer.engine.device_scene import DeviceScene
from raytracer.engine.picking import camera_rays, first_surfaces, grid
from raytracer.scene import Camera, Material, Scene
from raytracer.scene.shader_catalog import Parameter

_AMBIENT = 0.25
"""Share of the light that does not depend on where a surface faces."""
_WHITE = 0.9
_SKY, _NOTHING = 0.35, 0.02
"""Behind all surfaces, where there is a sky and where there is none."""
_TEXELS = 64
"""Of a texture, along each side, that its mean colour is taken from."""


def draw(device: DeviceScene, scene: Scene, camera: Camera, size: tuple[int, int], out: np.ndarray) -> None:
    """Fills ``out`` (height, width, 4) u8 sRGB; coarser than the film of ``size`` where that is large."""
    points, columns, rows = grid(size)
    rays = camera_rays(camera, points, *size)
    _, instances, normals = first_surfaces(device, rays)
    colors = np.array([_color(m) for m in scene.materials] or [np.ones(3)])
    materials = np.array([i.material for i in scene.instances] or [0])
    facing = np.abs((normals * rays[:, 3:]).sum(axis=1))
    lit = colors[materials[instances]] * (_AMBIENT + (1.0 - _AMBIENT) * facing)[:, None]
    lit[instances < 0] = _SKY if scene.environment is not None else _NOTHING
    encoded = (255.0 * np.clip(lit, 0.0, 1.0) ** (1.0 / 2.2) + 0.5).astype(np.uint8).reshape(rows, columns, 3)
    height, width = out.shape[:2]
    at = np.arange(height) * rows // height, np.arange(width) * columns // width
    out[..., :3] = encoded[at[0][:, None], at[1][None, :]]
    out[..., 3] = 255


def _color(material: Material) -> np.ndarray:
    """What the surface looks like from afar, (3,) linear: white where it shines, else its tint; of a metal, what it
    reflects at right angles."""
    if material.emits:
        return np.ones(3)
    known = shader_loading.load("surfaces", material.surface).shader.parameters
    color = np.full(3, _WHITE)
    if {"eta", "k"} <= known.keys():
        n, k = (_value(material, known[name]) for name in ("eta", "k"))
        color = ((n - 1.0) ** 2 + k**2) / ((n + 1.0) ** 2 + k**2)
    tint = next((p for p in known.values() if p.tint), None)
    return color if tint is None else np.clip(color * _value(material, tint), 0.0, 1.0)


def _value(material: Material, parameter: Parameter) -> np.ndarray:
    """Of a colour: as given or by default, times the mean of its texture, (3,) linear."""
    given = material.parameters.get(parameter.name)
    color = np.broadcast_to(np.asarray(parameter.default if given is None else given.value, np.float64), 3)
    image = given.texture.image if given is not None and given.texture is not None else None
    if image is None:
        return color
    some = image.pixels[:: max(1, image.height // _TEXELS), :: max(1, image.width // _TEXELS), :3]
    channels = 3 if image.channels >= 3 else 1
    mean = some[..., :channels].reshape(-1, channels).mean(axis=0, dtype=np.float64)
    if some.dtype == np.uint8:
        mean = mean / 255.0
    return color * (mean**2.2 if image.encoding == "srgb" else mean)
