"""The measurements: every renderer takes its turn in every round, so that a busy machine slows all of them alike."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.suite.server import Peer, RendererFailedError, Server

OURS = "Raytracer"
START_SECONDS, PICTURE_SECONDS = 300.0, 180.0
"""When something must be wrong."""
Say = Callable[[str], None]


def scene(
    manifest: dict[str, Any], folder: Path, peers: list[Peer], rounds: int, threads: int, say: Say
) -> dict[str, Any]:
    """Rates, errors, means, load times and memory of all renderers on one scene; the pictures stay in ``folder``."""
    results: dict[str, dict[str, Any]] = {peer.label: {"rounds": []} for peer in peers}
    servers: dict[str, Server] = {}
    for peer in peers:
        try:
            servers[peer.label] = server = Server(peer, folder, threads, START_SECONDS)
            results[peer.label] |= {**server.ready, "started_seconds": server.started_seconds}
            results[peer.label]["first"] = server.render(0, manifest["spp"], PICTURE_SECONDS)
        except RendererFailedError as error:
            results[peer.label]["error"] = str(error)
            servers.pop(peer.label, None)
        say(f"{manifest['name']}: {peer.label} {results[peer.label].get('error', 'is ready')}")
    pictures: dict[str, list[np.ndarray]] = {label: [] for label in servers}
    for seed in range(1, rounds + 1):
        for label, server in list(servers.items()):
            target = folder / f"{label.replace(' ', '-')}-{seed}.npy"
            try:
                counted = server.render(seed, manifest["spp"], PICTURE_SECONDS, target)
                results[label]["rounds"].append(counted)
                pictures[label].append(np.load(target))
                target.unlink()
            except (RendererFailedError, OSError) as error:
                results[label]["error"] = str(error)
                servers.pop(label).close()
        say(f"{manifest['name']}: round {seed} of {rounds}")
    for server in servers.values():
        server.close()
    for label in servers:
        results[label] |= summary(results[label]["rounds"])
    add_errors(results, {label: pictures[label] for label in servers})
    for label in servers:
        np.save(folder / f"{label.replace(' ', '-')}.npy", np.mean(pictures[label], axis=0))
    add_ratios(results)
    return {**{k: manifest[k] for k in ("name", "title", "triangles", "size", "spp", "depth")}, "renderers": results}


def summary(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """Medians of the rates, the mean of the pictures' means, the peak memory."""
    rates = [r["samples"] / r["seconds"] for r in rounds]
    result = {
        "samples_per_s": statistics.median(rates),
        "spread": (max(rates) - min(rates)) / statistics.median(rates),
        "mean": statistics.mean(r["mean"] for r in rounds),
        "peak_bytes": max(r["peak_bytes"] for r in rounds),
        "seconds": statistics.median(r["seconds"] for r in rounds),
    }
    if "rays" in rounds[0]:
        result["rays_per_s"] = statistics.median(r["rays"] / r["seconds"] for r in rounds)
    return result


def add_errors(results: dict[str, dict[str, Any]], pictures: dict[str, list[np.ndarray]]) -> None:
    """``relmse`` of one round, and ``error_cost``: seconds times relMSE, which does not depend on the samples.

    The error is the variance between rounds of independent pictures, which is the mean square error against the
    renderer's own converged picture; it is divided by the square of the picture that all renderers' rounds give
    together. That the converged pictures are the same is what the means show.
    """
    if not pictures:
        return
    reference = np.mean([np.mean(several, axis=0) for several in pictures.values()], axis=0)
    weight = 1.0 / (reference**2 + 1e-2 * float(reference.mean()) ** 2)
    for label, several in pictures.items():
        if len(several) > 1:
            relmse = float((np.var(several, axis=0, ddof=1) * weight).mean())
            results[label]["relmse"] = relmse
            results[label]["error_cost"] = relmse * results[label]["seconds"]


def add_ratios(results: dict[str, dict[str, Any]]) -> None:
    """Ours against each peer: median over rounds of the ratio of rates, ratio of error costs, of means, of memory."""
    ours = results.get(OURS, {})
    if "samples_per_s" not in ours:
        return
    for label, peer in results.items():
        if label == OURS or "samples_per_s" not in peer:
            continue
        pairs = list(zip(ours["rounds"], peer["rounds"], strict=True))
        peer["ratio"] = {
            "samples_per_s": statistics.median(rates_ratio(a, b) for a, b in pairs),
            "samples_per_cpu_s": statistics.median(rates_ratio(a, b, "cpu_seconds") for a, b in pairs),
            "mean": ours["mean"] / peer["mean"],
        }
        if ours["peak_bytes"] and peer["peak_bytes"]:
            peer["ratio"]["memory"] = ours["peak_bytes"] / peer["peak_bytes"]
        if "error_cost" in ours and "error_cost" in peer:
            peer["ratio"]["error"] = peer["error_cost"] / ours["error_cost"]


def rates_ratio(first: dict[str, Any], second: dict[str, Any], clock: str = "seconds") -> float:
    """Samples a second of one round over those of another."""
    return (first["samples"] / first[clock]) / (second["samples"] / second[clock])


def startup(folder: Path, peers: list[Peer], threads: int, say: Say) -> dict[str, Any]:
    """From launch to the first picture of one sample per pixel: with empty caches, and again with full ones."""
    result: dict[str, Any] = {}
    for peer in peers:
        with tempfile.TemporaryDirectory() as home:
            environment = {"HOME": home, "RAYTRACER_HOME": home, "XDG_CACHE_HOME": home}
            times = {}
            for name in ("cold", "warm"):
                try:
                    server = Server(peer, folder, threads, START_SECONDS, environment)
                    picture = server.render(1, 1, PICTURE_SECONDS)
                    times[name] = server.started_seconds + picture["seconds"]
                    server.close()
                except RendererFailedError as error:
                    times["error"] = str(error)
                    break
            result[peer.label] = times
            say(f"start: {peer.label}")
    return result


def scaling(manifest: dict[str, Any], folder: Path, peers: list[Peer], rounds: int, say: Say) -> dict[str, Any]:
    """Rate with two threads over rate with one, in turns. ``cpu_ratio``: twice the ratio of samples a second of CPU
    time, which is what it would be if the threads had the processor for themselves."""
    result: dict[str, Any] = {}
    for peer in peers:
        servers: list[Server] = []
        try:
            for threads in (1, 2):
                servers.append(Server(peer, folder, threads, START_SECONDS))
                servers[-1].render(0, manifest["spp"], PICTURE_SECONDS)
            ratios, of_cpu = [], []
            for seed in range(1, rounds + 1):
                one, two = (server.render(seed, manifest["spp"], PICTURE_SECONDS) for server in servers)
                ratios.append(rates_ratio(two, one))
                of_cpu.append(2.0 * rates_ratio(two, one, "cpu_seconds"))
            medians = {"ratio": statistics.median(ratios), "cpu_ratio": statistics.median(of_cpu)}
            result[peer.label] = {**medians, "rounds": ratios}
        except RendererFailedError as error:
            result[peer.label] = {"error": str(error)}
        for server in servers:
            server.close()
        say(f"threads: {peer.label}")
    return result
