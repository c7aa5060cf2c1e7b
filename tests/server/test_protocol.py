"""docs/protocol.md says what the server does: its example runs, and its lists are those of the code."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
from pathlib import Path
from textwrap import indent
from typing import Any, get_args

import pytest

from nouvelle_france.protocol.socket import ClientMessage, ServerMessage
from nouvelle_france.server.problems import STATUS
from nouvelle_france.tables.entries import KINDS, How
from nouvelle_france.tables.errors import Code
from tests.server.running import running_server

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def members(union: Any) -> list[Any]:
    """The models of a union, whatever unions it is made of."""
    models = get_args(get_args(union.__value__)[0])
    return [it for model in models for it in ([model] if inspect.isclass(model) else members(model))]


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its head."""
    table = re.search(rf"^{re.escape(heading)}.*?\n\| ---[^\n]*\n((?:\|[^\n]*\n?)+)", PAGE, re.MULTILINE | re.DOTALL)
    assert table is not None, heading
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[1].splitlines()]


def test_the_example_runs(sqlite_url: str, tmp_path: Path) -> None:
    example = re.search(r"^```\n(from .*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert example is not None
    with running_server(sqlite_url, tmp_path, forked=True) as server:
        program = example[1].replace("http://127.0.0.1:8608", server.url)
        names: dict[str, Any] = {}
        exec(f"async def story():\n{indent(program, '    ')}\n    return made, token, table.snapshot", names)
        made, token, snapshot = asyncio.run(names["story"]())
    (seat,) = (seat for seat, held in made.tokens.items() if held == token)
    assert seat in snapshot.offers
    assert {it.seat: it.words for it in snapshot.words}[seat] == "kX3_9f-Qz"


def test_its_errors_are_all_there_are_each_with_its_status() -> None:
    said: dict[str, int] = {}
    for codes, _, status in rows("## Errors"):
        named, statuses = re.findall(r"`(\w+)`", codes), [int(it) for it in status.split(", ")]
        assert not set(named) & set(said)
        said |= dict(zip(named, statuses if len(statuses) > 1 else statuses * len(named), strict=True))
    assert said == {code.value: STATUS.get(code, 409) for code in Code}


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
def test_the_page_has_words_for_every_error(language: str) -> None:
    words = json.loads((ROOT / "web" / "src" / "words" / f"{language}.json").read_text(encoding="utf-8"))
    told = {key.removeprefix("error.") for key in words if key.startswith("error.")}
    assert told == {*Code, "offline", "inside", "bad_games", "other"}  # the last four are the page's own


def test_its_kinds_of_news_are_all_there_are() -> None:
    paragraph = re.search(r"^\*\*Kinds of news\*\*: (.*?)\n\n", PAGE, re.MULTILINE | re.DOTALL)
    assert paragraph is not None
    kinds = re.findall(r"`(\w+)`", re.sub(r"\(.*?\)", "", paragraph[1], flags=re.DOTALL))
    assert sorted(kinds) == sorted(KINDS)
    hows = re.search(r"`how`: (.*?)\)", paragraph[1], re.DOTALL)
    assert hows is not None
    assert sorted(re.findall(r"`(\w+)`", hows[1])) == sorted(get_args(How))


def test_its_messages_are_all_there_are() -> None:
    def types(messages: Any) -> list[str]:
        return sorted({get_args(model.model_fields["type"].annotation)[0] for model in members(messages)})

    asked = [re.search(r'"type": "(\w+)"', row[0]) for row in rows("| from the client")]
    assert sorted(it[1] for it in asked if it) == types(ClientMessage)
    told = [row[0].strip("`") for row in rows("| from the server")]
    assert sorted([*told, "pong"]) == types(ServerMessage)  # a pong is told of with the ping
