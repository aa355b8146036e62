"""Shader files: what is loaded, what is refused and with which words, and the example of the documentation."""

import os
import re
from pathlib import Path

import numpy as np
import pytest

from raytracer.engine import runtime, shader_loading
from raytracer.errors import InputError
from raytracer.scene import shader_catalog
from tests.physics.directions import SphereGrid, chi_square_p, polar, random_numbers, uniform
from tests.physics.surface_probe import Probe

DOCUMENTATION = Path(__file__).resolve().parents[2] / "docs" / "writing-a-shader.md"

GOOD = '''"""A test surface."""

import taichi as ti

from raytracer.engine.kernels.shading import absorbed, nothing, vec3

PARAMETERS = {"a": {"kind": "float", "default": 1.0}, "b": {"kind": "color", "default": (1.0, 0.5, 0.0)}}
TRANSMITS = False


@ti.func
def sample(p, outgoing, u):
    return absorbed()


@ti.func
def evaluate(p, outgoing, incoming):
    return nothing()


@ti.func
def straight(p, outgoing):
    return vec3(p.a) * p.b
'''


@pytest.fixture(autouse=True)
def _taichi() -> None:
    runtime.start("cpu", threads=2)


def written(folder: Path, text: str, name: str = "mine.py") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def every_shader() -> list[tuple[str, str]]:
    return [(kind, name) for kind in shader_loading.CONTRACT for name in shader_catalog.catalog(kind)]


@pytest.mark.parametrize(("kind", "name"), every_shader())
def test_every_built_in_shader_keeps_the_contract(kind, name: str) -> None:
    loaded = shader_loading.load(kind, name)
    assert loaded.name == name
    assert len(loaded.shader.doc) > 10, "the first line of the docstring says what it is"
    assert list(loaded.point_type.members) == (list(loaded.shader.parameters) or ["unused"])
    for parameter in loaded.shader.parameters.values():
        assert parameter.doc, f"{parameter.name} has no documentation"


def test_a_record_has_one_member_per_parameter(tmp_path: Path) -> None:
    loaded = shader_loading.load_file(written(tmp_path, GOOD), "surfaces")
    assert loaded.width == 4
    assert not loaded.transmits
    assert Probe(loaded).straight({"a": 2.0}, polar(1.0))[0] == pytest.approx([2.0, 1.0, 0.0])


def test_a_file_is_run_once_and_again_when_it_changed(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    first = shader_loading.load_file(path, "surfaces")
    assert shader_loading.load_file(path, "surfaces") is first
    path.write_text(GOOD.replace("vec3(p.a) * p.b", "vec3(0.25)"), encoding="utf-8")
    os.utime(path, ns=(1, 1))
    second = shader_loading.load_file(path, "surfaces")
    assert second is not first
    assert Probe(second).straight({}, polar(1.0))[0] == pytest.approx([0.25] * 3)
    assert not (tmp_path / "__pycache__").exists(), "nothing may be written beside the user's file"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("def straight", "def stright", "no function straight.*straight\\(p, outgoing\\)"),
        ("def evaluate(p, outgoing, incoming)", "def evaluate(p, outgoing)", "evaluate takes 2 arguments"),
        ("@ti.func\ndef sample", "def sample", "sample is not a Taichi function.*@ti.func"),
        ("TRANSMITS = False", "", "TRANSMITS is missing"),
        ("TRANSMITS = False", 'TRANSMITS = "b"', "TRANSMITS names 'b'"),
        ("TRANSMITS = False", 'TRANSMITS = "c"', "TRANSMITS names 'c'"),
        ("TRANSMITS = False", 'TRANSMITS = False\nBENDS = "b"', "BENDS names 'b'"),
        ("TRANSMITS = False", 'TRANSMITS = False\nSMOOTH = "c"', "SMOOTH names 'c'"),
        ("TRANSMITS = False", "TRANSMITS = False\n1 / 0", ":9: .*ZeroDivisionError"),
        ("import taichi as ti", "import no_such_module", ":3: .*no_such_module"),
        ("return absorbed()", "return absorbed(", "not a Python file"),
        ('"kind": "float"', '"kind": "int"', "parameter 'a' needs kind"),
        ('"default": 1.0', '"default": "red"', "parameter 'a' needs kind"),
        (', "default": 1.0', "", "parameter 'a' needs kind"),
        ("(1.0, 0.5, 0.0)", "(1.0, 0.5)", "parameter 'b' needs kind"),
        ("PARAMETERS = {", "PARAMETERS = 1 + {", "literal table"),
        ('PARAMETERS = {"a"', 'PARAMETERS = [1]\nOTHER = {"a"', "table of names"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_one_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    path = written(tmp_path, GOOD.replace(old, new))
    with pytest.raises(InputError, match=message) as caught:
        shader_loading.load_file(path, "surfaces")
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_files_and_unknown_names_are_input_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read the shader.*"):
        shader_loading.load_file(tmp_path / "none.py", "surfaces")
    with pytest.raises(InputError, match=r"no surfaces shader 'velvet'.*diffuse"):
        shader_loading.load("surfaces", "velvet")


def test_the_documented_example_is_a_correct_surface(tmp_path: Path) -> None:
    """The tutorial's code, as printed there, passes the tests that it tells its reader to make."""
    code = re.search(r"```python\n(.*?)```", DOCUMENTATION.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    moon = Probe(shader_loading.load_file(written(tmp_path, code.group(1), "moon.py"), "surfaces"))
    assert "Moon" in moon.loaded.shader.doc

    white = {"reflectance": 1.0}
    grid = SphereGrid()
    for cosine, albedo in ((1.0, 1.0 - np.log(2.0)), (0.01, 1.0)):
        s = moon.sample(white, polar(cosine), random_numbers(50_000, seed=1))
        assert s.throughput.mean() == pytest.approx(albedo, abs=0.06)
        assert s.throughput.mean() <= 1.0
        _, pdf = moon.evaluate(white, polar(cosine), grid.directions)
        assert chi_square_p(grid.histogram(s.incoming), 50_000 * grid.cells(pdf)) > 0.001

    a, b = np.abs(uniform(1000, np.random.default_rng(2))), np.abs(uniform(1000, np.random.default_rng(3)))
    there = moon.evaluate(white, a, b)[0] / b[:, 2:]
    np.testing.assert_allclose(there, moon.evaluate(white, b, a)[0] / a[:, 2:], rtol=1e-4)


def test_the_documentation_names_every_function_of_the_contract() -> None:
    text = DOCUMENTATION.read_text(encoding="utf-8")
    for functions in shader_loading.CONTRACT.values():
        for name, arguments in functions.items():
            assert f"{name}({', '.join(arguments)})" in text
