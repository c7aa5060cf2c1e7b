"""What the server really says has the keys and types of the models: none too many, none too few."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from pydantic import ValidationError
from websockets.sync.client import connect

from nouvelle_france.edition import LANGUAGES
from nouvelle_france.protocol.book import BookTold
from nouvelle_france.protocol.edition import EditionTold
from nouvelle_france.protocol.events import EventOfGame, PassedTold
from nouvelle_france.protocol.news import News
from nouvelle_france.protocol.rest import CreateTable, Problem, SeatAsked, Snapshot
from nouvelle_france.protocol.socket import CLIENT_MESSAGE, SERVER_MESSAGE, ServerMessage
from nouvelle_france.rulebook import write_files
from nouvelle_france.server.settings import Settings
from nouvelle_france.tables.entries import KINDS
from nouvelle_france.wire import write_edition
from tests.kinds import EDITION
from tests.protocol.followed import kinds, story
from tests.server.running import serving_here
from tests.wire.strictness import agrees

PARTS = 4


def test_an_edition_is_told_as_the_protocol_says() -> None:
    agrees(EditionTold, write_edition(EDITION))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_is_told_as_the_protocol_says(language: str) -> None:
    agrees(BookTold, orjson.loads(write_files()[f"{language}.json"]))


@pytest.mark.parametrize("part", range(PARTS))
def test_snapshots_and_news_of_every_mode_and_variant_are_told_as_the_protocol_says(part: int) -> None:
    told: Counter[str] = Counter()
    for number, kind in list(enumerate(kinds()))[part::PARTS]:
        it = orjson.loads(orjson.dumps(story(kind, number, 12)))
        for moment in it["moments"][-3:]:  # what comes in between is told with the news
            for view in moment["views"]:
                if view["own"] is not None:
                    agrees(Snapshot, {**moment["shown"], **view["own"]})
        for message in (message for moment in it["moments"] for message in moment["views"][1]["sent"]):
            agrees(ServerMessage, message)
            told[message.get("kind", message["type"])] += 1
    assert {"moved", "started", "said", "sat", "left", "you", "opened"} <= set(told)
    assert set(told) <= {*KINDS, "you", "opened"}


def test_what_only_a_later_server_says_is_passed_over() -> None:
    news = {"type": "news", "table": "T", "seq": 2, "at": 0, "kind": "danced", "changes": {"take_back": None}}
    aurora = {"event": "aurora", "over": "the mill"}
    read = SERVER_MESSAGE.validate_python({**news, "events": [aurora, {"event": "passed", "by": "white"}]})
    assert isinstance(read, News)
    assert (read.kind, read.changes) == ("danced", {"take_back": None})
    assert [type(event) for event in read.events] == [EventOfGame, PassedTold]
    with pytest.raises(ValidationError):
        SERVER_MESSAGE.validate_python({**news, "kind": "left", "events": []})  # one that is known has its keys


def test_every_answer_of_a_socket_is_told_as_the_protocol_says(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with serving_here(settings) as url, httpx.Client(base_url=url, trust_env=False) as http:
        asked = CreateTable(name="Ana", seats=[SeatAsked(kind="me", seat="white"), SeatAsked(kind="me", seat="blue")])
        made = http.post("/api/tables", json=asked.model_dump()).json()
        table, tokens = made["table"], list(made["tokens"].values())
        types: Counter[str] = Counter()
        with connect(f"{url.replace('http', 'ws')}/api/socket", proxy=None) as socket:

            def ask(**message: Any) -> dict[str, Any]:
                CLIENT_MESSAGE.validate_python(message)
                socket.send(json.dumps(message))
                while True:
                    answer: dict[str, Any] = json.loads(socket.recv(timeout=60))
                    agrees(ServerMessage, answer)
                    types[answer["type"]] += 1
                    if answer.get("re") == message["id"]:
                        return answer

            ask(type="open", id="1", table=table, tokens=tokens, seen=None)
            http.post(f"/api/tables/{table}/start", json={}, headers={"Authorization": f"Bearer {tokens[0]}"})
            ask(type="say", id="2", table=table, seat="white", text="Bonjour")
            assert ask(type="move", id="3", table=table, on=0, action={"by": "white", "do": "pass"})["code"]
            ask(type="ping", id="4")
            http.post(f"/api/tables/{table}/seats/white/leave", headers={"Authorization": f"Bearer {tokens[0]}"})
            ask(type="open", id="5", table=table, tokens=tokens[1:], seen=1)
            ask(type="close", id="6", table=table)
        assert set(types) >= {"opened", "news", "done", "error", "pong", "you", "present"}
        agrees(Problem, http.get("/api/tables/NoSuchTable1").json())
