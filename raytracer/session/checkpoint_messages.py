"""What the process boundary carries about checkpoints; ``checkpoints`` does the work, in the worker."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class SaveCheckpoint:
    """Write the film as it is to a file. Answered by ``CheckpointSaved`` or ``CommandFailed``."""

    path: Path


@dataclass(frozen=True)
class LoadCheckpoint:
    """Go on with the film in a file. Answered by ``CheckpointLoaded`` and ``Stats``, or by ``CommandFailed``."""

    path: Path


@dataclass(frozen=True)
class CheckpointSaved:
    path: Path


@dataclass(frozen=True)
class CheckpointLoaded:
    """``spp``: mean samples per pixel that were on the film."""

    path: Path
    spp: float
