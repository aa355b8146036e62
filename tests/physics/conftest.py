"""The Taichi runtime of this process. Kernels outlive a restart, so another module's ``close`` does no harm."""

import pytest

from raytracer.engine import runtime


@pytest.fixture(scope="module", autouse=True)
def _taichi() -> None:
    runtime.start("cpu", threads=2)
