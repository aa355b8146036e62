"""View: exposure and tone curve. Changes only the picture, never the samples."""

from __future__ import annotations

from raytracer.app.denoised_view import DenoisedView
from raytracer.app.language import QT_TR_NOOP, tr
from raytracer.app.model_page import Look, ModelPage
from raytracer.app.parts import label, selectable
from raytracer.app.studio import Studio
from raytracer.scene import ViewSettings
from raytracer.scene.layers import COMBINED, LAYERS, find
from raytracer.scene.shader_catalog import Shader, catalog

ORDER = ("agx", "neutral", "filmic", "aces", "standard", "raw", "luminance", "red", "green", "blue")
TITLES = {
    "agx": "AgX",
    "aces": "ACES",
    "neutral": QT_TR_NOOP("Neutral"),
    "filmic": QT_TR_NOOP("Filmic"),
    "standard": QT_TR_NOOP("Standard"),
    "raw": QT_TR_NOOP("Raw"),
    "luminance": QT_TR_NOOP("False colour: luminance"),
    "red": QT_TR_NOOP("Red channel"),
    "green": QT_TR_NOOP("Green channel"),
    "blue": QT_TR_NOOP("Blue channel"),
}
EXPOSURE_EV = 10.0


def views() -> list[Shader]:
    """The tone curves there are: the well-known ones first, then the user's."""
    found = catalog("views")
    names = [name for name in ORDER if name in found] + sorted(set(found) - set(ORDER))
    return [found[name] for name in names]


class PicturePanel(ModelPage):
    """Exposure, tone curve, white balance; denoised or not; another layer than the light."""

    def __init__(self, studio: Studio) -> None:
        shaders = views()
        looks = {
            "exposure_ev": Look(-EXPOSURE_EV, EXPOSURE_EV, decimals=2),
            "view": Look(choices=lambda: [(s.name, tr(TITLES.get(s.name, s.name.capitalize()))) for s in shaders]),
            "temperature_k": Look(decimals=0, logarithmic=True),
            "tint": Look(decimals=0),
            "layer": Look(choices=lambda: [(layer.name, tr(layer.title)) for layer in LAYERS]),
        }
        super().__init__(ViewSettings, lambda: studio.view, studio.change_view, looks)
        self._studio = studio
        self._denoised = studio.feature(DenoisedView)
        self._docs = {shader.name: shader.doc for shader in shaders}
        self._about = label("", "small", wrap=True)
        self._about_layer = label("", "small", wrap=True)
        self.add_fields("exposure_ev", "view")
        self.add(self._about)
        self.add_fields("temperature_k", "tint", "denoise")
        self.add(selectable(label(self._denoised.about(), "small", wrap=True)))
        self.add_fields("layer")
        self.add(self._about_layer)
        self.finish()
        studio.view_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Shows the view in force."""
        super().refresh()
        view = self._studio.view
        self._about.setText(tr(self._docs.get(view.view, "")))
        self._about_layer.setText(tr(find(view.layer).summary))
        light = view.layer == COMBINED
        for name in ("exposure_ev", "view", "temperature_k", "tint"):
            self.fields[name].setEnabled(light)
        self.fields["denoise"].setEnabled(self._denoised.possible and light)
