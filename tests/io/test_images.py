"""Textures of 8 and 16 bits from files and bytes."""

from __future__ import annotations

import json
import struct
import zlib
from io import BytesIO
from pathlib import Path

import numpy as np
import OpenImageIO
import pytest
from PIL import Image as PillowImage

from raytracer.errors import InputError
from raytracer.io import images
from raytracer.io.color import linear_from_srgb, srgb_from_linear


def encoded(picture: PillowImage.Image, kind: str = "PNG", **options: object) -> bytes:
    buffer = BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def textures_of(glb: Path) -> list[bytes]:
    """The embedded pictures of a GLB."""
    data = glb.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    document, binary = json.loads(data[20 : 20 + length]), data[28 + length :]
    views = [document["bufferViews"][image["bufferView"]] for image in document["images"]]
    return [binary[view.get("byteOffset", 0) :][: view["byteLength"]] for view in views]


def as_linear(image: images.Image) -> np.ndarray:
    """First texel as linear RGB, grey repeated."""
    texel = image.pixels[0, 0]
    if image.pixels.dtype == np.uint8:
        texel = linear_from_srgb(texel / 255.0) if image.encoding == "srgb" else texel / 255.0
    return np.repeat(texel, 3) if image.channels == 1 else texel[:3]


@pytest.mark.parametrize("name", ["rgb16", "rgba16", "gray16", "rgb8_reference"])
def test_sixteen_bit_textures_equal_the_eight_bit_one(cases_dir: Path, name: str) -> None:
    folder = cases_dir / "32-texture-16bit-png"
    expected = json.loads((folder / "expected.json").read_text())["expect"][f"{name}.glb"]
    (data,) = textures_of(folder / f"{name}.glb")
    image = images.decode_image(data, encoding="srgb", name=name)
    np.testing.assert_allclose(as_linear(image), expected, atol=1 / 255)


def test_a_sixteen_bit_data_texture_is_not_decoded_from_srgb(cases_dir: Path) -> None:
    folder = cases_dir / "32-texture-16bit-png"
    expected = json.loads((folder / "expected.json").read_text())["expect"]["orm16.glb"]
    image = images.decode_image(textures_of(folder / "orm16.glb")[0], encoding="linear", name="orm")
    assert image.pixels.dtype == np.float32
    np.testing.assert_allclose(image.pixels[0, 0, 1:], [expected["roughness"], expected["metallic"]], atol=1e-4)


def test_eight_bits_stay_as_they_are() -> None:
    pixels = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
    image = images.decode_image(encoded(PillowImage.fromarray(pixels)), encoding="srgb", name="x")
    assert image.encoding == "srgb"
    np.testing.assert_array_equal(image.pixels, pixels)


@pytest.mark.parametrize("kind", ["PNG", "BMP", "TIFF", "TGA", "GIF", "WEBP"])
def test_formats_without_loss_give_the_first_row_at_the_top(kind: str, tmp_path: Path) -> None:
    picture = PillowImage.new("RGB", (3, 2), (0, 0, 255))
    picture.paste((255, 0, 0), (0, 0, 3, 1))
    path = tmp_path / "p.bin"
    path.write_bytes(encoded(picture, kind, **({"lossless": True} if kind == "WEBP" else {})))
    image = images.read_image(path, encoding="srgb")
    assert (image.height, image.width, image.channels) == (2, 3, 3)
    assert image.pixels[0, 0].tolist() == [255, 0, 0]
    assert image.pixels[1, 2].tolist() == [0, 0, 255]


def test_palettes_are_looked_up() -> None:
    picture = PillowImage.new("RGB", (2, 1), (10, 200, 30))
    picture.putpixel((1, 0), (250, 0, 0))
    image = images.decode_image(encoded(picture.quantize(2)), encoding="srgb", name="x")
    np.testing.assert_allclose(image.pixels[0].astype(int), [[10, 200, 30], [250, 0, 0]], atol=2)


def test_transparency_of_a_palette_becomes_alpha() -> None:
    picture = PillowImage.new("P", (2, 1), 1)
    picture.putpalette([9, 9, 9, 40, 50, 60])
    picture.putpixel((0, 0), 0)
    image = images.decode_image(encoded(picture, transparency=0), encoding="srgb", name="x")
    assert image.pixels[0, :, 3].tolist() == [0, 255]
    assert image.pixels[0, 1, :3].tolist() == [40, 50, 60]


def test_grey_with_alpha_becomes_rgba_and_bits_become_bytes() -> None:
    grey_alpha = images.decode_image(encoded(PillowImage.new("LA", (1, 1), (90, 7))), encoding="srgb", name="x")
    assert grey_alpha.pixels[0, 0].tolist() == [90, 90, 90, 7]
    bits = images.decode_image(encoded(PillowImage.new("1", (1, 1), 1)), encoding="srgb", name="x")
    assert bits.pixels[0, 0].tolist() == [255]


def test_cmyk_jpeg_becomes_rgb() -> None:
    red = encoded(PillowImage.new("CMYK", (8, 8), (0, 255, 255, 0)), "JPEG", quality=95)
    image = images.decode_image(red, encoding="srgb", name="x")
    assert image.channels == 3
    assert image.pixels[0, 0, 0] > 200
    assert image.pixels[0, 0, 1:].max() < 60


def test_colour_under_alpha_of_a_deep_png_is_not_multiplied(tmp_path: Path) -> None:
    spec = OpenImageIO.ImageSpec(1, 1, 4, "uint16")
    spec.attribute("oiio:UnassociatedAlpha", 1)
    output = OpenImageIO.ImageOutput.create(str(tmp_path / "deep.png"))
    output.open(str(tmp_path / "deep.png"), spec)
    output.write_image(np.array([[[0.5, 1.0, 0.25, 0.1]]], np.float32))
    output.close()
    image = images.read_image(tmp_path / "deep.png", encoding="linear")
    np.testing.assert_allclose(image.pixels[0, 0], [0.5, 1.0, 0.25, 0.1], atol=1e-4)


def test_a_float_tiff_is_linear_whatever_is_asked(tmp_path: Path) -> None:
    PillowImage.fromarray(np.array([[0.25, 3.5]], np.float32), "F").save(tmp_path / "f.tif")
    image = images.read_image(tmp_path / "f.tif", encoding="srgb")
    np.testing.assert_array_equal(image.pixels[0, :, 0], np.array([0.25, 3.5], np.float32))


def test_a_picture_in_a_folder_with_foreign_letters(cases_dir: Path) -> None:
    (path,) = cases_dir.glob("89-*/*/*.png")
    image = images.read_image(path, encoding="srgb")
    assert image.pixels[0, 0, :3].tolist() == [255, 0, 0]


def test_more_pixels_than_the_limit_are_refused_before_decoding() -> None:
    data = bytearray(encoded(PillowImage.new("RGB", (4, 4))))
    data[16:24] = struct.pack(">II", 40000, 40000)
    data[29:33] = struct.pack(">I", zlib.crc32(bytes(data[12:29])))
    with pytest.raises(InputError, match="16384"):
        images.decode_image(bytes(data), encoding="srgb", name="bomb.png")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"hello, this is no picture at all", "not a picture"),
        (encoded(PillowImage.effect_noise((64, 64), 50))[:900], "incomplete"),
        (encoded(PillowImage.effect_noise((64, 64), 50), "JPEG")[:700], "incomplete"),
    ],
)
def test_what_is_no_whole_picture_is_an_input_error(data: bytes, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        images.decode_image(data, encoding="srgb", name="somewhere.png")
    assert caught.value.where == "somewhere.png"
    assert "\n" not in str(caught.value)


def test_a_missing_picture_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.png"):
        images.read_image(tmp_path / "gone.png", encoding="srgb")


def test_the_srgb_curve_and_back() -> None:
    assert linear_from_srgb(188 / 255) == pytest.approx(0.5029, abs=1e-4)
    values = np.linspace(0.0, 1.0, 101)
    np.testing.assert_allclose(srgb_from_linear(linear_from_srgb(values)), values, atol=1e-6)


def test_files_above_the_limit_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.png").write_bytes(encoded(PillowImage.new("RGB", (4, 4))))
    monkeypatch.setattr(images, "MAX_FILE_BYTES", 20)
    with pytest.raises(InputError, match="larger than the limit"):
        images.read_image(tmp_path / "x.png", encoding="srgb")


def test_an_exr_inside_another_file_is_read(cases_dir: Path) -> None:
    data = (cases_dir / "77-exr-channel-names-and-windows" / "rgba.exr").read_bytes()
    image = images.decode_image(data, encoding="srgb", name="embedded")
    assert (image.name, image.encoding, image.channels) == ("embedded", "linear", 4)
    np.testing.assert_allclose(image.pixels[0, 0], [0.2, 0.5, 0.8, 1.0], rtol=1e-6)
