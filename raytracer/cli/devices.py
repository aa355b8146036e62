"""``raytracer devices``: every backend, available or why not, and how fast its memory is."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from raytracer.backends import BackendInfo, BackendName
from raytracer.cli.table import format_table
from raytracer.errors import BackendError
from raytracer.session.devices import find_backends
from raytracer.session.sizes import format_bytes


def devices(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    measure: Annotated[
        bool, typer.Option("--measure", help="Measure the memory bandwidth of each by copying; takes some seconds.")
    ] = False,
    timeout: Annotated[float, typer.Option(help="Seconds to wait for a driver's answer.", min=0.1)] = 10.0,
) -> None:
    """List the backends of this machine, and why one is missing."""
    found = find_backends(timeout)
    rates, failures = _measure(found) if measure else ({}, [])
    if as_json:
        print(json.dumps([_entry(info, rates, measured=measure) for info in found], indent=2, ensure_ascii=False))
        return
    header: tuple[str, ...] = ("backend", "available", "device", "cores", "threads", "memory", "driver")
    right = ("memory", "cores", "threads", "bandwidth")
    rows: list[tuple[str, ...]] = [_row(info) for info in found]
    if measure:
        header = (*header, "bandwidth")
        rows = [(*row, _rate(rates.get(info.name))) for row, info in zip(rows, found, strict=True)]
    print(format_table(header, rows, right=right))
    for info in found:
        if info.reason:
            print(f"{info.name}: {info.reason}")
    for failure in failures:
        print(failure)
    if rates:
        print("bandwidth: bytes read plus bytes written per second by a plain copy, best of several")


def _measure(found: list[BackendInfo]) -> tuple[dict[BackendName, float], list[str]]:
    """Bytes per second of each backend that is there, and what went wrong."""
    from raytracer.session.bandwidth import measure_bandwidth

    rates: dict[BackendName, float] = {}
    failures = []
    for info in found:
        if info.available:
            try:
                rates[info.name] = measure_bandwidth(info).bytes_per_s
            except BackendError as error:
                failures.append(f"{info.name}: bandwidth not measured: {error}")
    return rates, failures


def _entry(info: BackendInfo, rates: dict[BackendName, float], *, measured: bool) -> dict[str, object]:
    entry: dict[str, object] = asdict(info)
    return entry | {"bandwidth_bytes_per_s": rates.get(info.name)} if measured else entry


def _rate(rate: float | None) -> str:
    from raytracer.session.throughput import format_si

    return format_si(rate, "B/s") if rate is not None else "–"


def _row(info: BackendInfo) -> tuple[str, ...]:
    available = "software" if info.available and info.software else "yes" if info.available else "no"
    return (
        info.name,
        available,
        info.device or "–",
        str(info.cores) if info.cores else "–",
        str(info.threads) if info.threads else "–",
        format_bytes(info.memory_bytes) if info.memory_bytes else "–",
        info.driver or "–",
    )
