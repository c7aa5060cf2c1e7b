"""Legal actions as a lazy view: count, iterate, test with ``in``, or take the n-th, of all or of a kind."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, get_args, overload

from nouvelle_france.geometry import bits
from nouvelle_france.rules.actions import (
    Action,
    Bonus,
    Coureur,
    Decline,
    Draw,
    End,
    Fille,
    Huron,
    Pass,
    Place,
    Unable,
)
from nouvelle_france.rules.game import WINTER
from nouvelle_france.rules.phase import HURON, Phase

if TYPE_CHECKING:
    from nouvelle_france.rules.position import Choice, Position

ACTIONS: tuple[type[Action], ...] = get_args(Action)

PEEK = 3
"""How many cards a Huron looks at (ALY-4)."""


class Lazy(Sequence[Action]):
    """Actions that are made when they are asked for."""

    __slots__ = ()

    @abstractmethod
    def nth(self, index: int) -> Action | None:
        """The action with a number from 0, or None where there are not so many."""

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        number = index + len(self) if index < 0 else index
        found = self.nth(number) if number >= 0 else None
        if found is None:
            raise IndexError(f"there are {len(self)} legal actions, no number {index}")
        return found


class LegalActions(Lazy):
    """The legal actions of a position, or of one seat in it."""

    __slots__ = ("_position", "_seat")

    def __init__(self, position: Position, seat: int | None = None) -> None:
        self._position = position
        self._seat = seat

    def of_seat(self, seat: int) -> LegalActions:
        """Only that seat's actions; empty when it is not to act."""
        return LegalActions(self._position, seat)

    def kinds(self) -> tuple[str, ...]:
        """The kinds of action there are, by the words of a record."""
        return tuple(self._actions())

    def of_kind(self, kind: str) -> Sequence[Action]:
        """All actions of a kind, placements in id order."""
        return self._actions().get(kind, ())

    def __iter__(self) -> Iterator[Action]:
        for actions in self._actions().values():
            yield from actions

    def __len__(self) -> int:
        return sum(len(actions) for actions in self._actions().values())

    def nth(self, index: int) -> Action | None:
        """The action with a number, or None."""
        left = index
        for actions in self._actions().values():
            if left < len(actions):
                return actions[left]
            left -= len(actions)
        return None

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, ACTIONS) or type(action.seat) is not int:
            return False
        return action in self.of_kind(action.do)

    def __repr__(self) -> str:
        counts = ", ".join(f"{len(actions)} {kind}" for kind, actions in self._actions().items())
        return f"<LegalActions: {counts or 'none'}>"

    def _actions(self) -> dict[str, Sequence[Action]]:
        known = self._position.legal_of
        if self._seat not in known:
            found: dict[str, Sequence[Action]] = {}
            for seat in self._position.movers:
                if self._seat is None or self._seat == seat:
                    for kind, actions in _actions_of(self._position, seat):
                        if actions:
                            found[kind] = (*found[kind], *actions) if kind in found else actions
            known[self._seat] = found
        return known[self._seat]


def _actions_of(position: Position, seat: int) -> Iterator[tuple[str, Sequence[Action]]]:
    """The actions of a seat that may act, by kind."""
    match position.phase:
        case Phase.TURN:
            yield "draw", [Draw(seat)]
            yield "bonus", Placements(position, seat, Bonus)
            yield "huron", [Huron(seat)] if position.holds(seat, HURON) else []
        case Phase.DRAW:
            yield "draw", [Draw(seat)]
        case Phase.PLACE if position.game.mode == "solo" and seat == WINTER:
            placements = [Place(seat, id) for id in position.winter_choice.placements]
            yield "place", placements
            yield "unable", [] if placements else _winter_returns(position)
        case Phase.PLACE:
            placements_ = Placements(position, seat, Place)
            yield "place", placements_
            if position.game.rules.unable == "claimed" or not placements_:
                yield "unable", _unable(position, seat)
        case Phase.FILLE:
            yield "fille", [Fille(seat)]
            yield "decline", [Decline(seat)]
        case Phase.COUREUR:
            yield "coureur", [Coureur(seat)]
            yield "decline", [Decline(seat)]
        case Phase.CLOSE:
            yield "huron", [Huron(seat)]
            yield "end", [End(seat)]
        case Phase.LOOK_BEFORE | Phase.LOOK_AFTER:
            cards = min(PEEK, position.deck_count)
            yield "huron", [Huron(seat, order) for order in permutations(range(cards))]
        case Phase.CLAIMED:
            yield "place", Placements(position, seat, Place)
            yield "pass", [Pass(seat)]
        case Phase.DUE:
            yield "bonus", Placements(position, seat, Bonus)


def _unable(position: Position, seat: int) -> list[Action]:
    """Each visible shape with each of its blocks in stock (UNA-1, UNA-4, SOL-10)."""
    edition = position.game.edition
    return [
        Unable(seat, shape, f"{shape}-{edition.colour_ids[colour]}")
        for number, shape in enumerate(edition.shape_ids)
        if shape in position.display
        for colour in bits(position.stock[number])
    ]


def _winter_returns(position: Position) -> list[Action]:
    """The newest card with one of its blocks that have the fewest white cubes (SOL-6)."""
    newest = position.display[-1]
    returns = [it for it in _unable(position, WINTER) if isinstance(it, Unable) and it.shape == newest]
    colour_ids = position.game.edition.colour_ids
    shape = position.game.table.shape_number[newest]

    def whites(action: Unable) -> int:
        block = colour_ids.index(action.remove.removeprefix(f"{newest}-"))
        return position.cubes_of(position.game.winter, shape, block)

    fewest = min(whites(it) for it in returns)
    return [it for it in returns if whites(it) == fewest]


class Placements(Lazy):
    """The placements a seat may make, without making them all: counted and found by bit sets."""

    def __init__(self, position: Position, seat: int, make: Callable[[int, int], Place | Bonus]) -> None:
        self._choices: tuple[Choice, ...] = position.choices
        self._table = position.game.table
        self._seat = seat
        self._make = make

    def __len__(self) -> int:
        return sum(choice.poses.bit_count() * choice.colours.bit_count() for choice in self._choices)

    def __bool__(self) -> bool:
        return bool(self._choices)

    def __iter__(self) -> Iterator[Action]:
        for choice in self._choices:
            first = self._table.sites[choice.site].first
            colours = list(bits(choice.colours))
            for pose in bits(choice.poses):
                for colour in colours:
                    yield self._make(self._seat, (first + pose) * self._table.colours + colour)

    def nth(self, index: int) -> Action | None:
        """The placement with a number, or None."""
        left = index
        for choice in self._choices:
            colours = choice.colours.bit_count()
            if left < choice.poses.bit_count() * colours:
                pose = self._table.sites[choice.site].first + _nth_bit(choice.poses, left // colours)
                colour = _nth_bit(choice.colours, left % colours)
                return self._make(self._seat, pose * self._table.colours + colour)
            left -= choice.poses.bit_count() * colours
        return None

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Place | Bonus) or action != self._make(self._seat, action.placement):
            return False
        if type(action.placement) is not int or not 0 <= action.placement < len(self._table):
            return False
        pose, colour = self._table.pose(action.placement), action.placement % self._table.colours
        return any(
            choice.site == pose.site
            and choice.shape == pose.shape
            and choice.poses >> (pose.id - self._table.sites[pose.site].first) & 1
            and choice.colours >> colour & 1
            for choice in self._choices
        )


def _nth_bit(number: int, n: int) -> int:
    """The place of the n-th one of a bit set, counted from 0: halving, so that no one is visited in vain."""
    place = 0
    width = number.bit_length()
    while width > 1:
        half = width // 2
        low = number & ((1 << half) - 1)
        if n < low.bit_count():
            number, width = low, half
        else:
            n -= low.bit_count()
            number, width, place = number >> half, width - half, place + half
    return place
