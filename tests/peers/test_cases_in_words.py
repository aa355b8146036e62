"""The collected cases rendered: what an expected.json says in words or in more than one number."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from raytracer.engine.renderer import Renderer
from raytracer.io.table import load_scene
from raytracer.scene import Environment
from tests.peers.batches import picture
from tests.peers.case_files import SIZE, Show, block, centre, disc, expectations, folder, small


def test_21_23_36_whatever_loads_shows_the_quad(show: Show, cases_dir: Path) -> None:
    glb = expectations(folder(cases_dir, 23) / "expected.json")
    uris = expectations(folder(cases_dir, 36) / "expected.json")
    for number, names in ((23, glb["must_load"]), (36, uris["ok"])):
        for name in names:
            assert centre(show(number, name, spp=16)) == pytest.approx(0.5, abs=0.004), name


def test_34_mitsuba_bitmaps_are_decoded_unless_raw(show: Show, cases_dir: Path) -> None:
    expect = expectations(folder(cases_dir, 34) / "expected.json")["mitsuba.xml"]
    image = show(34, "mitsuba.xml")
    camera = load_scene(folder(cases_dir, 34) / "mitsuba.xml").scene.camera
    right, _, forward = camera.basis()
    for side, middle in (("left", (0.0, 0.0, 0.0)), ("right", (2.2, 0.0, 0.0))):
        towards = np.subtract(middle, camera.position)
        x = 0.5 + 0.5 * (towards @ right) / (towards @ forward) / np.tan(np.radians(20.0))
        assert block(image, x, 0.5, 5).mean() == pytest.approx(expect[side], abs=0.01)


def test_37_a_fold_without_normals_is_flat(show: Show) -> None:
    image = show(37, "fold_must_be_flat_shaded.gltf", spp=16)
    for x in (0.45, 0.55):
        column = round(x * SIZE)
        part = image[28:36, column - 2 : column + 2]
        assert part.mean() == pytest.approx(0.4472, abs=0.002)
        assert part.max() - part.min() < 1e-3


@pytest.mark.parametrize(
    ("name", "under_opaque", "under_hole"),
    [
        ("mask.glb", 0.0, 0.5),
        ("blend_texture.glb", 0.0, 0.5),
        ("blend_half.glb", 0.25, 0.25),
        ("opaque_ignores_alpha.glb", 0.0, 0.0),
        ("mask_factor_times_texture.glb", 0.5, 0.5),
        ("mask_cutoff_zero.glb", 0.0, 0.0),
    ],
)
def test_40_shadows_of_cut_out_cards(show: Show, name: str, under_opaque: float, under_hole: float) -> None:
    image = show(40, name, spp=64, square=128, depth=2)  # direct light: the card throws a little back to the floor
    assert block(image, 0.61, 0.59, 1).mean() == pytest.approx(under_opaque, abs=0.02)
    assert block(image, 0.61, 0.41, 1).mean() == pytest.approx(under_hole, abs=0.02)


def test_45_bad_texels_do_not_spread(show: Show, cases_dir: Path) -> None:
    expect = expectations(folder(cases_dir, 45) / "expected.json")["sphere_bad.xml"]
    found = disc(show(45, "sphere_bad.xml")).mean(axis=0)
    assert found == pytest.approx(expect["disc_mean_if_bad_texels_0"], abs=0.005)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("look_px", (8, 0, 0)),
        ("look_nx", (0, 8, 0)),
        ("look_pz", (8, 8, 0)),
        ("look_nz", (0, 0, 8)),
        ("look_py", (8, 8, 8)),
        ("look_ny", (0.02, 0.02, 0.02)),
        ("rotated_90", (8, 8, 0)),
    ],
)
def test_49_environments_face_the_right_way(show: Show, name: str, wanted: tuple[float, float, float]) -> None:
    # The white row ends in the pole, away from which it fades: 7.5 in the pixels around it.
    image = show(49, f"{name}.xml", spp=16)
    assert image[image.shape[0] // 2, image.shape[1] // 2] == pytest.approx(wanted, abs=0.01, rel=0.07)


def test_49_lighting_agrees_with_what_is_seen(show: Show, cases_dir: Path) -> None:
    expect = expectations(folder(cases_dir, 49) / "expected.json")["diffuse_ball.xml"]
    image = show(49, "diffuse_ball.xml", spp=1024)
    reach = 0.5 * expect["limb_at"] * np.tan(np.arcsin(0.25)) / np.tan(np.radians(15.0))
    places = {"right_limb": (1, 0), "left_limb": (-1, 0), "center": (0, 0), "top_limb": (0, -1), "bottom_limb": (0, 1)}
    for place, (dx, dy) in places.items():
        found = block(image, 0.5 + dx * reach, 0.5 + dy * reach, 2)
        assert found == pytest.approx(expect[place], abs=expect["tol"]), place
    mirror = show(49, "mirror_ball.xml")
    assert mirror[32, 32] == pytest.approx((8, 8, 0), abs=0.1)
    red, green = (np.argwhere((mirror[..., c] > 4.0) & (mirror[..., 1 - c] < 1.0)) for c in (0, 1))
    assert len(red)
    assert len(green)
    assert red[:, 1].min() > 40
    assert green[:, 1].max() < 24


def test_53_glass_of_index_one_is_not_there(show: Show) -> None:
    with_sphere, without = show(53, "ior_1.0_checker.xml"), show(53, "no_sphere_checker.xml")
    assert with_sphere.mean() == pytest.approx(without.mean(), rel=0.01)
    blocks = [image.reshape(8, 8, 8, 8, 3).mean(axis=(1, 3)) for image in (with_sphere, without)]
    assert blocks[0] == pytest.approx(blocks[1], abs=0.02)


def test_56_a_flat_normal_map_changes_nothing(show: Show) -> None:
    for surface in ("diffuse", "metal"):
        none, flat = (show(56, f"{surface}_{kind}.xml") for kind in ("none", "flat"))
        assert flat.mean() == pytest.approx(none.mean(), rel=0.002)
        rim = np.abs(flat - none)[np.abs(none - 1.0).max(axis=2) > 0.02]
        assert rim.mean() < 0.01


def test_56_a_steep_normal_map_has_no_black_edges(show: Show) -> None:
    diffuse = disc(show(56, "diffuse_strong.xml"), 1.0)
    assert 0.18 <= diffuse.mean() <= 0.50
    assert diffuse.min() >= 0.14
    assert disc(show(56, "metal_strong.xml"), 1.0).min() >= 0.05


def test_59_a_mirrored_panel_keeps_its_side(show: Show) -> None:
    """Our rule, for meshes too; Mitsuba turns a mirrored mesh inside out (0 here)."""
    assert centre(show(59, "obj_mirrored_down.xml")) == pytest.approx(0.23945, abs=0.003)


def test_58_a_coarse_smooth_sphere_has_no_facets_in_its_shadow(show: Show) -> None:
    low, fine = show(58, "low.xml", spp=64), show(58, "fine_reference.xml", spp=64)
    wrong = np.abs(disc(low, 0.93) - disc(fine, 0.93)).max(axis=-1) > 0.05
    assert wrong.mean() <= 0.01


@pytest.mark.parametrize("name", ["metal_rows.xml", "glass_rows.xml", "plastic_white.xml"])
def test_61_nothing_gains_energy(show: Show, name: str) -> None:
    image = show(61, name)
    # Frosted glass with Beckmann facets is sampled by wider GGX ones: its few heavy samples need larger blocks.
    side = 16 if name == "glass_rows.xml" else 4
    height, width = image.shape[0] // side, image.shape[1] // side
    blocks = image[: height * side, : width * side].reshape(height, side, width, side, 3).mean(axis=(1, 3))
    # At least 16 pixels of 256 samples, each between 0 and about 2: three standard errors are below 0.025.
    assert blocks.max() <= 1.025
    assert image.mean() <= 1.0005


def test_61_polished_metal_loses_nothing(show: Show) -> None:
    image = show(61, "metal_rows.xml")
    assert block(image, 0.168, 0.5, 4).mean() >= 0.99


def test_61_gltf_materials_are_never_brighter_than_the_sky(show: Show) -> None:
    white = Environment(sky="constant", parameters={"radiance": (1.0, 1.0, 1.0)})
    image = show(61, "gltf_white_grid.glb", sky=white)
    blocks = image.reshape(16, 4, -1, 4, 3).mean(axis=(1, 3))
    assert blocks.max() <= 1.025
    assert image.mean() <= 1.0005


def test_71_a_light_that_lies_on_the_floor(show: Show) -> None:
    """It faces down and touches: what is under it is not seen, and nothing is infinite."""
    assert show(71, "touching.xml").max() <= 0.5


def test_88_edits_equal_fresh_renders(renderer: Renderer, cases_dir: Path) -> None:
    """After going back and forth between scenes the film holds the current one only."""
    first, second = (load_scene(folder(cases_dir, 88) / f"{name}.xml").scene for name in ("base", "albedo_edited"))
    pictures = []
    for scene in (first, second, first):
        renderer.load(scene)
        renderer.set_settings(small(scene, 32))
        pictures.append(picture(renderer))
    assert np.array_equal(pictures[0], pictures[2])
    assert not np.array_equal(pictures[0], pictures[1])
