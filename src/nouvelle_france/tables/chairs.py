"""The chairs around a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SOLO_SEAT, WINTER_SEAT = "player", "winter"
"""The seats of a solo game; nobody holds Winter's."""


def holder_of(seat: str) -> str:
    """The seat whose holder acts for a seat: in solo the player moves Winter's blocks too (SOL-5d)."""
    return SOLO_SEAT if seat == WINTER_SEAT else seat


@dataclass(slots=True)
class Chair:
    """A seat of the table and who is on it."""

    seat: str
    """Its colour, or ``player`` in solo."""
    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    bot: str | None = None
    token: str = ""
    """The hash of the token that holds it."""
    offer: str = ""
    """The hash of the code that takes it over, if it is offered."""
    away: bool = False
    """Whether a bot stands in until the holder, or the seat's own bot, is back."""
    words: str = ""
    """Its words for the shuffle."""
