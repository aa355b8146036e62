"""White balance: neutral is exactly nothing, and the light that it names becomes white."""

import numpy as np
import pytest

from raytracer.engine import white_balance
from raytracer.engine.renderer import Renderer
from raytracer.scene import Scene, ViewSettings
from tests.engine.scenes import settings, white_sky


def test_neutral_is_the_identity() -> None:
    assert np.array_equal(white_balance.matrix(6500.0, 0.0), np.eye(3))
    assert white_balance.matrix(6500.01, 0.0) == pytest.approx(np.eye(3), abs=1e-4), "no jump beside it"


@pytest.mark.parametrize("temperature", [1500.0, 2856.0, 4000.0, 9000.0, 15000.0])
@pytest.mark.parametrize("tint", [-150.0, 0.0, 80.0])
def test_the_named_light_becomes_white(temperature: float, tint: float) -> None:
    light = np.linalg.solve(white_balance.matrix(temperature, tint), np.ones(3))
    back = white_balance.matrix(temperature, tint) @ light
    assert back == pytest.approx(np.ones(3))
    if tint == 0.0:  # a black body: red when cold, blue when hot
        assert (light[0] > light[2]) == (temperature < 6500.0)


def test_illuminant_a_against_published_values() -> None:
    """A black body of 2856 K is CIE illuminant A: x = 0.4476, y = 0.4074."""
    white = white_balance._white(2856.0, 0.0)
    assert white / white.sum() == pytest.approx([0.4476, 0.4074, 0.1450], abs=5e-4)


def test_tint_goes_from_green_to_magenta() -> None:
    grey = np.full(3, 0.5)
    magenta, green = white_balance.matrix(6500.0, 50.0) @ grey, white_balance.matrix(6500.0, -50.0) @ grey
    assert magenta[1] < 0.5 < green[1]
    assert magenta[0] > magenta[1] < magenta[2]


def test_the_picture_follows_and_the_film_does_not(renderer: Renderer) -> None:
    renderer.load(Scene(environment=white_sky(0.4), settings=settings(spp=1)))
    while not renderer.finished:
        renderer.render_pass()
    film, pictures = renderer.linear(), []
    for kelvin in (6500.0, 6500.0, 3000.0, 10000.0):
        renderer.set_view(ViewSettings(view="raw", temperature_k=kelvin))
        out = np.zeros((renderer.settings.height, renderer.settings.width, 4), np.uint8)
        renderer.display(out)
        pictures.append(out[0, 0, :3].astype(int))
    assert np.array_equal(film, renderer.linear())
    assert np.array_equal(pictures[0], pictures[1])
    assert pictures[2][2] > pictures[2][0], "candle light taken as white: what was white is blue"
    assert pictures[3][0] > pictures[3][2]
