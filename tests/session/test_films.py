"""The film in shared memory."""

from __future__ import annotations

import secrets
from pathlib import Path

import numpy as np

from raytracer.session.films import FilmReader, FilmWriter, film_prefix

SHARED = Path("/dev/shm")


def some_film(height: int, width: int, value: float) -> np.ndarray:
    return np.full((height, width, 3), value, np.float32)


def left(prefix: str) -> list[str]:
    return [path.name for path in SHARED.glob(f"{prefix}*")] if SHARED.exists() else []


def test_a_film_crosses_and_nothing_is_left() -> None:
    prefix = f"rt_{secrets.token_hex(4)}"
    writer, reader = FilmWriter(prefix), FilmReader()
    film = np.random.default_rng(1).random((5, 7, 3), np.float32)
    name = writer.write(film)
    assert name.startswith(film_prefix(prefix))
    reader.attach(name)
    seen = reader.read(7, 5)
    assert seen is not None
    assert np.array_equal(seen, film)
    del seen
    writer.close()
    reader.close()
    assert left(prefix) == []


def test_another_size_is_another_segment_and_the_old_one_goes() -> None:
    prefix = f"rt_{secrets.token_hex(4)}"
    writer, reader = FilmWriter(prefix), FilmReader()
    first = writer.write(some_film(4, 4, 1.0))
    reader.attach(first)
    held = reader.read(4, 4)
    second = writer.write(some_film(8, 8, 2.0))
    assert second != first
    reader.attach(second)
    assert held is not None
    assert held[0, 0, 0] == 1.0  # who still looks at the old film may go on
    seen = reader.read(8, 8)
    assert seen is not None
    assert seen[7, 7, 2] == 2.0
    assert writer.write(some_film(8, 8, 3.0)) == second
    assert seen[0, 0, 0] == 3.0
    del held, seen
    writer.close()
    reader.close()
    assert left(prefix) == []


def test_a_segment_that_is_gone_or_too_small_gives_nothing() -> None:
    reader = FilmReader()
    reader.attach("rt_no_such_segment_1")
    assert reader.read(4, 4) is None
    prefix = f"rt_{secrets.token_hex(4)}"
    writer = FilmWriter(prefix)
    reader.attach(writer.write(some_film(2, 2, 1.0)))
    assert reader.read(4000, 4000) is None
    writer.close(unlink=True)
    reader.close()
