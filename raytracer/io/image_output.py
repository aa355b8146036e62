"""Writes pictures: display-referred for the eye, linear for further work.

A file appears under its name only when it is whole (``whole_file``). The table ``FORMATS`` is what dialogs and messages
list.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import imageio.v3 as iio
import numpy as np
from PIL.PngImagePlugin import PngInfo

from raytracer.errors import OutputError, UsageError
from raytracer.io import oiio, radiance_hdr
from raytracer.io.whole_file import behind_links, temporary_name, whole_file
from raytracer.scene.region import Box

Metadata = dict[str, str]
_Writer = Callable[[Path, np.ndarray, Metadata], None]


@dataclass(frozen=True)
class ImageFormat:
    """A kind of file that can be written. ``linear`` says which of the two pictures goes into it."""

    suffixes: tuple[str, ...]
    description: str
    linear: bool
    write: _Writer
    largest_side: int = 2**31 - 1
    layered: bool = False
    """Whether a file can hold more channels than those of the picture, and say which part of it is there."""
    transparent: bool = False


def check_writable(path: Path) -> None:
    """To be called before rendering: makes the folder and tries to create a file in it.

    Raises ``UsageError`` for a suffix that is not in ``FORMATS`` and ``OutputError`` for whatever would fail later.
    """
    _format_of(path)
    with _failures(path):
        target = behind_links(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        trial = temporary_name(target)
        try:
            trial.touch(exist_ok=False)
        finally:
            trial.unlink(missing_ok=True)


def write_image(
    path: Path,
    linear: np.ndarray,
    display: np.ndarray,
    metadata: Metadata,
    channels: Mapping[str, np.ndarray] | None = None,
    window: Box | None = None,
) -> list[str]:
    """Writes the picture that the suffix of ``path`` asks for; returns warnings, one line each.

    ``linear`` is (height, width, 3) f32 scene-linear Rec. 709, ``display`` (height, width, 3 or 4) u8 sRGB, alpha is
    dropped; row 0 is the top of both. ``metadata`` goes into the file where its format can hold text. ``channels`` are
    further ones by name, (height, width) f32 each, for a format that can hold them. ``window`` is the part of the
    picture that was rendered, all of it where None: an EXR file has that data window, PNG, WebP and TIFF are
    transparent elsewhere, other formats black. Folders are made.
    Raises ``UsageError`` for an unknown suffix and ``OutputError`` when it cannot be written; an older file of that
    name is then still there.
    """
    chosen = _format_of(path)
    check_layers(path, channels or {})
    if channels:
        linear = np.concatenate([linear, *(plane[..., None] for plane in channels.values())], axis=2)
    height, width = linear.shape[:2]
    part = window if window != (0, 0, width, height) else None
    pixels, warnings = _repaired(linear) if chosen.linear else (_seen(display, part, chosen), [])
    if max(pixels.shape[:2]) > chosen.largest_side:
        raise OutputError(
            f"{chosen.description} pictures have at most {chosen.largest_side} pixels a side",
            where=str(path),
            remedy="use .png or .exr",
        )
    if chosen.write is _write_hdr and bool((pixels < 0.0).any()):
        warnings.append(f"{path.name}: negative values became 0: Radiance HDR cannot hold them")
    with _failures(path):
        behind_links(path).parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as temporary:
            if chosen.layered:
                oiio.write_exr(temporary, pixels, metadata, ("R", "G", "B", *(channels or {})), part)
            else:
                chosen.write(temporary, pixels, metadata)
    return warnings


def check_layers(path: Path, names: Collection[str]) -> None:
    """Raises ``UsageError`` when the format of ``path`` cannot hold further channels and there are some."""
    if names and not _format_of(path).layered:
        holding = ", ".join(suffix for form in FORMATS if form.layered for suffix in form.suffixes)
        raise UsageError("this kind of picture cannot hold layers", where=str(path), remedy=f"end it in {holding}")


def suffixes() -> list[str]:
    """All suffixes that can be written."""
    return [suffix for image_format in FORMATS for suffix in image_format.suffixes]


def _format_of(path: Path) -> ImageFormat:
    for image_format in FORMATS:
        if path.suffix.lower() in image_format.suffixes:
            return image_format
    kind = f"unknown kind of picture {path.suffix!r}" if path.suffix else "the name has no suffix"
    raise UsageError(kind, where=str(path), remedy=f"end it in one of {' '.join(suffixes())}")


@contextmanager
def _failures(path: Path) -> Iterator[None]:
    """Turns what the system or an encoder raises into an ``OutputError`` about ``path``."""
    try:
        yield
    except OutputError as error:
        raise OutputError(error.message, where=str(path), remedy=error.remedy or _REMEDY) from error
    except (OSError, ValueError, MemoryError) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise OutputError(f"cannot be written: {reason}", where=str(path), remedy=_REMEDY) from error


_REMEDY = "choose another place or name, or make room there"


def _seen(display: np.ndarray, part: Box | None, chosen: ImageFormat) -> np.ndarray:
    """The display-referred pixels, (height, width, 3) u8, or 4 where what is outside ``part`` can be transparent."""
    pixels = np.ascontiguousarray(display[:, :, :3])
    if part is None:
        return pixels
    there = np.zeros((*pixels.shape[:2], 1), np.uint8)
    there[part[1] : part[3], part[0] : part[2]] = 255
    return np.concatenate([pixels, there], axis=2) if chosen.transparent else np.where(there, pixels, np.uint8(0))


def _repaired(linear: np.ndarray) -> tuple[np.ndarray, list[str]]:
    """Linear pixels without NaN and infinity, and a warning if there were any."""
    pixels = np.asarray(linear, np.float32)
    bad = ~np.isfinite(pixels)
    count = int(bad.any(axis=2).sum())
    if not count:
        return pixels, []
    return np.where(bad, np.float32(0.0), pixels), [f"{count} pixels were not finite; those channels were saved as 0"]


def _lines(metadata: Metadata) -> str:
    return "\n".join(f"{key}: {value}" for key, value in metadata.items())


def _save(path: Path, pixels: np.ndarray, **options: Any) -> None:
    iio.imwrite(path, pixels, plugin="pillow", extension=path.suffix, **options)


def _write_png(path: Path, pixels: np.ndarray, metadata: Metadata) -> None:
    text = PngInfo()
    text.add(b"sRGB", b"\0")
    for key, value in metadata.items():
        text.add_text(key, value)
    _save(path, pixels, pnginfo=text)


def _write_jpeg(path: Path, pixels: np.ndarray, metadata: Metadata) -> None:
    _save(path, pixels, quality=95, subsampling=0, comment=_lines(metadata).encode())


def _write_webp(path: Path, pixels: np.ndarray, metadata: Metadata) -> None:
    _save(path, pixels, lossless=True, xmp=_xmp(metadata))


def _write_tiff(path: Path, pixels: np.ndarray, metadata: Metadata) -> None:
    _save(path, pixels, compression="tiff_lzw", description=_lines(metadata))


def _write_hdr(path: Path, pixels: np.ndarray, metadata: Metadata) -> None:
    path.write_bytes(radiance_hdr.encode(pixels, metadata))


def _xmp(metadata: Metadata) -> bytes:
    """The metadata as the description of an XMP packet."""
    description = escape(_lines(metadata))
    return (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt>'
        f'<rdf:li xml:lang="x-default">{description}</rdf:li>'
        "</rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>"
    ).encode()


FORMATS: tuple[ImageFormat, ...] = (
    ImageFormat((".png",), "PNG", linear=False, write=_write_png, transparent=True),
    ImageFormat((".jpg", ".jpeg"), "JPEG", linear=False, write=_write_jpeg, largest_side=65535),
    ImageFormat((".webp",), "WebP", linear=False, write=_write_webp, largest_side=16383, transparent=True),
    ImageFormat((".tif", ".tiff"), "TIFF", linear=False, write=_write_tiff, transparent=True),
    ImageFormat((".exr",), "OpenEXR, linear", linear=True, write=oiio.write_exr, layered=True),
    ImageFormat((".hdr",), "Radiance HDR, linear", linear=True, write=_write_hdr),
)
