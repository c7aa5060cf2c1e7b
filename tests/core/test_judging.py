"""Judging moves: the quick, incremental figures of the core against slow ones made from the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from nouvelle_france import Position, State, start
from nouvelle_france.core.judging.choosing import best_placement
from nouvelle_france.core.judging.features import (
    bucket_of,
    next_seat_of,
    prepare,
)
from nouvelle_france.core.judging.listing import list_and_score
from nouvelle_france.core.judging.notes import new_notes
from nouvelle_france.core.judging.scheme import (
    BUCKETS,
    FEATURES,
    SETS,
    SITE_CHAINED,
    SITE_HIGH,
    SITE_LONGEST,
    SITE_LOW,
    SITE_OPENINGS,
    SITE_REACH,
    SITE_SECOND,
)
from nouvelle_france.core.judging.value import value_after, value_now
from nouvelle_france.core.position import snow_chance
from nouvelle_france.core.state import play
from nouvelle_france.core.tables import core_tables
from nouvelle_france.core.translate import game_of_state
from nouvelle_france.geometry import bits
from nouvelle_france.rules import PLAYER, WINTER, Action, Bonus, Phase, Place
from tests.core.slowly import loss, own_colour, worth
from tests.core.variants import GROUPS

SORTS = [
    "reconstruction-1-table-each_stage-free-standing-claimed",
    "reconstruction-1-table-one-card-none-leaning-verified",
    "reconstruction-1-solo-kings-engineer-leaning",
    "reconstruction-1-solo-apprentice-free-standing",
    "tiny-table-each_stage-free-standing-claimed",
    "tiny-solo-strict-free-standing",
]

SAMPLE = 12
"""Placements of a position that are looked at."""


def weights(seed: int = 1) -> Any:
    """Any weights: every feature counts, in every bucket."""
    return np.random.default_rng(seed).normal(size=(SETS, BUCKETS, FEATURES))


def positions(group: str) -> Iterator[tuple[State, Random]]:
    """On the way through games of every variant of a group, whose placements are of several tastes."""
    some = 1.0 if "tiny" in group else 0.3 if "table" in group else 0.12
    for variant in GROUPS[group]:
        for seed in range(3 if "tiny" in group else 1):
            rng = Random(f"policy/{group}/{variant.id}/{seed}")
            state = start(variant.deal(rng))
            while not state.over:
                rare = state.position.phase in (Phase.CLAIMED, Phase.DUE) or nearly_done(state.position)
                if rng.random() < (max(some, 0.5) if rare else some):
                    yield state, rng
                legal = state.legal
                kind = rng.choice(legal.kinds())
                few = [rng.choice(legal.of_kind(kind)) for _ in range(12)]
                state = state.play(min(few, key=partial(height if len(variant.id) % 2 else loss, state.position))).state


def height(position: Position, action: Action) -> int:
    """Of a placement: those that lie low fill the ground, so that sites are completed."""
    return sum(cube[2] for cube in position.game.table.pose(action.placement).cubes) if isinstance(action, Place) else 0


def nearly_done(position: Position) -> list[int]:
    """The sites that one block may complete."""
    return [site for site, building in enumerate(position.buildings) if 0 < building.heights.count(0) <= 5]


def to_place(group: str) -> Iterator[tuple[State, Random, int]]:
    """Those in which a player, not Winter, may place something."""
    for state, rng in positions(group):
        seat = state.position.movers[0]
        if state.position.choices and not (state.position.game.mode == "solo" and seat == WINTER):
            yield state, rng, seat


def completing(position: Position, placements: list[int]) -> list[int]:
    """Where two placements that complete a site stand in a list, if there are any."""
    nearly = nearly_done(position)
    pose_of = position.game.table.pose
    poses = [(number, pose_of(it)) for number, it in enumerate(placements)] if nearly else []
    done = (number for number, it in poses if it.site in nearly and position.buildings[it.site].completed_by(it))
    return list(islice(done, 2))


# -- slow figures ----------------------------------------------------------------------------------------------------


def counts(position: Position, site: int, colour: int) -> bool:
    """Whether a colour's cubes on a site score for somebody (SNW-1, SOL-7)."""
    game = position.game
    if game.mode == "solo":
        return colour in (game.winter, game.colour_of_site[site])
    return colour in game.colour_of_seat


def projected(position: Position, colour: int) -> int:
    """Points, the marks of all cubes that a snowfall will still count, and disks."""
    game = position.game
    total = position.scores[colour]
    for site, building in enumerate(position.buildings):
        if counts(position, site, colour):
            for level in range(position.tallied + 1, game.edition.levels + 1):
                total += building.count(colour, level) * game.marks[site][level - 1]
        holder = position.standees[site]
        if holder is not None:
            if game.mode == "table" and game.colour_of_seat[holder] == colour:
                total += game.disks[site]
            if game.mode == "solo" and holder == PLAYER and colour == game.winter:
                total -= game.disks[site]
    return total


def site_figures(position: Position, site: int, colour: int) -> dict[int, int]:
    """Chains that can still grow, the free cells beside them, and cubes low and high."""
    building = position.buildings[site]
    table = building.site
    levels, depth = position.game.edition.levels, position.snow
    reachable = 0
    for (x, y), height in zip(table.columns, building.heights, strict=True):
        for level in range(max(height, depth) + 1, levels + 1):
            reachable |= 1 << table.cell((x, y, level))
    sizes, openings, reach = [], 0, 0
    low = high = 0
    for chain in building.groups(colour, depth):
        beside = 0
        for cell in bits(chain):
            beside |= table.neighbours[cell]
            if table.cube(cell)[2] == depth + 1:
                low += 1
            else:
                high += 1
        free = beside & reachable
        if free:
            sizes.append(chain.bit_count())
            openings |= free
            reach += chain.bit_count() * min(free.bit_count(), 8)
    longest = sorted([0, 0, *sizes])[-2:]
    return {
        SITE_OPENINGS: openings.bit_count(),
        SITE_CHAINED: sum(sizes),
        SITE_LONGEST: longest[1],
        SITE_SECOND: longest[0],
        SITE_REACH: reach,
        SITE_LOW: low,
        SITE_HIGH: high,
    }


# -- the tests -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("group", SORTS)
def test_listed_gains_and_worths_are_those_of_the_rules(group: str) -> None:
    phases = Counter[Phase]()
    happened = Counter[str]()
    notes = None
    for state, rng, seat in to_place(group):
        position = state.position
        game = position.game
        tables = core_tables(game.edition)
        notes = new_notes(tables) if notes is None else notes
        count = list_and_score(tables, game_of_state(state)[0], seat, notes)
        listed = notes["listed"][:count].tolist()
        assert len(listed) == len(set(listed))
        assert sorted(listed) == [it.placement for it in state.legal if isinstance(it, Place | Bonus)]
        ids = game.edition.colour_ids
        finishing = completing(position, listed)
        for number in [*finishing, *(rng.randrange(count) for _ in range(SAMPLE))]:
            placement = listed[number]
            scoring = position.scoring(placement, seat)
            own = own_colour(position, seat, game.table.pose(placement).site)
            assert notes["gains"][number] == scoring.gain.get(ids[own], 0)
            if game.mode == "solo":
                assert notes["white_gains"][number] == scoring.gain.get(ids[game.winter], 0)
            assert notes["worths"][number] == pytest.approx(worth(position, seat, placement), abs=1e-12)
            happened["completes"] += scoring.completes
            happened["earns"] += bool(scoring.challenges)
        phases[position.phase] += 1
    assert happened["completes"] or "tiny" not in group, "too tame"
    wanted = (
        {Phase.PLACE} | ({Phase.TURN} if "table" in group else set()) | ({Phase.DUE} if "tiny-solo" in group else set())
    )
    assert wanted | ({Phase.CLAIMED} if "claimed" in group else set()) <= set(phases), "too tame"


@pytest.mark.parametrize("group", SORTS)
def test_projected_scores_and_figures_of_sites_are_those_of_the_rules(group: str) -> None:
    notes = None
    held = chains = snowing = 0
    for state, _ in positions(group):
        position = state.position
        game = position.game
        tables = core_tables(game.edition)
        notes = new_notes(tables) if notes is None else notes
        notes["site_features"] = -1  # whatever was thought before must not matter
        prepare(tables, game_of_state(state)[0], notes)
        players = range(len(game.edition.colours)) if game.mode == "solo" else game.colour_of_seat
        assert [notes["projected"][colour] for colour in players] == [projected(position, colour) for colour in players]
        for site in range(len(position.buildings)):
            for colour in range(len(game.edition.colours)):
                found = dict(enumerate(notes["site_features"][site, colour].tolist()))
                if counts(position, site, colour):
                    assert found == site_figures(position, site, colour)
                    chains += found[SITE_SECOND] > 0
                else:
                    assert set(found.values()) == {0}
        held += any(it is not None for it in position.standees)
        snowing += position.snowing
    assert held or "tiny" not in group, "too tame"
    assert chains, "too tame"
    assert snowing or "tiny-solo" not in group, "too tame"


@pytest.mark.parametrize("group", [*SORTS[::2], *(pytest.param(it, marks=pytest.mark.large) for it in SORTS[1::2])])
def test_the_value_after_a_placement_is_that_of_the_position_it_leads_to(group: str) -> None:
    """Exactly, whatever the weights: the quick look at a move is no guess."""
    judge = weights()
    looked = finished = 0
    notes = None
    for state, rng, seat in to_place(group):
        position = state.position
        tables = core_tables(position.game.edition)
        notes = new_notes(tables) if notes is None else notes
        games = game_of_state(state)
        game = games[0]
        count = list_and_score(tables, game, seat, notes)
        listed, gains = notes["listed"][:count].copy(), notes["gains"][:count].copy()
        white = notes["white_gains"][:count].copy()
        next_seat = next_seat_of(game)
        finishing = completing(position, listed.tolist())
        for number in [*finishing, *(rng.randrange(count) for _ in range(SAMPLE))]:
            prepare(tables, game, notes)
            quick = value_after(
                tables, game, seat, listed[number], gains[number], white[number], next_seat, judge, notes
            )  # fmt: skip
            reached = games.copy()
            play(tables, reached[0], seat, int(listed[number]), notes["work"]["no_log"], notes["work"])
            if reached[0]["snow"] != game["snow"]:
                continue  # in solo, the last block that was due lets the snow lie: another stage
            reached[0]["turn"] = game["turn"]  # in solo, whose turn comes next is not part of the look
            prepare(tables, reached[0], notes)
            slow = value_now(tables, reached[0], seat, next_seat, judge, notes)
            assert quick == slow, f"placement {listed[number]}"
            looked += 1
            finished += number in finishing
    assert looked > 100
    assert finished or "tiny" not in group, "too tame"


@pytest.mark.parametrize("group", SORTS)
def test_looking_at_a_move_leaves_no_trace(group: str) -> None:
    """Judging one placement does not change the verdict on the next, nor the game."""
    judge = weights(2)
    for state, _, seat in list(to_place(group))[::5]:
        tables = core_tables(state.position.game.edition)
        notes = new_notes(tables)
        games = game_of_state(state)
        before = games.tobytes()
        for _ in range(2):
            prepare(tables, games[0], notes)
            best = best_placement(tables, games[0], seat, next_seat_of(games[0]), judge, 24, notes)
            kept = int(notes["top_count"])
            values, ranked = notes["top_value"][:kept].tolist(), notes["top"][:kept].tolist()
            assert values == sorted(values, reverse=True)
            assert best == ranked[0]
            fresh = new_notes(tables)
            prepare(tables, games[0], fresh)
            assert best_placement(tables, games[0], seat, next_seat_of(games[0]), judge, 24, fresh) == best
            assert fresh["top"][:kept].tolist() == ranked
            assert fresh["top_value"][:kept].tolist() == values
        assert games.tobytes() == before


@pytest.mark.parametrize("group", [SORTS[0], SORTS[4]])
def test_the_widest_look_keeps_the_placements_worth_most(group: str) -> None:
    for state, _, seat in list(to_place(group))[::9]:
        tables = core_tables(state.position.game.edition)
        notes = new_notes(tables)
        game = game_of_state(state)[0]
        prepare(tables, game, notes)
        best_placement(tables, game, seat, next_seat_of(game), weights(), 24, notes)
        count = min(24, len(state.position.legal.of_seat(seat).of_kind("place") or state.legal.of_kind("bonus")))
        assert notes["top_count"] == count
        judged = sorted(notes["top"][:count].tolist())
        every = list_and_score(tables, game, seat, notes)
        worths = dict(zip(notes["listed"][:every].tolist(), notes["worths"][:every].tolist(), strict=True))
        least = min(worths[placement] for placement in judged)
        assert len(set(judged)) == count
        assert sum(it > least for it in worths.values()) < count, "one worth more was left out"
        # One alone: the placement worth most, the first of them in placement order.
        best = best_placement(tables, game, seat, next_seat_of(game), weights(), 1, notes)
        assert best == max(worths, key=lambda it: (worths[it], -it))


@pytest.mark.parametrize("group", SORTS)
def test_how_near_the_snow_is_follows_from_the_piles(group: str) -> None:
    buckets = set()
    for state, _ in positions(group):
        position = state.position
        game = game_of_state(state)[0]
        drawn = position.game.piles[-1].end - position.deck_count
        pile = [pile for pile in position.game.piles if pile.snow][position.tallied]
        draws = (max(pile.start - drawn, 0) + max(pile.end - drawn, 1)) / 2
        near = sum(draws > limit for limit in (2, 4, 7))
        assert bucket_of(game) == 4 * min(position.tallied, 2) + near
        buckets.add(near)
        chance = snow_chance(game)
        assert chance == (1 / max(pile.end - drawn, 1) if position.snow_may_come else 0)
    assert len(buckets) >= 2, "too tame"
