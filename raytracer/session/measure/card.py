"""The result card: a benchmark as one picture for a slide, 1920x1080, drawn without a window system.

Set in the one typeface that Pillow brings along (Aileron, ASCII only), so that it looks the same on every machine.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Literal

import numpy as np
from PIL import Image, ImageDraw, ImageFont

import raytracer
from raytracer.io.whole_file import whole_file
from raytracer.session.measure.bench import BenchResult, SceneResult
from raytracer.session.measure.entrants import Entrant
from raytracer.session.throughput import format_ratio, format_si

WIDTH, HEIGHT = 1920, 1080
_MARGIN = 88
_BACK, _RAISED, _LINE = "#17181B", "#24272C", "#3A3E45"
_TEXT, _DIM = "#F2F3F5", "#A4A9B2"
_CPU, _CPU_FEW, _GPU, _SOFTWARE = "#E69F00", "#9C7420", "#56B4E9", "#8A929C"
_GOOD, _BAD = "#4CC38A", "#FF7B72"
_PLAIN = {"×": "x", "–": "-", "—": "-", "µ": "u", "™": "", "®": "", "©": "", "…": "..."}
_LEFT = 1010
"""Width of the part with the figures; the pictures stand to the right of it."""
_TOP, _FLOOR, _SPACE = 96, 920, 34
"""Upper and lower end of the pictures, and what lies between them."""

Anchor = Literal["ls", "rs", "ms"]


class _Sheet:
    """A drawing surface with the card's type."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH, HEIGHT), _BACK)
        self.draw = ImageDraw.Draw(self.image)
        self._fonts: dict[int, ImageFont.FreeTypeFont | ImageFont.ImageFont] = {}

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: int,
        colour: str = _TEXT,
        *,
        bold: bool = False,
        anchor: Anchor = "ls",
    ) -> float:
        """Draws one line on the base line ``at``; its width, pixels."""
        weight = size // 40 if bold else 0  # the typeface has one weight; small letters would run together
        line = plain(text)
        self.draw.text(at, line, colour, self._font(size), anchor, stroke_width=weight, stroke_fill=colour)
        return self.width(line, size)

    def width(self, text: str, size: int) -> float:
        """How wide a line is, pixels."""
        return self.draw.textlength(plain(text), self._font(size))

    def fitted(self, text: str, size: int, room: float) -> str:
        """The text, its end cut off where it does not fit."""
        line = plain(text)
        while line and self.width(line, size) > room:
            line = line.removesuffix("...").rstrip()[:-1].rstrip() + "..."
        return line

    def wrapped(self, text: str, size: int, room: float) -> list[str]:
        """The text in lines of at most ``room`` pixels."""
        lines: list[str] = []
        for word in plain(text).split():
            if lines and self.width(f"{lines[-1]} {word}", size) <= room:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        return lines

    def _font(self, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        if size not in self._fonts:
            self._fonts[size] = ImageFont.load_default(size)
        return self._fonts[size]


def plain(text: str) -> str:
    """What the typeface has: accents are dropped, a few signs are spelt."""
    spelt = "".join(_PLAIN.get(sign, sign) for sign in text)
    return unicodedata.normalize("NFKD", spelt).encode("ascii", "ignore").decode()


def draw(result: BenchResult, when: str = "") -> Image.Image:
    """The card of a finished result; ``when`` is the date to print."""
    sheet = _Sheet()
    _headline(sheet, result)
    _bars(sheet, result)
    _pictures(sheet, result)
    _footer(sheet, result, when)
    return sheet.image


def save(result: BenchResult, path: Path, when: str = "") -> None:
    """Writes the card as PNG. Raises ``OutputError``."""
    with whole_file(path) as temporary:
        draw(result, when).save(temporary, "PNG")


# ---------------------------------------------------------------- parts


def headline(result: BenchResult) -> tuple[str, str, str]:
    """The large figure, what it is, and its colour: the gap, the gain by threads, or the rate of the only entrant."""
    base, others = result.baseline, [c for c in result.entrants if c.backend != "cpu"]
    if base is not None and others:
        best = max(others, key=lambda c: (c.is_gpu, result.rate(c)))
        threads = f"{base.threads} CPU threads" if base.threads != 1 else "one CPU thread"
        what = f"the samples/s of {threads}, on {best.title}"
        return format_ratio(result.gap(best) or 0.0), what, _GPU if best.is_gpu else _SOFTWARE
    few = min(result.entrants, key=lambda c: c.threads or 1)
    if base is not None and few != base:
        ratio = format_ratio(result.rate(base) / result.rate(few))
        return ratio, f"the samples/s of one CPU thread, on {base.threads} threads", _CPU
    only = result.entrants[0]
    return format_si(result.rate(only)), f"samples/s on {only.title}", _colour(only)


def _headline(sheet: _Sheet, result: BenchResult) -> None:
    figure, what, colour = headline(result)
    sheet.text((_MARGIN, 128), "Raytracer benchmark", 34, _DIM)
    size = 300
    while sheet.width(figure, size) > _LEFT - 2 * _MARGIN:
        size -= 10
    sheet.text((_MARGIN - 10, 400), figure, size, colour, bold=True)
    for index, line in enumerate(sheet.wrapped(what, 42, _LEFT - _MARGIN - 40)[:2]):
        sheet.text((_MARGIN, 480 + 52 * index), line, 42)


def _bars(sheet: _Sheet, result: BenchResult) -> None:
    """Samples/s of each entrant: lengths in proportion, so that the gap is seen and not only read."""
    shown = result.entrants[:3]
    top = max(result.rate(c) for c in shown)
    step = 118 if len(shown) > 2 else 138
    room = _LEFT - _MARGIN - 60
    for index, entrant in enumerate(shown):
        y = 590 + step * index
        rate = result.rate(entrant)
        value = format_si(rate, "samples/s")
        label = sheet.fitted(entrant.title, 30, 0.6 * room)
        sheet.text((_MARGIN, y), label, 30, bold=True)
        sheet.text((_MARGIN + room, y), value, 30, bold=True, anchor="rs")
        length = max(room * rate / top, 3.0)
        sheet.draw.rounded_rectangle((_MARGIN, y + 16, _MARGIN + room, y + 44), 6, _RAISED)
        sheet.draw.rounded_rectangle((_MARGIN, y + 16, _MARGIN + length, y + 44), min(6, length / 2), _colour(entrant))
        rays = format_si(result.rate(entrant, "rays_per_s"), "rays/s")
        compiled = sum(m.compile_seconds for scene in result.scenes if (m := scene.of(entrant.key)))
        software = "software, runs on the CPU: " if entrant.software else ""
        watts = result.watts(entrant)
        power = f"{watts:.0f} W, " if watts is not None else ""
        details = f"{rays}, {power}compiled in {compiled:.1f} s"
        sheet.text((_MARGIN + room, y + 76), details, 24, _DIM, anchor="rs")
        device = sheet.fitted(f"{software}{entrant.device}", 24, room - sheet.width(details, 24) - 30)
        sheet.text((_MARGIN, y + 76), device, 24, _DIM)


def _pictures(sheet: _Sheet, result: BenchResult) -> None:
    """Each scene once: its left half by the first entrant, its right half by the last. The seam is the proof."""
    shown = result.scenes[:3]
    x, room = _LEFT + 40, WIDTH - _LEFT - 40 - _MARGIN
    side = min(room, (_FLOOR - _TOP + _SPACE) // len(shown) - _SPACE - (0 if len(shown) > 1 else 220))
    for index, scene in enumerate(shown):
        y = _TOP + index * (side + _SPACE)
        _picture(sheet, scene, (x, y), side)
        if len(shown) > 1:
            _scene_text(sheet, result, scene, (x + side + _SPACE, y + side // 2 - 110), room - side - _SPACE)
        else:
            _scene_text(sheet, result, scene, (x, y + side + 12), room)


def _picture(sheet: _Sheet, scene: SceneResult, at: tuple[int, int], side: int) -> None:
    pictures = [m.picture for m in scene.measured if m.picture is not None]
    if not pictures:
        return
    left, right = _square(pictures[0], side), _square(pictures[-1], side)
    sheet.image.paste(left, at)
    if len(pictures) > 1:
        middle = side // 2
        sheet.image.paste(right.crop((middle, 0, side, side)), (at[0] + middle, at[1]))
        sheet.draw.line((at[0] + middle, at[1], at[0] + middle, at[1] + side - 1), _TEXT, 2)
        ends = (
            (at[0], middle, scene.measured[0].entrant),
            (at[0] + middle + 1, side - middle - 1, scene.measured[-1].entrant),
        )
        for x, width, entrant in ends:
            sheet.draw.rectangle((x, at[1] + side - 6, x + width - 1, at[1] + side - 1), _colour(entrant))


def _scene_text(sheet: _Sheet, result: BenchResult, scene: SceneResult, at: tuple[int, int], room: int) -> None:
    """Name, ratio of the two, and whether they agree."""
    x, y = at
    sheet.text((x, y + 34), sheet.fitted(scene.opened.name, 34, room), 34, bold=True)
    base = scene.of(result.baseline.key) if result.baseline else None
    others = [m for m in scene.measured if base is not None and m is not base]
    if base is not None and others:
        other = max(others, key=lambda m: (m.entrant.backend != "cpu", m.samples_per_s))
        fast, slow = (other, base) if other.entrant.backend != "cpu" else (base, other)
        sheet.text(
            (x, y + 110), format_ratio(fast.samples_per_s / slow.samples_per_s), 64, _colour(fast.entrant), bold=True
        )
    if scene.agreements:
        agreed = scene.agreements[-1]
        good = agreed.same_pixels and agreed.same_statistics
        text = "same picture" if good else "pictures differ" if not agreed.same_statistics else "pixels differ"
        sheet.text((x, y + 158), sheet.fitted(text, 26, room), 26, _GOOD if good else _BAD)
        share = f"{agreed.within_percent} % of pixels within {100 * agreed.tolerance:g} %"
        for index, line in enumerate(sheet.wrapped(share, 22, room)[:2]):
            sheet.text((x, y + 190 + 28 * index), line, 22, _DIM)


def _footer(sheet: _Sheet, result: BenchResult, when: str) -> None:
    y = HEIGHT - 92
    sheet.draw.line((_MARGIN, y - 44, WIDTH - _MARGIN, y - 44), _LINE, 2)
    settings = result.scenes[0].opened.settings
    size = f"{settings['width']}x{settings['height']} pixels"
    mean = "geometric mean of the scenes, " if len(result.scenes) > 1 else ""
    left = f"{mean}{size}, rates over finished passes, compilation apart"
    sheet.text((_MARGIN, y), left, 24, _DIM)
    agreed = result.agreements
    if agreed:
        least = max(a.detectable for a in agreed)
        rate = f"{100 * agreed[0].false_alarm_rate:g}"
        text = f"pictures: permutation test, false alarms {rate} %, a difference of {100 * least:.2g} % would show"
        sheet.text((_MARGIN, y + 36), text, 24, _DIM)
    else:
        sheet.text((_MARGIN, y + 36), "one entrant: there was no picture to compare with", 24, _DIM)
    sheet.text((WIDTH - _MARGIN, y), f"raytracer {raytracer.__version__}  {when}".strip(), 24, _DIM, anchor="rs")
    drivers = ", ".join(dict.fromkeys(c.driver for c in result.entrants if c.driver))
    sheet.text((WIDTH - _MARGIN, y + 36), sheet.fitted(drivers, 24, 560), 24, _DIM, anchor="rs")
    for sentence in result.disturbances()[:1]:
        sheet.text((_MARGIN, y - 58), sheet.fitted(str(sentence), 24, _LEFT - _MARGIN), 24, _BAD)


def _square(picture: np.ndarray, side: int) -> Image.Image:
    """The middle of a picture, (h, w, 4) u8, as a square of that side."""
    height, width = picture.shape[:2]
    edge = min(height, width)
    top, left = (height - edge) // 2, (width - edge) // 2
    cut = np.ascontiguousarray(picture[top : top + edge, left : left + edge, :3])
    return Image.fromarray(cut).resize((side, side), Image.Resampling.LANCZOS)


def _colour(entrant: Entrant) -> str:
    if entrant.software:
        return _SOFTWARE
    if entrant.backend != "cpu":
        return _GPU
    return _CPU_FEW if entrant.threads == 1 else _CPU
