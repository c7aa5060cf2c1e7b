"""The record: written, read, replayed, strict."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nouvelle_france import Match, Record, RecordError, SetupError, faults, replay
from nouvelle_france.record import FaultyRecordError, verified
from nouvelle_france.rules import State
from tests.kinds import EDITION, KINDS, Kind

TABLE = json.loads(next(kind for kind in KINDS if kind.id == "table-mixed").record(1).to_json())
SOLO = json.loads(next(kind for kind in KINDS if kind.id.endswith("stalwart-greedy-6")).record(1).to_json())


def copy(record: Any) -> Any:
    return json.loads(json.dumps(record))


def read(record: Any) -> Record:
    return Record.from_json(json.dumps(record))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_a_record_re_plays_to_the_same_bytes(kind: Kind) -> None:
    line = kind.record("bytes").to_json()
    record = Record.from_json(line)
    assert record.to_json() == line
    assert replay(record, EDITION).record().to_json() == line
    assert "\n" not in line


def test_an_unfinished_game_has_a_null_result() -> None:
    record = read(TABLE)
    match = replay(record, EDITION, 30)
    half = Record.from_json(match.record().to_json())
    assert half.result is None
    assert len(half.moves) == 30
    assert list(faults(half, EDITION)) == []


def test_a_look_without_putting_back_is_not_a_move_yet() -> None:
    kind = next(kind for kind in KINDS if kind.id.startswith("table-2-each_stage"))
    match = kind.match(0)
    match.play(match.state.legal.of_kind("huron")[0])
    assert match.record().moves == ()
    match.play(match.state.legal.of_kind("huron")[3])
    assert [move["do"] for move in match.record().moves] == ["huron"]
    assert list(faults(match.record(), EDITION)) == []


@pytest.mark.parametrize(
    ("look", "order", "told"),
    [(None, None, None), (None, "harmless", "harmless"), ("greedy", None, "greedy"), ("greedy", "artisan", "artisan")],
)
def test_a_huron_whose_look_or_order_somebody_else_chose_says_so(
    look: str | None, order: str | None, told: str | None
) -> None:
    match = next(kind for kind in KINDS if kind.id.startswith("table-2-each_stage")).match(0)
    match.play(match.state.legal.of_kind("huron")[0], stand_in=look)
    match.play(match.state.legal.of_kind("huron")[3], stand_in=order)
    assert match.record().moves[0].get("stand_in") == told


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every object's path in a record, with only the first of each kind of move."""
    found = [path] if isinstance(value, dict) else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in items:
        if key not in ("gain", "scores", "standees", "sticks"):
            found += _paths(child, (*path, key))
    return found


@pytest.mark.parametrize("record", [TABLE, SOLO], ids=["table", "solo"])
def test_unknown_and_missing_keys_are_refused_everywhere(record: Any) -> None:
    kinds = set()
    for path in _paths(record):
        spoilt = copy(record)
        target = spoilt
        for key in path:
            target = target[key]
        if path[:1] == ("moves",):
            if (kind := (target["do"], *sorted(target))) in kinds:
                continue
            kinds.add(kind)
        target["surprise"] = 1
        with pytest.raises(RecordError, match="unknown key 'surprise'"):
            read(spoilt)
        del target["surprise"]
        for key in list(target):
            if key not in ("gain", "completes", "challenges"):
                value = target.pop(key)
                with pytest.raises(RecordError, match=f"'{key}' is missing|unknown key"):
                    read(spoilt)
                target[key] = value
        assert read(spoilt) == read(record)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ('{"format": "nouvelle-france-record/1"', "not JSON, at character"),
        ("[1, 2]", "record: expected an object"),
        ("3", "record: expected an object"),
        ('{"format": "nouvelle-france-record/2"}', "format: expected 'nouvelle-france-record/1'"),
        ('{"format": "x", "format": "y"}', "key 'format' stands twice"),
        ('{"format": NaN}', "NaN is no number"),
        ("[" * 100_000, "nested too deeply"),
        ('{"\\ud800": 1}', "a key: half a character"),
        ('{"format": 1' + "0" * 5000 + "}", "not a record"),
    ],
)
def test_what_is_no_record(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        Record.from_json(text)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("mode",), "party", "mode: expected one of table, solo"),
        (("rules", "one_card"), 1, "rules.one_card: expected true or false"),
        (("rules", "allies"), None, "rules.allies: expected a text"),
        (("seats",), {}, "seats: expected a list"),
        (("seats", 0, "name"), 7, r"seats\[0\].name: expected a text"),
        (("seats", 0, "name"), "\ud800", r"seats\[0\].name: half a character"),
        (("seats", 0, "colour"), None, r"seats\[0\].colour: expected a text"),
        (("seats", 0, "bot"), False, r"seats\[0\].bot: expected a text"),
        (("setup", "deck"), "eel", "setup.deck: expected a list"),
        (("setup", "deck", 3), 4, r"setup.deck\[3\]: expected a text"),
        (("setup", "sticks"), [], "setup.sticks: expected a stick for each site"),
        (("moves", 0, "do"), "fly", r"moves\[0\].do: expected one of"),
        (("moves", 0), "draw", r"moves\[0\]: expected a move"),
        (("moves", 1, "cubes"), 5, r"moves\[1\].cubes: expected a list"),
        (("moves", 1, "cubes", 0), [1, 2], r"moves\[1\].cubes\[0\]: expected \[x, y, level\]"),
        (("moves", 1, "cubes", 0, 0), 1.0, r"moves\[1\].cubes\[0\]: expected whole numbers"),
        (("moves", 1, "gain"), {"white": "2"}, r"moves\[1\].gain: expected whole numbers by colour"),
        (("moves", 1, "completes"), False, r"moves\[1\].completes: expected true"),
        (("moves", 0, "stand_in"), 1, r"moves\[0\].stand_in: expected a text"),
        (("moves", 1, "stand_in"), "", r"moves\[1\].stand_in: expected a name of 1 to 1000 visible characters"),
        (("moves", 1, "stand_in"), "x" * 1001, r"moves\[1\].stand_in: expected a name .*, found 'x{60}'$"),
        (("moves", 1, "stand_in"), "a\x1b[2Jb", r"moves\[1\].stand_in: expected a name .*, found 'a\\x1b\[2Jb'"),
        (("moves", 1, "stand_in"), "  ", r"moves\[1\].stand_in: expected a name"),
        (("moves", 1, "stand_in"), "a\nb", r"moves\[1\].stand_in: expected a name"),
        (("moves", 1, "stand_in"), "a\u202eb", r"moves\[1\].stand_in: expected a name .*, found 'a\\u202eb'"),
        (("result",), [], "result: expected an object"),
        (("result", "winners"), None, "result.winners: expected a list"),
        (("result", "standees"), None, "result.standees: expected a holder"),
    ],
)
def test_wrong_types_are_named(path: tuple[Any, ...], value: Any, message: str) -> None:
    spoilt = copy(TABLE)
    spoilt["moves"] = [move for move in spoilt["moves"] if move["do"] in ("draw", "place")]
    target = spoilt
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    with pytest.raises(RecordError, match=message):
        read(spoilt)


def test_another_edition_is_refused() -> None:
    with pytest.raises(RecordError, match="edition: the game was played with 'my-box'"):
        read({**TABLE, "edition": "my-box"}).setup(EDITION)


@pytest.mark.parametrize(
    ("path", "value", "rule"),
    [
        (("setup", "deck", 0), "snow", "CMP-3"),
        (("setup", "sticks", "church"), "green", "SET-2"),
        (("seats", 0, "colour"), "green", "SET-1"),
        (("rules", "allies"), "always", "VAR-3"),
        (("solo", "constraint"), "", "CHA-1"),
        (("solo", "track"), "", "CHA-1"),
    ],
)
def test_a_game_that_cannot_be_set_up_names_the_rule(path: tuple[Any, ...], value: Any, rule: str) -> None:
    spoilt = copy(SOLO if path[0] == "solo" else TABLE)
    target = spoilt
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    record = read(spoilt)
    with pytest.raises(SetupError, match=rule):
        record.setup(EDITION)
    assert [fault.rule for fault in faults(record, EDITION)] == [rule]


def test_only_moves_there_are_can_be_re_played() -> None:
    for moves in (-1, len(TABLE["moves"]) + 1):
        with pytest.raises(ValueError, match=f"moves, not {moves}"):
            replay(read(TABLE), EDITION, moves)


def test_faults_name_move_and_rule() -> None:
    spoilt = copy(TABLE)
    number = next(i for i, move in enumerate(spoilt["moves"], start=1) if move["do"] == "place" and "gain" in move)
    gain = spoilt["moves"][number - 1]["gain"]
    colour = next(iter(gain))
    gain[colour] += 1
    found = list(faults(read(spoilt), EDITION))
    assert [(fault.move, fault.rule) for fault in found] == [(number, "SCO-1")]
    assert f"move {number}: SCO-1: gain says {colour} +{gain[colour]}" in str(found[0])


def test_a_refused_move_ends_the_search_with_its_rule() -> None:
    spoilt = copy(TABLE)
    number = next(i for i, move in enumerate(spoilt["moves"], start=1) if move["do"] == "place")
    for cube in spoilt["moves"][number - 1]["cubes"]:
        cube[2] += 1
    assert [(it.move, it.rule) for it in faults(read(spoilt), EDITION)] in ([(number, "PLC-1")], [(number, "PLC-4")])
    with pytest.raises(FaultyRecordError, match=f"move {number}: PLC-"):
        replay(read(spoilt), EDITION)
    assert isinstance(replay(read(spoilt), EDITION, number - 1), Match)


@pytest.mark.parametrize(
    ("key", "value", "rule"),
    [("scores", {"white": 1}, "END-1"), ("winners", [], "END-2"), ("standees", {}, "CMPL-1")],
)
def test_a_wrong_result_names_the_rule(key: str, value: Any, rule: str) -> None:
    spoilt = copy(TABLE)
    spoilt["result"][key] = value
    assert [fault.rule for fault in faults(read(spoilt), EDITION)] == [rule]


def test_end_1_result_is_null_exactly_in_an_unfinished_game() -> None:
    assert [it.rule for it in faults(read({**TABLE, "result": None}), EDITION)] == ["END-1"]
    assert [it.rule for it in faults(read({**TABLE, "moves": TABLE["moves"][:9]}), EDITION)] == ["END-1"]


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_any_junk_anywhere_is_a_record_error_or_a_fault(data: st.DataObject) -> None:
    spoilt = copy(data.draw(st.sampled_from([TABLE, SOLO])))
    target, key = spoilt, data.draw(st.sampled_from(sorted(spoilt)))
    while isinstance(target[key], dict | list) and target[key] and data.draw(st.booleans()):
        target = target[key]
        key = data.draw(st.sampled_from(sorted(target) if isinstance(target, dict) else range(len(target))))
    target[key] = data.draw(_JSON)
    with contextlib.suppress(RecordError):
        list(faults(read(spoilt), EDITION))


@pytest.mark.parametrize("name", ["greedy", "artisan:" + "folder/" * 100 + "weights.npz", "a friend", "Übermütige Éva"])
def test_whoever_stood_in_may_have_the_name_of_any_bot(name: str) -> None:
    said = copy(TABLE)
    said["moves"][1]["stand_in"] = name
    record = read(said)
    assert replay(record, EDITION).record().to_json() == record.to_json()
    assert json.loads(record.to_json())["moves"][1]["stand_in"] == name


def test_a_record_is_played_once_to_verify_it_and_its_first_fault_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    plays = 0
    play = State.play

    def counted(state: State, action: Any) -> Any:
        nonlocal plays
        plays += 1
        return play(state, action)

    monkeypatch.setattr(State, "play", counted)
    record = read(TABLE)
    match = verified(record, EDITION)
    assert plays == len(match.history)
    assert match.record() == record
    for path, value in ((("setup", "deck", 0), "snow"), (("moves", 0, "card"), "snow"), (("result", "winners"), [])):
        spoilt = copy(TABLE)
        spoilt["moves"] = [move for move in spoilt["moves"] if path[0] == "result" or move["do"] == "draw"]
        target = spoilt
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = value
        with pytest.raises(FaultyRecordError) as error:
            verified(read(spoilt), EDITION)
        assert error.value.fault == next(iter(faults(read(spoilt), EDITION)))
