"""Hints for people who are to act, if their table has them, made only from what their seat may know."""

from __future__ import annotations

from typing import Any

from nouvelle_france.bots.judging.hinting import write_hints
from nouvelle_france.house.house import House
from nouvelle_france.house.presence import Presence
from nouvelle_france.house.thinking import NOBODYS, Thinking, Turn
from nouvelle_france.tables import Code, TableError, decisions


class Advice:
    """Gets hints from a thinker, so that no table waits meanwhile."""

    def __init__(self, house: House, thinking: Thinking, presence: Presence) -> None:
        self._house = house
        self._thinking = thinking
        self._presence = presence

    async def ask(self, id: str, seat: str, on: int) -> dict[str, Any]:
        """The hints for a seat, as JSON, and the event since which it has had this choice."""
        live = await self._house.live(id)
        async with self._house.up_to_date(live) as table:
            view = decisions.advise(table, seat, on)
            since = table.asked[seat].seq
        # Queued with the bots: hints for one caller's further tables come after another caller's first.
        hints = await self._thinking.advise(view, Turn(lambda: self._presence.place(live) or NOBODYS))
        if hints is None:
            raise TableError(Code.UNAVAILABLE, "nobody is free to think of a hint; ask again")
        return {"seat": seat, "since": since, **write_hints(view.position.game, hints)}
