"""Who can race on this machine, what they are called, and what is fair to say about a pair of them."""

from __future__ import annotations

from dataclasses import dataclass

from raytracer.app.language import tr
from raytracer.app.pool import WorkerPool
from raytracer.app.sides import GPU_ORDER
from raytracer.backends import BackendName, Contender

ONE_THREAD = Contender("cpu", 1)
ALL_THREADS = Contender("cpu")


@dataclass(frozen=True)
class Entrant:
    """A contender in words. ``on_cpu``: its work is done by the processor, whatever its interface is called."""

    who: Contender
    title: str
    detail: str
    on_cpu: bool


def entrant(who: Contender, pool: WorkerPool) -> Entrant:
    """What this contender is called, and what it runs on."""
    info = pool.sides.found.get(who.backend)
    device = info.device if info else ""
    if who.backend == "cpu":
        return Entrant(who, _cpu_title(who, pool), device or tr("this computer"), True)
    software = bool(info and info.software)
    detail = tr("software, runs on the CPU: {device}").format(device=device) if software else device
    title = pool.sides.title(who.backend)
    if not software and len(_gpus(pool)) > 1:
        title = f"{title} ({who.backend.upper()})"
    return Entrant(who, title, detail, software)


def entrants(pool: WorkerPool) -> list[Entrant]:
    """Everyone who can race on this machine: GPUs first, then the CPU, then software that pretends to be a GPU."""
    info = pool.sides.found
    software = [name for name in GPU_ORDER if name in info and info[name].available and info[name].software]
    order = [Contender(name) for name in _gpus(pool)] + [ALL_THREADS, ONE_THREAD] + [Contender(n) for n in software]
    return [entrant(who, pool) for who in order]


def default_pair(pool: WorkerPool) -> tuple[Contender, Contender]:
    """The CPU against the GPU of the switch; without one, one thread of the CPU against all of them."""
    gpu = pool.sides.gpu()
    if gpu.backend is not None and not gpu.software:
        return ALL_THREADS, Contender(gpu.backend)
    return ONE_THREAD, ALL_THREADS


def thread_count(who: Contender, pool: WorkerPool) -> int:
    """Threads that do this contender's work on the CPU; 0 on a GPU, or while it is not known."""
    worker = pool.known(who.backend, who.threads)
    if worker is not None and worker.info is not None:
        return worker.info.threads
    return who.threads


def fairness(pair: tuple[Entrant, Entrant], pool: WorkerPool, *, turns: bool) -> list[str]:
    """What the audience should know about the conditions, in sentences."""
    lines = []
    for one in pair:
        if one.who.backend == "cpu":
            if thread_count(one.who, pool) == 1:  # the title tells a larger number
                lines.append(tr("{name}: one thread, the other processors wait.").format(name=one.title))
        elif one.on_cpu:
            lines.append(tr("{name} is not a GPU: its work is done by the CPU.").format(name=one.title))
        else:
            lines.append(tr("{name}: one thread of the CPU feeds it.").format(name=one.title))
    lines.append(_sharing(pair, turns=turns)[1])
    lines.append(tr("Same scene, camera, size and settings; different random numbers. This window draws meanwhile."))
    return lines


def sharing(pair: tuple[Entrant, Entrant], *, turns: bool) -> str:
    """Whether they run at the same time, and what they share then, in a few words."""
    return _sharing(pair, turns=turns)[0]


def _sharing(pair: tuple[Entrant, Entrant], *, turns: bool) -> tuple[str, str]:
    """The same, and in a sentence."""
    if turns:
        few = tr("in turns: each is measured alone")
        return few, tr("They take turns, so each is measured alone; rates and times are those of its own turns.")
    if all(one.on_cpu for one in pair):
        few = tr("at the same time: they share the processors")
        return few, tr("Both at the same time: they share the processors and slow each other down.")
    if any(one.on_cpu for one in pair):
        few = tr("at the same time: one CPU thread also feeds the GPU")
        return few, tr("Both at the same time: the CPU also feeds the GPU, which takes a part of one thread.")
    return tr("at the same time"), tr("Both at the same time.")


def _cpu_title(who: Contender, pool: WorkerPool) -> str:
    threads = thread_count(who, pool)
    if threads == 0:
        return tr("CPU all threads")
    return tr("CPU {count} threads").format(count=threads) if threads > 1 else tr("CPU 1 thread")


def _gpus(pool: WorkerPool) -> list[BackendName]:
    found = pool.sides.found
    return [name for name in GPU_ORDER if name in found and found[name].is_gpu]
