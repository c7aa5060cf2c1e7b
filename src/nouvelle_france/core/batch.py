"""Many games at once: the public face of the core (see docs/core.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from nouvelle_france.core.arguments import actions_of, cards_of, keys_of, known_of, mask_of, states_of
from nouvelle_france.core.compiling import compiled, inner
from nouvelle_france.core.legal import is_legal, list_actions
from nouvelle_france.core.phase import HURON_TOKEN, OVER
from nouvelle_france.core.position import cards_left, cards_shown, chances, tallied
from nouvelle_france.core.records import (
    ALLIES_EACH_STAGE,
    NO_ALLIES,
    SNOW_CARD,
    TABLE,
    UNKNOWN_CARD,
    Bools,
    Floats,
    Game,
    Games,
    Ints,
    Tables,
    Words,
    Work,
    joined,
    repeated,
)
from nouvelle_france.core.setup import deal_all, deal_unseen, redeal_all
from nouvelle_france.core.state import play
from nouvelle_france.core.tables import action_count, core_tables, new_work
from nouvelle_france.core.translate import game_of_setup, game_of_state
from nouvelle_france.edition import Edition
from nouvelle_france.rules import Rules, Setup, SoloSettings, State, deal_solo, deal_table
from nouvelle_france.rules.game import SOLO_RULES
from nouvelle_france.rules.legal import PEEK

T = TypeVar("T")


class Kind:
    """A kind of game: edition, number of players, variant, solo settings. Everything else is dealt."""

    def __init__(self, setup: Setup, draws_colours: bool) -> None:
        self.like = setup.game
        """A game of the kind: its edition, variants and settings are those of all."""
        self.edition = setup.game.edition
        self.tables = core_tables(self.edition)
        self.start = game_of_setup(setup)
        """An array of one game, as it would be dealt if nothing were shuffled."""
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
    """Many games of one kind. ``games`` holds their records (:class:`~.records.Game`), decks included."""

    def __init__(self, kind: Kind, games: Games) -> None:
        self.kind = kind
        self.games = games
        self._work = new_work(kind.tables)
        self._ids = np.zeros(0, np.int32)

    @classmethod
    def deal(cls, kind: Kind, keys: ArrayLike) -> Batch:
        """New games, each dealt from a key of its own."""
        batch = cls(kind, repeated(kind.start, len(keys_of(keys))))
        batch.reset(keys)
        return batch

    @classmethod
    def of(cls, kind: Kind, states: Iterable[State]) -> Batch:
        """Games that the pure rules have begun; their kind is that of ``kind``."""
        games = [game_of_state(state) for state in states_of(states, kind.like)]
        return cls(kind, joined([kind.start[:0], *games]))

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
        """``[game, card]``: how likely each card is the next, for somebody who knows none: by shape, then snow.

        Such a one does not ask what Hurons may have moved (ALY-4). So where a pile is over and its snow has not come,
        it is certain to be next, although it may really come a few cards later, and before a pile begins snow is
        impossible; :meth:`step_with` accepts the one and the other, as soon as a Huron has been used.
        """
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
        check_all(self.kind.tables, self.games, actions_of(actions, len(self)), found, self._work)
        return found

    # -- doing it ------------------------------------------------------------------------------------------------

    def step(self, actions: ArrayLike) -> None:
        """Play one action in each game, by the seat that acts; -1 leaves a game alone.

        Where one is not legal, none is played, and a :class:`ValueError` says which.
        """
        numbers = actions_of(actions, len(self))
        self._check(numbers)
        play_all(self.kind.tables, self.games, numbers, self._work)

    def step_with(self, actions: ArrayLike, cards: ArrayLike, keys: ArrayLike) -> None:
        """The same, but the caller supplies the next cards: ``cards[n]`` are to be the top cards of game n.

        ``[game, up to 3]``: a draw takes one, a Huron looks at three; :data:`~.records.UNKNOWN_CARD` leaves a card to
        chance. The rest of the deck is dealt anew, from a key per game. Chances are those of :meth:`chances`.

        Where the seat that acts is looking at cards, ``cards`` can only say what these are, before they are put back.
        """
        numbers, on_top = actions_of(actions, len(self)), cards_of(cards, len(self), PEEK)
        self._check(numbers)
        impossible = put_on_top(self.kind.tables, self.games, numbers, on_top, keys_of(keys, len(self)))
        if impossible >= 0:
            raise ValueError(f"game {impossible}: these cards cannot come next: {on_top[impossible].tolist()}")
        play_all(self.kind.tables, self.games, numbers, self._work)

    def reset(self, keys: ArrayLike, which: ArrayLike | None = None) -> None:
        """Deal games anew, each from a key of its own: all of them, or those where the mask ``which`` is true.

        There are as many keys as games to deal.
        """
        numbers = np.flatnonzero(mask_of(which, len(self)))
        kind = self.kind
        deal_all(kind.tables, kind.start, self.games, numbers, keys_of(keys, len(numbers)), kind.draws_colours)

    def copy(self, keys: ArrayLike, known: Sequence[tuple[int, int, int]] = ()) -> Batch:
        """A copy for search: what the acting seat cannot see is redealt from a key per game, so it foresees nothing.

        ``known`` has a row for each card of the deck that the searcher remembers, the same in all games.
        ``(first, size, card)``: it lies among ``size`` cards, the first of which is ``first`` places below the top.
        Rows whose places overlap begin with the one of the fewest.
        """
        copied = Batch(self.kind, self.games.copy())
        rows = known_of(known, self.games["stock"].shape[1])
        impossible = redeal_all(self.kind.tables, copied.games, rows, keys_of(keys, len(self)))
        if impossible >= 0:
            raise ValueError(f"game {impossible}: `known`: these cards are not all in its deck: {rows.tolist()}")
        return copied

    def _check(self, numbers: Ints) -> None:
        allowed = self.allows(numbers) | (numbers == -1)
        if not allowed.all():
            game = int(np.flatnonzero(~allowed)[0])
            raise ValueError(f"game {game}: action {int(numbers[game])} is not legal for seat {int(self.seats[game])}")


class _InOrder:
    """Chance that shuffles nothing: what it deals is the same for all games of a kind."""

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        return list(population[:k])


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
def play_all(t: Tables, games: Games, actions: Ints, work: Work) -> None:
    """Play legal actions, one per game; -1 leaves a game alone."""
    for number in range(len(games)):
        if actions[number] >= 0:
            play(t, games[number], games[number].asked[0], actions[number], work.no_log, work)


@inner
def snow_reach(g: Game) -> int:
    """ALY-4: by how many cards a Huron may have moved snow over the edge of its pile, as far as everybody sees."""
    stage = tallied(g)
    if g.mode != TABLE or g.allies == NO_ALLIES or stage >= len(g.snow_end):
        return 0
    moved = g.top >= g.snow_end[stage]  # its pile is over
    for seat in range(g.seats):
        moved |= not g.tokens[seat] & HURON_TOKEN
    if stage and g.allies == ALLIES_EACH_STAGE:
        # Tokens have come back, but who saw the last snow before it fell may have seen the next as well.
        moved |= g.top <= g.snow_end[stage - 1] + PEEK and g.snow_start[stage] <= g.top + 1
    return PEEK - 1 if moved else 0


@inner
def can_be_next(t: Tables, g: Game, cards: Ints) -> bool:
    """Whether these may be the top cards of a game, for somebody who knows none.

    The snow of a pile may be among them only with that of each pile before it: then it is clear whose it is. Several
    Hurons may have moved it on one after another, but none farther than it can be looked at now.
    """
    pile = tallied(g)
    reach = snow_reach(g)
    for place in range(len(cards)):
        card = cards[place]
        if card == UNKNOWN_CARD:
            continue
        at = g.top + place
        if at >= len(g.deck):
            return False
        if card == SNOW_CARD:
            if pile >= len(g.snow_end):
                return False
            if at < g.snow_start[pile] - reach or (at >= g.snow_end[pile] and not reach):
                return False
            pile += 1
            continue
        before = 0
        for other in range(place):
            before += cards[other] == card
        if card < 0 or card >= len(g.stock) or before >= cards_left(g, card):
            return False
    for missing in range(pile, len(g.snow_end)):
        first = max(g.snow_start[missing] - reach - g.top, 0)
        last = min(max(g.snow_end[missing] - g.top, reach + 1), len(g.deck) - g.top)
        if last <= len(cards) and not has_unknown(cards, first, last):
            return False
    return True


@inner
def has_unknown(cards: Ints, first: int, last: int) -> bool:
    """Whether a card that is left to chance is among those from ``first`` up to, but not including, ``last``."""
    for place in range(first, last):
        if cards[place] == UNKNOWN_CARD:
            return True
    return False


@inner
def are_shown(g: Game, cards: Ints) -> bool:
    """ALY-4: whether these are the cards that are being looked at."""
    for place in range(len(cards)):
        if cards[place] == UNKNOWN_CARD:
            continue
        if place >= cards_shown(g) or cards[place] != g.deck[g.top + place]:
            return False
    return True


@compiled
def put_on_top(t: Tables, games: Games, actions: Ints, cards: Ints, keys: Words) -> int:
    """Where there is an action, put these cards on top, deal the rest; the first game that cannot have them, or -1."""
    rng = np.zeros(1, np.uint64)
    for number in range(len(games)):
        if actions[number] < 0:
            continue
        g = games[number]
        possible = are_shown(g, cards[number]) if cards_shown(g) else can_be_next(t, g, cards[number])
        if not possible:
            return number
    known = np.zeros((cards.shape[1], 3), np.int64)
    for number in range(len(games)):
        if actions[number] < 0:
            continue
        rows = 0
        for place in range(cards.shape[1]):
            if cards[number, place] != UNKNOWN_CARD:
                known[rows, 0] = place
                known[rows, 1] = 1
                known[rows, 2] = cards[number, place]
                rows += 1
        rng[0] = keys[number]
        deal_unseen(t, games[number], known[:rows], rng)
    return -1
