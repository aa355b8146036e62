"""Carries out what changes the scene: opening one, editing it, looking from elsewhere, other settings, another size."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from raytracer.errors import DeviceMemoryError, RaytracerError, UsageError
from raytracer.scene import Scene
from raytracer.scene.edits import Invalidates
from raytracer.session import memory
from raytracer.session.changes import with_camera, with_changes
from raytracer.session.document import Document, SceneTools
from raytracer.session.kept import KeptScenes, SceneLoader
from raytracer.session.protocol import Note, Open, Resize, SceneLoaded, SetCamera, SetSettings, SetView
from raytracer.session.render_state import RenderState
from raytracer.session.scene_messages import EditFailed, EditScene, Point, SceneEdited

if TYPE_CHECKING:
    from raytracer.engine.renderer import LoadedStats
    from raytracer.io.report import LoadResult

LARGEST_SIDE = 65536


class SceneWork:
    """Commands other than ``Open`` are ignored while there is no scene. On an error the scene stays as it was."""

    def __init__(self, state: RenderState, kept: KeptScenes, load: SceneLoader, tools: SceneTools) -> None:
        self._state = state
        self._renderer = state.renderer
        self._kept = kept
        self._load = load
        self._tools = tools

    def open(self, command: Open) -> None:
        """Reads a scene, or takes one that was kept ready, and builds it. Raises ``RaytracerError``."""
        state = self._state
        started = time.perf_counter()
        as_on_disk = not command.edits and command.text is None
        kept = self._kept.find(command) if as_on_disk else None
        try:
            loaded = kept.loaded if kept else self._load(command, state.progress)
            document = Document(loaded, command, self._tools)
            scene = document.opened(with_changes(loaded.scene, command, state.size), command)
            load_seconds = time.perf_counter() - started
            if kept:
                stats = self._renderer.show(kept.device, scene)
            else:
                memory.check_fits(scene, self._renderer.info)
                stats = self._renderer.load(scene, progress=state.progress)
        except KeyboardInterrupt:
            raise RaytracerError("loading was cancelled") from None
        except MemoryError as error:
            raise RaytracerError("not enough memory for this scene", where=str(command.path)) from error
        state.report()
        state.scene, state.document, state.path = scene, document, command.path
        state.pictures.make_room(scene)
        state.send(_loaded_event(command, document, scene, loaded, stats, load_seconds))
        if not state.paused:
            state.pictures.publish_preview()
        state.compile("kernels")
        state.cleared()

    def set_camera(self, command: SetCamera) -> None:
        """Looks from elsewhere."""
        state = self._state
        if state.scene is None:
            return
        state.pictures.camera_moves(command.moving)
        if command.camera != state.scene.camera:  # coming to rest where it is keeps the film: nothing flashes
            self._renderer.set_camera(command.camera)
            state.scene = with_camera(state.scene, command.camera)
            state.cleared()

    def set_view(self, command: SetView) -> None:
        """Shows the same film in another way. Raises ``RaytracerError``.

        Where a denoised picture does not fit, ``DeviceMemoryError``: all else of the view is taken over, so that the
        exposure can still be set, and so that later checks do not count what was refused.
        """
        state = self._state
        if state.scene is None:
            return
        view, refusal = command.view, None
        if view.denoises and not state.scene.view.denoises:
            try:
                memory.check_denoising(state.scene, self._renderer.info)
            except DeviceMemoryError as error:
                view, refusal = view.model_copy(update={"denoise": False}), error
        another = view.view != state.scene.view.view
        self._renderer.set_view(view)
        state.scene = replace(state.scene, view=view)
        if another:
            state.compile(f"view {view.view}")
        state.pictures.hurry()
        if refusal is not None:
            raise refusal

    def set_settings(self, command: SetSettings) -> None:
        """Estimates in another way; the size stays."""
        state = self._state
        if state.scene is not None:
            old = state.scene.settings
            settings = command.settings.model_copy(update={"width": old.width, "height": old.height})
            only_more = settings.same_estimate(old)
            self._renderer.set_settings(settings)
            state.report()
            state.scene = replace(state.scene, settings=settings)
            state.compile("kernels")
            if not only_more:  # another sample limit keeps the film
                state.cleared()

    def resize(self, command: Resize) -> None:
        """Another size of the film, of this scene and of the next ones. Raises ``RaytracerError``."""
        state = self._state
        size = (max(command.width, 1), max(command.height, 1))
        if max(size) > LARGEST_SIDE:
            raise UsageError(f"a side of {max(size)} pixels is too long", remedy=f"at most {LARGEST_SIDE}")
        if state.scene is not None:
            what = f"a picture of {size[0]}x{size[1]} pixels"
            needed = memory.film_bytes(*size, denoised=state.scene.view.denoises)
            memory.check_available(needed, self._renderer.info, what)
            self._renderer.resize(*size)
            state.report()
            update = {"width": size[0], "height": size[1]}
            state.scene = replace(state.scene, settings=state.scene.settings.model_copy(update=update))
            state.pictures.make_room(state.scene)
            state.cleared()
        state.size = size

    def edit(self, command: EditScene) -> None:
        """Changes the scene as an edit says, if it starts from the state that the scene is in."""
        state = self._state
        document, scene = state.document, state.scene
        if document is None or scene is None or command.base != document.state:
            return
        if not command.edits:  # of what was edited, nothing is rendered
            document.state = command.state
            state.send(SceneEdited(command.state))
            return
        started = time.perf_counter()
        try:
            after, stale = document.edited(command, scene)
            memory.check_fits(after, self._renderer.info)
            stats = self._renderer.update(after, stale, progress=state.progress)
        except KeyboardInterrupt:
            return  # another scene is being opened
        except RaytracerError as error:
            state.send(EditFailed(command.state, document.state, error))
            return
        except MemoryError:
            lacking = RaytracerError("not enough memory for this change")
            state.send(EditFailed(command.state, document.state, lacking))
            return
        state.report()
        state.scene, document.state = after, command.state
        self._kept.forget(state.path)
        if stale & Invalidates.KERNELS:
            state.compile("kernels")
        if stale & Invalidates.FILM:
            state.cleared()
        seconds = time.perf_counter() - started
        bounds = _box(after) if stale & Invalidates.GEOMETRY else None
        state.send(SceneEdited(command.state, stats.triangles, stats.device_bytes, seconds, bounds))


def _loaded_event(
    command: Open, document: Document, scene: Scene, loaded: LoadResult, stats: LoadedStats, load_seconds: float
) -> SceneLoaded:
    return SceneLoaded(
        request=command.request,
        path=command.path,
        outline=document.pixels.outline(scene),
        bounds=_box(scene),
        triangles=stats.triangles,
        notes=[Note(note.kind, note.text, note.where) for note in loaded.notes],
        load_seconds=load_seconds,
        build_seconds=stats.build_seconds,
        device_bytes=stats.device_bytes,
        designed_size=(loaded.scene.settings.width, loaded.scene.settings.height),
    )


def _box(scene: Scene) -> tuple[Point, Point]:
    lower, upper = scene.bounds()
    return (lower[0], lower[1], lower[2]), (upper[0], upper[1], upper[2])
