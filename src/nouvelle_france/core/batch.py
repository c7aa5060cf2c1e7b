"""Many games at once: the public face of the core (see docs/core.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nouvelle_france.core.compiling import compiled, inner
from nouvelle_france.core.legal import is_legal, list_actions
from nouvelle_france.core.phase import OVER
from nouvelle_france.core.position import cards_left, cards_shown, chances, snow_chance
from nouvelle_france.core.records import SNOW_CARD, UNKNOWN_CARD, Bools, Floats, Game, Games, Ints, Tables, Words, Work
from nouvelle_france.core.setup import deal, deal_game, deal_unseen
from nouvelle_france.core.state import play
from nouvelle_france.core.tables import action_count, core_tables, new_work
from nouvelle_france.core.translate import game_of_setup, game_of_state
from nouvelle_france.edition import Edition
from nouvelle_france.rules import Rules, Setup, SoloSettings, State, deal_solo, deal_table
from nouvelle_france.rules.game import SOLO_RULES
from nouvelle_france.rules.legal import PEEK

T = TypeVar("T")


class Kind:
    """A kind of game: edition, number of players, variant, solo settings. What is left is dealt."""

    def __init__(self, setup: Setup, draws_colours: bool) -> None:
        self.like = setup.game
        """A game of the kind: its edition, variants and settings are those of all."""
        self.edition = setup.game.edition
        self.tables: Any = core_tables(self.edition)
        self.start = game_of_setup(setup)
        """An array of one game, as it would be dealt if chance took everything in order."""
        self.draws_colours = draws_colours

    @classmethod
    def table(cls, edition: Edition, players: int | Sequence[str] = 4, rules: Rules | None = None) -> Kind:
        """A table game, of so many players (colours are then drawn) or of these colours in turn order."""
        return cls(deal_table(edition, _InOrder(), players, rules), isinstance(players, int))

    @classmethod
    def solo(cls, edition: Edition, settings: SoloSettings | None = None, rules: Rules = SOLO_RULES) -> Kind:
        """A game alone against Winter."""
        return cls(deal_solo(edition, _InOrder(), settings, rules), False)

    @property
    def actions(self) -> int:
        """How many actions have a number."""
        return action_count(self.tables)

    @property
    def placements(self) -> int:
        """How many of them, from 0 on, are placements; the plain ones follow, drawing first."""
        poses, colours, _ = self.tables["own"].shape
        return int(poses * colours)


class Batch:
    """So many games of one kind. ``games`` holds their records (:class:`~.records.Game`), decks included."""

    def __init__(self, kind: Kind, games: Games) -> None:
        self.kind = kind
        self.games = games
        self._work = new_work(kind.tables)
        self._ids = np.zeros(0, np.int32)

    @classmethod
    def deal(cls, kind: Kind, keys: ArrayLike) -> Batch:
        """New games, each dealt from a key of its own."""
        batch = cls(kind, np.repeat(kind.start, len(_keys(keys))))
        batch.reset(keys)
        return batch

    @classmethod
    def of(cls, kind: Kind, states: Iterable[State]) -> Batch:
        """Games that the pure rules have begun; their kind is that of ``kind``."""
        return cls(kind, np.concatenate([game_of_state(state) for state in states]))

    def __len__(self) -> int:
        return len(self.games)

    # -- what everybody sees -------------------------------------------------------------------------------------

    @property
    def over(self) -> Bools:
        """Which games have ended."""
        ended: Bools = self.games["phase"] == OVER
        return ended

    @property
    def seats(self) -> Ints:
        """The seat that acts next in each game, or -1 where the game is over."""
        return np.where(self.over, -1, self.games["asked"][:, 0])

    def seen(self) -> Games:
        """The games as the seat that acts sees them: no card of the deck, but those it is looking at (ALY-4)."""
        seen = self.games.copy()
        hide(seen)
        return seen

    def chances(self) -> Floats:
        """``[game, card]``: how likely each card is the next, for one who knows none: by shape, then snow."""
        found = np.zeros((len(self), self.kind.tables["class_size"].shape[0] - self.games["bonus"].shape[1] + 1))
        list_chances(self.kind.tables, self.games, found)
        return found

    # -- what may be done ----------------------------------------------------------------------------------------

    def mask(self) -> Bools:
        """``[game, action]``: what the seat that acts may do; nothing where the game is over."""
        mask = np.zeros((len(self), self.kind.actions), np.bool_)
        fill_mask(self.kind.tables, self.games, mask, self._work)
        return mask

    def legal(self) -> tuple[Ints, Ints]:
        """The same as numbers: those of game n are ``ids[first[n] : first[n + 1]]``."""
        first = np.zeros(len(self) + 1, np.int64)
        count = list_all(self.kind.tables, self.games, self._ids, first, self._work)
        if count > len(self._ids):
            self._ids = np.zeros(2 * count, np.int32)
            list_all(self.kind.tables, self.games, self._ids, first, self._work)
        return self._ids[:count].copy(), first

    def allows(self, actions: ArrayLike) -> Bools:
        """Whether each of these actions, one per game, is legal for the seat that acts."""
        found = np.zeros(len(self), np.bool_)
        check_all(self.kind.tables, self.games, self._numbers(actions), found, self._work)
        return found

    # -- doing it ------------------------------------------------------------------------------------------------

    def step(self, actions: ArrayLike) -> None:
        """Play one action in each game, by the seat that acts; -1 leaves a game alone.

        Where one is not legal, none is played, and a :class:`ValueError` says which.
        """
        numbers = self._numbers(actions)
        self._check(numbers)
        step_all(self.kind.tables, self.games, numbers, self._work)

    def step_with(self, actions: ArrayLike, cards: ArrayLike, keys: ArrayLike) -> None:
        """The same, with chance supplied by the caller: ``cards[n]`` are to be the top cards of game n.

        ``[game, up to 3]``: a draw takes one, a Huron looks at three; :data:`~.records.UNKNOWN_CARD` leaves a card to
        chance. The rest of the deck is dealt anew, from a key per game. Chances are those of :meth:`chances`.
        """
        numbers, on_top = self._numbers(actions), np.array(cards, np.int64).reshape(len(self), -1)
        self._check(numbers)
        if on_top.shape[1] > PEEK:
            raise ValueError(f"a Huron looks at {PEEK} cards at most, not {on_top.shape[1]}")
        impossible = put_on_top(self.kind.tables, self.games, numbers, on_top, _keys(keys, len(self)))
        if impossible >= 0:
            raise ValueError(f"game {impossible}: these cards cannot come next: {on_top[impossible].tolist()}")
        step_all(self.kind.tables, self.games, numbers, self._work)

    def reset(self, keys: ArrayLike, which: ArrayLike | None = None) -> None:
        """Deal games anew, each from a key of its own: all of them, or those numbers (with as many keys)."""
        numbers = np.arange(len(self)) if which is None else np.flatnonzero(_mask(which, len(self)))
        kind = self.kind
        deal_all_games(kind.tables, kind.start, self.games, numbers, _keys(keys, len(numbers)), kind.draws_colours)

    def copy(self, keys: ArrayLike, known: Sequence[tuple[int, int, int]] = ()) -> Batch:
        """The same games with what the seat that acts cannot see dealt anew, from a key per game: it foresees nothing.

        ``known`` is what the one who searches remembers, in all of them (see :func:`~.setup.deal`).
        """
        copied = Batch(self.kind, self.games.copy())
        rows = np.array(known, np.int64).reshape(len(known), 3)
        redeal_all(self.kind.tables, copied.games, rows, _keys(keys, len(self)))
        return copied

    def _check(self, numbers: Ints) -> None:
        allowed = self.allows(numbers) | (numbers < 0)
        if not allowed.all():
            game = int(np.flatnonzero(~allowed)[0])
            raise ValueError(f"game {game}: action {int(numbers[game])} is not legal for seat {int(self.seats[game])}")

    def _numbers(self, actions: ArrayLike) -> NDArray[np.int64]:
        numbers = np.asarray(actions, np.int64)
        if numbers.shape != (len(self),):
            raise ValueError(f"one action per game: {len(self)}, not an array of shape {numbers.shape}")
        return numbers


class _InOrder:
    """Chance that takes everything in order: what it deals is the same for all games of a kind."""

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        return list(population[:k])


def _keys(keys: ArrayLike, count: int | None = None) -> Words:
    words = np.asarray(keys, np.uint64)
    if words.ndim != 1 or count not in (None, len(words)):
        raise ValueError(f"one key per game: {count}, not an array of shape {words.shape}")
    return words


def _mask(which: ArrayLike, count: int) -> Bools:
    mask = np.asarray(which, np.bool_)
    if mask.shape != (count,):
        raise ValueError(f"one truth per game: {count}, not an array of shape {mask.shape}")
    return mask


# -- loops over games, compiled --------------------------------------------------------------------------------------


@compiled
def hide(games: Games) -> None:
    """Take out of records what the seat that acts cannot see."""
    for number in range(len(games)):
        g = games[number]
        shown = cards_shown(g)
        for place in range(len(g.deck)):
            if place < g.top or place >= g.top + shown:
                g.deck[place] = UNKNOWN_CARD


@compiled
def list_chances(t: Tables, games: Games, out: Floats) -> None:
    """By game: :func:`~.position.chances`."""
    for number in range(len(games)):
        if games[number].phase != OVER:
            chances(t, games[number], out[number])


@compiled
def fill_mask(t: Tables, games: Games, mask: Bools, work: Work) -> None:
    """By game: what the seat that acts may do."""
    for number in range(len(games)):
        g = games[number]
        if g.phase != OVER:
            for place in range(list_actions(t, g, g.asked[0], work.actions, work)):
                mask[number, work.actions[place]] = True


@compiled
def list_all(t: Tables, games: Games, ids: Ints, first: Ints, work: Work) -> int:
    """The same as numbers, one game after another, as far as there is room; how many there are."""
    total = 0
    for number in range(len(games)):
        g = games[number]
        count = list_actions(t, g, g.asked[0], work.actions, work) if g.phase != OVER else 0
        if total + count <= len(ids):
            for place in range(count):
                ids[total + place] = work.actions[place]
        total += count
        first[number + 1] = total
    return total


@compiled
def check_all(t: Tables, games: Games, actions: Ints, out: Bools, work: Work) -> None:
    """Whether each action is legal for the seat that acts."""
    for number in range(len(games)):
        out[number] = is_legal(t, games[number], games[number].asked[0], actions[number], work)


@compiled
def step_all(t: Tables, games: Games, actions: Ints, work: Work) -> None:
    """Play legal actions, one per game; -1 leaves a game alone."""
    for number in range(len(games)):
        if actions[number] >= 0:
            play(t, games[number], games[number].asked[0], actions[number], work.no_log, work)


@inner
def can_be_next(t: Tables, g: Game, cards: Ints) -> bool:
    """Whether these may be the top cards of a game, for one who knows none."""
    stage = g.snow + g.snowing
    for place in range(len(cards)):
        card = cards[place]
        if card == UNKNOWN_CARD:
            continue
        if g.top + place >= len(g.deck):
            return False
        before = 0
        for other in range(place):
            before += cards[other] == card
        if card == SNOW_CARD:
            at = g.top + place
            if before or ((at < g.snow_start[stage] or at >= g.snow_end[stage]) and (place or snow_chance(g) == 0)):
                return False
        elif card < 0 or card >= len(g.stock) or before >= cards_left(g, card):
            return False
    return not (snow_chance(g) == 1 and len(cards) > 0 and cards[0] not in (SNOW_CARD, UNKNOWN_CARD))


@compiled
def put_on_top(t: Tables, games: Games, actions: Ints, cards: Ints, keys: Words) -> int:
    """Deal the decks of the games that are played in anew below these cards; the first that cannot have them, or -1."""
    rng = np.zeros(1, np.uint64)
    for number in range(len(games)):
        if actions[number] >= 0 and not can_be_next(t, games[number], cards[number]):
            return number
    known = np.zeros((cards.shape[1], 3), np.int64)
    for number in range(len(games)):
        if actions[number] < 0 or cards_shown(games[number]):
            continue  # cards that are being looked at have come already
        rows = 0
        for place in range(cards.shape[1]):
            if cards[number, place] != UNKNOWN_CARD:
                known[rows, 0] = place
                known[rows, 1] = 1
                known[rows, 2] = cards[number, place]
                rows += 1
        rng[0] = keys[number]
        deal(t, games[number], known[:rows], rng)
    return -1


@compiled
def deal_all_games(t: Tables, kind: Games, games: Games, which: Ints, keys: Words, draws_colours: bool) -> None:
    """Deal games of a kind, each from its key."""
    rng = np.zeros(1, np.uint64)
    for place in range(len(which)):
        number = which[place]
        games[number] = kind[0]
        rng[0] = keys[place]
        deal_game(t, kind[0], games[number], draws_colours, rng)


@compiled
def redeal_all(t: Tables, games: Games, known: Ints, keys: Words) -> None:
    """Deal what the seat that acts cannot see, each from its key."""
    rng = np.zeros(1, np.uint64)
    for number in range(len(games)):
        rng[0] = keys[number]
        deal_unseen(t, games[number], known, rng)
