"""Binned surface-area splits [1] of many independent subtrees, one per loop iteration, into a binary tree.

Node ``i`` is six floats of ``boxes`` (lower xyz, upper xyz) and three integers of ``links``: first child (the second
follows it; -1 for a leaf), first item, one past the last item. Nodes of a subtree are made in breadth-first order in
their own slice of the arrays, which doubles as the queue: no stack, no recursion, no atomics.

[1] Wald. On fast construction of SAH-based bounding volume hierarchies. RT 2007.
"""

import taichi as ti

from raytracer.engine.kernels.buffers import Floats, Ints, vec3_at

MAX_BINS = 16
BIN_FLOATS = 3 * MAX_BINS * 6
"""Scratch floats per subtree: a box for each bin of each axis."""
BIN_INTS = 3 * MAX_BINS
"""Scratch integers per subtree: the weight in each bin."""

_HUGE = 3.0e38

Split = ti.types.struct(axis=ti.i32, bin=ti.i32, cost=ti.f32)


@ti.func
def _half_area(extent):
    return extent.x * extent.y + extent.y * extent.z + extent.z * extent.x


@ti.func
def _bin_scale(low, high, bins):
    """Bins per unit of centroid along each axis; 0 where all centroids agree (to what f32 can tell apart)."""
    extent = high - low
    scale = ti.math.vec3(0.0)
    for axis in ti.static(range(3)):
        if extent[axis] > 1e-30:
            scale[axis] = ti.cast(bins, ti.f32) * 0.9999 / extent[axis]
    return scale


@ti.func
def _bin_of(centroid, low, scale, bins):
    return ti.min(ti.max(ti.cast((centroid - low) * scale, ti.i32), 0), bins - 1)


@ti.func
def _clear_bins(bin_box: ti.template(), bin_weight: ti.template(), subtree, bins):
    for axis in range(3):
        for b in range(bins):
            cell = (subtree * 3 + axis) * MAX_BINS + b
            bin_weight[cell] = 0
            for k in range(3):
                bin_box[cell * 6 + k] = _HUGE
                bin_box[cell * 6 + 3 + k] = -_HUGE


@ti.func
def _fill_bins(
    lower: ti.template(),
    upper: ti.template(),
    weight: ti.template(),
    items: ti.template(),
    bin_box: ti.template(),
    bin_weight: ti.template(),
    subtree,
    begin,
    end,
    low,
    scale,
    bins,
):
    for i in range(begin, end):
        item = items[i]
        box_low, box_high = vec3_at(lower, item * 3), vec3_at(upper, item * 3)
        which = _bin_of(box_low * 0.5 + box_high * 0.5, low, scale, bins)
        for axis in ti.static(range(3)):
            cell = (subtree * 3 + axis) * MAX_BINS + which[axis]
            total = bin_weight[cell] + weight[item]
            bin_weight[cell] = total
            for k in ti.static(range(3)):
                bin_box[cell * 6 + k] = ti.min(bin_box[cell * 6 + k], box_low[k])
                bin_box[cell * 6 + 3 + k] = ti.max(bin_box[cell * 6 + 3 + k], box_high[k])


@ti.func
def _best_split(bin_box: ti.template(), bin_weight: ti.template(), subtree, bins, scale):
    """Cheapest plane over all axes; ``cost`` is the sum of half area times weight of both sides."""
    best = Split(axis=-1, bin=0, cost=_HUGE)
    for axis in range(3):
        if scale[axis] > 0.0:
            base = (subtree * 3 + axis) * MAX_BINS
            right = ti.Vector([0.0] * MAX_BINS, dt=ti.f32)
            low, high, total = ti.math.vec3(_HUGE), ti.math.vec3(-_HUGE), 0
            for step in range(1, bins):
                b = bins - step
                low = ti.min(low, vec3_at(bin_box, (base + b) * 6))
                high = ti.max(high, vec3_at(bin_box, (base + b) * 6 + 3))
                total += bin_weight[base + b]
                right[b] = _half_area(ti.max(high - low, 0.0)) * ti.cast(total, ti.f32) if total > 0 else -1.0
            low, high, total = ti.math.vec3(_HUGE), ti.math.vec3(-_HUGE), 0
            for b in range(1, bins):
                low = ti.min(low, vec3_at(bin_box, (base + b - 1) * 6))
                high = ti.max(high, vec3_at(bin_box, (base + b - 1) * 6 + 3))
                total += bin_weight[base + b - 1]
                cost = _half_area(ti.max(high - low, 0.0)) * ti.cast(total, ti.f32) + right[b]
                if total > 0 and right[b] >= 0.0 and cost < best.cost:
                    best = Split(axis=axis, bin=b, cost=cost)
    return best


@ti.func
def _partition(lower: ti.template(), upper: ti.template(), items: ti.template(), begin, end, low, scale, bins, split):
    """Items left of the plane first; returns where the right side starts."""
    middle = begin
    for i in range(begin, end):
        item = items[i]
        centroid = vec3_at(lower, item * 3) * 0.5 + vec3_at(upper, item * 3) * 0.5
        which = _bin_of(centroid, low, scale, bins)
        along = which.x
        if split.axis == 1:
            along = which.y
        if split.axis == 2:
            along = which.z
        if along < split.bin:
            items[i] = items[middle]
            items[middle] = item
            middle += 1
    return middle


@ti.func
def _store_bounds(
    lower: ti.template(),
    upper: ti.template(),
    weight: ti.template(),
    items: ti.template(),
    boxes: ti.template(),
    node,
    begin,
    end,
):
    """Writes the node's box; returns the box of the centroids, the half area and the weight."""
    heavy = 0
    low, high = ti.math.vec3(_HUGE), ti.math.vec3(-_HUGE)
    centre_low, centre_high = ti.math.vec3(_HUGE), ti.math.vec3(-_HUGE)
    for i in range(begin, end):
        item = items[i]
        box_low, box_high = vec3_at(lower, item * 3), vec3_at(upper, item * 3)
        centroid = box_low * 0.5 + box_high * 0.5
        heavy += weight[item]
        low, high = ti.min(low, box_low), ti.max(high, box_high)
        centre_low, centre_high = ti.min(centre_low, centroid), ti.max(centre_high, centroid)
    for k in ti.static(range(3)):
        boxes[node * 6 + k] = low[k]
        boxes[node * 6 + 3 + k] = high[k]
    return centre_low, centre_high, _half_area(high - low), heavy


@ti.func
def _split_position(
    lower: ti.template(),
    upper: ti.template(),
    weight: ti.template(),
    items: ti.template(),
    boxes: ti.template(),
    bin_box: ti.template(),
    bin_weight: ti.template(),
    subtree,
    node,
    begin,
    end,
    halve,
    max_leaf,
    step_cost,
):
    """Where to cut the node's items, after having put them in order; -1 makes a leaf."""
    count = end - begin
    centre_low, centre_high, area, heavy = _store_bounds(lower, upper, weight, items, boxes, node, begin, end)
    position = -1
    if count > 1:
        bins = ti.min(MAX_BINS, 4 + count // 4)
        scale = _bin_scale(centre_low, centre_high, bins)
        split = Split(axis=-1, bin=0, cost=_HUGE)
        if halve == 0:
            _clear_bins(bin_box, bin_weight, subtree, bins)
            _fill_bins(lower, upper, weight, items, bin_box, bin_weight, subtree, begin, end, centre_low, scale, bins)
            split = _best_split(bin_box, bin_weight, subtree, bins, scale)
        worth = split.cost + step_cost * area < ti.cast(heavy, ti.f32) * area
        if split.axis >= 0 and (worth or heavy > max_leaf):
            position = _partition(lower, upper, items, begin, end, centre_low, scale, bins, split)
        elif heavy > max_leaf:
            position = begin + count // 2
    return position


@ti.kernel
def split_subtrees(
    lower: Floats,
    upper: Floats,
    weight: Ints,
    items: Ints,
    segments: Ints,
    boxes: Floats,
    links: Ints,
    counts: Ints,
    depths: Ints,
    bin_box: Floats,
    bin_weight: Ints,
    subtrees: ti.i32,
    max_leaf: ti.i32,
    sah_depth: ti.i32,
    step_cost: ti.f32,
):
    """Subtree s owns items ``segments[s]`` to ``segments[s + 1]`` and ``counts[s]`` nodes from ``2 * segments[s]``.

    A leaf holds items of at most ``max_leaf`` weight together, or one. Below ``sah_depth`` items are cut in half.
    ``step_cost`` is the cost of a node in primitive tests.
    """
    ti.loop_config(block_dim=8)  # small, to share the work evenly; 1 would exceed the number of groups of a GPU launch
    for s in range(subtrees):
        node = 2 * segments[s]
        free = node + 1
        links[node * 3 + 1] = segments[s]
        links[node * 3 + 2] = segments[s + 1]
        depths[node] = 0
        while node < free:
            begin, end = links[node * 3 + 1], links[node * 3 + 2]
            halve = 1 if depths[node] >= sah_depth else 0
            cut = _split_position(
                lower, upper, weight, items, boxes, bin_box, bin_weight, s, node, begin, end, halve, max_leaf, step_cost
            )
            links[node * 3] = -1
            if cut >= 0:
                links[node * 3] = free
                links[free * 3 + 1] = begin
                links[free * 3 + 2] = cut
                links[free * 3 + 4] = cut
                links[free * 3 + 5] = end
                depths[free] = depths[node] + 1
                depths[free + 1] = depths[node] + 1
                free += 2
            node += 1
        counts[s] = free - 2 * segments[s]
