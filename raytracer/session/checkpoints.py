"""Films on disk: a batch that was interrupted goes on where it was, with the very samples that were missing.

A checkpoint is an ``.npz`` of NumPy arrays and one JSON text that says what was rendered. It fits the same scene,
camera and settings, except for where and when to stop; anything else is refused, and the message says what differs.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from raytracer.errors import InputError
from raytracer.io.whole_file import whole_file
from raytracer.scene import Scene
from raytracer.session.measure.fingerprint import scene_hash

if TYPE_CHECKING:
    from raytracer.engine.renderer import Renderer

FORMAT = 1
_WHAT = "what"
_STOPS = {"spp", "noise", "region"}
"""Settings that only say where and when to stop."""


def save(path: Path, renderer: Renderer, scene: Scene) -> None:
    """Writes beside the target and renames: an older checkpoint is replaced by a whole one. Raises ``OutputError``."""
    from raytracer.engine.checkpoint import film_state

    state = film_state(renderer.film)
    with whole_file(path) as temporary:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            np.savez(file, **{_WHAT: np.asarray(json.dumps(_description(scene)))}, **state)  # type: ignore[arg-type]


def load(path: Path, renderer: Renderer, scene: Scene) -> float:
    """Restores the film; its samples per pixel. Raises ``InputError``, and leaves the film empty or as it was."""
    from raytracer.engine.checkpoint import restore_film

    what, state = _read(path)
    differences = _differences(what, _description(scene))
    if differences:
        raise InputError(
            f"this checkpoint is of another picture: {', '.join(differences)}",
            where=str(path),
            remedy="render with what it was made with, or without --resume",
        )
    try:
        restore_film(renderer.film, state)
    except (KeyError, ValueError, TypeError) as error:
        renderer.clear()
        raise _damaged(path, error) from error
    return renderer.spp


def _read(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        what = json.loads(str(arrays.pop(_WHAT)))
        if not isinstance(what, dict):
            raise ValueError("no description")
    except FileNotFoundError as error:
        raise InputError("there is no such checkpoint", where=str(path)) from error
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", where=str(path)) from error
    except (ValueError, KeyError, zipfile.BadZipFile, EOFError, AttributeError) as error:
        raise _damaged(path, error) from error
    if what.get("format") != FORMAT:
        raise InputError("this checkpoint was written by another version", where=str(path))
    return what, arrays


def _damaged(path: Path, error: Exception) -> InputError:
    return InputError(f"this is no whole checkpoint ({error})", where=str(path), remedy="render without --resume")


def _description(scene: Scene) -> dict[str, Any]:
    """What the samples depend on, as JSON holds it."""
    return {
        "format": FORMAT,
        "scene": scene_hash(scene),
        "camera": json.loads(scene.camera.model_dump_json(exclude={"name"})),
        "settings": json.loads(scene.settings.model_dump_json(exclude=_STOPS)),
    }


def _differences(stored: dict[str, Any], current: dict[str, Any]) -> list[str]:
    """In words, what is not the same."""
    found = ["the scene's contents"] if stored.get("scene") != current["scene"] else []
    if stored.get("camera") != current["camera"]:
        found.append("the camera")
    was, now = stored.get("settings"), current["settings"]
    was = was if isinstance(was, dict) else {}
    found += [f"{name} {was.get(name)} instead of {now[name]}" for name in now if was.get(name) != now[name]]
    return found
