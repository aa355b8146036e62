"""View: exposure and tone curve. Changes only the picture, never the samples."""

from __future__ import annotations

from raytracer.app.controls import ChoiceRow, NumberRow, PanelPage
from raytracer.app.language import QT_TR_NOOP, tr
from raytracer.app.parts import label
from raytracer.app.studio import Studio
from raytracer.scene.shader_catalog import Shader, catalog

ORDER = ("agx", "neutral", "filmic", "aces", "standard", "raw")
_NAMES = (QT_TR_NOOP("Neutral"), QT_TR_NOOP("Filmic"), QT_TR_NOOP("Standard"), QT_TR_NOOP("Raw"))
"""For the translation tools: the names of the views that have words."""
TITLES = {"agx": "AgX", "aces": "ACES"}
EXPOSURE_EV = 10.0


def views() -> list[Shader]:
    """The tone curves there are: the well-known ones first, then the user's."""
    found = catalog("views")
    names = [name for name in ORDER if name in found] + sorted(set(found) - set(ORDER))
    return [found[name] for name in names]


class PicturePanel(PanelPage):
    """Exposure slider and view menu."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        self.exposure = NumberRow(
            tr("Exposure"),
            (-EXPOSURE_EV, EXPOSURE_EV),
            0.0,
            suffix="EV",
            decimals=2,
            tip=tr("One step doubles the brightness"),
        )
        shaders = views()
        self._docs = {shader.name: shader.doc for shader in shaders}
        self.view = ChoiceRow(
            tr("View"),
            [(shader.name, TITLES.get(shader.name) or tr(shader.name.capitalize())) for shader in shaders],
            tip=tr("How scene brightness becomes display brightness"),
        )
        self._about = label("", "small", wrap=True)
        self.add(self.exposure, self.view, self._about)
        self.finish()
        self.exposure.edited.connect(lambda value: studio.change_view(exposure_ev=value))
        self.view.chosen.connect(lambda name: studio.change_view(view=name))
        studio.view_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Shows the view in force."""
        view = self._studio.view
        self.exposure.show_value(view.exposure_ev)
        self.view.show_value(view.view)
        self._about.setText(self._docs.get(view.view, ""))
