"""URIs of buffers and images: data URIs (RFC 2397), and names relative to the file (RFC 3986)."""

from __future__ import annotations

import base64
import binascii
import re
from pathlib import Path
from urllib.parse import unquote, unquote_to_bytes

from raytracer.errors import InputError
from raytracer.io.gltf.document import Document, Entry

_SCHEME = re.compile(r"^[a-zA-Z][a-zA-Z0-9+.-]+:")  # two letters or more: one letter is a Windows drive


def is_data(uri: str) -> bool:
    """Whether the URI holds its own data."""
    return uri[:5].lower() == "data:"


def decode_data(uri: str, entry: Entry) -> bytes:
    """The bytes inside a data URI: any media type, base64 (padding may be missing) or percent-encoded."""
    header, comma, payload = uri[5:].partition(",")
    if not comma:
        raise entry.error("the data URI has no comma before its data", key="uri")
    if header.split(";")[-1].strip().lower() != "base64":
        return unquote_to_bytes(payload)
    compact = "".join(unquote(payload).split()) if "%" in payload else payload
    compact = compact.strip()
    try:
        return base64.b64decode(compact + "=" * (-len(compact) % 4), validate=True)
    except (binascii.Error, ValueError) as error:
        raise entry.error(f"the data URI is not valid base64: {error}", key="uri", remedy="export again") from error


def find_file(uri: str, document: Document, entry: Entry) -> Path:
    """The file that ``uri`` means: percent-decoded first, then literally.

    Raises ``InputError`` when it does not exist, lies outside the permitted folders or is not a local file.
    """
    if _SCHEME.match(uri):
        raise entry.error(
            f"{uri[:80]!r} is not a local file", key="uri", remedy="download it beside the scene and name it relatively"
        )
    decoded = unquote(uri)
    try:
        return _resolve(decoded, document, entry)
    except InputError:
        if decoded == uri:
            raise
        try:
            return _resolve(uri, document, entry)
        except InputError:
            pass
        raise


def _resolve(name: str, document: Document, entry: Entry) -> Path:
    try:
        return document.context.resolve(name, base=document.path.parent, asked_by=entry.where)
    except (OSError, ValueError, RuntimeError) as error:
        raise entry.error(f"{name[:80]!r} is not a usable file name: {error}", key="uri") from error
