"""What workers say they are busy with, in the language of the app: they know only English."""

from __future__ import annotations

from raytracer.app.language import QT_TR_NOOP, tr

ACTIVITIES: tuple[str, ...] = (
    QT_TR_NOOP("reading textures"),
    QT_TR_NOOP("reading meshes"),
    QT_TR_NOOP("Sorting primitives"),
    QT_TR_NOOP("Building the tree"),
    QT_TR_NOOP("building the light tree"),
    QT_TR_NOOP("uploading"),
    QT_TR_NOOP("uploading textures"),
    QT_TR_NOOP("placing instances"),
    QT_TR_NOOP("moving instances"),
    QT_TR_NOOP("compiling kernels"),
    QT_TR_NOOP("kernels"),
    QT_TR_NOOP("what guides the denoiser"),
    QT_TR_NOOP("the ray follower"),
    QT_TR_NOOP("the ray counter"),
)
"""Said in the same words every time; a test compares this list with the sources."""

PATTERNS: tuple[str, ...] = (
    QT_TR_NOOP("reading {name}"),
    QT_TR_NOOP("starting {name}"),
    QT_TR_NOOP("the layer {name}"),
    QT_TR_NOOP("view {name}"),
)
"""Said of a file, a part of one, a backend, a layer or a view."""


def activity_text(said: str) -> str:
    """An activity, or what is compiled; as it was said where nobody has translated it."""
    if said in ACTIVITIES:
        return tr(said)
    for pattern in PATTERNS:
        beginning = pattern.removesuffix("{name}")
        if said.startswith(beginning):
            return tr(pattern).format(name=said.removeprefix(beginning))
    return said
