"""One step on one backend, in this process. ``python -m benchmarks.gpu_check.child STEP JSON``"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from benchmarks.children import answer
from benchmarks.gpu_check import agreement, device, measures

STEPS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "machine": device.machine,
    "scene": agreement.scene,
    "launches": measures.launches,
    "readback": measures.readback,
    "block": measures.block,
    "rays": device.rays,
    "device": device.speeds,
}


if __name__ == "__main__":
    answer(STEPS[sys.argv[1]](json.loads(sys.argv[2])))
