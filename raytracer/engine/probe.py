"""Which backends this machine offers, found without starting Taichi. Run in a throw-away process: drivers abort.

``python -m raytracer.engine.probe --json [backend ...]`` prints a list of ``BackendInfo``; see ``session.devices``.
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

from raytracer.backends import BACKENDS, BackendInfo, BackendName
from raytracer.engine import vulkan_devices

CUDA_LIBRARIES = ("libcuda.so.1", "libcuda.so", "nvcuda.dll")
_CUDA_NO_DEVICE = 100
_CUDA_MULTIPROCESSORS = 16  # CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
_OFF = ("0", "OFF", "off", "False", "false")


def probe(names: tuple[BackendName, ...] = BACKENDS) -> list[BackendInfo]:
    """One entry per backend, in the order of ``BACKENDS``. Whatever goes wrong becomes the entry's reason."""
    return [_guarded(name) for name in BACKENDS if name in names]


def usable_threads() -> int:
    """Logical processors that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def cpu_name() -> str:
    """Name of the processor for people."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() in ("model name", "Model", "Hardware") and value.strip():
                return " ".join(value.split())
    if sys.platform == "darwin" and (brand := _sysctl("machdep.cpu.brand_string")):
        return brand
    return platform.processor() or platform.machine() or "CPU"


def _guarded(name: BackendName) -> BackendInfo:
    switch = f"TI_ENABLE_{name.upper()}"
    if name != "cpu" and os.environ.get(switch) in _OFF:
        return BackendInfo(name, False, reason=f"switched off by {switch}={os.environ[switch]}")
    try:
        return _PROBES[name]()
    except Exception as error:  # a driver may answer anything; the others still count
        return BackendInfo(name, False, reason=f"asking for it failed: {type(error).__name__}: {error}")


def _cpu() -> BackendInfo:
    info = BackendInfo("cpu", True, cpu_name(), memory_bytes=_main_memory(), threads=usable_threads())
    return replace(info, cores=_usable_cores())


def _usable_cores(topology: Path = Path("/sys/devices/system/cpu")) -> int:
    """How many different cores the usable threads are, 0 where the system does not tell."""
    if sys.platform == "darwin":
        answer = _sysctl("hw.physicalcpu")
        return int(answer) if answer.isdigit() else 0
    if not hasattr(os, "sched_getaffinity"):
        return 0
    folders = [topology / f"cpu{thread}" / "topology" for thread in os.sched_getaffinity(0)]
    try:
        return len({((f / "physical_package_id").read_text(), (f / "core_id").read_text()) for f in folders})
    except OSError:
        return 0


def _main_memory() -> int:
    """Bytes of main memory, 0 where it cannot be read."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 0


def _cuda() -> BackendInfo:
    if sys.platform == "darwin":
        return BackendInfo("cuda", False, reason="CUDA does not exist on macOS")
    library = vulkan_devices.load_library(CUDA_LIBRARIES)
    if library is None:
        return BackendInfo("cuda", False, reason="no CUDA driver")
    code = library.cuInit(0)
    count = ctypes.c_int(0)
    if code == 0:
        code = library.cuDeviceGetCount(ctypes.byref(count))
    if code == _CUDA_NO_DEVICE or (code == 0 and count.value == 0):
        hidden = os.environ.get("CUDA_VISIBLE_DEVICES")
        why = f" (CUDA_VISIBLE_DEVICES is {hidden!r})" if hidden is not None else ""
        return BackendInfo("cuda", False, reason=f"no CUDA device{why}")
    if code != 0:
        return BackendInfo("cuda", False, reason=f"the CUDA driver does not start: {_cuda_error(library, code)}")
    return _first_cuda_device(library)


def _first_cuda_device(library: ctypes.CDLL) -> BackendInfo:
    """Taichi always takes device 0; CUDA_VISIBLE_DEVICES chooses which one that is."""
    device, version = ctypes.c_int(0), ctypes.c_int(0)
    name, memory = ctypes.create_string_buffer(256), ctypes.c_size_t(0)
    library.cuDeviceGet(ctypes.byref(device), 0)
    library.cuDeviceGetName(name, len(name), device)
    total_memory = getattr(library, "cuDeviceTotalMem_v2", None) or library.cuDeviceTotalMem
    total_memory(ctypes.byref(memory), device)
    library.cuDriverGetVersion(ctypes.byref(version))
    driver = f"CUDA {version.value // 1000}.{version.value % 1000 // 10}"
    cores = ctypes.c_int(0)
    library.cuDeviceGetAttribute(ctypes.byref(cores), _CUDA_MULTIPROCESSORS, device)
    info = BackendInfo("cuda", True, name.value.decode(errors="replace"), memory_bytes=memory.value, driver=driver)
    return replace(info, cores=cores.value)


def _cuda_error(library: ctypes.CDLL, code: int) -> str:
    text = ctypes.c_char_p()
    if library.cuGetErrorString(code, ctypes.byref(text)) == 0 and text.value:
        return f"{text.value.decode(errors='replace')} ({code})"
    return f"error {code}"


def _vulkan() -> BackendInfo:
    if sys.platform == "darwin":
        return BackendInfo("vulkan", False, reason="not on macOS; Metal is used there")
    devices, reason = vulkan_devices.enumerate_devices()
    if not devices:
        return BackendInfo("vulkan", False, reason=reason)
    best = devices[0]
    info = BackendInfo(
        "vulkan", True, best.name, software=best.software, memory_bytes=best.memory_bytes, driver=best.driver
    )
    if not best.software:
        return info
    return BackendInfo(**{**asdict(info), "reason": f"Vulkan offers only {best.name}, a software driver"})


def _metal() -> BackendInfo:
    if sys.platform != "darwin":
        return BackendInfo("metal", False, reason="only on macOS")
    if platform.machine() != "arm64":
        return BackendInfo("metal", False, reason="needs a Mac with Apple silicon")
    return BackendInfo("metal", True, _sysctl("machdep.cpu.brand_string") or "Apple GPU", memory_bytes=_main_memory())


def _sysctl(key: str) -> str:
    try:
        done = subprocess.run(["sysctl", "-n", key], capture_output=True, text=True, timeout=2.0, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


_PROBES: dict[BackendName, Callable[[], BackendInfo]] = {
    "cpu": _cpu,
    "cuda": _cuda,
    "vulkan": _vulkan,
    "metal": _metal,
}


def main(arguments: list[str]) -> None:
    """Prints the backends, one a line, or all as JSON with ``--json``; names limit the list."""
    found = probe(tuple(name for name in BACKENDS if name in arguments) or BACKENDS)
    if "--json" in arguments:
        print(json.dumps([asdict(info) for info in found]))
    else:
        print(*found, sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
