"""Files that are written whole or not at all."""

from __future__ import annotations

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
    with pytest.raises(OutputError, match="cannot be written"), whole_file(path) as temporary:
        temporary.write_text("a folder of that name is there")
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(OutputError, match="cannot be written") as caught, whole_file(tmp_path / "no" / "a.txt") as name:
        name.write_text("there is no such folder")
    assert caught.value.where == str(tmp_path / "no" / "a.txt")


def test_a_name_may_be_as_long_as_the_system_permits(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 251 + ".txt")
    with whole_file(path) as temporary:
        temporary.write_text("whole")
    assert path.read_text() == "whole"
