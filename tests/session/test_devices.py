"""The probe, its process, and drivers that misbehave."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
from typing import Any

import pytest

from raytracer.backends import BACKENDS, BackendInfo
from raytracer.engine import probe as probing
from raytracer.engine import vulkan_devices
from raytracer.session import devices


def info_of(name: str) -> BackendInfo:
    return next(info for info in probing.probe() if info.name == name)


def test_every_backend_is_listed_and_says_why_not() -> None:
    found = devices.find_backends(20.0)
    assert [info.name for info in found] == list(BACKENDS)
    cpu = found[0]
    assert cpu.available
    assert cpu.device
    assert cpu.threads == len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else cpu.threads >= 1
    for info in found:
        assert info.available or info.reason
        assert not info.is_gpu or info.device


def test_the_process_prints_json_only() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "raytracer.engine.probe", "--json", "cpu"], capture_output=True, text=True, timeout=20
    )
    assert done.returncode == 0
    assert done.stdout.startswith('[{"name": "cpu", "available": true')
    assert done.stderr == ""


def test_asynchronously() -> None:
    arrived = threading.Event()
    found: list[BackendInfo] = []

    def take(infos: list[BackendInfo]) -> None:
        found.extend(infos)
        arrived.set()

    devices.find_backends_async(take, 20.0)
    assert arrived.wait(25.0)
    assert found[0].name == "cpu"


def fake_probe(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Runs ``code`` instead of the probe; the names asked for are its arguments."""
    monkeypatch.setattr(devices, "_PROBE", ("-c", code))


def test_a_driver_that_aborts_hides_only_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import sys, os, json, signal, resource\n"
        "resource.setrlimit(resource.RLIMIT_CORE, (0, 0))\n"
        "if 'vulkan' in sys.argv: os.abort()\n"
        "print(json.dumps([dict(name=n, available=True, device=n) for n in sys.argv[1:]]))"
    )
    fake_probe(monkeypatch, code)
    found = {info.name: info for info in devices.find_backends(20.0)}
    assert not found["vulkan"].available
    assert "SIGABRT" in found["vulkan"].reason
    assert found["cuda"].available


def test_a_driver_that_hangs_or_babbles(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_probe(monkeypatch, "import time; time.sleep(60)")
    found = devices.find_backends(0.3)
    assert "did not answer within 0.3 s" in found[1].reason
    assert found[0].available, "there is always a CPU"
    fake_probe(monkeypatch, "print('hello')")
    assert "no answer" in devices.find_backends(10.0)[2].reason


@pytest.mark.parametrize(
    ("gpus", "best"),
    [
        ([], "cpu"),
        ([BackendInfo("vulkan", True, "llvmpipe", software=True)], "cpu"),
        ([BackendInfo("vulkan", True, "Radeon")], "vulkan"),
        ([BackendInfo("vulkan", True, "GeForce"), BackendInfo("cuda", True, "GeForce")], "cuda"),
        ([BackendInfo("cuda", False, reason="no CUDA driver"), BackendInfo("vulkan", True, "Radeon")], "vulkan"),
    ],
)
def test_best_backend_is_never_a_software_driver(gpus: list[BackendInfo], best: str) -> None:
    assert devices.best_backend([BackendInfo("cpu", True, "CPU"), *gpus]) == best


def test_switched_off_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TI_ENABLE_VULKAN", "0")
    assert info_of("vulkan").reason == "switched off by TI_ENABLE_VULKAN=0"
    monkeypatch.setenv("TI_ENABLE_CPU", "0")
    assert info_of("cpu").available


@pytest.mark.parametrize(
    ("name", "device_type", "software"),
    [
        ("llvmpipe (LLVM 15.0.6, 256 bits)", 4, True),
        ("SwiftShader Device (Subzero)", 4, True),
        ("Microsoft Basic Render Driver", 2, True),
        ("NVIDIA H200", 2, False),
        ("AMD Radeon Graphics (RADV RENOIR)", 1, False),
    ],
)
def test_software_drivers_are_recognised(name: str, device_type: int, software: bool) -> None:
    assert vulkan_devices.is_software(name, device_type) is software


class FakeCuda:
    """Answers like libcuda. ``code`` is what cuInit returns."""

    def __init__(self, code: int = 0, count: int = 1) -> None:
        self.code, self.count = code, count

    def cuInit(self, flags: int) -> int:
        return self.code

    def cuDeviceGetCount(self, count: Any) -> int:
        count._obj.value = self.count
        return 0

    def cuDeviceGet(self, device: Any, ordinal: int) -> int:
        return 0

    def cuDeviceGetName(self, name: Any, length: int, device: Any) -> int:
        name.value = b"NVIDIA H200"
        return 0

    def cuDeviceTotalMem_v2(self, memory: Any, device: Any) -> int:
        memory._obj.value = 139 << 30
        return 0

    def cuDriverGetVersion(self, version: Any) -> int:
        version._obj.value = 12080
        return 0

    def cuDeviceGetAttribute(self, value: Any, attribute: int, device: Any) -> int:
        value._obj.value = {16: 132}[attribute]
        return 0

    def cuGetErrorString(self, code: int, text: Any) -> int:
        text._obj.value = b"system driver mismatch"
        return 0


def cuda_with(monkeypatch: pytest.MonkeyPatch, library: object) -> BackendInfo:
    monkeypatch.setattr(vulkan_devices, "load_library", lambda names: library)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("TI_ENABLE_CUDA", raising=False)
    return info_of("cuda")


def test_cuda_device(monkeypatch: pytest.MonkeyPatch) -> None:
    info = cuda_with(monkeypatch, FakeCuda())
    assert info.is_gpu
    assert (info.device, info.memory_bytes, info.driver) == ("NVIDIA H200", 139 << 30, "CUDA 12.8")
    assert info.cores == 132


def test_cuda_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cuda_with(monkeypatch, None).reason == "no CUDA driver"
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    assert cuda_with(monkeypatch, FakeCuda(code=100)).reason == "no CUDA device"
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    assert cuda_with(monkeypatch, FakeCuda(count=0)).reason == "no CUDA device (CUDA_VISIBLE_DEVICES is '')"
    assert cuda_with(monkeypatch, FakeCuda(code=803)).reason.endswith("system driver mismatch (803)")
    assert "asking for it failed" in cuda_with(monkeypatch, object()).reason


@pytest.mark.vulkan
def test_lavapipe_is_software() -> None:
    try:
        ctypes.CDLL("libvulkan.so.1")
    except OSError:
        pytest.skip("no Vulkan loader here")
    found, reason = vulkan_devices.enumerate_devices()
    if not found:
        pytest.skip(f"no Vulkan device here: {reason}")
    assert [device.software for device in found] == sorted(device.software for device in found), "real ones first"
    for device in found:
        assert device.software or device.memory_bytes > 0
        assert device.driver.startswith("Vulkan 1.")
