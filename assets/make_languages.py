"""Collects what the app shows into assets/languages/*.ts and compiles them to .qm. Run: python assets/make_languages.py

Words are found by ``pyside6-lupdate`` in the app's sources, and in the metadata that panels are generated from: titles
and descriptions of the scene model's fields and of shader parameters. Translations are written into the .ts files, by
hand or with Qt Linguist; running this again keeps them, and says how many are missing.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import get_args

from raytracer import scene
from raytracer.scene import shader_catalog
from raytracer.scene.model import Model

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "assets" / "languages"


def tool(name: str) -> str:
    """A tool of PySide6 beside the running Python."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if found is None:
        sys.exit(f"{name} is not installed; it comes with PySide6-Essentials")
    return found


def metadata() -> list[str]:
    """Descriptions in the scene model and in shaders, which the app shows as tooltips."""
    texts: set[str] = set()
    values = [getattr(scene, name) for name in scene.__all__]
    for model in (value for value in values if isinstance(value, type) and issubclass(value, Model)):
        texts |= {field.description for field in model.model_fields.values() if field.description}
    for kind in get_args(shader_catalog.ShaderKind):
        for shader in shader_catalog.catalog(kind).values():
            texts |= {shader.doc, *(parameter.doc for parameter in shader.parameters.values())}
    return sorted(texts - {""})


def collect(ts: Path) -> None:
    """Brings one .ts file up to date."""
    with tempfile.TemporaryDirectory() as folder:
        extra = Path(folder) / "metadata.py"
        extra.write_text("".join(f"QT_TR_NOOP({text!r})\n" for text in metadata()), encoding="utf-8")
        sources = [str(path) for path in sorted((ROOT / "raytracer" / "app").rglob("*.py"))]
        command = [tool("pyside6-lupdate"), *sources, str(extra), "-no-obsolete", "-locations", "none"]
        subprocess.run([*command, "-ts", str(ts)], check=True, capture_output=True)


def missing(ts: Path) -> list[str]:
    """Texts without a translation."""
    messages = ElementTree.parse(ts).getroot().iter("message")
    return [m.findtext("source") or "" for m in messages if not (m.findtext("translation") or "").strip()]


def main() -> None:
    """All languages that have a file."""
    for ts in sorted(FOLDER.glob("*.ts")):
        collect(ts)
        subprocess.run(
            [tool("pyside6-lrelease"), str(ts), "-qm", str(ts.with_suffix(".qm"))], check=True, capture_output=True
        )
        print(f"{ts.stem}: {len(missing(ts))} texts without a translation")


if __name__ == "__main__":
    main()
