"""One puzzle: a position of a game, as the actions that led to it, and the judgement of its answers.

It contains nothing hidden. The cards that were turned up are stored with the actions; the others are put in an
arbitrary order, so that the rules can replay the known part of the game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal, NamedTuple, get_args

from nouvelle_france.edition import Edition
from nouvelle_france.rules import (
    Action,
    Bonus,
    Coureur,
    Decline,
    Draw,
    End,
    Fille,
    Game,
    Pass,
    Phase,
    Place,
    Setup,
    SoloSettings,
    State,
    Unable,
    View,
    start,
)
from nouvelle_france.rules.events import Drew
from nouvelle_france.rules.game import SOLO_RULES, Rules
from nouvelle_france.rules.setup import SNOW

Kind = Literal["complete", "winter", "snow", "later"]
"""Complete the site; keep Winter out, alone; the last turn before snow; the block that pays later."""

KINDS: tuple[Kind, ...] = get_args(Kind)

LEVELS = ("random", "apprenti", "greedy", "artisan", "maitre", "ingenieur")
"""The levels that have tried each puzzle, weakest first."""

GRADES = 5
"""A puzzle is easy (1) if a bot that only counts points solves it, and hardest (5) if none does."""

_GRADE_OF = {"apprenti": 1, "greedy": 1, "artisan": 2, "maitre": 3, "ingenieur": 4}

SOLVED = 0.5
"""A level solves a puzzle if it finds the answer at least this often."""

_PLAIN: Mapping[str, type[Fille | Coureur | Decline | End | Pass]] = {
    kind.do: kind for kind in (Fille, Coureur, Decline, End, Pass)
}
_MOVE = re.compile(r"(\d)([a-z]+)(?::(\S+))?")


class Rival(NamedTuple):
    """A placement that was weighed against the answer."""

    placement: int
    gives_up: float
    """How many points of margin it gives up against the best …"""
    error: float
    """… and the standard error of that."""


@dataclass(frozen=True)
class Puzzle:
    """A puzzle. ``moves`` has every action up to the position, with the cards that were drawn."""

    kind: Kind
    colours: tuple[str, ...]
    """The seats in turn order; none in solo."""
    sticks: tuple[str, ...]
    shown: tuple[str, ...]
    """The cards open at the beginning."""
    moves: tuple[str, ...]
    best: int
    worth: float
    """The expected margin after the best placement, in points."""
    rivals: tuple[Rival, ...]
    """The best of the others, best first."""
    same: tuple[int, ...] = ()
    """Other poses of the block on its site that are worth the same, mirror images and the like; equally right."""
    solves: tuple[float, ...] = field(default=(0.0,) * len(LEVELS))
    """How often each of :data:`LEVELS` finds the answer."""

    @cached_property
    def id(self) -> str:
        """Its id, made from its position only."""
        text = " ".join([*self.colours, *self.sticks, *self.shown, *self.moves])
        return sha256(text.encode()).hexdigest()[:8]

    @property
    def next_best(self) -> Rival:
        """The closest rival."""
        return self.rivals[0]

    @property
    def margin(self) -> float:
        """The lead of the best over it."""
        return self.next_best.gives_up

    @property
    def error(self) -> float:
        """The standard error of that."""
        return self.next_best.error

    @property
    def grade(self) -> int:
        """How hard it is: 1 to :data:`GRADES`, by the weakest level that solves it."""
        solves = dict(zip(LEVELS, self.solves, strict=True))
        found = [grade for level, grade in _GRADE_OF.items() if solves[level] >= SOLVED]
        return min(found, default=GRADES)

    def game(self, edition: Edition) -> Game:
        """The game it was cut from: the usual rules."""
        if self.colours:
            return Game(edition, "table", Rules(), self.colours, self.sticks)
        free = (None,) * edition.solo.player_turns
        return Game(edition, "solo", SOLO_RULES, (), self.sticks, SoloSettings(), free)

    def state(self, edition: Edition) -> State:
        """The position, reached by the rules. Raises a ValueError for illegal or meaningless actions."""
        return self.course(edition)[-1]

    def course(self, edition: Edition) -> tuple[State, ...]:
        """Every state from the beginning to the position."""
        game = self.game(edition)
        moves = [_read(move) for move in self.moves]
        drawn = [word for _, do, word in moves if do == "draw" and word is not None]
        states = [start(Setup(game, _deck(game, [*self.shown, *drawn])))]
        for number, (seat, do, word) in enumerate(moves, start=1):
            try:
                state, events = states[-1].play(_action(seat, do, word))
            except ValueError as error:
                raise ValueError(f"move {number}, {self.moves[number - 1]}: {error}") from error
            turned = [event.card for event in events if isinstance(event, Drew)]
            if do == "draw" and turned != [word]:
                raise ValueError(f"move {number}: {word} cannot be drawn there")
            states.append(state)
        return tuple(states)

    def view(self, edition: Edition) -> View:
        """The view of the player who is to answer."""
        state = self.state(edition)
        return state.view(state.position.movers[0])

    @property
    def right(self) -> tuple[int, ...]:
        """Every right answer, the best first."""
        return (self.best, *self.same)

    # -- as text -----------------------------------------------------------------------------------------------------

    def write(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "id": self.id,
            "kind": self.kind,
            "colours": list(self.colours),
            "sticks": list(self.sticks),
            "shown": list(self.shown),
            "moves": " ".join(self.moves),
            "best": self.best,
            "worth": self.worth,
            "rivals": [list(rival) for rival in self.rivals],
            "same": list(self.same),
            "solves": list(self.solves),
        }

    @classmethod
    def read(cls, told: Any) -> Puzzle:
        """The inverse of :meth:`write`. Raises a ValueError that says what is wrong."""
        if not isinstance(told, dict):
            raise ValueError(f"expected a puzzle, found {told!r:.60}")
        try:
            kind, best, worth = told["kind"], told["best"], told["worth"]
            puzzle = cls(
                kind=kind,
                colours=tuple(map(str, told["colours"])),
                sticks=tuple(map(str, told["sticks"])),
                shown=tuple(map(str, told["shown"])),
                moves=tuple(told["moves"].split()),
                best=int(best),
                worth=float(worth),
                rivals=tuple(Rival(int(id), float(less), float(error)) for id, less, error in told["rivals"]),
                same=tuple(map(int, told["same"])),
                solves=tuple(map(float, told["solves"])),
            )
        except KeyError as error:
            raise ValueError(f"the key {error} is missing") from error
        except (TypeError, AttributeError) as error:
            raise ValueError(f"no puzzle: {error}") from error
        if kind not in KINDS:
            raise ValueError(f"kind: expected one of {', '.join(KINDS)}, found {kind!r:.60}")
        if not puzzle.rivals:
            raise ValueError("rivals: there is nothing beside the best")
        if len(puzzle.solves) != len(LEVELS):
            raise ValueError(f"solves: expected a share for each of {', '.join(LEVELS)}")
        if told.get("id") != puzzle.id:
            raise ValueError(f"id: expected {puzzle.id}, found {told.get('id')!r:.60}")
        return puzzle


def write_step(action: Action, card: str | None = None) -> str:
    """An action as ``moves`` has it: the seat, what it does, and the card, the placement or the blocks it does it with.

    Raises a ValueError for a Huron: a look at the deck is knowledge that a puzzle must not contain.
    """
    match action:
        case Draw():
            return f"{action.seat}draw:{card}"
        case Place() | Bonus():
            return f"{action.seat}{action.do}:{action.placement}"
        case Unable():
            return f"{action.seat}unable:{action.shape}/{action.remove}"
        case _ if action.do in _PLAIN:
            return f"{action.seat}{action.do}"
        case _:
            raise ValueError(f"no puzzle can hold {action}")


def _read(move: str) -> tuple[int, str, str | None]:
    found = _MOVE.fullmatch(move)
    if not found:
        raise ValueError(f"moves: {move!r:.60} is none")
    return int(found[1]), found[2], found[3]


def _action(seat: int, do: str, word: str | None) -> Action:
    if do in _PLAIN and word is None:
        return _PLAIN[do](seat)
    if do == "draw":
        return Draw(seat)
    if do in ("place", "bonus") and word is not None and word.isdigit():
        return (Place if do == "place" else Bonus)(seat, int(word))
    if do == "unable" and word is not None and "/" in word:
        shape, remove = word.split("/", 1)
        return Unable(seat, shape, remove)
    raise ValueError("means nothing")


def _deck(game: Game, known: Sequence[str]) -> tuple[str, ...]:
    """A deck that begins with these cards, the others in the edition's order and each snowflake last of its pile."""
    left = Counter({shape: len(game.edition.colours) for shape in game.edition.shape_ids})
    left.subtract(card for card in known if card != SNOW)
    rest = [shape for shape in game.edition.shape_ids for _ in range(left[shape])]
    deck = list(known)
    for first, end, snow in game.piles:
        missing = max(end - max(first, len(deck)), 0)
        flakes = min(max(snow - deck[first:end].count(SNOW), 0), missing)
        deck += [*rest[: missing - flakes], *[SNOW] * flakes]
        rest = rest[missing - flakes :]
    return tuple(deck)


def is_placing(state: State) -> bool:
    """Whether a person places a block of a card there: what a puzzle asks for (TRN-3, SOL-3)."""
    position = state.position
    return position.phase is Phase.PLACE and bool(position.choices) and position.game.name(position.active) != "winter"
