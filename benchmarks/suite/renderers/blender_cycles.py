"""Cycles, as the ``bpy`` package: a plain path tracer on the CPU, everything that changes the estimate switched off.

Off: adaptive sampling, denoising, light tree, clamping, glossy filter. Bounces are two less than rays. Blender puts the
scene together again for every picture: the time of a picture with one sample per pixel is taken off.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from serve import arguments, clock, manifest, own_output, serve

OUTPUT = own_output()  # before the imports, which may print
import bpy  # noqa: E402
from mathutils import Matrix, Vector  # noqa: E402


def main() -> None:
    options = arguments()
    data = manifest(options.folder)
    begin = clock()
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    _settings(scene, data, options.threads)
    for thing in data["objects"]:
        _object(scene, options.folder, thing)
    _camera(scene, data)
    _world(scene, options.folder, data)
    load_seconds = clock() - begin
    size = data["size"]
    target = str(Path(tempfile.mkdtemp()) / "picture.exr")

    def shot(seed: int, spp: int) -> tuple[np.ndarray, float]:
        scene.cycles.seed, scene.cycles.samples = seed, spp
        scene.render.filepath = target
        begin = clock()
        bpy.ops.render.render(write_still=True)
        seconds = clock() - begin
        image = bpy.data.images.load(target)
        pixels = np.empty(4 * size * size, np.float32)
        image.pixels.foreach_get(pixels)
        bpy.data.images.remove(image)
        return pixels.reshape(size, size, 4)[::-1, :, :3].copy(), seconds

    def render(seed: int, spp: int) -> tuple[np.ndarray, dict[str, Any]]:
        if spp == 1:
            picture, seconds = shot(seed, 1)
            return picture, {"seconds": seconds, "samples": size * size}
        setup = shot(seed + 10_000, 1)[1]
        picture, seconds = shot(seed, spp)
        return picture, {"seconds": seconds - setup, "samples": (spp - 1) * size * size, "setup_seconds": setup}

    serve(OUTPUT, bpy.app.version_string, load_seconds, render)


def _settings(scene: Any, data: dict[str, Any], threads: int) -> None:
    scene.render.engine = "CYCLES"
    scene.render.resolution_x = scene.render.resolution_y = data["size"]
    scene.render.resolution_percentage = 100
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    scene.render.use_persistent_data = True
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "32"
    scene.render.image_settings.color_mode = "RGB"
    scene.view_settings.view_transform = "Raw"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.use_adaptive_sampling = cycles.use_denoising = cycles.use_light_tree = False
    cycles.use_auto_tile = False
    cycles.sample_clamp_direct = cycles.sample_clamp_indirect = 0.0
    cycles.light_sampling_threshold = cycles.blur_glossy = 0.0
    cycles.caustics_reflective = cycles.caustics_refractive = True
    cycles.pixel_filter_type, cycles.filter_width = "BOX", 1.0
    bounces = data["depth"] - 2  # 0 is direct light, a path of two rays
    cycles.max_bounces = cycles.diffuse_bounces = cycles.glossy_bounces = bounces
    cycles.transmission_bounces = cycles.volume_bounces = bounces
    cycles.min_light_bounces = data["roulette"] - 1


def _object(scene: Any, folder: Path, thing: dict[str, Any]) -> None:
    with np.load((folder / thing["mesh"]).with_suffix(".npz")) as arrays:
        points, triangles, uv = arrays["points"], arrays["triangles"], arrays["uv"]
    mesh = bpy.data.meshes.new(thing["mesh"])
    mesh.vertices.add(len(points))
    mesh.vertices.foreach_set("co", points.reshape(-1))
    mesh.loops.add(triangles.size)
    mesh.loops.foreach_set("vertex_index", triangles.reshape(-1))
    mesh.polygons.add(len(triangles))
    mesh.polygons.foreach_set("loop_start", np.arange(0, triangles.size, 3, dtype=np.int32))
    if "texture" in thing["material"]:
        corners = uv[triangles.reshape(-1)] * np.array([1.0, -1.0], np.float32)  # Blender's v runs up the picture
        mesh.uv_layers.new().data.foreach_set("uv", corners.astype(np.float32).reshape(-1))
    mesh.update(calc_edges=True)
    mesh.shade_flat()
    mesh.materials.append(_material(folder, thing))
    scene.collection.objects.link(bpy.data.objects.new(thing["mesh"], mesh))


def _material(folder: Path, thing: dict[str, Any]) -> Any:
    look, emission = thing["material"], thing["emission"]
    material = bpy.data.materials.new(thing["mesh"])
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    end = tree.nodes.new("ShaderNodeOutputMaterial")
    if emission:  # shines from its front only; otherwise black
        node = tree.nodes.new("ShaderNodeEmission")
        node.inputs["Color"].default_value = (*emission, 1.0)
        front = tree.nodes.new("ShaderNodeMixShader")
        geometry = tree.nodes.new("ShaderNodeNewGeometry")
        tree.links.new(geometry.outputs["Backfacing"], front.inputs[0])
        tree.links.new(node.outputs[0], front.inputs[1])
        node = front
    elif look["type"] == "dielectric":
        node = tree.nodes.new("ShaderNodeBsdfGlass")
        node.inputs["IOR"].default_value, node.inputs["Roughness"].default_value = look["ior"], 0.0
        node.inputs["Color"].default_value = (1.0, 1.0, 1.0, 1.0)
    elif look["type"] == "conductor":
        node = tree.nodes.new("ShaderNodeBsdfMetallic")
        node.distribution, node.fresnel_type = "GGX", "PHYSICAL_CONDUCTOR"
        node.inputs["IOR"].default_value = look["eta"]
        node.inputs["Extinction"].default_value = look["k"]
        node.inputs["Roughness"].default_value = look["alpha"] ** 0.5
    else:
        node = tree.nodes.new("ShaderNodeBsdfDiffuse")
        node.inputs["Color"].default_value = (*look.get("reflectance", (1.0, 1.0, 1.0)), 1.0)
        if "texture" in look:
            picture = tree.nodes.new("ShaderNodeTexImage")
            picture.image = bpy.data.images.load(str(folder / look["texture"]), check_existing=True)
            tree.links.new(picture.outputs["Color"], node.inputs["Color"])
    tree.links.new(node.outputs[0], end.inputs["Surface"])
    return material


def _camera(scene: Any, data: dict[str, Any]) -> None:
    camera = bpy.data.cameras.new("camera")
    camera.sensor_fit, camera.angle = "VERTICAL", np.radians(data["fov_deg"])
    camera.clip_start, camera.clip_end = 0.01, 1000.0
    item = bpy.data.objects.new("camera", camera)
    back = (Vector(data["origin"]) - Vector(data["target"])).normalized()
    right = Vector((0.0, 1.0, 0.0)).cross(back).normalized()
    up = back.cross(right)
    axes = Matrix((right, up, back)).transposed().to_4x4()
    item.matrix_world = Matrix.Translation(Vector(data["origin"])) @ axes
    scene.collection.objects.link(item)
    scene.camera = item


def _world(scene: Any, folder: Path, data: dict[str, Any]) -> None:
    world = scene.world = bpy.data.worlds.new("world")
    world.use_nodes = True
    tree = world.node_tree
    tree.nodes.clear()
    end = tree.nodes.new("ShaderNodeOutputWorld")
    if data["sky"]:
        tree.links.new(_sky(tree, str(folder / data["sky"])).outputs[0], end.inputs["Surface"])
    if data["fog"]:
        scattering, absorption = data["fog"]
        both = tree.nodes.new("ShaderNodeAddShader")
        for slot, (kind, density) in enumerate((("VolumeScatter", scattering), ("VolumeAbsorption", absorption))):
            node = tree.nodes.new(f"ShaderNode{kind}")
            white = 0.0 if kind == "VolumeAbsorption" else 1.0  # absorption removes what its colour lacks
            node.inputs["Color"].default_value = (white, white, white, 1.0)
            node.inputs["Density"].default_value = density
            tree.links.new(node.outputs[0], both.inputs[slot])
        tree.links.new(both.outputs[0], end.inputs["Volume"])


def _sky(tree: Any, path: str) -> Any:
    """The picture as Mitsuba lays it out: Blender is asked for (z, x, y) where the ray goes to (x, y, z)."""
    direction = tree.nodes.new("ShaderNodeTexCoord")
    apart, together = tree.nodes.new("ShaderNodeSeparateXYZ"), tree.nodes.new("ShaderNodeCombineXYZ")
    tree.links.new(direction.outputs["Generated"], apart.inputs[0])
    for slot, source in enumerate(("Z", "X", "Y")):
        tree.links.new(apart.outputs[source], together.inputs[slot])
    picture = tree.nodes.new("ShaderNodeTexEnvironment")
    picture.image = bpy.data.images.load(path)
    tree.links.new(together.outputs[0], picture.inputs[0])
    background = tree.nodes.new("ShaderNodeBackground")
    tree.links.new(picture.outputs[0], background.inputs["Color"])
    return background


if __name__ == "__main__":
    main()
