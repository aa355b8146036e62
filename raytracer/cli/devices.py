"""``raytracer devices``: every backend, available or why not."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from raytracer.backends import BackendInfo
from raytracer.cli.table import format_table
from raytracer.session.devices import find_backends
from raytracer.session.sizes import format_bytes


def devices(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    timeout: Annotated[float, typer.Option(help="Seconds to wait for a driver's answer.", min=0.1)] = 10.0,
) -> None:
    """List the backends of this machine, and why one is missing."""
    found = find_backends(timeout)
    if as_json:
        print(json.dumps([asdict(info) for info in found], indent=2, ensure_ascii=False))
        return
    header = ("backend", "available", "device", "memory", "threads", "driver")
    print(format_table(header, [_row(info) for info in found], right=("memory", "threads")))
    for info in found:
        if info.reason:
            print(f"{info.name}: {info.reason}")


def _row(info: BackendInfo) -> tuple[str, ...]:
    available = "software" if info.available and info.software else "yes" if info.available else "no"
    return (
        info.name,
        available,
        info.device or "–",
        format_bytes(info.memory_bytes) if info.memory_bytes else "–",
        str(info.threads) if info.threads else "–",
        info.driver or "–",
    )
