"""``--backend cpu+cuda``: a batch whose samples come from several workers."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from raytracer.backends import BackendInfo, Contender
from raytracer.cli.batch import InterruptedRenderError, Opened, find_camera, save_or_rescue
from raytracer.cli.progress import TeamStats
from raytracer.errors import CancelledError, UsageError
from raytracer.scene import Scene
from raytracer.session.protocol import ImageSaved, Open, SetCamera, Stats
from raytracer.session.rounds import OneRound, Rounds
from raytracer.session.together import SOLO_SECONDS, Tally, Together

_SHORTEST_SECONDS = 10.0
"""A render that is told to take less is not measured member by member first."""


class TeamBatch:
    """The same questions as ``Batch`` answers, of a team."""

    def __init__(
        self,
        contenders: list[Contender],
        *,
        interrupted: Callable[[], bool],
        on_progress: Callable[[str, float | None], None],
        on_note: Callable[[str], None],
        force_software: bool = False,
        shader_path: tuple[Path, ...] = (),
    ) -> None:
        self._interrupted = interrupted
        self._team = Together(
            contenders,
            cancelled=interrupted,
            on_progress=on_progress,
            on_note=on_note,
            force_software=force_software,
            shader_path=shader_path,
        )
        self._tally: Tally | None = None

    @property
    def pids(self) -> list[int]:
        """Process ids of the workers."""
        return [pid for member in self._team.members if (pid := member.client.pid) is not None]

    def start(self) -> list[BackendInfo]:
        """Starts all workers; says on which devices they run."""
        try:
            return self._team.start()
        except CancelledError:
            raise InterruptedRenderError from None

    def open(self, command: Open, camera_name: str | None = None) -> Opened:
        """Loads a scene in all of them."""
        try:
            loaded = self._team.open(
                command,
                lambda found: SetCamera(find_camera(found, camera_name)) if camera_name is not None else None,
                _rounds,
            )
        except CancelledError:
            raise InterruptedRenderError from None
        return Opened(loaded, self._team.compile_seconds)

    def render(
        self, on_stats: Callable[[Stats], None], seconds: float | None = None, checkpoint: Path | None = None
    ) -> Stats:
        """Adds samples up to the limit, for ``seconds``, or until the user interrupts."""
        if checkpoint is not None:
            raise UsageError("--checkpoint and --resume work with one backend")
        solo = 0.0 if seconds is not None and seconds < _SHORTEST_SECONDS else SOLO_SECONDS
        self._tally = self._team.render(
            lambda tally: on_stats(_stats(tally)), seconds=math.inf if seconds is None else seconds, solo_seconds=solo
        )
        if self._tally.samples == 0:
            raise InterruptedRenderError
        return _stats(self._tally)

    def save(
        self, path: Path, on_stats: Callable[[Stats], None], rescue: bool = False, layers: tuple[str, ...] = ()
    ) -> ImageSaved:
        """Writes the sum; with ``rescue`` into the temporary folder when that fails. There are no further layers."""
        return save_or_rescue(self._team.save, path) if rescue else self._team.save(path)

    def facts(self) -> dict[str, Any]:
        """What the JSON object says of the team."""
        if self._tally is None:
            return {}
        tally, speedup = self._tally, self._tally.speedup
        return {
            "devices": [
                {
                    "name": member.title,
                    "backend": member.contender.backend,
                    "device": member.info.device if member.info else "",
                    "software": bool(member.info and member.info.software),
                    "threads": member.info.threads if member.info else 0,
                    "samples": member.samples,
                    "rays": member.rays,
                    "share": round(tally.share(member), 6),
                    "samples_per_s": member.samples / member.busy_seconds if member.busy_seconds else None,
                    "samples_per_s_alone": member.alone_per_s,
                    "failure": str(member.failure) if member.failure else None,
                }
                for member in tally.members
            ],
            "samples_per_s_together": tally.together_per_s,
            "speedup_over_fastest": speedup,
            "speedup_note": "" if speedup is not None else "not measured: too short a render, or a worker was lost",
        }

    def close(self) -> None:
        """Ends the workers."""
        self._team.close(timeout=1.0 if self._interrupted() else 30.0)

    def kill(self) -> None:
        """Ends them at once."""
        self._team.close(timeout=0.0)


def _rounds(outline: Scene) -> Rounds:
    """What is rendered: everything, or what a noise threshold leaves to do."""
    if not outline.settings.noise:
        return OneRound(outline.settings.spp)
    from raytracer.session.noise_rounds import NoiseRounds

    return NoiseRounds(outline.settings, outline.view)


def _stats(tally: Tally) -> TeamStats:
    rays = sum(member.rays for member in tally.members)
    return TeamStats(
        samples=0,
        rays=0,
        seconds=0.0,
        spp=tally.spp,
        total_samples=tally.samples,
        total_rays=rays,
        total_seconds=tally.seconds,
        nonfinite=sum(member.nonfinite for member in tally.members),
        finished=tally.finished,
        noise=tally.noise,
        done_share=tally.done_share,
        shares=tuple((member.title, tally.share(member)) for member in tally.members),
    )
