"""Bots that misbehave, in a module of their own because worker processes import them by name."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Never

from nouvelle_france.bots import BOTS, Bot
from nouvelle_france.edition import Edition
from nouvelle_france.rules import Action, Draw, LegalActions, View

if TYPE_CHECKING:
    from nouvelle_france.server.thinking import Thinkers


class _Odd:
    def __init__(self, rng: Random) -> None:
        self._rng = rng


def thinking_mark(worker: int) -> Path:
    """A file that is there once an announced sleeper thinks in a worker process."""
    return Path(tempfile.gettempdir()) / f"nouvelle-france-sleeper-{worker}"


class Sleeper(_Odd):
    def choose(self, view: View, legal: LegalActions) -> Action:
        while True:
            time.sleep(60)


class AnnouncedSleeper(Sleeper):
    """Hangs, and says so."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        thinking_mark(os.getpid()).touch()
        return super().choose(view, legal)


class Spinner(_Odd):
    def choose(self, view: View, legal: LegalActions) -> Action:
        while True:
            pass


class Deaf(_Odd):
    """Hangs and will not be told to stop."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(60)


class Leaver(_Odd):
    def choose(self, view: View, legal: LegalActions) -> Action:
        os._exit(3)


class QuietLeaver(_Odd):
    """Leaves as if all were well."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        os._exit(0)


class Quitter(_Odd):
    def choose(self, view: View, legal: LegalActions) -> Action:
        sys.exit("enough")


class Segfaulter(_Odd):
    def choose(self, view: View, legal: LegalActions) -> Action:
        os.kill(os.getpid(), signal.SIGSEGV)
        raise AssertionError("unreachable")


class UntransportableError(Exception):
    """Cannot be unpickled: it wants two arguments and remembers none."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__()


class Raiser(_Odd):
    def choose(self, view: View, legal: LegalActions) -> Action:
        raise UntransportableError(1, 2)


class Unmakeable(_Odd):
    def __init__(self, rng: Random) -> None:
        raise ValueError("no such bot after all")

    def choose(self, view: View, legal: LegalActions) -> Action:
        raise AssertionError("unreachable")


class Cheat(_Odd):
    """An action, but of another seat."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        assert view.seat is not None
        return Draw(view.seat + 1)


class Babbler(_Odd):
    """Not an action, nor anything that could travel."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        return lambda: "gibberish"  # type: ignore[return-value]  # a wrong answer is the point


class Mute(_Odd):
    """Its answer cannot even be looked at."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        return _Unspeakable()  # type: ignore[return-value]  # a wrong answer is the point


class _Unspeakable:
    def __repr__(self) -> Never:
        raise RuntimeError("not a word")


class Dawdler(_Odd):
    """Healthy, but takes two seconds."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        time.sleep(2)
        return next(iter(legal))


class Helped(_Odd):
    """Somebody else chooses for it, and it says so."""

    stand_in = "a friend"

    def choose(self, view: View, legal: LegalActions) -> Action:
        return next(iter(legal))


def load_for_ever(_: Edition) -> None:
    """A ladder that is never ready."""
    time.sleep(3600)


def load_and_die(_: Edition) -> None:
    """A ladder that cannot be loaded."""
    os._exit(3)


def load_with_mark(edition: Edition) -> None:
    """A ladder that is ready at once. It leaves a mark for each process that has it, and for which edition."""
    _loaded_mark(edition).touch()


def load_the_tiny_one(edition: Edition) -> None:
    """As :func:`load_with_mark`, for one edition; for others it is never ready."""
    (load_with_mark if edition.id == "tiny" else load_for_ever)(edition)


def _loaded_mark(edition: Edition) -> Path:
    return Path(os.environ["LADDER_MARKS"]) / f"{os.getpid()}-{edition.id}"


class Climber(_Odd):
    """Plays only in a process that has loaded the ladder for its edition."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        assert _loaded_mark(view.position.game.edition).exists()
        return next(iter(legal))


class Climbers(dict[str, Callable[[Random], Bot]]):
    """Any bot with a time limit is a climber; they remember what was asked for."""

    def __init__(self) -> None:
        super().__init__(leaver=Leaver, greedy=BOTS["greedy"])
        self.asked = list[str]()

    def __missing__(self, spec: str) -> Callable[[Random], Bot]:
        self.asked.append(spec)
        return Climber


ODD = {
    **BOTS,
    "sleeper": Sleeper,
    "announced-sleeper": AnnouncedSleeper,
    "spinner": Spinner,
    "deaf": Deaf,
    "leaver": Leaver,
    "quiet-leaver": QuietLeaver,
    "quitter": Quitter,
    "segfaulter": Segfaulter,
    "raiser": Raiser,
    "unmakeable": Unmakeable,
    "cheat": Cheat,
    "babbler": Babbler,
    "mute": Mute,
    "dawdler": Dawdler,
    "helped": Helped,
}


async def warm(thinkers: Thinkers) -> None:
    """Start all workers and wait until they can think at once."""
    thinkers._open()
    await asyncio.gather(*thinkers._first, return_exceptions=True)
