"""Render settings: how the light is estimated. A change restarts the film, except of when and where to stop."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from raytracer.app.controls import lay_out
from raytracer.app.language import tr
from raytracer.app.model_page import Look, ModelPage, off
from raytracer.app.parts import label
from raytracer.app.region_tool import RegionTool
from raytracer.app.studio import Studio
from raytracer.app.tokens import GAP_M
from raytracer.app.words import title
from raytracer.scene import RenderSettings

MOST_DEPTH = 1024


class RenderPanel(ModelPage):
    """Samples and their place, paths, pixel filter."""

    def __init__(self, studio: Studio) -> None:
        looks = {
            "spp": Look(unit="spp"),
            "noise": Look(0.0, 50.0, decimals=1, unit="%", factor=100.0, special=off()),
            "max_depth": Look(1, MOST_DEPTH),
            "roulette_depth": Look(1, MOST_DEPTH),
            "filter_width": Look(0.5, 8.0, decimals=1),
            "clamp": Look(0.0, 100.0, decimals=1, special=off()),
        }
        super().__init__(RenderSettings, lambda: studio.settings, studio.change_settings, looks)
        self._studio = studio
        self._tool = studio.feature(RegionTool)
        self.add_section(tr("Samples"), "spp", "noise", "seed")
        self.add(self._region_row())
        self.add_section(tr("Paths"), "max_depth", "roulette_depth", "clamp")
        self.add_section(tr("Pixel filter"), "filter", "filter_width")
        self.finish()
        studio.settings_changed.connect(self.refresh)
        studio.resized.connect(self.refresh)
        self._tool.changed.connect(self.refresh)
        self.refresh()

    def _region_row(self) -> QWidget:
        """How large the region is; draw one, or refine everything again."""
        tip = tr(RenderSettings.model_fields["region"].description or "")
        self.region = label("", "value")
        self.draw_region = QPushButton(tr("Draw"))
        self.draw_region.setCheckable(True)
        self.draw_region.setToolTip(tr("Drag over the part of the picture that shall be refined"))
        self.draw_region.clicked.connect(self._tool.set_on)
        self.clear_region = QPushButton(tr("Clear"))
        self.clear_region.setToolTip(tr("Refine the whole picture again"))
        self.clear_region.clicked.connect(lambda: self._tool.choose(None))
        both = QWidget()
        line = QHBoxLayout(both)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(GAP_M)
        line.addWidget(self.region, 1)
        line.addWidget(self.draw_region)
        line.addWidget(self.clear_region)
        row = QWidget()
        lay_out(row, title("region"), both, tip)
        for button in (self.draw_region, self.clear_region):
            button.setAccessibleName(f"{title('region')}: {button.text()}")
        return row

    def refresh(self) -> None:
        """Shows the settings in force."""
        super().refresh()
        box = self._tool.box
        self.region.setText(f"{box[2] - box[0]} × {box[3] - box[1]}" if box else tr("none"))
        self.clear_region.setEnabled(box is not None)
        self.draw_region.setChecked(self._tool.on)
