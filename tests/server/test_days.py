"""The game of the day on a real server: what its list takes, what it does not, and that nobody foresees the deal."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from nouvelle_france import Record, days, faults
from nouvelle_france.house import Editions, House, Household
from nouvelle_france.house.daybook import Promised
from nouvelle_france.protocol.days import BeginDay, DayStandings
from nouvelle_france.protocol.rest import Bring, Created, PlayOn
from nouvelle_france.reception import days as turning
from nouvelle_france.server import exporting
from nouvelle_france.server.notes import ServerNotes
from nouvelle_france.server.settings import Settings
from nouvelle_france.server.storage import Storage, StorageError
from nouvelle_france.server.storage.daybook import DatabaseDays
from nouvelle_france.server.thinking import Thinkers
from nouvelle_france.tables.errors import Code
from nouvelle_france.tables.fairness import Proof, unfairness
from tests.independent import replayer
from tests.kinds import EDITION
from tests.server.databases import mostly_one_database
from tests.server.gathering import Gathering, Guest, Visit, awaited, play, refused, visiting
from tests.server.running import serving_here

SUNDAY, MONDAY, TUESDAY = "2026-11-15", "2026-11-16", "2026-11-17"
HOUR = 60 * 60 * 1000


class Wall:
    """The clock on a server's wall: it stands still until somebody moves it."""

    def __init__(self) -> None:
        self.now = days.begins(MONDAY) + 12 * HOUR
        self.database = ""

    def build(self, storage: Storage, thinkers: Thinkers, notes: ServerNotes) -> Household:
        house = House(storage, Editions(), notes, lambda: self.now)
        return Household(house, thinkers, 0.0)

    @asynccontextmanager
    async def visited(self) -> AsyncIterator[Visit]:
        """A server with this clock, and those who visit it."""
        with serving_here(Settings(self.database).without_limits(), self.build) as url:
            async with visiting(url) as visit:
                yield visit


@pytest.fixture
def wall(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Wall:
    """A server's clock, with a database of each kind; days turn at once."""
    monkeypatch.setattr(turning, "TURN_S", 0.02)
    found = Wall()
    found.database = database_url
    return found


async def begun(visit: Visit, name: str, day: str = MONDAY, token: str | None = None) -> tuple[Created, Guest]:
    """Somebody begins the game of a day, and sits there."""
    made = await visit.client.begin_day(day, BeginDay(name=name, bot_seconds=0), token)
    assert made.snapshot.status == "playing"
    return made, await visit.guest(gathered(made), "player")


def gathered(made: Created) -> Gathering:
    return Gathering(made.table, made.host, made.invite, made.snapshot.commitment, dict(made.tokens))


async def listed(visit: Visit, day: str, games: int) -> DayStandings:
    """The list of a day, once that many of its games are settled."""
    while True:
        found = await visit.client.day(day)
        if len(found.results) + found.others >= games:
            assert len(found.results) + found.others == games
            return found
        await asyncio.sleep(0.02)


def counts(made: Created) -> str:
    assert made.snapshot.options.day is not None
    return made.snapshot.options.day.count


@awaited
async def test_a_first_game_is_listed_and_a_second_under_another_name_is_told_apart(wall: Wall) -> None:
    async with wall.visited() as visit:
        ana, guest = await begun(visit, "Ana")
        assert counts(ana) == "first"
        options = ana.snapshot.options
        assert (options.mode, options.winter_ties, options.hints) == ("solo", "fixed", False)
        again = await visit.client.begin_day(MONDAY, BeginDay(name="Bea", bot_seconds=0), ana.tokens["player"])
        assert (again.table, again.tokens) == (ana.table, ana.tokens), "whoever has begun goes on"
        await play(guest)
        (only,) = (await listed(visit, MONDAY, 1)).results
        assert guest.shown.position is not None
        result = guest.shown.position.result
        assert result is not None
        own = [result.scores[site.solo_colour] for site in EDITION.sites]
        assert (only.place, only.name, only.points) == (1, "Ana", sum(own))
        assert only.margin == min(own) - result.scores[EDITION.solo.winter]
        assert only.won == (only.margin > 0) == (result.winners == ["player"])

        bea, guest = await begun(visit, "Bea", token=ana.tokens["player"])
        assert counts(bea) == "further"
        assert bea.table != ana.table
        assert bea.tokens == ana.tokens, "one person, one token"
        await play(guest)
        found = await listed(visit, MONDAY, 2)
        assert [it.name for it in found.results] == ["Ana"]
        assert found.others == 1

        other, guest = await begun(visit, "Cléo", token="A" * 33)
        assert counts(other) == "first", "a token that nobody was given is nobody's"
        assert other.tokens != ana.tokens
        assert other.snapshot.commitment == ana.snapshot.commitment, "one deal for all"
        assert other.snapshot.game is not None
        assert ana.snapshot.game is not None
        assert other.snapshot.game.sticks == ana.snapshot.game.sticks
        assert other.snapshot.position is not None
        assert ana.snapshot.position is not None
        assert other.snapshot.position.display == ana.snapshot.position.display


def pages_checker() -> Callable[..., bool]:
    """What docs/days.md has to check a day with, run from there."""
    page = Path(__file__).parents[2] / "docs/days.md"
    (text,) = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert "nouvelle_france" not in text
    names: dict[str, Any] = {}
    exec(compile(text, str(page), "exec"), names)
    checker: Callable[..., bool] = names["day_is_fair"]
    return checker


async def ways_in(visit: Visit, table: str) -> set[str]:
    """Which ways lead a stranger to a game; all others must be refused as sealed."""
    found = set()
    async with httpx.AsyncClient(base_url=str(visit.client.url), trust_env=False) as http:
        for way in ("", "/events", "/news", "/timeline", "/record", "/fairness", "/moments/3"):
            answer = await http.get(f"/api/tables/{table}{way}")
            if answer.status_code == 200:
                found.add(way)
            else:
                assert answer.json()["code"] in (Code.SEALED, Code.NOT_OVER), answer.text
        for way, asked in (
            ("/api/tables/play-on", {"name": "Eve", "table": table, "moment": 0}),
            (f"/api/tables/{table}/analysis", {"bot": "artisan"}),
        ):
            answer = await http.post(way, json=asked)
            if answer.is_success:
                found.add(way)
    return found


@mostly_one_database
@awaited
async def test_nobody_sees_a_days_game_or_its_secret_before_the_day_is_over(
    wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The program that exports has no server's clock. By its own, the day would be over once the real date is past it.
    monkeypatch.setattr(exporting, "now_ms", lambda: wall.now)
    async with wall.visited() as visit:
        wall.now -= 24 * HOUR
        calendar = await visit.client.days()
        (promised,) = (it.promise for it in calendar.ahead if it.date == MONDAY)
        wall.now += 24 * HOUR
        ana, guest = await begun(visit, "Ana")
        assert await ways_in(visit, ana.table) == set()
        with refused(Code.SEALED):
            await visit.guest(gathered(ana))
        await play(guest)
        await listed(visit, MONDAY, 1)
        assert await ways_in(visit, ana.table) == set()
        assert guest.shown.secret is None, "who played it knows how it went, and not what is published of it"
        with refused(Code.SEALED):
            await visit.client.record(ana.table)
        with pytest.raises(StorageError, match="another table"):
            await anext(exporting.records(wall.database, ana.table, print))
        # Whatever is told of days has no secret in it before its time.
        said = (await visit.client.days()).model_dump_json() + (await visit.client.day(MONDAY)).model_dump_json()
        today = (await visit.client.day(MONDAY)).day
        assert (today.state, today.secret, today.promise) == ("open", None, promised)
        wall.now = days.closes(MONDAY) - 1
        assert (await visit.client.day(MONDAY)).day.secret is None
        assert await ways_in(visit, ana.table) == set()
        with refused(Code.NOT_YET):
            await begun(visit, "Late")
        # The program that exports, run by hand when the day is over, needs no server to have opened the game.
        monkeypatch.setattr(exporting, "now_ms", lambda: days.closes(MONDAY))
        assert (await anext(exporting.records(wall.database, ana.table, print))).result is not None

        wall.now = days.closes(MONDAY)
        await guest.told("unsealed")
        secret = (await visit.client.day(MONDAY)).day.secret
        assert secret is not None
        assert secret not in said
        assert days.promise(secret) == promised
        assert await ways_in(visit, ana.table) >= {"", "/events", "/news", "/timeline", "/record", "/fairness"}
        record = await visit.client.record(ana.table)
        assert replayer.check(json.loads(record)) == []
        assert list(faults(Record.from_json(record), EDITION)) == []
        proof = Proof.from_json(await visit.client.fairness(ana.table))
        assert unfairness(proof, EDITION) == []
        assert proof.secret == days.key(MONDAY, secret)
        fair = pages_checker()
        proved = json.loads(proof.to_json())
        assert fair(MONDAY, promised, secret, proved)
        assert not fair(TUESDAY, promised, secret, proved)
        assert not fair(MONDAY, days.promise(promised or ""), secret, proved)
        assert not fair(MONDAY, promised, secret, {**proved, "secret": secret})
        assert proof.commitment == ana.snapshot.commitment

        # A past day has the same deal, is no secret and is listed nowhere.
        past, guest = await begun(visit, "Ana", token=ana.tokens["player"])
        assert counts(past) == "past"
        assert past.snapshot.commitment == ana.snapshot.commitment
        assert "" in await ways_in(visit, past.table)
        await play(guest)
        await visit.client.record(past.table)
        found = await listed(visit, MONDAY, 1)
        assert [it.name for it in found.results] == ["Ana"]


@mostly_one_database
@awaited
async def test_a_game_counts_for_the_day_it_was_begun_on_and_only_while_its_deal_is_a_secret(wall: Wall) -> None:
    async with wall.visited() as visit:
        wall.now = days.begins(TUESDAY) - 1
        (ana, at_ana), (bea, at_bea) = await begun(visit, "Ana"), await begun(visit, "Bea")
        wall.now = days.begins(TUESDAY) + HOUR
        await play(at_ana)
        assert [it.name for it in (await listed(visit, MONDAY, 1)).results] == ["Ana"]
        assert (await listed(visit, TUESDAY, 0)).results == []
        today, _ = await begun(visit, "Ana", TUESDAY, ana.tokens["player"])
        assert counts(today) == "first", "another day"
        assert today.snapshot.commitment != ana.snapshot.commitment
        wall.now = days.closes(MONDAY)
        await play(at_bea)
        found = await listed(visit, MONDAY, 2)
        assert [it.name for it in found.results] == ["Ana"], "Bea could look the deal up before she ended her game"
        await at_bea.told("unsealed")
        assert counts(bea) == "first"
        assert (await listed(visit, TUESDAY, 0)).results == []


@mostly_one_database
@awaited
async def test_a_game_asked_for_just_before_midnight_is_sealed_although_it_begins_after(
    wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    promised = DatabaseDays.promised

    async def at_midnight(self: DatabaseDays, first: str, last: str) -> list[Promised]:
        found = await promised(self, first, last)
        if first == last == MONDAY:
            wall.now = days.begins(TUESDAY)
        return found

    async with wall.visited() as visit:
        monkeypatch.setattr(DatabaseDays, "promised", at_midnight)
        wall.now = days.begins(TUESDAY) - 1
        ana, _ = await begun(visit, "Ana")
        assert wall.now == days.begins(TUESDAY)
        assert counts(ana) == "first"
        await visit.client.concede(ana.table, "player", ana.tokens["player"])
        assert await ways_in(visit, ana.table) == set(), "others still play its deal"


@mostly_one_database
@awaited
async def test_games_that_are_given_up_closed_or_played_by_a_bot_are_not_listed(wall: Wall) -> None:
    async with wall.visited() as visit:
        conceded, _ = await begun(visit, "Concedes")
        await visit.client.concede(conceded.table, "player", conceded.tokens["player"])
        closed, _ = await begun(visit, "Closes")
        await visit.client.close(closed.table, closed.host)
        helped, _ = await begun(visit, "Has help")
        await visit.client.leave(helped.table, "player", helped.tokens["player"])  # a bot plays on
        found = await listed(visit, MONDAY, 3)
        assert found.results == []
        assert found.others == 3
        assert await ways_in(visit, conceded.table) == set(), "its deal is still being played"
        again, _ = await begun(visit, "Begins anew", token=conceded.tokens["player"])
        assert counts(again) == "further", "whoever gave up has seen the beginning"
        with refused(Code.BAD_OPTIONS):
            await visit.client.offer(again.table, "player", again.tokens["player"])


@mostly_one_database
@awaited
async def test_the_list_takes_no_game_from_elsewhere(wall: Wall) -> None:
    async with wall.visited() as visit:
        ana, guest = await begun(visit, "Ana")
        await play(guest)
        before = await listed(visit, MONDAY, 1)
        wall.now = days.closes(MONDAY)
        await guest.told("unsealed")
        record = await visit.client.record(ana.table)
        for asked in (
            PlayOn(name="Eve", record=record, moment=0),
            PlayOn(name="Eve", table=ana.table, moment=0),
        ):
            made = await visit.client.play_on(asked)
            assert made.snapshot.options.day is None
            await visit.client.concede(made.table, "player", made.tokens["player"])
        brought = await visit.client.bring(Bring(record=record))
        assert brought.snapshot.status == "over"
        assert brought.snapshot.options.day is None, "a game from elsewhere is no game of a day, whatever its cards"
        again = await visit.client.rematch(ana.table, ana.host)
        shown = await visit.client.look(again.table)
        assert shown.options.day is None, "a rematch has a deal of its own"
        assert shown.commitment != ana.snapshot.commitment
        async with httpx.AsyncClient(base_url=str(visit.client.url), trust_env=False) as http:
            # Nobody makes a day's table otherwise, nor sends a result or a record.
            wanted = {"name": "Eve", "mode": "solo", "day": {"date": MONDAY, "count": "first"}}
            assert (await http.post("/api/tables", json=wanted)).status_code == 422
            for body in ({"name": "Eve", "record": record}, {"name": "Eve", "margin": 99}, json.loads(record)):
                assert (await http.post(f"/api/days/{TUESDAY}", json=body)).status_code == 422
            for method in ("PUT", "PATCH", "DELETE"):
                assert (await http.request(method, f"/api/days/{MONDAY}", json={})).status_code == 405
        assert await visit.client.day(MONDAY) == before.model_copy(update={"day": (await visit.client.day(MONDAY)).day})
        assert (await listed(visit, TUESDAY, 0)).results == []


@mostly_one_database
@awaited
async def test_days_to_come_are_refused_and_secrets_outlive_the_server(wall: Wall) -> None:
    async with wall.visited() as visit:
        for day, code in ((TUESDAY, Code.NOT_YET), (SUNDAY, Code.NOT_FOUND), ("2026-02-30", Code.NOT_FOUND)):
            with refused(code):
                await visit.client.begin_day(day, BeginDay(name="Ana"))
        before = await visit.client.days()
        assert [it.date for it in before.ahead] == [days.following(MONDAY, it) for it in range(1, days.AHEAD + 1)]
        assert before.past == []
        ana, guest = await begun(visit, "Ana")
        await play(guest)
        await listed(visit, MONDAY, 1)
    wall.now = days.closes(MONDAY) + HOUR
    async with wall.visited() as visit:
        after = await visit.client.days()
        promises = {it.date: it.promise for it in (*after.past, *after.ahead, after.today) if it is not None}
        for it in (*before.ahead, before.today):
            assert it is not None
            assert promises[it.date] == it.promise
        assert [(it.date, it.state) for it in after.past] == [(MONDAY, "closed")]
        # Nobody has come to the table since: it was opened by itself.
        while (await visit.client.look(ana.table, ana.tokens["player"])).secret is None:
            await asyncio.sleep(0.02)
        await visit.client.fairness(ana.table)
