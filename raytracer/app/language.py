"""Words that people read, in their language.

Every string of the app that is shown goes through ``tr`` as a literal, so that the translation tools find it. Numbers
and names are put in afterwards: ``tr("Saved {name}").format(name=path.name)``. What stands in a table is marked there
with ``QT_TR_NOOP("literal")`` and goes through ``tr`` where it is shown, since tables are made before the language is
known.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

CONTEXT = ""
"""What ``pyside6-lupdate`` writes for a plain function."""


def tr(text: str) -> str:
    """The text in the language of the app; as it is where there is no translation."""
    return QCoreApplication.translate(CONTEXT, text) if text else ""


def QT_TR_NOOP(text: str) -> str:
    """The text itself; marks it for translation."""
    return text
