"""How much of the bots each caller has had lately, so that nobody's thoughts come at another's cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from contextlib import contextmanager
from math import exp2
from time import monotonic

HALF_LIFE = 20.0
"""Seconds after which a thought counts half: a game later one is like anybody else again."""

FORGOTTEN = 3 * HALF_LIFE
"""Seconds after which nothing is known of a caller any more."""


class Shares:
    """Seconds of thinking by caller, older ones counting less, and whose thoughts go on now."""

    def __init__(self) -> None:
        self._spent = dict[str, tuple[float, float]]()  # how many seconds, as of when
        self._running = Counter[str]()

    @contextmanager
    def taking(self, whose: Set[str]) -> Iterator[None]:
        """A thought for these callers, for as long as it takes."""
        began = monotonic()
        self._running.update(whose)
        try:
            yield
        finally:
            now = monotonic()
            self._running.subtract(whose)
            self._running += Counter()  # those who have none any more are not kept
            recent = {who: spent for who, spent in self._spent.items() if now - spent[1] < FORGOTTEN}
            self._spent = recent | {who: (self._of(who, now) + now - began, now) for who in whose}

    def of(self, whose: Set[str]) -> float:
        """What the one of these callers has had who has had least."""
        now = monotonic()
        return min((self._of(who, now) for who in whose), default=0.0)

    def crowded(self, whose: Set[str]) -> bool:
        """Whether others have had thoughts lately, or one goes on now, be it of these callers themselves."""
        return bool(self._running) or self.others(whose)

    def others(self, whose: Set[str]) -> bool:
        """Whether others have had thoughts lately."""
        now = monotonic()
        return any(now - at < HALF_LIFE for who, (_, at) in self._spent.items() if who not in whose)

    def _of(self, who: str, now: float) -> float:
        seconds, at = self._spent.get(who, (0.0, now))
        return seconds * exp2((at - now) / HALF_LIFE)
