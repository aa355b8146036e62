"""Scenes that a worker keeps ready."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from raytracer.errors import InputError
from raytracer.io.report import LoadResult
from raytracer.scene import Scene
from raytracer.session.client import RenderClient
from raytracer.session.kept import KeptScenes
from raytracer.session.protocol import Open, Prepare, Prepared, SceneLoaded
from tests.session.recording import Recorder
from tests.session.stand_in import StandInRenderer


class Loader:
    """Counts what it is asked for; refuses "bad.toml"."""

    def __init__(self) -> None:
        self.loads: list[str] = []

    def __call__(self, command: Open, progress: Callable[[str, float | None], None]) -> LoadResult:
        self.loads.append(command.path.name)
        progress("reading", None)
        if command.path.name == "bad.toml":
            raise InputError("not a scene", where="bad.toml")
        return LoadResult(Scene(name=command.path.name), [])


@pytest.fixture
def loader() -> Loader:
    return Loader()


@pytest.fixture
def kept(loader: Loader) -> KeptScenes:
    return KeptScenes(StandInRenderer("cpu", 1), loader)


def files(folder: Path, *names: str) -> tuple[Path, ...]:
    for name in names:
        (folder / name).write_text("scene")
    return tuple(folder / name for name in names)


def finish(kept: KeptScenes) -> list[Prepared]:
    answers = []
    while kept.busy:
        answers.append(kept.advance(lambda text, fraction: None))
    return answers


def test_every_scene_is_answered_and_found(kept: KeptScenes, loader: Loader, tmp_path: Path) -> None:
    a, bad, b = files(tmp_path, "a.toml", "bad.toml", "b.toml")
    kept.ask(Prepare((a, bad, b, a), request=4))
    answers = finish(kept)
    assert [(answer.path, answer.done, answer.total) for answer in answers] == [(a, 1, 3), (bad, 2, 3), (b, 3, 3)]
    assert {answer.request for answer in answers} == {4}
    assert [answer.error is None for answer in answers] == [True, False, True]
    found = kept.find(Open(b))
    assert found is not None
    assert found.loaded.scene.name == "b.toml"
    assert kept.find(Open(bad)) is None
    assert kept.find(Open(a, allow_outside=True)) is None, "it was read under another permission"


def test_following_paths_is_compiled_where_that_is_said(loader: Loader, tmp_path: Path) -> None:
    renderer = StandInRenderer("cpu", 1)
    kept = KeptScenes(renderer, loader)
    a, bad, b = files(tmp_path, "a.toml", "bad.toml", "b.toml")
    kept.ask(Prepare((a, b)))
    finish(kept)
    assert not renderer.followed
    kept.ask(Prepare((a, bad, b), followed=(bad, b)))  # b is there already
    finish(kept)
    assert renderer.followed == ["b.toml"]


def test_a_file_that_changed_is_read_again(kept: KeptScenes, loader: Loader, tmp_path: Path) -> None:
    a, b = files(tmp_path, "a.toml", "b.toml")
    kept.ask(Prepare((a, b)))
    finish(kept)
    a.write_text("another scene")
    assert kept.find(Open(a)) is None
    kept.ask(Prepare((a, b)))
    assert len(finish(kept)) == 2
    assert loader.loads == ["a.toml", "b.toml", "a.toml"]


def test_what_is_not_named_again_is_forgotten(kept: KeptScenes, tmp_path: Path) -> None:
    a, b = files(tmp_path, "a.toml", "b.toml")
    kept.ask(Prepare((a, b)))
    finish(kept)
    kept.forget(b)
    assert kept.find(Open(b)) is None
    kept.ask(Prepare(()))
    assert not kept.busy
    assert kept.find(Open(a)) is None


def test_an_interrupted_scene_stays_the_next(kept: KeptScenes, tmp_path: Path) -> None:
    (a,) = files(tmp_path, "a.toml")
    kept.ask(Prepare((a,)))

    def interrupt(_text: str, _fraction: float | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kept.advance(interrupt)
    assert kept.busy
    assert [answer.path for answer in finish(kept)] == [a]


def test_a_worker_prepares_between_passes_and_opens_at_once(
    make_client: Callable[..., RenderClient], recorder: Recorder, tmp_path: Path
) -> None:
    first, slow = files(tmp_path, "first.toml", "slow.toml")
    client = make_client()
    client.send(Open(first))
    client.send(Prepare((slow, first), request=9))
    recorder.wait_for(Prepared, 2, timeout=60.0)
    assert [answer.error for answer in recorder.of(Prepared)] == [None, None]
    client.send(Open(slow, request=2))
    loaded = recorder.wait_for(SceneLoaded, 2)
    assert loaded.request == 2
    assert loaded.load_seconds < 1.0, "the slow file takes four seconds to read"
