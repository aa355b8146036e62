"""Sampling by noise: stops where the picture is good enough, and estimates the same picture."""

from __future__ import annotations

import numpy as np
import pytest

from raytracer.engine.renderer import Renderer
from raytracer.engine.sampling_plan import FEWEST_SAMPLES
from raytracer.scene import Scene
from raytracer.session.rendering import next_mark
from tests.engine.scenes import cornell, lamp, one_body

LUMINANCE = np.array([0.2126, 0.7152, 0.0722])


def rendered(renderer: Renderer, scene: Scene, seconds: float = 0.5) -> np.ndarray:
    renderer.load(scene)
    while not renderer.finished:
        renderer.render_pass(target_seconds=seconds)
    return renderer.linear().astype(np.float64)


def test_noisy_places_get_more_samples_and_the_threshold_is_kept(renderer: Renderer) -> None:
    rendered(renderer, cornell(spp=4096, noise=0.1, width=64, height=64))
    counts = renderer.sample_counts()
    assert counts.min() >= FEWEST_SAMPLES
    assert counts.max() >= 4 * counts.min()
    assert counts.max() < 4096
    assert renderer.noise is not None
    assert renderer.noise <= 0.1
    assert renderer.spp == pytest.approx(counts.mean())
    assert renderer.done_share == 1.0


def test_passes_that_end_at_marks_always_have_something_to_do(renderer: Renderer) -> None:
    """What is left to do may have more samples than the next power of two above the mean."""
    renderer.load(cornell(spp=512, width=56, height=48, noise=0.12))
    beyond = 0
    while not renderer.finished:
        mark = next_mark(renderer)
        beyond += mark > 1 << int(renderer.spp).bit_length()
        assert renderer.render_pass(target_seconds=0.05, max_spp=mark).samples > 0
    assert beyond > 0


def test_what_is_without_noise_stops_first_of_all(renderer: Renderer) -> None:
    picture = rendered(renderer, one_body(lamp(1.0, sides="both"), width=33, height=17, max_depth=1, noise=0.01))
    assert picture == pytest.approx(np.ones_like(picture), abs=1e-5)
    assert (renderer.sample_counts() == FEWEST_SAMPLES).all()
    assert renderer.noise == pytest.approx(0.0, abs=1e-5)


def test_adaptive_pictures_do_not_depend_on_how_passes_are_cut(renderer: Renderer) -> None:
    scene = cornell(spp=256, noise=0.12, width=40, height=24)
    once = rendered(renderer, scene, 1.0)
    counts = renderer.sample_counts()
    again = rendered(renderer, scene, 1e-4)
    assert np.array_equal(counts, renderer.sample_counts())
    assert np.array_equal(once, again)


def test_a_lower_threshold_goes_on_with_the_same_film(renderer: Renderer) -> None:
    coarse = cornell(spp=512, noise=0.2, width=40, height=24)
    rendered(renderer, coarse)
    before = renderer.sample_counts()
    renderer.set_settings(renderer.settings.model_copy(update={"noise": 0.1}))
    assert np.array_equal(before, renderer.sample_counts())
    while not renderer.finished:
        renderer.render_pass()
    assert (renderer.sample_counts() >= before).all()
    assert renderer.sample_counts().mean() > before.mean()


def test_stopping_early_hardly_biases_the_picture(renderer: Renderer) -> None:
    """Means over blocks of many seeds against the same samples everywhere, within their own standard errors.

    Where few samples happen to look calm, sampling stops: a tendency to the dark side is in the nature of it. It must
    stay below a small part of the noise that the threshold allows.
    """
    threshold = 0.2
    difference = []
    for seed in range(6):
        adaptive = rendered(renderer, cornell(spp=1024, noise=threshold, width=32, height=32, seed=seed))
        uniform = rendered(renderer, cornell(spp=96, width=32, height=32, seed=100 + seed))
        difference.append(((adaptive - uniform) @ LUMINANCE).mean() / (uniform @ LUMINANCE).mean())
    error = np.std(difference, ddof=1) / np.sqrt(len(difference))
    assert abs(np.mean(difference)) < 4.0 * error + 0.05 * threshold


def test_the_estimate_is_of_the_size_of_the_error(renderer: Renderer) -> None:
    """Pixel by pixel in the middle of their distributions, against a picture of 64 times as many samples.

    The median of the absolute value of a normal distribution is 0.6745 standard deviations."""
    reference = rendered(renderer, cornell(spp=2048, width=32, height=32, seed=9)) @ LUMINANCE
    picture = rendered(renderer, cornell(spp=32, width=32, height=32)) @ LUMINANCE
    true = np.abs((picture - reference) / (reference + 0.03))
    estimated = renderer.noise_picture()
    assert estimated.shape == (32, 32)
    assert np.median(true) == pytest.approx(0.6745 * np.median(estimated), rel=0.4)
    assert renderer.noise is not None
    assert np.sqrt(np.mean(estimated.astype(np.float64) ** 2)) == pytest.approx(renderer.noise, rel=0.3)


def test_noise_is_unknown_before_there_is_anything_to_compare(renderer: Renderer) -> None:
    rendered(renderer, cornell(spp=1, width=16, height=16))
    assert renderer.noise is None
    assert np.isinf(renderer.noise_picture()).all()
    assert renderer.done_share == 1.0
