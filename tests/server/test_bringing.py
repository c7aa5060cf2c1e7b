"""Games of a browser without a server move to one: those that are over, and those in which nobody else has a say."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from nouvelle_france.client import Client, RefusedError
from nouvelle_france.protocol.rest import Bring, PaceTold
from nouvelle_france.server.settings import Settings
from nouvelle_france.tables.errors import Code
from tests.browser.seeded import ME, Game, bot
from tests.kinds import KINDS
from tests.server.gathering import Gathering, awaited, refused, visiting
from tests.server.running import serving_here
from tests.tables.sitting import Sitting, dealt, person
from tests.tables.sitting import bot as seated_bot

JSON = {"Content-Type": "application/json"}


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


@pytest.mark.parametrize(("path", "more"), [("bring", {}), ("play-on", {"name": "Ana", "moment": 0})])
@pytest.mark.parametrize("record", ["\ud800", '{"format": "\ud800"}', '"\ud800"'])
def test_half_a_character_is_no_record(url: str, path: str, more: dict[str, object], record: str) -> None:
    # JSON escapes it: only so can it be sent.
    body = json.dumps({"record": record, **more})
    answer = httpx.post(f"{url}/api/tables/{path}", content=body, headers=JSON, trust_env=False)
    assert (answer.status_code, answer.json()["code"]) == (422, Code.BAD_RECORD)


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
        table, tokens = await begun(game, title="Mine", hints=False, pace={"bot_seconds": 0.1}, **asked)
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
            assert made.snapshot.options.pace == PaceTold.model_validate(looked["options"]["pace"])
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


@awaited
async def test_answers_out_of_order_do_not_move_to_a_table_that_asks_in_order(url: str) -> None:
    def of(*answers: str) -> Bring:
        sitting = Sitting(chairs=[person("white"), seated_bot("brown"), seated_bot("yellow")]).start(dealt())
        sitting.play("white", "bonus")
        sitting.play("white", "decline")
        for seat in answers:
            sitting.play(seat, "decline", how="bot")
        return Bring(record=sitting.table.playing.record().to_json())

    async with Client(url) as client:
        for answers, asked in (["yellow"], ["brown"]), (["yellow", "brown"], ["white"]), (["brown"], ["yellow"]):
            moving = of(*answers)
            in_order = moving.model_copy(update={"coureur": "in_order"})
            if answers[0] == "brown":
                made = await client.bring(in_order)
            else:
                with pytest.raises(RefusedError, match="move 3: yellow answers before brown") as refusal:
                    await client.bring(in_order)
                assert (refusal.value.code, refusal.value.rule) == (Code.BAD_RECORD, "ALY-3")
                made = await client.bring(moving)
            assert [it.seat for it in made.snapshot.asks] == asked


@awaited
async def test_a_name_too_long_for_a_table_does_not_move(url: str) -> None:
    said = json.loads(KINDS[0].record("moving").to_json())
    async with Client(url) as client:
        for letters in (100, 101):
            said["moves"][2]["stand_in"] = "x" * letters
            bring = client.bring(Bring(record=json.dumps(said)))
            if letters == 100:
                await bring
            else:
                with pytest.raises(RefusedError, match="move 3: whoever stood in has a name of over 100 letters"):
                    await bring
