"""Record what a server of this version keeps: ``python -m tests.server.recorded``, once for each version of the rules.

It writes ``rules-N.jsonl``, a backup with every kind of entry there is, and ``rules-N.json`` beside it: how each table
looked to everyone, and the tokens of those who can play on. Neither is ever written anew.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path

from nouvelle_france.protocol.rest import Join, PaceAsked, RulesAsked, SoloAsked, TakeOver
from nouvelle_france.rules import RULES_VERSION
from nouvelle_france.server.storage import Storage, backup
from nouvelle_france.tables import Table
from nouvelle_france.tables.entries import KINDS
from nouvelle_france.tables.news import public_view
from tests.kinds import EDITION
from tests.server.gathering import GREEDY, ME, OPEN, RANDOM, Gathering, Visit, in_step, play, visiting
from tests.server.running import running_server

FOLDER = Path(__file__).parent


async def eventful(visit: Visit) -> Gathering:
    """A game that is over, and in which people came and went."""
    client = visit.client
    there = await visit.gather(
        ME, OPEN, GREEDY, OPEN, title="L'hiver vient", rules=RulesAsked(support="leaning", unable="claimed")
    )
    one, two, three = there.seats
    await client.add_words(there.table, one, there.tokens[one], "before-the-game")
    await client.leave(there.table, three, there.tokens.pop(three))
    await client.seat_bot(there.table, three, there.host, "random")
    await client.open_seat(there.table, three, there.host)
    there.invite = (await client.invite(there.table, there.host)).code
    there.tokens[three] = (await client.join(there.table, Join(name="Zoé 雪", invite=there.invite))).token
    guests = {seat: await visit.guest(there, seat) for seat in (one, two, three)}
    await visit.start(there)
    await guests[one].table.say(one, "Bonne chance !")
    await client.leave(there.table, two, there.tokens[two])
    await guests[one].told("left", seat=two)
    guests[two] = await visit.guest(there, two)
    await guests[three].socket.close(there.table)
    await guests[one].table.until(lambda table: three not in table.present)
    await client.stand_in(there.table, three, there.host)
    guests[three] = await visit.guest(there, three)
    offer = (await client.offer(there.table, two, there.tokens[two])).code
    there.tokens[two] = (await client.take_over(there.table, TakeOver(name="Heir", offer=offer))).token
    guests[two] = await visit.guest(there, two)
    await play(*guests.values())
    await client.rematch(there.table, there.host)
    return there


async def alone(visit: Visit) -> Gathering:
    """A solo game that is over."""
    challenges = SoloAsked(constraint="artisan", track="plucky", architecture=list(EDITION.challenge_ids))
    there = await visit.gather(mode="solo", solo=challenges)
    player = await visit.guest(there, "player")
    await visit.start(there)
    await play(player)
    return there


async def unfinished(visit: Visit) -> Gathering:
    """A game in the middle: it is a person's turn, who has taken a placement back, and two bots wait."""
    there = await visit.gather(ME, GREEDY, OPEN, RANDOM)
    players = await visit.guests(there)
    await visit.start(there)
    while players[0].table.seq < 70:
        asked = [player for player in players if player.asked]
        await (asked[0].move() if asked else asyncio.sleep(0.01))
        await in_step(*players)
    while True:
        player = next((player for player in players if player.asked), None)
        if player is None:
            await asyncio.sleep(0.01)
        elif player.phase == "place":
            (seat,) = player.table.you
            await player.table.play(player.best(seat))
            await player.table.take_back(seat)
            return there
        else:
            await player.table.play(player.best(player.table.you[0]))
        await in_step(*players)


async def closed(visit: Visit) -> Gathering:
    """A game that ended early, after somebody's time was up."""
    there = await visit.gather(ME, ME, pace=PaceAsked(bot_seconds=0, turn_seconds=5, window_seconds=3))
    player = await visit.guest(there, *there.seats)
    await visit.start(there)
    (ask,) = player.shown.asks
    await player.told("timed_out")
    await player.told("moved", seat=ask.seat, how="stand_in", do="place")
    await visit.client.close(there.table, there.host)
    return there


async def record() -> None:
    """Play, back up and look at everything."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/tables.sqlite"
        with running_server(url, Path(folder), "--no-limits", "--stand-in-after", "0") as server:
            async with visiting(server.url) as visit:
                for made in (eventful, alone, closed):
                    await made(visit)
                left = await unfinished(visit)
        with (FOLDER / f"rules-{RULES_VERSION}.jsonl").open("xb") as out:
            backup(url, out.write)
        storage = await Storage.open(url)
        try:
            ids = [json.loads(line)["table"]["id"] for line in read_backup() if line.startswith('{"table":')]
            logs = {id: await storage.entries(id) for id in ids}
        finally:
            await storage.close()
    kinds = {entry.kind for log in logs.values() for entry in log}
    assert kinds == KINDS.keys(), KINDS.keys() - kinds
    shown = {
        id: {
            "view": public_view(Table.load(id, lambda _: EDITION, log)),
            "tokens": left.tokens if id == left.table else {},
        }
        for id, log in logs.items()
    }
    with (FOLDER / f"rules-{RULES_VERSION}.json").open("x", encoding="utf-8") as beside:
        json.dump(shown, beside, ensure_ascii=False, indent=1)
        beside.write("\n")


def read_backup() -> list[str]:
    """The lines of the backup just written."""
    return (FOLDER / f"rules-{RULES_VERSION}.jsonl").read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    asyncio.run(record())
