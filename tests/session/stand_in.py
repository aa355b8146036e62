"""A worker whose renderer needs no Taichi: for tests of the process boundary. Run by name in the child process."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from raytracer.backends import BackendInfo
from raytracer.errors import BackendError, InputError, OutputError
from raytracer.io.image_output import write_image
from raytracer.io.report import LoadNote, LoadResult
from raytracer.scene import Image, RenderSettings, Scene, matte
from raytracer.session import worker
from raytracer.session.document import SceneTools


@dataclass
class PassStats:
    samples: int
    rays: int
    seconds: float
    compile_seconds: float = 0.0
    nonfinite: int = 0


@dataclass(frozen=True)
class Seen:
    instance: int
    material: int
    position: tuple
    normal: tuple
    distance: float
    depth: float


@dataclass
class LoadedStats:
    triangles: int = 12
    build_seconds: float = 0.01
    device_bytes: int = 1000


class StandInRenderer:
    """Adds one sample per pixel a pass; the picture is filled with the pass number."""

    def __init__(self, backend: str, threads: int) -> None:
        if backend == "metal":
            raise BackendError("metal is not available on this machine")
        self.info = BackendInfo(backend, True, "stand-in", software=backend == "vulkan", threads=threads)
        self.spp = 0.0
        self.passes = self.compiles = 0
        self.noise: float | None = None
        self.done_share = 0.0
        self.followed: list[str] = []

    def load(self, scene: Scene, *, progress) -> LoadedStats:
        progress("building BVH", None)
        self.settings = scene.settings
        self.scene_name = scene.name
        self.camera = scene.camera
        self.clear()
        return LoadedStats()

    def prepare(self, scene: Scene, *, progress) -> Scene:
        progress("building BVH", None)
        return scene

    def show(self, prepared: Scene, scene: Scene) -> LoadedStats:
        return self.load(scene, progress=lambda text, fraction: None)

    def compile_for(self, prepared: Scene) -> float:
        return self.compile()

    def compile_following(self, prepared: Scene) -> None:
        self.followed.append(prepared.name)

    def update(self, scene: Scene, stale, *, progress) -> LoadedStats:
        if scene.name == "too large" or any(m.name == "too large" for m in scene.materials):
            raise BackendError("the device could not take 99 MiB more")
        self.load(scene, progress=progress)
        return LoadedStats(triangles=len(scene.materials))

    def pick(self, x: float, y: float):
        return None if x < 0 else Seen(0, 0, (x, y, 0.0), (0.0, 0.0, 1.0), 1.0, 1.0)

    def silhouette(self, instances) -> np.ndarray:
        return np.full((2, 4), len(instances), np.uint8)

    def set_camera(self, camera) -> None:
        self.camera = camera
        self.clear()

    def set_settings(self, settings: RenderSettings) -> None:
        self.settings = settings
        self.clear()

    def set_view(self, view) -> None:
        if view.view == "broken":
            raise InputError("there is no view 'broken'")
        if view.view == "bug":
            raise ZeroDivisionError("division by zero")

    def resize(self, width: int, height: int) -> None:
        self.settings = self.settings.model_copy(update={"width": width, "height": height})
        self.clear()

    def clear(self) -> None:
        self.spp = 0.0

    sharp = can_sharpen = True

    def compile_sharpening(self) -> None:
        pass

    def render_pass(
        self, *, target_seconds: float = 0.03, max_spp: int | None = None, whole: bool = False
    ) -> PassStats:
        time.sleep(target_seconds / 10)
        self.spp += 1.0
        self.passes += 1
        samples = self.settings.width * self.settings.height
        return PassStats(samples, samples * 5, target_seconds / 10)

    @property
    def compiled(self) -> bool:
        return self.scene_name != "cold.toml" or self.compiles > 0

    def preview(self, out: np.ndarray) -> None:
        out[...] = 99

    def compile(self) -> float:
        self.compiles += 1
        time.sleep(0.01)
        return 0.01

    @property
    def covered(self) -> bool:
        if self.scene_name == "endless.toml":
            return False
        return self.spp >= (6.0 if self.scene_name == "coarse.toml" else 1.0)

    @property
    def finished(self) -> bool:
        return self.finished_up_to(self.settings.spp)

    def finished_up_to(self, spp: int) -> bool:
        return self.spp >= spp

    def display(self, out: np.ndarray) -> None:
        out[...] = self.passes % 256

    def linear(self) -> np.ndarray:
        """Noise by the seed, the same on all, except that one thread and Vulkan render ``brighter.toml`` wrongly."""
        noise = np.random.default_rng(self.settings.seed).exponential(
            1.0, (self.settings.height, self.settings.width, 3)
        )
        wrong = self.scene_name == "brighter.toml" and (self.info.threads == 1 or self.info.name == "vulkan")
        return (1.05 * noise if wrong else noise).astype(np.float32)

    def close(self) -> None:
        marker = os.environ.get("STAND_IN_CLOSED")
        if marker:
            Path(marker).write_text("closed")


def load(command, progress) -> LoadResult:
    """What the file's name says: a crash, a slow load, an error, or a scene."""
    name = command.path.name
    if name == "killed.toml":
        os.kill(os.getpid(), signal.SIGKILL)
    if name == "garbage.toml":
        raise InputError("not a scene", where=str(command.path))
    if name == "slow.toml":
        for step in range(200):
            progress("reading", step / 200)
            time.sleep(0.02)
    settings = RenderSettings(width=8, height=4, spp=10_000_000)
    if name == "short.toml":
        settings = RenderSettings(width=8, height=4, spp=5)
    scene = replace(Scene(name=name), settings=settings, materials=[matte("clay", (0.5, 0.5, 0.5))])
    return LoadResult(scene, [LoadNote("ignored", "a note", "here")])


def save(path: Path, renderer: StandInRenderer, scene: Scene, layers: tuple[str, ...]) -> list[str]:
    if path.name == "full.png" and not path.parent.name.startswith("raytracer-"):
        raise OutputError("no space left", where=str(path))
    if path.name == "killed.png":
        os.kill(os.getpid(), signal.SIGKILL)
    if path.name == "stuck.png":
        (path.parent / f".{os.getpid()}-0123abcd.png").write_text("half")
        time.sleep(60)
    if path.suffix == ".exr":
        pixels = np.ones((4, 8, 3), np.float32)
        return write_image(path, pixels, pixels.astype(np.uint8), {})
    path.write_text(f"{renderer.spp:g}")
    return ["a warning"] if path.name == "warned.png" else []


def read_image(path: str, use: str) -> Image:
    if path.endswith("missing.png"):
        raise InputError("picture file not found", where=path)
    return Image("read.png", np.full((4, 4, 3), 7, np.uint8))


def save_scene(command, scene: Scene, loaded: LoadResult) -> list[str]:
    if not command.path.parent.is_dir():
        raise OutputError("no such folder", where=str(command.path))
    command.path.write_text(scene.name)
    return []


def run(connection, options) -> None:
    """The entry point that the client is told."""
    worker.run(
        connection, options, lambda: worker.Parts(StandInRenderer, load, save, SceneTools(read_image, save_scene))
    )
