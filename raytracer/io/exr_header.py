"""Checks what the header of an OpenEXR file claims, before a library allocates memory for it.

Layout: "OpenEXR File Layout", openexr.com/en/latest/OpenEXRFileLayout.html.
"""

from __future__ import annotations

import struct

from raytracer.errors import InputError

MAGIC = b"\x76\x2f\x31\x01"
_DEEP, _MULTIPART = 0x800, 0x1000
_MAX_PARTS = 256
_MAX_CHANNELS = 1024
_MAX_INFLATION = 2000
"""No compression of the format packs better (ZIP: 1032 to 1)."""
_ALWAYS_FINE = 2**26
_BYTES = {0: 4, 1: 2, 2: 4}


def check(data: bytes, where: str, max_pixels: int) -> None:
    """Raises ``InputError`` for a header that is cut or crafted, deep data, or more than ``max_pixels`` in a part."""
    try:
        _check(data, where, max_pixels)
    except (struct.error, IndexError, ValueError, KeyError) as error:
        raise InputError(
            "the EXR file is incomplete or damaged: its header ends early", where=where, remedy="copy it again"
        ) from error


def _check(data: bytes, where: str, max_pixels: int) -> None:
    (flags,) = struct.unpack_from("<I", data, 4)
    if flags & _DEEP:
        raise InputError("deep EXR files are not supported", where=where, remedy="flatten it")
    at = 8
    for _ in range(_MAX_PARTS):
        attributes, at = _attributes(data, at)
        _check_part(attributes, len(data), where, max_pixels)
        if not flags & _MULTIPART or data[at] == 0:
            return
    raise InputError(f"the EXR file has more than {_MAX_PARTS} parts", where=where)


def _attributes(data: bytes, at: int) -> tuple[dict[str, bytes], int]:
    """Values of one header by name, and where it ends."""
    found: dict[str, bytes] = {}
    while data[at] != 0:
        name_end = data.index(0, at, at + 257)
        type_end = data.index(0, name_end + 1, name_end + 258)
        (size,) = struct.unpack_from("<i", data, type_end + 1)
        start = type_end + 5
        if size < 0 or start + size >= len(data):
            raise ValueError("attribute past the end")
        found[data[at:name_end].decode("latin-1")] = data[start : start + size]
        at = start + size
    return found, at + 1


def _check_part(attributes: dict[str, bytes], file_size: int, where: str, max_pixels: int) -> None:
    left, top, right, bottom = struct.unpack("<4i", attributes["dataWindow"])
    width, height = right - left + 1, bottom - top + 1
    claim = f"the EXR header claims a window of {width} x {height} pixels"
    if width < 1 or height < 1:
        raise InputError(f"{claim}: it is damaged", where=where, remedy="copy it again")
    if width * height > max_pixels:
        raise InputError(f"{claim}, more than the limit of {max_pixels} pixels", where=where)
    pixel = sum(_BYTES[kind] for kind in _channel_types(attributes["channels"]))
    area = width * height
    if "tiles" in attributes:
        tile_width, tile_height = struct.unpack_from("<2I", attributes["tiles"])
        area = max(area, tile_width * tile_height)
    if area * pixel > max(_ALWAYS_FINE, _MAX_INFLATION * file_size):
        raise InputError(f"{claim} in a file of {file_size} bytes: it is damaged", where=where, remedy="copy it again")


def _channel_types(block: bytes) -> list[int]:
    kinds: list[int] = []
    at = 0
    while block[at] != 0:
        end = block.index(0, at)
        kinds.append(struct.unpack_from("<i", block, end + 1)[0])
        at = end + 17  # the 0, type, linear flag with padding, two samplings
        if len(kinds) > _MAX_CHANNELS:
            raise ValueError("too many channels")
    return kinds
