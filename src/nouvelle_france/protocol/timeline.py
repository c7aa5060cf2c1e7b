"""A whole game to step through: of a finished table, or of a posted record."""

from __future__ import annotations

from nouvelle_france.protocol.events import GameEvent
from nouvelle_france.protocol.game import Doing, Foreseen, GameTold, Offer, PositionTold, Told
from nouvelle_france.protocol.news import NewsTold, PositionChanges


class PlayerTold(Told):
    """Who played a seat."""

    seat: str
    name: str
    bot: str | None


class MomentTold(Told):
    """What an action led to; ``move`` is the move of the record that it belongs to, counted from 1.

    ``stand_in`` is who chose it, as a record says it, if that was not the seat's own player or bot; ``changes`` are new
    values of keys of the position before it.
    """

    move: int
    seat: str
    do: Doing
    stand_in: str | None = None
    gain: dict[str, int]
    events: list[GameEvent]
    changes: PositionChanges


class TimelineTold(Told):
    """A game from its first position on, moment by moment. None of it is secret any more."""

    game: GameTold
    seats: list[PlayerTold]
    position: PositionTold
    moments: list[MomentTold]


class Choosable(Told):
    """The possible actions at a moment of a finished game, for each seat that could act, and what it remembered."""

    moment: int
    offers: dict[str, Offer]
    foresight: dict[str, list[Foreseen]]


class NewsPage(Told):
    """News of a table as a viewer got them, without offers; ``more`` tells whether others follow."""

    news: list[NewsTold]
    more: bool
