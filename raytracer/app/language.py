"""Words that people read, in their language.

Every string of the app that is shown goes through ``tr`` as a literal, so that the translation tools find it. Numbers
and names are put in afterwards: ``tr("Saved {name}").format(name=path.name)``. What stands in a table is marked there
with ``QT_TR_NOOP("literal")`` and goes through ``tr`` where it is shown, since tables are made before the language is
known.
"""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from raytracer.resources import assets_dir

log = logging.getLogger(__name__)

LANGUAGES: dict[str, str] = {"en": "English", "nl": "Nederlands"}
"""What the app can speak, each under its own name. All but English have a file in ``assets/languages``."""

_SPOKEN = "language"
CONTEXT = ""
"""What ``pyside6-lupdate`` writes for a plain function."""


def tr(text: str) -> str:
    """The text in the language of the app; as it is where there is no translation."""
    return QCoreApplication.translate(CONTEXT, text) if text else ""


def QT_TR_NOOP(text: str) -> str:
    """The text itself; marks it for translation."""
    return text


def chosen(preference: str) -> str:
    """The language to speak: the preferred one, or the system's where that is one of ours, or English."""
    if preference in LANGUAGES:
        return preference
    system = QLocale.system().name().partition("_")[0]
    return system if system in LANGUAGES else "en"


def spoken() -> str:
    """The language that the app speaks now."""
    app = QCoreApplication.instance()
    return str(app.property(_SPOKEN) or "en") if app is not None else "en"


def install(app: QCoreApplication, language: str) -> None:
    """Makes the app speak ``language`` from now on; widgets that exist keep their words."""
    app.setProperty(_SPOKEN, language)
    if language == "en":
        return
    qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    # Qt's own words first: buttons of dialogs, names of keys. Ours are asked before them.
    for file in (Path(qt) / f"qtbase_{language}.qm", assets_dir() / "languages" / f"{language}.qm"):
        translator = QTranslator(app)
        if translator.load(str(file)):
            app.installTranslator(translator)
        else:
            log.warning("the translation %s cannot be read", file.name)
