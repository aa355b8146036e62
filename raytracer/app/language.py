"""Words that people read, in their language.

Every string of the app that is shown goes through ``tr`` as a literal, so that the translation tools find it. Numbers
and names are put in afterwards: ``tr("Saved {name}").format(name=path.name)``.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

CONTEXT = "raytracer"


def tr(text: str) -> str:
    """The text in the language of the app; as it is where there is no translation."""
    return QCoreApplication.translate(CONTEXT, text)
