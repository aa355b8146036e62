"""What the tests against peers and cases share."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from raytracer.engine.renderer import Renderer
from raytracer.io.table import load_scene
from raytracer.scene import Environment
from tests.peers.batches import picture
from tests.peers.case_files import SIZE, Show, folder, small


@pytest.fixture
def show(renderer: Renderer, cases_dir: Path) -> Show:
    """Renders ``show(number, file, spp=...)`` small, with a box filter."""

    def run(
        number: int, name: str, *, spp: int = 256, sky: Environment | None = None, square: int = SIZE, depth: int = 0
    ) -> np.ndarray:
        scene = load_scene(folder(cases_dir, number) / name).scene
        if sky is not None:
            scene = replace(scene, environment=sky)
        renderer.load(scene)
        # glTF cameras leave the width to the film; the cases are meant for a square one.
        settings = small(scene, spp, square=0 if name.endswith(".xml") else square)
        renderer.set_settings(settings.model_copy(update={"max_depth": depth or settings.max_depth}))
        image = picture(renderer)
        assert np.isfinite(image).all()
        return image

    return run
