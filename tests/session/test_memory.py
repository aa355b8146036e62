"""Refusals before anything is allocated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from raytracer.backends import BackendInfo
from raytracer.errors import BackendError, DeviceMemoryError
from raytracer.scene import (
    DirectionalLight,
    Image,
    Input,
    Instance,
    Material,
    Mesh,
    PointLight,
    RenderSettings,
    Scene,
    Texture,
    ViewSettings,
    matte,
)
from raytracer.scene.primitives import grid
from raytracer.session import memory
from raytracer.session.protocol import SetView
from raytracer.session.scene_work import SceneWork
from raytracer.session.sizes import format_bytes

CPU = BackendInfo("cpu", True, "Test CPU", threads=2)
GPU = BackendInfo("cuda", True, "Test GPU", memory_bytes=2 << 30)


@pytest.fixture(autouse=True)
def _no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAYTRACER_MEMORY_GB", raising=False)
    monkeypatch.delenv("TI_DEVICE_MEMORY_GB", raising=False)


def scene_of(width: int, height: int) -> Scene:
    return Scene(settings=RenderSettings(width=width, height=height))


def test_an_ordinary_picture_fits() -> None:
    memory.check_fits(scene_of(640, 360), CPU)
    memory.check_fits(scene_of(3840, 2160), GPU)


def test_a_refusal_states_what_is_needed_and_what_there_is() -> None:
    with pytest.raises(BackendError) as refused:
        memory.check_fits(scene_of(65536, 65536), GPU)
    text = str(refused.value)
    assert "65536x65536" in text
    assert "208.2 GiB" in text
    assert "Test GPU has 2.0 GiB" in text


def test_a_picture_that_is_made_sharp_takes_what_its_arrays_take() -> None:
    assert memory.sharpening_bytes(64, 33) == 64 * 33 * (12 + 16) + 16 * 9 * 8


def test_on_a_gpu_a_picture_is_made_sharp_beside_its_film_and_scene() -> None:
    scene, size = scene_of(4096, 4096), (4096, 4096)
    both = memory.film_bytes(*size) + memory.sharpening_bytes(*size)
    memory.check_sharpening(scene, size, BackendInfo("cuda", True, "Test GPU", memory_bytes=int(both / 0.9) + 2))
    tight = BackendInfo("cuda", True, "Test GPU", memory_bytes=int(both / 0.9) - 2)
    with pytest.raises(BackendError, match="a sharp first picture"):
        memory.check_sharpening(scene, size, tight)
    scene.shapes, scene.materials, scene.instances = [grid((1.0, 1.0), (500, 500))], [Material()], [Instance(0, 0)]
    with pytest.raises(BackendError, match="a sharp first picture"):
        memory.check_sharpening(
            scene, size, BackendInfo("cuda", True, "Test GPU", memory_bytes=int((both + 1e6) / 0.9))
        )


def test_a_denoised_picture_takes_more() -> None:
    film = memory.film_bytes(64, 32)
    assert memory.film_bytes(64, 32, denoised=True) == film + 64 * 32 * (16 + 32)
    scene = scene_of(4096, 4096)
    tight = BackendInfo("cuda", True, "Test GPU", memory_bytes=int(memory.film_bytes(4096, 4096) / 0.9) + 2)
    memory.check_fits(scene, tight)
    scene.view = scene.view.model_copy(update={"denoise": True})
    with pytest.raises(BackendError, match="free"):
        memory.check_fits(scene, tight)


@pytest.mark.parametrize("info", [CPU, GPU], ids=["cpu", "gpu"])
def test_a_denoised_picture_without_room_is_refused_and_the_rest_of_the_view_taken(
    monkeypatch: pytest.MonkeyPatch, info: BackendInfo
) -> None:
    """What is free of a CPU's memory has the film beside it already, a GPU's whole memory holds both."""
    told: list[ViewSettings] = []
    hurried: list[bool] = []
    renderer = SimpleNamespace(info=info, set_view=told.append)
    pictures = SimpleNamespace(hurry=lambda: hurried.append(True))
    scene = scene_of(512, 256)
    state = SimpleNamespace(renderer=renderer, pictures=pictures, scene=scene, compile=lambda what: None)
    work = SceneWork(state, None, None, None)  # type: ignore[arg-type]
    needed = 512 * 256 * 48 + (memory.film_bytes(512, 256) + memory.device_bytes(scene) if info.is_gpu else 0)
    monkeypatch.setenv("RAYTRACER_MEMORY_GB", f"{0.99 * needed / 0.9 / 2**30}")
    wanted = ViewSettings(denoise=True, exposure_ev=2.0)
    with pytest.raises(DeviceMemoryError, match=r"a denoised picture of 512x256 pixels needs about .* free"):
        work.set_view(SetView(wanted))
    assert told == [wanted.model_copy(update={"denoise": False})]
    assert state.scene.view == told[-1]
    assert hurried, "the exposure is seen"
    work.set_view(SetView(wanted.model_copy(update={"layer": "normal"})))  # nothing is denoised of a layer
    monkeypatch.setenv("RAYTRACER_MEMORY_GB", f"{1.01 * needed / 0.9 / 2**30}")
    work.set_view(SetView(wanted))
    assert state.scene.view == wanted


def test_the_machine_s_own_memory_counts_for_the_cpu() -> None:
    available = memory.available_bytes(CPU)
    if available is None:
        pytest.skip("this system does not tell")
    assert 1 << 26 < available < 1 << 45
    software = BackendInfo("vulkan", True, "llvmpipe", software=True)
    assert memory.available_bytes(software) == pytest.approx(available, rel=0.5), "a software driver uses main memory"


@pytest.mark.parametrize("name", ["RAYTRACER_MEMORY_GB", "TI_DEVICE_MEMORY_GB"])
def test_limit_in_the_environment(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Case 81, step 4."""
    monkeypatch.setenv(name, "0.1")
    assert memory.available_bytes(GPU) == int(0.1 * 2**30)
    positions = np.zeros((3, 3))
    triangles = np.tile(np.arange(3), (500_000, 1))
    scene = Scene(shapes=[Mesh(positions, triangles)], materials=[matte("m", (1, 1, 1))], instances=[Instance(0, 0)])
    with pytest.raises(BackendError, match=r"500,000 triangles needs about \d+ MiB of memory, .* has 102 MiB free"):
        memory.check_fits(scene, CPU)
    monkeypatch.setenv(name, "nonsense")
    memory.check_fits(scene_of(64, 64), CPU)


def test_unknown_memory_is_not_refused() -> None:
    memory.check_fits(scene_of(8192, 8192), BackendInfo("vulkan", True, "GPU that does not tell"))


def test_images_count_once() -> None:
    image = Image("a.png", np.zeros((32, 64, 3), np.uint8))
    texture = Texture(image=image)
    material = matte("m", (1.0, 1.0, 1.0))
    material.parameters = {"reflectance": Input(value=(1.0, 1.0, 1.0), texture=texture)}
    other = material.model_copy(update={"normal_map": texture})
    scene = Scene(materials=[material, other])
    assert memory.image_count(scene) == 1
    assert memory.image_bytes(scene) == 32 * 64 * 4


def test_limit_of_a_container(tmp_path: Path) -> None:
    (tmp_path / "memory.max").write_text("1000000\n")
    (tmp_path / "memory.current").write_text("400000\n")
    (tmp_path / "memory.stat").write_text("anon 1\ninactive_file 100000\n")
    assert memory._cgroup_left(tmp_path) == 700_000
    (tmp_path / "memory.max").write_text("max\n")
    assert memory._cgroup_left(tmp_path) is None


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 KiB"), (9000, "9 KiB"), (512 << 20, "512 MiB"), (3 << 29, "1.5 GiB")]
)
def test_format(count: int, text: str) -> None:
    assert format_bytes(count) == text


def test_copies_of_a_shared_mesh_count_once() -> None:
    mesh = grid((1.0, 1.0), (500, 500))
    instances = [Instance(0, 0, np.eye(4)) for _ in range(10_000)]
    scene = Scene(shapes=[mesh], materials=[Material()], instances=instances)
    assert scene.triangle_count == 5_000_000_000
    assert memory.device_bytes(scene) < 100e6


def test_lights_take_more_than_what_is_dark() -> None:
    mesh, lamp = grid((1.0, 1.0), (100, 100)), matte("lamp", (0.0, 0.0, 0.0))
    lamp.emission = Input(value=(5.0, 5.0, 5.0))
    dark = Scene(shapes=[mesh], materials=[Material(), lamp], instances=[Instance(0, 0)])
    shining = replace(dark, instances=[Instance(0, 1)])
    bulbs = replace(dark, lights=[PointLight()] * 20_000 + [DirectionalLight()])
    hidden = replace(shining, instances=[Instance(0, 1, visible=False)])
    assert memory.device_bytes(shining) - memory.device_bytes(dark) == 20_000 * 130
    assert memory.device_bytes(bulbs) == memory.device_bytes(shining)
    assert memory.device_bytes(hidden) < memory.device_bytes(dark)
    needed = memory.film_bytes(dark.settings.width, dark.settings.height) + memory.device_bytes(shining)
    tight = BackendInfo("cuda", True, "Test GPU", memory_bytes=int((needed - 20_000 * 50) / 0.9))
    memory.check_fits(dark, tight)
    with pytest.raises(DeviceMemoryError, match="free"):
        memory.check_fits(shining, tight)
