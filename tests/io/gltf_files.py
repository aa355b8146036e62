"""Small glTF files, written for one test each."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from raytracer.io.gltf import load
from raytracer.io.report import LoadContext
from raytracer.scene import Scene

COMPONENT_TYPES = {"i1": 5120, "u1": 5121, "i2": 5122, "u2": 5123, "u4": 5125, "f4": 5126}
TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
QUAD = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float32)
"""Counter-clockwise seen from +Z."""
QUAD_INDICES = np.array([0, 1, 2, 0, 2, 3], np.uint16)
QUAD_UVS = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], np.float32)

Json = dict[str, Any]


class GltfFile:
    """A file under construction: ``json`` is edited freely, arrays are appended to the one buffer."""

    def __init__(self) -> None:
        self.json: Json = {"asset": {"version": "2.0"}}
        self.binary = bytearray()

    def add(self, collection: str, item: Json) -> int:
        """Appends to a top-level list and returns the number of the item."""
        self.json.setdefault(collection, []).append(item)
        return len(self.json[collection]) - 1

    def view(self, data: bytes, **members: Any) -> int:
        """A buffer view of ``data``."""
        self.binary += b"\0" * (-len(self.binary) % 4)
        item = {"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(data), **members}
        self.binary += data
        return self.add("bufferViews", item)

    def accessor(self, values: np.ndarray, **members: Any) -> int:
        """An accessor of (n,) or (n, components) values in their own type."""
        values = np.ascontiguousarray(values)
        width = 1 if values.ndim == 1 else values.shape[1]
        code = COMPONENT_TYPES[values.dtype.str[1:]]
        item = {"bufferView": self.view(values.tobytes()), "componentType": code, "count": len(values)}
        return self.add("accessors", {**item, "type": TYPES[width], **members})

    def mesh(self, attributes: dict[str, np.ndarray], indices: np.ndarray | None = None, **members: Any) -> int:
        """A mesh of one primitive; ``members`` go to the primitive."""
        names = {name: self.accessor(values) for name, values in attributes.items()}
        primitive: Json = {"attributes": names, **members}
        if indices is not None:
            primitive["indices"] = self.accessor(indices)
        return self.add("meshes", {"primitives": [primitive]})

    def node(self, *, root: bool = True, **members: Any) -> int:
        """A node, in the first scene unless it hangs below another one."""
        index = self.add("nodes", members)
        if root:
            if "scenes" not in self.json:
                self.add("scenes", {"nodes": []})
            self.json["scenes"][0]["nodes"].append(index)
        return index

    def quad(self, **members: Any) -> int:
        """A node with a quad of [-1, 1]^2; ``members`` go to the primitive."""
        return self.node(mesh=self.mesh({"POSITION": QUAD, "TEXCOORD_0": QUAD_UVS}, QUAD_INDICES, **members))

    def text(self) -> str:
        """The file with its buffer embedded."""
        uri = "data:application/octet-stream;base64," + base64.b64encode(self.binary).decode()
        buffers = [{"byteLength": len(self.binary), "uri": uri}] if self.binary else []
        return json.dumps({**self.json, **({"buffers": buffers} if buffers else {})})

    def glb(self) -> bytes:
        """The file as GLB."""
        binary = bytes(self.binary) + b"\0" * (-len(self.binary) % 4)
        content = json.dumps({**self.json, "buffers": [{"byteLength": len(self.binary)}]}).encode()
        return pack_glb([(b"JSON", content + b" " * (-len(content) % 4)), (b"BIN\0", binary)])

    def load(self, folder: Path, **context: Any) -> tuple[Scene, list[str]]:
        """Scene and notes."""
        path = folder / "scene.gltf"
        path.write_text(self.text(), encoding="utf-8")
        return load_file(path, **context)


def pack_glb(chunks: list[tuple[bytes, bytes]], *, version: int = 2) -> bytes:
    """A GLB of chunks (kind, data)."""
    body = b"".join(struct.pack("<I", len(data)) + kind + data for kind, data in chunks)
    return struct.pack("<4sII", b"glTF", version, 12 + len(body)) + body


def load_file(path: Path, **context: Any) -> tuple[Scene, list[str]]:
    """Scene and notes of a file."""
    loading = LoadContext(path.parent, **context)
    scene = load(path, loading)
    return scene, [str(note) for note in loading.report.notes]


def world_triangles(scene: Scene) -> np.ndarray:
    """(m, 3, 3) f64 corners of all triangles in world space."""
    corners = [np.zeros((0, 3, 3))]
    for instance in scene.instances:
        mesh = scene.shapes[instance.shape]
        matrix = instance.world_from_object
        points = mesh.positions.astype(np.float64) @ matrix[:3, :3].T + matrix[:3, 3]  # type: ignore[union-attr]
        corners.append(points[mesh.triangles])  # type: ignore[union-attr]
    return np.concatenate(corners)


def area(scene: Scene) -> float:
    """Surface area in world space."""
    t = world_triangles(scene)
    return float(0.5 * np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1).sum())


def material_of(
    folder: Path, entry: Json, change: Callable[[GltfFile], None] = lambda file: None
) -> tuple[Any, list[str]]:
    """The one material of a quad that has the JSON ``entry``, and the notes."""
    file = GltfFile()
    change(file)
    file.quad(material=file.add("materials", entry))
    scene, notes = file.load(folder)
    return scene.materials[0], notes
