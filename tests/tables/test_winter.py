"""Who chooses where placements are equal for Winter (SOL-5d): the player, or the fixed order."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from nouvelle_france import WINTER, Place, SoloSettings, faults
from nouvelle_france.rules.events import WinterChose
from nouvelle_france.tables import Code, Options, Pace, decisions
from nouvelle_france.tables.news import private_view
from nouvelle_france.tables.options import WinterTies
from tests.independent.replayer import check
from tests.tables.sitting import EDITION, Sitting, options, person, refused


def alone(chosen: Options | None = None, seed: str = "winter") -> Sitting:
    """The player does whatever comes first until Winter has drawn its card and several placements are equal for it."""
    chosen = chosen or options(solo=SoloSettings(), winter_ties="player")
    sitting = Sitting(chosen, [person("player")], secret=Random(seed).randbytes(32).hex()).start()
    while len(sitting.legal("winter").of_kind("place")) < 2:
        if "player" in sitting.table.asked:
            sitting.play("player", sitting.legal("player").kinds()[0])
        else:
            sitting.bots_play(Random(1), 1)
    return sitting


def test_sol_5d_the_player_chooses_among_what_is_equal_for_winter() -> None:
    sitting = alone()
    tied = sitting.legal("winter").of_kind("place")
    assert len(tied) > 1
    assert sitting.table.persons_asked == ["winter"]
    offers = private_view(sitting.table, ["player"])["offers"]
    groups = offers["winter"]["placements"]
    assert [Place(WINTER, id) for id in sorted(id for group in groups for id in group["ids"])] == list(tied)
    assert {tuple(group["gain"]) for group in groups} == {("white",)}
    sitting.bots_play(Random(1))
    assert len(sitting.legal("winter")) == len(tied), "nothing happens by itself"
    news = sitting.play("winter", "place", nth=1)
    chose = next(event for event in news.events if isinstance(event, WinterChose))
    assert (chose.tied, chose.usual) == (len(tied), False)
    assert sitting.table.takes_back == "winter"
    sitting.take_back("winter")
    assert sitting.table.persons_asked == ["winter"]


def test_sol_5d_the_fixed_order_asks_nobody() -> None:
    sitting = alone(options(solo=SoloSettings(), winter_ties="fixed"))
    assert len(sitting.legal("winter")) > 1
    assert sitting.table.persons_asked == []
    assert private_view(sitting.table, ["player"])["offers"] == {}
    refused(Code.NOT_YOUR_TURN, lambda: sitting.decide("winter", sitting.action("winter", "place", 1)))
    first = sitting.action("winter", "place")
    sitting.bots_play(Random(1), 1)
    assert sitting.table.playing.moves[-1]["cubes"] == first["cubes"]


def test_a_table_from_before_the_choice_plays_by_the_fixed_order() -> None:
    written = options(solo=SoloSettings(), winter_ties="player").write()
    assert Options.read(written).winter_ties == "player"
    del written["winter_ties"]
    assert Options.read(written).winter_ties == "fixed"


def test_sol_5_winter_takes_only_what_is_equal_for_it() -> None:
    sitting = alone()
    state = sitting.table.playing.state
    tied = state.position.winter_choice.placements
    other = next(
        pose.id * 4 + choice.colours.bit_length() - 1
        for choice in state.position.visible_choices
        for pose in state.position.poses(choice)
        if pose.id * 4 + choice.colours.bit_length() - 1 not in tied
    )
    placement = sitting.table.game.table[other]
    words = {"by": "winter", "do": "place", "block": placement.block, "site": placement.site}
    error = refused(Code.ILLEGAL_MOVE, lambda: sitting.decide("winter", {**words, "cubes": placement.cubes}))
    assert error.rule == "SOL-5"


def test_whoever_is_away_leaves_winter_to_itself() -> None:
    sitting = alone()
    sitting.write(decisions.leave(sitting.table, "player"))
    assert sitting.table.bot_of("winter") == "winter"
    sitting.write(decisions.come_back(sitting.table, "player"))
    assert sitting.table.bot_of("winter") is None


@pytest.mark.parametrize("ties", ["fixed", "player"])
def test_a_move_that_a_stand_in_made_for_winter_is_played(ties: WinterTies) -> None:
    sitting = alone(options(solo=SoloSettings(), winter_ties=ties))
    action = sitting.action("winter", "place")
    if ties == "player":
        moved = decisions.move(sitting.table, "winter", sitting.table.seq, None, action, stand_in="harmless")
    else:
        moved = sitting.decide("winter", action, how="stand_in")
    sitting.write(moved)
    assert sitting.table.playing.moves[-1]["stand_in"] == "harmless"
    assert sitting.table.takes_back == ("winter" if ties == "player" else None)
    if ties == "player":
        sitting.write(decisions.leave(sitting.table, "player"))
        assert sitting.table.takes_back is None


def test_time_spent_over_winters_choice_runs_out_too() -> None:
    sitting = alone(replace(options(solo=SoloSettings(), winter_ties="player"), pace=Pace(turn=30, bots=0.0)))
    deadline = sitting.table.deadline("winter")
    assert deadline is not None
    sitting.now = deadline
    sitting.write(decisions.time_out(sitting.table, "winter", sitting.now))
    assert sitting.table.bot_of("winter") == "winter"
    refused(Code.OUT_OF_TIME, lambda: sitting.decide("winter", sitting.action("winter", "place", 1)))
    sitting.bots_play(Random(1), 1)
    assert sitting.table.asked.keys() == {"player"}


@pytest.mark.parametrize("seed", range(3))
def test_sol_5d_the_record_of_a_game_with_choices_is_valid(seed: int) -> None:
    rng = Random(seed)
    sitting = alone(seed=f"whole game {seed}")
    chosen = 0
    while sitting.table.status == "playing":
        sitting.bots_play(rng)
        for seat in sitting.table.persons_asked:
            legal = sitting.legal(seat)
            kind = rng.choice(legal.kinds())
            nth = rng.randrange(len(legal.of_kind(kind)))
            chosen += seat == "winter" and nth > 0
            sitting.play(seat, kind, nth=nth)
    record = sitting.table.proof().record
    assert chosen >= 3, "Winter was not left to its fixed order"
    assert list(faults(record, EDITION)) == []
    assert check(json.loads(record.to_json())) == []
