"""Reads textures and skies.

8-bit files (PNG, JPEG, WebP, GIF, BMP, TGA, TIFF ...) go through imageio and Pillow and stay 8-bit. Pillow cuts 16-bit
colour to 8 bits and clips 16-bit grey, so 16-bit PNG and TIFF are read by OpenImageIO and become float. Radiance HDR
has its own decoder (``radiance_hdr``), OpenEXR goes through OpenImageIO behind a check of its header (``exr_header``).

Limits, against files that claim more than they hold: 2**28 pixels (16384 x 16384) for every format, 2 GiB for a file.
"""

from __future__ import annotations

import tempfile
import warnings
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Literal

import imageio.v3 as iio
import numpy as np
import PIL
from PIL import Image as PillowImage

from raytracer.errors import InputError
from raytracer.io import oiio, radiance_hdr
from raytracer.io.color import linear_from_srgb
from raytracer.io.report import LoadReport
from raytracer.scene import Image

Encoding = Literal["srgb", "linear"]

MAX_PIXELS = 2**28
MAX_FILE_BYTES = 2**31
MAX_RADIANCE = 1e10
"""Texels above this count as infinite: the sun's disc has 1.6e9 cd/m2. Sums over a whole sky stay finite in f32."""

READABLE = "PNG, JPEG, WebP, TIFF, BMP, TGA, GIF, HDR or EXR"

PillowImage.MAX_IMAGE_PIXELS = MAX_PIXELS


def read_image(path: Path, *, encoding: Encoding, name: str = "", report: LoadReport | None = None) -> Image:
    """Reads a texture; the format is told by its content. HDR and EXR are linear whatever ``encoding`` says.

    Raises ``InputError`` when the file is missing, too large, cut short or no picture. Texels that are not finite, and
    negative radiance, are replaced by 0 and counted in ``report``.
    """
    data = _read_bytes(path)
    label = name or path.name
    key = f"{encoding}:{path}"
    if oiio.is_exr(data):
        pixels = oiio.read_exr(path, data, report or LoadReport(), max_pixels=MAX_PIXELS)
        return Image(label, _repair(pixels, report, str(path)), "linear", key)
    return replace(_decode(data, encoding, label, str(path), report), key=key)


def decode_image(data: bytes, *, encoding: Encoding, name: str, report: LoadReport | None = None) -> Image:
    """The same for bytes that lie inside another file; ``name`` stands for the file in messages."""
    if oiio.is_exr(data):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "embedded.exr"
            path.write_bytes(data)
            return replace(read_image(path, encoding=encoding, name=name, report=report), key="")
    return _decode(data, encoding, name, name, report)


def read_sky(path: Path, report: LoadReport) -> Image:
    """Reads a latitude-longitude picture as linear (height, width, 3) f32, row 0 at the top (+Y).

    8- and 16-bit files are decoded from sRGB. Alpha is dropped. Channels of texels that are negative, not finite or
    above ``MAX_RADIANCE`` become 0; a note says how many texels that were.
    """
    image = read_image(path, encoding="srgb", report=report)
    pixels = image.pixels
    if pixels.dtype == np.uint8:
        table = linear_from_srgb(np.arange(256) / 255.0)
        pixels = table[pixels[:, :, :3]]
    rgb = np.repeat(pixels[:, :, :1], 3, axis=2) if pixels.shape[2] < 3 else pixels[:, :, :3]
    return Image(image.name, np.ascontiguousarray(rgb), "linear", f"sky:{path}")


def _read_bytes(path: Path) -> bytes:
    """The file, or ``InputError``."""
    try:
        size = path.stat().st_size
        if size > MAX_FILE_BYTES:
            raise InputError(
                f"picture file of {size / 2**30:.1f} GiB is larger than the limit of 2 GiB", where=str(path)
            )
        return path.read_bytes()
    except FileNotFoundError as error:
        raise InputError("picture file not found", where=str(path)) from error
    except OSError as error:
        raise InputError(f"cannot read the picture: {error.strerror or error}", where=str(path)) from error


def _decode(data: bytes, encoding: Encoding, name: str, where: str, report: LoadReport | None) -> Image:
    if not data:
        raise InputError("the picture file is empty (0 bytes)", where=where, remedy="export or copy it again")
    if radiance_hdr.is_hdr(data):
        pixels = radiance_hdr.decode(data, where, report or LoadReport(), max_pixels=MAX_PIXELS)
        return Image(name, _repair(pixels, report, where), "linear")
    mode, bits = _probe(data, where)
    if bits > 8:
        return Image(name, _decode_deep(data, encoding, where, report), "linear")
    try:
        pixels = iio.imread(BytesIO(data), plugin="pillow", index=0, mode=mode)
    except Exception as error:
        raise _damaged(error, where) from error
    pixels = np.asarray(pixels, np.uint8)
    return Image(name, pixels[:, :, None] if pixels.ndim == 2 else pixels, encoding)


def _probe(data: bytes, where: str) -> tuple[str, int]:
    """Pillow mode to decode into and bits per channel, from the header alone; refuses too many pixels."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PillowImage.DecompressionBombWarning)
            header = PillowImage.open(BytesIO(data))
    except PillowImage.DecompressionBombError as error:
        raise _too_large(where) from error
    except PIL.UnidentifiedImageError as error:
        raise InputError("not a picture that can be read", where=where, remedy=f"use {READABLE}") from error
    except Exception as error:
        raise _damaged(error, where) from error
    with header:
        if header.width * header.height > MAX_PIXELS:
            raise _too_large(where, f" of {header.width} x {header.height} pixels")
        transparent = "transparency" in header.info or header.mode in ("LA", "PA", "La", "RGBa", "RGBA")
        grey = header.mode in ("1", "L") and not transparent
        mode = "RGBA" if transparent else "L" if grey else "RGB"
        return mode, _bits_per_channel(header, data)


def _bits_per_channel(header: PillowImage.Image, data: bytes) -> int:
    """1-8, 16 or 32. Pillow's mode does not tell: it offers 16-bit colour as 8-bit."""
    if header.format == "PNG":
        return data[24]  # IHDR: bit depth
    if header.format == "TIFF":
        bits = getattr(header, "tag_v2", {}).get(258, (8,))  # BitsPerSample
        return max(bits) if isinstance(bits, tuple) else int(bits)
    return 16 if header.mode.startswith("I") else 32 if header.mode == "F" else 8


def _decode_deep(data: bytes, encoding: Encoding, where: str, report: LoadReport | None) -> np.ndarray:
    """16- and 32-bit PNG or TIFF as linear f32 (height, width, 1, 3 or 4)."""
    pixels, is_float = oiio.read_deep_color(data, where, ".png" if data.startswith(b"\x89PNG") else ".tif")
    if pixels.shape[2] == 2:
        pixels = pixels[:, :, [0, 0, 0, 1]]
    pixels = pixels[:, :, :4]
    if is_float:
        return _repair(pixels, report, where)
    if encoding == "srgb":
        colors = 3 if pixels.shape[2] >= 3 else 1
        pixels[:, :, :colors] = linear_from_srgb(pixels[:, :, :colors])
    return pixels


def _repair(pixels: np.ndarray, report: LoadReport | None, where: str) -> np.ndarray:
    """Replaces channels that are negative, not finite or above ``MAX_RADIANCE`` by 0 and notes how many texels."""
    bad = ~((pixels >= 0.0) & (pixels <= MAX_RADIANCE))  # also true for NaN
    count = int(bad.any(axis=2).sum())
    if not count:
        return pixels
    if report is not None:
        report.note(
            "repaired",
            f"{count} of {pixels.shape[0] * pixels.shape[1]} texels were negative, not finite or above "
            f"{MAX_RADIANCE:g}; those channels are 0 now",
            where,
        )
    return np.where(bad, np.float32(0.0), pixels)


def _too_large(where: str, size: str = "") -> InputError:
    return InputError(
        f"the picture{size} is larger than the limit of 16384 x 16384 pixels", where=where, remedy="scale it down"
    )


def _damaged(error: Exception, where: str) -> InputError:
    # Decoders raise nearly any exception on damaged files (OSError, SyntaxError, struct.error, IndexError ...).
    text = " ".join(str(error).split()) or type(error).__name__
    return InputError(f"the picture is incomplete or damaged: {text}", where=where, remedy="export or copy it again")
