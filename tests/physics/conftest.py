"""One Taichi runtime for all physics tests."""

import pytest

from raytracer.engine import runtime


@pytest.fixture(scope="session", autouse=True)
def _taichi():
    runtime.start("cpu", threads=2)
