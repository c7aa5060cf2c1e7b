"""Looking back over the wire: at a game that is played, at one that is over, at a record that is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from nouvelle_france import Record, Timeline, replay
from nouvelle_france.keepsakes import printable
from nouvelle_france.protocol.rest import Snapshot
from nouvelle_france.protocol.timeline import NewsPage, TimelineTold
from nouvelle_france.server.limits import Rate
from nouvelle_france.server.routes import asking
from nouvelle_france.server.security import BODY_BYTES
from nouvelle_france.server.settings import Settings
from nouvelle_france.tables.errors import Code
from nouvelle_france.wire import write_timeline
from tests.kinds import EDITION, KINDS
from tests.server import gathering
from tests.server.gathering import GREEDY, ME, Served, awaited, in_step, play, visiting
from tests.server.running import serving_here
from tests.tables.sitting import merged
from tests.wire.strictness import agrees

served = gathering.served


def of_viewer(snapshot: Snapshot) -> dict[str, Any]:
    """What everyone sees of a table."""
    return snapshot.model_dump(mode="json", exclude={"table", "seq", "you", "offers", "foresight", "chat"})


@awaited
async def test_looking_back_at_ones_own_game_gives_every_position_there_was(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(ME, ME)
        one, other = await visit.guests(there)
        await visit.start(there)
        shown = {}
        for _ in range(30):
            snapshot = await in_step(one, other)
            shown[snapshot.seq] = of_viewer(snapshot)
            player = one if one.asked else other
            await player.move()
        await in_step(one, other)
        async with httpx.AsyncClient(base_url=served.url, trust_env=False) as http:
            for guest in (one, other):
                (seat,) = guest.table.you
                headers = {"Authorization": f"Bearer {there.tokens[seat]}"}
                told: list[dict[str, Any]] = []
                more = True
                while more:
                    path = f"/api/tables/{there.table}/news?after={len(told)}&limit=9"
                    page = (await http.get(path, headers=headers)).json()
                    agrees(NewsPage, page)
                    told += page["news"]
                    more = page["more"]
                assert [news["seq"] for news in told] == list(range(1, guest.table.seq + 1))
                state: dict[str, Any] = {}
                for news in told:
                    state = merged(state, news["changes"])
                    if news["seq"] in shown:
                        assert state == shown[news["seq"]]
                heard = [
                    news.model_dump(mode="json", exclude={"offers", "foresight"}, exclude_unset=True)
                    for news in guest.table.news
                ]
                assert told[-len(heard) :] == heard, "as it was told then: a Huron's cards to that seat alone"


@awaited
async def test_a_finished_game_can_be_gone_through_by_all_and_no_other_can(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(ME, GREEDY)
        (seat,) = there.seats
        player = await visit.guest(there, seat)
        async with httpx.AsyncClient(base_url=served.url, trust_env=False) as http:
            path = f"/api/tables/{there.table}/timeline"
            for _ in range(2):  # before the game, and in it
                answer = await http.get(path)
                assert (answer.status_code, answer.json()["code"]) == (409, Code.NOT_OVER)
                if not player.shown.game:
                    await visit.start(there)
            assert (await http.get("/api/tables/NoSuchTable1/timeline")).json()["code"] == Code.UNKNOWN_TABLE
            await play(player)
            told = (await http.get(path)).json()
            agrees(TimelineTold, told)
            record = await visit.client.record(there.table)
            assert told == json.loads(json.dumps(write_timeline(Timeline.of(Record.from_json(record), EDITION))))
            sent = await http.post("/api/timeline", content=record)
            assert sent.json() == told, "and its record can be sent anywhere"
        # The same through the typed client.
        timeline = await visit.client.timeline(there.table)
        assert timeline == await visit.client.timeline_of(record) == TimelineTold.model_validate(told)
        assert timeline.moments[-1].changes["phase"] == "over"
        page = await visit.client.news(there.table, there.tokens[seat], after=1, limit=3)
        assert ([news.seq for news in page.news], page.more) == ([2, 3, 4], True)


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder: Path = tmp_path_factory.mktemp("timelines")
    settings = Settings(database=f"sqlite:///{folder / 'tables.sqlite'}").without_limits()
    with serving_here(settings) as url, httpx.Client(base_url=url, trust_env=False) as client:
        yield client


def code(answer: httpx.Response) -> tuple[int, str]:
    """Its status and its code."""
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize("kind", KINDS[::7], ids=lambda kind: kind.id)
def test_records_of_every_kind_are_taken(http: httpx.Client, kind: Any) -> None:
    record = kind.record("sent")
    answer = http.post("/api/timeline", content=record.to_json())
    assert answer.status_code == 200
    agrees(TimelineTold, answer.json())
    assert len(answer.json()["moments"]) >= len(record.moves)


def test_a_record_that_breaks_a_rule_is_refused_with_its_move_and_rule(http: httpx.Client) -> None:
    said = json.loads(KINDS[0].record("sent").to_json())
    number = next(number for number, move in enumerate(said["moves"], start=1) if move["do"] == "place")
    spoilt = json.loads(json.dumps(said))
    spoilt["moves"][number - 1]["cubes"][0][2] = 3
    answer = http.post("/api/timeline", json=spoilt)
    assert code(answer) == (422, Code.BAD_RECORD)
    assert answer.json()["message"].startswith(f"move {number}: PLC-")
    assert answer.json()["rule"].startswith("PLC-")
    spoilt = {**said, "rules": {**said["rules"], "allies": "sometimes"}}
    answer = http.post("/api/timeline", json=spoilt)
    assert code(answer) == (422, Code.BAD_RECORD)
    assert answer.json()["rule"] is not None


@pytest.mark.parametrize("text", [b"", b"\xff", b"[]", b"{}", b'{"format":"nouvelle-france-record/2"}', b"[" * 60_000])
def test_what_is_no_record_is_refused(http: httpx.Client, text: bytes) -> None:
    answer = http.post("/api/timeline", content=text)
    assert code(answer) == (422, Code.BAD_RECORD)
    assert answer.json()["rule"] is None


def test_a_record_of_another_edition_or_too_long_a_one_is_refused(http: httpx.Client) -> None:
    said = json.loads(KINDS[0].record("sent").to_json())
    answer = http.post("/api/timeline", json={**said, "edition": "elsewhere"})
    assert code(answer) == (404, Code.UNKNOWN_EDITION)
    assert code(http.post("/api/timeline", content=b" " * (BODY_BYTES + 1))) == (413, Code.TOO_LARGE)


def test_one_address_sends_only_so_many_records(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}").without_limits()
    record = KINDS[0].record("sent").to_json()
    with (
        serving_here(replace(settings, records_per_address=Rate(0.001, 2))) as url,
        httpx.Client(base_url=url, trust_env=False) as client,
    ):
        answers = [client.post("/api/timeline", content=record) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert code(answers[-1]) == (429, Code.TOO_MANY)
        assert int(answers[-1].headers["Retry-After"]) > 1
        assert client.get("/api/info").status_code == 200, "all else goes on"


def test_one_address_replays_only_so_many_pasts_and_a_long_one_counts_as_several(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "PER_TOKEN", 50)
    settings = Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}").without_limits()
    with (
        serving_here(replace(settings, pasts_per_address=Rate(0.001, 6))) as url,
        httpx.Client(base_url=url, trust_env=False) as client,
    ):
        made = client.post("/api/tables/bring", json={"record": KINDS[0].record("sent").to_json()}).json()
        table, seq = made["table"], made["snapshot"]["seq"]
        assert 100 <= seq < 200, "its whole past costs three or four tokens"
        pages = [f"events?after={seq - 9}&limit=9", "news?limit=9", "events?limit=9"]
        assert [client.get(f"/api/tables/{table}/{page}").status_code for page in pages] == [200] * 3
        refused = client.get(f"/api/tables/{table}/news?after={seq - 9}&limit=9")
        assert code(refused) == (429, Code.TOO_MANY)
        assert int(refused.headers["Retry-After"]) > 1
        assert client.get(f"/api/tables/{table}").status_code == 200, "all else goes on"


@pytest.mark.parametrize(("path", "times"), [("timeline", 2), ("moments/0", 8), ("moments/70", 4)])
def test_finished_games_are_pasts_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, times: int) -> None:
    monkeypatch.setattr(asking, "PER_TOKEN", 50)
    settings = Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}").without_limits()
    with (
        serving_here(replace(settings, pasts_per_address=Rate(0.001, 8))) as url,
        httpx.Client(base_url=url, trust_env=False) as client,
    ):
        made = client.post("/api/tables/bring", json={"record": KINDS[0].record("sent").to_json()}).json()
        answers = [client.get(f"/api/tables/{made['table']}/{path}") for _ in range(times + 1)]
        assert [it.status_code for it in answers] == [200] * times + [429]
        assert code(answers[-1]) == (429, Code.TOO_MANY)


@pytest.mark.parametrize("format", ["stl", "3mf"])
def test_a_building_of_a_record_is_sent_for_a_printer(http: httpx.Client, format: str) -> None:
    record = KINDS[0].record("printing")
    answer = http.post(f"/api/solids/mill/{format}", content=record.to_json())
    position = replay(record, EDITION).state.position
    assert answer.content == printable(position, EDITION.site_ids.index("mill"), format)
    assert answer.headers["Content-Type"] == f"model/{format}"


def test_what_cannot_be_printed_is_refused(http: httpx.Client) -> None:
    record = KINDS[0].record("printing").to_json()
    nothing = json.dumps({**json.loads(record), "moves": [], "result": None})
    for site, text, code in (
        ("castle", record, Code.NOT_FOUND),
        ("church", nothing, Code.NOT_FOUND),
        ("church", "{}", Code.BAD_RECORD),
    ):
        assert http.post(f"/api/solids/{site}/stl", content=text).json()["code"] == code
    assert http.post("/api/solids/church/obj", content=record).json()["code"] == Code.BAD_MESSAGE
