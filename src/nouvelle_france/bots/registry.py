"""The bots by name.

The ladder needs numpy and numba, and machine code that may have to be compiled first. So it is loaded when such a bot
is made, and not before: the rules, the records and the pure bots do without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random

from nouvelle_france.bots.bot import Bot
from nouvelle_france.bots.greedy_bot import GreedyBot
from nouvelle_france.bots.levels import LEVELS
from nouvelle_france.bots.random_bot import RandomBot

LADDER = tuple(LEVELS)
"""The names of the levels, from relaxed to as strong as we can."""

Maker = Callable[[Random], Bot]


class Bots(Mapping[str, Maker]):
    """Bots by name, each made from its own source of randomness.

    A bot of the ladder may be given a time limit: ``ingenieur@0.5`` answers within half a second, with what it knows by
    then. Without one it does a fixed amount of work, and a game can be repeated from its seed.
    """

    _PURE: Mapping[str, Maker] = {"random": RandomBot, "greedy": GreedyBot}

    def __getitem__(self, spec: str) -> Maker:
        if not isinstance(spec, str):
            raise KeyError(spec)  # so that `in` and `get` answer for any key, as a mapping does
        name, at, limit = spec.partition("@")
        if name in self._PURE and not at:
            return self._PURE[name]
        if name not in LADDER or (at and not is_time(limit)):
            raise KeyError(spec)
        return partial(_of_ladder, name, float(limit) if at else None)

    def __iter__(self) -> Iterator[str]:
        return iter((*self._PURE, *LADDER))

    def __len__(self) -> int:
        return len(self._PURE) + len(LADDER)


def is_time(words: str) -> bool:
    """Whether words are a number of seconds to think for."""
    try:
        return 0 < float(words) < float("inf")
    except ValueError:
        return False


def _of_ladder(name: str, seconds: float | None, rng: Random) -> Bot:
    from nouvelle_france.bots.ladder import LadderBot  # noqa: PLC0415 - see above

    return LadderBot(LEVELS[name], rng, seconds)


BOTS = Bots()
"""All bots."""
