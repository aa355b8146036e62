"""The worker process: one backend, owned by the main thread, until the app says ``Shutdown`` or goes away."""

from __future__ import annotations

import contextlib
import logging
import math
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import raytracer
from raytracer.backends import BackendName
from raytracer.errors import BackendError, OutputError, RaytracerError, WorkerError
from raytracer.scene import Image, Scene, shader_catalog
from raytracer.scene.layers import find as find_layer
from raytracer.session import denoise, denoising
from raytracer.session.document import SceneTools
from raytracer.session.films import FilmWriter
from raytracer.session.frames import FrameWriter
from raytracer.session.inbox import Inbox
from raytracer.session.kept import SceneLoader
from raytracer.session.launch import WorkerOptions, window_threads
from raytracer.session.protocol import Event, Open, Progress, Started, WorkerFailed
from raytracer.session.rendering import RenderLoop, Tools
from raytracer.session.saving import ImageSaver
from raytracer.session.scene_messages import SaveScene

if TYPE_CHECKING:
    from raytracer.engine.renderer import Renderer
    from raytracer.io.report import LoadResult

log = logging.getLogger(__name__)


class AppIsGoneError(Exception):
    """The other end of the pipe closed; nobody listens any more."""


@dataclass(frozen=True)
class Parts:
    """What the process boundary does not know how to do itself."""

    renderer: Callable[[BackendName, int], Renderer]
    """Makes the renderer of a backend with so many threads."""
    load: SceneLoader
    save: ImageSaver
    scene: SceneTools


def run(connection: Connection, options: WorkerOptions, parts: Callable[[], Parts] | None = None) -> None:
    """The life of a worker. Ends in an orderly way, whatever happens, except when native code kills the process."""
    _start_log(options)
    inbox = Inbox(connection)

    def send(event: Event) -> None:
        try:
            connection.send(event)
        except (BrokenPipeError, ConnectionError) as error:
            raise AppIsGoneError from error

    frames = None if options.batch else FrameWriter(options.frame_prefix, options.first_sequence)
    films = None if options.batch else FilmWriter(options.frame_prefix)
    failed = False
    try:
        _work(inbox, send, frames, films, options, parts or engine_parts)
    except AppIsGoneError:
        log.info("the app is gone")
    except RaytracerError as error:
        log.exception("worker failed")
        failed = True
        _say_failed(send, options, error)
    except Exception as error:
        log.exception("worker failed")
        failed = True
        _say_failed(send, options, _unexpected(error, options))
    finally:
        if frames is not None:
            frames.close(unlink=inbox.parent_gone)
        if films is not None:
            films.close(unlink=inbox.parent_gone)
        with contextlib.suppress(OSError):
            connection.close()
    if failed:
        sys.exit(1)


def _work(
    inbox: Inbox,
    send: Callable[[Event], None],
    frames: FrameWriter | None,
    films: FilmWriter | None,
    options: WorkerOptions,
    make_parts: Callable[[], Parts],
) -> None:
    send(Progress(f"starting {options.backend}"))
    for folder in options.shader_path:
        shader_catalog.add_folder(folder)
    parts = make_parts()
    renderer = parts.renderer(options.backend, _threads(options))
    renderer.surroundings = not options.batch
    try:
        info = renderer.info
        if info.software and not options.force_software:
            raise BackendError(
                f"{options.backend} offers only {info.device}, a software driver that runs on the CPU",
                remedy="use the CPU backend, which is faster, or allow the software driver",
            )
        send(Started(info))
        RenderLoop(renderer, inbox, frames, Tools(send, parts.load, parts.save, parts.scene, films)).run()
    finally:
        renderer.close()


def engine_parts() -> Parts:
    """The real ones. Imported late: importing Taichi takes longer than starting the process."""
    from raytracer.engine.renderer import Renderer

    tools = SceneTools(_read_image, _save_scene)
    return Parts(lambda backend, threads: Renderer(backend, threads=threads), _load, _save, tools)


def _threads(options: WorkerOptions) -> int:
    """Threads of the CPU backend. The window needs a processor too: one is left to it, or, on two, it goes first."""
    if options.backend != "cpu" or options.batch:
        return options.threads
    from raytracer.engine.probe import usable_threads

    available = usable_threads()
    if options.threads == 0 and window_threads(available) < available:
        return window_threads(available)
    if hasattr(os, "nice") and (available <= 2 or (options.threads or available) >= available):
        with contextlib.suppress(OSError):
            os.nice(5)
    return options.threads or available


def _load(command: Open, progress: Callable[[str, float | None], None]) -> LoadResult:
    from raytracer.io.table import load_scene

    try:
        return load_scene(
            command.path,
            allow_outside=command.allow_outside,
            keep_going=command.keep_going,
            progress=progress,
            text=command.text,
        )
    except (RaytracerError, MemoryError):
        raise
    except Exception as error:
        log.exception("reading %s", command.path)
        raise RaytracerError(
            f"internal error while reading this file: {_one_line(error)}", where=str(command.path)
        ) from error


def _read_image(path: str, use: str) -> Image:
    from raytracer.io.images import read_image, read_sky
    from raytracer.io.report import LoadReport

    if use == "sky":
        return read_sky(Path(path), LoadReport())
    return read_image(Path(path), encoding="srgb" if use == "srgb" else "linear")


def _save_scene(command: SaveScene, scene: Scene, loaded: LoadResult) -> list[str]:
    from raytracer.io.toml_scene.writer import write_scene

    try:
        return write_scene(command.path, scene, loaded, command.kept or None)
    except (RaytracerError, MemoryError):
        raise
    except Exception as error:
        log.exception("saving %s", command.path)
        raise OutputError(f"internal error while saving: {_one_line(error)}", where=str(command.path)) from error


def _save(path: Path, renderer: Renderer, scene: Scene, layers: tuple[str, ...]) -> list[str]:
    from raytracer.io.image_output import write_image

    window = renderer.film.plan.window
    facts = _facts(renderer, scene)
    denoises = scene.view.denoises and denoise.available()
    linear = denoising.whole(renderer, window) if denoises else renderer.linear()
    display = np.empty((*linear.shape[:2], 4), np.uint8)
    if denoises:
        facts["Denoised"] = denoise.NAME
        renderer.display_other(linear, display)
    else:
        renderer.display(display, layer_seconds=math.inf)
    warnings = [denoise.MISSING] if scene.view.denoises and not denoises else []
    try:
        return warnings + write_image(path, linear, display, facts, _channels(renderer, layers), window)
    except (RaytracerError, MemoryError):
        raise
    except Exception as error:
        log.exception("saving %s", path)
        raise OutputError(f"internal error while saving: {_one_line(error)}", where=str(path)) from error


def _channels(renderer: Renderer, layers: tuple[str, ...]) -> dict[str, np.ndarray]:
    """What goes into an EXR file beside the light: (height, width) by channel name."""
    channels = {}
    for name in layers:
        values = renderer.layer(name)
        for k, letter in enumerate(find_layer(name).channels):
            channels[f"{name}.{letter}"] = values[..., k]
    return channels


def _facts(renderer: Renderer, scene: Scene) -> dict[str, str]:
    """What a picture was made from, for its metadata. A picture saved early has fewer samples than were asked for."""
    settings, info = scene.settings, renderer.info
    return {
        "Software": f"raytracer {raytracer.__version__}",
        "Scene": scene.name,
        "Camera": scene.camera.name,
        "Samples per pixel": f"{renderer.spp:g}",
        **({"Region": "{}, {}, {}, {}".format(*renderer.region)} if renderer.region else {}),
        "Samples per pixel asked for": str(settings.spp),
        "Longest path": str(settings.max_depth),
        "Seed": str(settings.seed),
        "View": f"{scene.view.view}, {scene.view.exposure_ev:+g} EV",
        "Backend": info.name,
        "Device": f"{info.device}, software" if info.software else info.device,
    }


def _start_log(options: WorkerOptions) -> None:
    logging.basicConfig(
        stream=sys.stderr, level=logging.INFO, format=f"%(asctime)s {options.backend} %(name)s: %(message)s"
    )
    log.info("worker %d started", os.getpid())


def _say_failed(send: Callable[[Event], None], options: WorkerOptions, error: RaytracerError) -> None:
    with contextlib.suppress(AppIsGoneError):
        send(WorkerFailed(options.backend, error))


def _unexpected(error: Exception, options: WorkerOptions) -> RaytracerError:
    remedy = f"details in {options.log}" if options.log else ""
    return WorkerError(f"internal error in the {options.backend} renderer: {_one_line(error)}", remedy=remedy)


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:300]}" if text else type(error).__name__
