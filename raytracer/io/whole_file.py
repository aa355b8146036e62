"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from raytracer.errors import OutputError


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A name beside ``path`` to write to. When that went well, it is flushed to the disk and becomes ``path``.

    Otherwise it is removed, and an older file of that name is still there. A link stays one: the file behind it is
    written. An older file's permissions are kept. Raises ``OutputError`` about ``path`` for whatever the system
    refuses, also in the block, and where something else than a file is there.
    """
    target = behind_links(path)
    temporary = temporary_name(target)
    try:
        yield temporary
        if target.exists():
            shutil.copymode(target, temporary)
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(target)
    except OutputError as error:
        message = error.message.replace(str(temporary), str(path))
        raise OutputError(message, where=str(path), remedy=error.remedy) from error
    except OSError as error:
        raise OutputError(f"cannot be written: {error.strerror or error}", where=str(path)) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def behind_links(path: Path) -> Path:
    """The file that is meant. Raises ``OutputError`` if something else than a file is there."""
    if path.is_dir():
        raise OutputError("is a folder", where=str(path), remedy="name a file in it")
    if path.exists() and not path.is_file():
        raise OutputError("is not a regular file", where=str(path), remedy="choose another name")
    return path.resolve()


def temporary_name(path: Path) -> Path:
    """A hidden file beside ``path`` that is not there yet, with its suffix.

    Short, since the name of ``path`` itself may be as long as the system permits.
    """
    return path.with_name(f".{os.getpid()}-{secrets.token_hex(4)}{path.suffix.lower()}")
