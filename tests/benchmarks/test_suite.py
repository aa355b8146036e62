"""The suite against peers: its scenes, its arithmetic, and what it says about renderers that fail or are missing."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks.suite import measure, report
from benchmarks.suite.__main__ import RENDERERS, all_peers
from benchmarks.suite.scenes import SCENES, write
from benchmarks.suite.server import Peer, RendererFailedError, Server
from raytracer.io.table import load_scene

SMALL = [name for name in SCENES if name not in ("box-640k", "box-5m")]


@pytest.mark.parametrize("name", SMALL)
def test_our_reader_takes_the_file_as_it_is(name: str, tmp_path: Path) -> None:
    manifest = write(name, tmp_path, size=32)
    loaded = load_scene(tmp_path / "scene.xml")
    assert not loaded.notes
    assert loaded.scene.triangle_count == manifest["triangles"]
    settings = loaded.scene.settings
    assert (settings.width, settings.max_depth, settings.roulette_depth) == (32, 8, 5)
    assert (loaded.scene.environment is not None) == bool(manifest["sky"])
    assert (loaded.scene.medium is not None) == bool(manifest["fog"])


@pytest.mark.parametrize("script", ["mitsuba3.py"])
def test_the_same_light_as_in_mitsuba(script: str, tmp_path: Path) -> None:
    pytest.importorskip("mitsuba", reason="mitsuba is not installed")
    write("box-10k", tmp_path, size=48)
    python = Path(sys.executable)
    peers = [Peer(measure.OURS, python, "ours.py"), Peer("Mitsuba", python, script, ("--variant", "scalar_rgb"))]
    manifest = {"name": "box", "title": "box", "triangles": 1, "size": 48, "spp": 16, "depth": 8}
    found = measure.scene(manifest, tmp_path, peers, rounds=2, threads=2, say=lambda text: None)
    ours, mitsuba = found["renderers"][measure.OURS], found["renderers"]["Mitsuba"]
    assert "error" not in ours
    assert "error" not in mitsuba
    assert ours["mean"] == pytest.approx(mitsuba["mean"], rel=0.03)
    assert mitsuba["ratio"]["samples_per_s"] > 0.0
    assert ours["rounds"][0]["samples"] == 48 * 48 * 16
    report.picture_strip(tmp_path, [measure.OURS, "Mitsuba"])
    assert (tmp_path / "pictures.png").stat().st_size > 1000
    head = {"machine": "", "threads": 2, "rounds": 2, "seconds": 1.0, "quick": True, "missing": ["Cycles"]}
    text = report.markdown({**head, "scenes": [found]})
    assert "Not installed: Cycles." in text
    assert "| Mitsuba |" in text


def test_error_cost_is_the_variance_and_does_not_depend_on_samples() -> None:
    random = np.random.default_rng(1)
    pictures = {
        label: [1.0 + random.normal(0.0, 0.1 / spp**0.5, (64, 64, 3)) for _ in range(5)]
        for label, spp in (("few", 1), ("many", 4))
    }
    results = {"few": {"seconds": 1.0}, "many": {"seconds": 4.0}}
    measure.add_errors(results, pictures)
    assert results["few"]["relmse"] == pytest.approx(0.01, rel=0.05)
    assert results["few"]["error_cost"] == pytest.approx(results["many"]["error_cost"], rel=0.05)


def test_ratios_are_medians_of_pairs_in_the_same_round() -> None:
    def rounds(*seconds: float, cpu: float) -> dict:
        made = [{"samples": 100, "seconds": s, "cpu_seconds": cpu * s, "mean": 0.5, "peak_bytes": 10} for s in seconds]
        return {"rounds": made, **measure.summary(made)}

    results = {measure.OURS: rounds(1.0, 2.0, 4.0, cpu=2.0), "peer": rounds(2.0, 4.0, 8.0, cpu=1.5)}
    measure.add_ratios(results)
    assert results["peer"]["ratio"] == {
        "samples_per_s": 2.0,
        "samples_per_cpu_s": 1.5,
        "mean": 1.0,
        "memory": 1.0,
    }


def test_a_renderer_that_is_not_there_or_dies_is_named(tmp_path: Path) -> None:
    assert set(all_peers(tmp_path)) == set(RENDERERS)
    assert not all_peers(tmp_path)["cycles"].python.exists()
    with pytest.raises(RendererFailedError, match=r"exit code 1: .*scene.json"):
        Server(Peer("broken", Path(sys.executable), "mitsuba3.py"), tmp_path, 1, 60.0)


def test_means_that_differ_are_marked() -> None:
    rounds = [{"samples": 1, "seconds": 1.0, "mean": 0.5, "peak_bytes": 1}]
    data = {**measure.summary(rounds), "first": rounds[0], "load_seconds": 1.0}
    assert report._cells({**data, "mean": 0.52}, 0.5)[3] == "0.5200 (differs)"
    assert report._cells({**data, "mean": 0.502}, 0.5)[3] == "0.5020"
