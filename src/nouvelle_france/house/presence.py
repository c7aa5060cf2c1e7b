"""Who follows which table: here, and as far as other processes say, there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import orjson

from nouvelle_france.house.house import House, seats_held
from nouvelle_france.house.live import Follower, Live
from nouvelle_france.house.storage import StorageError
from nouvelle_france.tables import decisions

GOSSIP = 20.0
"""How often processes tell each other who is present, in seconds; silence for twice that is absence."""

HEARSAY = 2.0
"""How long other processes are given to say that somebody is present there, in seconds."""


class Presence:
    """Those who follow tables, and what they are told of each other."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._elsewhere: dict[str, dict[str, tuple[float, frozenset[str], int]]] = {}
        """By table and other process: when it said so, the seats present there, its spectators."""

    def start(self) -> None:
        """Go on telling the others, where there are any."""
        if self._house.storage.shared:
            self._house.work.spawn(self._gossip())

    # -- coming and going ------------------------------------------------------------------------------------------

    async def follow(self, id: str, follower: Follower, tokens: Sequence[str], greet: Callable[[Live], None]) -> None:
        """Let somebody follow a table with the seats of these tokens; whose seats a bot stood in for is back.

        ``greet`` is called under the lock. What the tokens hold is looked up there too: a seat may be handed over
        while its old holder waits.
        """
        house = self._house
        for seat in sorted(await house.seats_of(id, tokens)):
            await house.act(id, partial(decisions.come_back, seat=seat))
        live = await house.live(id)
        async with house.up_to_date(live) as table:
            follower.seats = seats_held(table, tokens)
            live.followers.append(follower)
            greet(live)
        self._tell(live)
        await self._tell_others(live, asks=True)

    async def unfollow(self, id: str, follower: Follower) -> None:
        """Somebody follows a table no longer."""
        live = self._house.in_memory.get(id)
        if live is not None and follower in live.followers:
            live.followers.remove(follower)
            live.used = time.monotonic()
            self._tell(live)
            await self._tell_others(live)

    def at(self, live: Live) -> tuple[list[str], int]:
        """The seats whose holders are connected, to any process, and how many spectators."""
        seats, watching = live.present
        for _, others, watchers in self._elsewhere.get(live.table.id, {}).values():
            seats |= others
            watching += watchers
        return sorted(seats), watching

    async def is_present(self, id: str, seat: str) -> bool:
        """Whether a seat's holder is connected. Other processes are asked: this one may not have followed so far."""
        live = await self._house.live(id)
        if self._house.storage.shared:
            asked = time.monotonic()
            await self._tell_others(live, asks=True)
            while time.monotonic() - asked < HEARSAY:
                # What was heard before may be out of date: who has just left is not waited for.
                elsewhere = self._elsewhere.get(id, {}).values()
                if seat in live.present[0] or any(at >= asked and seat in seats for at, seats, _ in elsewhere):
                    return True
                await asyncio.sleep(0.02)
        return seat in self.at(live)[0]

    def _tell(self, live: Live) -> None:
        seats, watching = self.at(live)
        live.tell(orjson.dumps({"type": "present", "table": live.table.id, "seats": seats, "watching": watching}))

    # -- other processes -------------------------------------------------------------------------------------------

    def heard(self, message: Mapping[str, Any]) -> None:
        """Another process says who is present there."""
        live = self._house.in_memory.get(message.get("table", ""))
        if live is None or "present" not in message:
            return
        seats = frozenset(message["present"])
        elsewhere = self._elsewhere.setdefault(live.table.id, {})
        elsewhere[message["from"]] = (time.monotonic(), seats, message["watching"])
        if not seats and not message["watching"]:
            del elsewhere[message["from"]]
        self._tell(live)
        if message.get("asks"):
            self._house.work.spawn(self._tell_others(live))

    def forget(self, id: str) -> None:
        """A table is in memory no longer."""
        self._elsewhere.pop(id, None)

    async def _tell_others(self, live: Live, asks: bool = False) -> None:
        """Tell other processes who is present here."""
        if not self._house.storage.shared:
            return
        seats, watching = live.present
        message: dict[str, Any] = {"table": live.table.id, "present": sorted(seats), "watching": watching}
        if asks:
            message["asks"] = True
        try:
            await self._house.storage.notify(message)
        except StorageError as error:
            self._house.notes.warning("presence", error=str(error))

    async def _gossip(self) -> None:
        """Repeat who is present, and forget processes that have fallen silent."""
        while True:
            await asyncio.sleep(GOSSIP)
            for live in list(self._house.in_memory.values()):
                if live.followers:
                    await self._tell_others(live)
                elsewhere = self._elsewhere.get(live.table.id, {})
                silent = [process for process, (at, _, _) in elsewhere.items() if time.monotonic() - at > 2.2 * GOSSIP]
                for process in silent:
                    del elsewhere[process]
                if silent:
                    self._tell(live)
