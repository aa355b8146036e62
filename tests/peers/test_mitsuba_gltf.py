"""Textured glTF files: what the loader makes of them is handed to Mitsuba, and both render it.

Surfaces are made plain diffuse on both sides, so that geometry, transforms, texture coordinates, sampling of pictures,
camera and lights are compared and not shading models.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from raytracer.engine.renderer import Renderer
from raytracer.io.color import linear_from_srgb
from raytracer.io.table import load_scene
from raytracer.scene import Camera, DirectionalLight, Environment, Input, Instance, Material, Mesh, Scene, Texture
from raytracer.scene.transform import apply_normals, apply_points
from tests.peers.batches import assert_same_picture, ours, theirs

mi = pytest.importorskip("mitsuba", reason="Mitsuba 3 is the oracle of these tests")

SPP = 16
LIGHT = DirectionalLight(direction=(-1.0, -2.0, -1.5), irradiance=(2.0, 1.8, 1.5))
SKY = Environment(sky="constant", parameters={"radiance": (0.3, 0.4, 0.5)})


def diffuse(material: Material) -> Material:
    """The same base colour and sides, without anything that shines, glosses or lets through."""
    return Material(
        name=material.name,
        parameters={"reflectance": material.parameters.get("base_color", Input(value=(1.0, 1.0, 1.0)))},
        two_sided=True,
        vertex_colors=False,
    )


def staged(path: Path) -> Scene:
    """The file's geometry and textures before our own camera and lights."""
    scene = load_scene(path).scene
    lower, upper = scene.bounds()
    return replace(
        scene,
        cameras=[Camera.framing(lower, upper)],
        active_camera=0,
        materials=[diffuse(m) for m in scene.materials],
        lights=[LIGHT],
        environment=SKY,
        medium=None,
        settings=scene.settings.model_copy(update={"width": 64, "height": 64, "max_depth": 3}),
    )


def mitsuba_scene(scene: Scene, folder: Path) -> Any:
    """The same scene as Mitsuba objects."""
    camera = scene.camera
    look = mi.ScalarTransform4f().look_at(list(camera.position), list(camera.target), list(camera.up))
    film = {"type": "hdrfilm", "width": 64, "height": 64, "pixel_format": "rgb", "filter": {"type": "box"}}
    described: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": scene.settings.max_depth},
        "sensor": {
            "type": "perspective", "fov": camera.fov_y_deg, "fov_axis": "y", "to_world": look, "film": film,
            "near_clip": 1e-3 * camera.target_distance, "far_clip": 1e3 * camera.target_distance,
        },
        "sun": {"type": "directional", "direction": list(LIGHT.direction), "irradiance": rgb(LIGHT.irradiance)},
        "sky": {"type": "constant", "radiance": rgb(SKY.parameters["radiance"])},
    }  # fmt: skip
    for k, instance in enumerate(scene.instances):
        shape = scene.shapes[instance.shape]
        if instance.visible and isinstance(shape, Mesh) and shape.triangle_count:
            path = folder / f"{k}.ply"
            write_mesh(shape, instance, path)
            described[f"shape{k}"] = {
                "type": "ply",
                "filename": str(path),
                "face_normals": shape.normals is None,
                "bsdf": {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": reflectance(scene, instance)}},
            }
    return mi.load_dict(described)


def rgb(value: Any) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(v) for v in np.broadcast_to(value, 3)]}


def reflectance(scene: Scene, instance: Instance) -> dict[str, Any]:
    given = scene.materials[instance.material].parameters["reflectance"]
    if given.texture is None:
        return rgb(given.value)
    return bitmap(given.texture, np.broadcast_to(given.value, 3))


def bitmap(texture: Texture, factor: np.ndarray) -> dict[str, Any]:
    """The picture in linear light times ``factor``, with the texture's own placement and wrapping."""
    image = texture.image
    assert image is not None
    assert texture.wrap_u == texture.wrap_v
    pixels = image.pixels[:, :, :3] if image.channels >= 3 else np.repeat(image.pixels[:, :, :1], 3, axis=2)
    if pixels.dtype == np.uint8:
        pixels = pixels / np.float32(255.0)
        pixels = linear_from_srgb(pixels) if image.encoding == "srgb" else pixels
    c, s = np.cos(texture.rotation), np.sin(texture.rotation)
    matrix = np.eye(4)
    matrix[:2, :2] = np.array([[c, s], [-s, c]]) * texture.scale
    matrix[:2, 3] = texture.offset
    return {
        "type": "bitmap",
        "bitmap": mi.Bitmap(np.ascontiguousarray(pixels * factor, np.float32)),
        "raw": True,
        "wrap_mode": texture.wrap_u,
        "filter_type": "nearest" if texture.filter == "nearest" else "bilinear",
        "to_uv": mi.ScalarTransform4f(matrix),
    }


def write_mesh(shape: Mesh, instance: Instance, path: Path) -> None:
    """World-space PLY; a mirrored instance gets its winding turned."""
    triangles = shape.triangles
    if np.linalg.det(instance.world_from_object[:3, :3]) < 0.0:
        triangles = triangles[:, ::-1]
    mesh = mi.Mesh(
        "m",
        len(shape.positions),
        len(triangles),
        has_vertex_normals=shape.normals is not None,
        has_vertex_texcoords=shape.uvs is not None,
    )
    parameters = mi.traverse(mesh)
    parameters["vertex_positions"] = (
        apply_points(instance.world_from_object, shape.positions).astype(np.float32).ravel()
    )
    parameters["faces"] = triangles.astype(np.uint32).ravel()
    if shape.normals is not None:
        normals = apply_normals(instance.world_from_object, shape.normals)
        parameters["vertex_normals"] = normals.astype(np.float32).ravel()
    if shape.uvs is not None:
        parameters["vertex_texcoords"] = shape.uvs.ravel()
    parameters.update()
    mesh.write_ply(str(path))


@pytest.mark.parametrize(
    "name",
    [
        "TextureCoordinateTest/glTF-Embedded/TextureCoordinateTest.gltf",
        pytest.param("NegativeScaleTest/glTF-Binary/NegativeScaleTest.glb", marks=pytest.mark.slow),
        pytest.param("Fox/glTF-Binary/Fox.glb", marks=pytest.mark.slow),
        pytest.param("TextureTransformTest/glTF/TextureTransformTest.gltf", marks=pytest.mark.slow),
    ],
)
def test_gltf_is_the_same_picture(renderer: Renderer, data_dir: Path, tmp_path: Path, name: str) -> None:
    mi.set_variant("scalar_rgb")
    scene = staged(data_dir / "gltf-khronos" / name)
    assert any(m.parameters["reflectance"].texture for m in scene.materials)
    a = ours(renderer, scene, SPP)
    other = mitsuba_scene(scene, tmp_path)
    assert_same_picture(a, theirs(lambda seed: mi.render(other, spp=SPP, seed=seed)), tmp_path / "artifacts")
