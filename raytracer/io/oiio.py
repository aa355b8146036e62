"""All that goes through OpenImageIO: OpenEXR, and PNG or TIFF with more than 8 bits.

The library is loaded with the first such file: most scenes have none, and it takes 15 MiB of every worker.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from raytracer.errors import InputError, OutputError
from raytracer.io import exr_header
from raytracer.io.report import LoadReport
from raytracer.scene.region import Box

if TYPE_CHECKING:
    import OpenImageIO

_RGB = ("r", "g", "b")
_GREY = ("y", "l", "luminance", "grey", "gray")
_ALPHA = ("a", "alpha")
_MAIN_LAYERS = ("combined", "beauty", "rgba", "rgb", "color", "colour")


def is_exr(data: bytes) -> bool:
    """Whether the bytes begin like an OpenEXR file."""
    return data.startswith(exr_header.MAGIC)


@dataclass(frozen=True)
class _Choice:
    """Indices of the channels that make the picture: 1 (grey) or 3 (-1: absent), and alpha; ``note`` for the user."""

    colors: tuple[int, ...]
    alpha: int | None
    note: str = ""


def read_exr(path: Path, data: bytes, report: LoadReport, *, max_pixels: int) -> np.ndarray:
    """Linear (height, width, 1, 3 or 4) f32 of the data window alone (not moved, not padded to the display window).

    ``data`` is the file's content, for the check of its header. Channels are found by name, in any case: R, G, B (and
    A), else Y, else the one layer that has them, else names that end in R, G and B; with a note for the last two.
    Raises ``InputError`` for damaged, cut, crafted and deep files and for those without colour channels.
    """
    where = str(path)
    exr_header.check(data, where, max_pixels)
    try:
        return _read_exr(where, report)
    except (UnicodeDecodeError, RuntimeError, ValueError, MemoryError) as error:
        # Bytes of a damaged file come back in names and messages, which the library then fails to decode.
        raise _damaged(str(error), where) from error


def _read_exr(where: str, report: LoadReport) -> np.ndarray:
    import OpenImageIO

    source = OpenImageIO.ImageInput.open(where)
    if source is None:
        raise _damaged(OpenImageIO.geterror(), where)
    try:
        part, choice = _first_picture(source, where)
        if choice.note:
            report.note("repaired", choice.note, where)
        used = [i for i in (*choice.colors, choice.alpha) if i is not None and i >= 0]
        pixels = source.read_image(part, 0, min(used), max(used) + 1, "float")
        if pixels is None:
            raise _damaged(source.geterror(), where)
        return _pick(pixels.reshape(*pixels.shape[:2], -1), min(used), choice)
    finally:
        source.close()


def read_deep_color(data: bytes, where: str, suffix: str) -> tuple[np.ndarray, bool]:
    """(height, width, channels) f32 of a PNG or TIFF as stored, integers as 0..1; and whether they were floats."""
    import OpenImageIO

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"picture{suffix}"
        path.write_bytes(data)
        hints = OpenImageIO.ImageSpec()
        hints.attribute("oiio:UnassociatedAlpha", 1)  # else colours arrive multiplied by alpha
        source = OpenImageIO.ImageInput.open(str(path), hints)
        if source is None:
            raise _damaged(OpenImageIO.geterror(), where, path)
        try:
            is_float = source.spec().format.basetype in (OpenImageIO.FLOAT, OpenImageIO.HALF, OpenImageIO.DOUBLE)
            pixels = source.read_image(0, 0, 0, source.spec().nchannels, "float")
            if pixels is None:
                raise _damaged(source.geterror(), where, path)
        finally:
            source.close()
    return pixels.reshape(pixels.shape[0], pixels.shape[1], -1), is_float


def write_exr(
    path: Path,
    linear: np.ndarray,
    metadata: dict[str, str],
    names: tuple[str, ...] = ("R", "G", "B"),
    window: Box | None = None,
) -> None:
    """Writes linear (height, width, channels) as float channels of these names, ZIP-compressed, with text attributes.

    A layer's channels are named ``layer.channel``, as compositing programs expect. Only ``window`` is
    stored, as the data window of the whole picture.
    """
    import OpenImageIO

    height, width, channels = linear.shape
    left, top, right, bottom = window or (0, 0, width, height)
    linear = linear[top:bottom, left:right]
    spec = OpenImageIO.ImageSpec(right - left, bottom - top, channels, "float")
    spec.x, spec.y, spec.full_width, spec.full_height = left, top, width, height
    spec.channelnames = names[:channels]
    spec.attribute("compression", "zip")
    for key, value in metadata.items():
        spec.attribute(f"raytracer:{key}", value)  # bare names collide with standard ones, such as view
    target = OpenImageIO.ImageOutput.create(str(path))
    if target is None or not target.open(str(path), spec):
        raise OutputError(_text(target.geterror() if target else OpenImageIO.geterror()), where=str(path))
    written = target.write_image(np.ascontiguousarray(linear, np.float32))
    if not (target.close() and written):
        raise OutputError(_text(target.geterror()), where=str(path))


def _first_picture(source: OpenImageIO.ImageInput, where: str) -> tuple[int, _Choice]:
    """The first part that has a picture, and its channels."""
    import OpenImageIO

    part = 0
    names: list[str] = []
    while source.seek_subimage(part, 0):
        spec = source.spec()
        kinds = spec.channelformats or (spec.format,) * spec.nchannels
        usable = {
            i: name
            for i, (name, kind) in enumerate(zip(spec.channelnames, kinds, strict=True))
            if kind.basetype in (OpenImageIO.HALF, OpenImageIO.FLOAT)
        }
        choice = _choose(usable)
        if choice is not None:
            return part, choice
        names += spec.channelnames
        part += 1
    raise InputError(
        f"the EXR file has no colour channels, only {', '.join(names) or 'none'}",
        where=where,
        remedy="save it with channels R, G and B",
    )


def _choose(names: dict[int, str]) -> _Choice | None:
    """The channels that make the picture, of those in ``names``: index -> name."""
    layers: dict[str, dict[str, int]] = {}
    for index, name in names.items():
        layer, _, channel = name.lower().rpartition(".")
        layers.setdefault(layer, {}).setdefault(channel, index)
    top = layers.get("", {})
    choice = _from_layer(top)
    if choice is not None:
        return choice
    found = {layer: pick for layer, channels in layers.items() if (pick := _from_layer(channels)) and layer}
    main = [layer for layer in found if layer.rpartition(".")[2] in _MAIN_LAYERS]
    if len(found) == 1 or main:
        layer = (main or list(found))[0]
        return _Choice(found[layer].colors, found[layer].alpha, f"the layer {layer!r} of the EXR file is used")
    for prefix in {channel[:-1] for channel in top if channel.endswith("r") and len(channel) > 1}:
        if all(prefix + c in top for c in _RGB):
            used = ", ".join(names[top[prefix + c]] for c in _RGB)
            return _Choice(tuple(top[prefix + c] for c in _RGB), None, f"the channels {used} are used as R, G, B")
    present = [c for c in _RGB if c in top]
    if present:
        text = f"the EXR file has only the colour channels {', '.join(present).upper()}; the others are 0"
        return _Choice(tuple(top.get(c, -1) for c in _RGB), None, text)
    return None


def _from_layer(channels: dict[str, int]) -> _Choice | None:
    alpha = next((channels[a] for a in _ALPHA if a in channels), None)
    if all(c in channels for c in _RGB):
        return _Choice(tuple(channels[c] for c in _RGB), alpha)
    grey = next((channels[y] for y in _GREY if y in channels), None)
    return None if grey is None else _Choice((grey,), alpha)


def _pick(pixels: np.ndarray, first: int, choice: _Choice) -> np.ndarray:
    """The chosen channels of ``pixels``, whose channel 0 is number ``first``; grey with alpha becomes RGBA."""
    colors = choice.colors if choice.alpha is None or len(choice.colors) == 3 else choice.colors * 3
    wanted = colors if choice.alpha is None else (*colors, choice.alpha)
    planes = [np.zeros(pixels.shape[:2], np.float32) if i < 0 else pixels[:, :, i - first] for i in wanted]
    return np.stack(planes, axis=2)


def _damaged(text: str, where: str, alias: Path | None = None) -> InputError:
    """The library's own words on one line; ``alias`` is a temporary name to hide."""
    text = _text(text if alias is None else text.replace(str(alias), Path(where).name))
    return InputError(f"the picture is incomplete or damaged: {text}", where=where, remedy="export or copy it again")


def _text(text: str) -> str:
    return " ".join(text.split()) or "OpenImageIO gives no reason"
