"""What stands in for compiled packages does what they do, for all that is asked of it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from nouvelle_france.browser.stand_ins import json_text
from nouvelle_france.protocol import days, rest, socket

TOKEN, TABLE = "t" * 33, "a" * 12
CUBES = [[0, 0, 0], [1, 0, 0], [-1, 2, 3]]
PLACE = {"by": "white", "do": "place", "block": "cannon-white", "site": "mill", "cubes": CUBES}
GOOD: list[tuple[str, dict[str, Any]]] = [
    ("CreateTable", {"name": "Zoé 👩‍🌾"}),
    (
        "CreateTable",
        {
            "name": "Ana",
            "mode": "solo",
            "seats": [{"kind": "me", "seat": "player", "begins": True}, {"kind": "bot", "bot": "artisan"}],
            "rules": {"one_card": True, "allies": None, "support": "leaning", "unable": "claimed"},
            "solo": {"constraint": "", "track": "standard", "architecture": ["arch"]},
            "edition": "ours",
            "title": "",
            "public": False,
            "pace": {"turn_seconds": 60, "window_seconds": None, "bot_seconds": 0},
            "coureur": "in_order",
            "stand_in": "greedy",
            "winter_ties": "player",
            "hints": None,
        },
    ),
    ("ChangeRules", {"rules": {}, "solo": {}, "coureur": None, "winter_ties": "fixed"}),
    ("Join", {"name": "B", "seat": "blue", "invite": TOKEN, "words": "of-mine"}),
    ("TakeOver", {"name": "B", "offer": TOKEN}),
    ("Start", {"words": ""}),
    ("SeatBot", {"bot": "random"}),
    ("Propose", {"what": "abandon"}),
    ("Answer", {"agree": False}),
    ("Enter", {"password": "open"}),
    ("BeginDay", {"name": "Ana", "bot_seconds": 0.5}),
    ("message", {"type": "open", "id": "a-1", "table": TABLE, "tokens": [TOKEN], "seen": 0}),
    ("message", {"type": "close", "id": "a.1", "table": TABLE}),
    ("message", {"type": "ping", "id": "a:1"}),
    ("message", {"type": "say", "id": "x", "table": TABLE, "seat": "white", "text": "Bonjour !"}),
    ("message", {"type": "hint", "id": "x", "table": TABLE, "seat": "white", "on": 7}),
    ("message", {"type": "take_back", "id": "x", "table": TABLE, "seat": "white", "on": 7}),
    ("message", {"type": "move", "id": "x", "table": TABLE, "on": 7, "action": {"by": "white", "do": "draw"}}),
    ("message", {"type": "move", "id": "x", "table": TABLE, "on": 7, "action": PLACE}),
    *(
        ("message", {"type": "move", "id": "x", "table": TABLE, "on": 7, "action": {"by": "white", **action}})
        for action in (
            {"do": "huron", "order": [2, 0, 1]},
            {"do": "huron"},
            {"do": "unable", "shape": "eel", "remove": "eel-white"},
        )
    ),
]
ODD: list[Any] = [None, True, False, 0, 1, -1, 100, 2**60, 0.5, 1.0, "", " ", "a", "A", "a\n", "x" * 40, "x" * 400,
                  "\u202eabc", "\u0301a", "é" * 30, "é" * 31, [], [[]], [0], ["a"] * 30, {}, {"kind": "bot"}, "first",
                  "player", "move", "draw", "place", "white", TOKEN, TABLE, f"{TOKEN}\n"]  # fmt: skip
"""What somebody might send instead of anything."""


def spoilt(value: Any) -> Iterator[Any]:
    """A value with one place of it changed, taken away or added to."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield {name: it for name, it in value.items() if name != key}
            yield from ({**value, key: it} for it in ODD)
            yield from ({**value, key: it} for it in spoilt(part))
        yield {**value, "unheard_of": 1}
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from ([*value[:place], it, *value[place + 1 :]] for it in [*ODD, *spoilt(part)])
        yield [*value, *value]


def by_pydantic(model: str, value: Any) -> Any:
    """What the models make of a value as the server has them; None where they refuse it."""
    try:
        if model == "message":
            read: Any = socket.CLIENT_MESSAGE.validate_json(json.dumps(value))
        else:
            read = getattr(days if hasattr(days, model) else rest, model).model_validate_json(json.dumps(value))
    except ValidationError:
        return None
    return json.loads(json.dumps(read.model_dump()))


def bent(read: Any, value: Any) -> bool:
    """Whether a placement was read as something else: its model takes 1.0 or "1" for 1, the stand-in does not."""
    action = (read or {}).get("action") or {}
    return "cubes" in action and json.dumps(action) != json.dumps(value["action"])


@pytest.mark.timeout(300)
def test_requests_are_read_as_pydantic_reads_them() -> None:
    cases = [(model, it) for model, good in GOOD for it in (good, *spoilt(good), *ODD)]
    lines = "".join(f"{json.dumps(case)}\n" for case in cases)
    done = subprocess.run(
        [sys.executable, "-m", "tests.browser.checked_plainly"], input=lines, capture_output=True, text=True, check=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    read = 0
    for (model, value), answer in zip(cases, answers, strict=True):
        wanted = by_pydantic(model, value)
        assert answer == (None if bent(wanted, value) else wanted), (model, value)
        read += answer is not None
    assert len(cases) > 5000
    assert read > 500


NUMBERS = st.integers(-(2**53), 2**53) | st.floats(-1e15, 1e15, allow_nan=False).filter(lambda it: abs(it) > 1e-4)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(st.characters(exclude_categories=["Cs"])),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text('abcé "\\\n'), part, max_size=4),
)


@given(JSON)
def test_json_is_written_as_orjson_writes_it(value: Any) -> None:
    assert json_text.dumps(value) == orjson.dumps(value)
    assert json_text.dumps(value, option=json_text.OPT_SORT_KEYS) == orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    assert json_text.loads(orjson.dumps(value)) == orjson.loads(orjson.dumps(value))
    within = {"news": [json_text.Fragment(orjson.dumps(value))]}
    assert json_text.dumps(within) == orjson.dumps({"news": [orjson.Fragment(orjson.dumps(value))]})


def test_what_is_no_json_is_refused_alike() -> None:
    for text in (b"", b"{", b"\xff", b'"\xc3"', b"nul"):
        with pytest.raises(orjson.JSONDecodeError):
            orjson.loads(text)
        with pytest.raises(json_text.JSONDecodeError):
            json_text.loads(text)
    for loads in (object(), {1, 2}):
        with pytest.raises(TypeError):
            json_text.dumps(loads)
