"""A house on its own: a game between a person and a bot, with nothing around it but the standard library and orjson.

Run as a program, since what it imports is what is tested: ``python -m tests.house.alone`` prints the modules of others.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from typing import NamedTuple

from nouvelle_france.bots import BOTS
from nouvelle_france.bots.judging.hinting import Hints, hints
from nouvelle_france.edition import Edition
from nouvelle_france.house import Editions, House, Household, Live
from nouvelle_france.house.memory import MemoryStorage
from nouvelle_france.house.schedule import Readiness, Turn
from nouvelle_france.record import write_action
from nouvelle_france.rules import Action, Rules, View
from nouvelle_france.tables import Chair, Options, Pace, decisions
from nouvelle_france.tables.tokens import hashed


class Thought(NamedTuple):
    """What a bot chose."""

    action: Action
    chosen_by: str
    how: str = "bot"


class ThinksHere:
    """Lets bots think where it stands."""

    def __init__(self) -> None:
        self.changed: list[Callable[[], None]] = []

    def readiness(self, bot: str, edition: Edition) -> Readiness | None:
        """They always are ready."""
        return None

    def expect(self, bot: str, edition: Edition) -> None:
        """Nothing has to be ready."""

    async def choose(self, bot: str, seed: str, view: View, turn: Turn | None = None) -> Thought:
        """The bot's choice."""
        return Thought(BOTS[bot](Random(seed)).choose(view, view.legal), bot)

    async def advise(self, view: View, turn: Turn | None = None) -> Hints:
        """Hints."""
        return hints(view)


class Listener:
    """Follows the table with a seat."""

    def __init__(self) -> None:
        self.seats: frozenset[str] = frozenset()
        self.origin = "here"
        self.heard: list[bytes] = []

    def send(self, message: bytes) -> None:
        """Keep it."""
        self.heard.append(message)


async def play() -> None:
    """A game to its end, every move through the house."""
    household = Household(House(MemoryStorage(), Editions()), ThinksHere())
    house, editions = household.house, household.house.editions
    await household.start()
    chairs = [Chair("white", "person", "Ana", token=hashed("mine")), Chair("brown", "bot", "random 1", "random")]
    options = Options("table", Rules(), pace=Pace(bots=0.0))
    made = decisions.create(options, editions.offered[0], chairs, secret="5" * 64, host="", invite="")
    live = await house.create(made)
    listener, greeted = Listener(), list[Live]()
    await household.presence.follow(live.table.id, listener, ["mine"], greeted.append)
    await house.act(live.table.id, decisions.start)
    rng = Random(1)
    while live.table.status == "playing":
        if "white" in live.table.asked:
            number = live.table.game.seat("white")
            action = rng.choice(list(live.table.playing.state.position.legal.of_seat(number or 0)))
            move = partial(
                decisions.move, seat="white", on=live.table.seq, id=None, action=write_action(live.table.game, action)
            )
            await house.act(live.table.id, move)
        await asyncio.sleep(0)
    proof = await house.proof(live.table.id)
    assert proof.record.result is not None
    kept = await house.storage.entries(live.table.id)
    assert len(kept) == live.table.seq == len([it for it in listener.heard if it.startswith(b'{"type":"news"')]) + 1
    told, more = await house.history(live.table.id, frozenset(), 0, 10_000)
    assert (len(told), more) == (len(kept), False)
    await household.stop()


if __name__ == "__main__":
    asyncio.run(play())
    print(*sorted({name.partition(".")[0] for name in sys.modules}))
