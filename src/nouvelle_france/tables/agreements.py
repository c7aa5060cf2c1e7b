"""Agreements at a table beyond the rules: to go back, to end without a result; and conceding.

Only people are asked, and only those present: players who left or were replaced cannot hold up the others. A proposal
to go back lapses as soon as somebody acts; anything else stays proposed until it is answered.
"""

from __future__ import annotations

from nouvelle_france.tables.entries import Abandoned, Agreed, Conceded, Dismissed, Entry, Proposed, WentBack, What
from nouvelle_france.tables.errors import Code, TableError
from nouvelle_france.tables.guards import playing
from nouvelle_france.tables.table import Table

SEATS_THAT_CONCEDE = 2
"""Conceding ends a game of this many seats. In a larger one a player leaves instead, and the others continue."""


def propose(table: Table, seat: str, what: What) -> list[Entry]:
    """Propose something to the others; if nobody else has to agree it is done at once.

    Going back undoes the seat's own last action and everything after it. It cannot go back past a revealed card.
    """
    playing(table)
    if (now := table.proposal) is not None:
        if (now.seat, now.what) == (seat, what):
            return []
        raise TableError(Code.PROPOSED, "something else is proposed; it has to be answered first")
    if what == "take_back" and not goes_back(table, seat):
        raise TableError(
            Code.TOO_LATE, "your last action stays: a card was revealed since, a turn's time ran out, or there is none"
        )
    return [Proposed(seat, what), *_done(table, seat, what, agreed=(), without=None)]


def answer(table: Table, seat: str, agree: bool) -> list[Entry]:
    """Agree to a proposal, or not; the proposer withdraws it by not agreeing."""
    playing(table)
    proposal = table.proposal
    if proposal is None:
        raise TableError(Code.STALE, "nothing is proposed any more")
    if not agree:
        return [Dismissed(seat)]
    if seat == proposal.seat or seat in proposal.agreed:
        return []
    agreed = (*proposal.agreed, seat)
    return [Agreed(seat), *_done(table, proposal.seat, proposal.what, agreed=agreed, without=None)]


def concede(table: Table, seat: str) -> list[Entry]:
    """Give up: the other seat has won; in solo, Winter."""
    playing(table)
    if table.options.mode == "table" and len(table.order) != SEATS_THAT_CONCEDE:
        raise TableError(Code.NOT_TWO, "only one of two can concede; here, leave: a bot plays on for you")
    return [Conceded(seat)]


def without(table: Table, seat: str) -> list[Entry]:
    """What becomes of a proposal when a seat is no longer asked: perhaps everybody left has agreed."""
    proposal = table.proposal
    if proposal is None or proposal.seat == seat:
        return []
    return _done(table, proposal.seat, proposal.what, agreed=proposal.agreed, without=seat)


def goes_back(table: Table, seat: str) -> int:
    """How many actions would have to be undone for a seat to act anew where it last did; 0 where that cannot be.

    What was revealed cannot be hidden again, and a turn whose time ran out would have none left. An answer that a clock
    gave in another's turn does not stay: it is asked for anew.
    """
    for count, ((by, _), played) in enumerate(
        zip(reversed(table.by), reversed(table.playing.history), strict=True), start=1
    ):
        if len(table.by) - count < table.settled:
            return 0
        if played.reveals:
            return 0
        if by == seat:
            return count
    return 0


def others_asked(table: Table, seat: str) -> list[str]:
    """Who has to agree to what a seat proposes: every other person who is there to play."""
    return [it.seat for it in table.chairs.values() if it.kind == "person" and not it.away and it.seat != seat]


def _done(table: Table, seat: str, what: What, *, agreed: tuple[str, ...], without: str | None) -> list[Entry]:
    """The proposed change, if all others agree."""
    if any(other not in agreed for other in others_asked(table, seat) if other != without):
        return []
    return [WentBack(seat, goes_back(table, seat))] if what == "take_back" else [Abandoned()]
