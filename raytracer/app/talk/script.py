"""The talk as a file: TOML, validated, in one or several languages. Knows no Qt, so that a bad file fails before a
window opens.

Every step describes a whole state. Only ``scene`` and ``backend`` are taken over from the step before where they are
unset, so that any step can be jumped to, and gone back to, and looks the same each time.
"""

from __future__ import annotations

import difflib
import re
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, model_validator

from raytracer.errors import InputError
from raytracer.resources import scenes_dir
from raytracer.scene.model import Finite, Model, Vec3, quantity
from raytracer.scene.path_filter import ComponentName

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found, unused-ignore]

FORMAT = 1
MAX_BYTES = 1 << 20
MAX_STEPS = 500

Share = Annotated[float, Field(ge=0.0, le=1.0)]
Words = str | dict[str, str]
"""Text, or the text in several languages: ``{ en = "...", nl = "..." }``."""


def in_language(words: Words, language: str) -> str:
    """The text in that language; where it is missing in English, and else in the first language there is."""
    if isinstance(words, str):
        return words
    return words.get(language) or words.get("en") or next(iter(words.values()), "")


class Pose(Model):
    """A place to look from."""

    position: Vec3 = quantity((0.0, 0.0, 5.0), "Where the camera stands", unit="m")
    target: Vec3 = quantity((0.0, 0.0, 0.0), "The point it looks at", unit="m")
    fov_y_deg: float | None = quantity(None, "Vertical field of view; unset: the scene's", unit="degree", gt=0, lt=180)
    seconds: float = quantity(4.0, "In a path: time of the flight to this place", unit="s", gt=0.0, le=600.0)


class Step(Model):
    """One step of a talk."""

    title: Words = quantity("", "Headline on the picture")
    caption: Words = quantity("", "One or two lines below it")
    notes: Words = quantity("", "For the speaker's eyes only")
    layout: Literal["caption", "title", "plain"] = quantity(
        "caption", "caption: words at the bottom; title: large in the middle; plain: no words"
    )
    scene: str = quantity("", "A bundled scene by its name, or a file in the talk's folder; unset: as before")
    camera: str | Pose | None = quantity(None, "Name of one of the scene's cameras, or a pose; unset: the scene's own")
    path: list[Pose] = quantity([], "Flies from the camera through these, once")
    backend: Literal["cpu", "gpu", ""] = quantity("", "Which side renders; unset: as before")
    view: str | None = quantity(None, "Tone curve; unset: the scene's")
    exposure_ev: Finite | None = quantity(None, "Exposure; unset: the scene's", unit="EV")
    max_depth: int | None = quantity(None, "Longest path; unset: the scene's", ge=1, le=65535)
    bounce: int | None = quantity(None, "Only light that bounced so often; unset: the scene's", ge=0, le=65534)
    up_to_bounce: bool = quantity(False, "Up to that many bounces instead of exactly so many")
    components: tuple[ComponentName, ...] | None = quantity(None, "Only these kinds of light")
    follow: tuple[Share, Share] | None = quantity(
        None, "Draws the path of a ray through this point: shares of the picture's width and height"
    )
    panel: str = quantity("", "Panel to show beside the picture, by its name")
    run: bool = quantity(False, "Starts the panel's measurement at once")
    large_figures: bool = quantity(False, "The gap in very large numerals over the picture")
    paused: bool = quantity(False, "Starts paused")


class Talk(Model):
    """A whole talk; ``scene`` and ``backend`` of every step are filled in."""

    format: int = quantity(FORMAT, "Version of the format")
    name: Words = quantity("Talk", "Title of the talk")
    minutes: float = quantity(0.0, "How long it should take; 0: no limit", unit="min", ge=0.0)
    steps: list[Step] = quantity([], "The steps in their order")

    @model_validator(mode="after")
    def _not_empty(self) -> Talk:
        if not 1 <= len(self.steps) <= MAX_STEPS:
            raise ValueError(f"a talk has 1 to {MAX_STEPS} steps")
        return self

    @property
    def languages(self) -> list[str]:
        """The languages that occur in it, in order of appearance; empty for a talk in one language."""
        texts = [self.name] + [text for s in self.steps for text in (s.title, s.caption, s.notes)]
        return list(dict.fromkeys(language for text in texts if isinstance(text, dict) for language in text))


def bundled_talk() -> Path:
    """The talk that ships with the project."""
    return scenes_dir() / "talks" / "what_is_a_gpu.toml"


def read_talk(path: Path) -> Talk:
    """Reads a talk. Raises ``InputError`` with file, line, key and remedy for anything that is wrong in it."""
    data, text = _parse(path)
    if data.get("format") != FORMAT:
        raise InputError(
            "not a talk of a format that this program reads",
            where=str(path),
            remedy=f"begin it with: format = {FORMAT}",
        )
    try:
        talk = Talk.model_validate(data)
    except ValidationError as error:
        raise _explain(error, path, text) from None
    return _filled_in(talk, path, text)


def scene_path(name: str, talk: Path) -> Path:
    """The file of a step's scene: a bundled one for a bare name, else a file below the talk's folder."""
    if re.fullmatch(r"[\w-]+", name):
        return scenes_dir() / f"{name}.toml"
    return (talk.absolute().parent / name).resolve()


def _parse(path: Path) -> tuple[dict[str, Any], str]:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError("too large for a talk", where=str(path), remedy=f"at most {MAX_BYTES >> 20} MiB")
        text = path.read_text(encoding="utf-8")
        return tomllib.loads(text), text
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", where=str(path)) from None
    except ValueError as error:  # not UTF-8, not TOML
        raise InputError(f"not a TOML file: {error}", where=str(path)) from None


def _filled_in(talk: Talk, path: Path, text: str) -> Talk:
    steps: list[Step] = []
    scene, backend = "start", "cpu"
    home = path.absolute().parent.resolve()
    for number, step in enumerate(talk.steps):
        scene, backend = step.scene or scene, step.backend or backend
        file = scene_path(scene, path)
        outside = file.parent != scenes_dir() and not file.is_relative_to(home)
        if outside or not file.is_file():
            raise _no_scene(scene, outside, number, _where(path, text, "steps", number, "scene"))
        steps.append(step.model_copy(update={"scene": scene, "backend": backend}))
    return talk.model_copy(update={"steps": steps})


def _no_scene(scene: str, outside: bool, number: int, where: str) -> InputError:
    """Why a step's scene cannot be shown."""
    if outside:
        return InputError(f"steps[{number}].scene: {scene!r} lies outside the talk's folder", where=where)
    close = difflib.get_close_matches(scene, [s.stem for s in scenes_dir().glob("*.toml")], n=1)
    remedy = f"did you mean {close[0]!r}?" if close else "name a bundled scene, or a file beside the talk"
    return InputError(f"steps[{number}].scene: there is no scene {scene!r}", where=where, remedy=remedy)


def _explain(error: ValidationError, path: Path, text: str) -> InputError:
    """Pydantic's first complaint in our form."""
    first = error.errors()[0]
    keys = [key for key in first["loc"] if not (isinstance(key, str) and key in ("str", "dict[str,str]", "Pose"))]
    name = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys).lstrip(".")
    in_step = len(keys) > 1 and keys[0] == "steps"
    last = str(keys[-1]) if keys else ""
    remedy = ""
    message = first["msg"].removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        known = Step.model_fields if in_step else Talk.model_fields
        close = difflib.get_close_matches(last, known, n=1)
        message = "unknown key"
        remedy = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(known)}"
    return InputError(f"{name}: {message}" if name else message, where=_where(path, text, *keys), remedy=remedy)


def _where(path: Path, text: str, *keys: str | int) -> str:
    """File and line of a key, or of the nearest table around it that is written in the file. Asked on errors only: the
    app does not load the loaders otherwise."""
    from raytracer.io.toml_scene.scan import key_lines

    lines = key_lines(text)
    for end in range(len(keys), 0, -1):
        if keys[:end] in lines:
            return f"{path}:{lines[keys[:end]]}"
    return str(path)
