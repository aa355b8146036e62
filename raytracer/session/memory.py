"""Whether scene and film fit, decided before anything is allocated: a refusal can be read, a killed process cannot."""

from __future__ import annotations

import os
from pathlib import Path

from raytracer.backends import BackendInfo
from raytracer.errors import DeviceMemoryError
from raytracer.scene import Image, Mesh, Scene
from raytracer.scene.film_arrays import array_bytes, film_arrays, other_picture_arrays, sharpening_arrays
from raytracer.scene.instancing import stored_triangles
from raytracer.session.sizes import format_bytes

_SAVING_BYTES_PER_PIXEL = 24
"""While the film is read back and saved."""
_GUIDES_BYTES_PER_PIXEL = 32
"""Albedo and normals on the device, four values each."""
SCENE_BYTES_PER_TRIANGLE = 150
"""On the device, at most: BVH, corners, normals and texture coordinates; a bare mesh takes about 70."""
SCENE_BYTES_PER_INSTANCE = 300
"""At most, for one of a mesh that is shared: its record and its part of the tree above."""
_BYTES_PER_LIGHT = 130
"""On the device, of each light that has a place: its part of the light tree (80 to 100), its area and where it is."""
_BUILD_BYTES_PER_TRIANGLE, _BUILD_BYTES_PER_LIGHT = 200, 450
"""In main memory while the trees are built."""
_RESERVE = 0.9
"""Share of the free memory that may be taken."""
_LIMITS = ("RAYTRACER_MEMORY_GB", "TI_DEVICE_MEMORY_GB")
"""Environment variables that set a limit in GiB."""


def film_bytes(width: int, height: int, *, denoised: bool = False) -> int:
    """What rendering and saving a picture of this size takes; ``denoised``: and showing it denoised, not counting what
    the library takes for itself."""
    pixels = width * height
    other = denoising_bytes(width, height) if denoised else 0
    return array_bytes(film_arrays(width, height)) + pixels * _SAVING_BYTES_PER_PIXEL + other


def denoising_bytes(width: int, height: int) -> int:
    """What it takes besides to show a picture of this size denoised."""
    return array_bytes(other_picture_arrays(width * height)) + width * height * _GUIDES_BYTES_PER_PIXEL


def sharpening_bytes(width: int, height: int) -> int:
    """What it takes besides to show a picture of this size sharp before it has all its first samples."""
    return array_bytes(sharpening_arrays(width, height)) + array_bytes(other_picture_arrays(width * height))


def device_bytes(scene: Scene) -> int:
    """What the scene takes on the device, without the film: shared meshes and each image once."""
    places = len(scene.instances) * SCENE_BYTES_PER_INSTANCE
    lights = scene.local_light_count * _BYTES_PER_LIGHT
    return stored_triangles(scene) * SCENE_BYTES_PER_TRIANGLE + places + lights + image_bytes(scene)


def image_bytes(scene: Scene) -> int:
    """Texels of all textures and the sky, 4 bytes for 8-bit pixels and 16 for float ones."""
    return sum(i.width * i.height * (4 if i.pixels.dtype.itemsize == 1 else 16) for i in _images(scene))


def image_count(scene: Scene) -> int:
    """How many different images the scene uses."""
    return len(_images(scene))


def check_fits(scene: Scene, info: BackendInfo) -> None:
    """Raises ``DeviceMemoryError`` with the needed and the available memory when scene and film cannot fit, and
    ``InputError`` for a scene whose parts name what is not there."""
    scene.check()
    film = film_bytes(scene.settings.width, scene.settings.height, denoised=scene.view.denoises)
    trees = stored_triangles(scene) * _BUILD_BYTES_PER_TRIANGLE + scene.local_light_count * _BUILD_BYTES_PER_LIGHT
    build = trees if info.threads else 0
    check_available(film + device_bytes(scene) + build, info, _what(scene))


def check_denoising(scene: Scene, info: BackendInfo) -> None:
    """Raises ``DeviceMemoryError`` when there is no room for a denoised picture beside the scene and its film."""
    size = scene.settings.width, scene.settings.height
    needed = denoising_bytes(*size)
    if info.is_gpu:  # its whole memory is known, not what is free of it
        needed += film_bytes(*size) + device_bytes(scene)
    check_available(needed, info, f"a denoised picture of {size[0]}x{size[1]} pixels")


def check_sharpening(scene: Scene, size: tuple[int, int], info: BackendInfo) -> None:
    """Raises ``DeviceMemoryError`` when there is no room for that beside the scene and its film of this size."""
    needed = sharpening_bytes(*size)
    if info.is_gpu:  # its whole memory is known, not what is free of it
        needed += film_bytes(*size, denoised=scene.view.denoises) + device_bytes(scene)
    check_available(needed, info, "a sharp first picture")


def check_available(needed: int, info: BackendInfo, what: str) -> None:
    """Raises ``DeviceMemoryError`` when ``needed`` bytes are not there; nothing where the amount cannot be known."""
    available = available_bytes(info)
    if available is not None and needed > available * _RESERVE:
        place = info.device or info.name
        raise DeviceMemoryError(
            f"{what} needs about {format_bytes(needed)} of memory, and {place} has {format_bytes(available)} free",
            remedy="choose a smaller picture or scene",
        )


def available_bytes(info: BackendInfo) -> int | None:
    """Free main memory for the CPU, the device's whole memory for a GPU, or a lower limit set in the environment."""
    amount = (info.memory_bytes or None) if info.is_gpu else _free_main_memory()
    for name in _LIMITS:
        try:
            limit = int(float(os.environ[name]) * 2**30)
        except (KeyError, ValueError, OverflowError):
            continue
        amount = limit if amount is None else min(amount, limit)
    return amount


def _free_main_memory() -> int | None:
    """What this process may still take: the machine's free memory, or less inside a container."""
    amounts = [_meminfo_available(), _cgroup_left()]
    known = [amount for amount in amounts if amount is not None]
    return min(known) if known else None


def _meminfo_available() -> int | None:
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
        return None
    except (OSError, ValueError, IndexError):
        return None


def _cgroup_left(folder: Path = Path("/sys/fs/cgroup")) -> int | None:
    """Limit of the control group minus what it uses, file caches not counted; None without a limit."""
    try:
        limit = int((folder / "memory.max").read_text(encoding="ascii"))
        used = int((folder / "memory.current").read_text(encoding="ascii"))
        numbers = (line.split() for line in (folder / "memory.stat").read_text(encoding="ascii").splitlines())
        cached = sum(int(value) for name, value in numbers if name == "inactive_file")
    except (OSError, ValueError):
        return None
    return max(limit - used + cached, 0)


def _images(scene: Scene) -> list[Image]:
    """Each image once, however many textures use it."""
    textures = [m.normal_map for m in scene.materials]
    for material in scene.materials:
        textures += [value.texture for value in (*material.parameters.values(), material.emission, material.opacity)]
    images: list[Image | None] = [texture.image for texture in textures if texture is not None]
    if scene.environment is not None:
        images.append(scene.environment.image)
    return list({id(image): image for image in images if image is not None}.values())


def _what(scene: Scene) -> str:
    size = f"a picture of {scene.settings.width}x{scene.settings.height} pixels"
    triangles = sum(s.triangle_count for s in scene.shapes if isinstance(s, Mesh))
    return f"{size} of a scene with {triangles:,} triangles" if triangles > 100_000 else size
