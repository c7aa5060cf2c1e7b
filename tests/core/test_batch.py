"""The public face of the core: dealing, stepping, what may be done and what may be seen, against the pure rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from nouvelle_france import Rules, Setup, SoloSettings, State, deal_solo, deal_table, start
from nouvelle_france.core import SNOW_CARD, UNKNOWN_CARD, Batch, Episodes, Kind, action_id, action_of
from nouvelle_france.core.actions import DRAW, LOOK, ORDER, ORDERS
from nouvelle_france.core.records import NOBODY, fields_of, repeated
from nouvelle_france.core.records import Game as Dealt
from nouvelle_france.core.translate import game_of_setup
from nouvelle_france.rules import SNOW, WINTER, Draw, Game, Huron, Phase
from tests.core.chi_square import chi_square, critical
from tests.core.comparing import same
from tests.core.variants import EDITION, GROUPS, Variant

SORTS = [
    "reconstruction-1-table-each_stage-free-standing-claimed",
    "reconstruction-1-solo-master-builder-leaning",
    "tiny-table-each_stage-free-standing-claimed",
    "tiny-table-one-card-once-leaning-verified",
    "tiny-solo-strict-free-standing",
]

NAMED = {"snow": SNOW_CARD, "unknown": UNKNOWN_CARD}


def kind_of(variant: Variant) -> Kind:
    """The kind of game that a variant deals."""
    return kind_like(variant.deal(Random(0)).game)


def kind_like(game: Game) -> Kind:
    """The kind of a game."""
    if game.mode == "solo":
        return Kind.solo(game.edition, game.solo, game.rules)
    return Kind.table(game.edition, game.seats, game.rules)


def setup_of(variant: Variant, record: Dealt) -> Setup:
    """What the pure rules would call a game that the core has dealt; they refuse a deck that is not one."""
    like = variant.deal(Random(0)).game
    edition = like.edition
    cards = [*record["display"][: record["display_count"]], *record["deck"][record["top"] :]]
    required = [None if site == NOBODY else edition.site_ids[site] for site in record["required"]]
    game = Game(
        edition,
        like.mode,
        like.rules,
        tuple(edition.colour_ids[colour] for colour in record["colour_of_seat"][: len(like.colours)]),
        tuple(edition.stick_ids[stick] for stick in record["sticks"]),
        like.solo,
        tuple(required[: len(like.required_sites)]),
    )
    return Setup(game, tuple(SNOW if card == SNOW_CARD else edition.shape_ids[card] for card in cards))


def sides(group: str, seed: int) -> tuple[Variant, Batch, State]:
    """A game of a group in both."""
    variant = GROUPS[group][seed % len(GROUPS[group])]
    batch = Batch.deal(kind_of(variant), [seed])
    return variant, batch, start(setup_of(variant, batch.games[0]))


@pytest.mark.parametrize("group", SORTS)
def test_what_is_dealt_is_a_game_of_the_rules(group: str) -> None:
    """SET-1..3, VAR-1, SOL-2, CHA-2..4: in every field."""
    for variant in GROUPS[group]:
        batch = Batch.deal(kind_of(variant), range(20))
        for record in batch.games:
            wanted = game_of_setup(setup_of(variant, record))[0]
            for field in fields_of(Dealt):
                ours, theirs = record[field].copy(), wanted[field].copy()
                if field == "deck":
                    ours, theirs = ours[record["top"] :], theirs[record["top"] :]
                assert np.array_equal(ours, theirs), f"{variant.id}: {field}"


def test_each_game_is_dealt_from_its_own_key() -> None:
    kind = kind_of(GROUPS[SORTS[2]][0])
    many = Batch.deal(kind, [5, 6, 7])
    alone = Batch.deal(kind, [6])
    assert same(many.games[1:2], alone.games)
    assert len({tuple(record["deck"].tolist()) for record in many.games}) == 3
    before = many.games.copy()
    many.reset([9], which=[False, True, False])
    assert same(many.games[1:2], Batch.deal(kind, [9]).games)
    assert same(many.games[[0, 2]], before[[0, 2]])


@pytest.mark.parametrize("group", ["tiny-table-each_stage-free-standing-claimed", "tiny-solo-strict-free-standing"])
def test_every_deal_is_as_likely(group: str) -> None:
    """Colours, sticks, the first card and the places of the snow: all as often as chance has it."""
    variant = GROUPS[group][0]
    keys = np.random.default_rng(1).integers(1 << 63, size=6000)
    games = Batch.deal(kind_of(variant), keys).games
    game = variant.deal(Random(0)).game
    colours = len(game.edition.colours)
    if game.mode == "table":
        assert chi_square(Counter(games["colour_of_seat"][:, 0].tolist()), [1 / colours] * colours) < critical(colours)
    sticks = len(game.sticks)
    for site in range(sticks):
        assert chi_square(Counter(games["sticks"][:, site].tolist()), [1 / sticks] * sticks) < critical(sticks)
    for number, pile in enumerate(pile for pile in game.piles if pile.snow):
        size = pile.end - pile.start
        places = [int(np.flatnonzero(deck == SNOW_CARD)[number]) - pile.start for deck in games["deck"]]
        assert set(places) == set(range(size))
        if size > 1:
            assert chi_square(Counter(places), [1 / size] * size) < critical(size)


@pytest.mark.parametrize("group", SORTS)
def test_legal_actions_steps_and_results_are_those_of_the_rules(group: str) -> None:
    """Listed, as a mask and asked about one by one; a seat acts when it is asked first."""
    for seed in range(4):
        variant, batch, state = sides(group, seed)
        rng = Random(f"{group}/{seed}")
        every = batch.kind.actions
        while not state.over:
            seat = int(batch.seats[0])
            assert seat == state.position.movers[0]
            legal = state.legal.of_seat(seat)
            wanted = sorted(action_id(state.position.game, action) for action in legal)
            ids, first = batch.legal()
            assert sorted(ids.tolist()) == wanted
            assert first.tolist() == [0, len(wanted)]
            mask = batch.mask()
            assert np.flatnonzero(mask[0]).tolist() == wanted
            # Those beside a legal one are the likeliest to be wrong.
            asked = {rng.choice(wanted) + step for step in range(-3, 4)} | {rng.randrange(every) for _ in range(4)}
            for number in asked | {-1, every - 1}:
                assert bool(batch.allows([number])[0]) == (number in set(wanted)), number
            action = rng.choice(legal.of_kind(rng.choice(legal.kinds())))
            batch.step([action_id(state.position.game, action)])
            state = state.play(action).state
        assert batch.over.all()
        assert not batch.mask().any()
        assert batch.seats.tolist() == [-1]
        result = state.position.result
        assert result is not None
        names = state.position.game.edition.colour_ids
        finals = {name: int(batch.games[0]["final"][names.index(name)]) for name in result.scores}
        assert finals == dict(result.scores), variant.id


def test_an_illegal_action_is_refused_before_anything_is_played() -> None:
    batch = Batch.deal(kind_of(GROUPS[SORTS[2]][0]), [1, 2])
    before = batch.games.copy()
    draw = int(batch.legal()[0][-2])
    with pytest.raises(ValueError, match="game 1: action 3 is not legal for seat 0"):
        batch.step([draw, 3])
    with pytest.raises(ValueError, match="one action per game: 2"):
        batch.step([draw])
    with pytest.raises(ValueError, match="game 1: action -2 is not legal for seat 0"):
        batch.step([draw, -2])
    with pytest.raises(ValueError, match="game 1: action -2 is not legal for seat 0"):
        batch.step_with([draw, -2], [[1], [1]], [1, 2])
    assert same(batch.games, before)
    batch.step([draw, -1])
    assert same(batch.games[1:], Batch.deal(batch.kind, [2]).games)


def test_keys_and_masks_that_are_none_are_refused() -> None:
    kind = kind_of(GROUPS[SORTS[2]][0])
    with pytest.raises(ValueError, match=r"one key per game: a list of keys, not an array of shape \(\)"):
        Batch.deal(kind, 5)
    batch = Batch.deal(kind, [1, 2, 3])
    before = batch.games.copy()
    with pytest.raises(ValueError, match=r"one key per game: 1, not an array of shape \(2,\)"):
        batch.reset([7, 8], which=[False, True, False])
    with pytest.raises(ValueError, match=r"one True or False per game: 3, not an array of shape \(2,\)"):
        batch.reset([7], which=[False, True])
    episodes = Episodes(kind, 3)
    for which in ([0, 2], [0, 1, 1]):  # numbers of games, and zeros and ones
        with pytest.raises(ValueError, match=r"`which` is a boolean mask, .* not an array of int64"):
            batch.reset([7, 8], which)
        with pytest.raises(ValueError, match="`which` is a boolean mask"):
            episodes.begin([7, 8], which)
    with pytest.raises(ValueError, match=r"one key per game: 3, not an array of shape \(1,\)"):
        episodes.begin([7])
    with pytest.raises(ValueError, match=r"one key per game: 1, not an array of shape \(2,\)"):
        episodes.begin([7, 8], which=[False, True, False])
    for keys, wrong in (
        ([-1, 0, 1], "-1"),
        ([0, 1.5, 2], "1.5"),
        ([0, 1, 1 << 64], str(1 << 64)),
        ([True] * 3, "True"),
    ):
        with pytest.raises(ValueError, match=rf"`keys` are whole numbers from 0 to 2\*\*64 - 1, not {wrong}"):
            batch.reset(keys)
    assert same(batch.games, before)
    assert not episodes.streams.any()


def test_keys_may_be_as_large_as_a_word() -> None:
    kind = kind_of(GROUPS[SORTS[2]][0])
    large = (1 << 64) - 1
    keys: list[Any] = [large, 5, np.uint64(large)]
    mixed = Batch.deal(kind, keys).games
    assert same(mixed[:1], Batch.deal(kind, np.array([large], np.uint64)).games)
    assert same(mixed[1:2], Batch.deal(kind, [5]).games)
    assert same(mixed[:1], mixed[2:])


def test_actions_and_cards_are_whole_numbers() -> None:
    """They were once cut off to some."""
    batch = Batch.deal(kind_of(GROUPS[SORTS[2]][0]), [1, 2])
    before = batch.games.copy()
    draw = int(batch.legal()[0][-2])
    wrong: list[list[Any]] = [[draw + 0.5, -1], [True, False]]
    for actions in wrong:
        for refuse in (batch.step, batch.allows, Episodes(batch.kind, 2).step):
            with pytest.raises(ValueError, match=r"`actions` are whole numbers, not an array of (float64|bool)"):
                refuse(actions)
    with pytest.raises(ValueError, match="`cards` are whole numbers, not an array of float64"):
        batch.step_with([draw, -1], np.array([[0.5], [0]]), [1, 2])
    with pytest.raises(ValueError, match=r"a row of cards per game: 2, not an array of shape \(2,\)"):
        batch.step_with([draw, -1], [0, 0], [1, 2])
    assert same(batch.games, before)


def test_only_states_of_its_edition_make_a_batch() -> None:
    """Others would be played with the wrong tables."""
    ours, other = GROUPS[SORTS[2]][0], GROUPS[SORTS[0]][0]
    states = [start(it.deal(Random(1))) for it in (ours, other)]
    assert len(Batch.of(kind_of(ours), states[:1])) == 1
    assert len(Batch.of(kind_of(ours), [])) == 0
    with pytest.raises(ValueError, match="state 1 is of another edition, 'reconstruction-1', than `kind`, 'tiny'"):
        Batch.of(kind_of(ours), states)


def test_only_states_of_its_kind_make_a_batch() -> None:
    """Others once did, and were dealt again, observed and paid as if they were of it."""
    table, solo = Kind.table(EDITION, 3), Kind.solo(EDITION, SoloSettings(architecture=("belfry", "sails")))

    def state_of(players: int = 3, **rules: Any) -> State:
        return start(deal_table(EDITION, Random(1), players, Rules(**rules)))

    def alone(settings: SoloSettings, **rules: Any) -> State:
        return start(deal_solo(EDITION, Random(1), settings, Rules(allies="none", **rules)))

    assert len(Batch.of(table, [state_of()])) == 1
    assert len(Batch.of(solo, [alone(SoloSettings(architecture=("sails", "belfry")))])) == 1
    wrong: list[tuple[Kind, State, str]] = [
        (table, alone(SoloSettings()), "mode, 'solo', than `kind`, 'table'"),
        (table, state_of(2), "number of seats, 2, than `kind`, 3"),
        (table, state_of(one_card=True), "one_card, True, than `kind`, False"),
        (table, state_of(allies="once"), "allies, 'once', than `kind`, 'each_stage'"),
        (table, state_of(unable="claimed"), "unable, 'claimed', than `kind`, 'verified'"),
        (solo, alone(SoloSettings(architecture=("belfry", "sails")), support="leaning"), "support, 'leaning', than"),
        (solo, alone(SoloSettings(constraint="artisan", architecture=("belfry", "sails"))), "constraint, 'artisan', t"),
        (solo, alone(SoloSettings(track="plucky", architecture=("belfry", "sails"))), "track, 'plucky', than `kind`,"),
        (solo, alone(SoloSettings()), r"architecture, \[\], than `kind`, \['belfry', 'sails'\]"),
    ]
    for kind, state, words in wrong:
        with pytest.raises(ValueError, match=f"state 0 is of another {words}"):
            Batch.of(kind, [state])


WRONG_MEMORIES: list[tuple[list[tuple[float, ...]], str]] = [
    ([(0, 1)], r"a row of `known` is \(first, size, card\), not an array of shape \(1, 2\)"),
    ([(0, 1, 0.5)], "`known` are whole numbers, not an array of float64"),
    ([(-1, 1, 0)], r"`known`: \(-1, 1, 0\) is of no place in the deck"),
    ([(0, 0, 0)], r"`known`: \(0, 0, 0\) is of no place in the deck"),
    ([(0, 1, 99)], r"`known`: \(0, 1, 99\) is of no card"),
    ([(0, 1, UNKNOWN_CARD)], "is of no card"),
    ([(0, 1, 0), (0, 1, 1)], r"`known`: \(0, 1, 1\) may find its places taken"),
    ([(0, 3, 0), (0, 1, 1)], r"`known`: \(0, 1, 1\) may find its places taken"),
    ([(0, 2, 0), (1, 2, 1), (0, 2, 2)], r"`known`: \(0, 2, 2\) may find its places taken"),
    ([(10_000, 1, 0)], "game 0: `known`: these cards are not all in its deck"),
    ([(0, 10_000, 0)], "game 0: `known`: these cards are not all in its deck"),
    ([(place, 1, 0) for place in range(5)], "game 0: `known`: these cards are not all in its deck"),
    ([(place, 1, SNOW_CARD) for place in range(4)], "game 0: `known`: these cards are not all in its deck"),
    # The second snowflake, while the first, which is in the second pile, is not known: SET-3.
    ([(20, 1, SNOW_CARD)], "game 0: `known`: these cards are not all in its deck"),
    ([(31, 6, SNOW_CARD), (9, 6, SNOW_CARD)], "game 0: `known`: these cards are not all in its deck"),
]


@pytest.mark.parametrize(("known", "words"), WRONG_MEMORIES)
def test_cards_that_nobody_can_know_are_refused(known: list[tuple[int, int, int]], words: str) -> None:
    """They were once written before or behind the deck."""
    batch = Batch.deal(kind_of(GROUPS[SORTS[0]][0]), [1, 2])
    before = batch.games.copy()
    with pytest.raises(ValueError, match=words):
        batch.copy([1, 2], known)
    assert same(batch.games, before)


def test_cards_that_somebody_can_know_lie_where_they_are_known_to() -> None:
    batch = Batch.deal(kind_of(GROUPS[SORTS[0]][0]), [1])
    top = int(batch.games["top"][0])
    for key in range(30):
        deck = batch.copy([key], [(0, 1, 4), (0, 3, 2), (0, 3, SNOW_CARD)]).games["deck"][0, top:].tolist()
        assert deck[0] == 4
        assert sorted(deck[1:3]) == [SNOW_CARD, 2]
        assert deck.count(SNOW_CARD) == 3
    random_game(batch)
    assert batch.over.all()
    batch.copy([1], [(0, 3, 2)])  # where a game is over nobody knows any


@pytest.mark.parametrize("known", [[(9, 1, SNOW_CARD), (22, 2, SNOW_CARD)], [(20, 6, SNOW_CARD), (9, 6, SNOW_CARD)]])
def test_set_3_each_pile_has_its_snowflake_also_where_some_are_known(known: list[tuple[int, int, int]]) -> None:
    """In whatever order they are named."""
    batch = Batch.deal(kind_of(GROUPS[SORTS[0]][0]), [1])
    record = batch.games[0]
    for key in range(30):
        deck = batch.copy([key], known).games["deck"][0]
        snow = np.flatnonzero(deck == SNOW_CARD)
        assert (record["snow_start"] <= snow).all()
        assert (snow < record["snow_end"]).all()


def test_aly_4_what_a_seat_remembers_may_be_known() -> None:
    """Also of a snowflake that its Huron has moved over the edge of a pile."""
    strayed = 0
    rng = np.random.default_rng(1)
    episodes = Episodes(kind_of(GROUPS[SORTS[2]][0]))
    look, last = (episodes.kind.placements + action for action in (LOOK, ORDER + len(ORDERS) - 1))
    for key in range(100):
        episodes.begin([key])
        while not episodes.batch.over[0]:
            record = episodes.games[0]
            seat, end = int(record["asked"][0]), int(record["snow_end"][record["snow"]]) - int(record["top"])
            legal = episodes.batch.legal()[0]
            at_the_edge = end in (1, 2) and (look in legal or last in legal)
            action = (look if look in legal else last) if at_the_edge else rng.choice(legal[legal != look])
            episodes.step([action])
            if action == last:
                cards = episodes.memories["cards"][0, seat].tolist()
                strayed += SNOW_CARD in cards[end:]
                episodes.batch.copy([1], [(place, 1, card) for place, card in enumerate(cards)])
    assert strayed > 5


def random_game(batch: Batch) -> None:
    """Play to the end."""
    rng = np.random.default_rng(1)
    while not batch.over.all():
        batch.step([rng.choice(batch.legal()[0])])


def test_what_is_observed_has_room_and_seats() -> None:
    """They were once read and written wherever they were not."""
    episodes = Episodes(kind_of(GROUPS[SORTS[2]][0]), 3)
    episodes.begin([1, 2, 3])
    out = episodes.new_observations()
    assert episodes.observe(out, [-1, 0, 1]) is out
    wrongs: list[Any] = [out[:2], np.zeros((3, 1), out.dtype), np.zeros(3)]
    for wrong in [*wrongs, Episodes(kind_of(GROUPS[SORTS[0]][0]), 3).new_observations()]:
        with pytest.raises(ValueError, match=r"`out` is an array from new_observations\(\) for 3 games"):
            episodes.observe(wrong)
    for seats, words in (
        ([0, 1], r"one seat per game: 3, not an array of shape \(2,\)"),
        ([0, 1, 0.5], "`seats` are whole numbers, not an array of float64"),
        ([0, 1, 9], "`seats` are from 0 to 1, or -1 for the one that acts, not 9"),
        ([0, 1, -2], "`seats` are from 0 to 1, or -1 for the one that acts, not -2"),
    ):
        with pytest.raises(ValueError, match=words):
            episodes.observe(seats=seats)


def shuffled_unseen(state: State, rng: Random) -> State:
    """The same state as far as the seat to act can see, with another deck."""
    position = state.position
    looking = 3 if position.phase in (Phase.LOOK_BEFORE, Phase.LOOK_AFTER) else 0
    deck = list(state.deck)
    shapes = [place for place, card in enumerate(deck) if card != SNOW and place >= looking]
    cards = rng.sample([deck[place] for place in shapes], len(shapes))
    for place, card in zip(shapes, cards, strict=True):
        deck[place] = card
    return State(position, tuple(deck), state.foresight)


@pytest.mark.parametrize("group", ["tiny-table-each_stage-free-standing-claimed", "tiny-solo-strict-free-standing"])
def test_hidden_cards_change_nothing_an_agent_sees(group: str) -> None:
    looked = hidden = 0
    for seed in range(6):
        variant = GROUPS[group][seed % len(GROUPS[group])]
        kind, rng = kind_of(variant), Random(seed)
        state = start(variant.deal(rng))
        while not state.over:
            one, other = Batch.of(kind, [state]), Batch.of(kind, [shuffled_unseen(state, rng)])
            hidden += not same(one.games, other.games)
            assert same(one.seen(), other.seen())
            assert (one.mask() == other.mask()).all()
            assert (one.chances() == other.chances()).all()
            cards = one.seen()["deck"][0]
            if state.position.phase in (Phase.LOOK_BEFORE, Phase.LOOK_AFTER):
                looked += 1
                assert sum(cards != UNKNOWN_CARD) == min(3, len(state.deck))
            else:
                assert set(cards.tolist()) == {UNKNOWN_CARD}
            legal = state.legal
            state = state.play(rng.choice(legal.of_kind(rng.choice(legal.kinds())))).state
    assert hidden > 50
    assert looked or "solo" in group


def to_draw(group: str, count: int) -> list[State]:
    """Positions in which a seat may draw and nobody has looked at the deck."""
    found: list[State] = []
    for seed in range(100):
        variant = GROUPS[group][seed % len(GROUPS[group])]
        rng = Random(f"draw/{seed}")
        state = start(variant.deal(rng))
        while not state.over and len(found) < count:
            legal = state.legal
            if legal.of_kind("draw") and rng.random() < 0.3:
                found.append(state)
            kinds = [kind for kind in legal.kinds() if kind != "huron"]
            state = state.play(rng.choice(legal.of_kind(rng.choice(kinds)))).state
        if len(found) == count:
            return found
    raise AssertionError("too tame")


@pytest.mark.parametrize("group", ["tiny-table-each_stage-free-standing-claimed", "tiny-solo-strict-free-standing"])
def test_chances_are_how_often_a_copy_draws_a_card(group: str) -> None:
    certain = 0
    for state in to_draw(group, 12):
        kind = kind_like(state.position.game)
        one = Batch.of(kind, [state])
        chances = one.chances()[0]
        assert chances.sum() == pytest.approx(1)
        many = Batch(kind, repeated(one.games, 3000)).copy(np.arange(3000))
        assert same(many.seen(), repeated(one.seen(), 3000))
        top = many.games["deck"][:, many.games["top"][0]]
        found = Counter((top % len(chances)).tolist())  # snow, -1, is the last
        assert set(found) <= set(np.flatnonzero(chances).tolist())
        if (chances > 0).sum() > 1:
            assert chi_square(found, chances.tolist()) < critical(int((chances > 0).sum()))
        else:
            certain += 1
        # And each card that may come can be made to come.
        for card in np.flatnonzero(chances):
            number = SNOW_CARD if card == len(chances) - 1 else int(card)
            drawn = Batch(kind, one.games.copy())
            drawn.step_with([action_id(state.position.game, Draw(state.position.active))], [[number]], [7])
            assert drawn.games["top"][0] == one.games["top"][0] + 1
            assert drawn.games["deck"][0][one.games["top"][0]] == number
        for card in np.flatnonzero(chances == 0):
            number = SNOW_CARD if card == len(chances) - 1 else int(card)
            with pytest.raises(ValueError, match="game 0: these cards cannot come next"):
                one.step_with([action_id(state.position.game, Draw(state.position.active))], [[number]], [7])


def test_one_who_looks_sees_the_cards_that_the_caller_supplies() -> None:
    """ALY-4: also in a copy, whose other cards are dealt anew."""
    kind = kind_of(GROUPS[SORTS[0]][2])
    batch = Batch.deal(kind, [1])
    game = setup_of(GROUPS[SORTS[0]][2], batch.games[0]).game
    batch.step_with([action_id(game, Huron(0))], [[4, UNKNOWN_CARD, 0]], [3])
    top = int(batch.games["top"][0])
    looked = batch.seen()["deck"][0][top : top + 3].tolist()
    assert (looked[0], looked[2]) == (4, 0)
    copies = [batch.copy([key]) for key in range(5)]
    assert {tuple(copy.seen()["deck"][0].tolist()) for copy in copies} == {tuple(batch.seen()["deck"][0].tolist())}
    assert len({tuple(copy.games["deck"][0].tolist()) for copy in copies}) == 5
    assert isinstance(action_of(game, 0, int(batch.legal()[0][0])), Huron)
    with pytest.raises(ValueError, match="looks at 3 cards"):
        batch.step_with(batch.legal()[0][:1], [[0, 1, 2, 3]], [1])


def test_aly_4_while_cards_are_looked_at_they_are_the_next_and_the_rest_is_dealt_anew() -> None:
    """Whatever was supplied then was once compared with an unseen deck and ignored, and so were the keys."""
    kind = kind_of(GROUPS[SORTS[0]][2])
    batch = Batch.deal(kind, [1])
    look, order = kind.placements + LOOK, kind.placements + ORDER + len(ORDERS) - 1
    batch.step([look])
    top = int(batch.games["top"][0])
    shown = batch.games["deck"][0, top : top + 3].tolist()
    decks = set()
    for key, cards in enumerate((shown, shown[:1], [UNKNOWN_CARD, shown[1]], [UNKNOWN_CARD] * 3)):
        asked = Batch(kind, batch.games.copy())
        asked.step_with([order], [cards], [key])
        assert asked.games["deck"][0, top : top + 3].tolist() == [shown[place] for place in ORDERS[-1]]
        decks.add(tuple(asked.games["deck"][0, top + 3 :].tolist()))
    assert len(decks) == 4
    other = next(card for card in range(9) if card not in shown)
    for cards in ([other], [shown[0], other], [UNKNOWN_CARD, UNKNOWN_CARD, SNOW_CARD]):
        with pytest.raises(ValueError, match="game 0: these cards cannot come next"):
            batch.step_with([order], [cards], [1])
    assert batch.games["deck"][0, top : top + 3].tolist() == shown


@pytest.mark.parametrize("group", [SORTS[0], "tiny-table-each_stage-free-standing-claimed"])
def test_set_3_cards_may_come_next_if_some_deal_has_them_on_top(group: str) -> None:
    """Towards the end of a pile too, whose snowflake must lie in what is left of it, and where another pile follows."""
    near = adjacent = 0
    for state in to_draw(group, 80):
        kind = kind_like(state.position.game)
        one = Batch.of(kind, [state])
        record = one.games[0]
        top, stage = int(record["top"]), int(record["snow"])
        if record["snow_end"][stage] > top + 4:
            continue
        if stage and record["snow_start"][stage] <= top + 1 and record["snow_end"][stage - 1] + 3 >= top:
            continue  # a Huron used before the last snow fell may have seen the next
        near += 1
        adjacent += bool((record["snow_start"][stage + 1 :] < top + 3).any())
        decks = Batch(kind, repeated(one.games, 300)).copy(np.arange(300)).games["deck"][:, top:]
        may_snow = {tuple((deck[:3] == SNOW_CARD).tolist()) for deck in decks}
        shapes = decks[0][decks[0] != SNOW_CARD].tolist()
        draw = action_id(state.position.game, Draw(state.position.active))
        for sorts in product((*NAMED, "shape"), repeat=min(3, decks.shape[1])):
            left = iter(shapes)
            cards = [NAMED[it] if it in NAMED else next(left, 0) for it in sorts]
            asked = Batch(kind, one.games.copy())
            agrees = [
                all(it == "unknown" or (it == "snow") == snow for it, snow in zip(sorts, deal, strict=True))
                for deal in may_snow
            ]
            if any(agrees) and snow_is_said_in_turn(record, cards):
                asked.step_with([draw], [cards], [1])
                lie = asked.games["deck"][0][top : top + 3]
                assert all(card in (UNKNOWN_CARD, there) for card, there in zip(cards, lie, strict=True))
                assert (asked.games["deck"][0][top:] == SNOW_CARD).sum() == len(record["snow_end"]) - stage
            else:
                with pytest.raises(ValueError, match="these cards cannot come next"):
                    asked.step_with([draw], [cards], [1])
    assert near > 5
    assert (adjacent > 5) == ("tiny" in group)


def with_hurons_at_the_edges(kind: Kind, key: int) -> Iterator[Batch]:
    """A game, whenever one may draw, in which Hurons look where snow may leave its pile, and put the cards anyhow."""
    batch, rng = Batch.deal(kind, [key]), np.random.default_rng(key)
    draw, look, first = (kind.placements + action for action in (DRAW, LOOK, ORDER))
    while not batch.over[0]:
        record = batch.games[0]
        top, legal = int(record["top"]), batch.legal()[0]
        if draw in legal:
            yield batch
        near = SNOW_CARD in record["deck"][top : top + 3]
        edges = {*record["snow_start"].tolist(), *record["snow_end"].tolist()} & {top + 1, top + 2}
        others = legal[(legal != look) & (legal != first)]
        batch.step([look if look in legal and near and edges else rng.choice(others if len(others) else legal)])


@pytest.mark.parametrize("group", [SORTS[0], *[it for it in SORTS if it.startswith("tiny-table")]])
def test_aly_4_the_cards_that_come_next_may_come_next_also_where_hurons_have_moved_snow(group: str) -> None:
    """They were once refused where the snow lay outside its pile."""
    moved = Counter[str]()
    kinds = [kind_of(variant) for variant in GROUPS[group]]
    for key in range(150):
        for one in with_hurons_at_the_edges(kinds[key % len(kinds)], key):
            record = one.games[0]
            top, stage = int(record["top"]), int(record["snow"])
            snow = int(np.flatnonzero(record["deck"][top:] == SNOW_CARD)[0]) + top
            moved["before"] += snow < record["snow_start"][stage] and snow - top < 3
            moved["behind"] += snow >= record["snow_end"][stage] > top
            moved["late"] += snow > top >= record["snow_end"][stage]
            cards = record["deck"][top : top + 3].tolist()
            for left_out in range(1 << len(cards)):
                some = [UNKNOWN_CARD if left_out >> place & 1 else card for place, card in enumerate(cards)]
                if all_snow_before_is_told(cards, some):
                    asked = Batch(one.kind, one.games.copy())
                    asked.step_with([one.kind.placements + DRAW], [some], [1])
                    lie = asked.games["deck"][0][top : top + 3]
                    assert all(card in (UNKNOWN_CARD, there) for card, there in zip(some, lie, strict=True))
    wanted = ("before", "behind") if "tiny" in group else ("before", "behind", "late")
    assert min(moved[it] for it in wanted) > 4, moved


def all_snow_before_is_told(cards: list[int], some: list[int]) -> bool:
    """Whether snow is among some of these cards only with all that comes before it."""
    told = [some[place] == SNOW_CARD for place, card in enumerate(cards) if card == SNOW_CARD]
    return told == sorted(told, reverse=True)


def snow_is_said_in_turn(record: Dealt, cards: list[int]) -> bool:
    """Whether snow is among these cards only with that of each pile before its own, which is then told apart."""
    ends = record["snow_end"][record["snow"] :] - record["top"]
    piles = [int((ends <= place).sum()) for place, card in enumerate(cards) if card == SNOW_CARD]
    return piles == list(range(len(piles)))


def test_winter_is_a_seat_like_any_other() -> None:
    """SOL-5: its legal actions are what it may choose from."""
    kind = kind_of(GROUPS["tiny-solo-strict-free-standing"][0])
    batch = Batch.deal(kind, range(8))
    rng = np.random.default_rng(1)
    seats = set()
    while not batch.over.all():
        seats |= set(batch.seats.tolist())
        ids, first = batch.legal()
        counts = np.diff(first)
        chosen = first[:-1] + rng.integers(0, np.maximum(counts, 1))
        batch.step(np.where(counts > 0, ids[np.minimum(chosen, len(ids) - 1)], -1))
    assert {0, WINTER} <= seats
    assert (batch.games["winners"] > 0).all()
