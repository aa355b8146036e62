"""Radiance HDR (RGBE) pictures, read and written.

Own code because OpenImageIO 3.2 refuses files without FORMAT and old run lengths, and leaves other orientations as they
are stored. Format: Ward, "Real Pixels", Graphics Gems II (1991) [1]; Radiance's own ``filefmts.pdf`` [2].

A texel is (m_r, m_g, m_b, e) and means m * 2**(e - 136). (Ward's decoder adds half a step to m; OpenImageIO, Mitsuba
and Blender do not, and neither do we.) EXPOSURE is not divided out, as in those programs; a note says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from raytracer.errors import InputError
from raytracer.io.report import LoadReport

_MAGIC = (b"#?RADIANCE", b"#?RGBE")
_RESOLUTION = re.compile(rb"([+-][XY])\s+(\d+)\s+([+-][XY])\s+(\d+)")
_MAX_HEADER = 65536
_ALWAYS_FINE = 2**22
_MAX_INFLATION = 4096
"""Pixels per byte that are believed. New-style runs reach 16; old-style ones have no bound."""


def is_hdr(data: bytes) -> bool:
    """Whether the bytes begin like a Radiance picture."""
    return data.startswith(_MAGIC)


@dataclass
class _Header:
    """``major``, ``minor``: axes as written ("-Y"). ``rows`` scanlines of ``columns`` texels follow at ``start``."""

    major: str
    minor: str
    rows: int
    columns: int
    start: int


def decode(data: bytes, where: str, report: LoadReport, *, max_pixels: int) -> np.ndarray:
    """Linear (height, width, 3) f32, row 0 at the top, column 0 at the left, whatever the orientation in the file.

    Raises ``InputError`` for damaged or cut files, XYZE pictures and more than ``max_pixels``.
    """
    header = _read_header(data, where, report)
    if not 0 < header.rows * header.columns <= max_pixels:
        raise InputError(
            f"a picture of {header.columns} x {header.rows} pixels is outside 1..{max_pixels} pixels", where=where
        )
    if header.rows * header.columns > max(_ALWAYS_FINE, _MAX_INFLATION * len(data)):
        raise _cut(where)
    rows: list[np.ndarray] = []
    at = header.start
    for row in range(header.rows):
        texels, at = _read_row(data, at, header.columns, f"{where}, scanline {row} of {header.rows}")
        rows.append(texels)
    return _orient(_floats(np.stack(rows)), header)


def encode(linear: np.ndarray, metadata: dict[str, str]) -> bytes:
    """A flat or run-length RGBE file of linear (height, width, 3); negative and NaN become 0, inf the maximum."""
    height, width, _ = linear.shape
    rgbe = _rgbe(linear)
    lines = [b"#?RADIANCE"]
    for key, value in metadata.items():
        text = " ".join(f"{key}: {value}".split())
        lines.append(b"# " + text.encode("ascii", "backslashreplace"))
    head = b"\n".join([*lines, b"FORMAT=32-bit_rle_rgbe", b"", b"-Y %d +X %d\n" % (height, width)])
    if not 8 <= width <= 32767:
        return head + rgbe.tobytes()
    return head + b"".join(_encode_row(row) for row in rgbe)


def _read_header(data: bytes, where: str, report: LoadReport) -> _Header:
    at = 0
    while True:
        end = data.find(b"\n", at, _MAX_HEADER)
        if end < 0:
            raise InputError("the header of the HDR picture has no resolution line", where=where)
        line = data[at:end].strip()
        at = end + 1
        match = _RESOLUTION.fullmatch(line)
        if match:
            break
        if line.startswith(b"FORMAT=") and b"xyze" in line:
            raise InputError(
                "CIE XYZE pictures are not supported", where=where, remedy="convert it to RGBE with ra_xyze -r"
            )
        if line.startswith(b"EXPOSURE=") and line != b"EXPOSURE=1.0":
            report.note("ignored", f"{line.decode('ascii', 'replace')} is not divided out", where)
    major, first, minor, second = (part.decode() for part in match.groups())
    if major[1] == minor[1]:
        raise InputError(f"the resolution line {line.decode()!r} names one axis twice", where=where)
    return _Header(major, minor, int(first), int(second), at)


def _read_row(data: bytes, at: int, columns: int, where: str) -> tuple[np.ndarray, int]:
    """One scanline (columns, 4) u8 and where the next begins."""
    start = data[at : at + 4]
    # A new-style row begins with 2, 2 and its width; anything else, also 2, 2 with another width, is flat or old-style.
    if 8 <= columns <= 32767 and len(start) == 4 and start[:2] == b"\2\2" and (start[2] << 8 | start[3]) == columns:
        return _read_new_rle(data, at + 4, columns, where)
    return _read_flat_or_old_rle(data, at, columns, where)


def _read_new_rle(data: bytes, at: int, columns: int, where: str) -> tuple[np.ndarray, int]:
    """Four runs of components, each a mix of repeats (code > 128) and literal stretches [2]."""
    texels = np.empty((4, columns), np.uint8)
    for component in texels:
        x = 0
        while x < columns:
            if at + 1 >= len(data):
                raise _cut(where)
            code = data[at]
            count = code - 128 if code > 128 else code
            if count == 0 or x + count > columns:
                raise InputError("damaged run length in the HDR picture", where=where)
            if code > 128:
                component[x : x + count] = data[at + 1]
                at += 2
            else:
                stretch = data[at + 1 : at + 1 + count]
                if len(stretch) < count:
                    raise _cut(where)
                component[x : x + count] = np.frombuffer(stretch, np.uint8)
                at += 1 + count
            x += count
    return texels.T, at


def _read_flat_or_old_rle(data: bytes, at: int, columns: int, where: str) -> tuple[np.ndarray, int]:
    """Plain texels, where (1, 1, 1, n) repeats the last texel n times, times 256 for each repeat in a row [2]."""
    flat = np.frombuffer(data, np.uint8, count=min(columns, (len(data) - at) // 4) * 4, offset=at).reshape(-1, 4)
    if len(flat) == columns and not (flat[:, :3] == 1).all(axis=1).any():
        return flat, at + 4 * columns
    texels = np.empty((columns, 4), np.uint8)
    x, shift = 0, 0
    while x < columns:
        texel = data[at : at + 4]
        if len(texel) < 4:
            raise _cut(where)
        at += 4
        if texel[:3] == b"\1\1\1" and x > 0:
            count = texel[3] << shift
            if x + count > columns or shift > 16:
                raise InputError("damaged run length in the HDR picture", where=where)
            texels[x : x + count] = texels[x - 1]
            x, shift = x + count, shift + 8
        else:
            texels[x] = np.frombuffer(texel, np.uint8)
            x, shift = x + 1, 0
    return texels, at


def _cut(where: str) -> InputError:
    return InputError("the HDR picture is incomplete: the file ends early", where=where, remedy="copy it again")


def _floats(rgbe: np.ndarray) -> np.ndarray:
    scale = np.ldexp(np.float32(1.0), rgbe[..., 3].astype(np.int32) - 136).astype(np.float32)
    scale[rgbe[..., 3] == 0] = 0.0
    return rgbe[..., :3].astype(np.float32) * scale[..., None]


def _orient(stored: np.ndarray, header: _Header) -> np.ndarray:
    """Turns (scanline, texel) into (row from the top, column from the left)."""
    if header.major == "+Y" or header.major == "-X":
        stored = stored[::-1]
    if header.minor == "-X" or header.minor == "+Y":
        stored = stored[:, ::-1]
    return np.ascontiguousarray(stored.transpose(1, 0, 2) if header.major[1] == "X" else stored)


def _rgbe(linear: np.ndarray) -> np.ndarray:
    """(..., 4) u8, rounded to nearest: each channel is within max(rgb) / 256."""
    rgb = np.nan_to_num(np.asarray(linear, np.float64), nan=0.0, posinf=1.7e38)
    rgb = np.clip(rgb, 0.0, 1.69e38)
    _, exponent = np.frexp(rgb.max(axis=-1))
    # 255.5 and more would need the next exponent, whose steps are twice as wide: 255 is closer to the whole colour.
    mantissa = np.minimum(np.rint(np.ldexp(rgb, 8 - exponent[..., None])), 255.0)
    out = np.concatenate([mantissa, exponent[..., None] + 128.0], axis=-1)
    out[(exponent < -127) | (rgb.max(axis=-1) == 0.0)] = 0.0
    return out.astype(np.uint8)


def _encode_row(row: np.ndarray) -> bytes:
    """One new-style scanline: runs of at least 4 equal bytes are repeats, the rest literal stretches of up to 128."""
    columns = len(row)
    out = bytearray([2, 2, columns >> 8, columns & 255])
    for component in row.T:
        edges = np.flatnonzero(np.diff(component)) + 1
        starts = np.concatenate([[0], edges]).tolist()
        ends = np.concatenate([edges, [columns]]).tolist()
        raw = component.tobytes()
        literal = 0
        for start, end in zip(starts, ends, strict=True):
            if end - start < 4:
                continue
            _put_literal(out, raw[literal:start])
            for at in range(start, end, 127):
                out += bytes([128 + min(127, end - at), raw[start]])
            literal = end
        _put_literal(out, raw[literal:])
    return bytes(out)


def _put_literal(out: bytearray, raw: bytes) -> None:
    for at in range(0, len(raw), 128):
        part = raw[at : at + 128]
        out.append(len(part))
        out += part
