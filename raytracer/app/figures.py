"""Numbers for people: durations, counts, memory. Rates and ratios are formatted by ``session.throughput``."""

from __future__ import annotations

from raytracer.app.language import tr
from raytracer.session.throughput import LIVE_SECONDS


def duration(seconds: float) -> str:
    """ "0.4 s", "12.3 s", "2:05 min", "1:02:03 h"."""
    if seconds < 60.0:
        return f"{seconds:.1f} s"
    whole = int(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02d} min"
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d} h"


def age(seconds: float) -> str:
    """ "just now", "12 s ago", "3 min ago", "2 h ago"."""
    if seconds < LIVE_SECONDS:
        return tr("just now")
    if seconds < 99.5:
        text = f"{seconds:.0f} s"
    else:
        text = f"{seconds / 60.0:.0f} min" if seconds < 5970.0 else f"{seconds / 3600.0:.0f} h"
    return tr("{time} ago").format(time=text)


def count(number: int) -> str:
    """1234567 -> "1 234 567", with thin spaces."""
    return f"{number:,}".replace(",", "\u2009")


def memory(size: int) -> str:
    """Bytes -> "12.3 MiB"."""
    value = float(size)
    for unit in ("B", "KiB", "MiB"):
        if value < 1024.0:
            return f"{value:.0f} B" if unit == "B" else f"{value:.3g} {unit}"
        value /= 1024.0
    return f"{value:.3g} GiB"


def percent(share: float) -> str:
    """A noise of 0.0234 -> "2.3 %"; two digits."""
    value = 100.0 * share
    return f"{value:.0f} %" if value >= 10.0 else f"{value:.2g} %"


def samples(spp: float) -> str:
    """Samples per pixel: "0.25" while the first come in, then whole numbers."""
    return f"{spp:.2f}" if 0.0 < spp < 1.0 else count(int(spp))
