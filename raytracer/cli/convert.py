"""``raytracer convert``: any readable scene to the project's own format."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from raytracer.cli.options import AllowOutside, KeepGoing


def convert(
    scene: Annotated[Path, typer.Argument(metavar="IN", help="Scene file.", show_default=False)],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="Scene to write (.toml).", show_default=False)],
    self_contained: Annotated[
        bool, typer.Option("--self-contained", help="Write meshes (PLY) and pictures as files beside OUT.")
    ] = False,
    allow_outside: AllowOutside = False,
    keep_going: KeepGoing = False,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Print errors only.")] = False,
) -> None:
    """Write a scene in the project's own format.

    A model stays in its file, which the scene names as its base; camera, render settings and view are spelled out. What
    lies outside OUT's folder is copied beside it. A scene that is TOML already keeps its author's layout.

    With --self-contained everything is written anew, and nothing of IN is needed any more.
    """
    from raytracer.io.table import load_scene
    from raytracer.io.toml_scene.self_contained import write_self_contained
    from raytracer.io.toml_scene.writer import write_scene

    loaded = load_scene(scene, allow_outside=allow_outside, keep_going=keep_going)
    if self_contained:
        files = write_self_contained(out, loaded.scene)
        warnings = [f"{len(files)} files in {files[0].parent}"] if files else []
    else:
        warnings = write_scene(out, loaded.scene, loaded, spell_out=True)
    if not quiet:
        for text in (*map(str, loaded.notes), *warnings):
            print(text, file=sys.stderr)
        print(f"wrote {out}", file=sys.stderr)
