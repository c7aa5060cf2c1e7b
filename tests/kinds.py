"""Every kind of game there is, to be played by bots: what several tests go through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random

import pytest

from nouvelle_france import (
    BOTS,
    Action,
    Match,
    Record,
    Rules,
    Seat,
    Setup,
    SoloSettings,
    State,
    deal_solo,
    deal_table,
    default_edition,
    play_on,
)
from nouvelle_france.rules.game import Allies, Support, Unable

EDITION = default_edition()


@dataclass(frozen=True)
class Kind:
    """A kind of game: how it is dealt, and the bots at its seats."""

    id: str
    deal: Callable[[Random], Setup]
    bots: tuple[str, ...]

    def match(self, seed: object) -> Match:
        setup = self.deal(Random(f"{self.id}/{seed}"))
        colours: tuple[str | None, ...] = setup.game.colours or (None,)
        return Match(setup, [Seat(colour, bot, bot) for colour, bot in zip(colours, self.bots, strict=True)])

    def played(self, seed: object) -> Match:
        match = self.match(seed)
        play_on(match, [BOTS[bot](Random(f"{self.id}/{seed}/{seat}")) for seat, bot in enumerate(self.bots)])
        return match

    @cache  # noqa: B019 - there are as many kinds as there are, and many tests look at the same games
    def record(self, seed: object) -> Record:
        return self.played(seed).record()


def _table(id: str, bots: tuple[str, ...], rules: Rules) -> Kind:
    return Kind(id, lambda rng: deal_table(EDITION, rng, len(bots), rules), bots)


def _solo(id: str, bot: str, settings: SoloSettings, support: Support) -> Kind:
    return Kind(id, lambda rng: deal_solo(EDITION, rng, settings, Rules(allies="none", support=support)), (bot,))


def _kinds() -> list[Kind]:
    kinds = []
    allies: tuple[Allies, ...] = ("each_stage", "once", "none")
    supports: tuple[Support, ...] = ("free-standing", "leaning")
    unables: tuple[Unable, ...] = ("verified", "claimed")
    variants = product((False, True), allies, supports, unables)
    for number, (one_card, ally, support, unable) in enumerate(variants):
        players = 2 + number % 3
        words = ["one-card"] if one_card else []
        id = "-".join(["table", str(players), *words, ally, support, unable])
        kinds.append(_table(id, ("random",) * players, Rules(one_card, ally, support, unable)))
    for players in (2, 3, 4):
        kinds.append(_table(f"table-{players}-greedy", ("greedy",) * players, Rules()))
    kinds.append(_table("table-mixed", ("random", "greedy", "random", "greedy"), Rules(unable="claimed")))
    constraints = [constraint.id for constraint in EDITION.solo.constraints]
    tracks = [track.id for track in EDITION.solo.tracks]
    for number, (constraint, bot) in enumerate(product(constraints, ("random", "greedy"))):
        track = tracks[number % len(tracks)]
        for challenges in ((), EDITION.challenge_ids):
            id = f"solo-{constraint}-{track}-{bot}-{len(challenges)}"
            settings = SoloSettings(constraint, track, challenges)
            kinds.append(_solo(id, bot, settings, supports[number // 2 % 2]))
    for challenge in EDITION.challenge_ids:
        settings = SoloSettings(architecture=(challenge,))
        kinds.append(_solo(f"solo-{challenge}", "greedy", settings, "free-standing"))
    return kinds


KINDS = _kinds()

EACH = frozenset(kind.id for kind in KINDS[2::5])
"""A few that have every number of players, every rule and every constraint among them."""

some_kinds = pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, id=kind.id, marks=[] if kind.id in EACH else [pytest.mark.large]) for kind in KINDS],
)
"""For what is much the same in every kind of game: a few, and all of them under `large`."""


def play_randomly(match: Match, rng: Random, actions: int) -> list[tuple[State, Action]]:
    """Play that many actions, drawn like the random bot's but for any seat that may act; the states gone through."""
    history = []
    for _ in range(actions):
        state = match.state
        if state.over:
            break
        legal = state.legal
        action = rng.choice(legal.of_kind(rng.choice(legal.kinds())))
        if state.position.game.name(action.seat) == "winter":
            action = next(iter(state.legal))
        match.play(action)
        history.append((state, action))
    return history
