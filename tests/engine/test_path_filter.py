"""Pictures by number of bounces and by kind of light: parts that add up to the whole."""

from __future__ import annotations

import numpy as np
import pytest
from pydantic import ValidationError

from raytracer.engine.renderer import Renderer
from raytracer.scene import Material, Medium, RenderSettings, Scene, matte
from raytracer.scene.path_filter import ALL_COMPONENTS, COMPONENTS
from tests.engine.render_on import scenes
from tests.engine.scenes import cornell, lamp, lamp_over_floor, one_body


def picture(renderer: Renderer, scene: Scene, **changes: object) -> np.ndarray:
    """The linear picture of the scene with these settings."""
    scene.settings = scene.settings.model_copy(update=changes)
    renderer.load(scene)
    while not renderer.finished:
        renderer.render_pass(target_seconds=0.5)
    return renderer.linear().astype(np.float64)


def parts_of(renderer: Renderer, scene: Scene, filters: list[dict[str, object]]) -> list[np.ndarray]:
    """One picture for each filter, from the same samples."""
    return [picture(renderer, scene, **{"bounce": None, "components": ALL_COMPONENTS} | only) for only in filters]


@pytest.mark.parametrize("number", [0, 1], ids=["glass and lamp", "fog, alpha, textures"])
def test_parts_add_up_to_the_whole(renderer: Renderer, number: int) -> None:
    scene = scenes()[number]
    whole = picture(renderer, scene, spp=4, max_depth=6)
    by_bounce = parts_of(renderer, scene, [{"bounce": k} for k in range(6)])
    by_kind = parts_of(renderer, scene, [{"components": (name,)} for name in ALL_COMPONENTS])
    for parts in (by_bounce, by_kind):
        assert sum(parts) == pytest.approx(whole, rel=1e-4, abs=1e-5)
        assert sum(part.max() > 0.0 for part in parts) >= 3, "the scene should have most of them"


def test_up_to_a_bounce_is_the_same_as_shorter_paths(renderer: Renderer) -> None:
    short = picture(renderer, cornell(max_depth=3))
    assert np.array_equal(picture(renderer, cornell(max_depth=8, bounce=2, up_to_bounce=True)), short)


def test_the_filters_change_neither_paths_nor_their_noise(renderer: Renderer) -> None:
    # The same rays are traced up to the bounce, so that a slow machine is not faster for showing less.
    renderer.load(cornell(max_depth=4, spp=2))
    rays = renderer.render_pass(target_seconds=9.0, max_spp=2).rays
    renderer.load(cornell(max_depth=4, spp=2, components=("emitted", "direct", "indirect", "refracted")))
    assert renderer.render_pass(target_seconds=9.0, max_spp=2).rays == rays


def test_kinds_are_what_their_names_say(renderer: Renderer) -> None:
    # One bounce from lamp to matte floor: all of it is direct.
    floor = lamp_over_floor(lamp(1.0), matte("floor", (0.5, 0.5, 0.5)), max_depth=6)
    direct = picture(renderer, floor, components=("direct",))
    assert direct.mean() == pytest.approx(picture(renderer, floor, components=ALL_COMPONENTS).mean(), rel=1e-5)
    assert picture(renderer, floor, components=("direct",), bounce=0).max() == 0.0
    # Glass that reflects almost nothing: all of the sky behind it comes through with a bend.
    ball = one_body(Material(surface="dielectric", parameters={"ior": 1.3}), max_depth=16)
    seen = picture(renderer, ball, components=("refracted",)).mean()
    assert 0.9 < seen < 1.0
    assert seen + picture(renderer, ball, components=("direct", "indirect")).mean() == pytest.approx(1.0, abs=0.02)
    # A cloud without a surface of its own: what was not scattered is the sky seen straight through.
    cloud = one_body(Material(surface="null", interior=Medium(scattering=(0.7, 0.7, 0.7))), max_depth=64, spp=64)
    assert picture(renderer, cloud, components=("refracted", "direct", "indirect")).max() == 0.0
    straight = picture(renderer, cloud, components=("emitted",))
    assert straight[12:20, 12:20].mean() == pytest.approx(np.exp(-0.7 * 2.0), rel=0.08)


def test_settings_refuse_nonsense() -> None:
    for wrong in ({"bounce": -1}, {"components": ()}, {"components": ("caustic",)}):
        with pytest.raises(ValidationError):
            RenderSettings(**wrong)
    assert RenderSettings(components=("refracted", "emitted")).components == ("emitted", "refracted")
    assert [component.name for component in COMPONENTS] == list(ALL_COMPONENTS)
    assert RenderSettings(max_depth=3, bounce=7).depths == (8, 3), "nothing counts"
