"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from raytracer.errors import OutputError


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A name beside ``path`` to write to. When that went well, it is flushed to the disk and becomes ``path``.

    Otherwise it is removed, and an older file of that name is still there. Whatever the system refuses in the block is
    raised as ``OutputError``.
    """
    temporary = temporary_name(path)
    try:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise OutputError(f"cannot be written: {error.strerror or error}", where=str(path)) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def temporary_name(path: Path) -> Path:
    """A hidden file beside ``path`` that is not there yet, with its suffix.

    Short, since the name of ``path`` itself may be as long as the system permits.
    """
    return path.with_name(f".{os.getpid()}-{secrets.token_hex(4)}{path.suffix.lower()}")
