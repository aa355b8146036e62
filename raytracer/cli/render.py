"""``raytracer render``: scenes to pictures, without a display."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from raytracer.cli.options import (
    AllowOutside,
    KeepGoing,
    ShaderPath,
    Size,
    Software,
    TeamChoice,
    Threads,
    check_folders,
    parse_components,
    parse_layers,
    parse_region,
    parse_size,
    parse_team,
)
from raytracer.cli.outputs import plan_outputs
from raytracer.errors import InputError, UsageError
from raytracer.scene.layers import LAYER_NAMES, find
from raytracer.scene.path_filter import ALL_COMPONENTS

_NO_LIMIT = 2**31 - 1
_MOST_FOR_NOISE = 16384
"""Samples at which a pixel is given up that does not get below the noise threshold."""


def render(
    scenes: Annotated[list[Path], typer.Argument(metavar="SCENE...", help="Scene files.", show_default=False)],
    out: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="Picture to write: .png .jpg .webp .tif as seen, .exr .hdr linear. For several scenes a folder, or a "
            "pattern with {name}.",
        ),
    ],
    backend: TeamChoice = "auto",
    size: Size = None,
    spp: Annotated[int | None, typer.Option(help="Samples per pixel.", min=1, max=_NO_LIMIT)] = None,
    time: Annotated[float | None, typer.Option(help="Stop after so many seconds of rendering.", min=0.001)] = None,
    noise: Annotated[
        float | None,
        typer.Option(
            help="Stop where the estimated error is below this share of the brightness, e.g. 0.05; without --spp and "
            "--time at most 16384 samples.",
            min=0.0,
            max=1.0,
        ),
    ] = None,
    max_depth: Annotated[int | None, typer.Option(help="Longest path, in rays.", min=1, max=65535)] = None,
    bounce: Annotated[
        int | None,
        typer.Option(help="Only light that bounced exactly so often; 0 is what shines itself.", min=0, max=65534),
    ] = None,
    component: Annotated[
        str | None,
        typer.Option(metavar="NAME[,NAME]", help=f"Only these kinds of light: {', '.join(ALL_COMPONENTS)}."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Same seed, same picture.", min=0, max=2**32 - 1)] = None,
    camera: Annotated[str | None, typer.Option(help="Name of one of the scene's cameras.")] = None,
    exposure: Annotated[float | None, typer.Option(help="Exposure compensation in EV.", min=-64.0, max=64.0)] = None,
    view: Annotated[str | None, typer.Option(help="agx, aces, filmic, neutral, standard or raw.")] = None,
    region: Annotated[
        str | None,
        typer.Option(
            metavar="X0,Y0,X1,Y1",
            help="Only this part, in pixels from the upper left corner, widened to squares of 8; the rest stays empty. "
            "all: everything, also where the scene file has a region.",
        ),
    ] = None,
    layer: Annotated[
        str | None, typer.Option(metavar="NAME", help=f"Show this instead of the light: {', '.join(LAYER_NAMES[1:])}.")
    ] = None,
    layers: Annotated[
        str | None,
        typer.Option(metavar="NAME[,NAME]", help="Write these layers into the EXR file, too, with all their digits."),
    ] = None,
    denoise: Annotated[
        bool,
        typer.Option("--denoise", help="Take the rest of the noise out; the file says so. Needs raytracer[denoise]."),
    ] = False,
    threads: Threads = 0,
    checkpoint: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep the samples in this file, once a minute and at the end or Ctrl-C."),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Go on with the samples in this file, and keep them there."),
    ] = None,
    json_to: Annotated[
        str | None, typer.Option("--json", metavar="FILE|-", help="Write one JSON object a scene, one a line.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")] = False,
    allow_outside: AllowOutside = False,
    keep_going: KeepGoing = False,
    shader_path: ShaderPath = None,
    software: Software = False,
) -> int:
    """Render scenes to pictures.

    Ctrl-C saves what there is; a second one quits at once.
    """
    from raytracer.cli.interrupts import Interrupts
    from raytracer.cli.progress import make_reporter
    from raytracer.cli.results import Results
    from raytracer.cli.runner import Job, Runner, WorkerChoice
    from raytracer.session.denoise import check_available

    team = "+" in backend or ":" in backend
    if backend != "auto":
        parse_team(backend)
    if denoise:
        check_available()
    folders = check_folders(shader_path)
    outputs = plan_outputs(scenes, out)
    settings: dict[str, Any] = {"spp": spp, "noise": noise, "max_depth": max_depth, "seed": seed, "bounce": bounce}
    more = parse_layers("--layers", layers)
    shown = next(iter(parse_layers("--layer", layer)), None)
    if shown and spp is None and time is None and find(shown).source != "film" and not more:
        settings["spp"] = 1  # the light is not looked at
    settings["components"] = None if component is None else parse_components(component)
    if size is not None:
        settings["width"], settings["height"] = parse_size(size)
    if spp is None and (time is not None or noise):
        settings["spp"] = _NO_LIMIT if time is not None else _MOST_FOR_NOISE
    if (more or shown) and team:
        raise UsageError("layers are made by one backend", remedy="leave --layer and --layers out, or name one backend")
    box = parse_region(region) if region is not None else None
    if box is not None and team:
        raise UsageError("a region is rendered by one backend", remedy="leave --region out, or name one backend")
    job = Job(
        _given(settings) | ({} if region is None else {"region": None}),
        _given(
            {"exposure_ev": exposure, "view": _known_view(view, folders), "layer": shown, "denoise": denoise or None}
        ),
        time,
        camera,
        allow_outside,
        keep_going,
        checkpoint,
        resume,
        more,
        box,
    )
    _check_checkpoints(scenes, checkpoint, resume, team=team)
    workers = WorkerChoice(backend, threads, folders, software)
    with Interrupts() as interrupts, Results(json_to) as results, make_reporter(quiet=quiet) as reporter:
        _check_files(scenes, outputs, more)
        runner = Runner(job, workers, interrupts, results, reporter)
        return runner.run(list(zip(scenes, outputs, strict=True)))


def _check_checkpoints(scenes: list[Path], checkpoint: str | None, resume: str | None, *, team: bool) -> None:
    """Raises ``UsageError`` where checkpoints cannot work, ``InputError`` where one is missing."""
    for option, pattern in (("--checkpoint", checkpoint), ("--resume", resume)):
        if pattern is None:
            continue
        if team:
            raise UsageError(f"{option} works with one backend", remedy="leave it out, or render on one")
        if len(scenes) > 1 and "{name}" not in pattern:
            raise UsageError(
                f"{option} {pattern}: several scenes cannot share one file", remedy="put {name} into the file's name"
            )
    for scene in scenes if resume is not None else []:
        file = resume.replace("{name}", scene.stem)  # type: ignore[union-attr]
        if not os.path.isfile(file):
            raise InputError("there is no such checkpoint", where=f"--resume {file}")


def _given(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _known_view(name: str | None, folders: tuple[Path, ...]) -> str | None:
    """Raises ``InputError`` that lists the views there are."""
    if name is not None:
        from raytracer.scene import shader_catalog

        for folder in folders:
            shader_catalog.add_folder(folder)
        shader_catalog.get("views", name)
    return name


def _check_files(scenes: list[Path], outputs: list[Path], layers: tuple[str, ...]) -> None:
    """What can be known before anything is rendered: better now than after the first hundred scenes."""
    from raytracer.io.image_output import check_layers, check_writable

    for scene in scenes:
        if not os.path.exists(scene):
            raise InputError("file not found", where=str(scene))
    for output in outputs:
        check_layers(output, layers)
        check_writable(output)
