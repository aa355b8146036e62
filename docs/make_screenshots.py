"""Makes the pictures in docs/screenshots from the real window and the real renderer.

usage: python docs/make_screenshots.py [--spp N] [--out FOLDER] [--software] [--only NAME ...]

NAME is a part (windows, race, gap, panels, slides, renders) or a panel, such as ladder. Needs no display: Qt paints the
same widgets offscreen. Pictures are taken when they have N samples per pixel (default 48); every panel is
taken alone, in both themes, in ``panels``. Experiments are run for it, so leave the machine alone meanwhile: about
twenty minutes on two cores. ``--software``: software Vulkan stands in for a missing GPU, and is labelled so.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from photographer import THEMES, Photographer

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("QT_SCALE_FACTOR", "1")

SLIDE_SIZE = (1280, 720)
TALL = (1440, 1100)
"""A window in which no panel has to scroll."""
RENDERS = {"start": 6, "glass": 6, "orchestra": 2}
"""Pictures from the shell, each with so many times the samples of a window."""
RENDER_SIZE = "800x450"
SLIDES = (7, 9, 12)
"""Numbers of the talk's steps, from 1."""
RACE_SPP = 16
RAY = (0.63, 0.62)
"""Where a ray is followed through the glass, shares of the picture."""
PARTS = ("windows", "race", "gap", "panels", "slides", "renders")


def main() -> int:
    """Renders, grabs, saves."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--spp", type=int, default=48)
    arguments.add_argument("--out", type=Path, default=Path(__file__).with_name("screenshots"))
    arguments.add_argument("--software", action="store_true")
    arguments.add_argument("--only", nargs="*", metavar="NAME", default=[])
    options = arguments.parse_args()
    (options.out / "panels").mkdir(parents=True, exist_ok=True)
    wanted = list(options.only or PARTS)
    if set(wanted) - {"renders"}:
        album = Album(options.spp, options.out, software=options.software)
        try:
            album.take(wanted)
        finally:
            album.close()
    if "renders" in wanted:
        for name, factor in RENDERS.items():
            render_from_the_shell(name, options.out / f"render-{name}.jpg", factor * options.spp)
    return 0


def render_from_the_shell(scene: str, picture: Path, spp: int) -> None:
    """What the command line makes of a bundled scene."""
    from raytracer.resources import scenes_dir

    path = scenes_dir() / f"{scene}.toml"
    command = [sys.executable, "-m", "raytracer", "render", str(path), "-o", str(picture)]
    subprocess.run([*command, "--size", RENDER_SIZE, "--spp", str(spp), "-q"], check=True)
    print(picture, f"{spp} spp")


class Album(Photographer):
    """What is taken, part by part."""

    def take(self, names: list[str]) -> None:
        """Parts, then single panels, as they are named."""
        from raytracer.app.panels import PANELS

        panels = [panel.name for panel in PANELS if panel.name in names or "panels" in names]
        unknown = set(names) - set(PARTS) - set(panels)
        if unknown:
            sys.exit(f"neither a part nor a panel: {', '.join(sorted(unknown))}")
        if "windows" in names:
            self.windows()
        if "race" in names:
            self.race()
        if "gap" in names:
            self.gap()
        if panels:
            self.panels(panels)
        if "slides" in names:
            self.slides()

    def windows(self) -> None:
        """The whole window: as it opens, and while a scene is edited."""
        self.settle()
        self.both_themes("start")
        self.open("materials")
        self.select_something()
        self.settle()
        self.both_themes("editing")
        self.window.docks.reset()
        self.open("start")
        self.settle(1)

    def race(self) -> None:
        """A race that is over the finishing line, as two halves and as a difference."""
        from raytracer.app.race.race import Race

        self.window_as_new()
        self.settle(1)
        race = self.window.studio.feature(Race)
        self.window.docks.open("race")
        race.set_limit("samples", spp=RACE_SPP)
        race.set_on(True)
        self.wait_for(lambda: bool(race.lanes) and all(lane.finished for lane in race.lanes), "the race has no end")
        self.wait(1.0)
        self.dismiss_notices()
        self.both_themes("race")
        race.view.set_layout("difference")
        self.wait(3.0)
        self.both_themes("race-difference")
        race.view.set_layout("beside")
        race.set_limit("none")
        race.set_on(False)
        self.window_as_new()

    def gap(self) -> None:
        """What else shows the gap in the picture: large figures, one ray, bounces, divergence."""
        from raytracer.app.measurements import Measurements
        from raytracer.app.ray_follower import RayFollower
        from raytracer.scene.layers import COMBINED

        studio = self.window.studio
        self.window_as_new()
        self.settle()
        self.switch_sides()
        studio.feature(Measurements).set_large(True)
        self.both_themes("large-figures")
        studio.feature(Measurements).set_large(False)
        self.open("glass")
        self.show_wide("follow_ray")
        self.settle()
        follower = studio.feature(RayFollower)
        follower.aim_at(*RAY)
        self.wait_for(lambda: follower.record is not None, "no ray")
        self.wait(1.0)
        self.both_themes("ray")
        follower.clear()
        self.open("cornell")
        self.show_wide("bounces")
        studio.change_settings(bounce=2)
        self.settle()
        self.both_themes("bounces")
        studio.change_settings(bounce=None)
        self.show_wide("divergence")
        self.measure_divergence()
        studio.change_view(layer="divergence")
        self.wait_for(lambda: self.layer() == "divergence", "no heat map")
        self.wait(4.0)
        self.both_themes("divergence")
        studio.change_view(layer=COMBINED)
        self.window_as_new()
        self.open("start")
        self.settle(1)

    def panels(self, names: list[str]) -> None:
        """These panels alone, in both themes; experiments are run before."""
        self.window_as_new()
        self.window.resize(*TALL)
        self.settle(4)
        if "throughput" in names:
            self.switch_sides()
        for name in names:
            docks = self.window.docks
            if name == "properties":
                self.select_something()
            docks.open(name)
            self.prepare(name)
            self.wait(1.0)
            for theme in THEMES:
                self.theme(theme)
                self.wait(0.5)
                self.save_panel(name, f"panels/{name}-{theme}.jpg")
            self.window_as_new()
            self.window.resize(*TALL)
        self.window_as_new()

    def slides(self) -> None:
        """Three steps of the talk, at a projector's aspect, and the speaker's notes."""
        from raytracer.app.talk.script import bundled_talk

        self.window.resize(*SLIDE_SIZE)
        self.window.stage.begin(bundled_talk(), language="en", windowed=True)
        presenter = self.window.stage.presenter
        self.wait_for(lambda: presenter.readiness.ready, "the talk is not ready")
        for number in SLIDES:
            presenter.go(number - 1)
            self.wait_for(lambda: not presenter.flying, "the camera does not arrive")
            self.settle()
            self.save(self.window, f"slide-{number}.jpg")
        if self.window.stage.notes is not None:
            self.save(self.window.stage.notes, "notes.jpg")
        self.window.stage.end()
        self.window_as_new()


if __name__ == "__main__":
    sys.exit(main())
