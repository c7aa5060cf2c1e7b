"""What people at a table agree on beside the rules: to go back, to end without an end; and giving up.

Nobody but a person is asked, and nobody who is away: whoever left or was replaced cannot hold up the others. A proposal
to go back is off as soon as somebody acts; everything else stays proposed until it is answered.
"""

from __future__ import annotations

from nouvelle_france.tables.entries import Abandoned, Agreed, Conceded, Dismissed, Entry, Proposed, WentBack, What
from nouvelle_france.tables.errors import Code, TableError
from nouvelle_france.tables.guards import playing
from nouvelle_france.tables.table import Table

SEATS_THAT_CONCEDE = 2
"""Conceding ends a game of so many seats. In a larger one the others go on: there is leaving for that."""


def propose(table: Table, seat: str, what: What) -> list[Entry]:
    """Propose something to the others; where nobody else is to be asked it is done at once.

    Going back undoes the seat's own last action and all that came after it. No card that was revealed is hidden again:
    where one was, there is no going back past it.
    """
    playing(table)
    if (now := table.proposal) is not None:
        if (now.seat, now.what) == (seat, what):
            return []
        raise TableError(Code.PROPOSED, "something else is proposed; it has to be answered first")
    if what == "take_back" and not table.goes_back(seat):
        raise TableError(
            Code.TOO_LATE, "your last action stays: a card was revealed since, a clock has run out, or there is none"
        )
    return [Proposed(seat, what), *_done(table, seat, what, agreed=(), without=None)]


def answer(table: Table, seat: str, agree: bool) -> list[Entry]:
    """Agree to what is proposed, or not; whoever proposed it takes it back by not agreeing."""
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
    """Give up: the other seat has won; alone, Winter."""
    playing(table)
    if table.options.mode == "table" and len(table.order) != SEATS_THAT_CONCEDE:
        raise TableError(Code.NOT_TWO, "only one of two can concede; here, leave: a bot plays on for you")
    return [Conceded(seat)]


def without(table: Table, seat: str) -> list[Entry]:
    """What comes of a proposal when a seat is asked no more: perhaps nobody is left who has not agreed."""
    proposal = table.proposal
    if proposal is None or proposal.seat == seat:
        return []
    return _done(table, proposal.seat, proposal.what, agreed=proposal.agreed, without=seat)


def _done(table: Table, seat: str, what: What, *, agreed: tuple[str, ...], without: str | None) -> list[Entry]:
    """What was proposed, if all others agree to it."""
    if any(other not in agreed for other in table.others_asked(seat) if other != without):
        return []
    return [WentBack(seat, table.goes_back(seat))] if what == "take_back" else [Abandoned()]
