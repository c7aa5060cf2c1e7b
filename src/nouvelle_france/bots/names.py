"""Parses the names of bots.

``NAME`` and ``LEVEL@SECONDS`` are built-in bots, ``LEVEL:FILE`` and ``LEVEL:FILE@SECONDS`` levels with the user's own
weights, ``MODULE:CLASS`` the user's own bot in Python.
"""

from __future__ import annotations

from typing import NamedTuple

from nouvelle_france.bots.levels import LEVELS


class BotName(NamedTuple):
    """A parsed bot name."""

    name: str
    """A level of the ladder, or the whole name of any other bot."""
    file: str | None = None
    """The file of its weights."""
    seconds: float | None = None
    """How long it may think about a move."""
    module: str | None = None
    """The Python module that has its class …"""
    class_name: str | None = None
    """… and the class."""

    @property
    def is_level(self) -> bool:
        """Whether it is of the ladder: with or without a time limit, with the package's weights or others."""
        return self.name in LEVELS


def parse(text: str) -> BotName:
    """Parse a name. Anything not of these forms is a plain name, whatever it contains."""
    level, colon, rest = text.partition(":")
    if colon and level in LEVELS and LEVELS[level].learned:
        # An @ not followed by a time belongs to the file's name.
        file, at, limit = rest.rpartition("@")
        seconds = _seconds(limit) if at else None
        file = rest if seconds is None else file
        return BotName(level, file, seconds) if file else BotName(text)
    if colon and level not in LEVELS and rest.isidentifier() and all(it.isidentifier() for it in level.split(".")):
        return BotName(text, module=level, class_name=rest)
    name, at, limit = text.partition("@")
    seconds = _seconds(limit) if at else None
    return BotName(text) if seconds is None or name not in LEVELS else BotName(name, None, seconds)


def _seconds(text: str) -> float | None:
    """The seconds in a text; None if it is not a time limit."""
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if 0 < seconds < float("inf") else None
