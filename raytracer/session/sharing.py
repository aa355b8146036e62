"""Who renders which sample indices when several workers fill one film: handed out once, never lost, asserted."""

from __future__ import annotations

import bisect
from dataclasses import dataclass

PART_SECONDS = 0.4
"""How long a worker should take for a part: short enough to share the end fairly, long enough to be no overhead."""
_GROWTH = 4
"""A part may be so many times larger than the one before: the first ones find out how fast a worker is."""


@dataclass(frozen=True, order=True)
class Part:
    """The sample indices from ``first`` up to, not including, ``end``."""

    first: int
    end: int

    @property
    def count(self) -> int:
        return self.end - self.first


class Ledger:
    """Indices 0 to ``total``. Any slip in the bookkeeping raises ``AssertionError``; checks are a search each."""

    def __init__(self, total: int) -> None:
        self.total = total
        self._next = 0
        self._returned: list[Part] = []
        self._outstanding: dict[int, list[Part]] = {}
        self._done: list[Part] = []  # ascending, disjoint, neighbours merged

    @property
    def done(self) -> int:
        """How many indices are on the film."""
        return sum(part.count for part in self._done)

    @property
    def left(self) -> int:
        """How many indices nobody has been given yet, or has given back."""
        return self.total - self._next + sum(part.count for part in self._returned)

    @property
    def complete(self) -> bool:
        return self._done == [Part(0, self.total)]

    def take(self, worker: int, count: int) -> Part | None:
        """Hands ``worker`` at most ``count`` indices in a row; what was given back comes first. None: none are left."""
        if self._returned:
            part = self._returned.pop()
            if part.count > count:
                self._returned.append(Part(part.first + count, part.end))
                part = Part(part.first, part.first + count)
        elif self._next < self.total:
            part = Part(self._next, min(self._next + count, self.total))
            self._next = part.end
        else:
            return None
        self._outstanding.setdefault(worker, []).append(part)
        return part

    def finished(self, worker: int, part: Part) -> None:
        """The part is on the film."""
        mine = self._outstanding.get(worker, [])
        assert part in mine, f"worker {worker} was not given {part}"
        mine.remove(part)
        at = bisect.bisect(self._done, part)
        before = self._done[at - 1] if at > 0 else None
        after = self._done[at] if at < len(self._done) else None
        assert before is None or before.end <= part.first, f"{part} is on the film already, as part of {before}"
        assert after is None or part.end <= after.first, f"{part} is on the film already, as part of {after}"
        joins_before = before is not None and before.end == part.first
        joins_after = after is not None and part.end == after.first
        merged = Part(
            before.first if before and joins_before else part.first, after.end if after and joins_after else part.end
        )
        self._done[at - joins_before : at + joins_after] = [merged]

    def give_back(self, worker: int) -> int:
        """The worker will not finish what it was given; others will. How many indices that is."""
        parts = self._outstanding.pop(worker, [])
        self._returned += parts
        return sum(part.count for part in parts)


@dataclass
class Pacer:
    """Sizes the parts of one worker by what it has shown. ``rate``: indices a second, 0 before the first part."""

    smallest: int
    rate: float = 0.0
    _last: int = 0

    def next_count(self, left: int, rates: float) -> int:
        """Of the next part. ``rates``: of all workers; towards the end parts shrink, so that all end together."""
        wanted = self.smallest if not self.rate else int(self.rate * PART_SECONDS)
        if self._last:
            wanted = min(wanted, _GROWTH * self._last)
        if self.rate and rates:
            wanted = min(wanted, int(0.5 * left * self.rate / rates) + 1)
        self._last = max(wanted, self.smallest)
        return self._last

    def saw(self, count: int, seconds: float) -> None:
        """A part took so long."""
        self.rate = count / max(seconds, 1e-6)
