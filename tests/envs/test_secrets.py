"""No environment shows or foresees what its seat cannot know."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random

import numpy as np
import pytest

from nouvelle_france.core import SNOW_CARD, UNKNOWN_CARD, Episodes, view_of
from nouvelle_france.core.actions import DRAW, END, LOOK, ORDER, ORDERS
from nouvelle_france.envs import nouvelle_france_v0
from nouvelle_france.envs.single import TableEnv
from nouvelle_france.envs.variants import solo_kind, table_kind
from nouvelle_france.rules import Phase
from nouvelle_france.rules.game import Allies
from tests.core.chi_square import chi_square, critical

PHASES = tuple(Phase)


def hidden_anew(episodes: Episodes, seat: int, rng: Random) -> Episodes:
    """The same game with other cards wherever this seat knows none, also where others have looked."""
    other = deepcopy(episodes)
    other.games[:], other.memories[:] = episodes.games, episodes.memories
    record, memory = other.games[0], other.memories[0]
    top = int(record["top"])
    known = int((memory["cards"][seat] != UNKNOWN_CARD).sum())
    first = top + (known if memory["among"][seat] == 1 else int(memory["among"][seat]))
    cards = record["deck"][first:].tolist()
    record["deck"][first:] = rng.sample(cards, len(cards))
    for peer in range(len(memory["cards"])):
        if peer != seat and memory["among"][peer] == 1:
            count = int((memory["cards"][peer] != UNKNOWN_CARD).sum())
            memory["cards"][peer, :count] = record["deck"][top : top + count]
    return other


@pytest.mark.parametrize("allies", ["each_stage", "once"])
def test_permuting_hidden_cards_changes_no_observation(allies: Allies) -> None:
    hidden = remembered = 0
    for seed in range(6):
        rng = Random(seed)
        episodes = Episodes(table_kind(2 + seed % 3, allies=allies, unable="claimed"))
        episodes.begin([seed])
        while not episodes.batch.over[0]:
            for seat in range(episodes.players):
                other = hidden_anew(episodes, seat, rng)
                hidden += bool((other.games["deck"] != episodes.games["deck"]).any())
                remembered += bool((episodes.memories[0]["cards"][seat] != UNKNOWN_CARD).any())
                assert episodes.observe(seats=[seat]).tobytes() == other.observe(seats=[seat]).tobytes()
                assert (episodes.batch.legal()[0] == other.batch.legal()[0]).all()
            ids = episodes.batch.legal()[0].tolist()
            plain = [id for id in ids if id >= episodes.kind.placements]
            episodes.step([rng.choice(plain if plain and rng.random() < 0.5 else ids)])
    assert hidden > 500
    assert remembered > 50


def test_a_copy_foresees_nothing() -> None:
    """Copies draw cards as chance has it, whatever the original will draw."""
    episodes = Episodes(table_kind(2))
    episodes.begin([3])
    draw = episodes.kind.placements + DRAW
    while not (episodes.batch.allows([draw])[0] and episodes.batch.chances()[0, -1] > 0.1):
        episodes.step([int(episodes.batch.legal()[0][-1])])
        if episodes.batch.over[0]:
            episodes.begin()
    shares = episodes.batch.chances()[0]
    drawn: Counter[int] = Counter()
    for _ in range(3000):
        copied = deepcopy(episodes)
        top = int(copied.games[0]["top"])
        copied.step([draw])
        card = int(copied.games[0]["deck"][top])
        drawn[card % len(shares)] += 1  # snow is -1
    possible = np.flatnonzero(shares)
    assert set(drawn) == set(possible.tolist())
    counts = Counter({place: drawn[number] for place, number in enumerate(possible.tolist())})
    assert chi_square(counts, shares[possible].tolist()) < critical(len(possible))


def put_back_by_another() -> Episodes:
    """Seat 0 has looked at the start of the game, played its turn, and put the cards back; seat 1 is to act."""
    env = nouvelle_france_v0.raw_env(players=2)
    env.reset(seed=1)
    plain = env._kind.placements
    for action in (LOOK, ORDER + len(ORDERS) - 1, DRAW):
        env.step(plain + action)
    while env.agent_selection == "player_0":
        legal = env._legal.tolist()
        env.step(plain + END if plain + END in legal else legal[0])
    episodes: Episodes = env._episodes
    assert episodes.batch.allows([plain + DRAW])[0]
    return episodes


def drawn_in_copies(episodes: Episodes, count: int) -> tuple[Counter[int], Counter[int]]:
    """How often each card comes up in copies and in branches that draw."""
    draw, top = episodes.kind.placements + DRAW, int(episodes.games[0]["top"])
    copies = [deepcopy(episodes) for _ in range(count)]
    for copied in copies:
        copied.step([draw])
    branches = episodes.branches([draw] * count, [0, count])
    return (
        Counter(int(copied.games[0]["deck"][top]) for copied in copies),
        Counter(branches.games["deck"][:, top].tolist()),
    )


def test_aly_4_a_copy_does_not_foresee_what_another_seat_has_put_back() -> None:
    """Every copy once drew the card that was to come, since the Huron's look had dealt it."""
    episodes = put_back_by_another()
    shares = episodes.batch.chances()[0]
    possible = np.flatnonzero(shares)
    for drawn in drawn_in_copies(episodes, 3000):
        assert set(drawn) == set(possible.tolist())
        counts = Counter({place: drawn[number] for place, number in enumerate(possible.tolist())})
        assert chi_square(counts, shares[possible].tolist()) < critical(len(possible))


def test_aly_4_a_copy_does_not_foresee_what_a_bot_has_put_back() -> None:
    env = TableEnv(opponents={1: "artisan"})
    looked = 0
    for seed in range(6):
        _, info = env.reset(seed=seed)
        over = False
        while not over and looked < 5:
            episodes = env._episodes
            put_back = episodes.memories[0]["seen"] > episodes.games[0]["top"]
            if put_back and episodes.batch.allows([episodes.kind.placements + DRAW])[0]:
                looked += 1
                for drawn in drawn_in_copies(episodes, 60):
                    assert len(drawn) > 2
            legal = [it for it in info["legal"] if it != env._kind.placements + LOOK]
            _, _, over, _, info = env.step(legal[-1])
    assert looked == 5


def foreseen(episodes: Episodes, seat: int) -> tuple[int, list[int]]:
    """Among how many of the top cards those lie that a seat knows, and these."""
    memory = episodes.memories[0]
    cards = [card for card in memory["cards"][seat].tolist() if card != UNKNOWN_CARD]
    return (len(cards) if memory["among"][seat] == 1 else int(memory["among"][seat])), cards


def test_aly_4_in_a_copy_seats_know_the_cards_that_lie_there() -> None:
    """The seat that acts knows those of the original, every other seat as many, and they are those that will come."""
    changed = Counter[str]()
    rng = Random(1)
    for seed in range(12):
        episodes = Episodes(table_kind(2 + seed % 3, allies="each_stage", unable="claimed"))
        episodes.begin([seed])
        while not episodes.batch.over[0]:
            record, acting = episodes.games[0], int(episodes.batch.seats[0])
            top, seen = int(record["top"]), int(episodes.memories[0]["seen"])
            copied = deepcopy(episodes)
            deck = copied.games[0]["deck"]
            assert copied.observe().tobytes() == episodes.observe().tobytes()
            assert (copied.batch.legal()[0] == episodes.batch.legal()[0]).all()
            assert foreseen(copied, acting) == foreseen(episodes, acting)
            for seat in range(episodes.players):
                among, cards = foreseen(copied, seat)
                assert (among, len(cards)) == (foreseen(episodes, seat)[0], len(foreseen(episodes, seat)[1]))
                if copied.memories[0]["among"][seat] == 1:
                    assert deck[top : top + len(cards)].tolist() == cards
                assert Counter(cards) <= Counter(deck[top : top + among].tolist())
                changed["memory"] += cards != foreseen(episodes, seat)[1]
            if seen > top and (deck[top:seen] != record["deck"][top:seen]).any():
                changed["deck"] += 1
                changed["known among others"] += bool(foreseen(episodes, acting)[1])
                assert (deck[top:] == SNOW_CARD).sum() == len(record["snow_end"]) - record["snow"]
                left = np.bincount(deck[top:][deck[top:] >= 0], minlength=len(record["stock"]))
                assert (left <= [int(it).bit_count() for it in record["stock"]]).all()
            ids = episodes.batch.legal()[0].tolist()
            plain = [id for id in ids if id >= episodes.kind.placements]
            episodes.step([rng.choice(plain if plain and rng.random() < 0.5 else ids)])
    assert min(changed[it] for it in ("memory", "deck", "known among others")) > 20, changed


def test_aly_4_in_a_copy_of_a_game_made_of_a_view_its_seat_keeps_what_it_knows() -> None:
    """Also while another seat acts: that the cards were its to know is what the game was made for."""
    episodes = put_back_by_another()
    view = view_of(episodes.kind, episodes.games[0], episodes.memories[0], 0)
    mine = Episodes.of_view(view, 5)
    assert mine.batch.seats[0] == 1
    assert foreseen(mine, 0) == foreseen(episodes, 0) != (0, [])
    copied = deepcopy(mine)
    assert foreseen(copied, 0) == foreseen(mine, 0)
    top = int(mine.games[0]["top"])
    assert copied.games[0]["deck"][top] == mine.games[0]["deck"][top]
    mine.begin([5])
    dealt = Episodes(mine.kind)
    dealt.begin([5])
    assert deepcopy(mine)._viewers.tolist() == dealt._viewers.tolist(), "once begun again it is no longer such a game"


def test_branching_again_draws_again() -> None:
    """Every call once drew the same cards, those of the first copy."""
    envs = nouvelle_france_v0.vector_env(1, masks=False)
    envs.reset(seed=4)
    draw = envs._kind.placements + DRAW
    shown = [envs.after([draw] * 40, [0, 40])[0]["observation"]["display"][:, 2].tolist() for _ in range(3)]
    assert all(len(set(cards)) > 4 for cards in shown)
    assert shown[0] != shown[1] != shown[2] != shown[0]
    again = nouvelle_france_v0.vector_env(1, masks=False)
    again.reset(seed=4)
    assert again.after([draw] * 40, [0, 40])[0]["observation"]["display"][:, 2].tolist() == shown[0]


def test_copies_and_branches_have_streams_of_their_own() -> None:
    episodes = Episodes(table_kind(2), 3)
    episodes.begin([1, 2, 3])
    draw = [episodes.kind.placements + DRAW] * 3
    streams = [episodes.streams.tolist()]
    for _ in range(40):
        copied = deepcopy(episodes)
        copied.step(draw)
        streams += [copied.streams.tolist(), episodes.branches(draw, range(4)).streams.tolist()]
    assert len({word for words in streams for word in words}) == 3 * len(streams)


def test_the_same_seed_deals_the_same_and_copies_differ() -> None:
    one, other = Episodes(solo_kind()), Episodes(solo_kind())
    one.begin([5])
    other.begin([5])
    ids = one.batch.legal()[0]
    assert (ids == other.batch.legal()[0]).all()
    copied = deepcopy(one)
    for episodes in (one, other, copied):
        for _ in range(20):
            episodes.step([int(episodes.batch.legal()[0][0])])
    assert one.games.tobytes() == other.games.tobytes()
    assert one.games["display"].tobytes() != copied.games["display"].tobytes()


def test_a_seat_sees_what_its_huron_saw_and_no_other_does() -> None:
    env = nouvelle_france_v0.raw_env(players=3)
    env.reset(seed=1)
    look = env._kind.placements + LOOK
    env.step(look)
    cards = env.observe("player_0")["observation"]["foreseen"]
    assert (cards[:, 1] == 1).all()
    assert (cards[:, 0] >= 0).all()
    assert cards[:, 0].tolist() == env._episodes.games[0]["deck"][2:5].tolist()
    assert (env.observe("player_1")["observation"]["foreseen"] == -1).all()
