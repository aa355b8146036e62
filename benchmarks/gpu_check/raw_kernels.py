"""Kernels that do one thing as fast as the device can: move memory, jump in memory, multiply and add."""

import taichi as ti

from raytracer.engine.kernels.buffers import Floats

READS, CHAINS = 16, 4


@ti.kernel
def nothing(target: Floats):
    for _ in range(1):
        target[0] = 1.0


@ti.kernel
def copy(source: Floats, target: Floats, cells: ti.i32):
    for i in range(cells):
        target[i] = source[i]


@ti.kernel
def scattered(source: Floats, target: Floats, lanes: ti.i32, records: ti.i32):
    """Every lane reads ``READS`` records of 32 bytes, each at a place that the one before decides."""
    for i in range(lanes):
        at, total = ti.cast(i, ti.u32), 0.0
        for _ in range(READS):
            at = at * ti.u32(747796405) + ti.u32(2891336453)
            base = ti.cast((at >> 4) % ti.cast(records, ti.u32), ti.i32) * 8
            for k in range(8):
                total += source[base + k]
            at += ti.cast(total, ti.u32)
        target[i] = total


@ti.kernel
def fused(target: Floats, lanes: ti.i32, rounds: ti.i32):
    """``CHAINS`` independent chains of multiply-adds a lane."""
    for i in range(lanes):
        a, b, c, d = 0.1 * i, 0.2, 0.3, 0.4
        for _ in range(rounds):
            a = a * 0.999 + 0.5
            b = b * 0.998 + 0.25
            c = c * 0.997 + 0.125
            d = d * 0.996 + 0.0625
        target[i] = a + b + c + d
