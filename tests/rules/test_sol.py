"""Solo against Winter.

Proves SOL-1, SOL-2, SOL-3, SOL-4, SOL-5, SOL-6, SOL-7, SOL-8, SOL-9, SOL-10, SOL-11.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import nouvelle_france as nf
from nouvelle_france import PLAYER, SNOW, WINTER, Draw, Phase, Place, State, Unable
from nouvelle_france.geometry import bits
from nouvelle_france.rules import events
from tests.rules.situations import (
    EDITION,
    SHAPES,
    TABLE,
    change,
    deck,
    gain,
    gain_of,
    kinds,
    may_place,
    on_top,
    place,
    placing,
    refused,
    scores,
    solo,
    to_place,
    with_blocks,
    with_cubes,
    with_deck,
    with_scores,
    with_snow,
)
from tests.rules.solo_situations import (
    IN_NICHE,
    NICHE,
    blocks_offered,
    cells_offered,
    draw_snow,
    due,
    no_room_but,
    pieces,
    raised,
    sites_offered,
    winter_to_place,
    winters_turn,
    without_blocks,
)

SQUARE = [(2, 6, 1), (2, 7, 1), (2, 8, 1), (3, 8, 1), (4, 8, 1)]
"""Flat in a corner of the church; square-brown has its brown cubes at the ends, its white one on (3, 8)."""

STAIRS = [(2, 4, 1), (2, 5, 1), (2, 5, 2), (2, 6, 2), (2, 6, 3)]
"""On a wall of the church."""

FRONT = [(2, 8, 1), (3, 8, 1), (4, 8, 1)]
"""A beam along the front wall of the church."""

# -- SOL-1 .. SOL-3 --------------------------------------------------------------------------------------------------


def test_sol_1_all_markers_start_on_0_and_nobody_has_allies() -> None:
    position = solo().position
    assert position.scores == (0, 0, 0, 0)
    assert position.tokens == (0, 0)
    assert [position.game.name(seat) for seat in range(position.game.seats)] == ["player", "winter"]


@pytest.mark.parametrize(
    ("site", "colour", "cubes"),
    [
        ("church", "brown", FRONT),
        ("mill", "yellow", [(0, 1, 1), (0, 2, 1), (0, 3, 1)]),
        ("redoubt", "blue", [(1, 3, 1), (1, 4, 1), (1, 5, 1)]),
    ],
)
def test_sol_1_each_site_plays_for_its_colour(site: str, colour: str, cubes: list[nf.Cube]) -> None:
    state = change(solo(), phase=Phase.DUE, due=((0, 1),))
    for block in ("brown", "yellow", "blue"):
        assert gain_of(state, f"beam-{block}", site, cubes) == ({colour: 3} if block == colour else {})


@pytest.mark.parametrize("sticks", [("blue", "yellow", "brown"), ("brown", "blue", "yellow")])
def test_sol_1_disks_are_10_whatever_the_stick(sticks: tuple[str, ...]) -> None:
    assert solo(sticks=sticks).position.game.disks == (10, 10, 10)


def test_sol_2_the_third_snowflake_lies_under_the_deck() -> None:
    places = Counter[int]()
    for seed in range(60):
        cards = nf.deal_solo(EDITION, Random(seed)).deck
        assert Counter(cards) == {**dict.fromkeys(SHAPES, 4), SNOW: 3}
        places.update(place for place, card in enumerate(cards) if card == SNOW)
    # Piles of 11, then 5 + 1 with snow, 5, 5 + 1 with snow, 5, 5, and the last snowflake.
    assert set(places) == {*range(11, 17), *range(22, 28), 38}
    assert places[38] == 60


@pytest.mark.parametrize("snow", [(11, 22, 37), (11, 21, 38), (10, 22, 38)])
def test_sol_2_no_other_deck(snow: tuple[int, ...]) -> None:
    with pytest.raises(nf.SetupError, match=r"^SOL-2"):
        solo(deck=deck(snow=snow))


def test_sol_3_three_player_turns_then_winters() -> None:
    state, seats = solo(), [PLAYER]
    while len(seats) < 9:
        state, happened = state.play(next(iter(state.legal)))
        seats += [event.seat for event in happened if isinstance(event, events.TurnBegan)]
    assert seats == [PLAYER, PLAYER, PLAYER, WINTER] * 2 + [PLAYER]


def test_sol_3_a_bonus_placement_is_not_a_turn() -> None:
    state = place(with_scores(to_place(solo(), "square"), brown=17), "square-brown", "church", SQUARE).state
    assert (state.position.phase, state.position.turn) == (Phase.DUE, 0)
    state = place(state, "beam-blue", "mill", [(0, y, 1) for y in (1, 2, 3)]).state
    assert (state.position.phase, state.position.turn, state.position.active) == (Phase.DRAW, 1, PLAYER)


@pytest.mark.parametrize(("state", "seat"), [(solo(), WINTER), (winters_turn(solo()), PLAYER)])
def test_sol_3_not_in_the_others_turn(state: State, seat: int) -> None:
    with pytest.raises(nf.NotYourTurnError) as error:
        state.play(Draw(seat))
    assert error.value.rule == "SOL-3"


# -- SOL-4: the books' examples ----------------------------------------------------------------------------------------


def test_sol_4_square_on_the_church() -> None:
    assert gain_of(to_place(solo(), "square"), "square-brown", "church", SQUARE) == {"brown": 2, "white": 1}


def test_sol_4_scythe_on_the_mill() -> None:
    # cannon-yellow: yellow at the corner end (0, 1) and on top, white at (0, 3).
    state = with_blocks(solo(), ("cannon-yellow", "mill", [(0, 1, 1), (0, 2, 1), (0, 3, 1), (0, 4, 1), (0, 2, 2)]))
    scythe = [(0, 0, 1), (1, 0, 1), (2, 0, 1), (3, 0, 1), (3, 0, 2)]  # yellow, blue, white, brown, yellow
    assert gain_of(to_place(state, "scythe"), "scythe-yellow", "mill", scythe) == {"yellow": 3, "white": 1}


def test_sol_4_eel_on_the_mill() -> None:
    state = with_blocks(
        solo(),
        # blue, white, brown, YELLOW at (1, 0, 1), blue: below the eel's first cube
        ("square-blue", "mill", [(0, 2, 1), (0, 1, 1), (0, 0, 1), (1, 0, 1), (2, 0, 1)]),
        # WHITE at (3, 0, 1), brown, yellow, blue, white: below the eel's white cube
        ("scythe-white", "mill", [(3, 0, 1), (4, 0, 1), (5, 0, 1), (6, 0, 1), (6, 0, 2)]),
        # white, brown, YELLOW at (5, 0, 3), blue, WHITE at (4, 0, 2): beside the eel's last and its white cube
        ("eel-white", "mill", [(7, 0, 3), (6, 0, 3), (5, 0, 3), (5, 0, 2), (4, 0, 2)]),
        # YELLOW at (0, 0, 2), blue, white, brown, yellow: beside the eel's first cube
        ("cannon-yellow", "mill", [(0, 0, 2), (0, 1, 2), (0, 2, 2), (0, 3, 2), (0, 1, 3)]),
    )
    eel = [(1, 0, 2), (2, 0, 2), (3, 0, 2), (3, 0, 3), (4, 0, 3)]  # yellow, blue, white, brown, yellow
    step = place(to_place(state, "eel"), "eel-yellow", "mill", eel)
    assert gain(state, step.state) == {"yellow": 5, "white": 3}
    placed = next(event for event in step.events if isinstance(event, events.Placed))
    assert {scored.colour: (len(scored.new), len(scored.linked)) for scored in placed.scored} == {
        "yellow": (2, 3),
        "white": (1, 2),
    }


def test_sol_4_no_other_colour_scores() -> None:
    state = with_cubes(to_place(solo(), "square"), "church", yellow=[(2, 5, 1)], blue=[(4, 7, 1)])
    assert gain_of(state, "square-yellow", "church", SQUARE) == {"brown": 1, "white": 1}


def test_sol_4_cubes_under_snow_score_nothing() -> None:
    assert gain_of(with_snow(to_place(solo(), "square"), 1), "square-brown", "church", SQUARE) == {}


# -- SOL-5: Winter's choice --------------------------------------------------------------------------------------------

BOOK = [
    # White cubes: (0, 4, 2) | (2, 0, 1) | (4, 7, 2) | (7, 2, 2) | (7, 7, 1) and (7, 5, 1) | (0, 2, 2) | (3, 7, 2) and
    # (0, 7, 1) | (5, 0, 1). Two of them touch: (3, 7, 2) and (4, 7, 2). Column (6, 7) is still empty.
    ("eel-blue", "mill", [(0, 3, 2), (0, 4, 2), (0, 5, 2), (0, 5, 1), (0, 6, 1)]),
    ("cannon-blue", "mill", [(1, 0, 1), (2, 0, 1), (3, 0, 1), (4, 0, 1), (2, 0, 2)]),
    ("eel-brown", "mill", [(2, 7, 1), (3, 7, 1), (4, 7, 1), (4, 7, 2), (5, 7, 2)]),
    ("cannon-yellow", "mill", [(7, 4, 2), (7, 3, 2), (7, 2, 2), (7, 1, 2), (7, 3, 1)]),
    ("horseshoe-white", "mill", [(7, 7, 1), (7, 7, 2), (7, 6, 2), (7, 5, 2), (7, 5, 1)]),
    ("horseshoe-blue", "mill", [(0, 2, 1), (0, 2, 2), (0, 1, 2), (0, 0, 2), (0, 0, 1)]),
    ("eel-white", "mill", [(3, 7, 2), (2, 7, 2), (1, 7, 2), (1, 7, 1), (0, 7, 1)]),
    ("horseshoe-brown", "mill", [(7, 0, 2), (7, 0, 1), (6, 0, 1), (5, 0, 1), (5, 0, 2)]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "block", "points"),
    [
        (["cannon"], "cannon-white", 2),  # on the mill it would only fit on top, away from the white cubes
        (["weathercock"], "weathercock-white", 3),  # stem down into column (6, 7), beside (7, 7, 1)
        (["square"], "square-white", 5),  # the same, and with its other end on (4, 7, 2), beside (3, 7, 2)
        (["cannon", "weathercock", "square"], "square-white", 5),
    ],
)
def test_sol_5_the_books_example(cards: list[str], block: str, points: int) -> None:
    state = winter_to_place(with_blocks(solo(), *BOOK), *cards)
    assert blocks_offered(state) == {block}
    assert winters_gains(state) == {points}


def test_sol_5_the_books_square_goes_there() -> None:
    state = winter_to_place(with_blocks(solo(), *BOOK), "cannon", "weathercock", "square")
    square = [(6, 7, 1), (6, 7, 2), (6, 7, 3), (5, 7, 3), (4, 7, 3)]
    assert cells_offered(state) == {tuple(sorted(square))}
    assert may_place(state, "square-white", "mill", square) == "yes"
    # The weathercock that joins three, and a square elsewhere.
    weathercock = [(6, 7, 1), (6, 7, 2), (6, 7, 3), (5, 7, 3), (7, 7, 3)]
    assert may_place(state, "weathercock-white", "mill", weathercock) == "SOL-5"
    assert may_place(state, "square-white", "church", SQUARE) == "SOL-5"


def test_sol_5_winter_says_why() -> None:
    state = winter_to_place(with_blocks(solo(), *BOOK), "cannon", "weathercock", "square")
    chose = state.play(next(iter(state.legal))).events[0]
    assert isinstance(chose, events.WinterChose)
    assert (chose.white_cubes, chose.points, chose.tied) == (2, 5, len(state.legal))
    assert chose.marks == 2 + 1  # the mill's stick is 2 - +, and the square's white ends stand on levels 1 and 3
    assert chose.scoring >= chose.tied
    assert chose.usual


def test_sol_5d_another_of_the_tied_is_as_good_and_is_told_as_a_choice() -> None:
    state = winter_to_place(solo(), "eel")
    usual, other, *_ = state.legal
    for action, is_usual in ((usual, True), (other, False)):
        chose = state.play(action).events[0]
        assert isinstance(chose, events.WinterChose)
        assert (chose.tied, chose.usual) == (len(state.legal), is_usual)


def test_sol_5c_winter_says_how_many_scored_as_much_before_the_marks_settled_it() -> None:
    state = winter_to_place(solo(), "eel")
    points, marks = set(), set()
    for choice in state.position.visible_choices:
        for pose in state.position.poses(choice):
            for block in bits(choice.colours):
                if state.position.cubes_of(state.position.game.winter, choice.shape, block) == 2:
                    id = pose.id * 4 + block
                    points.add((state.position.scoring(id, 1).gain["white"], id))
                    marks.add((state.position.marks_of(pose, block, state.position.game.winter), id))
    most = max(points)[0]
    chose = state.play(next(iter(state.legal))).events[0]
    assert isinstance(chose, events.WinterChose)
    assert chose.scoring == sum(it == most for it, _ in points)
    assert chose.tied == sum(it == max(marks)[0] for it, _ in marks) < chose.scoring


def test_sol_5a_most_white_cubes_before_most_points() -> None:
    # A square's single white cube would join four under it; but an eel has two white cubes.
    ground = raised(solo(), "church", {**NICHE, (2, 8): 1, (3, 8): 0, (4, 8): 1})
    ground = with_cubes(ground, "church", white=[(3, 8, 1), (3, 8, 2), (2, 8, 2), (4, 8, 2)])
    state = without_blocks(ground, "square-white")
    assert winters_gains(winter_to_place(state, "square")) == {5}
    assert blocks_offered(winter_to_place(state, "square", "eel")) == {"eel-white"}


def winters_gains(state: State) -> set[int]:
    """What Winter's possible placements score for white; nobody else scores."""
    gains = [gain(state, state.play(action).state) for action in state.legal]
    assert all(set(it) == {"white"} for it in gains)
    return {it["white"] for it in gains}


def test_sol_5a_a_block_that_fits_nowhere_does_not_count() -> None:
    state = winter_to_place(without_blocks(no_room_but(solo(), "church", NICHE), "square-white"), "eel", "square")
    assert blocks_offered(state) == {"square-brown", "square-yellow", "square-blue"}


def test_sol_5b_most_points() -> None:
    state = winter_to_place(with_cubes(solo(), "redoubt", white=[(3, 1, 1)]), "cannon", "stairs")
    assert sites_offered(state) == {"redoubt"}
    assert winters_gains(state) == {3}
    assert refused(state, placing(state, "stairs-white", "church", STAIRS)) == "SOL-5"


@pytest.mark.parametrize(
    ("card", "snow", "sticks", "site"),
    [
        # An eel stands with its white ends on levels 1 and 2, stairs with theirs on 1 and 3. On the bare ground all
        # placements score alike, so the marks decide: church + 2 -, mill 2 - +, redoubt - + 2.
        ("eel", 0, ("blue", "yellow", "brown"), "church"),  # 1 + 2 against 2 - 1 and -1 + 1
        ("eel", 0, ("yellow", "blue", "brown"), "mill"),
        ("stairs", 0, ("blue", "yellow", "brown"), "mill"),  # 2 + 1 against 1 - 1 and -1 + 2
        ("stairs", 1, ("blue", "yellow", "brown"), "redoubt"),  # under snow level 1 counts no more: 2 against -1 and 1
        ("stairs", 1, ("brown", "yellow", "blue"), "church"),
    ],
)
def test_sol_5c_marks_break_ties(card: str, snow: int, sticks: tuple[str, ...], site: str) -> None:
    assert sites_offered(winter_to_place(with_snow(solo(sticks=sticks), snow), card)) == {site}


def test_sol_5d_first_of_the_tied_in_placement_order() -> None:
    state = winter_to_place(solo(), "eel")
    tied = [action.placement for action in state.legal if isinstance(action, Place)]
    assert len(tied) > 1
    assert tied == sorted(tied)
    assert next(iter(state.legal)) == Place(WINTER, tied[0])
    assert winters_gains(state) == {2}


@pytest.mark.parametrize("seed", range(6))
def test_sol_5_by_brute_force(seed: int) -> None:
    """All steps of the choice again, placement by placement, in games of random moves."""
    state, bot = nf.start(nf.deal_solo(EDITION, Random(seed))), nf.BOTS["random"](Random(seed))
    while not state.over:
        position = state.position
        if position.movers == (WINTER,):
            if position.phase is Phase.PLACE:
                assert [action.placement for action in state.legal if isinstance(action, Place)] == winters_best(state)
            state = state.play(next(iter(state.legal))).state
        else:
            view = state.view(PLAYER)
            state = state.play(bot.choose(view, view.legal)).state


def winters_best(state: State) -> list[int]:
    position = state.position
    in_sight = [
        id
        for id in range(len(TABLE))
        if (pose := TABLE.pose(id)).shape < len(SHAPES)
        and SHAPES[pose.shape] in position.display
        and position.stock[pose.shape] >> id % 4 & 1
        and not pose.too_high
        and position.buildings[pose.site].standing >> (pose.id - TABLE.sites[pose.site].first) & 1
    ]

    def worth(id: int) -> tuple[int, int, int]:
        pose = TABLE.pose(id)
        building, marks = position.buildings[pose.site], position.game.marks[pose.site]
        white = [cube for number, cube in enumerate(pose.cubes) if (id + number) % 4 == 0]
        live = {cube for cube in white if cube[2] > position.snow}
        old = {cube for cube in building.site.cubes(building.cubes[0]) if cube[2] > position.snow}
        chain = set(live)
        while more := {cube for cube in old - chain if chain & set(beside(cube, building.site.site.joints))}:
            chain |= more
        return len(white), len(chain), sum(marks[level - 1] for _, _, level in live)

    best = max(map(worth, in_sight), default=None)
    return [id for id in in_sight if worth(id) == best]


def beside(cube: nf.Cube, joints: tuple[tuple[tuple[int, int], tuple[int, int]], ...]) -> list[nf.Cube]:
    x, y, level = cube
    across = [(*pair[1 - end], level) for pair in joints for end in (0, 1) if pair[end] == (x, y)]
    faces = [(x + 1, y, level), (x - 1, y, level), (x, y + 1, level), (x, y - 1, level)]
    return [*faces, (x, y, level + 1), (x, y, level - 1), *across]


# -- SOL-6 -------------------------------------------------------------------------------------------------------------


def test_sol_6_only_white_scores_in_winters_turn() -> None:
    # The square's brown cube would touch brown on the church.
    state = no_room_but(solo(), "church", {**NICHE, (2, 7): 1, (3, 8): 1})
    state = with_cubes(state, "church", brown=[(2, 7, 2), (3, 8, 2)])
    state = winter_to_place(state, "square")
    assert gain_of(state, "square-white", "church", IN_NICHE) == {"white": 2}


def test_sol_6_a_building_winter_completes_is_lost_to_the_player() -> None:
    state = winter_to_place(no_room_but(solo(), "church", {**NICHE, (3, 8): 0}), "square")
    state, happened = place(state, "square-white", "church", IN_NICHE)
    assert events.Completed(WINTER, "church") in happened
    assert state.position.standees == (WINTER, None, None)
    assert end(state).scores["white"] == 2 - 2  # its two cubes on level 3 of the church lose one point each; no disk


def test_sol_6_winter_stuck_returns_the_newest_card_with_fewest_white() -> None:
    state = winter_to_place(no_room_but(solo()), "cross", "eel", "stairs")
    assert kinds(state) == {"unable"}
    assert blocks_offered(state) == {"stairs-brown", "stairs-yellow", "stairs-blue"}
    for shape, block in (("stairs", "stairs-white"), ("eel", "eel-brown")):
        assert refused(state, Unable(WINTER, shape, block)) == "SOL-6"
    after = state.play(Unable(WINTER, "stairs", "stairs-blue")).state.position
    assert (after.display, after.deck_count) == (("cross", "eel"), state.position.deck_count)
    assert after.stock[SHAPES.index("stairs")] == 0b0111
    assert (after.phase, after.active, after.turn) == (Phase.DRAW, PLAYER, 0)


def test_sol_6_winter_stuck_with_a_white_block_only() -> None:
    gone = ("stairs-brown", "stairs-yellow", "stairs-blue")
    state = winter_to_place(without_blocks(no_room_but(solo()), *gone), "cross", "eel", "stairs")
    assert blocks_offered(state) == {"stairs-white"}


def test_sol_6_winter_is_not_stuck_while_any_visible_shape_fits() -> None:
    state = winter_to_place(no_room_but(solo(), "church", NICHE), "square", "eel", "stairs")
    assert kinds(state) == {"place"}
    assert refused(state, Unable(WINTER, "stairs", "stairs-blue")) == "SOL-6"


# -- SOL-7 -------------------------------------------------------------------------------------------------------------


def test_sol_7_a_snowfall_counts_the_sites_colour_and_white() -> None:
    row = [(x, 0, 1) for x in range(10)]
    state = with_cubes(solo(), "church", white=row[2:4], brown=[(2, y, 1) for y in (4, 5, 6)], yellow=[(4, 4, 1)])
    state = with_cubes(state, "mill", white=row[:1], yellow=row[1:3], brown=row[3:6])
    state = with_cubes(state, "redoubt", white=row[:3], blue=[*row[7:9], (7, 0, 2)], yellow=row[9:])
    # church +: white 2, brown 3; mill 2: white 1, yellow 2; redoubt -: white 3, blue 2 (a third is on level 2)
    assert gain(state, draw_snow(state).state) == {"white": 2 + 2 - 3, "brown": 3, "yellow": 4, "blue": -2}


def snowed_to(brown: int, yellow: int = 2) -> State:
    """The first snowfall is tallied; one cube on the church brought brown there, one on the mill (twice) yellow."""
    state = with_cubes(with_cubes(solo(), "church", brown=[(2, 0, 1)]), "mill", yellow=[(0, 0, 1)])
    state = draw_snow(with_scores(state, brown=brown - 1, yellow=yellow - 2)).state
    assert (scores(state)["brown"], scores(state)["yellow"]) == (brown, yellow)
    return state


def test_sol_7_due_pieces_score_before_the_snow_lies() -> None:
    state = snowed_to(brown=18)
    assert (state.position.phase, state.position.snow, due(state)) == (Phase.DUE, 0, [("beam", "brown")])
    state, happened = place(state, "beam-brown", "church", FRONT)
    assert scores(state)["brown"] == 18 + 3  # on the level not yet covered, and not tallied again
    assert happened[-1] == events.SnowLies(1)
    assert (state.position.phase, state.position.snow, state.position.turn) == (Phase.DRAW, 1, 0)


def test_sol_7_nothing_due_and_the_snow_lies_at_once() -> None:
    state = snowed_to(brown=17)
    assert (state.position.phase, state.position.snow) == (Phase.DRAW, 1)


def test_sol_7_the_player_places_what_winters_snowfall_made_due() -> None:
    state = with_scores(with_cubes(winters_turn(solo()), "church", brown=[(2, 0, 1)]), brown=17)
    state = draw_snow(state).state
    assert state.position.movers == (PLAYER,)
    state = place(state, "beam-brown", "church", FRONT).state
    assert (state.position.phase, state.position.movers, state.position.turn) == (Phase.DRAW, (WINTER,), 3)


def test_sol_7_the_third_snowfall_makes_nothing_due() -> None:
    state = with_cubes(solo(sticks=("brown", "yellow", "blue")), "church", brown=[(2, 0, 3)])
    state, happened = draw_snow(with_scores(with_snow(state, 2), brown=59))
    assert state.over
    assert scores(state)["brown"] == 61  # level 3 of the church counts twice with this stick
    assert not any(isinstance(event, events.BonusDue) for event in happened)


# -- SOL-8 and SOL-9: bonus pieces -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "pieces_due"),
    [
        (15, []),
        (16, ["beam"]),  # reached
        (17, ["beam"]),  # passed
        (38, ["beam", "post"]),
        (58, ["beam", "post", "peg"]),
    ],
)
def test_sol_8_reaching_or_passing_a_piece(before: int, pieces_due: list[str]) -> None:
    state = with_scores(to_place(solo(), "square"), brown=before)
    state = place(state, "square-brown", "church", SQUARE).state
    assert due(state) == [(piece, "brown") for piece in pieces_due]


def test_sol_8_each_marker_triggers_each_piece_once() -> None:
    state = place(with_scores(to_place(solo(), "square"), brown=16), "square-brown", "church", SQUARE).state
    state = place(state, "beam-blue", "mill", [(0, y, 1) for y in (2, 3, 4)]).state
    fallen = to_place(with_scores(state, brown=16, yellow=16), "square")
    again = place(fallen, "square-yellow", "church", [(x, y, 2) for x, y, _ in SQUARE]).state
    assert scores(again)["brown"] == 17  # square-yellow's one brown cube, above square-brown's white one
    once_more = to_place(with_scores(again, brown=17), "square")
    again = place(once_more, "square-blue", "church", [(x, y, 3) for x, y, _ in SQUARE]).state
    assert scores(again)["brown"] == 18
    assert due(again) == []
    corner = [(5, 7, 1), (6, 7, 1), (7, 7, 1), (7, 6, 1), (7, 5, 1)]
    assert due(place(fallen, "square-yellow", "mill", corner).state) == [("beam", "yellow")]


def test_sol_8_white_never_triggers() -> None:
    state = place(with_scores(to_place(solo(), "square"), white=17), "square-brown", "church", SQUARE).state
    assert scores(state)["white"] == 18
    assert due(state) == []


def test_sol_8_any_colour_but_white_on_any_site() -> None:
    state = snowed_to(brown=18)
    assert blocks_offered(state) == {"beam-brown", "beam-yellow", "beam-blue"}
    assert sites_offered(state) == {"church", "mill", "redoubt"}
    assert gain_of(state, "beam-yellow", "church", FRONT) == {}
    for block, length in (("beam-white", 3), ("post-brown", 2), ("peg-brown", 1)):
        assert may_place(state, block, "church", FRONT[:length]) == "SOL-8"


def test_sol_8_it_is_compulsory() -> None:
    state = snowed_to(brown=18)
    assert kinds(state) == {"bonus"}
    assert refused(state, Draw(PLAYER)) == "SOL-8"


def test_sol_8_three_blocks_a_length() -> None:
    state = snowed_to(brown=18, yellow=18)
    state = place(state, "beam-brown", "church", FRONT).state
    assert blocks_offered(state) == {"beam-yellow", "beam-blue"}
    assert may_place(state, "beam-brown", "church", [(2, 4, 1), (2, 5, 1), (2, 6, 1)]) == "SOL-8"


def test_sol_8_several_due_piece_by_piece_then_brown_before_yellow() -> None:
    assert due(snowed_to(brown=60, yellow=60)) == [
        ("beam", "brown"),
        ("beam", "yellow"),
        ("post", "brown"),
        ("post", "yellow"),
        ("peg", "brown"),
        ("peg", "yellow"),
    ]


def test_sol_8_brown_before_blue_in_the_second_snowfall() -> None:
    # On level 2 the church counts twice, the redoubt once.
    state = with_cubes(with_cubes(solo(), "church", brown=[(2, 0, 2)]), "redoubt", blue=[(0, 0, 2)])
    state = draw_snow(with_scores(with_snow(state, 1), brown=58, blue=59)).state
    assert due(state) == [("post", "brown"), ("post", "blue"), ("peg", "brown"), ("peg", "blue")]


def test_sol_8_what_a_piece_triggers_joins_the_end_of_the_queue() -> None:
    state = snowed_to(brown=37, yellow=18)
    assert due(state) == [("beam", "brown"), ("beam", "yellow")]
    assert due(place(state, "beam-brown", "church", FRONT).state) == [("beam", "yellow"), ("post", "brown")]


def test_sol_8_a_piece_that_fits_nowhere_is_lost_without_a_move() -> None:
    state = with_scores(to_place(no_room_but(solo(), "church", NICHE), "square"), brown=38)
    step = place(state, "square-brown", "church", IN_NICHE)
    lost = [("beam", "brown"), ("post", "brown")]
    assert pieces(step, events.BonusDue) == pieces(step, events.BonusLost) == lost
    assert (step.state.position.phase, step.state.position.turn) == (Phase.DRAW, 1)


def test_sol_8_a_piece_can_complete_a_building() -> None:
    state = change(no_room_but(solo(), "church", {(3, 8): 0}), phase=Phase.DUE, due=((2, 1),))
    state, happened = place(state, "peg-yellow", "church", [(3, 8, 1)])
    assert events.Completed(PLAYER, "church") in happened
    assert state.position.standees == (PLAYER, None, None)


@pytest.mark.parametrize(
    ("snow", "before", "pieces_due"),
    [(1, 16, []), (1, 38, ["post"]), (1, 58, ["post", "peg"]), (2, 38, []), (2, 58, ["peg"])],
)
def test_sol_9_the_beam_leaves_with_the_first_snow_the_post_with_the_second(
    snow: int, before: int, pieces_due: list[str]
) -> None:
    ground = raised(solo(), "church", dict.fromkeys(NICHE, snow))
    state = with_scores(to_place(with_snow(ground, snow), "square"), brown=before)
    state = place(state, "square-brown", "church", [(x, y, snow + 1) for x, y, _ in SQUARE]).state
    assert scores(state)["brown"] == before + 2
    assert due(state) == [(piece, "brown") for piece in pieces_due]


def test_sol_9_only_at_the_end_of_the_snowfall() -> None:
    state = snowed_to(brown=15, yellow=18)
    assert due(state) == [("beam", "yellow")]
    assert due(place(state, "beam-brown", "church", FRONT).state) == [("beam", "brown")]


# -- SOL-10 and SOL-11 -------------------------------------------------------------------------------------------------


def test_sol_10_unable_returns_a_card_with_a_block_and_draws_again() -> None:
    state = to_place(without_blocks(no_room_but(solo()), "eel-white"), "cross", "eel")
    assert kinds(state) == {"unable"}
    crosses = {f"cross-{colour}" for colour in EDITION.colour_ids}
    assert blocks_offered(state) == crosses | {"eel-brown", "eel-yellow", "eel-blue"}
    after = state.play(Unable(PLAYER, "cross", "cross-white")).state
    assert after.position.display == ("eel",)
    assert after.position.stock[SHAPES.index("cross")] == 0b1110
    assert (after.position.phase, after.position.turn) == (Phase.DRAW, 0)
    assert on_top(after, "plow").play(Draw(PLAYER)).state.position.display == ("eel", "plow")


def test_sol_10_not_while_a_visible_shape_fits() -> None:
    state = to_place(no_room_but(solo(), "church", NICHE), "cross", "square")
    assert kinds(state) == {"place"}
    assert refused(state, Unable(PLAYER, "cross", "cross-white")) == "SOL-10"


def end(state: State, **final: int) -> nf.Result:
    """The result after a third snowfall, with these scores before it."""
    state = with_scores(with_snow(change(state, phase=Phase.DRAW), 2), **final)
    result = with_deck(state, SNOW).play(Draw(state.position.active)).state.position.result
    assert result is not None
    return result


@pytest.mark.parametrize(
    ("brown", "yellow", "blue", "winner"),
    [
        (31, 31, 31, "player"),
        (30, 40, 40, "winter"),
        (40, 30, 40, "winter"),
        (40, 40, 30, "winter"),
    ],
)
def test_sol_11_all_three_strictly_ahead_of_white(brown: int, yellow: int, blue: int, winner: str) -> None:
    result = end(solo(), brown=brown, yellow=yellow, blue=blue, white=30)
    assert result.winners == (winner,)
    assert result.scores == {"white": 30, "brown": brown, "yellow": yellow, "blue": blue}


@pytest.mark.parametrize(
    ("standees", "white", "winner"),
    [
        ((None, None, None), 45, "winter"),
        ((PLAYER, None, None), 35, "winter"),
        ((PLAYER, WINTER, None), 35, "winter"),
        ((PLAYER, WINTER, PLAYER), 25, "player"),
        ((PLAYER, PLAYER, PLAYER), 15, "player"),
    ],
)
def test_sol_11_white_goes_back_10_for_each_building_of_the_player(
    standees: tuple[int | None, ...], white: int, winner: str
) -> None:
    result = end(change(solo(), standees=standees), brown=30, yellow=30, blue=30, white=45)
    assert result.scores == {"white": white, "brown": 30, "yellow": 30, "blue": 30}
    assert result.winners == (winner,)


def test_sol_11_the_last_snowfall_counts_first() -> None:
    # Level 3 of the redoubt counts twice: blue's last cube brings it level with white, or past it.
    state = with_cubes(solo(), "redoubt", blue=[(0, 0, 3)])
    assert end(state, brown=9, yellow=9, blue=6, white=8).winners == ("winter",)
    assert end(state, brown=9, yellow=9, blue=7, white=8).winners == ("player",)


def test_sol_7_a_level_just_tallied_earns_nothing_more() -> None:
    """While bonus blocks of a snowfall are due, cubes on its level still score, but it will not be counted again."""
    state = solo()
    beam = TABLE.pose(placing_id("beam-yellow", "mill", [(0, 0, 1), (1, 0, 1), (2, 0, 1)]))
    yellow = EDITION.colour_ids.index("yellow")
    assert state.position.marks_of(beam, yellow, yellow) == 3 * 2  # the mill's stick is 2 - +
    during = change(state, snowing=True).position
    assert during.marks_of(beam, yellow, yellow) == 0
    assert during.buildings[1].points(beam, yellow, yellow, during.snow) == 3


def placing_id(block: str, site: str, cubes: list[nf.Cube]) -> int:
    id = TABLE.find(block, site, cubes)
    assert id is not None
    return id
