"""What crosses the process boundary. Small picklable dataclasses; pixels go through ``frames`` instead.

Commands go from the app to a worker, events from a worker to the app. A worker handles commands in order between
passes; of several pending ``SetCamera``, ``SetView`` or ``Resize`` only the last is carried out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from raytracer.backends import BackendInfo, BackendName
from raytracer.errors import RaytracerError
from raytracer.scene import Camera, RenderSettings, Scene, ViewSettings
from raytracer.scene.edits import Edit
from raytracer.session.checkpoint_messages import CheckpointLoaded, CheckpointSaved, LoadCheckpoint, SaveCheckpoint
from raytracer.session.film_parts import PartDone, RenderPart, TakeFilm
from raytracer.session.path_messages import PathCommand, PathEvent
from raytracer.session.scene_messages import SceneCommand, SceneEvent

# ---------------------------------------------------------------- commands


@dataclass(frozen=True)
class Open:
    """Load a scene file. Answered by ``SceneLoaded`` or ``LoadFailed``; after a failure the previous scene stays."""

    path: Path
    request: int = 0
    """Echoed in the answer, so that the app can tell answers apart."""
    camera: Camera | None = None
    """Start from this camera instead of the file's (used to hand a view to the other backend)."""
    allow_outside: bool = False
    """Whether files outside the scene's own folder tree may be read."""
    keep_going: bool = False
    """Whether a missing texture becomes a placeholder, and a missing mesh a note, instead of an error."""
    settings: Mapping[str, object] = field(default_factory=dict)
    """Fields of ``RenderSettings`` that replace the file's before anything is allocated."""
    view: Mapping[str, object] = field(default_factory=dict)
    """Fields of ``ViewSettings`` that replace the file's."""
    edits: tuple[Edit, ...] = ()
    """Edits since the file was opened first, and the number of the state that they lead to."""
    state: int = 0
    text: str | None = None
    """What stood in the file when it was opened first, where the app has overwritten it since."""


@dataclass(frozen=True)
class Prepare:
    """Keep these scenes ready beside the present one: read, built, compiled, so that ``Open`` shows each at once.

    Scenes kept before and not named again are forgotten; no path at all frees everything. ``Prepared`` follows for
    every scene, between passes. A kept scene whose file has changed since is read again when it is opened.
    """

    paths: tuple[Path, ...]
    request: int = 0
    """Echoed in the answers."""
    allow_outside: bool = False
    followed: tuple[Path, ...] = ()
    """Those of them in which paths will be followed: the kernel for that is compiled, too."""


@dataclass(frozen=True)
class SetCamera:
    """Clear the film and continue from here. ``moving``: more will follow soon, answer fast rather than sharp."""

    camera: Camera
    moving: bool = False


@dataclass(frozen=True)
class SetView:
    """Change the picture only; the film goes on."""

    view: ViewSettings


@dataclass(frozen=True)
class SetSettings:
    """Change the estimate (size excepted, see ``Resize``); clears the film, unless only ``spp`` or ``noise`` did."""

    settings: RenderSettings


@dataclass(frozen=True)
class Resize:
    """Size of the film in pixels; clears it. Outlives ``Open``: a window's size counts more than a file's."""

    width: int
    height: int


@dataclass(frozen=True)
class Pause:
    """Stop after the current pass and keep everything warm. Answered by ``Halted``."""


@dataclass(frozen=True)
class Resume:
    """Go on adding samples."""


@dataclass(frozen=True)
class Restart:
    """Clear the film."""

    timed: bool = False
    """Samples are counted against time from here on, as in a race, until the film is cleared again."""


@dataclass(frozen=True)
class SaveImage:
    """Write the film as it is now (format by suffix). Answered by ``ImageSaved`` or ``SaveFailed``."""

    path: Path
    layers: tuple[str, ...] = ()
    """Names of ``scene.layers`` that go into the same file; only EXR can hold them."""


@dataclass(frozen=True)
class ReadFilm:
    """Copy the film's mean radiance to shared memory. Answered by ``FilmRead``; it stays valid until the next one."""

    request: int = 0
    """Echoed in the answer."""


@dataclass(frozen=True)
class MeasureBandwidth:
    """Copy memory on the device, for a fraction of a second, and count. Answered by ``BandwidthMeasured``."""


@dataclass(frozen=True)
class Shutdown:
    """End politely (writes the kernel cache)."""


Command = (
    Open
    | Prepare
    | SetCamera
    | SetView
    | SetSettings
    | Resize
    | Pause
    | Resume
    | Restart
    | SaveImage
    | ReadFilm
    | MeasureBandwidth
    | RenderPart
    | TakeFilm
    | SaveCheckpoint
    | LoadCheckpoint
    | Shutdown
    | SceneCommand
    | PathCommand
)

# ---------------------------------------------------------------- events


@dataclass(frozen=True)
class Started:
    """The runtime is up on this backend; ``info.device`` is the device that really runs."""

    info: BackendInfo


@dataclass(frozen=True)
class Progress:
    """Something long is going on. ``fraction`` is 0..1, or None where it cannot be known."""

    activity: str
    """For people: "reading buddha.glb", "building BVH", "compiling kernels"."""
    fraction: float | None = None


@dataclass(frozen=True)
class Note:
    """One thing that a loader ignored, repaired or missed, in words for the user."""

    kind: str
    """"unsupported", "ignored", "repaired" or "missing"."""
    text: str
    where: str = ""


@dataclass(frozen=True)
class SceneLoaded:
    """A scene is open. ``outline`` is the scene without its heavy arrays."""

    request: int
    path: Path
    outline: Scene
    bounds: tuple[tuple[float, float, float], tuple[float, float, float]]
    triangles: int
    notes: list[Note] = field(default_factory=list)
    load_seconds: float = 0.0
    build_seconds: float = 0.0
    device_bytes: int = 0
    designed_size: tuple[int, int] | None = None
    """Width and height that the file asks for, pixels: its author framed the picture for this aspect."""


@dataclass(frozen=True)
class LoadFailed:
    """The scene could not be opened; the previous one is still there."""

    request: int
    path: Path
    error: RaytracerError


@dataclass(frozen=True)
class Prepared:
    """One scene of a ``Prepare`` is ready, or cannot be (``error``)."""

    request: int
    path: Path
    done: int
    """Scenes of this request that are answered, this one included."""
    total: int
    error: RaytracerError | None = None


@dataclass(frozen=True)
class Compiling:
    """Kernels are being compiled; nothing else will come until ``Compiled``."""

    what: str


@dataclass(frozen=True)
class Compiled:
    """How long that took; never part of a throughput figure."""

    seconds: float


@dataclass(frozen=True)
class Halted:
    """The answer to ``Pause``: no pass is going on any more, and what was counted has been reported."""


@dataclass(frozen=True)
class FrameReady:
    """A new picture lies in shared-memory slot ``slot``. The reader releases it (see ``frames``)."""

    slot: int
    sequence: int
    width: int
    height: int
    spp: float
    """Mean samples per pixel in this picture; below 1 while the first samples come in."""
    segment: str = ""
    """Name of the shared memory that holds the slots; another one after every change of size."""
    layer: str = "combined"
    """What it shows, by name of ``scene.layers``."""
    limits: tuple[float, float] = (0.0, 1.0)
    """What the ends of the false-colour scale stand for, in the layer's unit."""
    denoised_spp: float = 0.0
    """Samples per pixel that a denoised picture was made from; 0 for a picture that is not denoised."""
    preview: bool = False
    """Surfaces lit from the camera, shown until the kernels of a scene are compiled. It has no samples."""
    sharp: bool = False
    """Every pixel shows its own samples, or the surface that it sees under light from samples near it. Never true of a
    layer or a denoised picture."""


@dataclass(frozen=True)
class Stats:
    """Counted since the previous ``Stats``, also across a change of camera; compile time and first passes are left out.

    ``samples`` and ``rays`` were counted by the kernel during ``seconds`` of wall time of finished passes.
    ``total_samples`` and ``total_seconds`` count since the film was cleared. Besides the regular reports there is one
    whenever 1, 2, 4, 8 ... samples per pixel are complete, so that the time they took is known exactly.
    """

    samples: int
    rays: int
    seconds: float
    spp: float
    total_samples: int
    total_rays: int
    total_seconds: float
    nonfinite: int = 0
    """Samples since the film was cleared that were NaN or infinite and were left out of the picture."""
    finished: bool = False
    """The sample limit or the noise threshold is reached everywhere."""
    noise: float | None = None
    """Estimated relative error, root mean square over the picture, when it was measured last; None before that."""
    done_share: float = 0.0
    """Share of the picture that needs no more samples, 0 to 1."""
    work: str = ""
    """The same for two backends exactly when they render the same scene at the same size and settings."""
    camera: str = ""
    """The same for two backends exactly when they look from the same place."""
    film: int = 0
    """Counts how often this worker's film was cleared: two reports with the same number are about one picture."""


@dataclass(frozen=True)
class FilmRead:
    """The film as it was between two passes, in shared memory (see ``films``); no segment while it is empty."""

    request: int
    segment: str
    width: int
    height: int
    spp: float
    film: int
    """As in ``Stats``."""


@dataclass(frozen=True)
class BandwidthMeasured:
    """Bytes read plus bytes written per second by a plain copy on the device, the best of several copies."""

    bytes_per_s: float
    size: int
    """Bytes of one of the two arrays."""


@dataclass(frozen=True)
class ImageSaved:
    path: Path
    warnings: tuple[str, ...] = ()
    """What could not be saved as it is, in words for the user."""


@dataclass(frozen=True)
class SaveFailed:
    path: Path
    error: RaytracerError


@dataclass(frozen=True)
class CommandFailed:
    """A command other than ``Open`` and ``SaveImage`` could not be carried out; everything is as it was before it."""

    command: str
    """Name of the command's class."""
    error: RaytracerError


@dataclass(frozen=True)
class WorkerFailed:
    """The worker cannot go on: its backend did not start, or its process died. Made by the client when it died."""

    backend: BackendName
    error: RaytracerError
    will_restart: bool = False
    asked: bool = False
    """The user wanted another worker: nothing is wrong."""


Event = (
    Started
    | Progress
    | SceneLoaded
    | LoadFailed
    | Prepared
    | Compiling
    | Compiled
    | Halted
    | FrameReady
    | Stats
    | FilmRead
    | BandwidthMeasured
    | PartDone
    | CheckpointSaved
    | CheckpointLoaded
    | ImageSaved
    | SaveFailed
    | CommandFailed
    | WorkerFailed
    | SceneEvent
    | PathEvent
)
