"""Render settings: what the light is estimated with. Every change restarts the film."""

from __future__ import annotations

from raytracer.app.controls import ChoiceRow, NumberRow, PanelPage, WholeRow
from raytracer.app.language import QT_TR_NOOP, tr
from raytracer.app.studio import Studio
from raytracer.scene import RenderSettings

FILTERS = (
    ("box", QT_TR_NOOP("Box")),
    ("tent", QT_TR_NOOP("Tent")),
    ("gaussian", QT_TR_NOOP("Gaussian")),
    ("blackman-harris", QT_TR_NOOP("Blackman-Harris")),
)
MOST_DEPTH = 1024
MOST_SAMPLES = 2**31 - 1
CLAMP = 100.0


class RenderPanel(PanelPage):
    """Depth, sample limit, noise threshold, seed, filter and clamp."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        tips = {name: field.description or "" for name, field in RenderSettings.model_fields.items()}
        self.longest = WholeRow(tr("Path length"), (1, MOST_DEPTH), 12, tip=tips["max_depth"])
        self.limit = WholeRow(tr("Sample limit"), (1, MOST_SAMPLES), 256, suffix="spp", tip=tips["spp"])
        self.noise = NumberRow(
            tr("Noise threshold"), (0.0, 50.0), 0.0, suffix="%", decimals=1, special=tr("off"), tip=tips["noise"]
        )
        self.seed = WholeRow(tr("Seed"), (0, MOST_SAMPLES), 0, tip=tips["seed"])
        self.filter = ChoiceRow(tr("Filter"), [(name, tr(text)) for name, text in FILTERS], tip=tips["filter"])
        self.filter_width = NumberRow(
            tr("Filter width"), (0.5, 8.0), 3.0, suffix="px", decimals=1, tip=tips["filter_width"]
        )
        self.clamp = NumberRow(tr("Clamp"), (0.0, CLAMP), 0.0, decimals=1, special=tr("off"), tip=tips["clamp"])
        self.add(self.longest, self.limit, self.noise, self.seed, self.filter, self.filter_width, self.clamp)
        self.finish()
        self.longest.edited.connect(lambda value: studio.change_settings(max_depth=value))
        self.limit.edited.connect(lambda value: studio.change_settings(spp=value))
        self.noise.edited.connect(lambda value: studio.change_settings(noise=value / 100.0))
        self.seed.edited.connect(lambda value: studio.change_settings(seed=value))
        self.filter.chosen.connect(lambda name: studio.change_settings(filter=name))
        self.filter_width.edited.connect(lambda value: studio.change_settings(filter_width=value))
        self.clamp.edited.connect(lambda value: studio.change_settings(clamp=value))
        studio.settings_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Shows the settings in force."""
        settings = self._studio.settings
        self.longest.show_value(settings.max_depth)
        self.limit.show_value(settings.spp)
        self.noise.show_value(100.0 * settings.noise)
        self.seed.show_value(min(settings.seed, MOST_SAMPLES))
        self.filter.show_value(settings.filter)
        self.filter_width.show_value(settings.filter_width)
        self.clamp.show_value(settings.clamp)
