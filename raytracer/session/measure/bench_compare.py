"""Two benchmark results side by side: ratios where both did the same work, a remark where they did not."""

from __future__ import annotations

from dataclasses import dataclass

from raytracer.errors import InputError
from raytracer.session.measure.bench_file import BackendLine, BenchFile, SceneBlock


@dataclass(frozen=True)
class Compared:
    """The same entrant on the same work in two files. ``ratio`` is B over A."""

    scene: str
    entrant: str
    first: float
    second: float
    rays_ratio: float
    first_device: str
    second_device: str

    @property
    def ratio(self) -> float:
        return self.second / self.first


@dataclass(frozen=True)
class Comparison:
    """What can be compared, and why the rest cannot."""

    rows: tuple[Compared, ...]
    remarks: tuple[str, ...]

    def devices(self) -> list[tuple[str, str, str]]:
        """Entrant, and its device in either file."""
        return list(dict.fromkeys((row.entrant, row.first_device, row.second_device) for row in self.rows))


def compare(first: BenchFile, second: BenchFile) -> Comparison:
    """Pairs what did the same work. Raises ``InputError`` when nothing did."""
    rows: list[Compared] = []
    remarks: list[str] = []
    if (first.version, first.engine_hash) != (second.version, second.engine_hash):
        remarks.append(f"the renderers differ: A is {_renderer(first)}, B is {_renderer(second)}")
    others = {scene.name: scene for scene in second.scenes}
    for scene in first.scenes:
        other = others.pop(scene.name, None)
        if other is None:
            remarks.append(f"{scene.name}: only in A")
        elif scene.picture_hash != other.picture_hash:
            remarks.append(f"{scene.name}: not compared, the work is different: {_what_differs(scene, other)}")
        else:
            rows += _pairs(scene, other, remarks)
    remarks += [f"{name}: only in B" for name in others]
    if not rows:
        raise InputError("the two results have no work in common: " + "; ".join(remarks))
    return Comparison(tuple(rows), tuple(remarks))


def _pairs(scene: SceneBlock, other: SceneBlock, remarks: list[str]) -> list[Compared]:
    """CPUs are paired by what they are (one thread, all threads), not by how many threads all are."""
    ours, theirs = _by_role(scene), _by_role(other)
    for role in ours.keys() ^ theirs.keys():
        remarks.append(f"{scene.name}: {role} only in {'A' if role in ours else 'B'}")
    return [
        Compared(
            scene.name,
            role,
            ours[role].samples_per_s,
            theirs[role].samples_per_s,
            theirs[role].rays_per_s / ours[role].rays_per_s,
            _device(ours[role]),
            _device(theirs[role]),
        )
        for role in ours
        if role in theirs
    ]


def _by_role(scene: SceneBlock) -> dict[str, BackendLine]:
    cpus = [line for line in scene.backends if line.key.startswith("cpu")]
    most = max((line.threads for line in cpus), default=0)
    return {
        ("cpu" if line.threads == most else f"cpu, {line.threads} thread") if line in cpus else line.key: line
        for line in scene.backends
    }


def _device(line: BackendLine) -> str:
    text = line.device + (f", {line.threads} threads" if line.threads else "")
    return f"{text} (software)" if line.software else text


def _renderer(file: BenchFile) -> str:
    return f"{file.version} ({file.engine_hash[:8]})" if file.engine_hash else file.version


def _what_differs(scene: SceneBlock, other: SceneBlock) -> str:
    names = sorted(scene.settings.keys() | other.settings.keys())
    found = [
        f"{name} {scene.settings.get(name)} and {other.settings.get(name)}"
        for name in names
        if name != "seed" and scene.settings.get(name) != other.settings.get(name)
    ]
    if scene.scene_hash != other.scene_hash:
        found.append("the scene's contents")
    return ", ".join(found) or "the camera"
