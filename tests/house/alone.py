"""A house on its own: a game between a person and a bot, with nothing around it but the standard library and orjson.

Run as a program, since what it imports is what is tested: ``python -m tests.house.alone`` prints the modules of others.
"""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from random import Random

from nouvelle_france.browser.thinking import ThinksHere
from nouvelle_france.house import Editions, House, Household, Live
from nouvelle_france.house.history import history
from nouvelle_france.house.memory import MemoryStorage
from nouvelle_france.record import write_action
from nouvelle_france.rules import Rules
from nouvelle_france.tables import Chair, Options, Pace, decisions
from nouvelle_france.tables.tokens import hashed


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
    told, more = await history(house, live.table.id, [], 0, 10_000)
    assert (len(told), more) == (len(kept), False)
    await household.stop()


if __name__ == "__main__":
    asyncio.run(play())
    print(*sorted({name.partition(".")[0] for name in sys.modules}))
