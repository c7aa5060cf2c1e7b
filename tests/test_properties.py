"""What holds after any sequence of legal actions, in every kind of game."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nouvelle_france import SNOW, Phase, State, seen_by
from nouvelle_france.geometry import bits
from nouvelle_france.record import read_action, write_action
from nouvelle_france.rules.events import Doubled, Placed, Removed, SnowFell, TookHalf
from nouvelle_france.rules.solo import SoloPlay
from nouvelle_france.rules.table import TablePlay
from tests.kinds import KINDS, Kind, play_randomly

kinds = st.sampled_from(KINDS)
seeds = st.integers(0, 10_000)
a_game = settings(max_examples=60, deadline=None)


@given(kinds, seeds, st.integers(0, 400))
@a_game
def test_cmp_3_cards_and_stock_stay_in_step(kind: Kind, seed: int, actions: int) -> None:
    match = kind.match(seed)
    told = [
        event for state, action in play_randomly(match, Random(seed), actions) for event in state.play(action).events
    ]
    state = match.state
    game = state.position.game
    gone = [game.table[it.placement].block for it in told if isinstance(it, Placed) and not it.bonus]
    gone += [it.block for it in told if isinstance(it, Removed)]
    assert len(gone) == len(set(gone)), "a block leaves the stock once"
    for number, shape in enumerate(game.edition.shape_ids):
        stock = [f"{shape}-{game.edition.colour_ids[colour]}" for colour in bits(state.position.stock[number])]
        assert len(stock) == state.deck.count(shape) + state.position.display.count(shape)
        assert sorted(stock + [block for block in gone if block.rpartition("-")[0] == shape]) == sorted(
            f"{shape}-{colour}" for colour in game.edition.colour_ids
        )


@given(kinds, seeds)
@a_game
def test_cubes_are_those_of_the_placed_blocks_and_nothing_floats(kind: Kind, seed: int) -> None:
    match = kind.match(seed)
    play_randomly(match, Random(seed), 400)
    position = match.state.position
    table = position.game.table
    for building in position.buildings:
        cubes = Counter[int]()
        for placement, _ in building.placed:
            pose, block = table.pose(placement), placement % table.colours
            for colour_class, cells in enumerate(pose.cells_of):
                cubes[(block + colour_class) % table.colours] += cells.bit_count()
        assert [cells.bit_count() for cells in building.cubes] == [cubes[c] for c in range(table.colours)]
        assert building.occupied.bit_count() == cubes.total(), "no two cubes share a cell"
        built = 0
        for placement, _ in building.placed:
            pose = table.pose(placement)
            below = [(column, level) for column, level in pose.feet if level > 1]
            resting = len(below) < len(pose.feet) or any(
                built >> ((level - 2) * building.site.width + column) & 1 for column, level in below
            )
            assert resting, "PLC-1: every block rests on the foundation or on an earlier one"
            for cells in pose.cells_of:
                built |= cells
        assert list(building.heights) == [
            max((level for x, y, level in building.site.cubes(built) if (x, y) == column), default=0)
            for column in building.site.columns
        ]


@given(kinds, seeds)
@a_game
def test_scores_are_the_sum_of_gains(kind: Kind, seed: int) -> None:
    match = kind.match(seed)
    position = match.state.position
    edition = position.game.edition
    told = Counter[str]()
    rng = Random(seed)
    while not match.state.over:
        legal = match.state.legal
        action = rng.choice(legal.of_kind(rng.choice(legal.kinds())))
        seat_colours = match.state.position.game.colours
        for event in match.play(action):
            if isinstance(event, Placed):
                told.update({it.colour: it.points for it in event.scored})
            elif isinstance(event, Doubled | TookHalf):
                told[seat_colours[event.seat]] += event.points
            elif isinstance(event, SnowFell):
                for tally in event.sites:
                    told.update(tally.points)
    for move in match.moves:
        site = edition.site_ids.index(move["site"]) if "challenges" in move else 0
        told[edition.sites[site].solo_colour] += edition.solo.challenge_points * len(move.get("challenges", []))
    recorded = Counter[str]()
    for move in match.moves:
        recorded.update(move.get("gain", {}))
    scores = dict(zip(edition.colour_ids, match.state.position.scores, strict=True))
    assert {colour: recorded[colour] for colour in scores} == scores
    assert {colour: told[colour] for colour in scores} == scores


@given(kinds, seeds)
@a_game
def test_legal_actions_agree_with_themselves(kind: Kind, seed: int) -> None:
    match = kind.match(seed)
    rng = Random(seed)
    for state, action in play_randomly(match, rng, 60)[-5:]:
        legal = state.legal
        listed = list(legal)
        assert len(legal) == len(listed) == len(set(listed))
        assert action in legal
        assert all(it in legal for it in rng.sample(listed, min(20, len(listed))))
        assert [legal[i] for i in range(-len(legal), len(legal))] == listed * 2
        assert list(legal[1::3]) == listed[1::3]
        for beyond in (len(legal), -len(legal) - 1):
            with pytest.raises(IndexError, match=f"there are {len(legal)} legal actions, no number"):
                legal[beyond]
        for do in legal.kinds():
            of_kind = legal.of_kind(do)
            assert [of_kind[i] for i in range(len(of_kind))] == list(of_kind)
        ids = [it.placement for it in listed if hasattr(it, "placement")]
        assert ids == sorted(ids), "placements come in id order"


@given(kinds, seeds, st.integers(0, 120))
@a_game
def test_no_view_changes_when_only_hidden_cards_are_permuted(kind: Kind, seed: int, actions: int) -> None:
    match = kind.match(seed)
    play_randomly(match, Random(seed), actions)
    state = match.state
    for seat in (None, *range(state.position.game.seats)):
        other = replace(state, deck=_deal_what_is_hidden_again(state, seat, Random(seed)))
        assert state.view(seat) == other.view(seat)
        assert list(state.view(seat).legal) == list(other.view(seat).legal)
        for action in list(state.legal)[:40]:
            if action.do == "draw" or (action.do == "huron" and seat == action.seat):
                continue  # a drawn card is seen by all, a peek by the one who looks
            told, told_otherwise = state.play(action), other.play(action)
            assert [seen_by(it, seat) for it in told.events] == [seen_by(it, seat) for it in told_otherwise.events]
            assert told.state.view(seat) == told_otherwise.state.view(seat)


def _deal_what_is_hidden_again(state: State, seat: int | None, rng: Random) -> tuple[str, ...]:
    """The deck with everything that seat cannot tell apart shuffled: within each foreseen group, and below."""
    groups = [] if seat is None else [group.size for group in state.foresight[seat]]
    deck: list[str] = []
    for size in (*groups, len(state.deck)):
        part = state.deck[len(deck) : len(deck) + size]
        deck += rng.sample(part, len(part))
    return tuple(deck)


@given(kinds, seeds, st.integers(0, 120))
@a_game
def test_aly_4_what_a_seat_foresees_is_true(kind: Kind, seed: int, actions: int) -> None:
    match = kind.match(seed)
    play_randomly(match, Random(seed), actions)
    state = match.state
    for foresight in state.foresight:
        top = 0
        for size, cards in foresight:
            lying = Counter(state.deck[top : top + size])
            assert Counter(cards) <= lying
            top += size


@given(kinds, seeds)
@a_game
def test_every_game_ends_with_the_last_snowflake(kind: Kind, seed: int) -> None:
    match = kind.match(seed)
    play_randomly(match, Random(seed), 1000)
    position = match.state.position
    assert position.phase is Phase.OVER
    assert position.result is not None
    assert not list(position.legal)
    assert [move["card"] for move in match.moves if move["do"] == "draw"].count(SNOW) == position.game.edition.levels


@given(kinds, seeds)
@a_game
def test_a_played_state_is_left_as_it_was(kind: Kind, seed: int) -> None:
    match = kind.match(seed)
    history = play_randomly(match, Random(seed), 80)
    if history:
        state, action = Random(seed).choice(history)
        assert state.play(action) == state.play(action)


@given(kinds, seeds, st.integers(0, 200))
@a_game
def test_a_state_travels_between_processes(kind: Kind, seed: int, actions: int) -> None:
    match = kind.match(seed)
    play_randomly(match, Random(seed), actions)
    state = match.state
    list(state.legal)  # what it has worked out stays behind
    packed = pickle.dumps(state)
    assert len(packed) < 40_000
    assert pickle.loads(packed) == state
    assert list(pickle.loads(packed).legal) == list(state.legal)


@given(kinds, seeds, st.integers(0, 200))
@a_game
def test_an_action_reads_back_as_it_was_written(kind: Kind, seed: int, actions: int) -> None:
    match = kind.match(seed)
    for state, action in play_randomly(match, Random(seed), actions):
        written = json.loads(json.dumps(write_action(state.position.game, action)))
        assert read_action(state.position, written) == action


@given(kinds, seeds, st.integers(0, 200))
@a_game
def test_playing_starts_from_every_field_of_the_position(kind: Kind, seed: int, actions: int) -> None:
    match = kind.match(seed)
    play_randomly(match, Random(seed), actions)
    state = match.state
    kind_of_play = TablePlay if state.position.game.mode == "table" else SoloPlay
    assert kind_of_play(state.position, state.deck, state.foresight).position() == state.position
