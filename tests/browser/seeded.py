"""Games at a house in a browser, repeated from their numbers: what is told and kept depends on nothing else.

It runs in two places: here, and in Python compiled for browsers. So it imports what both have, and no tests.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

from nouvelle_france.browser.door import ConsoleNotes, Door
from nouvelle_france.browser.storage import BrowserStorage
from nouvelle_france.browser.thinking import ThinksHere
from nouvelle_france.house import Editions, House, Household
from nouvelle_france.record import write_action
from nouvelle_france.tables.tokens import Names

ME = {"kind": "me"}


def bot(name: str) -> dict[str, str]:
    """A seat for a bot."""
    return {"kind": "bot", "bot": name}


MODES: dict[str, dict[str, Any]] = {
    "artisan": {"seats": [ME, bot("artisan")]},
    "first game": {"seats": [{**ME, "begins": True}, bot("apprenti")], "rules": {"one_card": True, "allies": "none"}},
    "three": {"seats": [ME, bot("greedy"), bot("random")], "coureur": "in_order"},
    "four": {"seats": [bot("random"), bot("apprenti"), ME, bot("random")], "rules": {"allies": "once"}},
    "hot seat": {"seats": [ME, {**ME, "name": "Zoé"}], "rules": {"support": "leaning"}},
    "hot seat and a bot": {"seats": [ME, {**ME, "name": "Łucja"}, bot("random")], "rules": {"unable": "claimed"}},
    "watching": {"seats": [bot("artisan"), bot("greedy")]},
    "solo": {"mode": "solo"},
    "solo, ties": {"mode": "solo", "winter_ties": "player"},
    "solo, challenges": {
        "mode": "solo",
        "winter_ties": "player",
        "solo": {"architecture": ["@", "@"]},
        "rules": {"support": "leaning"},
    },
}
"""What the page can ask for; ``@`` is a challenge of the edition, one after the other."""


class MemoryShelf:
    """A shelf that is gone with its process."""

    def __init__(self) -> None:
        self.logs: dict[str, list[dict[str, Any]]] = {}
        self.stands: dict[str, Any] = {}
        self.editions: dict[str, str] = {}

    async def add(self, table: str, first: int, entries: str, standing: str) -> bool:
        """Keep entries that follow the last."""
        log = self.logs.get(table, [])
        if len(log) != first - 1:
            return False
        self.logs[table], self.stands[table] = log + json.loads(entries), json.loads(standing)
        return True

    async def entries(self, table: str, after: int, limit: int | None) -> str:
        """The entries after a number."""
        found = self.logs.get(table, [])[after:]
        return json.dumps(found if limit is None else found[:limit])

    async def standings(self) -> str:
        """Where tables stand."""
        return json.dumps(list(self.stands.values()))

    async def keep_edition(self, digest: str, text: str) -> None:
        """Keep a text."""
        self.editions[digest] = text

    async def edition(self, digest: str) -> str | None:
        """A text."""
        return self.editions.get(digest)

    async def remove(self, table: str) -> None:
        """Keep a table no longer."""
        del self.logs[table], self.stands[table]

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """There is no other tab."""


class Listener:
    """The page: it keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def tell(self, line: int, message: str) -> None:
        """Keep a message."""
        self.told.append(message)


class Game:
    """A game from its number, and what comes of it."""

    def __init__(self, mode: str, number: int) -> None:
        self.rng = Random(f"{mode}/{number}")
        self.asked = {**MODES[mode], "name": "Ana", "pace": {"bot_seconds": 0}, "hints": True}
        self.page, self.shelf = Listener(), MemoryShelf()
        times = count(1_700_000_000_000, 7)
        house = House(
            BrowserStorage(self.shelf),
            Editions(),
            ConsoleNotes(),
            clock=lambda: next(times),
            names=Names(self.rng.randbytes),
        )
        household = Household(house, ThinksHere())
        household.presence.quiet = 0.0
        self.house = house
        self.door = Door(household, self.page)
        self.answers: list[str] = []
        self._ids = count()

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """A request, and its answer."""
        text = await self.door.ask(method, path, None if body is None else json.dumps(body), token)
        self.answers.append(text)
        return json.loads(text)["answer"]

    async def say(self, **message: Any) -> dict[str, Any]:
        """A message, and its answer."""
        id = f"m-{next(self._ids)}"
        heard = len(self.page.told)
        await self.door.hear(1, json.dumps({**message, "id": id}))
        while True:
            for text in self.page.told[heard:]:
                told: dict[str, Any] = json.loads(text)
                if told.get("re") == id:
                    return told
            await asyncio.sleep(0)

    async def play(self) -> dict[str, str]:
        """The whole game: digests of all that was answered, told and kept, and its record."""
        asked = dict(self.asked)
        if asked.get("solo"):
            challenges = self.house.editions.offered[0].challenge_ids
            first = self.rng.randrange(len(challenges) - 1)
            asked["solo"] = {"architecture": list(challenges[first : first + 2])}
        made = await self.ask("POST", "/api/tables", asked)
        table, tokens = made["table"], made["tokens"]
        self.door.connect(1)
        await self.say(type="open", table=table, tokens=list(tokens.values()))
        for seat, token in tokens.items():
            await self.ask("PUT", f"/api/tables/{table}/seats/{seat}/words", {"words": f"of-{seat}"}, token)
        await self.ask("POST", f"/api/tables/{table}/start", {}, made["host"])
        live = await self.house.live(table)
        while live.table.status == "playing":
            # Winter's placements too, where several are equal for it and the player is to choose (SOL-5d).
            seats = [seat for seat in live.table.asked if live.table.bot_of(seat) is None]
            if seats:
                await self._move(table, seats[0])
            await asyncio.sleep(0)
        for what in ("events?after=0&limit=500", "timeline", "fairness", "kept"):
            if what != "fairness" or live.table.options.begins is None:
                await self.ask("GET", f"/api/tables/{table}/{what}", token=next(iter(tokens.values()), None))
        record = await self.ask("GET", f"/api/tables/{table}/record")
        await self.door.leave(1)
        await self.house.work.stop()
        return {
            "answered": _digest(self.answers),
            "told": _digest(self.page.told),
            "kept": _digest([json.dumps(self.shelf.logs), json.dumps(self.shelf.stands)]),
            "record": record,
        }

    async def _move(self, table: str, seat: str) -> None:
        """A seat of ours does something legal; now and then it asks for a hint first, or takes back what it did."""
        state = (await self.house.live(table)).table
        number, seq = state.game.seat(seat), state.seq
        assert number is not None
        if self.rng.random() < 0.03:
            await self.say(type="hint", table=table, seat=seat, on=seq)
        legal = state.playing.state.position.legal.of_seat(number)
        kinds = list(legal.kinds())
        action = self.rng.choice(list(legal.of_kind(self.rng.choice(kinds))))
        done = await self.say(type="move", table=table, on=seq, action=write_action(state.game, action))
        assert done["type"] == "done", done
        if self.rng.random() < 0.03:  # it may be refused, in the same words
            await self.say(type="take_back", table=table, seat=seat, on=done["seq"])


def _digest(texts: list[str]) -> str:
    digest = sha256()
    for text in texts:
        digest.update(text.encode() + b"\n")
    return digest.hexdigest()


async def play_all(numbers: range, tell: Callable[[str], Any]) -> None:
    """The games of these numbers, the modes in turn; each is told as a line of JSON."""
    modes = list(MODES)
    for number in numbers:
        mode = modes[number % len(modes)]
        played: Awaitable[dict[str, str]] = Game(mode, number).play()
        tell(json.dumps({"number": number, "mode": mode, **await played}))
