"""The table of layers, their false colours, and the arithmetic of divergence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pydantic import ValidationError

from raytracer.scene import ViewSettings
from raytracer.scene.divergence import GROUP, curve, shares
from raytracer.scene.layer_pictures import SCALE, id_colours, picture, scale_limits
from raytracer.scene.layers import LAYERS, find

PAGE = Path(__file__).parents[2] / "docs" / "layers.md"


def test_the_page_of_layers_has_all_of_them() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for layer in LAYERS:
        channels = " ".join(f"`{channel}`" for channel in layer.channels)
        assert f"| `{layer.name}` | {channels} | {layer.unit}" in text, layer.name


def test_unknown_layers_are_refused() -> None:
    with pytest.raises(ValidationError, match="there is no layer 'beauty'; known: combined, albedo"):
        ViewSettings(layer="beauty")


def test_numbers_become_the_scales_colours() -> None:
    layer = find("depth")
    values = np.linspace(2.0, 6.0, 101, dtype=np.float32).reshape(1, -1, 1)
    covered = np.ones((1, 101), bool)
    covered[0, 50] = False
    shown, limits = picture(layer, values, covered)
    assert limits == pytest.approx((2.0, 6.0), abs=0.05)
    ends = [tuple(int(stop[i : i + 2], 16) for i in (1, 3, 5)) for stop in (SCALE[0], SCALE[-1])]
    assert [tuple(shown[0, i, :3]) for i in (0, -1)] == ends
    assert set(shown[0, 50, :3]) == {24}, "nothing is there"
    assert (shown[..., 3] == 255).all()


def test_a_scale_survives_anything() -> None:
    for values in (np.zeros(0), np.full(4, 3.0), np.array([np.nan, np.inf]), np.array([-1.0, np.nan])):
        low, high = scale_limits(find("depth"), values)
        assert np.isfinite([low, high]).all()
        assert high > low
    assert scale_limits(find("divergence"), np.array([40.0, 60.0])) == (0.0, 100.0)
    assert scale_limits(find("rays"), np.array([40.0, 60.0]))[0] == 0.0


def test_materials_differ_to_the_eye() -> None:
    colours = id_colours(np.arange(24.0))
    apart = np.abs(colours[:, None] - colours[None]).max(axis=2) + np.eye(24)
    assert apart.min() > 0.04
    assert ((colours >= 0.0) & (colours <= 1.0)).all()


def test_directions_and_colours() -> None:
    up = np.array([[[0.0, 1.0, 0.0]]], np.float32)
    assert picture(find("normal"), up, np.ones((1, 1), bool))[0][0, 0, :3] == pytest.approx([128, 255, 128], abs=1)
    grey = np.full((1, 1, 3), 0.2140, np.float32)
    assert picture(find("albedo"), grey, np.ones((1, 1), bool))[0][0, 0, 0] == pytest.approx(127, abs=1)


def test_divergence_of_groups_that_can_be_counted_by_hand() -> None:
    steps = np.zeros((3, GROUP), np.int32)
    steps[0] = 2  # all together
    steps[1, 0] = 4  # one lane keeps the group
    measured = curve(steps)  # the third group has no pixels
    lanes = 3 * GROUP
    assert measured.alive == pytest.approx([33 / lanes, 33 / lanes, 1 / lanes, 1 / lanes])
    assert measured.occupied == pytest.approx([64 / lanes, 64 / lanes, 32 / lanes, 32 / lanes])
    assert measured.used == pytest.approx((64 + 4) / (64 + 128))
    assert shares(steps) == pytest.approx([1.0, 4 / 128, 0.0])
    assert curve(np.zeros((2, GROUP), np.int32)).used == 1.0
