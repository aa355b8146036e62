"""Layers of a picture: means that grow sample by sample, coarse at first."""

import taichi as ti

ivec2 = ti.types.vector(2, ti.i32)


@ti.func
def visited_pixel(item, width, step):
    """Pixel number ``item`` of those that are visited, every ``step``-th in both directions; may lie below the film."""
    columns = (width + step - 1) // step
    return ivec2(item % columns, item // columns) * step


@ti.func
def add_sample(values: ti.template(), found, at, width, height, step, sample):
    """Adds ``found``, three values and the weight 0 or 1, to the means of a visited pixel and of those up to the next.

    ``values``: three means and their weight for every pixel; what it held before sample 0 does not count.
    """
    for k in range(step * step):
        x, y = at.x + k % step, at.y + k // step
        if x < width and y < height:
            base = 4 * (y * width + x)
            count = ti.select(sample > 0, values[base + 3], 0.0) + found.w
            for c in ti.static(range(3)):
                old = ti.select(sample > 0, values[base + c], 0.0)
                values[base + c] = old + (found[c] - old) * found.w / ti.max(count, 1.0)
            values[base + 3] = count
