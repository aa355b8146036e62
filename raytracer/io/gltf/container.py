"""The outermost layer: text or GLB, told apart by content and never by the file's suffix.

[1] glTF 2.0 specification, section 4, "GLB File Format Specification".

The JSON is parsed here and checked member by member on use (see ``document``). pygltflib was tried for this: its
dataclasses take any JSON type for any member, turn unknown members into nothing and read external files on their own,
past the check that keeps a scene inside its folder.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any, NoReturn

from raytracer.errors import InputError
from raytracer.io.gltf.document import Document, Entry
from raytracer.io.report import LoadContext

_MAGIC = b"glTF"
_CHUNK_JSON = 0x4E4F534A
_CHUNK_BIN = 0x004E4942
_PADDING = 3
"""A binary chunk may exceed its buffer by this many bytes of padding."""


def read_document(path: Path, context: LoadContext) -> Document:
    """Parses ``path``. Raises ``InputError`` when it is unreadable or not glTF 2."""
    try:
        content = memoryview(path.read_bytes())
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", where=str(path)) from error
    if not len(content):
        raise InputError("the file is empty", where=str(path), remedy="export or download it again")
    is_glb = bytes(content[:4]) == _MAGIC
    text, binary = _split_chunks(content, path, context) if is_glb else (content, None)
    if is_glb != (path.suffix.lower() == ".glb"):
        actual = "a binary glTF (GLB)" if is_glb else "a text glTF"
        context.report.note("repaired", f"the content is {actual} whatever the suffix says", path.name)
    root = Entry(_parse_json(text, path, context), str(path), is_root=True)
    document = Document(path, root, binary, context)
    _check_version(root)
    return document


def check_padding(document: Document, byte_length: int) -> None:
    """Notes a binary chunk that is longer than its buffer by more than padding."""
    if document.binary is not None and len(document.binary) > byte_length + _PADDING:
        surplus = len(document.binary) - byte_length
        document.note("repaired", f"the binary chunk is {surplus} bytes longer than its buffer; the surplus is unused")


def _split_chunks(content: memoryview, path: Path, context: LoadContext) -> tuple[memoryview, memoryview | None]:
    """JSON and binary chunk of a GLB."""
    if len(content) < 12:
        raise InputError("the GLB header is cut off", where=str(path), remedy="export or download it again")
    version, total = struct.unpack_from("<II", content, 4)
    if version != 2:
        raise InputError(
            f"GLB container version {version}", where=str(path), remedy="only glTF 2 is read; export as glTF 2.0"
        )
    if total != len(content):
        context.report.note("repaired", f"the GLB header says {total} bytes, the file has {len(content)}", path.name)
    text: memoryview | None = None
    binary: memoryview | None = None
    for number, (kind, chunk) in enumerate(_chunks(content, path, context)):
        if number == 0 and kind != _CHUNK_JSON:
            raise InputError("the first chunk of the GLB is not JSON", where=str(path))
        if kind == _CHUNK_JSON and text is None:
            text = chunk
        elif kind == _CHUNK_BIN and binary is None:
            binary = chunk
        elif kind in (_CHUNK_JSON, _CHUNK_BIN):
            context.report.note("ignored", "a further chunk of a kind that may occur once", path.name)
    if text is None:
        raise InputError("the GLB has no JSON chunk", where=str(path), remedy="export or download it again")
    return text, binary


def _chunks(content: memoryview, path: Path, context: LoadContext) -> list[tuple[int, memoryview]]:
    """Kind and data of all chunks, in order."""
    chunks: list[tuple[int, memoryview]] = []
    start = 12
    while len(content) - start >= 8:
        length, kind = struct.unpack_from("<II", content, start)
        if start + 8 + length > len(content):
            if chunks and kind not in (_CHUNK_JSON, _CHUNK_BIN):
                break  # rubbish after the last chunk
            raise InputError(
                f"a chunk of {length} bytes at byte {start} does not fit in the file of {len(content)} bytes",
                where=str(path),
                remedy="the file is cut off or damaged; export or download it again",
            )
        if length % 4:
            context.report.note("repaired", "a chunk of the GLB is not padded to 4 bytes", path.name)
        chunks.append((kind, content[start + 8 : start + 8 + length]))
        start += 8 + length
    if start != len(content):
        context.report.note("repaired", "there is unused data after the last chunk of the GLB", path.name)
    return chunks


def _parse_json(data: memoryview, path: Path, context: LoadContext) -> dict[str, Any]:
    raw = bytes(data)
    if raw.startswith(b"\xef\xbb\xbf"):
        context.report.note("repaired", "the JSON starts with a byte order mark", path.name)
    try:
        root = json.loads(raw.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise InputError(f"neither a GLB nor UTF-8 text (byte {error.start})", where=str(path)) from error
    except RecursionError as error:
        raise InputError("the JSON is nested too deeply", where=str(path)) from error
    except json.JSONDecodeError as error:
        place = f"{path}:{error.lineno}:{error.colno}"
        raise InputError(f"not valid JSON: {error.msg}", where=place) from error
    except ValueError as error:
        raise InputError(f"not valid JSON: {error}", where=str(path)) from error
    if not isinstance(root, dict):
        raise InputError("the JSON is not an object, so this is not a glTF file", where=str(path))
    return root


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _check_version(root: Entry) -> None:
    """glTF 2.x is read as long as ``minVersion`` does not ask for more than 2.0."""
    asset = root.entry("asset")
    if asset is None:
        raise root.error("the 'asset' object with the version is missing, so this is not a glTF 2 file")
    version = asset.string("version")
    major, minor = _version(version)
    if major != 2:
        raise root.error(f"glTF version {version[:20]!r}", remedy="only glTF 2 is read; export as glTF 2.0")
    needed = asset.string("minVersion", "2.0")
    if _version(needed) > (2, 0) or _version(needed) > (major, minor):
        raise root.error(f"the file needs glTF {needed[:20]!r}", remedy="only glTF 2.0 is read; export as glTF 2.0")


def _version(text: str) -> tuple[int, int]:
    parts = text.split(".")
    if len(parts) != 2 or not all(p.isascii() and p.isdigit() and len(p) < 6 for p in parts):
        return (-1, 0)
    return int(parts[0]), int(parts[1])
