"""glTF: damaged files raise ``InputError`` and nothing else, and soon."""

from __future__ import annotations

import copy
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gltf_files import QUAD, QUAD_INDICES, QUAD_UVS, GltfFile, load_file

from raytracer.errors import InputError
from raytracer.scene import shader_catalog

VALUES: list[Any] = [
    None, True, -1, 0, 1, 2, 3, 7, 255, 5121, 5123, 5126, 2**31, 2**53, 2**64, 10**40, 1e308, -1e308, 1e-308, 0.5,
    "", "x", "VEC4", "MAT4", "data:;base64,AAAA", "../../etc/passwd", "\ud800", [], [[]], [0], [0, 0, 0], [1e308] * 3,
    [-1], [None], ["a"], {}, {"index": 0}, {"extensions": []},
]  # fmt: skip
SLOWEST_SECONDS = 3.0


def rich_file() -> GltfFile:
    """A file that uses nearly everything the loader reads."""
    file = GltfFile()
    identity = np.tile(np.eye(4, dtype=np.float32).reshape(1, 16), (2, 1))
    targets = [{"POSITION": file.accessor(QUAD * np.float32(0.1))}]
    attributes = {
        "POSITION": QUAD,
        "NORMAL": np.array([[0, 0, 1]] * 4, np.float32),
        "TANGENT": np.array([[1, 0, 0, 1]] * 4, np.float32),
        "TEXCOORD_0": QUAD_UVS,
        "TEXCOORD_1": QUAD_UVS,
        "COLOR_0": np.array([[255, 128, 0, 255]] * 4, np.uint8),
        "JOINTS_0": np.array([[0, 1, 0, 0]] * 4, np.uint8),
        "WEIGHTS_0": np.array([[0.5, 0.5, 0, 0]] * 4, np.float32),
    }
    pixel = "data:image/bmp;base64,Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAAAAD/AA=="
    texture = file.add("textures", {"source": file.add("images", {"uri": pixel}), "sampler": 0})
    file.add("samplers", {"wrapS": 33071, "magFilter": 9728})
    transform = {"KHR_texture_transform": {"offset": [0.1, 0.2], "rotation": 1, "scale": [2, 2], "texCoord": 1}}
    info = {"index": texture, "texCoord": 1, "extensions": transform}
    material = {
        "name": "all",
        "pbrMetallicRoughness": {
            "baseColorFactor": [1, 0.5, 0.25, 0.5],
            "baseColorTexture": info,
            "metallicRoughnessTexture": info,
            "metallicFactor": 0.5,
            "roughnessFactor": 0.5,
        },
        "normalTexture": {**info, "scale": 0.5},
        "emissiveTexture": info,
        "emissiveFactor": [1, 1, 1],
        "alphaMode": "MASK",
        "alphaCutoff": 0.3,
        "doubleSided": True,
        "extensions": {
            "KHR_materials_emissive_strength": {"emissiveStrength": 2},
            "KHR_materials_ior": {"ior": 1.4},
            "KHR_materials_specular": {"specularFactor": 0.5, "specularTexture": info, "specularColorTexture": info},
            "KHR_materials_transmission": {"transmissionFactor": 1, "transmissionTexture": info},
            "KHR_materials_volume": {"thicknessFactor": 1, "attenuationDistance": 2, "attenuationColor": [0.5, 1, 1]},
        },
    }
    old = {"specularFactor": [1, 1, 1], "glossinessFactor": 0.5, "specularGlossinessTexture": info}
    file.add("materials", material)
    file.add("materials", {"extensions": {"KHR_materials_pbrSpecularGlossiness": old}})
    file.add("materials", {"extensions": {"KHR_materials_unlit": {}}})
    mesh = file.mesh(attributes, QUAD_INDICES, targets=targets, material=0)
    names = file.json["meshes"][mesh]["primitives"][0]["attributes"]
    sparse = {
        "count": 2,
        "indices": {"bufferView": file.view(b"\0\1"), "componentType": 5121},
        "values": {"bufferView": file.view(QUAD[:2].tobytes())},
    }
    file.json["accessors"][names["POSITION"]]["sparse"] = sparse
    for number, mode in ((1, 5), (2, 6), (0, 1)):
        primitive = {"attributes": {"POSITION": names["POSITION"]}, "material": number, "mode": mode}
        file.json["meshes"][mesh]["primitives"].append(primitive)
    file.json["meshes"][mesh]["weights"] = [0.5]
    joints = [file.node(root=False, translation=[0, 1, 0]), file.node(root=False, scale=[1, 2, 1])]
    skin = file.add("skins", {"joints": joints, "inverseBindMatrices": file.accessor(identity), "skeleton": 0})
    instances = {"TRANSLATION": file.accessor(QUAD), "SCALE": file.accessor(QUAD + np.float32(3))}
    lights = [{"type": kind, "intensity": 3, "color": [1, 1, 1]} for kind in ("point", "spot", "directional")]
    file.json["extensions"] = {"KHR_lights_punctual": {"lights": lights}}
    file.node(mesh=mesh, skin=skin, children=joints, weights=[0.25])
    file.node(mesh=mesh, extensions={"EXT_mesh_gpu_instancing": {"attributes": instances}}, rotation=[0, 0, 0, 1])
    file.node(matrix=np.eye(4).reshape(-1).tolist(), extensions={"KHR_lights_punctual": {"light": 1}})
    file.node(camera=file.add("cameras", {"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}))
    file.node(camera=file.add("cameras", {"type": "orthographic", "orthographic": {"xmag": 1, "ymag": 1}}))
    file.json |= {
        "scene": 0,
        "extensionsUsed": ["KHR_texture_transform"],
        "extensionsRequired": ["KHR_texture_transform"],
    }
    return file


def _slots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) in a JSON value."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    for key in keys:
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from _slots(value[key])


def mutate_json(content: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A copy with one to three members replaced, removed or swapped for another part of the file."""
    changed = copy.deepcopy(content)
    for _ in range(rng.randint(1, 3)):
        slots = list(_slots(changed))
        if not slots:
            break
        container, key = rng.choice(slots)
        action = rng.random()
        if action < 0.7:
            container[key] = copy.deepcopy(rng.choice(VALUES))
        elif action < 0.85:
            del container[key]
        else:
            other, from_key = rng.choice(slots)
            container[key] = copy.deepcopy(other[from_key])
    return changed


def mutate_bytes(data: bytes, rng: random.Random) -> bytes:
    """A copy with a few bytes changed, a piece removed or the end cut off."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        changed[rng.randrange(len(changed))] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))
    if rng.random() < 0.2:
        del changed[rng.randrange(len(changed)) :]
    elif rng.random() < 0.1:
        start = rng.randrange(len(changed))
        del changed[start : start + rng.randint(1, 16)]
    return bytes(changed)


def _survives(path: Path, what: str) -> bool:
    """Loads the file; True when it was accepted. Anything but ``InputError`` fails the test, named by ``what``."""
    started = time.perf_counter()
    try:
        scene, _ = load_file(path, keep_going=True)
    except InputError as error:
        if path.name not in error.where:
            raise AssertionError(f"{what}: no file in {error}") from error
        return False
    except Exception as error:
        raise AssertionError(f"{what}: {type(error).__name__}: {error}") from error
    finally:
        assert time.perf_counter() - started < SLOWEST_SECONDS, what
    for instance in scene.instances:
        assert np.isfinite(instance.world_from_object).all(), what
        assert np.isfinite(scene.shapes[instance.shape].bounds()).all(), what
    assert np.isfinite(scene.camera.position).all(), what
    return True


def _fuzz_json(content: dict[str, Any], folder: Path, rounds: int, seed: int) -> tuple[int, int]:
    """Accepted and refused mutants."""
    rng = random.Random(seed)
    accepted = 0
    for number in range(rounds):
        mutant = mutate_json(content, rng)
        (folder / "mutant.gltf").write_text(json.dumps(mutant), encoding="utf-8")
        accepted += _survives(folder / "mutant.gltf", f"seed {seed}, round {number}")
    return accepted, rounds - accepted


def _fuzz_bytes(data: bytes, folder: Path, rounds: int, seed: int) -> None:
    rng = random.Random(seed)
    for number in range(rounds):
        (folder / "mutant.glb").write_bytes(mutate_bytes(data, rng))
        _survives(folder / "mutant.glb", f"seed {seed}, round {number}")


def test_the_file_to_mutate_loads_whole(tmp_path: Path) -> None:
    scene, notes = rich_file().load(tmp_path)
    assert (len(scene.instances), len(scene.lights), len(scene.cameras)) == (15, 1, 2)
    assert {"lines are not drawn" in note or "KHR_materials_unlit" in note for note in notes} == {True}


def test_all_parameters_are_those_of_the_shaders(tmp_path: Path) -> None:
    for material in rich_file().load(tmp_path)[0].materials:
        shader = shader_catalog.get("surfaces", material.surface)
        assert set(material.parameters) <= set(shader.parameters)
        for name, value in material.parameters.items():
            assert isinstance(value.value, tuple) == (shader.parameters[name].kind == "color"), name


def test_json_mutants(tmp_path: Path) -> None:
    accepted, refused = _fuzz_json(json.loads(rich_file().text()), tmp_path, 400, seed=1)
    assert accepted > 20
    assert refused > 20


def test_byte_mutants(tmp_path: Path) -> None:
    _fuzz_bytes(rich_file().glb(), tmp_path, 300, seed=2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_many_mutants_of_a_rich_file(tmp_path: Path, seed: int) -> None:
    _fuzz_json(json.loads(rich_file().text()), tmp_path, 2000, seed)
    _fuzz_bytes(rich_file().glb(), tmp_path, 2000, seed)


REAL = (
    "gltf-khronos/Box/glTF-Embedded/Box.gltf",
    "gltf-khronos/SimpleSkin/glTF-Embedded/SimpleSkin.gltf",
    "gltf-khronos/SimpleSparseAccessor/glTF-Embedded/SimpleSparseAccessor.gltf",
    "gltf-khronos/AnimatedMorphCube/glTF-Binary/AnimatedMorphCube.glb",
    "gltf-khronos/RiggedSimple/glTF-Binary/RiggedSimple.glb",
    "gltf-misc/gltf-transform/DenseSphere.glb",
    "gltf-misc/gltf-transform/BoxMeshopt.glb",
    "gltf-misc/playcanvas/heart_draco.glb",
)


def _fuzz_real(path: Path, folder: Path, rounds: int, seed: int) -> None:
    if path.suffix == ".glb":
        _fuzz_bytes(path.read_bytes(), folder, rounds, seed)
    else:
        _fuzz_json(json.loads(path.read_text(encoding="utf-8")), folder, rounds, seed)


@pytest.mark.parametrize("name", REAL)
def test_mutants_of_real_files(data_dir: Path, tmp_path: Path, name: str) -> None:
    _fuzz_real(data_dir / name, tmp_path, 40, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize("name", REAL)
def test_many_mutants_of_real_files(data_dir: Path, tmp_path: Path, name: str) -> None:
    _fuzz_real(data_dir / name, tmp_path, 2000, seed=4)
