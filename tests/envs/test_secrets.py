"""No environment shows or foresees what its seat cannot know."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random

import numpy as np
import pytest

from nouvelle_france.core import UNKNOWN_CARD, Episodes
from nouvelle_france.core.actions import DRAW, LOOK
from nouvelle_france.envs import nouvelle_france_v0
from nouvelle_france.envs.variants import solo_kind, table_kind
from nouvelle_france.rules import Phase
from nouvelle_france.rules.game import Allies
from tests.core.chi_square import chi_square, critical

PHASES = tuple(Phase)


def hidden_anew(episodes: Episodes, seat: int, rng: Random) -> Episodes:
    """The same game with other cards wherever this seat knows none, also where others have looked."""
    other = deepcopy(episodes)
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
