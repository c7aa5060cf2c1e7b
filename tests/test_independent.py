"""Our engine against the independent replayer, which was written from the rules alone and shares no code with it.

`make fuzz` runs the same tests with hundreds of games of each kind (`--games 400`).
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from nouvelle_france import Bonus, Place, Record, RecordError, faults, replay
from nouvelle_france.record import write_placement
from tests.independent import replayer
from tests.kinds import EDITION, KINDS, Kind

all_kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)


@pytest.fixture
def games(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("--games"))


@all_kinds
def test_our_records_satisfy_the_re_player(kind: Kind, games: int) -> None:
    for seed in range(games):
        record = json.loads(kind.record(seed).to_json())
        assert replayer.check(record) == [], f"seed {seed}"


@all_kinds
def test_our_placements_are_the_re_players(kind: Kind, games: int) -> None:
    rng = Random(kind.id)
    for seed in range(games):
        record = kind.record(seed)
        for number in rng.sample(range(len(record.moves)), 2):
            position = replay(record, EDITION, number).state.position
            lines = [write_placement(position, it) for it in position.legal if isinstance(it, Place | Bonus)]
            ours = {replayer.canonical(line): line["gain"] for line in lines}
            assert len(ours) == len(lines), "PLC-7: each placement once"
            theirs = replayer.placements(json.loads(record.to_json()), number)
            assert ours == {replayer.canonical(it): it["gain"] for it in theirs}, f"seed {seed} after {number} moves"


@all_kinds
def test_spoilt_records_get_the_re_players_verdict(kind: Kind, games: int) -> None:
    rng = Random(kind.id)
    for seed in range(games):
        good = json.loads(kind.record(seed).to_json())
        for _ in range(4):
            spoilt = copy.deepcopy(good)
            how = rng.choice(SPOILERS)
            how(spoilt, rng)
            theirs = replayer.check(spoilt)
            assert bool(_our_faults(spoilt)) == bool(theirs), f"seed {seed}, {how.__name__}: {theirs}"


def _our_faults(record: Any) -> list[str]:
    try:
        return [str(fault) for fault in faults(Record.from_json(json.dumps(record)), EDITION)]
    except RecordError as error:
        return [str(error)]


# -- ways to spoil a record ------------------------------------------------------------------------------------------


def _a_move(record: Any, rng: Random, key: str | None = None) -> Any:
    return rng.choice([move for move in record["moves"] if key is None or key in move])


def leave_a_move_out(record: Any, rng: Random) -> None:
    record["moves"].pop(rng.randrange(len(record["moves"])))


def make_a_move_twice(record: Any, rng: Random) -> None:
    number = rng.randrange(len(record["moves"]))
    record["moves"].insert(number, record["moves"][number])


def swap_two_moves(record: Any, rng: Random) -> None:
    moves = record["moves"]
    number = rng.randrange(len(moves) - 1)
    moves[number], moves[number + 1] = moves[number + 1], moves[number]


def shift_a_block(record: Any, rng: Random) -> None:
    axis, by = rng.randrange(3), rng.choice((-1, 1))
    for cube in _a_move(record, rng, "cubes")["cubes"]:
        cube[axis] += by


def move_one_cube(record: Any, rng: Random) -> None:
    rng.choice(_a_move(record, rng, "cubes")["cubes"])[rng.randrange(3)] += rng.choice((-1, 1))


def swap_two_cubes(record: Any, rng: Random) -> None:
    rng.shuffle(_a_move(record, rng, "cubes")["cubes"])


def change_the_block(record: Any, rng: Random) -> None:
    _a_move(record, rng, "block")["block"] = rng.choice(sorted({m["block"] for m in record["moves"] if "block" in m}))


def change_the_site(record: Any, rng: Random) -> None:
    _a_move(record, rng, "site")["site"] = rng.choice(EDITION.site_ids)


def change_a_gain(record: Any, rng: Random) -> None:
    gain = _a_move(record, rng, "gain")["gain"]
    gain[rng.choice(sorted(gain))] += rng.choice((-1, 1))


def forget_a_gain(record: Any, rng: Random) -> None:
    del _a_move(record, rng, "gain")["gain"]


def say_it_completes(record: Any, rng: Random) -> None:
    move = _a_move(record, rng, "cubes")
    if "completes" in move:
        del move["completes"]
    else:
        move["completes"] = True


def change_who(record: Any, rng: Random) -> None:
    _a_move(record, rng)["by"] = rng.choice(["white", "brown", "yellow", "blue", "player", "winter", "nobody"])


def change_what(record: Any, rng: Random) -> None:
    _a_move(record, rng)["do"] = rng.choice(["draw", "place", "bonus", "decline", "end", "pass", "fly"])


def swap_two_cards(record: Any, rng: Random) -> None:
    deck = record["setup"]["deck"]
    one, other = rng.randrange(len(deck)), rng.randrange(len(deck))
    deck[one], deck[other] = deck[other], deck[one]


def change_a_score(record: Any, rng: Random) -> None:
    scores = record["result"]["scores"]
    scores[rng.choice(sorted(scores))] += 1


def change_the_winners(record: Any, rng: Random) -> None:
    record["result"]["winners"] = [rng.choice(["white", "brown", "yellow", "blue", "player", "winter"])]


def stop_early(record: Any, rng: Random) -> None:
    record["moves"] = record["moves"][: rng.randrange(len(record["moves"]))]
    record["result"] = rng.choice([None, record["result"]])


def change_a_rule(record: Any, rng: Random) -> None:
    rules = record["rules"]
    key = rng.choice(sorted(rules))
    choices: dict[str, list[Any]] = {
        "one_card": [True, False, 1],
        "allies": ["each_stage", "once", "none", "always"],
        "support": ["free-standing", "leaning", "glue"],
        "unable": ["verified", "claimed", None],
    }
    rules[key] = rng.choice(choices[key])


def add_a_key(record: Any, rng: Random) -> None:
    rng.choice([record, record["setup"], record["rules"], record["seats"][0], _a_move(record, rng)])["note"] = "hm"


SPOILERS: list[Callable[[Any, Random], None]] = [
    leave_a_move_out,
    make_a_move_twice,
    swap_two_moves,
    shift_a_block,
    move_one_cube,
    swap_two_cubes,
    change_the_block,
    change_the_site,
    change_a_gain,
    forget_a_gain,
    say_it_completes,
    change_who,
    change_what,
    swap_two_cards,
    change_a_score,
    change_the_winners,
    stop_early,
    change_a_rule,
    add_a_key,
]
