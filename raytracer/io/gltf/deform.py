"""The rest pose: morph targets at their default weights, skins at the pose of their joints.

[1] glTF 2.0 specification, sections 3.7.2.2 "Morph targets" and 3.7.3 "Skins".
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from raytracer.io.gltf.accessors import Accessors
from raytracer.io.gltf.document import Document, Entry
from raytracer.io.gltf.geometry import Geometry


def morphed(geometry: Geometry, primitive: Entry, weights: list[float], accessors: Accessors) -> Geometry:
    """The geometry with the targets added, each times its weight."""
    targets = primitive.entries("targets")
    active = [(t, w) for t, w in zip(targets, weights, strict=False) if w != 0.0]
    if not active:
        return geometry
    sums = {"POSITION": geometry.positions, "NORMAL": geometry.normals, "TANGENT": geometry.tangents}
    for target, weight in active:
        for name, base in sums.items():
            if base is None or name not in target:
                continue
            shift = accessors.floats(target.integer(name), target, components=(3,))
            if len(shift) != len(base):
                raise target.error(f"has {len(shift)} elements, but there are {len(base)} positions", key=name)
            moved = np.array(base)
            moved[:, :3] += np.float32(weight) * shift
            sums[name] = moved
    positions = sums["POSITION"]
    assert positions is not None
    return replace(geometry, positions=positions, normals=sums["NORMAL"], tangents=sums["TANGENT"])


def joint_matrices(document: Document, accessors: Accessors, skin: Entry, world: list[np.ndarray]) -> np.ndarray:
    """(joints, 4, 4) f64: from the bind pose to the world. ``world`` holds ``world_from_node`` of every node."""
    joints = skin.indices("joints")
    if not joints:
        raise skin.error("a skin needs joints")
    for joint in joints:
        document.item("nodes", joint, skin)
    poses = np.stack([world[joint] for joint in joints])
    index = skin.index("inverseBindMatrices")
    if index is None:
        return poses
    inverse = accessors.floats(index, skin, components=(16,)).astype(np.float64)
    if len(inverse) < len(joints):
        raise skin.error(f"{len(joints)} joints need as many inverse bind matrices, there are {len(inverse)}")
    # Stored column by column, so the rows of the reshaped array are the columns.
    bind = inverse[: len(joints)].reshape(-1, 4, 4).transpose(0, 2, 1)
    with np.errstate(over="ignore", invalid="ignore"):
        matrices = poses @ bind
    if not (np.abs(matrices) < 1e30).all():
        raise skin.error("the joint matrices are not finite")
    return matrices


def skinned(geometry: Geometry, joints: np.ndarray, skin: Entry) -> Geometry:
    """The geometry in world space, each vertex moved by the weighted mean of its ``joints`` (k, 4, 4)."""
    if geometry.joints is None or geometry.weights is None:
        return geometry
    if int(geometry.joints.max(initial=0)) >= len(joints):
        raise skin.error(f"a vertex names joint {int(geometry.joints.max())} of {len(joints)}")
    blend = _blend(geometry.joints, geometry.weights, joints)
    linear = blend[:, :, :3]
    positions = np.einsum("nij,nj->ni", linear, geometry.positions) + blend[:, :, 3]
    x, y, z = linear[:, :, 0], linear[:, :, 1], linear[:, :, 2]
    cofactor = np.stack([np.cross(y, z), np.cross(z, x), np.cross(x, y)], axis=2)
    mirrored = np.einsum("ni,ni->n", x, cofactor[:, :, 0]) < 0.0
    normals, tangents = geometry.normals, geometry.tangents
    if normals is not None:
        outside = np.where(mirrored, np.float32(-1.0), np.float32(1.0))[:, None]
        normals = outside * np.einsum("nij,nj->ni", cofactor, normals)
    if tangents is not None:
        turned = np.einsum("nij,nj->ni", linear, tangents[:, :3])
        sign = np.where(mirrored, -tangents[:, 3], tangents[:, 3])
        tangents = np.concatenate([turned, sign[:, None]], axis=1)
    triangles = geometry.triangles
    if mirrored.mean() > 0.5:  # the front stays the front
        triangles = triangles[:, [0, 2, 1]]
    return replace(geometry, positions=positions, normals=normals, tangents=tangents, triangles=triangles)


def _blend(indices: np.ndarray, weights: np.ndarray, joints: np.ndarray) -> np.ndarray:
    """(n, 3, 4) f32 weighted mean of joint matrices; a vertex without any weight follows its first joint."""
    safe = np.where(np.isfinite(weights) & (weights > 0.0), weights, np.float32(0.0))
    total = safe.sum(axis=1)
    safe[total <= 0.0, 0] = 1.0
    safe /= safe.sum(axis=1, keepdims=True)
    rows = joints[:, :3, :].astype(np.float32)
    blend = np.zeros((len(indices), 3, 4), np.float32)
    for influence in range(indices.shape[1]):
        blend += safe[:, influence, None, None] * rows[indices[:, influence]]
    return blend
