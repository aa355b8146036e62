"""Options that several verbs share, and what their words mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from raytracer.backends import BACKENDS, BackendInfo, BackendName, Contender
from raytracer.errors import BackendError, UsageError
from raytracer.scene.layers import COMBINED, LAYER_NAMES
from raytracer.scene.path_filter import ALL_COMPONENTS, ComponentName
from raytracer.scene.region import Box
from raytracer.session.devices import best_backend, find_backends

BackendChoice = Literal["auto", "cpu", "cuda", "vulkan", "metal"]
TeamChoice = Annotated[
    str,
    typer.Option(
        "--backend",
        metavar="auto|cpu|cuda|vulkan|metal",
        help="Where to render; auto takes the best GPU, or the CPU. Several fill one picture together: cpu+cuda, "
        "cpu:1+cpu:1 (threads of the CPU backend).",
    ),
]


def parse_team(choice: str) -> list[Contender]:
    """``cpu:1+cuda`` -> contenders. Raises ``UsageError``."""
    team = []
    for word in choice.split("+"):
        name, colon, threads = word.strip().partition(":")
        backend = next((known for known in BACKENDS if known == name), None)
        counted = threads.isdecimal() and 1 <= int(threads) <= 1024
        if backend is None or (colon and (backend != "cpu" or not counted)):
            raise UsageError(
                f"--backend {choice}: {word.strip()!r} is no backend",
                remedy="auto, cpu, cuda, vulkan or metal; together like cpu+cuda, or cpu:1+cpu:1 with threads",
            )
        team.append(Contender(backend, int(threads) if colon else 0))
    return team


Software = Annotated[
    bool, typer.Option("--software-vulkan", help="Accept a Vulkan driver that runs on the CPU (slow; for testing).")
]
AllowOutside = Annotated[
    bool, typer.Option("--allow-outside", help="Let the scene read files outside its own folder tree.")
]
KeepGoing = Annotated[
    bool, typer.Option("--keep-going", help="Render without textures and meshes that are missing, and say so.")
]
Threads = Annotated[int, typer.Option(help="Threads of the CPU backend; 0 is all.", min=0, max=1024)]
ShaderPath = Annotated[
    list[Path] | None,
    typer.Option("--shader-path", help="Trust and use shaders in this folder, too; may be repeated.", metavar="DIR"),
]
Size = Annotated[str | None, typer.Option("--size", help="Size of the picture in pixels.", metavar="WxH")]


def parse_size(text: str) -> tuple[int, int]:
    """``1920x1080`` -> (1920, 1080). Raises ``UsageError``."""
    width, separator, height = text.lower().replace("×", "x").partition("x")
    if not (separator and width.strip().isdecimal() and height.strip().isdecimal()):
        raise UsageError(f"--size {text}: expected WIDTHxHEIGHT in whole pixels", remedy="for example --size 1920x1080")
    size = int(width), int(height)
    if not all(1 <= side <= 65536 for side in size):
        raise UsageError(f"--size {text}: each side must be 1 to 65536 pixels")
    return size


def parse_region(text: str) -> Box | None:
    """``100,50,400,300`` -> (100, 50, 400, 300), ``all`` -> None. Raises ``UsageError``."""
    words = [word.strip() for word in text.split(",")]
    if words == ["all"]:
        return None
    if len(words) != 4 or not all(word.isdecimal() for word in words):
        raise UsageError(
            f"--region {text}: expected the left, top, right and bottom edge in whole pixels, or all",
            remedy="for example --region 100,50,400,300",
        )
    left, top, right, bottom = (int(word) for word in words)
    if left >= right or top >= bottom:
        raise UsageError(f"--region {text}: the right edge must be beyond the left one, the bottom below the top")
    return left, top, right, bottom


def parse_components(text: str) -> tuple[ComponentName, ...]:
    """``direct,indirect`` -> ("direct", "indirect"). Raises ``UsageError``."""
    wanted = [word.strip() for word in text.split(",")]
    for word in wanted:
        if word not in ALL_COMPONENTS:
            raise UsageError(f"--component: there is no {word!r}", remedy=f"one or more of {','.join(ALL_COMPONENTS)}")
    return tuple(name for name in ALL_COMPONENTS if name in wanted)


def parse_layers(option: str, text: str | None) -> tuple[str, ...]:
    """``albedo,depth`` -> ("albedo", "depth"), the light left out. Raises ``UsageError``."""
    wanted = [word.strip() for word in text.split(",")] if text is not None else []
    for word in wanted:
        if word not in LAYER_NAMES:
            raise UsageError(f"{option}: there is no layer {word!r}", remedy=f"one of {', '.join(LAYER_NAMES)}")
    return tuple(dict.fromkeys(word for word in wanted if word != COMBINED))


def check_folders(folders: list[Path] | None) -> tuple[Path, ...]:
    """The shader folders as absolute paths. Raises ``UsageError`` for what is no folder."""
    for folder in folders or []:
        if not folder.is_dir():
            raise UsageError(f"--shader-path {folder}: no such folder")
    return tuple(folder.resolve() for folder in folders or [])


def choose_backend(choice: str, *, software: bool) -> tuple[BackendInfo, str]:
    """The backend to use, and a line that says why when ``auto`` did not find a GPU.

    Raises ``BackendError`` with the reason when the one asked for is not available.
    """
    if choice == "cpu":
        return BackendInfo("cpu", True), ""
    found = {info.name: info for info in find_backends()}
    if choice == "auto":
        name = best_backend(list(found.values()))
        if name == "cpu" and software and found["vulkan"].available:
            name = "vulkan"
        missing = "; ".join(i.reason for i in found.values() if i.reason and i.reason not in ("only on macOS",))
        return found[name], f"no GPU ({missing})" if name == "cpu" else ""
    info = found[_backend_name(choice)]
    if not info.available:
        raise BackendError(f"{choice} is not available: {info.reason}", remedy="see 'raytracer devices'")
    if info.software and not software:
        raise BackendError(
            f"{info.reason or f'{choice} is a software driver'} that runs on the CPU",
            remedy="use --backend cpu, which is faster, or allow it with --software-vulkan",
        )
    return info, ""


def describe_device(info: BackendInfo) -> str:
    """``cpu: AMD EPYC, 2 threads`` or ``vulkan: llvmpipe, a software driver, runs on the CPU``."""
    parts = [info.device or info.name]
    if info.threads:
        parts.append(f"{info.threads} thread{'s' if info.threads > 1 else ''}")
    if info.software:
        parts.append("a software driver, runs on the CPU")
    return f"{info.name}: {', '.join(parts)}"


def _backend_name(choice: str) -> BackendName:
    for name in BACKENDS:
        if name == choice:
            return name
    raise UsageError(f"there is no backend {choice!r}", remedy=f"one of auto, {', '.join(BACKENDS)}")
