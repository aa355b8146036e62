"""Skies: Radiance HDR in its variants, OpenEXR with all its channels, and what is broken in either."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import OpenImageIO
import pytest

from raytracer.errors import InputError
from raytracer.io import images, radiance_hdr
from raytracer.io.report import LoadReport

HDR_CASE = "52-radiance-hdr-variants"
CUT_CASE = "76-truncated-images"
EXR_CASE = "77-exr-channel-names-and-windows"


def read(path: Path) -> tuple[np.ndarray, list[str]]:
    report = LoadReport()
    image = images.read_sky(path, report)
    assert image.pixels.dtype == np.float32
    assert image.channels == 3
    assert image.encoding == "linear"
    return image.pixels, [str(note) for note in report.notes]


def write_exr(path: Path, channels: dict[str, float], kind: str = "float") -> Path:
    spec = OpenImageIO.ImageSpec(4, 2, len(channels), kind)
    spec.channelnames = tuple(channels)
    output = OpenImageIO.ImageOutput.create(str(path))
    output.open(str(path), spec)
    output.write_image(np.broadcast_to(np.array(list(channels.values()), np.float32), (2, 4, len(channels))).copy())
    output.close()
    return path


@pytest.mark.parametrize(
    "name",
    ["flat_4x4", "plus_y", "minus_x", "x_major", "rgbe_magic", "with_comments", "no_format", "crlf"],
)
def test_hdr_of_every_orientation_and_header(cases_dir: Path, name: str) -> None:
    pixels, _ = read(cases_dir / HDR_CASE / f"{name}.hdr")
    x, y = np.meshgrid(np.arange(4), np.arange(4))
    expected = np.stack([1 + x, 1 + y, np.full_like(x, 0.5, float)], axis=2)
    np.testing.assert_allclose(pixels, expected, rtol=0.01)


def test_run_lengths_equal_flat(cases_dir: Path) -> None:
    flat, _ = read(cases_dir / HDR_CASE / "flat_16x4.hdr")
    runs, _ = read(cases_dir / HDR_CASE / "rle_16x4.hdr")
    np.testing.assert_array_equal(runs, flat)


def test_old_run_lengths(cases_dir: Path) -> None:
    pixels, _ = read(cases_dir / HDR_CASE / "old_rle_constant_rows.hdr")
    assert pixels.shape == (4, 16, 3)
    for y, row in enumerate(pixels):
        np.testing.assert_allclose(row, np.broadcast_to([1.0, 1.0 + y, 0.5], (16, 3)), rtol=0.01)


def test_a_flat_row_that_begins_like_run_lengths_is_flat(cases_dir: Path) -> None:
    pixels, _ = read(cases_dir / HDR_CASE / "looks_like_rle.hdr")
    assert pixels.shape == (1, 8, 3)
    np.testing.assert_allclose(pixels[0, -1], [1.0, 1.0, 1.0], rtol=0.01)


def test_exposure_is_left_alone_and_said(cases_dir: Path) -> None:
    _, notes = read(cases_dir / HDR_CASE / "with_comments.hdr")
    assert any("EXPOSURE" in note for note in notes)


@pytest.mark.parametrize(
    ("name", "words"),
    [("truncated", "scanline 3 of 4"), ("bad_run", "run length"), ("xyze", "XYZE")],
)
def test_broken_hdr_is_an_input_error(cases_dir: Path, name: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read(cases_dir / HDR_CASE / f"{name}.hdr")


def test_an_hdr_that_claims_more_than_it_holds_is_refused_at_once() -> None:
    data = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 16000 +X 16000\n" + bytes(100)
    started = time.monotonic()
    with pytest.raises(InputError, match="ends early"):
        radiance_hdr.decode(data, "crafted.hdr", LoadReport(), max_pixels=images.MAX_PIXELS)
    assert time.monotonic() - started < 1.0


@pytest.mark.parametrize("name", ["complete", "zero_offsets", "offsets_past_end"])
def test_exr_with_all_its_pixels_is_read(cases_dir: Path, name: str) -> None:
    pixels, _ = read(cases_dir / CUT_CASE / f"{name}.exr")
    np.testing.assert_array_equal(pixels, np.full((64, 64, 3), 0.5, np.float32))


@pytest.mark.parametrize(
    "name",
    [
        "empty.exr",
        "half_file.exr",
        "header_only.exr",
        "window_huge.exr",
        "window_inverted.exr",
        "half_file.hdr",
        "half_file.png",
    ],
)
def test_cut_and_crafted_pictures_are_an_input_error_at_once(cases_dir: Path, name: str) -> None:
    started = time.monotonic()
    with pytest.raises(InputError, match=r"incomplete|damaged|empty|limit") as caught:
        read(cases_dir / CUT_CASE / name)
    assert time.monotonic() - started < 1.0
    assert name in caught.value.where


def test_a_crafted_window_allocates_nothing(cases_dir: Path) -> None:
    """The case asks for less than 100 MB; the interpreter with the libraries alone takes about 60."""
    path = cases_dir / CUT_CASE / "window_huge.exr"
    code = (
        "import sys, resource; from pathlib import Path; from raytracer.io import images\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try: images.read_image(Path(sys.argv[1]), encoding='linear')\n"
        "except images.InputError: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    result = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, timeout=60)
    assert int(result.stdout) < 20_000, result.stderr


@pytest.mark.parametrize(
    "name", ["rgb", "rgba", "lowercase", "mixed_types", "two_layers", "negative_window", "offset_window"]
)
def test_exr_channels_are_found_by_name(cases_dir: Path, name: str) -> None:
    pixels, notes = read(cases_dir / EXR_CASE / f"{name}.exr")
    assert pixels.shape == (4, 8, 3)
    np.testing.assert_allclose(pixels.reshape(-1, 3), np.broadcast_to([0.2, 0.5, 0.8], (32, 3)), atol=1e-3)
    assert not notes


@pytest.mark.parametrize("name", ["y_only", "ya"])
def test_grey_exr(cases_dir: Path, name: str) -> None:
    pixels, _ = read(cases_dir / EXR_CASE / f"{name}.exr")
    np.testing.assert_array_equal(pixels, np.full((4, 8, 3), 0.5, np.float32))


@pytest.mark.parametrize(("name", "words"), [("layer_only", "'diffuse'"), ("prefix_names", "LeR, LeG, LeB")])
def test_the_only_colours_of_an_exr_are_used_with_a_note(cases_dir: Path, name: str, words: str) -> None:
    pixels, notes = read(cases_dir / EXR_CASE / f"{name}.exr")
    np.testing.assert_allclose(pixels[0, 0], [0.2, 0.5, 0.8], rtol=1e-6)
    assert any(words in note for note in notes)


def test_an_exr_without_colours_lists_its_channels(cases_dir: Path) -> None:
    with pytest.raises(InputError, match="no colour channels, only id"):
        read(cases_dir / EXR_CASE / "uint_id.exr")


def test_of_several_layers_the_main_one_is_taken(tmp_path: Path) -> None:
    names = {f"{layer}.{c}": value for layer, value in (("A.Normal", 9.0), ("A.Combined", 2.0)) for c in "RGB"}
    pixels, _ = read(write_exr(tmp_path / "blender.exr", names))
    assert pixels[0, 0].tolist() == [2.0, 2.0, 2.0]


def test_several_equal_layers_are_refused(tmp_path: Path) -> None:
    names = {f"{layer}.{c}": 1.0 for layer in ("left", "right") for c in "RGB"}
    with pytest.raises(InputError, match=r"left\.R"):
        read(write_exr(tmp_path / "layers.exr", names))


def test_absent_colour_channels_are_black(tmp_path: Path) -> None:
    pixels, notes = read(write_exr(tmp_path / "rb.exr", {"R": 0.5, "B": 0.25}))
    assert pixels[0, 0].tolist() == [0.5, 0.0, 0.25]
    assert any("R, B" in note for note in notes)


def test_bad_texels_become_zero_and_are_counted(cases_dir: Path) -> None:
    folder = cases_dir / "45-non-finite-samples"
    good, notes = read(folder / "env_good.exr")
    assert not notes
    bad, notes = read(folder / "env_bad.exr")
    assert np.isfinite(bad).all()
    assert bad.min() >= 0.0
    assert any(note.startswith(str(folder / "env_bad.exr")) and "4 of 128 texels" in note for note in notes)
    changed = bad != good
    assert changed.any(axis=2).sum() == 4
    assert not bad[changed].any()
    one, notes = read(folder / "env_one_nan.exr")
    assert (one == 0.0).all(axis=2).sum() == 1
    assert any("1 of 128 texels" in note for note in notes)


def test_the_sun_is_not_a_bad_texel(tmp_path: Path) -> None:
    pixels, notes = read(write_exr(tmp_path / "sun.exr", {"R": 1.6e9, "G": 1.6e9, "B": 1.5e9}))
    assert pixels[0, 0].tolist() == pytest.approx([1.6e9, 1.6e9, 1.5e9])
    assert not notes


def test_orientation_is_kept_and_hdr_equals_exr(cases_dir: Path) -> None:
    """White on top; on the horizon blue, red, yellow and green at columns 0, 8, 16 and 24."""
    for suffix in ("exr", "hdr"):
        pixels, _ = read(cases_dir / "49-environment-orientation" / f"six_marks.{suffix}")
        assert pixels.shape == (16, 32, 3)
        assert (pixels[0] > 1.0).all()
        row = pixels[7]
        for column, on in ((0, (0, 0, 1)), (8, (1, 0, 0)), (16, (1, 1, 0)), (24, (0, 1, 0))):
            assert tuple((row[column] > 1.0).astype(int)) == on


def test_a_png_sky_is_decoded_from_srgb(cases_dir: Path) -> None:
    (path,) = cases_dir.glob("06-*/sub/tex/*.png")
    pixels, _ = read(path)
    assert pixels[0, 0].tolist() == [1.0, 0.0, 0.0]


def test_the_values_of_a_float_exr_are_bit_identical(cases_dir: Path) -> None:
    """Textures are read by the same code as skies; only what a sky repairs differs."""
    folder = cases_dir / "79-float-image-round-trip"
    values = json.loads((folder / "values.json").read_text())
    red = np.array(values["R"], np.float32).reshape(values["height"], values["width"])
    pixels, _ = read(folder / "values.exr")
    kept = (red >= 0.0) & (red <= images.MAX_RADIANCE)
    np.testing.assert_array_equal(pixels[:, :, 0][kept], red[kept])
    assert not pixels[:, :, 0][~kept].any()


def test_every_collected_picture_loads_or_says_why(data_dir: Path) -> None:
    paths = sorted([*data_dir.glob("hdri/**/*.hdr"), *data_dir.glob("exr/**/*.exr")])
    assert len(paths) > 10
    refused = []
    for path in paths:
        try:
            pixels, _ = read(path)
            assert np.isfinite(pixels).all()
        except InputError:
            refused.append(path.name)
    assert refused == ["XYZ_YC.exr"]  # luminance and subsampled chroma


def test_crafted_bytes_end_in_an_input_error_or_a_picture(cases_dir: Path, tmp_path: Path) -> None:
    rng = np.random.default_rng(20)
    sources = [cases_dir / EXR_CASE / "two_layers.exr", cases_dir / HDR_CASE / "rle_16x4.hdr"]
    outcomes = {True: 0, False: 0}
    for round_ in range(200):
        data = bytearray(sources[round_ % 2].read_bytes())
        for at in rng.integers(0, min(len(data), 500), 6):
            data[at] = rng.integers(0, 256)
        path = tmp_path / f"crafted{sources[round_ % 2].suffix}"
        path.write_bytes(data)
        try:
            read(path)
            outcomes[True] += 1
        except InputError:
            outcomes[False] += 1
    assert min(outcomes.values()) > 10
