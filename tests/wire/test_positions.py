"""Games, positions, offers and editions on the wire, against the rules they are written from."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from nouvelle_france import WINTER, Bonus, Huron, Place, Position, State, Unable, placement_table, start
from nouvelle_france.protocol.game import Foreseen, GameTold, Offer, PositionTold
from nouvelle_france.wire import write_edition, write_foresight, write_game, write_offer, write_position
from nouvelle_france.wire.position import TOKENS
from tests.kinds import EDITION, KINDS, Kind, play_randomly
from tests.wire.strictness import agrees

kinds = st.sampled_from(KINDS)
seeds = st.integers(0, 10_000)


def reached(kind: Kind, seed: int, actions: int) -> State:
    """A state in the middle of a random game, or at its end."""
    match = kind.match(seed)
    play_randomly(match, Random(seed), actions)
    return match.state


class Outer(BaseModel):
    """For the proof that the strict comparison is strict."""

    inner: list[Foreseen]


@pytest.mark.parametrize(
    "written",
    [
        {"inner": [{"size": 1, "cards": [], "more": 1}]},
        {"inner": [], "more": 1},
        {"inner": [{"size": 1}]},
        {"inner": [{"size": "1", "cards": []}]},
        {},
    ],
)
def test_a_key_too_many_or_too_few_or_another_type_is_noticed(written: object) -> None:
    agrees(Outer, {"inner": [{"size": 1, "cards": ["eel"]}]})
    with pytest.raises((AssertionError, ValidationError)):
        agrees(Outer, written)


# -- positions -----------------------------------------------------------------------------------------------------


@given(kinds, seeds, st.integers(0, 400))
@settings(max_examples=100, deadline=None)
def test_games_positions_and_foresight_are_written_as_the_protocol_says(kind: Kind, seed: int, actions: int) -> None:
    state = reached(kind, seed, actions)
    agrees(GameTold, write_game(state.position.game))
    agrees(PositionTold, write_position(state.position))
    for foresight in state.foresight:
        for group in write_foresight(foresight):
            agrees(Foreseen, group)


@given(kinds, seeds, st.integers(0, 400))
@settings(max_examples=60, deadline=None)
def test_a_position_is_written_whole(kind: Kind, seed: int, actions: int) -> None:
    position = reached(kind, seed, actions).position
    game, written = position.game, write_position(position)
    for site, building in zip(EDITION.sites, position.buildings, strict=True):
        blocks = written["buildings"][site.id]
        placed = [(game.table[placement], seat) for placement, seat in building.placed]
        assert [(it["block"], it["by"], [tuple(cube) for cube in it["cubes"]]) for it in blocks] == [
            (placement.block, game.name(seat), list(placement.cubes)) for placement, seat in placed
        ]
    assert {colour: position.score(colour) for colour in written["scores"]} == written["scores"]
    assert set(written["scores"]) == set(game.colours or EDITION.colour_ids)
    assert written["deck"] == position.deck_count
    assert written["asked"] == [game.name(seat) for seat in position.movers]
    for shapes, key, held in (
        (EDITION.shape_ids, "stock", position.stock),
        (EDITION.bonus_ids, "bonus", position.bonus),
    ):
        assert [len(written[key][shape]) for shape in shapes] == [colours.bit_count() for colours in held]
    for seat in range(game.seats):
        face_up = written["tokens"][game.name(seat)]
        assert face_up == [name for name, token in TOKENS.items() if position.holds(seat, token)]
    assert (written["result"] is not None) == position.over
    assert (written["solo"] is None) == (game.mode == "table")
    assert sum(pile["cards"] for pile in write_game(game)["piles"]) == game.piles[-1].end


@given(kinds, seeds, st.integers(0, 200))
@settings(max_examples=40, deadline=None)
def test_set_5_the_order_of_the_deck_is_in_nothing_written_of_a_position(kind: Kind, seed: int, actions: int) -> None:
    match, other = kind.match(seed), kind.match(seed)
    play_randomly(match, Random(seed), actions)
    play_randomly(other, Random(seed), actions)
    object.__setattr__(other.state, "deck", tuple(reversed(other.state.deck)))
    for seat in (None, *range(match.setup.game.seats)):
        one, two = match.state.view(seat), other.state.view(seat)
        assert orjson.dumps([write_position(one.position), write_foresight(one.foresight)]) == orjson.dumps(
            [write_position(two.position), write_foresight(two.foresight)]
        )


# -- offers --------------------------------------------------------------------------------------------------------


def offers_agree(position: Position, seat: int) -> Counter[str]:
    """An offer has exactly the legal actions, with what each would score; how many there are of each kind."""
    game, offer = position.game, write_offer(position, seat)
    agrees(Offer, offer)
    legal = position.legal.of_seat(seat)
    assert offer["do"] == list(legal.kinds())
    offered = {}
    for group in offer["placements"]:
        assert group["ids"] == sorted(group["ids"])
        assert set(group["completes"]) <= set(group["ids"])
        assert set(group["challenges"]) <= set(map(str, group["ids"]))
        for number, id in enumerate(group["ids"]):
            placement = game.table[id]
            assert (placement.block, placement.site) == (group["block"], group["site"])
            assert (group["do"], id) not in offered
            gain = {colour: points[number] for colour, points in group["gain"].items() if points[number]}
            completes, earned = id in group["completes"], group["challenges"].get(str(id), [])
            offered[group["do"], id] = (gain, completes, earned)
    expected = {}
    for action in legal:
        if isinstance(action, Place | Bonus):
            scoring = position.scoring(action.placement, seat)
            earned = [EDITION.challenge_ids[it] for it in scoring.challenges]
            expected[action.do, action.placement] = (dict(scoring.gain), scoring.completes, earned)
    assert offered == expected
    unable = [(action.shape, action.remove) for action in legal if isinstance(action, Unable)]
    assert [(it["shape"], it["remove"]) for it in offer["unable"]] == unable
    orders = [action.order for action in legal if isinstance(action, Huron) and action.order is not None]
    assert offer["order"] == (len(orders[0]) if orders else 0)
    found = Counter(offer["do"])
    found["order"] = offer["order"]
    found["completes"] = sum(completes for _, completes, _ in offered.values())
    found["challenges"] = sum(bool(earned) for _, _, earned in offered.values())
    return found


@given(kinds, seeds, st.integers(0, 200))
@settings(max_examples=120, deadline=None)
def test_an_offer_has_the_legal_actions_and_what_they_score(kind: Kind, seed: int, actions: int) -> None:
    position = reached(kind, seed, actions).position
    for seat in range(position.game.seats):
        if not (position.game.mode == "solo" and seat == WINTER):
            offers_agree(position, seat)


def test_offers_of_whole_games_have_everything_there_is() -> None:
    """Also what comes up seldom: challenges, completed sites, claims, due bonus blocks."""
    found: Counter[str] = Counter()
    for kind in KINDS[::3]:
        match = kind.played("offers")
        state = start(match.setup)
        for played in match.history:
            if state.position.game.name(played.action.seat) != "winter":
                found += offers_agree(state.position, played.action.seat)
            state = state.play(played.action).state
    assert set(found) == {
        "draw", "place", "bonus", "fille", "coureur", "decline", "huron", "end", "unable", "pass",
        "completes", "challenges", "order",
    }  # fmt: skip


@given(seeds, st.integers(0, 80))
@settings(max_examples=30, deadline=None)
def test_a_seat_that_is_not_asked_is_offered_nothing(seed: int, actions: int) -> None:
    position = reached(KINDS[seed % 24], seed, actions).position
    for seat in range(position.game.seats):
        if seat not in position.movers:
            assert write_offer(position, seat) == {"do": [], "placements": [], "order": 0, "unable": []}


# -- the edition ---------------------------------------------------------------------------------------------------


@cache
def the_edition() -> dict[str, object]:
    return orjson.loads(orjson.dumps(write_edition(EDITION)))  # type: ignore[no-any-return]  # JSON has no type


def test_plc_7_the_poses_are_those_of_the_placement_table() -> None:
    table = placement_table(EDITION)
    groups = the_edition()["poses"]
    assert isinstance(groups, list)
    seen = 0
    for group in groups:
        assert group["first"] == seen, "ids are dense, one group after another"
        for number, cubes in enumerate(group["cubes"]):
            for colour, colour_id in enumerate(EDITION.colour_ids):
                placement = table[(seen + number) * len(EDITION.colours) + colour]
                assert placement.site == group["site"]
                assert placement.block == f"{group['shape']}-{colour_id}"
                assert [list(cube) for cube in placement.cubes] == cubes
        seen += len(group["cubes"])
    assert seen * len(EDITION.colours) == len(table)
    assert len(groups) == len(EDITION.sites) * len(EDITION.all_shapes)


def test_an_edition_is_written_whole_and_named_by_its_digest() -> None:
    written = the_edition()
    assert written["digest"] == EDITION.digest
    assert set(written) == {
        "digest", "id", "names", "colours", "shapes", "bonus", "sites", "sticks", "deck", "solo", "poses",
    }  # fmt: skip
    # JSON has no type
    assert [colour["id"] for colour in written["colours"]] == list(EDITION.colour_ids)  # type: ignore[attr-defined]
