"""Camera: the file's cameras, field of view, aperture and focus."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QWidget

from raytracer.app.controls import LABEL_WIDTH, ChoiceRow, Facts, NumberRow, PanelPage
from raytracer.app.language import tr
from raytracer.app.studio import Studio
from raytracer.app.tokens import GAP_M

SMALLEST = 1e-4
"""Lower end of the aperture and focus sliders, as a fraction of the scene's size."""


class CameraPanel(PanelPage):
    """Every change moves the camera, so it restarts the film."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        self.cameras = ChoiceRow(tr("Camera"), tip=tr("The cameras of the scene file"))
        self.fov = NumberRow(tr("Field of view"), (1.0, 150.0), 40.0, suffix="°", decimals=1, tip=tr("Vertical angle"))
        self.aperture = NumberRow(
            tr("Aperture"),
            (0.0, 1.0),
            0.0,
            suffix="mm",
            decimals=1,
            special=tr("pinhole"),
            tip=tr("Radius of the lens"),
        )
        self.focus = NumberRow(
            tr("Focus"), (0.001, 100.0), 1.0, suffix="m", decimals=3, logarithmic=True, tip=tr("Distance in focus")
        )
        self.at_target = QCheckBox(tr("Focus on the point of orbit"))
        self.place = Facts()
        self.add(
            self.cameras, self.fov, self.aperture, self.focus, _indented(self.at_target), self.place, self._buttons()
        )
        self.finish()
        self.cameras.chosen.connect(lambda index: studio.choose_camera(int(index)))
        self.fov.edited.connect(lambda value: studio.change_camera(fov_y_deg=value))
        self.aperture.edited.connect(lambda value: studio.change_camera(aperture_radius=value / 1000.0))
        self.focus.edited.connect(lambda value: studio.change_camera(focus_distance=value))
        self.at_target.clicked.connect(self._toggle_focus)
        studio.scene_changed.connect(self._show_scene)
        studio.camera_changed.connect(self.refresh)
        self._show_scene()
        self.refresh()

    def _buttons(self) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, GAP_M, 0, 0)
        layout.setSpacing(GAP_M)
        for text, tip, act in (
            (tr("Frame all"), tr("Show the whole scene"), self._studio.frame_all),
            (tr("Reset view"), tr("Back to the scene's own camera"), self._studio.reset_view),
        ):
            button = QPushButton(text)
            button.setToolTip(tip)
            button.clicked.connect(act)
            layout.addWidget(button, 1)
        return row

    def _show_scene(self) -> None:
        scene = self._studio.scene
        cameras = scene.outline.cameras if scene else []
        self.cameras.set_choices([(str(i), camera.name) for i, camera in enumerate(cameras)])
        self.cameras.setEnabled(len(cameras) > 1)
        if scene is not None:
            self.cameras.show_value(str(scene.outline.active_camera))
        size = self._studio.scene_size
        self.aperture.set_limits(0.0, max(0.1, size * 20.0))
        self.focus.set_limits(max(size * SMALLEST, 1e-3), max(size * 10.0, 1.0))
        self.refresh()

    def refresh(self) -> None:
        """Shows the camera in force."""
        camera = self._studio.camera
        perspective = camera.projection == "perspective"
        for row in (self.fov, self.aperture, self.focus):
            row.setEnabled(perspective)
        self.fov.show_value(camera.fov_y_deg)
        self.aperture.show_value(camera.aperture_radius * 1000.0)
        self.focus.show_value(camera.focus)
        self.focus.setEnabled(perspective and camera.focus_distance is not None)
        self.at_target.setChecked(camera.focus_distance is None)
        self.place.show_fact(tr("Position"), _point(camera.position))
        self.place.show_fact(tr("Target"), _point(camera.target))

    def _toggle_focus(self, at_target: bool) -> None:
        self._studio.change_camera(focus_distance=None if at_target else self._studio.camera.focus)


def _point(values: tuple[float, float, float]) -> str:
    return ",  ".join(f"{value:.4g}" for value in values) + "  m"


def _indented(widget: QWidget) -> QWidget:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(LABEL_WIDTH + GAP_M, 0, 0, 0)
    layout.addWidget(widget)
    return row
