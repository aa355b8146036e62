"""Tells the format of a file from its first bytes, for files with an unknown suffix or none."""

from __future__ import annotations

import re
from pathlib import Path

_ENOUGH = 4096
_OBJ_LINE = re.compile(rb"^\s*(v|vt|vn|f|o|g|mtllib|usemtl)\s+\S", re.MULTILINE)
_TOML_LINE = re.compile(rb"^\s*(\[[^\]]+\]|[\w.-]+\s*=\s*\S)", re.MULTILINE)


def suffix_of_content(path: Path) -> str:
    """The suffix such a file should have (".ply"), or "" when nothing fits."""
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.read(_ENOUGH)
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if head.startswith(b"glTF"):
        return ".glb"
    if text.startswith(b"ply"):
        return ".ply"
    if text[:6].lower() == b"solid " or size == 84 + 50 * int.from_bytes(head[80:84], "little"):
        return ".stl"
    if text.startswith(b"{") and b'"asset"' in head:
        return ".gltf"
    if text.startswith(b"<"):
        return ".xml" if b"<scene" in head else ""
    if b"\0" in head:
        return ""
    if _TOML_LINE.search(text):
        return ".toml"
    return ".obj" if _OBJ_LINE.search(text) else ""
