"""Writing pictures: what is in them, and that a file is whole or not there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import OpenImageIO
import pytest
from PIL import Image as PillowImage

from raytracer.errors import OutputError, UsageError
from raytracer.io import image_output, images, radiance_hdr
from raytracer.io.image_output import check_writable, write_image

METADATA = {"view": "agx", "spp": "64", "scene": "Größe ☃ <x>"}
ROUND_TRIP = "79-float-image-round-trip"


def pictures(height: int = 12, width: int = 20) -> tuple[np.ndarray, np.ndarray]:
    """A linear and a display picture that have nothing in common."""
    rng = np.random.default_rng(5)
    linear = rng.random((height, width, 3), np.float32) * 20.0
    return linear, rng.integers(0, 256, (height, width, 4), np.uint8)


def read_exr(path: Path) -> np.ndarray:
    """As another program sees it."""
    source = OpenImageIO.ImageInput.open(str(path))
    assert source.spec().channelnames == ("R", "G", "B")
    assert source.spec().format.basetype == OpenImageIO.FLOAT
    return source.read_image("float")


@pytest.mark.parametrize("suffix", [".png", ".webp", ".tif", ".tiff"])
def test_display_formats_without_loss(tmp_path: Path, suffix: str) -> None:
    linear, display = pictures()
    path = tmp_path / f"x{suffix}"
    assert write_image(path, linear, display, METADATA) == []
    np.testing.assert_array_equal(np.asarray(PillowImage.open(path)), display[:, :, :3])


def test_jpeg_is_close_and_not_subsampled(tmp_path: Path) -> None:
    display = np.zeros((16, 16, 4), np.uint8)
    display[:, ::2, 0] = 255
    write_image(tmp_path / "x.jpg", pictures()[0], display, {})
    error = np.asarray(PillowImage.open(tmp_path / "x.jpg")).astype(int) - display[:, :, :3]
    assert np.abs(error).max() < 16


@pytest.mark.parametrize("name", ["values", "constant1"])
def test_float_exr_is_bit_identical(cases_dir: Path, tmp_path: Path, name: str) -> None:
    original = read_exr(cases_dir / ROUND_TRIP / f"{name}.exr")
    assert write_image(tmp_path / "x.exr", original, pictures()[1], {}) == []
    np.testing.assert_array_equal(read_exr(tmp_path / "x.exr"), original)


def test_bright_values_survive_as_exr_and_within_a_step_as_hdr(tmp_path: Path) -> None:
    linear = np.broadcast_to(np.array([1000.0, 10.0, 0.001], np.float32), (4, 9, 3)).copy()
    write_image(tmp_path / "x.exr", linear, pictures()[1], {})
    np.testing.assert_allclose(read_exr(tmp_path / "x.exr"), linear, rtol=1e-6)
    write_image(tmp_path / "x.hdr", linear, pictures()[1], {})
    back = images.read_image(tmp_path / "x.hdr", encoding="linear").pixels
    assert np.abs(back - linear).max() <= 1000.0 / 256.0


@pytest.mark.parametrize("width", [7, 8, 300])
def test_hdr_is_within_half_a_step_and_another_program_agrees(tmp_path: Path, width: int) -> None:
    """Narrow pictures are flat, wide ones have run lengths; half of this one is constant."""
    rng = np.random.default_rng(3)
    linear = (10.0 ** rng.uniform(-6, 6, (5, width, 3))).astype(np.float32)
    linear[:, width // 2 :] = [0.0, 3.0, 255.5]
    path = tmp_path / "x.hdr"
    write_image(path, linear, pictures()[1], METADATA)
    back = images.read_image(path, encoding="linear").pixels
    assert (np.abs(back - linear) <= linear.max(axis=2, keepdims=True) / 256.0).all()
    np.testing.assert_array_equal(OpenImageIO.ImageInput.open(str(path)).read_image("float"), back)


def test_the_values_of_the_case_as_hdr(cases_dir: Path, tmp_path: Path) -> None:
    values = json.loads((cases_dir / ROUND_TRIP / "values.json").read_text())
    red = np.array(values["R"], np.float32).reshape(values["height"], values["width"], 1)
    linear = red * np.array([1.0, values["G_factor"], values["B_factor"]], np.float32)
    warnings = write_image(tmp_path / "x.hdr", linear, pictures()[1], {})
    assert any("negative" in warning for warning in warnings)
    header_end = (tmp_path / "x.hdr").read_bytes()
    back = OpenImageIO.ImageInput.open(str(tmp_path / "x.hdr")).read_image("float")
    assert header_end.startswith(b"#?RADIANCE")
    expected = np.maximum(linear, 0.0)
    assert (np.abs(back - expected) <= expected.max(axis=2, keepdims=True) / 256.0).all()


def test_non_finite_pixels_are_not_saved(tmp_path: Path) -> None:
    linear = np.ones((2, 2, 3), np.float32)
    linear[0, 0, 1], linear[1, 1, 2] = np.nan, np.inf
    warnings = write_image(tmp_path / "x.exr", linear, pictures()[1], {})
    assert len(warnings) == 1
    assert warnings[0].startswith("2 pixels")
    back = read_exr(tmp_path / "x.exr")
    assert back[0, 0].tolist() == [1.0, 0.0, 1.0]
    assert back[1, 1].tolist() == [1.0, 1.0, 0.0]


def test_the_encoder_keeps_extremes_finite() -> None:
    linear = np.array([[[np.nan, 1.0, -3.0], [np.inf, 0.0, 0.0], [1e-45, 0.0, 0.0]]])
    data = radiance_hdr.encode(linear, {})
    back = radiance_hdr.decode(data, "x", images.LoadReport(), max_pixels=10)
    assert back[0, 0].tolist() == [0.0, 1.0, 0.0]
    assert 1e38 < back[0, 1, 0] < np.inf
    assert not back[0, 2].any()


def test_metadata_is_where_programs_look(tmp_path: Path) -> None:
    for suffix in (".png", ".jpg", ".webp", ".exr", ".hdr"):
        write_image(tmp_path / f"x{suffix}", *pictures(), METADATA)
    assert PillowImage.open(tmp_path / "x.png").text == METADATA
    assert "scene: Größe ☃ <x>" in PillowImage.open(tmp_path / "x.jpg").info["comment"].decode()
    assert "spp: 64" in PillowImage.open(tmp_path / "x.webp").info["xmp"].decode()
    spec = OpenImageIO.ImageInput.open(str(tmp_path / "x.exr")).spec()
    assert spec.getattribute("raytracer:view") == "agx"
    assert spec.getattribute("raytracer:scene") == METADATA["scene"]
    assert b"# spp: 64\n" in (tmp_path / "x.hdr").read_bytes()


def test_folders_are_made_and_any_name_will_do(tmp_path: Path) -> None:
    path = tmp_path / "no" / "such dir" / "mein Bild ü.png"
    check_writable(path)
    assert path.parent.is_dir()
    write_image(path, *pictures(), METADATA)
    assert os.listdir(path.parent) == [path.name]


def test_an_older_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "x.png"
    path.write_bytes(b"old")
    write_image(path, *pictures(), {})
    assert PillowImage.open(path).size == (20, 12)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.png").write_bytes(b"old")
    (tmp_path / "link.png").symlink_to("real.png")
    write_image(tmp_path / "link.png", *pictures(), {})
    assert (tmp_path / "link.png").is_symlink()
    assert PillowImage.open(tmp_path / "real.png").size == (20, 12)


@pytest.mark.parametrize("name", ["x.gif", "x", "x.png.zip"])
def test_an_unknown_suffix_lists_the_known_ones(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"\.png \.jpg .*\.exr \.hdr"):
        check_writable(tmp_path / name)
    with pytest.raises(UsageError):
        write_image(tmp_path / name, *pictures(), {})


def test_targets_that_cannot_be_are_refused_before_rendering(tmp_path: Path) -> None:
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "file").write_bytes(b"")
    for path in (tmp_path / "folder.png", tmp_path / "file" / "x.png", tmp_path / ("a" * 300 + ".exr")):
        with pytest.raises(OutputError) as caught:
            check_writable(path)
        assert str(path) in caught.value.where
        assert caught.value.exit_code == 4
        assert caught.value.remedy


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    with pytest.raises(OutputError):
        check_writable(tmp_path / "x.png")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on file sizes")
@pytest.mark.parametrize("suffix", [".png", ".exr", ".hdr", ".tif"])
def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path, suffix: str) -> None:
    """A limit on file sizes fails a write as a full disk does."""
    path = tmp_path / f"x{suffix}"
    path.write_bytes(b"old")
    code = (
        "import sys, resource, numpy as np; from pathlib import Path\n"
        "from raytracer.io import image_output; from raytracer.errors import OutputError\n"
        "rng = np.random.default_rng(1); linear = rng.random((200, 200, 3), np.float32)\n"
        "display = rng.integers(0, 256, (200, 200, 4), np.uint8)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
        "try: image_output.write_image(Path(sys.argv[1]), linear, display, {})\n"
        "except OutputError as error: print(error)\n"
    )
    result = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, timeout=60)
    assert str(path) in result.stdout, result.stderr
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == [path.name]


def test_too_wide_for_the_format_says_so(tmp_path: Path) -> None:
    display = np.zeros((1, 16384, 4), np.uint8)
    with pytest.raises(OutputError, match="16383"):
        write_image(tmp_path / "x.webp", np.zeros((1, 16384, 3), np.float32), display, {})
    assert not os.listdir(tmp_path)


def test_every_format_of_the_table_writes(tmp_path: Path) -> None:
    for suffix in image_output.suffixes():
        write_image(tmp_path / f"x{suffix}", *pictures(), METADATA)
    assert len(os.listdir(tmp_path)) == len(image_output.suffixes())


def test_a_window_is_the_data_window_of_an_exr_file(tmp_path: Path) -> None:
    linear = np.arange(6 * 10 * 3, dtype=np.float32).reshape(6, 10, 3)
    depth = linear[..., 0] * 2.0
    write_image(tmp_path / "a.exr", linear, np.zeros((6, 10, 3), np.uint8), {}, {"depth.Z": depth}, (2, 1, 7, 5))
    source = OpenImageIO.ImageInput.open(str(tmp_path / "a.exr"))
    spec = source.spec()
    assert (spec.x, spec.y, spec.width, spec.height) == (2, 1, 5, 4)
    assert (spec.full_x, spec.full_y, spec.full_width, spec.full_height) == (0, 0, 10, 6)
    stored = source.read_image("float")
    source.close()
    assert np.array_equal(stored[..., :3], linear[1:5, 2:7])
    assert np.array_equal(stored[..., 3], depth[1:5, 2:7])


@pytest.mark.parametrize("suffix", [".png", ".webp", ".tif", ".jpg"])
def test_outside_a_window_a_picture_is_transparent_or_black(tmp_path: Path, suffix: str) -> None:
    display = np.full((16, 24, 4), 200, np.uint8)
    path = tmp_path / f"a{suffix}"
    write_image(path, np.ones((16, 24, 3), np.float32), display, {"Software": "x"}, None, (8, 0, 16, 8))
    stored = np.asarray(PillowImage.open(path))
    inside = np.zeros((16, 24), bool)
    inside[:8, 8:16] = True
    if suffix == ".jpg":
        assert (stored[inside] > 190).all()
        assert (stored[12:, :] < 10).all()
    else:
        assert np.array_equal(stored[..., 3], np.where(inside, 255, 0))
        assert (stored[inside][:, :3] == 200).all()
