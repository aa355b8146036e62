"""Physical devices of Vulkan, read through the loader with ctypes; no device is opened.

Structures and numbers: Vulkan 1.3 specification, chapters 4.2 "Instances" and 5.1 "Physical Devices". Only the first
members of the large property structures are read; the buffers behind them are larger than the structures.
"""

from __future__ import annotations

import ctypes
import struct
from dataclasses import dataclass

_LIBRARIES = ("libvulkan.so.1", "libvulkan.so", "vulkan-1.dll")
_SUCCESS, _INCOMPLETE, _INCOMPATIBLE_DRIVER = 0, 5, -9
_INSTANCE_CREATE_INFO = 1
_DISCRETE, _INTEGRATED, _VIRTUAL, _CPU = 2, 1, 3, 4
_PREFERENCE = {_DISCRETE: 0, _INTEGRATED: 1, _VIRTUAL: 2}
_SOFTWARE_NAMES = ("llvmpipe", "lavapipe", "swiftshader", "softpipe", "software rasterizer", "basic render")
_HEAP_DEVICE_LOCAL = 1
_MAX_DEVICES = 16


@dataclass(frozen=True)
class VulkanDevice:
    """``software``: a driver that runs on the CPU."""

    name: str
    software: bool
    memory_bytes: int
    driver: str


class _InstanceCreateInfo(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("flags", ctypes.c_uint32),
        ("application", ctypes.c_void_p),
        ("layer_count", ctypes.c_uint32),
        ("layers", ctypes.c_void_p),
        ("extension_count", ctypes.c_uint32),
        ("extensions", ctypes.c_void_p),
    )


def is_software(name: str, device_type: int) -> bool:
    """Whether a physical device of this name and ``VkPhysicalDeviceType`` is the CPU in disguise."""
    return device_type == _CPU or any(word in name.lower() for word in _SOFTWARE_NAMES)


def enumerate_devices() -> tuple[list[VulkanDevice], str]:
    """All physical devices, real ones first, or an empty list and the reason."""
    library = load_library(_LIBRARIES)
    if library is None:
        return [], "no Vulkan loader"
    instance = ctypes.c_void_p()
    code = library.vkCreateInstance(
        ctypes.byref(_InstanceCreateInfo(type=_INSTANCE_CREATE_INFO)), None, ctypes.byref(instance)
    )
    if code == _INCOMPATIBLE_DRIVER:
        return [], "no Vulkan driver"
    if code != _SUCCESS:
        return [], f"Vulkan does not start (error {code})"
    try:
        return _devices_of(library, instance)
    finally:
        library.vkDestroyInstance(instance, None)


def load_library(names: tuple[str, ...]) -> ctypes.CDLL | None:
    """The first of the shared libraries that loads, or None."""
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


def _devices_of(library: ctypes.CDLL, instance: ctypes.c_void_p) -> tuple[list[VulkanDevice], str]:
    count = ctypes.c_uint32(_MAX_DEVICES)
    handles = (ctypes.c_void_p * _MAX_DEVICES)()
    code = library.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), handles)
    if code not in (_SUCCESS, _INCOMPLETE):
        return [], f"Vulkan lists no devices (error {code})"
    if count.value == 0:
        return [], "Vulkan has no device"
    ranked = sorted((_describe(library, ctypes.c_void_p(handle)) for handle in handles[: count.value]), key=_rank)
    return [device for device, _ in ranked], ""


def _rank(entry: tuple[VulkanDevice, int]) -> tuple[bool, int]:
    device, device_type = entry
    return device.software, _PREFERENCE.get(device_type, 3)


def _describe(library: ctypes.CDLL, handle: ctypes.c_void_p) -> tuple[VulkanDevice, int]:
    """Reads VkPhysicalDeviceProperties and VkPhysicalDeviceMemoryProperties."""
    properties = ctypes.create_string_buffer(4096)
    library.vkGetPhysicalDeviceProperties(handle, properties)
    api, _driver, _vendor, _device, device_type = struct.unpack_from("=5I", properties.raw)
    name = properties.raw[20 : 20 + 256].split(b"\0")[0].decode(errors="replace")
    driver = f"Vulkan {api >> 22 & 0x7F}.{api >> 12 & 0x3FF}.{api & 0xFFF}"
    software = is_software(name, device_type)
    return VulkanDevice(name, software, 0 if software else _local_memory(library, handle), driver), device_type


def _local_memory(library: ctypes.CDLL, handle: ctypes.c_void_p) -> int:
    """Bytes of the largest device-local heap."""
    memory = ctypes.create_string_buffer(1024)
    library.vkGetPhysicalDeviceMemoryProperties(handle, memory)
    types_bytes = 4 + 32 * 8
    (heaps,) = struct.unpack_from("=I", memory.raw, types_bytes)
    entries = [struct.unpack_from("=QI", memory.raw, types_bytes + 4 + 16 * i) for i in range(min(heaps, 16))]
    return max((size for size, flags in entries if flags & _HEAP_DEVICE_LOCAL), default=0)
