"""The collected cases rendered: the numbers in each folder's expected.json.

Tolerances are those of the file, else 1 % of the value and at least 0.004; the sample counts keep the noise of the
measured means below a quarter of that. Seeds are fixed. What is said in words is in ``test_cases_in_words``.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.peers.case_files import Show, centre, disc, expectations, folder

NUMBERS: dict[int, tuple[str, ...]] = {
    20: ("no_view_no_sparse_is_zero.gltf", "sparse_only.gltf", "sparse_patch_u8.gltf"),
    21: ("dot_segments.gltf", "file_is_literally_encoded.gltf", "iri_encoded.gltf", "iri_raw.gltf", "percent.gltf"),
    26: (
        "fan_no_indices.gltf", "fan_u8.gltf", "leftover_index.gltf", "strip_no_indices.gltf", "strip_odd_u16.gltf",
        "strip_u8.gltf", "triangles_no_indices.gltf", "triangles_u32.gltf", "triangles_u8.gltf",
        "with_lines_and_points.gltf",
    ),
    29: (
        "matrix_mirror.gltf", "neg_all_flipped_to_camera_double.gltf", "neg_x_double.gltf", "neg_x_single.gltf",
        "neg_xy_double.gltf", "neg_xy_single.gltf", "neg_z_back_to_camera_double.gltf", "nonuniform_normal.gltf",
        "parent_and_child_mirror.gltf",
    ),
    32: ("gray16.glb", "rgb16.glb", "rgb8_reference.glb", "rgba16.glb"),
    34: ("basecolor_188.glb", "emissive_188_strength_4.glb", "vertex_color_linear_half_times_factor_half.glb"),
    37: (
        "nan_normals.gltf", "no_normals.gltf", "tangents_without_normals.gltf", "unnormalized_normals.gltf",
        "zero_normals.gltf",
    ),
    38: (
        "colored.gltf", "directional_10lx.gltf", "point_100cd_2m.gltf", "scaled_node_same_light.gltf",
        "spot_100cd_2m.gltf", "spot_equal_cones.gltf",
    ),
    40: ("64_invisible_layers.glb",),
    42: ("offset_1e5_r100.xml", "offset_1e6_r1000.xml", "origin_r1.xml", "scaled_1e4.xml", "tiny_1e-4.xml"),
    44: ("degenerate_light.xml", "degenerate_surface.xml", "only_degenerate_light.xml"),
    45: ("sphere_good.xml", "sphere_one_nan.xml"),
    46: ("concentric_2000.xml", "four_triangles.xml", "one_triangle.xml"),
    48: ("down_y_up_y.xml", "nearly_parallel.xml", "up_z_along_z.xml", "zero_up.xml"),
    53: ("ior1_transmission.gltf", "ior_1.0000001_furnace.xml", "ior_1.0_furnace.xml", "ior_1.5_furnace.xml",
         "rough_ior_1.xml"),
    55: ("area_no_pane.xml", "point_no_pane.xml", "area_behind_pane.xml", "area_behind_thin.xml",
         "sky_behind_pane.xml"),
    56: ("diffuse_none.xml",),
    59: (
        "emissive_double.gltf", "emissive_double_mirrored.gltf", "emissive_down.gltf", "emissive_mirrored.gltf",
        "obj_down.xml", "obj_up_dark.xml", "obj_up_flipped.xml", "rectangle_down.xml", "rectangle_mirrored_down.xml",
        "rectangle_up_dark.xml", "rectangle_up_flipped.xml",
    ),
    61: ("diffuse_white.xml", "smooth_glass.xml"),
    63: (
        "attenuation_black_channel.gltf", "attenuation_distance_2.gltf", "attenuation_infinite_distance.gltf",
        "attenuation_scale_2.gltf", "attenuation_unit.gltf", "thickness_zero_is_thin.gltf",
    ),
    66: ("inc_main.xml", "v0_5_0_ldrfilm.xml", "v0_6_0.xml", "v0_6_0_srgb_hex.xml", "v2_0_0.xml", "v3_defaults.xml",
         "v3_unknown_property.xml"),
    68: ("rect_up_parallel.xml", "rect_up_z.xml", "spot_up_parallel.xml", "spot_up_z.xml"),
    71: ("coplanar.xml", "far.xml", "sliver.xml", "tiny.xml"),
    77: (
        "background_lowercase.xml", "background_mixed_types.xml", "background_negative_window.xml",
        "background_rgb.xml", "background_two_layers.xml", "background_y_only.xml",
    ),
    80: ("size_1x1.xml",),
    87: ("onion_small.xml",),
    88: ("albedo_edited.xml", "base.xml", "camera_edited.xml", "light_edited.xml"),
}  # fmt: skip

SLOW = {46: ("same_triangle_10000.xml",)}
"""Takes long: every ray meets 10,000 triangles in one place."""

MEASURES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "center": centre,
    "center_pixel": centre,
    "value": centre,
    "mean": lambda image: image.mean(axis=(0, 1)),
    "disc_mean": lambda image: disc(image).mean(axis=0),
    "min_pixel": lambda image: image.min(axis=(0, 1)),
    "background": lambda image: image[0, 0],
}

PARAMETERS = [pytest.param(n, name, id=f"{n}-{name}") for n, names in NUMBERS.items() for name in names] + [
    pytest.param(n, name, id=f"{n}-{name}", marks=pytest.mark.slow) for n, names in SLOW.items() for name in names
]


@pytest.mark.parametrize(("number", "name"), PARAMETERS)
def test_numbers(show: Show, cases_dir: Path, number: int, name: str) -> None:
    expect = expectations(folder(cases_dir, number) / "expected.json")
    entry = next(value for pattern, value in expect.items() if fnmatch.fnmatch(name, pattern))
    measured = entry if isinstance(entry, dict) else {"center": entry}
    tolerance = measured.get("tol", expect.get("tol"))
    image = show(number, name, spp=spp_of(number, name))
    checked = 0
    for key, measure in MEASURES.items():
        if key not in measured:
            continue
        found, wanted = measure(image), np.broadcast_to(measured[key], 3)
        if key == "min_pixel":
            assert (found >= wanted).all(), f"darkest pixel {found}"
        else:
            allowed = np.maximum(0.01 * np.abs(wanted), 0.004) if tolerance is None else np.full(3, tolerance)
            assert (np.abs(found - wanted) <= allowed).all(), f"{key}: {found} instead of {wanted}"
        checked += 1
    assert checked


def spp_of(number: int, name: str) -> int:
    """Enough for the tolerance: scenes of one light without size have no noise, a picture of one pixel has most."""
    if number == 80:
        return 20000
    if number == 87:
        return 64
    if name.endswith((".gltf", ".glb")) and number != 59:
        return 16
    return 256
