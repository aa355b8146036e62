"""Converged pictures to measure errors against, kept as files: one for each scene, camera, settings and renderer.

A reference is the mean of two pictures of different seeds, neither of which is used by anything that is measured. What
one is off from the other tells how good their mean is, so a reference knows its own error.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from raytracer.errors import OutputError
from raytracer.io.whole_file import whole_file
from raytracer.resources import user_dir
from raytracer.session.measure import errors
from raytracer.session.measure.messages import Counted
from raytracer.session.measure.subject import NO_LIMIT, Lab, Subject

SEEDS = (0x9E3779B9, 0x85EBCA6B)
"""First ones of the two halves. A render of the same seed would share its errors."""
LARGEST_FOLDER_BYTES = 512 << 20
OnShare = Callable[[float], None]
_SUFFIX = ".npy"
_PILOT_SECONDS = 0.25
"""How long the speed is measured before the first number of samples is chosen."""
_ROUNDS, _MOST_ROUNDS = 8, 64


def uses(seed: int) -> bool:
    """Whether a reference may have rendered with this seed."""
    return any(0 <= seed - first < _MOST_ROUNDS for first in SEEDS)


@dataclass(frozen=True)
class Reference:
    """``path`` holds the picture, (height, width, 3) f32 linear, rendered for ``seconds`` on ``device``.

    ``floor_rel_mse`` and ``floor_rmse`` are the reference's own expected errors: below them nothing can be measured.
    """

    path: Path
    spp: float
    floor_rel_mse: float
    floor_rmse: float
    seconds: float
    device: str

    @property
    def trusted_rel_mse(self) -> float:
        """Errors below this are too near the floor to be claimed: a measured error is the true one plus the floor."""
        return 4.0 * self.floor_rel_mse


def folder() -> Path:
    """Where references are kept."""
    path = user_dir("cache") / "references"
    path.mkdir(parents=True, exist_ok=True)
    return path


def find(work_hash: str) -> Reference | None:
    """The reference kept for this work, or None; a damaged one counts as none."""
    path = folder() / f"{work_hash}{_SUFFIX}"
    try:
        facts = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        reference = Reference(path, **{name: facts[name] for name in _FACTS})
        np.load(path, mmap_mode="r", allow_pickle=False)
        os.utime(path)
    except (OSError, ValueError, KeyError, TypeError, EOFError):
        return None
    return reference


_FACTS = ("spp", "floor_rel_mse", "floor_rmse", "seconds", "device")


def make(lab: Lab, subject: Subject, seconds: float, on_share: OnShare = lambda share: None) -> Reference:
    """Renders for about ``seconds`` in rounds of one picture for each half, and keeps the result.

    Both halves have equally many samples, and every picture its own seed. ``on_share`` hears how far it is, 0 to 1.
    """
    subject.restart(seed=SEEDS[0], spp=NO_LIMIT)
    subject.render(_PILOT_SECONDS)  # caches and clocks warm up
    rate = subject.render(_PILOT_SECONDS).samples_per_s
    height, width = subject.read("linear").pixels.shape[:2]
    sums = np.zeros((len(SEEDS), height, width, 3))
    spp, spent = 0, 0.0
    for number in range(_MOST_ROUNDS):
        time_left = min(seconds - spent, max(seconds / _ROUNDS, _PILOT_SECONDS))
        samples = max(1, round(0.5 * time_left * rate / (width * height)))
        done = [_add_picture(lab, subject, sums[half], seed + number, samples) for half, seed in enumerate(SEEDS)]
        took = sum(counted.seconds for counted in done)
        rate = sum(counted.samples for counted in done) / took
        spp, spent = spp + samples, spent + took
        on_share(min(spent / seconds, 1.0))
        if spent >= 0.95 * seconds:
            break
    return _keep(subject, sums / spp, 2.0 * spp, spent)


def _add_picture(lab: Lab, subject: Subject, total: np.ndarray, seed: int, samples: int) -> Counted:
    """Adds a picture, weighted by its samples per pixel, to the (h, w, 3) f64 ``total``."""
    subject.restart(seed=seed, spp=samples)
    done = subject.render(float("inf"))
    lab.check()
    total += samples * subject.read("linear").pixels.astype(np.float64)
    return done


def _keep(subject: Subject, halves: np.ndarray, spp: float, seconds: float) -> Reference:
    assert subject.opened is not None
    first, second = halves
    mean = 0.5 * (first + second)
    path = folder() / f"{subject.opened.work_hash}{_SUFFIX}"
    reference = Reference(
        path,
        spp,
        # Each half against the other shows the errors of both, twice the mean's each. Where rare bright paths make
        # most of the error, only those of one half show, so the floor is taken as half of it: never too low.
        0.25 * (errors.rel_mse(first, second) + errors.rel_mse(second, first)),
        0.5 * errors.rmse(first, second),
        seconds,
        subject.entrant.title,
    )
    try:
        with whole_file(path) as temporary, temporary.open("wb") as file:
            np.save(file, mean.astype(np.float32))
        with whole_file(path.with_suffix(".json")) as temporary:
            facts = {name: value for name, value in asdict(reference).items() if name in _FACTS}
            temporary.write_text(json.dumps(facts, indent=1), encoding="utf-8")
    except OutputError as error:
        raise OutputError(f"the reference {error.message}", where=str(path.parent)) from error
    tidy(LARGEST_FOLDER_BYTES, keep=path)
    return reference


def tidy(limit: int, keep: Path | None = None) -> None:
    """Deletes the references used longest ago until the folder is small enough; ``keep`` stays in any case."""
    kept = 0
    with contextlib.suppress(OSError):
        files = sorted(folder().glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in files:
            kept += path.stat().st_size
            if kept > limit and path != keep:
                path.unlink(missing_ok=True)
                path.with_suffix(".json").unlink(missing_ok=True)
