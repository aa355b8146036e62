"""``raytracer bench``: throughput of every backend on the same work, as a table, as JSON and as a card for a slide."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from raytracer.cli.options import AllowOutside, Size, Software, Threads, parse_size
from raytracer.cli.table import format_table
from raytracer.errors import BackendError, OutputError, UsageError

if TYPE_CHECKING:
    from raytracer.backends import BackendInfo
    from raytracer.session.measure.bench import BenchResult, Measured, SceneResult
    from raytracer.session.measure.subject import Work


def bench(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SCENE | compare A.json B.json]", help="Default: three built-in scenes.", show_default=False
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            help="Seconds to measure each backend and scene; 5, or 3 for the built-in scenes.", min=0.5, max=3600.0
        ),
    ] = None,
    card: Annotated[
        Path | None, typer.Option(metavar="NAME", help="Write a result card: NAME.png for a slide, and NAME.json.")
    ] = None,
    size: Size = "512x512",
    max_depth: Annotated[int | None, typer.Option(help="Longest path, in rays.", min=1, max=65535)] = None,
    threads: Threads = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
    allow_outside: AllowOutside = False,
    software: Software = False,
) -> int:
    """Compare the throughput of the backends, or two results.

    Each works on the same scene, camera, size and settings, in a process of its own; compilation is left out. Where
    there is no GPU, one CPU thread is compared with all of them. 'bench compare A.json B.json' compares two results.
    """
    if words and words[0] == "compare":
        print(_compared(words[1:]))
        return 0
    if words and len(words) > 1:
        raise UsageError(f"unexpected {' '.join(words[1:])!r}: bench takes one scene")
    width, height = parse_size(size or "512x512")
    settings: dict[str, Any] = {"width": width, "height": height}
    if max_depth is not None:
        settings["max_depth"] = max_depth
    return _measure(_works(words, settings, allow_outside), seconds, threads, software, card, as_json, quiet)


def _works(words: list[str] | None, settings: dict[str, Any], allow_outside: bool) -> list[Work]:
    from raytracer.session.measure.bench import built_in
    from raytracer.session.measure.subject import Work

    if not words:
        return built_in(settings)
    return [Work.of(Path(words[0]), settings, allow_outside=allow_outside)]


def _measure(
    works: list[Work],
    seconds: float | None,
    threads: int,
    software: bool,
    card: Path | None,
    as_json: bool,
    quiet: bool,
) -> int:
    from raytracer.cli.experiment import InterruptedExperimentError, conduct
    from raytracer.session.devices import find_backends
    from raytracer.session.measure import bench_file, entrants
    from raytracer.session.measure.bench import CARD_SECONDS, SECONDS, run

    found = find_backends()
    who = entrants.pair(found, software=software, threads=threads)
    if not who:
        raise BackendError("no backend could be measured", remedy="see 'raytracer devices'")
    each = seconds or (CARD_SECONDS if len(works) > 1 else SECONDS)
    if card is not None:
        _check_folder(card)
    try:
        result = conduct(works[0], lambda lab: run(lab, who, works, seconds=each), quiet=quiet)
    except InterruptedExperimentError as error:
        return error.exit_code
    reasons = _not_measured(found, who) | result.not_measured
    if card is not None:
        _write_card(card, result)
    print(bench_file.as_json(result, reasons) if as_json else _as_text(result, reasons))
    return 0


def _not_measured(found: list[BackendInfo], who: list[Any]) -> dict[str, str]:
    taken = {entrant.backend for entrant in who}
    return {info.name: info.reason for info in found if info.name not in taken}


# ---------------------------------------------------------------- results


def _as_text(result: BenchResult, reasons: dict[str, str]) -> str:
    """One table a scene, the geometric mean of several, and what the comparison of the pictures found."""
    from raytracer.session.measure.agreement import about_the_test

    lines: list[str] = []
    settings = result.scenes[0].opened.settings
    size = f"{settings['width']}x{settings['height']}"
    for scene in result.scenes:
        lines += [f"{_title(result, scene)}, {size}, rates over finished passes, without compilation and warm-up", ""]
        lines += [_table(result, scene), ""]
        lines += [str(agreed.sentence(_title(result, scene))) for agreed in scene.agreements]
        lines += [""] if scene.agreements else []
    if len(result.scenes) > 1:
        lines += ["geometric mean of the scenes", "", _means(result), ""]
    lines += [str(sentence) for sentence in (*result.disturbances(), *about_the_test(result.agreements))]
    lines += [f"{name}: not measured: {reason}" for name, reason in reasons.items()]
    if not any(c.backend != "cpu" for c in result.entrants):
        lines.append("gap: not measured, it needs the CPU and a second backend")
    return "\n".join(lines).rstrip()


def _title(result: BenchResult, scene: SceneResult) -> str:
    return scene.opened.name if len(result.scenes) > 1 else Path(scene.path).name


def _table(result: BenchResult, scene: SceneResult) -> str:
    header = ("backend", "device", "samples/s", "rays/s", "gap", "difference", "spp", "compile")
    return format_table(header, [_row(result, scene, measured) for measured in scene.measured], right=header[2:])


def _row(result: BenchResult, scene: SceneResult, measured: Measured) -> tuple[str, ...]:
    from raytracer.cli.progress import format_spp
    from raytracer.session.throughput import format_ratio, format_si

    who = measured.entrant
    base = scene.of(result.baseline.key) if result.baseline else None
    gap = measured.samples_per_s / base.samples_per_s if base and who.backend != "cpu" else None
    device = who.device + (f", {who.threads} thread{'' if who.threads == 1 else 's'}" if who.threads else "")
    return (
        who.backend,
        f"{device} (software)" if who.software else device,
        format_si(measured.samples_per_s),
        format_si(measured.rays_per_s),
        format_ratio(gap) if gap is not None else "–",
        f"{100.0 * measured.difference:.2f} %" if measured.difference is not None else "–",
        format_spp(measured.spp),
        f"{measured.compile_seconds:.1f} s",
    )


def _means(result: BenchResult) -> str:
    from raytracer.session.throughput import format_ratio, format_si

    rows = []
    for who in result.entrants:
        gap = result.gap(who)
        rates = (format_si(result.rate(who)), format_si(result.rate(who, "rays_per_s")))
        rows.append((who.title, *rates, format_ratio(gap) if gap is not None else "–"))
    header = ("backend", "samples/s", "rays/s", "gap")
    return format_table(header, rows, right=header[1:])


# ---------------------------------------------------------------- cards


def _card_files(card: Path) -> tuple[Path, Path]:
    """The picture and the JSON; a suffix that was given is not doubled."""
    stem = card.with_suffix("") if card.suffix in (".png", ".json") else card
    return stem.with_name(f"{stem.name}.png"), stem.with_name(f"{stem.name}.json")


def _check_folder(card: Path) -> None:
    """Better now than after a minute of measuring."""
    try:
        card.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(error.strerror or str(error), where=str(card.parent)) from error


def _write_card(card: Path, result: BenchResult) -> None:
    from raytracer.session.measure import bench_file
    from raytracer.session.measure.card import save

    picture, facts = _card_files(card)
    save(result, picture, datetime.now(timezone.utc).date().isoformat())
    try:
        facts.write_text(bench_file.as_json(result), encoding="utf-8")
    except OSError as error:
        raise OutputError(error.strerror or str(error), where=str(facts)) from error


def _compared(names: list[str]) -> str:
    """The table of ``bench compare``. Raises ``UsageError`` and ``InputError``."""
    from raytracer.session.measure import bench_compare, bench_file
    from raytracer.session.throughput import format_ratio, format_si

    if len(names) != 2:
        raise UsageError("bench compare needs two files", remedy="as in raytracer bench compare A.json B.json")
    first, second = (bench_file.read(Path(name)) for name in names)
    compared = bench_compare.compare(first, second)
    header = ("scene", "backend", "A samples/s", "B samples/s", "B / A", "rays B / A")
    rows = [
        (r.scene, r.entrant, *map(format_si, (r.first, r.second)), *map(format_ratio, (r.ratio, r.rays_ratio)))
        for r in compared.rows
    ]
    lines = [f"A: {names[0]}, {first.date}", f"B: {names[1]}, {second.date}", ""]
    lines += [f"{role}: A {a}, B {b}" for role, a, b in compared.devices()]
    lines += ["", format_table(header, rows, right=header[2:])]
    return "\n".join([*lines, *([""] if compared.remarks else []), *compared.remarks])
