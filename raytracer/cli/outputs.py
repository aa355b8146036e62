"""Which file each scene of a batch is rendered to."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from raytracer.errors import UsageError

_PLACEHOLDER = "{name}"
_DEFAULT_SUFFIX = ".png"


def plan_outputs(scenes: Sequence[Path], out: str) -> list[Path]:
    """One file per scene: ``out`` itself for one scene, else a folder (``<name>.png`` in it) or a pattern with {name}.

    A folder is what ends in a slash, or is one already when there are several scenes. Raises ``UsageError`` when two
    scenes would be written to the same file, or a scene would be overwritten.
    """
    outputs = [_output(scene, out, several=len(scenes) > 1) for scene in scenes]
    seen: dict[Path, Path] = {}
    for scene, output in zip(scenes, outputs, strict=True):
        key = output.resolve()
        if key in seen:
            raise UsageError(
                f"{seen[key]} and {scene} would both be written to {output}",
                remedy="render them into different folders, one call each",
            )
        seen[key] = scene
        # os.path.exists, unlike Path.exists, takes a name that is too long for one that is not there.
        if os.path.exists(output) and any(output.samefile(other) for other in scenes if os.path.exists(other)):
            raise UsageError(f"-o {out}: {output} is a scene that is to be rendered")
    return outputs


def _output(scene: Path, out: str, *, several: bool) -> Path:
    if _PLACEHOLDER in out:
        return Path(out.replace(_PLACEHOLDER, scene.stem))
    if out.endswith(("/", "\\")) or (several and Path(out).is_dir()):
        return Path(out) / f"{scene.stem}{_DEFAULT_SUFFIX}"
    if several:
        raise UsageError(
            f"-o {out}: several scenes cannot go into one file",
            remedy=f"name a folder, like {out}/, or a pattern, like -o 'out/{_PLACEHOLDER}.png'",
        )
    return Path(out)
