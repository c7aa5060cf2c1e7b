"""Solo challenges.

Proves CHA-1, CHA-2, CHA-3, CHA-4, CHA-5, CHA-6, CHA-7, CHA-8, CHA-9.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import nouvelle_france as nf
from nouvelle_france import PLAYER, WINTER, Cube, Draw, Phase, SoloSettings, State, Unable
from nouvelle_france.rules import events
from tests.rules.situations import (
    EDITION,
    SITES,
    change,
    gain,
    gain_of,
    kinds,
    may_place,
    place,
    placement,
    scores,
    solo,
    table,
    to_place,
    with_blocks,
    with_cubes,
    with_scores,
    with_snow,
)
from tests.rules.solo_situations import (
    NICHE,
    challenge_game,
    draw_snow,
    due,
    earned,
    filled,
    no_room_but,
    player_turn,
    raised,
    sites_offered,
    winter_to_place,
    without_blocks,
)

# -- CHA-1 .. CHA-5: constraints ---------------------------------------------------------------------------------------

FIXED = {"apprentice": (), "artisan": (2,), "master-builder": (1, 2), "kings-engineer": (1, 2, 3)}
"""CHA-1, CHA-2, CHA-3, CHA-4: the turns of a cycle whose site is fixed."""


@pytest.mark.parametrize(("constraint", "turns"), FIXED.items())
def test_cha_1_to_4_the_fixed_turns_have_different_sites_drawn_at_random(constraint: str, turns: tuple[int]) -> None:
    drawn = set()
    for seed in range(80):
        required = nf.deal_solo(EDITION, Random(seed), SoloSettings(constraint)).game.required_sites
        fixed = [site for site in required if site is not None]
        assert tuple(turn for turn, site in enumerate(required, start=1) if site is not None) == turns
        assert len(set(fixed)) == len(fixed)
        drawn.add(required)
    assert len(drawn) == {0: 1, 1: 3, 2: 6, 3: 6}[len(turns)]  # every choice of sites in order


@pytest.mark.parametrize(
    ("constraint", "required", "rule"),
    [
        ("novice", (None, None, None), "CHA-1"),
        ("apprentice", (None, "mill", None), "CHA-1"),
        ("artisan", ("mill", None, None), "CHA-1"),
        ("artisan", (None, "barn", None), "CHA-3"),
        ("master-builder", ("mill", "mill", None), "CHA-3"),
        ("kings-engineer", ("mill", "church"), "CHA-1"),
    ],
)
def test_cha_1_to_4_no_other_sites(constraint: str, required: tuple[str | None, ...], rule: str) -> None:
    with pytest.raises(nf.SetupError) as error:
        solo(settings=SoloSettings(constraint), required=required)
    assert error.value.rule == rule


@pytest.mark.parametrize(
    "required",
    [(None, None, None), (None, "mill", None), ("redoubt", "church", None), ("mill", "redoubt", "church")],
)
def test_cha_1_to_4_each_turn_of_a_cycle_on_its_site(required: tuple[str | None, ...]) -> None:
    game = challenge_game(required=required)
    for turn, site in enumerate(required, start=1):
        state = to_place(player_turn(game, turn), "eel", "cross")
        assert sites_offered(state) == (set(SITES) if site is None else {site})


def test_cha_2_the_second_turn_of_every_cycle() -> None:
    """FRS, not ENS: with Winter's turn in between, every second turn would be another one."""
    state = challenge_game(required=(None, "mill", None))
    allowed: list[int] = []
    while len(allowed) < 8:
        state = state.play(Draw(state.position.active)).state
        if state.position.active == PLAYER:
            allowed.append(len(sites_offered(state)))
        state = state.play(next(iter(state.legal))).state
    assert allowed == [3, 1, 3, 3, 1, 3, 3, 1]


def test_cha_4_winter_goes_where_it_likes() -> None:
    # With these sticks an eel's white cubes are worth most on the church (SOL-5c).
    for required in (("mill", "redoubt", "church"), ("church", "mill", "redoubt")):
        assert sites_offered(winter_to_place(challenge_game(required=required), "eel")) == {"church"}


EEL = [(0, 0, 1), (1, 0, 1), (2, 0, 1), (2, 0, 2), (3, 0, 2)]
SQUARE_ON_MILL = [(0, 2, 1), (0, 1, 1), (0, 0, 1), (1, 0, 1), (2, 0, 1)]


def test_cha_5_another_site_is_refused() -> None:
    state = to_place(challenge_game(required=("mill", "church", "redoubt")), "eel")
    assert may_place(state, "eel-blue", "mill", EEL) == "yes"
    assert may_place(to_place(player_turn(state, 2), "eel"), "eel-blue", "mill", EEL) == "CHA-5"


def test_cha_5_unable_when_no_visible_shape_fits_the_required_site() -> None:
    # The church has room for a square only; everything fits on the mill.
    state = filled(challenge_game(required=("church", "mill", "redoubt")), "church", NICHE)
    state = to_place(state, "eel", "cross")
    assert kinds(state) == {"unable"}
    assert may_place(state, "eel-blue", "mill", EEL) == "CHA-5"
    state = state.play(Unable(PLAYER, "eel", "eel-blue")).state
    assert (state.position.phase, state.position.turn) == (Phase.DRAW, 0)


def test_cha_5_the_site_is_free_when_no_block_in_stock_fits() -> None:
    state = filled(challenge_game(required=("church", "mill", "redoubt")), "church", NICHE)
    squares = [f"square-{colour}" for colour in EDITION.colour_ids]
    one_left = to_place(without_blocks(state, *squares[1:]), "eel", "cross")
    assert kinds(one_left) == {"unable"}
    none_left = to_place(without_blocks(state, *squares), "eel", "cross")
    assert sites_offered(none_left) == {"mill", "redoubt"}
    assert may_place(none_left, "eel-blue", "mill", EEL) == "yes"


def test_cha_5_a_bonus_piece_goes_anywhere() -> None:
    state = challenge_game(required=("mill", "church", "redoubt"))
    state = with_scores(to_place(state, "square"), yellow=17)
    state = place(state, "square-yellow", "mill", SQUARE_ON_MILL).state
    assert due(state) == [("beam", "yellow")]
    assert sites_offered(state) == set(SITES)


# -- CHA-6: tracks -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("track", "at"),
    [("standard", (18, 40, 60)), ("stalwart", (20, 43, 64)), ("plucky", (22, 46, 68)), ("dauntless", (24, 50, 72))],
)
def test_cha_6_where_the_pieces_lie(track: str, at: tuple[int, int, int]) -> None:
    state = to_place(solo(settings=SoloSettings(track=track)), "square")
    for number, place_on_track in enumerate(at):
        for score, reached in ((place_on_track - 1, number), (place_on_track, number + 1)):
            after = place(with_scores(state, yellow=score - 2), "square-yellow", "mill", SQUARE_ON_MILL).state
            assert scores(after)["yellow"] == score
            assert due(after) == [(piece, "yellow") for piece in EDITION.bonus_ids[:reached]]


def test_cha_6_no_other_track() -> None:
    with pytest.raises(nf.SetupError, match=r"^CHA-6: .* not 'short'"):
        solo(settings=SoloSettings(track="short"))


# -- CHA-7: architectural challenges -----------------------------------------------------------------------------------

Block = tuple[str, str, list[Cube]]


def standing(x: int, y: int, foot: int) -> list[Cube]:
    """A cross standing along x with its foot there; its cubes: top, left, middle, right, foot."""
    return [(x, y, foot + 2), (x - 1, y, foot + 1), (x, y, foot + 1), (x + 1, y, foot + 1), (x, y, foot)]


def sails(x: int, foot: int = 2) -> list[Cube]:
    """A weathercock stem down on the front wall of the mill; its cubes: stem from the foot, then the bar."""
    return [(x, 7, foot), (x, 7, foot + 1), (x, 7, foot + 2), (x - 1, 7, foot + 2), (x + 1, 7, foot + 2)]


def lower_scythe(x: int = 0, level: int = 1) -> list[Cube]:
    """Four along the back wall of the mill, and one on the left end."""
    return [(x + 3, 0, level), (x + 2, 0, level), (x + 1, 0, level), (x, 0, level), (x, 0, level + 1)]


def upper_scythe(x: int = 1, level: int = 2) -> list[Cube]:
    """Four above that, from the second column on, and one under the right end."""
    return [(x, 0, level), (x + 1, 0, level), (x + 2, 0, level), (x + 3, 0, level), (x + 3, 0, level - 1)]


def cannon(x: int, y: int, along: str) -> list[Cube]:
    """Four in a row, and one on the second."""
    row = [(x + i, y, 1) if along == "x" else (x, y + i, 1) for i in range(4)]
    return [*row, (*row[1][:2], 2)]


def horseshoe(x: int, y: int, bottom: int) -> list[Cube]:
    """Along x with the open side up: tip, three at the bottom, tip."""
    return [(x, y, bottom + 1), (x, y, bottom), (x + 1, y, bottom), (x + 2, y, bottom), (x + 2, y, bottom + 1)]


def turned_over(cubes: list[Cube]) -> list[Cube]:
    """The same upside down, on the same levels."""
    levels = [level for _, _, level in cubes]
    return [(x, y, min(levels) + max(levels) - level) for x, y, level in cubes]


CROSSES: list[Block] = [
    ("cross-white", "church", standing(3, 0, 1)),
    ("cross-brown", "church", [(0, 3, 3), (0, 2, 2), (0, 3, 2), (0, 4, 2), (0, 3, 1)]),
    ("cross-yellow", "church", [(6, 3, 3), (6, 2, 2), (6, 3, 2), (6, 4, 2), (6, 3, 1)]),
    ("cross-blue", "church", standing(3, 8, 3)),
]
CANNONS: list[Block] = [
    ("cannon-white", "redoubt", cannon(3, 1, "x")),
    ("cannon-brown", "redoubt", cannon(3, 8, "x")),
    ("cannon-yellow", "redoubt", cannon(1, 3, "y")),
    ("cannon-blue", "redoubt", cannon(8, 3, "y")),
]
SCYTHES: list[Block] = [("scythe-white", "mill", lower_scythe()), ("scythe-yellow", "mill", upper_scythe())]
RAMPARTS: list[Block] = [
    ("horseshoe-white", "redoubt", horseshoe(3, 1, 2)),
    ("horseshoe-blue", "redoubt", horseshoe(3, 8, 2)),
]
GROUND = {
    "belfry": ("church", {(3, 8): 2}),
    "sails": ("mill", {(3, 7): 1, (4, 7): 1}),
    "ramparts": ("redoubt", {(x, y): 1 for x in (3, 4, 5) for y in (1, 8)}),
    "raised scythes": ("mill", {(x, 0): 1 for x in range(5)}),
}
"""What carries the blocks that do not stand on the foundation."""


def before(case: str, blocks: list[Block], seat: int = PLAYER) -> State:
    """A game with all challenges; all blocks but the last are in place, by that seat, and the last is to be placed."""
    state = challenge_game(*EDITION.challenge_ids)
    if case in GROUND:
        state = raised(state, *GROUND[case])
    *earlier, (block, _, _) = blocks
    return to_place(with_blocks(state, *earlier, seat=seat), block.split("-")[0])


EARNED: dict[str, tuple[str, list[Block], dict[str, int]]] = {
    # cross-brown: the brown foot on level 3; all else is too high
    "belfry": ("belfry", [("cross-brown", "church", standing(3, 8, 3))], {"brown": 1 + 10}),
    # cross-yellow: a brown and a white cube
    "third cross": ("way-of-the-cross", CROSSES[:3], {"brown": 1 + 10, "white": 1}),
    # weathercock-yellow: yellow foot, blue stem; the white, brown and yellow cubes of the bar are too high
    "sails": ("sails", [("weathercock-yellow", "mill", sails(3))], {"yellow": 1 + 10}),
    # scythe-white, the lower one: white (3, 0, 1) and (0, 0, 2), yellow (1, 0, 1). scythe-yellow, above it: yellow at
    # (1, 0, 2) and (4, 0, 1), white at (3, 0, 2).
    "scythes": ("scythes", SCYTHES, {"yellow": 2 + 1 + 10, "white": 1 + 1}),
    "raised scythes": (
        "scythes",
        [("scythe-white", "mill", lower_scythe(level=2)), ("scythe-yellow", "mill", upper_scythe(level=3))],
        {"yellow": 2 + 1 + 10, "white": 1 + 1},
    ),
    # cannon-yellow: a blue and a white cube
    "third cannon": ("cannons", CANNONS[:3], {"blue": 1 + 10, "white": 1}),
    # horseshoe-blue: blue tips, a white corner
    "ramparts": ("ramparts", RAMPARTS, {"blue": 2 + 10, "white": 1}),
}


@pytest.mark.parametrize("case", EARNED)
def test_cha_7_earned(case: str) -> None:
    challenge, blocks, points = EARNED[case]
    state = before(case, blocks)
    step = place(state, *blocks[-1])
    assert earned(step) == [challenge]
    assert gain(state, step.state) == points
    assert step.state.position.earned == (EDITION.challenge_ids.index(challenge),)


@pytest.mark.parametrize("case", ["third cross", "scythes", "third cannon", "ramparts"])
def test_cha_7_not_when_switched_off(case: str) -> None:
    challenge, blocks, _ = EARNED[case]
    game = challenge_game(*(it for it in EDITION.challenge_ids if it != challenge)).position.game
    assert earned(place(change(before(case, blocks), game=game), *blocks[-1])) == []


@pytest.mark.parametrize("case", ["third cross", "scythes", "third cannon", "ramparts"])
def test_cha_7_winters_blocks_do_not_count(case: str) -> None:
    _, blocks, _ = EARNED[case]
    state = before(case, blocks, seat=WINTER)
    assert earned(place(state, *blocks[-1])) == []


@pytest.mark.parametrize("case", ["third cross", "scythes", "third cannon", "ramparts"])
def test_cha_7_winter_earns_nothing(case: str) -> None:
    _, blocks, _ = EARNED[case]
    scoring = before(case, blocks).position.scoring(placement(*blocks[-1]), WINTER)
    assert scoring.challenges == ()


NOT_EARNED: dict[str, list[Block]] = {
    "two crosses": CROSSES[:2],
    "third cross on the mill": [*CROSSES[:2], ("cross-yellow", "mill", standing(3, 7, 1))],
    "cross on the ground": [("cross-blue", "church", standing(3, 8, 1))],
    "sails on the ground": [("weathercock-yellow", "mill", sails(3, foot=1))],
    "one scythe": SCYTHES[:1],
    "scythes side by side": [SCYTHES[0], ("scythe-yellow", "mill", lower_scythe(x=4))],
    "scythes one on the other": [
        SCYTHES[0],
        ("scythe-yellow", "mill", [(x, 0, 2) for x in (4, 3, 2, 1)] + [(1, 0, 3)]),
    ],
    "scythes on the church": [
        ("scythe-white", "church", [(2, y, 1) for y in (7, 6, 5, 4)] + [(2, 4, 2)]),
        ("scythe-yellow", "church", [(2, y, 2) for y in (5, 6, 7, 8)] + [(2, 8, 1)]),
    ],
    "two cannons": CANNONS[:2],
    "third cannon on the mill": [*CANNONS[:2], ("cannon-yellow", "mill", cannon(0, 2, "y"))],
    "tips on level 2": [
        ("horseshoe-white", "redoubt", horseshoe(3, 1, 1)),
        ("horseshoe-blue", "redoubt", horseshoe(3, 8, 1)),
    ],
    "ramparts": [RAMPARTS[0], ("horseshoe-blue", "redoubt", turned_over(horseshoe(3, 8, 2)))],
}


@pytest.mark.parametrize("case", NOT_EARNED)
def test_cha_7_not_earned(case: str) -> None:
    """``ramparts``: the second horseshoe with its open side down."""
    assert earned(place(before(case, NOT_EARNED[case]), *NOT_EARNED[case][-1])) == []


def test_cha_7_once_a_game() -> None:
    state = before("cannons", CANNONS)
    first = place(before("cannons", CANNONS[:3]), *CANNONS[2]).state
    again = change(state, earned=first.position.earned)
    assert earned(place(again, *CANNONS[3])) == []
    assert earned(place(state, *CANNONS[3])) == ["cannons"]  # were it not earned before


def test_cha_7_one_block_may_serve_two_challenges() -> None:
    blocks = [*CROSSES[:2], CROSSES[3]]
    state = before("belfry", blocks)
    step = place(state, *blocks[-1])
    assert earned(step) == ["belfry", "way-of-the-cross"]
    assert gain(state, step.state) == {"brown": 20}  # the foot of cross-blue is blue


def test_cha_7_the_points_come_at_once() -> None:
    state = with_scores(before("third cannon", CANNONS[:3]), blue=7)
    assert due(place(state, *CANNONS[2]).state) == [("beam", "blue")]


def test_cha_7_bonus_blocks_play_no_part() -> None:
    state = change(with_blocks(challenge_game("cannons"), *CANNONS[:2]), phase=Phase.DUE, due=((0, 3),))
    step = place(state, "beam-blue", "redoubt", [(1, 3, 1), (1, 4, 1), (1, 5, 1)])
    assert earned(step) == []
    assert gain(state, step.state) == {"blue": 3}


# -- CHA-8 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(7))
def test_cha_8_any_challenges_with_any_constraint_and_track(count: int) -> None:
    tracks = [track.id for track in EDITION.solo.tracks]
    for number, chosen in enumerate(combinations(EDITION.challenge_ids, count)):
        for constraint in FIXED:
            settings = SoloSettings(constraint, tracks[number % 4], chosen)
            assert nf.deal_solo(EDITION, Random(number), settings).game.solo == settings


@pytest.mark.parametrize(("chosen", "rule"), [(("belfry", "belfry"), "CHA-8"), (("steeple",), "CHA-7")])
def test_cha_8_each_challenge_once_and_no_other(chosen: tuple[str, ...], rule: str) -> None:
    with pytest.raises(nf.SetupError) as error:
        challenge_game(*chosen)
    assert error.value.rule == rule


# -- CHA-9: above level 3 ----------------------------------------------------------------------------------------------

BELFRY: Block = ("cross-brown", "church", standing(3, 8, 3))
SAILS: Block = ("weathercock-yellow", "mill", sails(3))


def high(*architecture: str) -> State:
    """Ready for the Belfry and the Sails, with these challenges."""
    state = raised(raised(challenge_game(*architecture), *GROUND["belfry"]), *GROUND["sails"])
    return to_place(state, "cross", "weathercock")


@pytest.mark.parametrize(("block", "challenge"), [(BELFRY, "belfry"), (SAILS, "sails")])
def test_cha_9_only_as_the_placement_that_earns_its_challenge(block: Block, challenge: str) -> None:
    assert may_place(high(challenge), *block) == "yes"
    assert may_place(high(), *block) == "CHA-9"
    assert may_place(high(*(it for it in EDITION.challenge_ids if it != challenge)), *block) == "CHA-9"
    done = change(high(challenge), earned=(EDITION.challenge_ids.index(challenge),))
    assert may_place(done, *block) == "CHA-9"


@pytest.mark.parametrize(
    ("block", "site", "cubes", "rule"),
    [
        ("cross-brown", "church", standing(3, 0, 3), "PLC-4"),  # the back wall
        ("cross-brown", "church", standing(3, 8, 2), "PLC-4"),  # too low for the Belfry, too high for anything else
        ("cross-brown", "mill", standing(3, 7, 3), "PLC-4"),
        ("weathercock-yellow", "mill", sails(2), "PLC-4"),  # not the middle of the wall
        ("weathercock-yellow", "mill", sails(3, foot=3), "PLC-4"),
        ("weathercock-yellow", "church", [(3, 8, 2), (3, 8, 3), (3, 8, 4), (2, 8, 4), (4, 8, 4)], "PLC-4"),
    ],
)
def test_cha_9_nothing_else_is_so_high(block: str, site: str, cubes: list[Cube], rule: str) -> None:
    assert may_place(high(*EDITION.challenge_ids), block, site, cubes) == rule


@pytest.mark.parametrize("height", [0, 1, 3])
def test_cha_9_it_stands_like_any_other_block(height: int) -> None:
    state = to_place(raised(challenge_game("belfry"), "church", {(3, 8): height}), "cross")
    assert may_place(state, *BELFRY) == "PLC-1"


def test_cha_9_not_for_winter() -> None:
    state = winter_to_place(no_room_but(challenge_game("belfry"), "church", {(3, 8): 2}), "eel", "cross")
    assert kinds(state) == {"unable"}
    assert may_place(state, *BELFRY) == "CHA-7"


def test_cha_9_not_at_a_table() -> None:
    state = raised(table(), "church", {(3, 8): 2})
    assert may_place(to_place(state, "cross"), *BELFRY) == "PLC-4"


def test_cha_9_the_uppermost_cubes_neither_score_nor_link() -> None:
    # cross-white: white top, brown left, yellow middle, blue right, white foot. A brown cube lies under its brown arm,
    # a white one under its foot.
    state = raised(challenge_game("belfry"), "church", {(2, 8): 2, (3, 8): 1})
    state = with_cubes(state, "church", brown=[(2, 8, 3)], white=[(3, 8, 2)])
    assert gain_of(to_place(state, "cross"), "cross-white", "church", BELFRY[2]) == {"brown": 10, "white": 1 + 1}


def test_cha_9_under_snow_the_foot_of_the_sails_scores_nothing() -> None:
    # weathercock-blue: blue foot, white stem above it on level 3.
    state = with_snow(high("sails"), 2)
    assert gain_of(state, "weathercock-blue", "mill", SAILS[2]) == {"yellow": 10, "white": 1}


def test_cha_9_snow_does_not_count_the_uppermost_cubes() -> None:
    # cross-brown: brown foot on level 3; brown, yellow, blue and white above. Level 3 of the church counts -1.
    state = place(with_snow(high("belfry"), 2), *BELFRY).state
    after = draw_snow(state).state
    assert after.over
    assert gain(state, after) == {"brown": -1}


def test_cha_9_the_uppermost_cubes_cover_their_columns() -> None:
    # The mill and the redoubt are full; of the church the two columns beside the foot are bare.
    state = no_room_but(challenge_game("belfry"), "church", {(2, 8): 0, (3, 8): 2, (4, 8): 0})
    step = place(to_place(state, "cross"), *BELFRY)
    assert events.Completed(PLAYER, "church") in step.events
    peg = change(step.state, phase=Phase.DUE, due=((2, 1),))
    assert may_place(peg, "peg-brown", "church", [(2, 8, 1)]) == "PLC-1"


def test_cha_9_it_is_a_placement_like_any_other_for_sol_10() -> None:
    for challenges, expected in ((("belfry",), {"place"}), ((), {"unable"}), (("sails",), {"unable"})):
        state = no_room_but(challenge_game(*challenges), "church", {(3, 8): 2})
        assert kinds(to_place(state, "eel", "cross")) == expected


def test_cha_9_it_is_a_placement_like_any_other_for_cha_5() -> None:
    required = ("church", "mill", "redoubt")
    for challenges, expected in ((("belfry",), {"unable"}), ((), {"place"})):
        state = filled(challenge_game(*challenges, required=required), "church", {(3, 8): 2})
        assert kinds(to_place(state, "eel")) == expected
