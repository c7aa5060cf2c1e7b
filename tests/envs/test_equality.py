"""The vector environments against the pure rules, game by game and action by action: every kind of game in turn.

`make test-all` plays 10,000 random games (`--env-games`).
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from nouvelle_france import Setup, State, start
from nouvelle_france.core import SNOW_CARD, Episodes, Kind, action_id, action_of
from nouvelle_france.core.restoring import game_of_record
from nouvelle_france.envs.vector import SoloVectorEnv, TableVector
from nouvelle_france.rules import SNOW, WINTER, Draw, Huron, Position
from tests.envs.expected import expected, legal_ids
from tests.envs.variants import EDITION, SOLOS, TABLES, Arguments, name_of

PARTS = 8
"""Tests that share the games out, so that workers can."""

REWARDS = ("rank", "margin", "points")


def cards(deck: Any) -> tuple[str, ...]:
    return tuple(SNOW if card == SNOW_CARD else EDITION.shape_ids[card] for card in deck.tolist())


def begun(kind: Kind, record: Any) -> State:
    """The game that was dealt, by the pure rules; they want a whole deck, so they get one that nobody has seen yet."""
    shown = record["display"][: record["display_count"]]
    return start(Setup(game_of_record(kind, record), cards(np.concatenate([shown, record["deck"][record["top"] :]]))))


def played(state: State, record: Any, action: int) -> State:
    """The state after an action, with the cards that the environment has turned up since."""
    top = len(record["deck"]) - len(state.deck)
    chosen = action_of(state.position.game, state.position.movers[0], action)
    if isinstance(chosen, Draw) or chosen == Huron(chosen.seat):
        state = State(state.position, cards(record["deck"][top:]), state.foresight)
    return state.play(chosen).state


def let_winter_play(state: State, record: Any) -> State:
    while not state.over and state.position.movers[0] == WINTER:
        state = played(state, record, action_id(state.position.game, next(iter(state.legal))))
    return state


def standing(position: Position, reward: str) -> list[float]:
    """All that seats have been rewarded with so far."""
    game, result = position.game, position.result
    if game.mode == "solo":
        scores = dict(zip(game.edition.colour_ids, position.scores, strict=True)) if result is None else result.scores
        winter = game.edition.colour_ids[game.winter]
        lead = min(score for name, score in scores.items() if name != winter) - scores[winter]
        if reward == "points":
            return [lead]
        if result is None:
            return [0.0]
        return [lead] if reward == "margin" else [1.0 if result.winners == ("player",) else -1.0]
    if reward == "points":
        return [position.score(name) if result is None else result.scores[name] for name in game.colours]
    if result is None:
        return [0.0] * game.seats

    def ahead(one: str, other: str) -> bool:
        if one in result.winners or other in result.winners:
            return one in result.winners and other not in result.winners
        return result.scores[one] > result.scores[other]

    found: list[float] = []
    for name in game.colours:
        others = [other for other in game.colours if other != name]
        if reward == "margin":
            found.append(result.scores[name] - max(result.scores[other] for other in others))
        else:
            before = sum(ahead(name, other) - ahead(other, name) for other in others)
            found.append(before / len(others))
    return found


def compare(seen: dict[str, Any], at: int, state: State, seat: int, where: str) -> None:
    """Everything observed in a game."""
    wanted = expected(state.view(seat))
    observed = seen["observation"]
    assert set(observed) == set(wanted), where
    for name, values in wanted.items():
        ours = observed[name][at]
        if name == "placed":
            ours = sorted(tuple(row) for row in ours.tolist() if row[0] >= 0)
            assert ours == values, f"{where}: {name}"
        elif name == "foreseen" and any(row[1] > 1 for row in values):
            assert sorted(map(tuple, ours.tolist())) == sorted(values), f"{where}: {name}"
        elif name == "chances":
            assert np.allclose(ours, values, atol=1e-6), f"{where}: {name}"
        else:
            assert np.array_equal(ours, np.array(values)), f"{where}: {name} {ours.tolist()} {values}"
    assert np.flatnonzero(seen["action_mask"][at]).tolist() == legal_ids(state.position), f"{where}: mask"


def choose(ids: list[int], placements: int, rng: Random) -> int:
    """What is rare is as likely as what is common: a kind of action, then one of it."""
    kinds = [it for it in ([id for id in ids if id < placements], [id for id in ids if id >= placements]) if it]
    return rng.choice(rng.choice(kinds))


def play_tables(arguments: Arguments, games: int, reward: str) -> None:
    """So many games of a variant at once, each to its end and a little into the next."""
    envs = TableVector(games, reward=reward, **arguments)
    episodes: Episodes = envs._pages.episodes
    kind, rng = episodes.kind, Random(name_of(arguments))
    seen, infos = envs.reset(seed=7)
    states = [begun(kind, record) for record in episodes.games]
    earned = [standing(state.position, reward) for state in states]
    left = set(range(games))
    while left:
        actions = []
        for at, state in enumerate(states):
            ids = infos["legal_ids"][infos["legal_first"][at] : infos["legal_first"][at + 1]].tolist()
            if at in left:
                compare(seen, at, state, int(envs.seats[at]), f"{arguments}, game {at}")
                assert sorted(ids) == np.flatnonzero(seen["action_mask"][at]).tolist()
            actions.append(choose(ids, kind.placements, rng))
        before = episodes.games.copy()
        # A game that ends begins anew at once: what it came to is seen in a game of its own.
        shadow = _shadow(episodes)
        seen, rewards, ended, infos = envs.step(actions)
        shadow.step(actions)
        for at in sorted(left):
            record = shadow.games[at]
            states[at] = played(states[at], record, actions[at])
            now = standing(states[at].position, reward)
            assert np.allclose(rewards[at], np.subtract(now, earned[at])), f"{arguments}, game {at}: rewards"
            earned[at] = now
            assert ended[at] == states[at].over
            if ended[at]:
                left.discard(at)
                result = states[at].position.result
                assert result is not None
                names = states[at].position.game.colours
                assert infos["final_scores"][at].tolist() == [result.scores[name] for name in names]
                assert episodes.games[at]["placed_count"] == 0 < before[at]["placed_count"]


def _shadow(episodes: Episodes) -> Episodes:
    """The same games with the same chance."""
    shadow = Episodes(episodes.kind, len(episodes))
    shadow.games[:], shadow.memories[:], shadow.streams[:] = episodes.games, episodes.memories, episodes.streams
    return shadow


def play_solos(arguments: Arguments, games: int, reward: str) -> None:
    """The same against Winter, where games that have ended wait for the next step."""
    envs = SoloVectorEnv(games, reward=reward, **arguments)
    episodes: Episodes = envs._pages.episodes
    rng = Random(name_of(arguments))
    seen, infos = envs.reset(seed=7)
    states = [let_winter_play(begun(episodes.kind, record), record) for record in episodes.games]
    earned = [standing(state.position, reward) for state in states]
    left = set(range(games))
    while left:
        actions = []
        for at, state in enumerate(states):
            ids = infos["legal_ids"][infos["legal_first"][at] : infos["legal_first"][at + 1]].tolist()
            if at in left:
                compare(seen, at, state, 0, f"{arguments}, game {at}")
            actions.append(choose(ids, episodes.kind.placements, rng) if ids else 0)
        seen, rewards, ended, truncated, infos = envs.step(actions)
        assert not truncated.any()
        for at in sorted(left):
            record = episodes.games[at]
            states[at] = let_winter_play(played(states[at], record, actions[at]), record)
            now = standing(states[at].position, reward)
            assert np.allclose(rewards[at], now[0] - earned[at][0]), f"{arguments}, game {at}: rewards"
            earned[at] = now
            assert ended[at] == states[at].over
            if ended[at]:
                compare(seen, at, states[at], 0, f"{arguments}, game {at}, at the end")
                left.discard(at)


@pytest.fixture
def games(request: pytest.FixtureRequest) -> int:
    """Of each part."""
    return -(-int(request.config.getoption("--env-games")) // PARTS)


@pytest.mark.parametrize("part", range(PARTS))
def test_observations_masks_rewards_and_results_are_those_of_the_pure_rules(part: int, games: int) -> None:
    variants = [(play_tables, it) for it in TABLES] + [(play_solos, it) for it in SOLOS]
    mine = Random("equality").sample(variants, len(variants))[part::PARTS]
    each = -(-games // len(mine))
    for number, (play, arguments) in enumerate(mine[:games]):
        play(arguments, each, REWARDS[(number + part) % len(REWARDS)])
