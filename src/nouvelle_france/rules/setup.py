"""Dealing a game: sticks, deck, required sites (SET-2, SET-3, VAR-1, SOL-2, CHA-2..4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from nouvelle_france.edition import Edition
from nouvelle_france.rules.errors import SetupError
from nouvelle_france.rules.game import SOLO_RULES, Game, Rules, SoloSettings

SNOW = "snow"
"""The snowflake card."""

T = TypeVar("T")


class Chance(Protocol):
    """What deals: :class:`random.Random`, or anything else that draws without putting back."""

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """``k`` members of the population, in an order of chance."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A game and its secret: the deck, top card first, with the cards of the opening display."""

    game: Game
    deck: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "deck", tuple(self.deck))
        edition = self.game.edition
        wanted = Counter({shape: len(edition.colours) for shape in edition.shape_ids})
        wanted[SNOW] = edition.levels
        found = Counter(self.deck)
        for card in (*wanted, *found):
            if found[card] != wanted[card]:
                raise SetupError("CMP-3", f"the deck holds {wanted[card]} cards {card!r}, not {found[card]}")
        for start, end, snows in self.game.piles:
            if self.deck[start:end].count(SNOW) != snows:
                rule = "SOL-2" if self.game.mode == "solo" else "VAR-1" if self.game.rules.one_card else "SET-3"
                raise SetupError(
                    rule, f"cards {start + 1} to {end} of the deck hold {snows} snowflakes, not "
                    f"{self.deck[start:end].count(SNOW)}"
                )  # fmt: skip


def deal_table(edition: Edition, rng: Chance, players: int | Sequence[str], rules: Rules | None = None) -> Setup:
    """Deal a table game. ``players`` is their number (colours are then drawn) or their colours in turn order."""
    if isinstance(players, int):
        if not 2 <= players <= len(edition.colours):
            raise SetupError("SET-1", f"2 to {len(edition.colours)} players, not {players}")
        players = rng.sample(edition.colour_ids, players)
    game = Game(edition, "table", rules or Rules(), tuple(players), _deal_sticks(edition, rng))
    return Setup(game, _deal_deck(game, rng))


def deal_solo(edition: Edition, rng: Chance, settings: SoloSettings | None = None, rules: Rules = SOLO_RULES) -> Setup:
    """Deal a solo game against Winter; without settings, with the edition's first constraint and track."""
    settings = (settings or SoloSettings()).in_edition(edition)
    sticks = _deal_sticks(edition, rng)
    sites = rng.sample(edition.site_ids, len(edition.site_ids))
    fixed: tuple[int, ...] = ()
    if settings.constraint in (it.id for it in edition.solo.constraints):
        fixed = edition.solo.constraint(settings.constraint).turns
    required = [sites[fixed.index(turn)] if turn in fixed else None for turn in range(1, edition.solo.player_turns + 1)]
    game = Game(edition, "solo", rules, (), sticks, settings, tuple(required))
    return Setup(game, _deal_deck(game, rng))


def _deal_sticks(edition: Edition, rng: Chance) -> tuple[str, ...]:
    return tuple(rng.sample(edition.stick_ids, len(edition.stick_ids)))


def _deal_deck(game: Game, rng: Chance) -> tuple[str, ...]:
    edition = game.edition
    shapes = [shape for shape in edition.shape_ids for _ in edition.colours]
    shapes = rng.sample(shapes, len(shapes))
    deck: list[str] = []
    for start, end, snow in game.piles:
        count = end - start - snow
        pile = shapes[:count] + [SNOW] * snow
        shapes = shapes[count:]
        deck += rng.sample(pile, len(pile))
    return tuple(deck)
