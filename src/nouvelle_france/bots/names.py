"""The names that bots go by, taken apart: ``NAME``, ``NAME@SECONDS``, ``LEVEL:FILE``, ``LEVEL:FILE@SECONDS``."""

from __future__ import annotations

from typing import NamedTuple

from nouvelle_france.bots.levels import LEVELS


class BotName(NamedTuple):
    """A bot as somebody wrote it."""

    name: str
    """What it is called: a level of the ladder, or any other bot."""
    file: str | None = None
    """The file of its weights."""
    seconds: float | None = None
    """How long it may think about a move."""

    @property
    def is_level(self) -> bool:
        """Whether it is of the ladder: with or without a time limit, with the package's weights or others."""
        return self.name in LEVELS


def parse(text: str) -> BotName:
    """Take a name apart. What is not of these forms is a name as it stands, with whatever is in it."""
    level, colon, rest = text.partition(":")
    if colon and level in LEVELS and LEVELS[level].learned:
        # An @ without a time after it belongs to the file's name.
        file, at, limit = rest.rpartition("@")
        seconds = _seconds(limit) if at else None
        file = rest if seconds is None else file
        return BotName(level, file, seconds) if file else BotName(text)
    name, at, limit = text.partition("@")
    seconds = _seconds(limit) if at else None
    return BotName(text) if seconds is None or name not in LEVELS else BotName(name, None, seconds)


def _seconds(text: str) -> float | None:
    """The seconds to think for that a text says; None where it says none."""
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if 0 < seconds < float("inf") else None
