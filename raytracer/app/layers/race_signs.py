"""What the signs of a race say: one for each side, and one for both."""

from __future__ import annotations

from raytracer.app import figures
from raytracer.app.language import tr
from raytracer.app.layers.signs import Row, Run
from raytracer.app.race.contenders import Entrant, entrant
from raytracer.app.race.lane import Lane
from raytracer.app.race.race import Race
from raytracer.app.race.score import finish
from raytracer.app.studio import Studio
from raytracer.app.theme import theme
from raytracer.app.worker_state import Phase
from raytracer.session.agreement import FALSE_ALARM_RATE, LEAST_SPP, Agreement
from raytracer.session.throughput import format_ratio, format_si

NAME, FIGURE, UNIT, LINE, SMALL, RATIO, HEAD = 3.8, 7.6, 3.0, 3.6, 2.6, 11.0, 5.2


def colours(race: Race) -> tuple[str, str]:
    """The colour of each side; where both would have the same, the second gets another one."""
    first, second = (theme().contender_colour(who) for who in race.pair)
    return first, (second if second != first else theme().colours.accent)


def lane_rows(race: Race, index: int) -> tuple[Row, ...]:
    """Name, rate, and how far this side is."""
    c = theme().colours
    one, colour = race.entrants[index], colours(race)[index]
    lane = race.lanes[index]
    rows: list[Row] = [(Run(one.title, NAME, colour, bold=True),)]
    if one.on_cpu and one.who.backend != "cpu":
        rows.append((Run(tr("software, runs on the CPU"), SMALL, c.warning),))
    rate = race.score.rates(lane.worker.contender).samples_per_s
    figure, _, prefix = format_si(rate).partition(" ")
    rows.append(
        (
            Run(figure, FIGURE, c.text, bold=True),
            Run(f" {prefix} " if prefix else " ", FIGURE, c.text, bold=True),
            Run(tr("samples/s"), UNIT, c.text_dim),
        )
    )
    rows.append((Run(_progress(lane), LINE, c.text),))
    state = _state(race, lane)
    if state:
        rows.append((Run(state, SMALL, c.error if lane.dropped or lane.silent else c.text_dim),))
    return tuple(rows)


def both_rows(race: Race, studio: Studio) -> tuple[Row, ...]:
    """The gap in large numerals, and the finishing line."""
    c = theme().colours
    if race.view.layout == "difference":
        return verdict_rows(race)
    fast, slow = (entrant(who, studio.pool) for who in race.score.ranked(race.pair))
    gap = race.score.gap(race.pair)
    if not race.ready:
        head: Row = (Run(tr("Getting ready …"), NAME, c.text, bold=True),)
        return (head,)
    below = (*_finish_rows(race), (Run(race.sharing, SMALL, c.text_dim),))
    if gap.ratio is None:
        return ((Run(tr("Measuring …"), NAME, c.text_dim, bold=True),), *below)
    ratio = Run(format_ratio(gap.ratio).replace("x", "×"), RATIO, c.text, bold=True)
    return ((ratio, Run("  " + _comparison(gap.ratio, fast, slow), UNIT, c.text_dim)), *below)


def verdict_rows(race: Race) -> tuple[Row, ...]:
    """Whether both pictures are the same, and how sure that is."""
    c = theme().colours
    found, spp = race.difference.agreement, race.difference.agreement_spp
    gain = Run(tr("Difference × {gain}").format(gain=f"{race.difference.gain:g}"), UNIT, c.text_dim)
    if found is None:
        head = Run(tr("Not enough samples yet"), HEAD, c.text, bold=True)
        wait = tr("waiting until both have {spp} spp").format(spp=f"{LEAST_SPP:g}")
        return (head,), (Run(wait, UNIT, c.text_dim),), (gain,)
    title, colour = {
        "identical": (tr("Identical within noise"), c.good),
        "different": (tr("The pictures differ"), c.error),
        "too few samples": (tr("Not enough samples yet"), c.text),
    }[found.verdict]
    return (
        (Run(title, HEAD, colour, bold=True),),
        (Run(_evidence(found, spp), UNIT, c.text),),
        (
            gain,
            Run(
                "   " + tr("false alarm: at most 1 in {count}").format(count=round(1 / FALSE_ALARM_RATE)),
                UNIT,
                c.text_dim,
            ),
        ),
    )


def _evidence(found: Agreement, spp: float) -> str:
    """What the verdict rests on."""
    at = tr("{spp} spp each").format(spp=figures.count(round(spp)))
    if found.verdict == "different":
        share = tr("{percent} % in all").format(percent=f"{100.0 * found.relative_difference:+.2g}")
        if found.place is None:
            return f"{at}: {share}"
        where = tr("most in the block at {x}, {y}").format(x=found.place[0], y=found.place[1])
        return f"{at}: {where}; {share}"
    seen = figures.percent(found.seen_from)
    if found.verdict == "identical":
        return at + ": " + tr("{share} more or less light would have shown").format(share=seen)
    return at + ": " + tr("only a difference above {share} would show").format(share=seen)


def _comparison(ratio: float, fast: Entrant, slow: Entrant) -> str:
    if ratio < 0.95:
        return tr("{fast} is slower than {slow}").format(fast=fast.title, slow=slow.title)
    if ratio < 1.05:
        return tr("{fast} and {slow} are equally fast").format(fast=fast.title, slow=slow.title)
    return tr("{fast} over {slow}").format(fast=fast.title, slow=slow.title)


def _finish_rows(race: Race) -> tuple[Row, ...]:
    """The time each side took to the finishing line, in its colour; how far it is while it has not got there."""
    c = theme().colours
    reached = finish(race.lanes, race.finish_spp)
    spp = tr("{spp} spp").format(spp=figures.count(reached.spp))
    first, second = colours(race)
    if all(seconds is None for seconds in (*reached.to_samples, *reached.to_noise)):
        return ((Run(tr("Finishing line: the noise of {line}").format(line=spp), UNIT, c.text_dim),),)
    line = spp if reached.level is None else tr("the noise of {line}").format(line=spp)
    head = tr("Both at {line}:") if None not in reached.seconds else tr("At {line}:")
    shown = [seconds_text(seconds) if seconds is not None else "…" for seconds in reached.seconds]
    runs = [
        Run(head.format(line=line) + "  ", LINE, c.text, bold=True),
        Run(shown[0], LINE, first, bold=True),
        Run(tr("  and  "), LINE, c.text_dim),
        Run(shown[1], LINE, second, bold=True),
    ]
    if reached.level is not None:
        runs.append(Run(tr("  (noise {noise})").format(noise=figures.percent(reached.level)), UNIT, c.text_dim))
    return (tuple(runs),)


def _progress(lane: Lane) -> str:
    parts = [tr("{spp} spp").format(spp=figures.samples(lane.spp)), seconds_text(lane.seconds)]
    if lane.noise is not None:
        parts.append(tr("noise {noise}").format(noise=figures.percent(lane.noise)))
    return "   ".join(parts)


def _state(race: Race, lane: Lane) -> str:
    """What keeps this side from rendering, if anything does."""
    worker = lane.worker
    if lane.dropped:
        return tr("dropped out")
    if lane.silent:
        return tr("does not answer")
    if worker.phase is Phase.STARTING and worker.failure:
        return tr("dropped out, starts again")
    if worker.activity is not None and not (worker.compiled and worker.halted):
        return f"{worker.activity.text} … {figures.duration(worker.activity.seconds)}"
    if lane.finished:
        return tr("finished")
    if lane.time_up:
        return tr("time is up")
    return "" if race.ready else tr("ready")


def seconds_text(seconds: float) -> str:
    """Two decimals where they are told apart at all."""
    return f"{seconds:.2f} s" if 0.0 < seconds < 1.0 else figures.duration(seconds)
