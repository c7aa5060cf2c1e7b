"""The door to a house in a browser: it answers all that a server's REST calls answer, and keeps tables that move."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import pytest

from nouvelle_france import days
from nouvelle_france.server.app import create_app
from nouvelle_france.server.settings import Settings
from nouvelle_france.tables.fairness import commitment
from tests.browser.seeded import ME, Game, bot

TOPICS = {"", "close", "events", "fairness", "invite", "join", "record", "rematch", "rules", "seats", "start",
          "take-over", "timeline"}  # fmt: skip
"""What a game asks of a table. Other people's tables, and what needs the compiled core, are a server's."""


def requests() -> set[str]:
    """What a server answers of that, by method and path."""
    paths = create_app(Settings(database="sqlite://")).openapi()["paths"]
    found = {"POST /api/tables"}
    for path, methods in paths.items():
        table, _, topic = path.partition("/{table}")
        is_of_a_game = topic[1:].split("/")[0] in TOPICS and "/push" not in topic  # nobody is told there
        if table == "/api/tables" and path != table and is_of_a_game:
            found |= {f"{method.upper()} {path}" for method in methods}
    return found


def test_every_request_of_a_game_is_answered() -> None:
    asked = requests() | {"POST /api/timeline"}
    assert len(asked) > 18

    async def refusals() -> dict[str, str]:
        game, codes = Game("solo", 0), {}
        for request in sorted(asked):
            method, path = re.sub(r"\{\w+\}", "nobody", request).split()
            told = json.loads(await game.door.ask(method, path, "{}", None))
            codes[request] = told["refused"]["code"]
        return codes

    assert set(asyncio.run(refusals()).values()) <= {"unknown_table", "bad_message", "bad_record", "bad_token"}


def test_a_request_that_nobody_knows_is_refused() -> None:
    async def ask(path: str) -> Any:
        return json.loads(await Game("solo", 0).door.ask("GET", path, None, None))["refused"]["code"]

    assert asyncio.run(ask("/api/secrets")) == "not_found"
    assert asyncio.run(ask("/api/tables/nobody/secrets")) == "not_found"


def test_a_game_that_is_not_over_moves_to_another_browser_and_goes_on_there() -> None:
    async def move() -> None:
        here, there = Game("artisan", 1), Game("artisan", 2)
        made = await here.ask("POST", "/api/tables", {"name": "Ana", "seats": [ME, bot("random")], "hints": False})
        table, (token,) = made["table"], made["tokens"].values()
        await here.ask("POST", f"/api/tables/{table}/start", {}, token)
        kept = await here.ask("GET", f"/api/tables/{table}/kept")
        await there.ask("PUT", f"/api/tables/{table}/kept", kept)
        looked = [await game.ask("GET", f"/api/tables/{table}", token=token) for game in (here, there)]
        assert looked[0] == looked[1]
        assert looked[0]["status"] == "playing"
        await there.ask("DELETE", f"/api/tables/{table}")
        assert there.shelf.logs == {}
        for game in (here, there):
            await game.house.work.stop()

    asyncio.run(move())


def test_nothing_is_due_any_more_at_a_table_that_was_deleted() -> None:
    async def delete() -> None:
        game = Game("artisan", 1)
        asked = {"name": "Ana", "seats": [ME, ME], "pace": {"turn_seconds": 600}}
        made = await game.ask("POST", "/api/tables", asked)
        await game.ask("POST", f"/api/tables/{made['table']}/start", {}, made["host"])
        schedule = game.door.household.schedule
        assert schedule.busy(made["table"])
        await game.ask("DELETE", f"/api/tables/{made['table']}")
        assert not schedule.busy(made["table"])
        await game.house.work.stop()

    asyncio.run(delete())


def test_a_days_game_follows_from_its_date_and_is_kept_for_oneself() -> None:
    async def play() -> None:
        here = Game("solo", 0)
        calendar = await here.ask("GET", "/api/days?limit=60")
        today = calendar["today"]
        assert today["date"] == "2023-11-14"
        assert today["promise"] is None
        assert [it["date"] for it in calendar["past"][:2]] == ["2023-11-13", "2023-11-12"]
        asked = {"name": "Ana", "bot_seconds": 0}
        made = await here.ask("POST", f"/api/days/{today['date']}", asked)
        again = await here.ask("POST", f"/api/days/{today['date']}", asked, made["host"])
        past = await here.ask("POST", "/api/days/2023-11-13", asked, made["host"])
        assert made["tokens"] == again["tokens"] == {"player": made["host"]}
        for it, date, count in (
            (made, "2023-11-14", "alone"),
            (again, "2023-11-14", "alone"),
            (past, "2023-11-13", "past"),
        ):
            assert it["snapshot"]["status"] == "playing"
            assert it["snapshot"]["options"]["day"] == {"date": date, "count": count}
            assert it["snapshot"]["commitment"] == commitment(days.key(date)), "the date alone decides on the deal"
            assert not it["snapshot"]["options"]["hints"]
        assert (await here.ask("GET", f"/api/days/{today['date']}"))["results"] == []
        # Given up it is no secret: whoever wants to can work it out anyway.
        await here.ask("POST", f"/api/tables/{made['table']}/seats/player/concede", None, made["host"])
        assert (await here.ask("GET", f"/api/tables/{made['table']}"))["secret"] == days.key("2023-11-14")
        refused = json.loads(await here.door.ask("POST", "/api/days/2023-11-15", json.dumps(asked), None))
        assert refused["refused"]["code"] == "not_yet"
        await here.house.work.stop()

    asyncio.run(play())


@pytest.mark.parametrize("spoil", ["format", "order", "move", "kind"])
def test_a_game_that_breaks_a_rule_stays_outside(spoil: str) -> None:
    async def bring() -> Any:
        here, there = Game("solo", 3), Game("solo", 4)
        await here.play()
        (table,) = here.shelf.logs
        kept = await here.ask("GET", f"/api/tables/{table}/kept")
        match spoil:
            case "format":
                kept["format"] = "nouvelle-france-table/2"
            case "order":
                kept["entries"].reverse()
            case "move":
                moves = [it["data"]["action"] for it in kept["entries"] if it["kind"] == "moved"]
                next(it for it in moves if it["do"] == "place")["cubes"][0] = [9, 9, 9]
            case "kind":
                kept["entries"][3]["kind"] = "conjured"
        told = await there.door.ask("PUT", f"/api/tables/{table}/kept", json.dumps(kept), None)
        assert there.shelf.logs == {}
        return json.loads(told)["refused"]["code"]

    assert asyncio.run(bring()) == "bad_record"


def test_messages_are_carried_out_in_the_order_they_came() -> None:
    """Also where the shelf takes its time: nobody speaks at a table that is still being opened."""

    async def talk() -> list[str]:
        game = Game("artisan", 5)
        made = await game.ask("POST", "/api/tables", {"name": "Ana", "seats": [ME, bot("random")]})
        table, ((seat, token),) = made["table"], made["tokens"].items()
        game.house.forget(table)
        quick = game.shelf.entries

        async def slow(table: str, after: int, limit: int | None) -> str:
            await asyncio.sleep(0.05)
            return await quick(table, after, limit)

        game.shelf.entries = slow  # type: ignore[method-assign]  # the same shelf, on a busy day
        game.door.connect(1)
        said = [{"type": "open", "tokens": [token]}, {"type": "say", "seat": seat, "text": "Bonjour"}]
        texts = [json.dumps({**it, "id": f"m-{number}", "table": table}) for number, it in enumerate(said)]
        await asyncio.gather(*(game.door.hear(1, text) for text in texts))
        await game.door.leave(1)
        await game.house.work.stop()
        return [it["type"] for it in map(json.loads, game.page.told) if it.get("re")]

    assert asyncio.run(talk()) == ["opened", "done"]
