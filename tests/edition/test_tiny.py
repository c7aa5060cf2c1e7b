"""A second edition with other colours, shapes, sites and numbers: nothing of the first is written into the code."""

from itertools import product
from pathlib import Path
from random import Random
from typing import get_args

import pytest

import nouvelle_france as nf
from nouvelle_france import Cube, Draw, Place, Rules, SoloSettings, State
from nouvelle_france.rules.game import Allies, Support, Unable

EDITION = nf.load_edition(Path(__file__).with_name("tiny.toml"))
TABLE = nf.placement_table(EDITION)
TOWER, BRIDGE = TABLE.sites

VARIANTS = [
    Rules(one_card, allies, support, unable)
    for one_card, allies, support, unable in product(
        (False, True), get_args(Allies), get_args(Support), get_args(Unable)
    )
]


def play_out(setup: nf.Setup, seats: list[nf.Seat]) -> nf.Record:
    """A game of random moves, to its end."""
    match = nf.Match(setup, seats)
    nf.play_on(match, [nf.BOTS["random"](Random(seat)) for seat in range(len(seats))])
    return match.record()


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_table_games_end_and_replay(rules: Rules, players: int) -> None:
    for seed in range(3):
        setup = nf.deal_table(EDITION, Random(seed), players, rules)
        record = play_out(setup, [nf.Seat(colour, colour, "random") for colour in setup.game.colours])
        assert record.result is not None
        assert set(record.result["winners"]) <= set(setup.game.colours) <= {"ash", "moss", "rust"}
        assert not list(nf.faults(nf.Record.from_json(record.to_json()), EDITION))


@pytest.mark.parametrize("support", get_args(Support))
@pytest.mark.parametrize("track", ["near", "far"])
@pytest.mark.parametrize("constraint", ["free", "bound", "strict"])
def test_solo_games_end_and_replay(constraint: str, track: str, support: Support) -> None:
    for seed in range(5):
        settings = SoloSettings(constraint, track, EDITION.challenge_ids if seed else ())
        setup = nf.deal_solo(EDITION, Random(seed), settings, Rules(allies="none", support=support))
        record = play_out(setup, [nf.Seat(None, "one", "random")])
        assert record.result is not None
        assert list(record.result["scores"]) == ["ash", "moss", "rust"]
        assert not list(nf.faults(nf.Record.from_json(record.to_json()), EDITION))


def test_greedy_bot_knows_no_edition_by_heart() -> None:
    match = nf.Match(nf.deal_table(EDITION, Random(1), 3), [nf.Seat(None, "", "greedy")] * 3)
    nf.play_on(match, [nf.BOTS["greedy"](Random(seat)) for seat in range(3)])
    assert match.state.over


# -- facts computed by hand ------------------------------------------------------------------------------------------


def test_counts_of_poses() -> None:
    counts = {
        site.site.id: dict(zip(TABLE.shape_ids, (poses.bit_count() for poses in site.of_shape), strict=True))
        for site in TABLE.sites
    }
    # A rod is its own mirror image: one pose for each pair of neighbouring columns on each of two levels, and one
    # upright for each column. The tower is a ring (10 columns, 10 pairs), the bridge two arms (6 columns, 4 pairs).
    assert counts["tower"]["rod"] == 10 * 2 + 10
    assert counts["bridge"]["rod"] == 4 * 2 + 6
    assert (counts["tower"]["stud"], counts["bridge"]["stud"]) == (10 * 2, 6 * 2)
    # On the bridge everything stands upright, two high, along one of two arms, in four ways.
    assert {shape: counts["bridge"][shape] for shape in EDITION.shape_ids} == {"ell": 8, "tee": 8, "zed": 8}
    # On the tower there are six places to stand: two along a long side, one along a short one. The ell also lies
    # round the corners (two ways each, on two levels), and the Vane's tee has two columns, two ways each.
    assert counts["tower"]["zed"] == 6 * 4
    assert counts["tower"]["ell"] == 6 * 4 + 4 * 2 * 2
    assert counts["tower"]["tee"] == 6 * 4 + 2 * 2
    stems = sorted(pose.cubes[3] for pose in TOWER.poses if pose.too_high)
    assert stems == [(1, 2, 2), (1, 2, 2), (2, 2, 2), (2, 2, 2)]
    assert len(TABLE) == 3 * sum(sum(of_site.values()) for of_site in counts.values())


@pytest.mark.parametrize(
    ("rules", "piles"), [(Rules(), (4, 3 + 1, 2 + 1)), (Rules(one_card=True), (3, 3 + 1, 3 + 1))], ids=str
)
def test_deck_of_the_table_game(rules: Rules, piles: tuple[int, int, int]) -> None:
    first, second, _ = piles
    for seed in range(20):
        deck = nf.deal_table(EDITION, Random(seed), 2, rules).deck
        assert sorted(deck) == sorted(["ell", "tee", "zed"] * 3 + ["snow"] * 2)
        assert [part.count("snow") for part in (deck[:first], deck[first : first + second])] == [0, 1]


def test_deck_of_the_solo_game() -> None:
    for seed in range(20):
        setup = nf.deal_solo(EDITION, Random(seed), SoloSettings("free", "near"))
        assert [setup.deck[:4].count("snow"), setup.deck[4:8].count("snow"), setup.deck[10]] == [0, 1, "snow"]
        assert nf.start(setup).position.display == setup.deck[:1]


def test_solo_without_settings_takes_the_editions_own_first_ones() -> None:
    game = nf.deal_solo(EDITION, Random(1)).game
    assert (game.track, game.required_sites, game.challenges_on) == ((3, 6), (None, None), ())


def begin(game: nf.Game) -> State:
    """With a tee on display, and an ell, a tee and a zed to come."""
    return nf.start(nf.Setup(game, ("tee", "ell", "tee", "zed", "snow", "ell", "tee", "zed", "ell", "zed", "snow")))


def place(state: State, block: str, site: str, *cubes: Cube) -> State:
    """Draw, then place."""
    id = TABLE.find(block, site, cubes)
    assert id is not None
    seat = state.position.active
    return state.play(Draw(seat)).state.play(Place(seat, id)).state


def test_gain_across_the_joint_and_the_end_of_a_building() -> None:
    state = begin(nf.Game(EDITION, "table", Rules(allies="none"), ("rust", "ash"), ("rust", "ash")))
    # tee-ash: ash, moss, rust, ash: rust, who places it, has one cube; ash's two score nothing (SCO-4).
    state = place(state, "tee-ash", "bridge", (0, 0, 1), (1, 0, 1), (2, 0, 1), (1, 0, 2))
    assert state.position.scores == (0, 0, 1)
    # tee-moss: moss, rust, ash, moss: one ash cube for ash, and the last columns of the bridge.
    state = place(state, "tee-moss", "bridge", (5, 1, 1), (4, 1, 1), (3, 1, 1), (4, 1, 2))
    assert state.position.scores == (1, 0, 1)
    assert state.position.standees == (None, 1)


def test_joint_links() -> None:
    state = begin(nf.Game(EDITION, "table", Rules(allies="none"), ("ash", "moss"), ("rust", "ash")))
    # tee-ash: ash, moss, rust, ash. Bar and stem end apart: two cubes of ash.
    state = place(state, "tee-ash", "bridge", (2, 0, 1), (1, 0, 1), (0, 0, 1), (1, 0, 2))
    assert state.position.scores == (2, 0, 0)
    state = place(state, "ell-moss", "tower", (1, 2, 1), (2, 2, 1), (3, 2, 1), (3, 1, 1))
    # tee-moss: moss, rust, ash, moss: its ash cube beside the joint meets that of the first tee.
    state = place(state, "tee-moss", "bridge", (5, 1, 1), (4, 1, 1), (3, 1, 1), (4, 1, 2))
    assert state.position.scores == (2 + 1 + 1, 2, 0)


def test_solo_challenge_above_the_second_level() -> None:
    settings = SoloSettings("free", "near", ("vane",))
    state = begin(nf.Game(EDITION, "solo", Rules(allies="none"), (), ("rust", "ash"), settings, (None, None)))
    # ell-moss: moss, rust, ash, moss, lying round a corner: the tower plays for moss.
    state = place(state, "ell-moss", "tower", (1, 2, 1), (2, 2, 1), (3, 2, 1), (3, 1, 1))
    assert state.position.scores == (1, 2, 0)
    # tee-moss: moss, rust, ash, moss. Its stem on level 2 stands on moss: 1 new, 1 linked, 4 for the Vane; the bar
    # above the top level scores nothing, ash included.
    state = place(state, "tee-moss", "tower", (0, 2, 3), (1, 2, 3), (2, 2, 3), (1, 2, 2))
    assert state.position.scores == (1, 2 + 6, 0)
    assert state.position.earned == (0,)
    # Moss has passed 3 and 6: a rod and a stud are due, for moss or rust.
    assert state.position.due == ((0, 1), (1, 1))
    assert {TABLE[action.placement].block for action in state.legal if isinstance(action, nf.Bonus)} == {
        "rod-moss",
        "rod-rust",
    }


def test_solo_cycle_of_two_turns_and_winter_in_ash() -> None:
    settings = SoloSettings("free", "far")
    state = begin(nf.Game(EDITION, "solo", Rules(allies="none"), (), ("rust", "ash"), settings, (None, None)))
    state = place(state, "tee-rust", "bridge", (0, 0, 1), (1, 0, 1), (2, 0, 1), (1, 0, 2))
    state = place(state, "ell-moss", "tower", (1, 2, 1), (2, 2, 1), (3, 2, 1), (3, 1, 1))
    assert state.position.active == nf.WINTER
    state = state.play(Draw(nf.WINTER)).state
    blocks = {TABLE[action.placement].block for action in state.legal if isinstance(action, Place)}
    assert blocks <= {"tee-ash", "zed-ash"}  # the only blocks on display with two cubes of ash


def test_levels_follow_the_bonus_blocks() -> None:
    assert EDITION.levels == 2
    assert (TOWER.levels, TOWER.height, BRIDGE.height) == (2, 3, 2)
