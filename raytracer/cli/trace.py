"""``raytracer trace``: what one sample of one pixel did, vertex by vertex; for lessons and for bug reports."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from raytracer.cli.options import (
    AllowOutside,
    BackendChoice,
    KeepGoing,
    ShaderPath,
    Size,
    Software,
    Threads,
    check_folders,
    choose_backend,
    parse_size,
)
from raytracer.cli.table import format_table
from raytracer.errors import UsageError

if TYPE_CHECKING:
    from raytracer.backends import BackendInfo
    from raytracer.scene.path_record import PathRecord, PathVertex, Triple


_WAYS = {"delta": ", mirrors", "straight": ", goes straight on", "absorbed": ", is absorbed"}


def trace(
    scene: Annotated[Path, typer.Argument(metavar="SCENE", help="Scene file.", show_default=False)],
    pixel: Annotated[str, typer.Option(metavar="X,Y", help="The pixel: column and row, 0,0 is the upper left one.")],
    sample: Annotated[int, typer.Option(help="Which of its samples, from 0.", min=0, max=2**31 - 1)] = 0,
    backend: Annotated[
        BackendChoice, typer.Option(help="Where to trace; auto takes the best GPU, or the CPU.")
    ] = "auto",
    size: Size = None,
    max_depth: Annotated[int | None, typer.Option(help="Longest path, in rays.", min=1, max=65535)] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the picture.", min=0, max=2**32 - 1)] = None,
    camera: Annotated[str | None, typer.Option(help="Name of one of the scene's cameras.")] = None,
    threads: Threads = 0,
    json_to: Annotated[
        str | None, typer.Option("--json", metavar="FILE|-", help="Write the whole record as one JSON object.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No table, errors only.")] = False,
    allow_outside: AllowOutside = False,
    keep_going: KeepGoing = False,
    shader_path: ShaderPath = None,
    software: Software = False,
) -> int:
    """Follow one sample of one pixel through the scene.

    It is the very sample that a render with the same size, camera and seed adds to that pixel, traced by the same code.
    """
    from raytracer.cli.results import Results
    from raytracer.session.protocol import Open

    x, y = parse_pixel(pixel)
    settings: dict[str, Any] = {"max_depth": max_depth, "seed": seed}
    if size is not None:
        settings["width"], settings["height"] = parse_size(size)
    command = Open(
        scene,
        allow_outside=allow_outside,
        keep_going=keep_going,
        settings={name: value for name, value in settings.items() if value is not None},
    )
    info, why = choose_backend(backend, software=software)
    folders = check_folders(shader_path)
    with Results(json_to) as results:
        record = _follow(command, (x, y, sample), camera, info, (threads, folders, software), quiet=quiet)
        results.add({"scene": str(scene), **record.as_json()})
    if not quiet and json_to != "-":
        print(describe(record), *([why] if why else []), sep="\n")
    return 0


def parse_pixel(text: str) -> tuple[int, int]:
    """``640,360`` -> (640, 360). Raises ``UsageError``."""
    x, separator, y = (part.strip() for part in text.partition(","))
    if not (separator and x.isdecimal() and y.isdecimal()):
        raise UsageError(f"--pixel {text}: expected COLUMN,ROW in whole pixels", remedy="for example --pixel 640,360")
    return int(x), int(y)


def _follow(
    command: Any,
    at: tuple[int, int, int],
    camera: str | None,
    info: BackendInfo,
    worker: tuple[int, tuple[Path, ...], bool],
    *,
    quiet: bool,
) -> PathRecord:
    """The record from a worker that lives for this one question; ``at`` is x, y, sample."""
    from raytracer.cli.batch import Batch, InterruptedRenderError
    from raytracer.cli.interrupts import Interrupts
    from raytracer.cli.progress import make_reporter

    threads, folders, software = worker
    with Interrupts() as interrupts, make_reporter(quiet=quiet) as reporter:
        batch = Batch(
            info.name,
            interrupted=lambda: interrupts.signal is not None,
            on_progress=reporter.activity,
            threads=threads if info.name == "cpu" else 0,
            force_software=software,
            shader_path=folders,
        )
        try:
            batch.start()
            opened = batch.open(command, camera)
            for note in opened.loaded.notes:
                reporter.line(f"{note.where}: {note.text}" if note.where else note.text)
            return batch.trace(*at)
        except InterruptedRenderError:
            raise KeyboardInterrupt from None
        finally:
            reporter.end()
            batch.close()


def describe(record: PathRecord) -> str:
    """The record for people: one line a vertex, lengths in metres, light as red, green, blue."""
    head = (
        f"pixel {record.x},{record.y} of {record.width}x{record.height}, sample {record.sample}, seed {record.seed}, "
        f"on {record.backend}"
    )
    columns = ("#", "vertex", "at (m)", "depth", "throughput", "own light", "light chosen", "brought", "pdf (1/sr)")
    rows = [_row(number, vertex) for number, vertex in enumerate(record.vertices)]
    end = f"end: {record.end}" + (f", {record.lost_vertices} vertices left out" if record.lost_vertices else "")
    total = f"radiance {_rgb(record.radiance)}; {_plural(record.rays, 'ray')}, {_plural(record.bounces, 'bounce')}"
    return "\n".join([head, "", format_table(columns, rows, right=("#", "depth", "pdf (1/sr)")), "", end, total])


def _row(number: int, vertex: PathVertex) -> tuple[str, ...]:
    shadow = vertex.shadow
    return (
        str(number),
        _words(vertex),
        " ".join(f"{value:.4g}" for value in vertex.position) if vertex.kind != "sky" else "",
        str(vertex.depth),
        _rgb(vertex.throughput),
        _rgb(vertex.emission),
        f"{shadow.light}, {shadow.fate}" if shadow else "",
        _rgb(shadow.added) if shadow else "",
        "" if vertex.scattering != "scatter" else f"{vertex.pdf:.4g}",
    )


def _words(vertex: PathVertex) -> str:
    """``hits floor, scatters`` and the like."""
    if vertex.kind == "camera":
        return "camera"
    if vertex.kind == "sky":
        return "leaves the scene" + (f" to the {vertex.what} sky" if vertex.what else "")
    if vertex.kind == "pass":
        return f"passes through {vertex.what}"
    where = f"hits {vertex.what}"
    if vertex.kind == "medium":
        where = f"scatters in {vertex.what}" if vertex.what == "fog" else f"scatters {vertex.what}"
    way = _WAYS.get(vertex.scattering, "")
    if vertex.goes_through:
        way = ", refracts"
    if not vertex.survived:
        way += f", ends by roulette ({vertex.survival:.0%})"
    return f"{where}{way}"


def _rgb(color: Triple) -> str:
    if not any(color):
        return ""
    return " ".join(f"{value:.3g}" for value in color)


def _plural(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
