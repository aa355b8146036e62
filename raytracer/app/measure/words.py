"""What experiments say, marked for translation: the procedures live outside the app and know only English.

A test compares this list with their sources.
"""

from __future__ import annotations

import re

from raytracer.app import figures
from raytracer.app.activities import activity_text
from raytracer.app.language import QT_TR_NOOP, tr
from raytracer.app.sides import TITLES
from raytracer.session.measure.entrants import Entrant
from raytracer.session.measure.result import Sentence

SENTENCES: tuple[str, ...] = (
    QT_TR_NOOP("Permutation test: false alarms in {rate} % of comparisons; {least} % more or less light would show."),
    QT_TR_NOOP(
        "{scene}, {first} and {second}: {within} % of pixels within {tolerance} %, same within noise (p = {p})."
    ),
    QT_TR_NOOP("{scene}, {first} and {second} DIFFER: {within} % of pixels within {tolerance} %, no noise (p = {p})."),
    QT_TR_NOOP("{who}: not measured: {why}"),
    QT_TR_NOOP("{who}: {rate}"),
    QT_TR_NOOP("{who} runs on the CPU and is no GPU: {ratio} of {n} threads."),
    QT_TR_NOOP("{who} does {ratio} the samples/s of {n} CPU threads."),
    QT_TR_NOOP("{first} and {second} are too close to call."),
    QT_TR_NOOP("Below {items} paths {below} answers first, above it {above} does."),
    QT_TR_NOOP("No crossing: {who} is faster than {other} at every size measured (up to {items} paths)."),
    QT_TR_NOOP("{who} runs on the CPU and is no GPU."),
    QT_TR_NOOP("{who}: one path takes {latency}; at its best {rate} in batches of {items} paths."),
    QT_TR_NOOP("{who}: {rate} at {watts} W: {per_joule} ({what})."),
    QT_TR_NOOP("{who}: {what} power is not available: {why}"),
    QT_TR_NOOP("A joule buys {ratio} as many samples on {last} as on {first}."),
    QT_TR_NOOP("By the prices typed in, the same money buys {ratio} as many samples on {last} as on {first}."),
    QT_TR_NOOP("With {threads} threads only {share} % of their processor time was to be had: something else runs."),
    QT_TR_NOOP("{n} threads do {ratio} the work of one."),
    QT_TR_NOOP("Amdahl's law through two points: {share} % of the work is parallel."),
    QT_TR_NOOP("By that fit no number of threads passes {limit}."),
    QT_TR_NOOP("Amdahl's law, least-squares fit: {share} % of the work is parallel (within {worst} %)."),
    QT_TR_NOOP("{who} does {ratio} the work of all {n} threads."),
    QT_TR_NOOP("{threads} threads share {cores} cores (hyperthreads): a thread past those adds less than a core."),
    QT_TR_NOOP("A virtual machine: its processors may be hyperthreads, and may be shared with others."),
    QT_TR_NOOP("This program may use {quota} processors at most (control group)."),
    QT_TR_NOOP("All reached no error that the reference can vouch for: measure longer, or make a better reference."),
    QT_TR_NOOP("Reference: {spp} spp on {device}, relMSE about {floor}; nothing below {limit} is claimed."),
    QT_TR_NOOP("To relMSE {error}: {times}."),
    QT_TR_NOOP("{fast} reaches it {ratio} sooner than {slow}."),
    QT_TR_NOOP("{who}: {activity}"),
    QT_TR_NOOP("measuring {who}"),
    QT_TR_NOOP("{who}: {items} paths in a batch"),
    QT_TR_NOOP("reference on {who}"),
    QT_TR_NOOP("comparing pictures: {who}"),
    QT_TR_NOOP("{scene}: {who}"),
)

REASONS: tuple[str, ...] = (
    QT_TR_NOOP("CPU package"),
    QT_TR_NOOP("GPU board"),
    QT_TR_NOOP("only Linux lets a program read the CPU's energy counter"),
    QT_TR_NOOP("a virtual machine has no energy counter (no package in /sys/class/powercap)"),
    QT_TR_NOOP("the system offers no energy counter (no package in /sys/class/powercap)"),
    QT_TR_NOOP("macOS lets no program read the GPU's power"),
    QT_TR_NOOP("nvidia-ml-py is not installed (pip install 'raytracer[power]')"),
)
"""What meters are called, and why there is none, as far as that has no parts that vary."""


def shown(sentence: Sentence) -> str:
    """A statement in the language of the app."""
    return tr(sentence.text).format(**{name: _value(value) for name, value in sentence.values.items()})


def _value(value: str) -> str:
    """What fills a gap: reasons and activities translated, figures as the app sets them elsewhere."""
    if value in REASONS:
        return tr(value)
    if re.fullmatch(r"\d{1,3}(,\d{3})+", value):
        return figures.count(int(value.replace(",", "")))
    if re.fullmatch(r"[\d.]+x", value):
        return value[:-1] + "×"
    if re.fullmatch(r"[\d.]+( [kMGT])? \S+", value):  # a line ends neither before a unit nor within it
        return value.replace(" ", "\u00a0").replace("/", "/\u2060")
    return activity_text(value)


def title(entrant: Entrant) -> str:
    """What an entrant is called."""
    if entrant.backend == "cpu":
        if entrant.threads == 1:
            return tr("CPU, 1 thread")
        return tr("CPU, {n} threads").format(n=entrant.threads) if entrant.threads else "CPU"
    name = TITLES[entrant.backend]
    return tr("{name} (software)").format(name=name) if entrant.software else name
