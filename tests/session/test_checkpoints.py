"""A film on disk goes on as if nothing had happened; what does not fit is refused in words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from raytracer.engine.renderer import Renderer
from raytracer.errors import InputError, OutputError
from raytracer.scene import Scene
from raytracer.session import checkpoints
from tests.engine.scenes import cornell


def finish(renderer: Renderer) -> np.ndarray:
    while not renderer.finished:
        renderer.render_pass(target_seconds=0.2)
    return renderer.linear()


def stop_at(renderer: Renderer, scene: Scene, samples: int) -> None:
    """Renders in small launches and stops somewhere in the middle of a round."""
    renderer.load(scene)
    done = 0
    while done < samples:
        done += renderer.render_items(64 * 3).samples if scene.settings.noise == 0.0 and done else 0
        done += renderer.render_pass(target_seconds=1e-4).samples


@pytest.mark.parametrize("samples", [40, 37 * 23 + 200, 37 * 23 * 6 + 100])
@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_the_picture_is_the_same_bit_for_bit(renderer: Renderer, tmp_path: Path, samples: int, noise: float) -> None:
    scene = cornell(spp=30, noise=noise, width=37, height=23)
    renderer.load(scene)
    straight = finish(renderer)
    counts = renderer.sample_counts()
    stop_at(renderer, scene, samples)
    assert not renderer.finished
    spp = renderer.spp
    checkpoints.save(tmp_path / "new" / "film.npz", renderer, scene)
    renderer.load(scene)
    assert checkpoints.load(tmp_path / "new" / "film.npz", renderer, scene) == spp
    assert np.array_equal(finish(renderer), straight)
    assert np.array_equal(renderer.sample_counts(), counts)
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["film.npz"]


def test_more_samples_and_another_threshold_fit(renderer: Renderer, tmp_path: Path) -> None:
    few, many = cornell(spp=2), cornell(spp=5)
    renderer.load(few)
    finish(renderer)
    checkpoints.save(tmp_path / "film.npz", renderer, few)
    renderer.load(many)
    assert checkpoints.load(tmp_path / "film.npz", renderer, many) == 2.0
    longer = finish(renderer)
    renderer.load(many)
    assert np.array_equal(finish(renderer), longer)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 4}, "seed 0 instead of 4"),
        ({"max_depth": 3}, "max_depth .* instead of 3"),
        ({"width": 31}, "width .* instead of 31"),
    ],
)
def test_other_settings_are_refused(renderer: Renderer, tmp_path: Path, change: dict[str, int], words: str) -> None:
    scene = cornell(spp=2)
    renderer.load(scene)
    finish(renderer)
    checkpoints.save(tmp_path / "film.npz", renderer, scene)
    other = cornell(spp=2, **change)
    renderer.load(other)
    with pytest.raises(InputError, match=words):
        checkpoints.load(tmp_path / "film.npz", renderer, other)
    assert renderer.spp == 0.0


def test_another_scene_and_camera_are_refused(renderer: Renderer, tmp_path: Path) -> None:
    scene = cornell(spp=1)
    renderer.load(scene)
    finish(renderer)
    checkpoints.save(tmp_path / "film.npz", renderer, scene)
    other = cornell(spp=1)
    other.materials[0] = other.materials[0].model_copy(update={"name": "only the name"})
    renderer.load(other)
    checkpoints.load(tmp_path / "film.npz", renderer, other)
    other.cameras[0] = other.camera.model_copy(update={"fov_y_deg": 20.0})
    other.instances.pop()
    with pytest.raises(InputError, match=r"the scene's contents, the camera"):
        checkpoints.load(tmp_path / "film.npz", renderer, other)


@pytest.mark.parametrize("content", [b"", b"no checkpoint", b"PK\x03\x04 cut short"])
def test_garbage_is_refused(renderer: Renderer, tmp_path: Path, content: bytes) -> None:
    scene = cornell(spp=1)
    renderer.load(scene)
    path = tmp_path / "film.npz"
    path.write_bytes(content)
    with pytest.raises(InputError, match="checkpoint"):
        checkpoints.load(path, renderer, scene)


def test_a_checkpoint_cut_short_is_refused(renderer: Renderer, tmp_path: Path) -> None:
    scene = cornell(spp=1)
    renderer.load(scene)
    finish(renderer)
    path = tmp_path / "film.npz"
    checkpoints.save(path, renderer, scene)
    path.write_bytes(path.read_bytes()[:-2000])
    with pytest.raises(InputError, match="no whole checkpoint"):
        checkpoints.load(path, renderer, scene)
    with pytest.raises(InputError, match="no such checkpoint"):
        checkpoints.load(tmp_path / "none.npz", renderer, scene)
    with pytest.raises(OutputError, match="cannot be written"):
        checkpoints.save(path / "below a file.npz", renderer, scene)
