"""Camera: the file's cameras and the saved ones, lens, focus, place and roll."""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QWidget

from raytracer.app import lens, navigation
from raytracer.app.controls import LABEL_WIDTH, ChoiceRow, NumberRow, PanelPage
from raytracer.app.focus_tool import FocusTool
from raytracer.app.language import tr
from raytracer.app.model_page import Look, number_row
from raytracer.app.panels.camera_slots import SlotRow
from raytracer.app.point_row import PointRow
from raytracer.app.studio import Studio
from raytracer.app.tokens import GAP_M
from raytracer.scene import Camera

SMALLEST = 1e-4
"""Lower end of the aperture and focus sliders, as a fraction of the scene's size."""


class CameraPanel(PanelPage):
    """Every change moves the camera, so it restarts the film."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        self._tool = studio.feature(FocusTool)
        self._make_rows()
        self.slots = SlotRow(studio)
        self.add(self.cameras, self.slots)
        self.add(self.fov, self.focal, self.extent, self.aperture, self.focus, self._focus_buttons())
        self.add(self.position, self.target, self.roll, self._buttons())
        self.finish()
        self._connect()
        self._show_scene()
        self.refresh()

    def _make_rows(self) -> None:
        focal_limits = (lens.focal_length_mm(lens.WIDEST_DEG), lens.focal_length_mm(lens.NARROWEST_DEG))
        self.cameras = ChoiceRow(tr("Camera"), tip=tr("The cameras of the scene file"))
        self.fov = number_row(Camera, "fov_y_deg", Look(lens.NARROWEST_DEG, lens.WIDEST_DEG, decimals=1))
        self.focal = NumberRow(
            tr("Focal length"),
            focal_limits,
            lens.focal_length_mm(40.0),
            suffix="mm",
            decimals=1,
            logarithmic=True,
            tip=tr("Of a full-frame camera, whose picture is 24 mm high: the field of view in other words"),
        )
        far = Look(0.001, 100.0, decimals=3, logarithmic=True)
        self.extent = number_row(Camera, "ortho_height", far)
        millimetres = Look(0.0, 1.0, decimals=1, unit="mm", factor=1000.0, special=tr("pinhole"))
        self.aperture = number_row(Camera, "aperture_radius", millimetres)
        self.focus = number_row(Camera, "focus_distance", replace(far, default=1.0))
        self.position = PointRow(tr("Position"), tip=tr("Where the camera stands: X, Y and Z in metres, Y is up"))
        self.target = PointRow(tr("Target"), tip=tr("The point it looks at: X, Y and Z in metres, Y is up"))
        self.roll = NumberRow(
            tr("Roll"), (-180.0, 180.0), 0.0, suffix="°", decimals=1, tip=tr("How far the camera leans to the right")
        )

    def _connect(self) -> None:
        studio = self._studio
        self.cameras.chosen.connect(lambda index: studio.choose_camera(int(index)))
        self.fov.edited.connect(lambda value: studio.change_camera(fov_y_deg=value))
        self.focal.edited.connect(lambda value: studio.change_camera(fov_y_deg=lens.fov_y_deg(value)))
        self.extent.edited.connect(lambda value: studio.change_camera(ortho_height=value))
        self.aperture.edited.connect(lambda value: studio.change_camera(aperture_radius=value / 1000.0))
        self.focus.edited.connect(lambda value: studio.change_camera(focus_distance=value))
        self.position.edited.connect(lambda axis, value: self._move_point("position", axis, value))
        self.target.edited.connect(lambda axis, value: self._move_point("target", axis, value))
        self.roll.edited.connect(self._roll)
        self.at_target.clicked.connect(self._toggle_focus)
        self.pick_focus.clicked.connect(self._tool.set_on)
        self._tool.changed.connect(lambda: self.pick_focus.setChecked(self._tool.on))
        studio.scene_changed.connect(self._show_scene)
        studio.camera_changed.connect(self._follow)

    def _focus_buttons(self) -> QWidget:
        self.at_target = QCheckBox(tr("On the target"))
        self.at_target.setToolTip(tr("The focus follows the point that the camera looks at"))
        self.pick_focus = QPushButton(tr("Pick"))
        self.pick_focus.setToolTip(tr("Click in the picture what shall be sharp"))
        self.pick_focus.setAccessibleName(tr("Pick the focus in the picture"))
        self.pick_focus.setCheckable(True)
        return _row(LABEL_WIDTH + GAP_M, self.at_target, self.pick_focus)

    def _buttons(self) -> QWidget:
        buttons = []
        for text, tip, act in (
            (tr("Frame all"), tr("Show the whole scene"), self._studio.frame_all),
            (tr("Reset view"), tr("Back to the scene's own camera"), self._studio.reset_view),
        ):
            button = QPushButton(text)
            button.setToolTip(tip)
            button.clicked.connect(act)
            buttons.append(button)
        return _row(0, *buttons)

    def _show_scene(self) -> None:
        scene = self._studio.scene
        cameras = scene.outline.cameras if scene else []
        self.cameras.set_choices([(str(i), camera.name) for i, camera in enumerate(cameras)])
        self.cameras.setEnabled(len(cameras) > 1)
        if scene is not None:
            self.cameras.show_value(str(scene.outline.active_camera))
        size = self._studio.scene_size
        self.aperture.set_limits(0.0, max(0.1, size * 20.0))
        for row in (self.focus, self.extent):
            row.set_limits(max(size * SMALLEST, 1e-3), max(size * 100.0, 1.0))
        for point in (self.position, self.target):
            point.set_scale(size)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def _follow(self) -> None:
        """Nobody waits for a dozen fields of a hidden panel while the camera moves."""
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Shows the camera in force."""
        camera = self._studio.camera
        perspective = camera.projection == "perspective"
        for row in (self.fov, self.focal, self.aperture, self.focus):
            row.setVisible(perspective)
        self.at_target.setEnabled(perspective)
        self.pick_focus.setEnabled(perspective)
        self.extent.setVisible(not perspective)
        self.fov.show_value(camera.fov_y_deg)
        self.focal.show_value(lens.focal_length_mm(camera.fov_y_deg))
        self.extent.show_value(camera.ortho_height)
        self.aperture.show_value(camera.aperture_radius * 1000.0)
        self.aperture.field.setToolTip(tr("Radius of the lens") + f": {lens.describe_aperture(camera)}")
        self.focus.show_value(camera.focus)
        self.focus.setEnabled(camera.focus_distance is not None)
        self.at_target.setChecked(camera.focus_distance is None)
        self.position.show_value(camera.position)
        self.target.show_value(camera.target)
        self.roll.show_value(math.degrees(navigation.roll_angle(camera, self._studio.home_camera.up)))

    def _toggle_focus(self, at_target: bool) -> None:
        self._studio.change_camera(focus_distance=None if at_target else self._studio.camera.focus)

    def _move_point(self, name: str, axis: int, value: float) -> None:
        point = list(getattr(self._studio.camera, name))
        point[axis] = value
        self._studio.change_camera(**{name: tuple(point)})

    def _roll(self, degrees: float) -> None:
        up = self._studio.home_camera.up
        self._studio.nudge_camera(navigation.roll(self._studio.camera, math.radians(degrees), up))


def _row(indent: int, *widgets: QWidget) -> QWidget:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(indent, 0, 0, 0)
    layout.setSpacing(GAP_M)
    for widget in widgets:
        layout.addWidget(widget, 1)
    return row
