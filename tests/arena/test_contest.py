"""One game of the arena: repeatable, fair to bots that think alike, and honest about programs."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from nouvelle_france import Record, default_edition, faults
from nouvelle_france.arena.contest import WARM_UP_MOVES, Contest
from nouvelle_france.arena.schedule import Lineup, schedule
from nouvelle_france.arena.standings import Standings
from nouvelle_france.bots import RandomBot
from nouvelle_france.cli.options import GameOptions
from nouvelle_france.rules import Action, LegalActions, View

BOX = default_edition()
TWINS = Contest(BOX, GameOptions(), 5, makers={"castor": RandomBot, "pollux": RandomBot})


@pytest.mark.parametrize("lineup", [("castor", "pollux"), ("castor", "pollux", "pollux", "pollux")])
def test_bots_that_think_alike_share_every_deal_exactly(lineup: Lineup) -> None:
    fixtures = list(schedule([lineup], 12))
    standings = Standings(fixtures, [lineup])
    for number, fixture in enumerate(fixtures):
        standings.add(number, TWINS.fixture(fixture))
    results = standings.results()
    for bot in results.bots:
        assert bot.share.value == pytest.approx(1 / len(lineup))
        assert bot.rating is not None
        assert bot.rating.value == pytest.approx(0, abs=1e-6)
    assert results.pairs[0].ahead.value == pytest.approx(0.5)
    assert results.pairs[0].margin.value == pytest.approx(0)


class AtOneSeat:
    """A bot that takes for granted that it always plays the same seat."""

    seat: int | None = None

    def __init__(self, rng: Random) -> None:
        self.moves = 0
        asked.append(self)

    def choose(self, view: View, legal: LegalActions) -> Action:
        assert self.seat in (None, view.seat), "a bot has one seat"
        self.seat = view.seat
        self.moves += 1
        return next(iter(legal))


asked: list[AtOneSeat] = []


def test_a_bot_plays_one_seat_also_where_it_is_warmed_up() -> None:
    """One object once played all seats of the warm-up, which a bot that remembers its seat did not survive."""
    asked.clear()
    contest = Contest(BOX, GameOptions(), 5, makers={"constant": AtOneSeat})
    contest.play(0, ("constant", "random", "constant"))
    warm, played = asked[:3], asked[3:]
    assert [bot.seat for bot in warm if bot.moves] == [0, 1]
    assert sum(bot.moves for bot in warm) == WARM_UP_MOVES
    assert [bot.seat for bot in played] == [0, 2]


def test_all_seatings_play_the_same_deal() -> None:
    contest = Contest(BOX, GameOptions(), 7)
    straight = Record.from_json(contest.play(3, ("greedy", "random")).record)
    turned = Record.from_json(contest.play(3, ("random", "greedy")).record)
    assert (turned.deck, turned.sticks) == (straight.deck, straight.sticks)
    assert [seat.colour for seat in turned.seats] == [seat.colour for seat in straight.seats]
    assert [seat.bot for seat in turned.seats] == ["random", "greedy"]


def test_only_answers_with_a_choice_are_timed() -> None:
    game = TWINS.play(0, ("castor", "pollux"))
    record = Record.from_json(game.record)
    assert all(times for times in game.times)
    assert sum(map(len, game.times)) < len(record.moves) * 2
    assert all(time >= 0 for times in game.times for time in times)


PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"name": "stubborn"}), flush=True)
    elif message["type"] == "turn":
        print(json.dumps({"id": message["id"], "action": {"do": "draw"}}), flush=True)
    elif message["type"] == "end":
        open(sys.argv[1], "a").write(json.dumps(message["result"]["winners"]) + "\\n")
"""


@pytest.mark.unix
@pytest.mark.usefixtures("unhurried")
def test_a_programs_faults_are_counted_and_it_is_ended_with_its_game(tmp_path: Path) -> None:
    program, told = tmp_path / "program.py", tmp_path / "told"
    program.write_text(PROGRAM, encoding="utf-8")
    contest = replace(TWINS, programs={"stubborn": f"{sys.executable} {program} {told}"}, program_limit=30)
    game = contest.play(0, ("stubborn", "random"))
    assert game.faults[0]["illegal"] > 5
    assert not game.faults[1]
    assert re.fullmatch(r"illegal: draw, where one may .* \([A-Z]+-\d+: .*\)", game.first_faults[0]), game.first_faults
    assert game.first_faults[1] == ""
    assert game.stand_ins == ({"harmless": sum(game.faults[0].values())}, {})
    record = Record.from_json(game.record)
    assert not list(faults(record, BOX))
    assert record.seats[0].bot == "stubborn"
    marked = [move["by"] for move in record.moves if move.get("stand_in") == "harmless"]
    assert marked == [record.seats[0].colour] * sum(game.faults[0].values())
    assert record.result is not None
    assert told.read_text(encoding="utf-8").count("\n") == 1


@pytest.mark.unix
def test_a_program_that_is_gone_is_dead_and_the_game_goes_on(tmp_path: Path) -> None:
    contest = replace(TWINS, programs={"gone": str(tmp_path / "gone")})
    game = contest.play(0, ("gone", "random"))
    assert set(game.faults[0]) == {"dead"}
    assert game.first_faults[0] == "dead: cannot be started: No such file or directory"
    assert not list(faults(Record.from_json(game.record), BOX))
