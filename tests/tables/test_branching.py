"""Playing on from a moment of another game: the same up to there, and nothing of what follows is known."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nouvelle_france import Match, Setup, replay
from nouvelle_france.rules.setup import SNOW
from nouvelle_france.tables import Code, branching
from nouvelle_france.tables.options import Origin
from tests.independent import replayer
from tests.kinds import EDITION, KINDS, Kind
from tests.tables.sitting import Sitting, bot, options, person, refused

SOME = KINDS[::4]


@cache
def game_of(kind: Kind) -> Match:
    return replay(kind.record("branching"), EDITION)


@given(st.sampled_from(SOME).map(game_of), st.floats(0, 1), st.integers(0, 2**32))
def test_set_3_what_was_seen_stays_and_the_rest_is_dealt_again(match: Match, share: float, seed: int) -> None:
    moment = int(share * (len(match.history) - 1))
    again = branching.dealt_again(match, moment, Random(seed))  # a Setup holds every rule about the deck
    left = branching.unseen(match, moment)
    kept = [place for place in range(len(again.deck)) if place not in left]
    assert [again.deck[place] for place in kept] == [match.setup.deck[place] for place in kept]
    other = Match(again, match.seats)
    for played in match.history[:moment]:
        other.play(played.action)
    assert other.moves == match.moves[: len(other.moves)]
    assert len(other.state.deck) == len(left)
    assert tuple(again.deck[place] for place in left) == other.state.deck


def test_every_order_of_the_unseen_can_come() -> None:
    match = game_of(SOME[0])
    moment = len(match.history) // 2
    decks = {branching.dealt_again(match, moment, Random(seed)).deck for seed in range(50)}
    assert len(decks) == 50
    left = branching.unseen(match, moment)
    (_, bottom, _) = match.setup.game.piles[-1]
    last = [place for place in left if place >= bottom - 6]
    snow = {next(place for place in last if deck[place] == SNOW) for deck in decks}
    assert len(snow) > 3, "the last snowflake may lie anywhere in its pile"


def test_what_comes_later_changes_nothing_in_the_new_deal() -> None:
    """Two games that differ in what was unseen then only are dealt the same again: nothing of it gets through."""
    match = game_of(SOME[0])
    moment = 30
    hidden = branching.dealt_again(match, moment, Random("another world"))
    other = Match(Setup(match.setup.game, hidden.deck), match.seats)
    for played in match.history[:moment]:
        other.play(played.action)
    assert other.setup.deck != match.setup.deck
    assert branching.dealt_again(other, moment, Random(1)) == branching.dealt_again(match, moment, Random(1))


@pytest.mark.parametrize("kind", SOME, ids=lambda it: it.id)
def test_the_new_game_is_a_whole_game_for_whoever_knows_the_rules_alone(kind: Kind) -> None:
    match = game_of(kind)
    moment = len(match.history) // 3
    game = match.setup.game
    solo = game.mode == "solo"
    seats = ["player"] if solo else list(game.colours)
    chosen = options(game.rules, game.solo) if solo else options(game.rules)
    sitting = Sitting(chosen, [bot(seat, "random") for seat in seats])
    sitting.write(branching.entries(match, moment, Random(3)))
    table = sitting.table
    assert table.status == "playing"
    assert table.playing.state.position == branching.state_at(match, moment).position
    assert table.takes_back is None
    assert {how for _, how in table.by} == {"replayed"}
    sitting.bots_play(Random(4))
    record = table.record()
    assert replayer.check(json.loads(record.to_json())) == []
    assert record.moves[: len(record.moves) // 4] == tuple(match.moves)[: len(record.moves) // 4]
    assert sitting.reloaded().record() == record


@pytest.mark.parametrize("kind", SOME, ids=lambda it: it.id)
def test_who_chose_a_move_stays_known_where_the_game_goes_on(kind: Kind) -> None:
    """In news, log and record; a Huron's look and its order are one move of the record, and two of the log."""
    match = game_of(kind)
    record = match.record()
    moves = tuple({**move, "stand_in": "greedy"} if at % 3 else move for at, move in enumerate(record.moves))
    match = replay(replace(record, moves=moves), EDITION)
    game = match.setup.game
    seats = ["player"] if game.mode == "solo" else list(game.colours)
    chosen = options(game.rules, game.solo) if game.mode == "solo" else options(game.rules)
    for entries in (branching.moved_entries(match), branching.entries(match, len(match.history) - 1, Random(3))):
        sitting = Sitting(chosen, [bot(seat, "random") for seat in seats])
        news = sitting.write(entries)
        kept = sitting.reloaded().playing
        assert kept.moves == list(moves[: len(kept.moves)])
        assert len(kept.moves) >= len(moves) - 1
        expected = ["greedy" if played.stand_in else None for played in kept.history]
        assert [it.told.get("stand_in") for it in news if it.kind == "moved"] == expected


def test_where_nothing_can_go_on_it_is_refused() -> None:
    match = game_of(SOME[0])
    assert refused(Code.NOT_PLAYING, lambda: branching.state_at(match, len(match.history))).rule == "END-1"
    refused(Code.BAD_OPTIONS, lambda: branching.state_at(match, len(match.history) + 1))


def test_a_table_that_goes_on_from_another_says_so_and_has_no_proof() -> None:
    match = game_of(SOME[0])
    seats = match.setup.game.colours
    chosen = replace(options(match.setup.game.rules), origin=Origin("TableNumber2", 30))
    sitting = Sitting(chosen, [bot(seat) for seat in seats])
    sitting.write(branching.entries(match, 30, Random(3)))
    sitting.bots_play(Random(4))
    assert sitting.table.status == "over"
    assert sitting.reloaded().options.origin == Origin("TableNumber2", 30)
    refused(Code.NO_PROOF, sitting.table.proof)


def test_the_person_who_plays_on_is_asked_where_it_was_their_turn() -> None:
    match = game_of(SOME[0])
    active = branching.state_at(match, 0).position.active
    seats = match.setup.game.colours
    chairs = [person(seat) if number == active else bot(seat) for number, seat in enumerate(seats)]
    sitting = Sitting(options(match.setup.game.rules), chairs)
    sitting.write(branching.entries(match, 0, Random(3)))
    assert sitting.table.persons_asked == [seats[active]]
