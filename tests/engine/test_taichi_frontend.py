"""Parsing each function once changes nothing but the time."""

from pathlib import Path

import pytest
import taichi as ti
from taichi.lang import kernel_impl

from raytracer.engine import taichi_frontend
from raytracer.engine.renderer import Renderer

vec2, vec3 = ti.types.vector(2, ti.f32), ti.types.vector(3, ti.f32)


@pytest.fixture(autouse=True)
def _taichi(renderer: Renderer) -> None:
    """Kernels need a runtime."""


class Box:
    """Not a vector, but with a method of a vector's name."""

    def sum(self):
        return 40.0


@ti.func
def total(value: ti.template()):
    return value.sum()


@ti.func
def power(x, n: ti.template()):
    """Calls itself while it is compiled."""
    result = 1.0
    if ti.static(n > 0):
        result = x * power(x, n - 1)
    return result


def test_one_tree_for_arguments_of_several_types() -> None:
    box = Box()

    @ti.kernel
    def add() -> ti.f32:
        a, b = vec2(1.0, 2.0), vec3(3.0, 4.0, 5.0)
        return total(a) + 100.0 * total(b) + 10000.0 * total(box) + total(a)

    assert add() == 3.0 + 1200.0 + 400000.0 + 3.0


def test_a_function_may_call_itself_while_it_is_compiled() -> None:
    @ti.kernel
    def sixteen() -> ti.f32:
        return power(2.0, 4) + power(power(2.0, 1), 3)

    assert sixteen() == 16.0 + 8.0


def test_functions_are_parsed_once_and_kernels_as_taichi_does() -> None:
    before = taichi_frontend._parsed.cache_info()

    @ti.func
    def seven():
        return 7

    @ti.kernel
    def count() -> ti.i32:
        return seven() + seven() + seven()

    assert count() == 21
    after = taichi_frontend._parsed.cache_info()
    assert (after.misses - before.misses, after.hits - before.hits) == (1, 2)
    assert kernel_impl._get_tree_and_ctx is taichi_frontend._tree_and_context


def test_errors_name_file_line_and_text() -> None:
    @ti.func
    def broken():
        return unknown_name  # noqa: F821

    @ti.kernel
    def fails() -> ti.i32:
        return broken()

    with pytest.raises(ti.TaichiCompilationError) as failed:
        fails()
    assert f'File "{Path(__file__)}", line' in str(failed.value)
    assert "return unknown_name" in str(failed.value)
