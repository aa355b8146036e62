"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from raytracer.errors import OutputError
from raytracer.io.whole_file import whole_file


def test_a_file_replaces_the_older_one_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with whole_file(path) as temporary:
        temporary.write_text("new")
        assert path.read_text() == "old"
        assert temporary.suffix == ".txt"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("stop", [ValueError, KeyboardInterrupt])
def test_whoever_stops_in_between_leaves_the_older_one(tmp_path: Path, stop: type[BaseException]) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def begin() -> None:
        with whole_file(path) as temporary:
            temporary.write_text("half of it")
            raise stop

    with pytest.raises(stop):
        begin()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_the_system_refuses_is_said(tmp_path: Path) -> None:
    path = tmp_path / "folder"
    path.mkdir()
    with pytest.raises(OutputError, match="is a folder"), whole_file(path):
        pass
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(OutputError, match="cannot be written") as caught, whole_file(tmp_path / "no" / "a.txt") as name:
        name.write_text("there is no such folder")
    assert caught.value.where == str(tmp_path / "no" / "a.txt")


def test_a_message_does_not_name_the_hidden_file(tmp_path: Path) -> None:
    path = tmp_path / "a.exr"

    def fail() -> None:
        with whole_file(path) as temporary:
            raise OutputError(f"{temporary}: no room", where=str(temporary), remedy="make room")

    with pytest.raises(OutputError) as caught:
        fail()
    assert caught.value.message == f"{path}: no room"
    assert (caught.value.where, caught.value.remedy) == (str(path), "make room")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX only: links, permissions, pipes")
def test_links_stay_links_and_permissions_stay(tmp_path: Path) -> None:
    real, link, pipe = tmp_path / "real.txt", tmp_path / "link.txt", tmp_path / "pipe.txt"
    real.write_text("old")
    real.chmod(0o600)
    link.symlink_to(real.name)
    with whole_file(link) as temporary:
        temporary.write_text("new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert real.stat().st_mode & 0o777 == 0o600
    os.mkfifo(pipe)
    with pytest.raises(OutputError, match="is not a regular file"), whole_file(pipe):
        pass


def test_a_name_may_be_as_long_as_the_system_permits(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 251 + ".txt")
    with whole_file(path) as temporary:
        temporary.write_text("whole")
    assert path.read_text() == "whole"
