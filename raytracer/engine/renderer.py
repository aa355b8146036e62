"""The facade of the engine, for the app, the CLI and the tests: load a scene, add passes to the film, look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np
import taichi as ti

from raytracer.backends import BackendInfo, BackendName
from raytracer.engine import bandwidth, device_scene, picking, preview, probe, readback, runtime, shader_loading
from raytracer.engine.camera_record import pack_camera
from raytracer.engine.film import Film, Work
from raytracer.engine.film_launcher import Filling, FilmLauncher, PassStats, path_arguments
from raytracer.engine.guides import Guides
from raytracer.engine.kernels.picture import linear_picture
from raytracer.engine.layers import LayerInputs, Layers
from raytracer.engine.other_picture import OtherPicture
from raytracer.engine.path_counter import PathCounter
from raytracer.engine.path_recorder import PathRecorder, read_record
from raytracer.engine.pixel import PixelValue, read_pixel
from raytracer.engine.sharpening import Sharpening
from raytracer.errors import UsageError
from raytracer.scene import Camera, RenderSettings, Scene, ViewSettings, layers
from raytracer.scene.divergence import Divergence
from raytracer.scene.edits import Invalidates
from raytracer.scene.layers import COMBINED
from raytracer.scene.path_record import PathRecord
from raytracer.scene.region import Box, pixel_box

Progress = Callable[[str, float | None], None]

_CPU_BLOCK, _GPU_BLOCK = 256, 64
"""Items that a thread takes at a time, four tiles; lanes of a group (many registers: small groups)."""
LAYER_SECONDS = 0.04
"""How long a layer that is looked at is refined for each picture of it."""


@dataclass(frozen=True)
class LoadedStats:
    """What loading a scene took. ``device_bytes`` is the scene's, without the film."""

    triangles: int
    build_seconds: float
    device_bytes: int


@dataclass(frozen=True)
class PreparedScene:
    """A scene on the device that can be shown at once."""

    scene: Scene
    device: device_scene.DeviceScene


class Renderer:
    """One backend, one scene, one film. Not thread-safe: the thread that made it uses it."""

    def __init__(self, backend: BackendName = "cpu", *, threads: int = 0, block: int = 0) -> None:
        """``block``: items that a CPU thread takes at a time, lanes of a group on a GPU; 0: what was found best."""
        started = runtime.start(backend, threads=threads)
        self.info: BackendInfo = replace(probe.probe((started.backend,))[0], threads=started.threads)
        self._camera_buffer = ti.ndarray(ti.f32, pack_camera(Camera(), RenderSettings(), 1, 1).size)
        self._film: Film | None = None
        self._device: device_scene.DeviceScene | None = None
        block = block or (_CPU_BLOCK if started.backend == "cpu" else _GPU_BLOCK)
        self._launcher = FilmLauncher(started.backend, block)
        self._recorder, self._counter = PathRecorder(), PathCounter(block)
        kernels: dict[object, Callable[..., None]] = {}
        self._layers = Layers(block, self._counter, kernels)
        self.guides = Guides(lambda: Layers(block, self._counter, kernels), self._layer_inputs)
        """What a denoiser wants to know beside the light."""
        self._other = OtherPicture()
        self._sharpening = Sharpening(started.backend, block)
        self.surroundings = True
        """Whether what lies outside a region gets one sample of a cleared film, to see what is there."""
        self.scene = Scene()
        self.camera, self.settings, self.view = self.scene.camera, self.scene.settings, self.scene.view

    # ------------------------------------------------------------ what to render

    def load(self, scene: Scene, *, progress: Progress = lambda activity, fraction: None) -> LoadedStats:
        """Makes ``scene`` the current one, with its camera, settings and view. On an error the previous one stays."""
        return self.show(self.prepare(scene, progress=progress), scene)

    def prepare(self, scene: Scene, *, progress: Progress = lambda activity, fraction: None) -> PreparedScene:
        """Builds ``scene`` on the device and leaves everything else as it is."""
        scene.check()
        return PreparedScene(scene, device_scene.build(scene, progress))

    def show(self, prepared: PreparedScene, scene: Scene) -> LoadedStats:
        """Makes a prepared scene the current one; ``scene`` may differ from it in camera, settings and view."""
        self._take(prepared.device, scene)
        self._forget_rates()
        self._drop_round()
        self.set_settings(scene.settings)
        self.clear()
        return self._loaded()

    def update(
        self, scene: Scene, invalid: Invalidates, *, progress: Progress = lambda activity, fraction: None
    ) -> LoadedStats:
        """Makes ``scene``, an edit of the current one, current: only what differs is done again.

        ``invalid`` is what the edit says of itself. Without ``RECORDS``, ``GEOMETRY`` and ``KERNELS`` nothing but
        camera, settings and view is taken over; with one of them, geometry that is the same keeps its tree, and equal
        images their texels. The film is cleared unless only the view or the number of samples changed. On an error the
        current scene stays. Raises as ``load`` does.
        """
        scene.check()
        old, old_scene = self._need_device(), self.scene
        derived = Invalidates.RECORDS | Invalidates.GEOMETRY | Invalidates.KERNELS
        device = device_scene.update(old, old_scene, scene, progress) if invalid & derived else old
        moved = scene.camera != self.camera
        more = scene.settings != self.settings  # then set_settings decides
        self._take(device, scene)
        if device.config.key != old.config.key:
            self._forget_rates()
        if device is not old:
            self._drop_round()
        self.set_settings(scene.settings)
        if device is not old or moved or (invalid & Invalidates.FILM and not more):
            self.clear()
        return self._loaded()

    def _forget_rates(self) -> None:
        """Launches of another scene, or another kernel, take another time."""
        self._launcher.forget_rate()
        self._sharpening.forget_rate()

    def _drop_round(self) -> None:
        """The film is about to be cleared: nothing of it is to be finished, and not by another scene's kernel."""
        if self._film is not None:
            self._film.plan.clear()

    def _take(self, device: device_scene.DeviceScene, scene: Scene) -> None:
        shader_loading.load("views", scene.view.view)
        self._device, self.scene = device, scene
        self.camera, self.view = scene.camera, scene.view

    def _loaded(self) -> LoadedStats:
        device = self._need_device()
        return LoadedStats(device.triangles, device.geometry.seconds, device.device_bytes)

    def set_camera(self, camera: Camera) -> None:
        """Looks from elsewhere; clears the film."""
        self.camera = camera
        self.clear()

    def set_settings(self, settings: RenderSettings) -> None:
        """Changes the estimate, and the size of the film; clears it, unless only when to stop changed."""
        more = self._film is not None and settings.same_estimate(self.settings)
        elsewhere = settings.region != self.settings.region
        self.settings = settings
        if more:
            if elsewhere:
                self._launcher.finish_tile(self._filling())
                self.film.restrict(self.region, surroundings=self.surroundings)
            return
        if self._film is None or (self._film.width, self._film.height) != (settings.width, settings.height):
            self._sharpening.release()  # the film is more important
            self._other.release()
            self._film = Film(settings.width, settings.height)
        self._film.restrict(self.region, surroundings=self.surroundings)
        self.clear()

    def set_view(self, view: ViewSettings) -> None:
        """Changes the picture only."""
        shader_loading.load("views", view.view)
        self.view = view

    def resize(self, width: int, height: int) -> None:
        """Changes the size of the film in pixels; clears it."""
        self.set_settings(self.settings.model_copy(update={"width": max(1, width), "height": max(1, height)}))

    def clear(self) -> None:
        """Forgets all samples."""
        film = self._need_film()
        film.clear()
        self._layers.clear()
        self.guides.clear()
        self._sharpening.clear()
        self._camera_buffer.from_numpy(pack_camera(self.camera, self.settings, film.width, film.height))

    @property
    def region(self) -> Box | None:
        """The pixels that are refined; None: all of them."""
        where, settings = self.settings.region, self.settings
        return None if where is None else pixel_box(where, settings.width, settings.height)

    @property
    def film(self) -> Film:
        """The film of the current scene. Raises ``UsageError`` before one is loaded."""
        return self._need_film()

    # ------------------------------------------------------------ rendering

    @property
    def spp(self) -> float:
        """Mean samples per pixel on the film, of the region where there is one."""
        return self._film.spp if self._film else 0.0

    @property
    def covered(self) -> bool:
        """Whether there is a sample near every pixel: a picture made earlier has black parts."""
        return self._film is not None and self._film.plan.covered

    @property
    def finished(self) -> bool:
        """Whether every pixel has the settings' number of samples, or is less noisy than they ask for."""
        return self.finished_up_to(self.settings.spp)

    def finished_up_to(self, spp: int) -> bool:
        """The same with another number of samples: whether a pass with it as ``max_spp`` has nothing to do."""
        return self._film is not None and self._film.plan.finished(spp, self.settings.noise)

    @property
    def noise(self) -> float | None:
        """Estimated relative error, root mean square over the region, when measured last; None before that."""
        return self._film.plan.film_noise if self._film else None

    @property
    def done_share(self) -> float:
        """Share of the picture that needs no more samples, 0 to 1."""
        if self._film is None:
            return 0.0
        return self._film.plan.done_share(self.settings.spp, self.settings.noise)

    @property
    def compiled(self) -> bool:
        """Whether the scene can be rendered without anything being compiled."""
        return self._launcher.ready(self._need_device())

    def preview(self, out: np.ndarray) -> None:
        """Writes a picture of surfaces lit from the camera to ``out``, as ``display`` does: something to look at while
        ``compile`` runs, and no part of the film."""
        film = self._need_film()
        preview.draw(self._need_device(), self.scene, self.camera, (film.width, film.height), out)

    def compile(self) -> float:
        """Compiles (or fetches from the cache) what the scene needs to be rendered and shown; seconds."""
        return self._compile(self._need_device(), self.view)

    def compile_for(self, prepared: PreparedScene) -> float:
        """The same for a scene that is not shown yet."""
        return self._compile(prepared.device, prepared.scene.view)

    def _compile(self, device: device_scene.DeviceScene, view: ViewSettings) -> float:
        return self._launcher.compile(device, self._camera_buffer, self.settings, view)

    def render_pass(
        self, *, target_seconds: float = 0.03, max_spp: int | None = None, whole: bool = False
    ) -> PassStats:
        """Adds samples for about ``target_seconds`` (at least one launch), up to ``max_spp`` or the settings' limit.

        ``whole``: it ends sooner where more samples would not be seen, see ``FilmLauncher.fill``.
        """
        filling = self._filling()
        compile_seconds = 0.0 if self._launcher.ready(filling.device) else self.compile()
        limit = self.settings.spp if max_spp is None else max_spp
        filled = self._launcher.fill(filling, target_seconds, limit, whole=whole)
        return replace(filled, compile_seconds=compile_seconds)

    def render_items(self, items: int) -> PassStats:
        """Adds one launch of about ``items`` samples, however long it takes; none when the film is finished."""
        compile_seconds = self.compile()
        if self.finished:
            return PassStats(0, 0, 0.0, compile_seconds, 0)
        return replace(self._launcher.fill_once(self._filling(), items), compile_seconds=compile_seconds)

    def time_launch(self, work: Work) -> PassStats:
        """Exactly this launch, until the device is done; reading the counts is not timed. Clear the film afterwards."""
        compile_seconds = self.compile()
        return replace(self._launcher.time_exactly(self._filling(), work), compile_seconds=compile_seconds)

    # ------------------------------------------------------------ a sharp picture before all first samples

    @property
    def sharp(self) -> bool:
        """Whether the picture shows every pixel's own samples, or light along the surface that the pixel sees."""
        return self._film is not None and (self._film.plan.lattice == 1 or self._sharpening.complete(self._film))

    @property
    def first_samples_seconds(self) -> float:
        """How long it will take until every pixel has a sample."""
        film = self._need_film()
        return self._launcher.seconds_for(film.pixels - film.total_samples) if film.plan.lattice > 1 else 0.0

    @property
    def can_sharpen(self) -> bool:
        """Whether ``sharpen`` needs no kernel to be compiled."""
        return self._sharpening.ready(self._need_device())

    def compile_sharpening(self) -> None:
        """Compiles a part of what ``sharpen`` and the picture after it need: call it until ``can_sharpen``."""
        self._sharpening.compile(self._need_device(), self._camera_buffer)

    def sharpen(self, seconds: float) -> None:
        """Looks for about so long what each pixel sees first; ``sharp`` once that is known. The film is not touched.

        Raises ``DeviceMemoryError``.
        """
        film = self._need_film()
        self._other.make_room(film.pixels)
        self._sharpening.advance(self._need_device(), self._camera_buffer, film, self.settings.seed, seconds)

    # ------------------------------------------------------------ pictures

    def display(self, out: np.ndarray, *, layer_seconds: float = LAYER_SECONDS) -> None:
        """Writes the picture, view applied, to ``out``: (height, width, 4) uint8 RGBA, row 0 on top.

        A layer other than the light is refined for ``layer_seconds`` first.
        """
        if self.view.layer != COMBINED:
            self._layers.show(layers.find(self.view.layer), self._layer_inputs(), out, layer_seconds)
            return
        film = self._need_film()
        if film.lattice_shift > 0 and film.plan.covered and self._sharpening.complete(film):
            self._sharpening.show(film, self._camera_buffer, self.view.gain, self._other)
            self._launcher.show_other(self._other, film, self.view)
        else:
            self._launcher.show(film, self.view)
        readback.read(film.picture, out)

    def make_room_for_other(self) -> None:
        """Takes the memory for ``display_other`` now. Raises ``DeviceMemoryError``."""
        self._other.make_room(self._need_film().pixels)

    def display_other(self, linear: np.ndarray, out: np.ndarray) -> None:
        """The same of radiance that is not the film's, (height, width, 3) f32 of the film's size; as light."""
        film = self._need_film()
        self._other.take(linear)
        self._launcher.show_other(self._other, film, self.view)
        readback.read(film.picture, out)

    @property
    def layer_finished(self) -> bool:
        """Whether the layer that is shown has all its samples; always true of the light."""
        return self.view.layer == COMBINED or self._layers.finished(layers.find(self.view.layer))

    @property
    def layer_ready(self) -> bool:
        """Whether the layer that is shown needs no kernel to be compiled."""
        return self._layers.ready(layers.find(self.view.layer), self._need_device())

    @property
    def layer_limits(self) -> tuple[float, float]:
        """What the ends of the false-colour scale of the last picture of a layer stand for."""
        return self._layers.limits

    def layer(self, name: str) -> np.ndarray:
        """A whole layer of ``scene.layers``: (height, width, channels) f32, row 0 on top."""
        return self.linear() if name == COMBINED else self._layers.whole(layers.find(name), self._layer_inputs())

    def linear(self) -> np.ndarray:
        """The mean radiance: (height, width, 3) f32, scene-linear Rec. 709, row 0 on top."""
        film = self._need_film()
        picture = ti.ndarray(ti.f32, 3 * film.pixels)
        film.gather_lattice()
        size = (film.width, film.height, film.lattice_shift)
        linear_picture(film.sums, film.counts, film.lattice_means, *size, picture)
        return readback.read_new(picture, np.float32).reshape(film.height, film.width, 3)

    # ------------------------------------------------------------ questions

    def pick(self, x: float, y: float) -> picking.Seen | None:
        """The surface behind a point of the film, pixels; None for the sky. Lens and pixel filter are left out."""
        film = self._need_film()
        return picking.pick(self._need_device(), self.scene, self.camera, (x, y, film.width, film.height))

    def pixel(self, x: int, y: int) -> PixelValue:
        """Mean linear radiance of a pixel, its samples, how sure that is; nothing outside the film."""
        return read_pixel(self._need_film(), x, y)

    def can_trace_sample(self) -> bool:
        """Whether ``trace_sample`` needs no kernel to be compiled first."""
        return self._recorder.ready(self._need_device())

    def trace_sample(self, x: int, y: int, sample: int) -> PathRecord:
        """Follows one sample of a pixel, row 0 on top: the same numbers by the same code as the film's, written down.

        Raises ``UsageError`` for a pixel or sample that there is not.
        """
        film, device = self._need_film(), self._need_device()
        at, size = (x, y, sample), (film.width, film.height)
        raw = self._recorder.trace(device, self._camera_buffer, at, size, path_arguments(self.settings))
        scene = replace(self.scene, settings=self.settings)
        return replace(read_record(raw, scene, at, size), backend=self.info.name)

    def compile_following(self, prepared: PreparedScene) -> None:
        """Compiles what ``trace_sample`` needs in a scene that is not shown yet."""
        arguments = path_arguments(prepared.scene.settings)
        self._recorder.trace(prepared.device, self._camera_buffer, (0, 0, 0), (1, 1), arguments)

    def hidden(self, points: np.ndarray) -> np.ndarray:
        """Which world points (n, 3) a surface hides from the camera: (n,) bool."""
        return picking.hidden(self._need_device(), self.camera, points)

    def can_count_paths(self) -> bool:
        """Whether ``divergence`` needs no kernel to be compiled first."""
        return self._counter.ready(self._need_device())

    def divergence(self, sample: int = 0) -> Divergence:
        """How evenly the paths of one sample of every pixel end, by groups of lanes. The film is not touched."""
        arguments = path_arguments(self.settings)
        counts = self._counter.count(self._need_device(), self._camera_buffer, self._need_film(), sample, arguments)
        return counts.divergence()

    def silhouette(self, instances: Iterable[int]) -> np.ndarray:
        """Where these instances are seen: (rows, columns) u8 over the film, row 0 on top."""
        film = self._need_film()
        return picking.silhouette(self._need_device(), self.camera, (film.width, film.height), instances)

    def measure_bandwidth(self) -> tuple[float, int]:
        """Bytes per second that a copy on the device reads and writes together, and the bytes of one of its arrays."""
        return bandwidth.measure(self.info.name, self.info.threads)

    def noise_picture(self) -> np.ndarray:
        """Estimated relative error of each pixel, (height, width) f32; infinite where it is not known yet."""
        return self._need_film().noise_picture(self.view.gain)

    def sample_counts(self) -> np.ndarray:
        """Samples of each pixel, (height, width) i32."""
        return self._need_film().sample_counts()

    def close(self) -> None:
        """Ends the runtime; this writes the kernel cache."""
        self._film = self._device = None
        runtime.stop()

    def _filling(self) -> Filling:
        film, device = self._need_film(), self._need_device()
        return Filling(film, device, self._camera_buffer, self.settings, self.view.gain)

    def _layer_inputs(self) -> LayerInputs:
        arguments, gain = path_arguments(self.settings), self.view.gain
        film = self._need_film()
        return LayerInputs(self._need_device(), self._camera_buffer, film, self.settings.seed, arguments, gain)

    def _need_device(self) -> device_scene.DeviceScene:
        if self._device is None:
            raise UsageError("no scene is loaded")
        return self._device

    def _need_film(self) -> Film:
        if self._film is None or self._device is None:
            raise UsageError("no scene is loaded")
        return self._film
