"""What the workers are told: the studio's state as a target, and camera moves no faster than they are used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from raytracer.app.parts import timer
from raytracer.app.target import Target

if TYPE_CHECKING:
    from raytracer.app.studio import Studio

SEND_MS = 12
"""Least time between two camera moves sent: a fast mouse reports a thousand a second."""


class Orders(QObject):
    """Tells every worker of the studio's team; each sends on only what differs from what it was told before."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._later = timer(self, SEND_MS, self.send_last_move, once=True)
        self._unsent = False

    def target(self) -> Target:
        """What a worker shall have reached."""
        studio = self._studio
        assert studio.scene is not None
        # Contenders show what they rendered themselves, and denoising would take from the time of one of them.
        alone = len(studio.team) == 1
        return Target(
            studio.scene.path,
            studio.scene.request,
            studio.allow_outside,
            studio.camera,
            studio.settings,
            studio.view if alone else studio.view.model_copy(update={"denoise": False}),
            studio.size,
            studio.paused,
            studio.steps,
            studio.text,
        )

    def send(self, *, moving: bool = False) -> None:
        """Tells the state of now."""
        self._unsent = False
        # While another scene is being opened, an edit would arrive after it and change that scene.
        if self._studio.scene is not None and self._studio.opening is None:
            for worker in self._studio.team:
                worker.follow(self.target(), moving=moving)

    def send_move(self) -> None:
        """One step of a continuing move: at once, or when the step before has had its time."""
        if self._later.isActive():
            self._unsent = True
        else:
            self.send(moving=True)
            self._later.start()

    def send_last_move(self) -> None:
        """What came since the last step that was sent, if anything did."""
        if self._unsent:
            self.send(moving=True)
            self._later.start()
