"""View: exposure and tone curve. Changes only the picture, never the samples."""

from __future__ import annotations

from raytracer.app.controls import ChoiceRow, NumberRow, PanelPage
from raytracer.app.denoised_view import DenoisedView
from raytracer.app.language import QT_TR_NOOP, tr
from raytracer.app.parts import label, selectable
from raytracer.app.studio import Studio
from raytracer.app.value_rows import CheckRow
from raytracer.app.words import title
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
NEUTRAL = ViewSettings()
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
            [(shader.name, tr(TITLES.get(shader.name, shader.name.capitalize()))) for shader in shaders],
            tip=tr("How scene brightness becomes display brightness"),
        )
        self._about = label("", "small", wrap=True)
        limits = {name: _limits(name) for name in ("temperature_k", "tint")}
        self.temperature = NumberRow(
            tr("Temperature"),
            limits["temperature_k"],
            NEUTRAL.temperature_k,
            suffix="K",
            decimals=0,
            logarithmic=True,
            tip=tr("White balance: the light of this colour temperature is shown as white"),
        )
        self.tint = NumberRow(
            tr("Tint"),
            limits["tint"],
            NEUTRAL.tint,
            decimals=0,
            tip=tr("White balance: greener to the left, more magenta to the right"),
        )
        self.layer = ChoiceRow(
            tr("Layer"),
            [(layer.name, tr(layer.title)) for layer in LAYERS],
            tip=tr("What the picture shows: its light, or something else about what is there"),
        )
        self._about_layer = label("", "small", wrap=True)
        self._denoised = studio.feature(DenoisedView)
        self.denoise = CheckRow(title("denoise"), tip=tr(ViewSettings.model_fields["denoise"].description or ""))
        self._about_denoise = selectable(label(self._denoised.about(), "small", wrap=True))
        self.add(self.exposure, self.view, self._about, self.temperature, self.tint)
        self.add(self.denoise, self._about_denoise, self.layer, self._about_layer)
        self.finish()
        self.exposure.edited.connect(lambda value: studio.change_view(exposure_ev=value))
        self.view.chosen.connect(lambda name: studio.change_view(view=name))
        self.temperature.edited.connect(lambda value: studio.change_view(temperature_k=value))
        self.tint.edited.connect(lambda value: studio.change_view(tint=value))
        self.denoise.edited.connect(lambda on: studio.change_view(denoise=on))
        self.layer.chosen.connect(lambda name: studio.change_view(layer=name))
        studio.view_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Shows the view in force."""
        view = self._studio.view
        self.exposure.show_value(view.exposure_ev)
        self.view.show_value(view.view)
        self.temperature.show_value(view.temperature_k)
        self.tint.show_value(view.tint)
        self._about.setText(self._docs.get(view.view, ""))
        self.denoise.show_value(view.denoise)
        self.denoise.setEnabled(self._denoised.possible and view.layer == COMBINED)
        self.layer.show_value(view.layer)
        self._about_layer.setText(tr(find(view.layer).summary))
        for row in (self.exposure, self.view, self.temperature, self.tint):
            row.setEnabled(view.layer == COMBINED)


def _limits(name: str) -> tuple[float, float]:
    """Range of a field of ``ViewSettings``."""
    bounds = {type(bound).__name__: bound for bound in ViewSettings.model_fields[name].metadata}
    return float(bounds["Ge"].ge), float(bounds["Le"].le)
