"""Dealing the unseen cards again: what is known stays where it is known, and all the rest is equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from nouvelle_france import State, View, start
from nouvelle_france.core import Episodes
from nouvelle_france.core.actions import DRAW, LOOK
from nouvelle_france.core.chance import below, shuffle
from nouvelle_france.core.records import SNOW_CARD, Array, Game, fields_of
from nouvelle_france.core.restoring import foresight_of
from nouvelle_france.core.setup import deal
from nouvelle_france.core.tables import core_tables
from nouvelle_france.core.translate import card_number, game_of
from nouvelle_france.rules import SNOW, Huron, Phase
from tests.core.chi_square import chi_square, critical
from tests.core.variants import EDITION, GROUPS, TINY

SORTS = [
    "reconstruction-1-table-each_stage-free-standing-claimed",
    "reconstruction-1-table-one-card-each_stage-free-standing-verified",
    "reconstruction-1-solo-apprentice-free-standing",
    "tiny-table-each_stage-free-standing-claimed",
    "tiny-table-one-card-each_stage-free-standing-claimed",
    "tiny-solo-strict-free-standing",
]

Rows = NDArray[np.int64]


def rows_of(view: View) -> Rows:
    """What a seat knows, as ``deal`` wants it: first place, number of places, card."""
    rows: list[tuple[int, int, int]] = []
    first = 0
    for size, cards in view.foresight:
        rows += [(first, size, card_number(view.position.game.edition, card)) for card in cards]
        first += size
    return known(*rows)


def known(*rows: tuple[int, int, int]) -> Rows:
    return np.array(rows, np.int64).reshape(len(rows), 3)


def assert_even(seen: Counter[int], places: Sequence[int]) -> None:
    assert_chances(seen, {place: 1 / len(places) for place in places})


def assert_chances(seen: Counter[int], chances: dict[int, float]) -> None:
    """Each comes up as often as its chance has it, and nothing else does."""
    numbers = {it: number for number, it in enumerate(chances)}
    assert set(seen) <= set(numbers), "something impossible came up"
    numbered = Counter({numbers[it]: count for it, count in seen.items()})
    assert chi_square(numbered, list(chances.values())) < critical(len(chances)), dict(sorted(seen.items()))


# -- in games --------------------------------------------------------------------------------------------------------


def states(group: str, games: int) -> list[State]:
    """On the way through games in which most Hurons are used when snow is near, so that much is known."""
    found = []
    for seed in range(games):
        for variant in GROUPS[group]:
            rng = Random(f"chance/{group}/{variant.id}/{seed}")
            state = start(variant.deal(rng))
            while not state.over:
                found.append(state)
                legal = state.legal
                kinds = legal.kinds()
                often = 0.8 if state.position.snow_may_come else 0.05
                others = [kind for kind in kinds if kind != "huron"]
                look = not others or ("huron" in kinds and rng.random() < often)
                kind = "huron" if look else rng.choice(others)
                state = state.play(rng.choice(legal.of_kind(kind))).state
    return found


def check(state: State, seat: int, rng: Array) -> Counter[str]:
    """Deal for a seat; what there was to check."""
    position = state.position
    edition = position.game.edition
    view = state.view(seat)
    rows = rows_of(view)
    game = game_of(position)[0]
    before = game.copy()
    top = int(game["top"])
    deal(core_tables(edition), game, rows, rng)
    for name in fields_of(Game):
        assert name == "deck" or np.array_equal(game[name], before[name]), f"{name} has nothing to do with it"
    assert (game["deck"][:top] == before["deck"][:top]).all(), "what has been drawn stays as it is"
    dealt = game["deck"][top:].tolist()
    assert Counter(dealt) == Counter(card_number(edition, card) for card in state.deck), "exactly the unseen cards"
    noted = Counter[str]()
    first = 0
    for size, cards in view.foresight:
        wanted = Counter(card_number(edition, card) for card in cards)
        assert wanted <= Counter(dealt[first : first + size]), "what is known lies where it is known"
        if size > len(cards) > 0:
            noted["known cards among others"] += 1
        if size > 1 and len(cards) > 1:
            noted["a group of known cards"] += 1
        if cards and size == 1:
            noted["a known card"] += 1
        first += size
    # A snowflake nobody has shown this seat lies in its pile, as long as that has room besides what is known.
    seen = int((rows[:, 2] == SNOW_CARD).sum())
    noted["a known snowflake"] += seen
    snowy = [pile for pile in position.game.piles if pile.snow]
    for pile in snowy[position.tallied + seen :]:
        if pile.end > top + first:
            assert SNOW_CARD in dealt[max(pile.start - top, 0) : pile.end - top], "in its pile"
            noted["a hidden snowflake"] += 1
        else:
            noted["a snowflake that must have been moved" if pile.end <= top else "a pile known to its end"] += 1
    return noted


@pytest.mark.parametrize("group", SORTS)
def test_a_deal_has_the_unseen_cards_with_snow_and_known_cards_in_their_places(group: str) -> None:
    rng = np.array([5], np.uint64)
    noted = Counter[str]()
    chosen = Random(group)
    for state in states(group, 8 if "tiny" in group else 2):
        for seat in range(state.position.game.seats):
            if chosen.random() < 0.2 or (state.foresight[seat] and chosen.random() < 0.5):
                noted += check(state, seat, rng)
    wanted = {"a hidden snowflake"}
    if "table" in group:
        wanted |= {"a known card", "a known snowflake", "known cards among others", "a group of known cards"}
    assert wanted <= set(noted), "too tame"


def turned_up(view: View, key: int, chosen: Random) -> list[int]:
    """The cards that come up where a seat knows some among several, in a game made of its view.

    On the way, what it knows still holds.
    """
    (size, _), *_ = view.foresight
    assert view.seat is not None
    episodes = Episodes.of_view(view, key)
    games, look = episodes.games, episodes.kind.placements + LOOK
    top, claims = int(games[0]["top"]), []
    while not episodes.batch.over[0] and games[0]["top"] < top + size:
        now = int(games[0]["top"])
        told = foresight_of(episodes.kind, episodes.memories[0], view.seat)
        claims += [(now, within, cards) for within, cards in told]  # it knows no others, unless somebody looks
        legal = [it for it in episodes.batch.legal()[0].tolist() if it != look]
        episodes.step([chosen.choice(legal)])
    deck: list[int] = games[0]["deck"].tolist()
    for first, within, cards in claims:
        if first + within <= games[0]["top"]:
            wanted = Counter(card_number(view.position.game.edition, card) for card in cards)
            assert wanted <= Counter(deck[first : first + within]), "what it knows does not come up"
    return deck[top : int(games[0]["top"])]


@pytest.mark.parametrize("group", ["reconstruction-1-table-each_stage-free-standing-claimed", SORTS[3]])
def test_a_game_made_of_a_view_turns_up_the_cards_that_are_known_to_lie_among_others(group: str) -> None:
    """As often as a deal has them, and no copy foresees which comes first."""
    chosen = Random(group)
    views = [
        state.view(seat)
        for state in states(group, 8 if "tiny" in group else 2)
        for seat in range(state.position.game.seats)
        if state.position.phase is Phase.TURN
    ]
    grouped = [view for view in views if view.foresight and view.foresight[0].size > len(view.foresight[0].cards)]
    assert any(SNOW in view.foresight[0].cards for view in grouped)
    for view in grouped:
        (size, cards), *_ = view.foresight
        wanted = Counter(card_number(view.position.game.edition, card) for card in cards)
        came = turned_up(view, chosen.getrandbits(60), chosen)
        assert len(came) < size or wanted <= Counter(came), "what it knows does not come up"
    view = next(view for view in grouped if SNOW in view.foresight[0].cards and view.foresight[0].size == 3)
    table = core_tables(view.position.game.edition)
    rng = np.array([1], np.uint64)
    often, game = Counter[int](), game_of(view.position)[0]
    for _ in range(10000):
        deal(table, game, rows_of(view), rng)
        often[int(game["deck"][game["top"]])] += 1
    chances = {card: count / 10000 for card, count in often.items()}
    first, copied, one = Counter[int](), Counter[int](), Episodes.of_view(view, 7)
    draw = one.kind.placements + DRAW
    for key in range(500):
        for episodes, seen in ((Episodes.of_view(view, key), first), (deepcopy(one), copied)):
            top = int(episodes.games[0]["top"])
            episodes.step([draw])
            seen[int(episodes.games[0]["deck"][top])] += 1
    assert_chances(first, chances)
    assert_chances(copied, chances)


def test_sol_2_the_last_snowflake_is_the_last_card() -> None:
    rng = np.array([5], np.uint64)
    for state in states("reconstruction-1-solo-apprentice-free-standing", 1)[::7]:
        game = game_of(state.position)[0]
        deal(core_tables(EDITION), game, known(), rng)
        assert game["deck"][-1] == SNOW_CARD


def strays(state: State) -> bool:
    """Whether a snowflake lies outside its pile."""
    position = state.position
    drawn = position.game.piles[-1].end - position.deck_count
    snowy = [pile for pile in position.game.piles if pile.snow][position.tallied :]
    places = [drawn + place for place, card in enumerate(state.deck) if card == SNOW]
    return any(not pile.start <= place < pile.end for pile, place in zip(snowy, places, strict=True))


def test_a_huron_that_moved_snow_over_the_edge_of_its_pile_is_believed() -> None:
    """The one who moved it knows where it is; the others are dealt a deck with as much snow as there is."""
    rng = np.array([5], np.uint64)
    noted = Counter[str]()
    for seed in range(60):
        chance = Random(f"edge/{seed}")
        state = start(GROUPS["reconstruction-1-table-each_stage-free-standing-verified"][-1].deal(chance))
        while not state.over:
            legal = state.legal
            if state.position.phase in (Phase.LOOK_BEFORE, Phase.LOOK_AFTER):
                # The snow as far down as it will go, or as far up.
                deck, up = state.deck, bool(seed % 2)
                order = sorted(range(min(3, len(deck))), key=lambda it: (deck[it] == SNOW) != up)
                state = state.play(Huron(state.position.active, tuple(order))).state
            else:
                kinds = [kind for kind in legal.kinds() if kind != "huron" or SNOW in state.deck[:3]]
                kind = chance.choice(kinds)
                state = state.play(chance.choice(legal.of_kind(kind))).state
            if not state.over and strays(state):
                noted["strayed"] += 1
                for seat in range(state.position.game.seats):
                    noted += check(state, seat, rng)
    assert noted["strayed"] > 20
    assert {"a known snowflake", "a snowflake that must have been moved"} <= set(noted), "too tame"


# -- all the rest is equally likely ----------------------------------------------------------------------------------

DEALS = 6000


def record(top: int, one_left: Sequence[int] = ()) -> Array:
    """A table game of which so many cards have been drawn; of some shapes only one card is left."""
    games = game_of(start(GROUPS[SORTS[0]][0].deal(Random(1))).position)
    game = games[0]
    game["display_count"] = 0
    game["stock"] = 15
    for shape in one_left:
        game["stock"][shape] = 1
    others = [shape for _ in range(4) for shape in range(9) if shape not in one_left]
    for shape in others[: top - 3 * len(one_left)]:
        game["stock"][shape] &= int(game["stock"][shape]) - 1
    game["top"] = top
    assert sum(int(stock).bit_count() for stock in game["stock"]) == 36 - top
    return games


def look(games: Array, rows: Rows, see: Callable[[list[int]], int], seed: int = 11) -> Counter[int]:
    """Deal many times; how often what was to be seen among the cards left was seen."""
    seen = Counter[int]()
    rng = np.array([seed], np.uint64)
    tables = core_tables(EDITION)
    top = int(games[0]["top"])
    for _ in range(DEALS):
        deal(tables, games[0], rows, rng)
        seen[see(games[0]["deck"][top:].tolist())] += 1
    return seen


def test_numbers_below_a_count_and_shuffles_are_even() -> None:
    rng = np.array([3], np.uint64)
    assert_even(Counter(below(rng, 7) for _ in range(DEALS)), range(7))
    orders = Counter[int]()
    for _ in range(DEALS):
        cards = np.arange(5, dtype=np.int64)
        shuffle(rng, cards, 1, 4)
        assert cards[[0, 4]].tolist() == [0, 4], "what lies outside stays"
        orders[int("".join(map(str, cards[1:4])))] += 1
    assert_even(orders, [123, 132, 213, 231, 312, 321])


def test_a_hidden_snowflake_is_equally_likely_anywhere_in_what_is_left_of_its_pile() -> None:
    for top, left in ((5, range(6, 12)), (11, range(6)), (14, range(3))):
        games = record(top)
        assert_even(look(games, known(), lambda cards: cards.index(SNOW_CARD)), left)


def test_cards_known_not_to_be_snow_leave_the_other_places_equally_likely() -> None:
    """Three cards of the pile are known: the snow lies behind them, in any of the other three places."""
    games = record(11, one_left=(0, 1, 2))
    rows = known((0, 1, 0), (1, 1, 1), (2, 1, 2))
    assert_even(look(games, rows, lambda cards: cards.index(SNOW_CARD)), [3, 4, 5])


def test_known_cards_of_a_group_are_equally_likely_in_every_order() -> None:
    games = record(9, one_left=(0, 1, 2))
    two = known((0, 3, 0), (0, 3, 1))
    places = look(games, two, lambda cards: 10 * cards.index(0) + cards.index(1))
    assert_even(places, [1, 2, 10, 12, 20, 21])
    three = known((0, 3, 0), (0, 3, 1), (0, 3, 2))
    orders = look(games, three, lambda cards: 100 * cards.index(0) + 10 * cards.index(1) + cards.index(2))
    assert_even(orders, [12, 21, 102, 120, 201, 210])


def test_a_shape_comes_next_as_often_as_it_has_cards_left() -> None:
    games = record(8, one_left=(0, 1))
    left = {shape: int(stock).bit_count() for shape, stock in enumerate(games[0]["stock"])}
    assert set(left.values()) == {1, 3, 4}
    seen = look(games, known(), lambda cards: cards[0])
    chances = {shape: count / sum(left.values()) for shape, count in left.items()}
    assert_chances(seen, chances)
    # And the last card above the snow of the first pile as well: no place is special.
    seen = look(games, known(), lambda cards: cards[2], seed=12)
    assert_chances(seen, chances)


def test_the_same_seed_deals_the_same() -> None:
    decks = []
    for seed in (1, 1, 2):
        games = record(11)
        deal(core_tables(EDITION), games[0], known(), np.array([seed], np.uint64))
        decks.append(games[0]["deck"].tolist())
    assert decks[0] == decks[1] != decks[2]


def test_both_editions_are_dealt() -> None:
    assert {variant.edition.id for group in SORTS for variant in GROUPS[group]} == {EDITION.id, TINY.id}
