"""Play a whole game at a server's table through the typed client: two seats on one socket, and a bot.

nouvelle-france serve &
python examples/play_a_table.py http://127.0.0.1:8608
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from nouvelle_france.client import Client, OpenTable
from nouvelle_france.protocol.rest import CreateTable, PaceAsked, SeatAsked


async def main(url: str) -> None:
    """Make a table, play it to the end, take the best placement every time."""
    async with Client(url) as client:
        edition = await client.edition((await client.info()).editions[0].digest)
        seats = [SeatAsked(kind="me"), SeatAsked(kind="me", name="Louis"), SeatAsked(kind="bot", bot="random")]
        made = await client.create(CreateTable(name="Marie", seats=seats, pace=PaceAsked(bot_seconds=0)))
        await client.start(made.table, made.host)
        async with client.socket() as socket:
            table = await socket.open(made.table, *made.tokens.values())
            while True:
                await table.until(lambda table: bool(table.snapshot.offers) or table.snapshot.status != "playing")
                if table.snapshot.status != "playing":
                    break
                await table.play(choose(table, edition))
        position = table.snapshot.position
        assert position is not None
        assert position.result is not None
        print(f"{', '.join(position.result.winners)} won: {position.result.scores}")  # noqa: T201


def choose(table: OpenTable, edition: dict[str, Any]) -> dict[str, Any]:
    """The placement that gains most now, or else the first thing that is offered."""
    seat, offer = next(iter(table.snapshot.offers.items()))
    colours = [colour["id"] for colour in edition["colours"]]
    best = max(
        ((gain, group, id) for group in offer.placements for id, gain in zip(group.ids, group.gain[seat], strict=True)),
        key=lambda it: it[0],
        default=None,
    )
    if best is not None and (best[0] > 0 or "draw" not in offer.do):
        _, group, id = best
        pose = id // len(colours)
        cubes = next(it for it in reversed(edition["poses"]) if it["first"] <= pose)
        return {
            "by": seat,
            "do": group.do,
            "block": group.block,
            "site": group.site,
            "cubes": cubes["cubes"][pose - cubes["first"]],
        }
    if "unable" in offer.do:
        return {"by": seat, "do": "unable", **offer.unable[0].model_dump()}
    return {"by": seat, "do": next(do for do in ("draw", "end", "decline", "pass") if do in offer.do)}


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8608"))
