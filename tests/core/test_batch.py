"""The public face of the core: dealing, stepping, what may be done and what may be seen, against the pure rules."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from nouvelle_france import Setup, State, start
from nouvelle_france.core import SNOW_CARD, UNKNOWN_CARD, Batch, Kind, action_id, action_of
from nouvelle_france.core.records import NOBODY
from nouvelle_france.core.translate import game_of_setup
from nouvelle_france.rules import SNOW, WINTER, Draw, Game, Huron, Phase
from tests.core.chi_square import chi_square, critical
from tests.core.comparing import same
from tests.core.variants import GROUPS, Variant

SORTS = [
    "reconstruction-1-table-each_stage-free-standing-claimed",
    "reconstruction-1-solo-master-builder-leaning",
    "tiny-table-each_stage-free-standing-claimed",
    "tiny-table-one-card-once-leaning-verified",
    "tiny-solo-strict-free-standing",
]


def kind_of(variant: Variant) -> Kind:
    """The kind of game that a variant deals."""
    game = variant.deal(Random(0)).game
    if game.mode == "solo":
        return Kind.solo(game.edition, game.solo, game.rules)
    return Kind.table(game.edition, game.seats, game.rules)


def setup_of(variant: Variant, record: np.void) -> Setup:
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
            for field in record.dtype.names:
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
    assert same(batch.games, before)
    batch.step([draw, -1])
    assert same(batch.games[1:], Batch.deal(batch.kind, [2]).games)


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
        kind = kind_of(next(it for it in GROUPS[group] if it.deal(Random(0)).game.seats == state.position.game.seats))
        one = Batch.of(kind, [state])
        chances = one.chances()[0]
        assert chances.sum() == pytest.approx(1)
        many = Batch(kind, np.repeat(one.games, 3000)).copy(np.arange(3000))
        assert same(many.seen(), np.repeat(one.seen(), 3000))
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
