"""A camera that flies through poses: smooth in place and in speed, independent of the frame rate."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raytracer.app.talk.script import Pose
from raytracer.scene import Camera


@dataclass(frozen=True)
class Flight:
    """From ``start`` through ``poses``; each pose is reached after its own seconds."""

    start: Camera
    poses: list[Pose]

    @property
    def seconds(self) -> float:
        """How long the whole flight takes."""
        return sum(pose.seconds for pose in self.poses)

    def at(self, seconds: float) -> Camera:
        """The camera after that time; before the start and after the end it stands still.

        Position and target follow Catmull-Rom splines over the poses, with a speed of zero at both ends. The same
        spline goes through the logarithm of the field of view, so that zooming feels even.
        """
        knots = self._knots()
        times = np.cumsum([0.0, *(pose.seconds for pose in self.poses)])
        total = times[-1]
        if total <= 0.0:
            return self.start
        eased = total * _smooth(min(max(seconds / total, 0.0), 1.0))
        i = min(int(np.searchsorted(times, eased, side="right")) - 1, len(self.poses) - 1)
        u = (eased - times[i]) / (times[i + 1] - times[i])
        values = _catmull_rom(knots, i, float(u))
        return self.start.model_copy(
            update={
                "position": tuple(values[:3].tolist()),
                "target": tuple(values[3:6].tolist()),
                "fov_y_deg": float(np.exp(values[6])),
                "focus_distance": None,
            }
        )

    def _knots(self) -> np.ndarray:
        """(poses + 1, 7): position, target, log of the field of view."""
        rows = [(*self.start.position, *self.start.target, np.log(self.start.fov_y_deg))]
        for pose in self.poses:
            fov = np.log(pose.fov_y_deg) if pose.fov_y_deg else rows[-1][6]
            rows.append((*pose.position, *pose.target, fov))
        return np.array(rows, np.float64)


def _smooth(x: float) -> float:
    return x * x * (3.0 - 2.0 * x)


def _catmull_rom(knots: np.ndarray, i: int, u: float) -> np.ndarray:
    """Between knots i and i + 1; the ends are doubled."""
    a, b = knots[max(i - 1, 0)], knots[i]
    c, d = knots[i + 1], knots[min(i + 2, len(knots) - 1)]
    result: np.ndarray = 0.5 * (
        2.0 * b + (c - a) * u + (2.0 * a - 5.0 * b + 4.0 * c - d) * u**2 + (3.0 * b - a - 3.0 * c + d) * u**3
    )
    return result
