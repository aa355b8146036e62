"""Makes assets/models/knot.glb: a trefoil knot of enamel and gold, as glTF. Run: python assets/make_models.py"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import imageio.v3 as iio
import numpy as np
import pygltflib as gltf

FILE = Path(__file__).resolve().parent / "models" / "knot.glb"
ALONG, AROUND = 360, 36
TUBE = 0.3
STRIPES = 24


def trefoil(t: np.ndarray) -> np.ndarray:
    """Curve of the knot at angles ``t``; (n, 3), about two units across, lying in the XY plane."""
    x = np.sin(t) + 2.0 * np.sin(2.0 * t)
    y = np.cos(t) - 2.0 * np.cos(2.0 * t)
    return np.stack([x, y, -np.sin(3.0 * t)], axis=-1) / 3.0


def tube() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Positions, normals, uvs and triangles of a tube about the curve, its frame carried along without twist."""
    t = np.linspace(0.0, 2.0 * np.pi, ALONG + 1)
    centre, step = trefoil(t), 1e-4
    tangent = trefoil(t + step) - trefoil(t - step)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    side = np.zeros_like(tangent)
    side[0] = np.cross(tangent[0], (0.0, 0.0, 1.0))
    for i in range(1, len(t)):
        side[i] = side[i - 1] - (side[i - 1] @ tangent[i]) * tangent[i]
        side[i] /= np.linalg.norm(side[i])
    side[0] /= np.linalg.norm(side[0])
    # What twist is left when the curve closes is spread evenly.
    rise = np.cross(tangent, side)
    twist = np.arctan2(side[-1] @ rise[0], side[-1] @ side[0])
    angle = np.linspace(0.0, 2.0 * np.pi, AROUND + 1)[None, :] - (twist * t / (2.0 * np.pi))[:, None]
    normals = np.cos(angle)[..., None] * side[:, None] + np.sin(angle)[..., None] * rise[:, None]
    positions = centre[:, None] + TUBE * normals
    u, v = np.meshgrid(np.linspace(0.0, 1.0, ALONG + 1), np.linspace(0.0, 1.0, AROUND + 1), indexing="ij")
    index = np.arange((ALONG + 1) * (AROUND + 1)).reshape(ALONG + 1, AROUND + 1)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    triangles = np.stack([np.stack([a, d, c], -1), np.stack([a, c, b], -1)], axis=2).reshape(-1, 3)
    return positions.reshape(-1, 3), normals.reshape(-1, 3), np.stack([u, v], -1).reshape(-1, 2), triangles


def stripes() -> tuple[bytes, bytes]:
    """Base colour and metallic-roughness pictures as PNG: gold bands on dark blue enamel."""
    band = (np.arange(256) * STRIPES // 256) % 2 == 0
    color = np.where(band[:, None], (246, 196, 98), (22, 45, 96)).astype(np.uint8)
    surface = np.where(band[:, None], (0, 70, 255), (0, 110, 0)).astype(np.uint8)
    pictures = []
    for row in (color, surface):
        buffer = BytesIO()
        iio.imwrite(buffer, np.repeat(row[None], 4, axis=0), extension=".png")
        pictures.append(buffer.getvalue())
    return pictures[0], pictures[1]


def document() -> gltf.GLTF2:
    """The glTF file: one mesh, one material, two textures, everything in the binary chunk."""
    positions, normals, uvs, triangles = tube()
    arrays = [positions.astype("<f4"), normals.astype("<f4"), uvs.astype("<f4"), triangles.reshape(-1).astype("<u2")]
    blob, views = b"", []
    for data in (*(a.tobytes() for a in arrays), *stripes()):
        views.append(gltf.BufferView(buffer=0, byteOffset=len(blob), byteLength=len(data)))
        blob += data + b"\0" * (-len(data) % 4)
    accessors = [
        gltf.Accessor(bufferView=i, componentType=gltf.FLOAT, count=len(a), type=f"VEC{a.shape[1]}")
        for i, a in enumerate(arrays[:3])
    ]
    accessors[0].min = arrays[0].min(axis=0).tolist()
    accessors[0].max = arrays[0].max(axis=0).tolist()
    accessors.append(
        gltf.Accessor(bufferView=3, componentType=gltf.UNSIGNED_SHORT, count=len(arrays[3]), type=gltf.SCALAR)
    )
    surface = gltf.PbrMetallicRoughness(
        baseColorTexture=gltf.TextureInfo(index=0), metallicRoughnessTexture=gltf.TextureInfo(index=1)
    )
    primitive = gltf.Primitive(attributes=gltf.Attributes(POSITION=0, NORMAL=1, TEXCOORD_0=2), indices=3, material=0)
    result = gltf.GLTF2(
        scene=0,
        scenes=[gltf.Scene(nodes=[0])],
        nodes=[gltf.Node(mesh=0, name="knot")],
        meshes=[gltf.Mesh(primitives=[primitive], name="trefoil knot")],
        materials=[gltf.Material(name="enamel and gold", pbrMetallicRoughness=surface)],
        textures=[gltf.Texture(source=0), gltf.Texture(source=1)],
        images=[gltf.Image(bufferView=4, mimeType="image/png"), gltf.Image(bufferView=5, mimeType="image/png")],
        accessors=accessors,
        bufferViews=views,
        buffers=[gltf.Buffer(byteLength=len(blob))],
    )
    result.set_binary_blob(blob)
    return result


def main() -> None:
    """Writes the file."""
    FILE.parent.mkdir(exist_ok=True)
    document().save_binary(str(FILE))


if __name__ == "__main__":
    main()
