"""Benchmark results as JSON: written, and read back with a clear word about what is wrong."""

from __future__ import annotations

import json
import platform
from dataclasses import asdict
from datetime import datetime, timezone
from importlib import metadata
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

import raytracer
from raytracer.errors import InputError
from raytracer.session.measure import fingerprint
from raytracer.session.measure.bench import BenchResult, Measured, SceneResult
from raytracer.session.measure.power import Energy

SCHEMA = 1
"""Version of the file: raised when a field changes its meaning."""
KIND = "raytracer-bench"
_LARGEST_BYTES = 16 << 20


def as_json(result: BenchResult, not_measured: dict[str, str] | None = None) -> str:
    """The whole result. What was not measured is listed with its reason, never estimated."""
    reasons = result.not_measured if not_measured is None else not_measured
    return json.dumps({**facts(result), "not_measured": reasons}, indent=2, ensure_ascii=False)


def facts(result: BenchResult) -> dict[str, Any]:
    """The same as plain values. ``backends`` sums up all scenes; rates there are geometric means."""
    first = result.scenes[0].opened
    scenes = [_scene_facts(scene) for scene in result.scenes]
    return {
        "kind": KIND,
        "schema": SCHEMA,
        "version": raytracer.__version__,
        "engine_hash": fingerprint.engine_hash(),
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "system": _system(),
        "scene": result.scenes[0].path if len(result.scenes) == 1 else "built-in",
        "width": first.settings["width"],
        "height": first.settings["height"],
        "max_depth": first.settings["max_depth"] if len(result.scenes) == 1 else None,
        "backends": [_summary(result, index) for index in range(len(result.entrants))],
        "gap_to_cpu": {c.key: gap for c in result.entrants if (gap := result.gap(c)) is not None},
        "pictures_agree": result.agrees,
        "not_measured": result.not_measured,
        "scenes": scenes,
    }


def _system() -> dict[str, str]:
    return {
        "os": f"{platform.system()} {platform.release()}",
        "machine": platform.machine(),
        "python": platform.python_version(),
        "taichi": _version("taichi"),
    }


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _summary(result: BenchResult, index: int) -> dict[str, Any]:
    """One entrant over all scenes."""
    entrant = result.entrants[index]
    all_of_it = [m for scene in result.scenes if (m := scene.of(entrant.key))]
    differences = [m.difference for m in all_of_it if m.difference is not None]
    return {
        **_identity(all_of_it[0]),
        "spp": sum(m.spp for m in all_of_it) / len(all_of_it),
        "samples": sum(m.samples for m in all_of_it),
        "rays": sum(m.rays for m in all_of_it),
        "seconds": sum(m.seconds for m in all_of_it),
        "compile_seconds": sum(m.compile_seconds for m in all_of_it),
        "build_seconds": sum(m.build_seconds for m in all_of_it),
        "difference": max(differences) if differences else None,
        "samples_per_s": result.rate(entrant),
        "rays_per_s": result.rate(entrant, "rays_per_s"),
    }


def _identity(measured: Measured) -> dict[str, Any]:
    who = measured.entrant
    names = {"key": who.key, "title": who.title, "backend": who.backend, "device": who.device, "driver": who.driver}
    return {**names, "software": who.software, "threads": who.threads}


def _scene_facts(scene: SceneResult) -> dict[str, Any]:
    opened = scene.opened
    return {
        "name": opened.name,
        "path": scene.path,
        "scene_hash": opened.scene_hash,
        "picture_hash": opened.picture_hash,
        "settings": {name: value for name, value in opened.settings.items() if name != "spp"},
        "triangles": opened.triangles,
        "device_bytes": opened.device_bytes,
        "backends": [_measured_facts(measured) for measured in scene.measured],
        "agreements": [agreed.facts() for agreed in scene.agreements],
    }


def _measured_facts(measured: Measured) -> dict[str, Any]:
    numbers = ("spp", "samples", "rays", "seconds", "compile_seconds", "build_seconds", "busy", "difference")
    return {
        **_identity(measured),
        **{name: getattr(measured, name) for name in numbers},
        "samples_per_s": measured.samples_per_s,
        "rays_per_s": measured.rays_per_s,
        "energy": [_energy_facts(energy) for energy in measured.energies],
    }


def _energy_facts(energy: Energy) -> dict[str, Any]:
    return {**asdict(energy), "watts": energy.watts}


# ---------------------------------------------------------------- reading


class _Read(BaseModel):
    """Newer files may have more fields."""

    model_config = ConfigDict(extra="ignore")


class BackendLine(_Read):
    """One entrant on one scene, as far as a comparison needs it."""

    key: str
    title: str = ""
    device: str = ""
    software: bool = False
    threads: int = 0
    samples_per_s: float = Field(gt=0.0, allow_inf_nan=False)
    rays_per_s: float = Field(gt=0.0, allow_inf_nan=False)
    compile_seconds: float = Field(default=0.0, ge=0.0, allow_inf_nan=False)


class SceneBlock(_Read):
    """One scene."""

    name: str
    scene_hash: str
    picture_hash: str
    settings: dict[str, object] = {}
    backends: list[BackendLine]


class BenchFile(_Read):
    """A result card's JSON."""

    kind: Literal["raytracer-bench"]
    schema_version: int = Field(alias="schema")
    version: str
    engine_hash: str = ""
    date: str = ""
    scenes: list[SceneBlock] = Field(min_length=1)


def read(path: Path) -> BenchFile:
    """Reads a result. Raises ``InputError`` that says what is wrong with the file."""
    where = str(path)
    try:
        if path.stat().st_size > _LARGEST_BYTES:
            raise InputError("this is no benchmark result: it is far too large", where=where)
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(error.strerror or str(error), where=where) from error
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise InputError(
            f"this is no JSON: {error}", where=where, remedy="write one with 'raytracer bench --card'"
        ) from error
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise InputError("this is no benchmark result", where=where, remedy="write one with 'raytracer bench --card'")
    if content.get("schema") != SCHEMA:
        raise InputError(
            f"this result has schema {content.get('schema')!r}, this program reads {SCHEMA}",
            where=where,
            remedy="measure again with the same version of raytracer on both machines",
        )
    try:
        return BenchFile.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}", where=where) from error
