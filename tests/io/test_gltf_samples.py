"""glTF: every collected file loads, or says in one line why not."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gltf_files import area, load_file

from raytracer.errors import InputError
from raytracer.io.gltf import compression
from raytracer.scene import Mesh

FOLDERS = ("gltf-khronos", "gltf-blender-io", "gltf-misc", "gltf-asset-generator")

REFUSED = {
    "ClearCoatCarPaint.glb": "requires KHR_materials_clearcoat",
    "IridescenceSuzanne.glb": "requires KHR_materials_iridescence",
    "MeshoptCubeTest.gltf": "file not found",  # the collection lacks its textures
    "empty_json.gltf": "'asset' object",
    "box-shared-image-references.gltf": "requires KHR_techniques_webgl",
    "box-shared-image-references-separate.gltf": "requires KHR_techniques_webgl",
    "integer-out-of-bounds.gltf": "whole number",
    "issue-416.gltf": "glTF version ''",
}
"""Files that must be refused, and what the message must say."""

COMPRESSED = {
    "Box/glTF-Draco/Box.gltf": compression.have_draco,
    "MorphPrimitivesTest/glTF-Draco/MorphPrimitivesTest.gltf": compression.have_draco,
    "gltf-transform/BoxDraco.gltf": compression.have_draco,
    "gltf-transform/DenseSphere.glb": compression.have_draco,
    "gltf-transform/DracoSparseMesh.gltf": compression.have_draco,
    "playcanvas/heart_draco.glb": compression.have_draco,
    "glTF-Meshopt/MeshoptCubeTest.gltf": compression.have_meshopt,
    "gltf-transform/BoxMeshopt.glb": compression.have_meshopt,
    "gltf-transform/BoxMeshopt.gltf": compression.have_meshopt,
    "meshopt-no-fallback/meshopt-no-fallback.gltf": compression.have_meshopt,
    "meshoptimizer/pirate.glb": compression.have_meshopt,
}
"""Files that load only where the decoder is installed."""


def _files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.suffix in (".gltf", ".glb"))


def _reason(path: Path) -> str | None:
    """Part of the message with which the file must be refused; None: it must load."""
    for ending, installed in COMPRESSED.items():
        if path.as_posix().endswith(ending) and not installed():
            return "compress"
    return REFUSED.get(path.name)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_sample(data_dir: Path, folder: str) -> None:
    files = _files(data_dir / folder)
    assert files
    for path in files:
        reason = _reason(path)
        if reason is None:
            scene, _ = load_file(path)
            assert np.isfinite(scene.bounds()).all() or not scene.instances, path
            assert scene.camera.basis(), path
            continue
        with pytest.raises(InputError) as caught:
            load_file(path)
        assert reason in str(caught.value), path
        assert path.name in caught.value.where


def _declared_boxes(content: dict[str, Any]) -> list[np.ndarray]:
    """(2, 3) bounds that the file states for each position accessor of floats."""
    accessors = content.get("accessors", [])
    used = {p["attributes"]["POSITION"] for m in content.get("meshes", []) for p in m["primitives"]}
    return [np.array([accessors[i]["min"], accessors[i]["max"]]) for i in used]


def test_positions_fill_the_boxes_that_the_files_state(data_dir: Path) -> None:
    """An independent check of strides, offsets and sparse values."""
    checked = 0
    for path in _files(data_dir / "gltf-khronos"):
        if path.suffix != ".gltf" or _reason(path) or "Draco" in path.as_posix():
            continue
        content = json.loads(path.read_text(encoding="utf-8"))
        if "skins" in content or "KHR_mesh_quantization" in content.get("extensionsUsed", []):
            continue
        if any("targets" in p for m in content["meshes"] for p in m["primitives"]):
            continue
        boxes = _declared_boxes(content)
        for shape in load_file(path)[0].shapes:
            assert isinstance(shape, Mesh)
            found = np.array([shape.positions.min(axis=0), shape.positions.max(axis=0)])
            assert any(np.allclose(found, box, rtol=1e-5, atol=1e-6) for box in boxes), (path, shape.name)
            checked += 1
    assert checked >= 40


@pytest.mark.parametrize(
    ("name", "triangles", "expected"),
    [
        ("Box/glTF/Box.gltf", 12, 6.0),
        ("BoxInterleaved/glTF/BoxInterleaved.gltf", 12, 6.0),
        ("SimpleInstancing/glTF-Binary/SimpleInstancing.glb", 1500, None),
        ("MetalRoughSpheresNoTextures/glTF-Binary/MetalRoughSpheresNoTextures.glb", 1040409, None),
    ],
)
def test_known_sizes(data_dir: Path, name: str, triangles: int, expected: float | None) -> None:
    scene, notes = load_file(data_dir / "gltf-khronos" / name)
    assert scene.triangle_count == triangles
    assert expected is None or area(scene) == pytest.approx(expected)
    assert notes == []


@pytest.mark.parametrize("name", ["Fox", "RiggedSimple", "SimpleSkin"])
def test_rigged_samples_stand_in_their_rest_pose(data_dir: Path, name: str) -> None:
    """At rest the joints are where they were bound, so skinning must change nothing but the axes."""
    path = next(p for p in _files(data_dir / "gltf-khronos" / name))
    with_skin, _ = load_file(path)
    mesh = with_skin.shapes[0]
    assert isinstance(mesh, Mesh)
    spans = np.sort(np.ptp(mesh.positions, axis=0))
    stated = {"Fox": [25.18, 79.03, 154.72], "RiggedSimple": [2.0, 2.0, 9.15], "SimpleSkin": [0.0, 1.0, 2.0]}[name]
    assert spans == pytest.approx(stated, abs=0.01)


def test_invalid_files_are_refused_or_loaded_and_nothing_else(data_dir: Path) -> None:
    files = [p for p in _files(data_dir / "gltf-invalid") if not p.name.endswith(".report.json")]
    started = time.perf_counter()
    refused: dict[str, str] = {}
    for path in files:
        try:
            load_file(path)
        except InputError as error:
            refused[str(path)] = error.where
    assert len(files) > 250
    assert len(refused) > 40
    assert all(path in where for path, where in refused.items())
    assert time.perf_counter() - started < 20.0


def _with_everything_shown(content: dict[str, Any]) -> dict[str, Any]:
    """The file with a node for each of its meshes and cameras, so that nothing in it stays unread."""
    nodes: list[dict[str, Any]] = []
    for index, mesh in enumerate(content.get("meshes", [])):
        node = {"mesh": index}
        nodes += [node, {**node, "skin": 0}] if content.get("skins") else [node]
        for number, primitive in enumerate(mesh.get("primitives", []) if isinstance(mesh, dict) else []):
            if isinstance(primitive, dict) and content.get("materials"):
                primitive.setdefault("material", number % len(content["materials"]))
                primitive["mode"] = 4
    nodes += [{"camera": index} for index in range(len(content.get("cameras", [])))]
    lights = content.get("extensions", {}).get("KHR_lights_punctual", {}).get("lights", [])
    nodes += [{"extensions": {"KHR_lights_punctual": {"light": index}}} for index in range(len(lights))]
    return {**content, "nodes": nodes, "scene": 0, "scenes": [{"nodes": list(range(len(nodes)))}]}


def test_invalid_files_with_everything_in_them_shown(data_dir: Path, tmp_path: Path) -> None:
    """Most files of the validator keep their broken part where no node leads; here one does, one part at a time."""
    refused = 0
    for path in _files(data_dir / "gltf-invalid" / "khronos-validator"):
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            whole = _with_everything_shown(content)
        except (ValueError, AttributeError, TypeError):
            continue
        for node in range(len(whole["nodes"])):
            whole["scenes"][0]["nodes"] = [node]
            (tmp_path / "part.gltf").write_text(json.dumps(whole), encoding="utf-8")
            try:
                load_file(tmp_path / "part.gltf")
            except InputError:
                refused += 1
    assert refused > 20
