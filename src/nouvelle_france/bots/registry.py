"""The bots by name.

Levels of the ladder that search need the compiled core: NumPy, Numba, and machine code that may have to be compiled
first. It is loaded when such a bot is made, and not before. The levels that do not search also have a form in plain
Python (:mod:`~.pure_bot`), which chooses the same moves: :data:`PURE_BOTS` has all bots that play without the core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib.util import find_spec
from random import Random

from nouvelle_france.bots.bot import Bot
from nouvelle_france.bots.greedy_bot import GreedyBot
from nouvelle_france.bots.levels import LEVELS, PLAIN
from nouvelle_france.bots.names import parse
from nouvelle_france.bots.pure_bot import PureBot
from nouvelle_france.bots.random_bot import RandomBot
from nouvelle_france.bots.weights import Weights
from nouvelle_france.extras import needs

LADDER = tuple(LEVELS)
"""The names of the levels, from relaxed to as strong as we can."""

Maker = Callable[[Random], Bot]

SIMPLE: Mapping[str, Maker] = {"random": RandomBot, "greedy": GreedyBot}
"""The bots that are not levels."""


def core_installed() -> bool:
    """Whether the compiled core's dependencies are installed; it may still have to be compiled."""
    return all(find_spec(name) is not None for name in ("numpy", "numba"))


def missing(text: str) -> str | None:
    """How to install a bot that lacks only the compiled core; None if that is not what it lacks."""
    parsed = parse(text)
    if core_installed() or not parsed.is_level or not LEVELS[parsed.name].searches:
        return None
    return f"{text} {needs('bots')}"


class Bots(Mapping[str, Maker]):
    """Bots by name, each made from its own source of randomness; ``compiled`` says whether they may use the core.

    A bot of the ladder may be given a time limit: ``ingenieur@0.5`` answers within half a second, with the best found
    so far. Without one it does a fixed amount of work, and a game can be reproduced from its seed.
    """

    def __init__(self, compiled: bool) -> None:
        self._compiled = compiled

    def __getitem__(self, text: str) -> Maker:
        if not isinstance(text, str):
            raise KeyError(text)  # so that `in` and `get` answer for any key, as a mapping does
        if text in SIMPLE:
            return SIMPLE[text]
        name, _, seconds, *_ = parse(text)
        if text not in self:
            raise KeyError(text)
        return partial(make_level, name, seconds, compiled=self._compiled)

    def __contains__(self, text: object) -> bool:
        if not isinstance(text, str):
            return False
        parsed = parse(text)
        # Names that refer to files or code are for a person's own command line, not for a server.
        return parsed.name in tuple(self) and parsed.file is None

    def __iter__(self) -> Iterator[str]:
        yield from SIMPLE
        yield from (name for name, level in LEVELS.items() if self._compiled or not level.searches)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def make_level(
    name: str,
    seconds: float | None,
    rng: Random,
    weights: Weights | None = None,
    plain: str = PLAIN,
    *,
    compiled: bool,
) -> Bot:
    """A bot of a level, on the core or in plain Python, with the weights of the package or others.

    ``plain`` is what :data:`~.levels.PLAIN` is called with those weights.
    """
    if not compiled:
        return PureBot(LEVELS[name], rng, seconds, weights)
    import numpy as np  # noqa: PLC0415 - loaded with the core, and not before

    from nouvelle_france.bots.ladder import LadderBot  # noqa: PLC0415 - as above

    return LadderBot(LEVELS[name], rng, seconds, None if weights is None else np.array(weights), plain)


BOTS = Bots(compiled=core_installed())
"""All bots that can play on this machine."""

PURE_BOTS = Bots(compiled=False)
"""The bots that play at once wherever Python runs: those of :data:`BOTS` that do not search, in plain Python."""
