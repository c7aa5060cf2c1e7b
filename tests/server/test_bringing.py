"""Games of a browser without a server move to one: those that are over, and those in which nobody else has a say."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nouvelle_france.client import Client
from nouvelle_france.protocol.rest import Bring
from nouvelle_france.server.settings import Settings
from nouvelle_france.tables.errors import Code
from tests.browser.seeded import ME, Game, bot
from tests.server.gathering import Gathering, awaited, refused, visiting
from tests.server.running import serving_here


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("bringing")
    with serving_here(Settings(database=f"sqlite:///{folder / 'tables.sqlite'}").without_limits()) as url:
        yield url


async def begun(game: Game, **asked: Any) -> tuple[str, dict[str, str]]:
    """A table in a browser, whose game has begun."""
    made = await game.ask("POST", "/api/tables", {"name": "Ana", **asked})
    token = next(iter(made["tokens"].values()))
    await game.ask("POST", f"/api/tables/{made['table']}/start", {}, token)
    return made["table"], made["tokens"]


@pytest.mark.parametrize("mode", ["solo, challenges", "hot seat and a bot", "artisan"])
def test_a_game_that_is_over_moves(url: str, mode: str) -> None:
    async def played() -> tuple[Any, str]:
        game = Game(mode, 7)
        await game.play()
        (table,) = game.shelf.logs
        return await game.ask("GET", f"/api/tables/{table}/moving"), await game.ask(
            "GET", f"/api/tables/{table}/record"
        )

    moving, record = asyncio.run(played())

    @awaited
    async def bring() -> None:
        async with Client(url) as client:
            made = await client.bring(Bring.model_validate(moving))
            assert made.snapshot.status == "over"
            assert json.loads(await client.record(made.table)) == json.loads(record)
            origin = made.snapshot.options.origin
            assert origin is not None
            assert (origin.table, origin.moved) == (None, True)
            with refused(Code.NO_PROOF):
                await client.fairness(made.table)
            assert made.table not in [it.table for it in (await client.lobby()).tables]

    bring()


@pytest.mark.parametrize("seats", [[ME, bot("random")], None], ids=["against a bot", "solo"])
def test_a_game_of_one_person_goes_on_at_the_server(url: str, seats: Any) -> None:
    async def left() -> tuple[Any, Any]:
        game = Game("artisan", 8)
        asked: dict[str, Any] = {"mode": "solo"} if seats is None else {"seats": [{**ME, "begins": True}, seats[1]]}
        table, tokens = await begun(game, title="Mine", hints=False, **asked)
        (token,) = tokens.values()
        looked = await game.ask("GET", f"/api/tables/{table}", token=token)
        moving = await game.ask("GET", f"/api/tables/{table}/moving")
        await game.house.work.stop()
        return looked, moving

    looked, moving = asyncio.run(left())

    @awaited
    async def bring() -> None:
        async with visiting(url) as visit:
            made = await visit.client.bring(Bring.model_validate(moving))
            assert made.snapshot.position is not None
            assert made.snapshot.model_dump()["position"] == looked["position"]
            assert (made.snapshot.options.title, made.snapshot.options.hints) == ("Mine", False)
            there = Gathering(made.table, made.host, made.invite, made.snapshot.commitment, dict(made.tokens))
            guest = await visit.guest(there, *made.tokens)
            before = guest.table.seq
            assert await guest.move()
            assert guest.table.seq > before

    bring()


def test_a_game_between_people_stays_until_it_is_over(url: str) -> None:
    async def looked() -> tuple[Any, Any]:
        game = Game("hot seat", 9)
        table, _ = await begun(game, seats=[ME, {**ME, "name": "Zoé"}])
        waiting = await game.ask("POST", "/api/tables", {"name": "Ana", "seats": [ME, {"kind": "open"}]})
        told = [await game.ask("GET", f"/api/tables/{it}/moving") for it in (table, waiting["table"])]
        record = (await game.house.live(table)).table.playing.record().to_json()
        await game.house.work.stop()
        return told, record

    told, record = asyncio.run(looked())
    assert told == [None, None]

    @awaited
    async def bring() -> None:
        async with Client(url) as client:
            with refused(Code.NOT_OVER):
                await client.bring(Bring(record=record))
            with refused(Code.BAD_RECORD):
                await client.bring(Bring(record="{}"))
            spoilt = json.loads(record)
            spoilt["seats"] = [{**seat, "name": "\u200b"} for seat in spoilt["seats"]]
            spoilt["seats"][1]["bot"] = "random"
            with refused(Code.BAD_RECORD):
                await client.bring(Bring(record=json.dumps(spoilt)))
            spoilt["seats"][0]["name"] = spoilt["seats"][1]["name"] = "Ana"
            spoilt["seats"][1]["bot"] = "conjurer"
            with refused(Code.UNKNOWN_BOT):
                await client.bring(Bring(record=json.dumps(spoilt)))

    bring()
