"""How much thinking time each caller has used recently, so that nobody's thoughts come at another's cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from contextlib import contextmanager
from math import exp2
from time import monotonic

HALF_LIFE = 20.0
"""The half-life of a thought's weight, in seconds: one game later a caller is like any other."""

FORGOTTEN = 3 * HALF_LIFE
"""Seconds after which a caller is forgotten."""


class Shares:
    """Seconds of thinking by caller, older ones counting less, and the thoughts in progress."""

    def __init__(self) -> None:
        self._spent = dict[str, tuple[float, float]]()  # how many seconds, as of when
        self._running = Counter[str]()

    @contextmanager
    def taking(self, whose: Set[str]) -> Iterator[None]:
        """Context of a thought for these callers."""
        began = monotonic()
        self._running.update(whose)
        try:
            yield
        finally:
            now = monotonic()
            self._running.subtract(whose)
            self._running += Counter()  # callers without any left are forgotten
            recent = {who: spent for who, spent in self._spent.items() if now - spent[1] < FORGOTTEN}
            self._spent = recent | {who: (self._of(who, now) + now - began, now) for who in whose}

    def of(self, whose: Set[str]) -> float:
        """The least thinking time any of these callers has used."""
        now = monotonic()
        return min((self._of(who, now) for who in whose), default=0.0)

    def crowded(self, whose: Set[str]) -> bool:
        """Whether others have had thoughts recently, or any thought is in progress, even of these callers."""
        return bool(self._running) or self.others(whose)

    def others(self, whose: Set[str]) -> bool:
        """Whether others have had thoughts recently."""
        now = monotonic()
        return any(now - at < HALF_LIFE for who, (_, at) in self._spent.items() if who not in whose)

    def _of(self, who: str, now: float) -> float:
        seconds, at = self._spent.get(who, (0.0, now))
        return seconds * exp2((at - now) / HALF_LIFE)
