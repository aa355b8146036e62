"""``raytracer measure``: the experiments of the app's Compare menu, in a shell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from raytracer.cli.options import AllowOutside, Size, Software, Threads, parse_size
from raytracer.cli.table import format_table
from raytracer.errors import OutputError, UsageError
from raytracer.resources import start_scene

if TYPE_CHECKING:
    from raytracer.session.measure.result import Result

Name = Literal["ladder", "dial", "quality", "energy"]


def measure(
    experiment: Annotated[
        Name,
        typer.Argument(
            metavar="EXPERIMENT",
            help="ladder: 1, 2, 4 ... all threads, then GPUs. dial: batches from 1 path to 16 million. "
            "quality: error over time. energy: samples per joule and per price.",
            show_default=False,
        ),
    ],
    scene: Annotated[Path | None, typer.Argument(metavar="[SCENE]", help="Default: the start scene.")] = None,
    seconds: Annotated[
        float, typer.Option(help="Seconds per measurement; 0 is the experiment's own.", min=0.0, max=3600.0)
    ] = 0.0,
    reference_seconds: Annotated[
        float, typer.Option(help="quality: how long the reference is rendered.", min=1.0, max=360000.0)
    ] = 60.0,
    price: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=PRICE", help="energy: price per hour of cpu, cuda ...; may be repeated."),
    ] = None,
    size: Size = None,
    max_depth: Annotated[int | None, typer.Option(help="Longest path, in rays.", min=1, max=65535)] = None,
    threads: Threads = 0,
    csv_to: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the table as CSV.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
    allow_outside: AllowOutside = False,
    software: Software = False,
) -> int:
    """Measure what CPU and GPU are good at.

    Where there is no GPU, one CPU thread is compared with all of them.
    """
    from raytracer.cli.experiment import InterruptedExperimentError, conduct
    from raytracer.session.devices import find_backends
    from raytracer.session.measure.experiments import Options, plain_facts
    from raytracer.session.measure.experiments import experiment as find_experiment
    from raytracer.session.measure.subject import Work

    width, height = parse_size(size or "512x512")
    settings: dict[str, Any] = {"width": width, "height": height}
    if max_depth is not None:
        settings["max_depth"] = max_depth
    chosen = find_experiment(experiment)
    options = Options(seconds, reference_seconds, threads, software, _prices(price or []))
    who = chosen.find(find_backends(), options)
    work = Work.of(scene or start_scene(), settings, allow_outside=allow_outside)
    try:
        result = conduct(work, lambda lab: chosen.run(lab, who, options), quiet=quiet)
    except InterruptedExperimentError as error:
        return error.exit_code
    if csv_to is not None:
        _write(csv_to, result.table().csv())
    print(json.dumps(plain_facts(result), indent=2, ensure_ascii=False) if as_json else _as_text(result))
    return 0


def _prices(given: list[str]) -> dict[str, float]:
    """``cuda=1.20`` -> {"cuda": 1.2}. Raises ``UsageError``."""
    prices = {}
    for text in given:
        name, separator, value = text.partition("=")
        try:
            price = float(value)
        except ValueError:
            price = 0.0
        if not (name and separator and 0.0 < price < float("inf")):
            raise UsageError(f"--price {text}: expected NAME=PRICE with a positive number", remedy="as in cuda=1.20")
        prices[name] = price
    return prices


def _as_text(result: Result) -> str:
    """The columns that hold anything, and the statements."""
    table = result.table()
    kept = [i for i in range(len(table.header)) if any(row[i] not in (None, "", False) for row in table.rows)]
    header = [table.header[i] for i in kept]
    rows = [[_cell(table.header[i], row[i]) for i in kept] for row in table.rows]
    numbers = [
        name for name, i in zip(header, kept, strict=True) if any(isinstance(r[i], float | int) for r in table.rows)
    ]
    lines = [format_table(header, rows, right=numbers), ""]
    return "\n".join([*lines, *(str(sentence) for sentence in result.sentences())])


def _cell(name: str, value: object) -> str:
    """One value in few characters; times and ratios too keep three digits."""
    from raytracer.session.throughput import format_si

    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return format_si(value) if "samples" in name or "rays" in name else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OutputError(error.strerror or str(error), where=str(path)) from error
