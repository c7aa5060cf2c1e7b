"""The ledger of a game: every change of the expected margins, as somebody's choice or as luck.

From the start's worth to the final margin each change is entered once, so that all of them add up exactly. A choice is
entered with what it gave up against the best. Everything else is luck: the card that was drawn, snow that came or did
not, what a Huron saw, and *openings*: what the position offered, to a player who found the best, beyond what play-outs
had expected of it. That is luck too, since it does not depend on who sits there. It is entered when the next turn
begins and the game is evaluated again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from nouvelle_france.review.judging import PLACES, Judged, Points
from nouvelle_france.review.steps import Step
from nouvelle_france.rules import Position
from nouvelle_france.rules.setup import SNOW

Chance = Literal["card", "snow", "look", "opening", "winter"]
"""The kind of luck."""

CHANCES: tuple[Chance, ...] = ("card", "snow", "look", "opening", "winter")


class Entry(NamedTuple):
    """A change, in points of margin by seat, and how the game stood before and after it."""

    step: Step
    what: Literal["choice"] | Chance
    change: Points
    before: Points
    after: Points


class Ledger(NamedTuple):
    """All changes of a game, and how it stood before each step and at the end."""

    stands: tuple[Points, ...]
    entries: tuple[Entry, ...]


def ledger_of(steps: Sequence[Step], judged: Sequence[Judged], end: Position) -> Ledger:
    """The ledger of a finished game."""
    stands: list[Points] = []
    entries: list[Entry] = []
    now = judged[0].stand
    assert now is not None, "how the game stands at its start is asked first of all"
    for number, (step, it) in enumerate(zip(steps, judged, strict=True)):
        stands.append(now)
        last = number + 1 == len(steps)
        after = final_margins(end) if last else judged[number + 1].stand
        book = _Book(step, now)
        if it.choice is not None:
            given = _less(it.choice.played.margins, it.choice.best.margins)
            if it.ahead is not None or after is not None:
                decided = it.ahead or after
                assert decided is not None
                # The seen cards are worth what they offer when put in the best order.
                book.enter("look" if step.puts_back else "opening", _less(decided, given))
            book.enter("choice", _plus(book.now, given))
        if after is not None:
            if step.is_open and not step.looks:
                if it.dry is not None and step.card != SNOW:
                    book.enter("snow", it.dry)
                book.enter("snow" if step.card == SNOW else "card", after)
            else:
                book.enter("look" if step.looks else "winter" if step.by_winter else "opening", after)
        entries += book.entries
        now = book.now
    return Ledger((*stands, now), tuple(entries))


class _Book:
    """What is entered for a step, from how the game stood before it."""

    def __init__(self, step: Step, now: Points) -> None:
        self._step = step
        self.now = now
        self.entries: list[Entry] = []

    def enter(self, what: Literal["choice"] | Chance, after: Points) -> None:
        """Enter a change of how the game stands, with its cause."""
        self.entries.append(Entry(self._step, what, _less(after, self.now), self.now, after))
        self.now = after


def final_margins(end: Position) -> Points:
    """By seat, its score less the mean of the others'; in solo, the smallest lead of a colour over white (SOL-11)."""
    game, result = end.game, end.result
    assert result is not None, "a ledger is of a finished game"
    scores = [result.scores.get(colour, 0) for colour in game.edition.colour_ids]
    if game.mode == "solo":
        return (float(min(scores[colour] for colour in game.colour_of_site) - scores[game.winter]),)
    own = [scores[colour] for colour in game.colour_of_seat]
    return tuple(round(it - (sum(own) - it) / (len(own) - 1), PLACES) for it in own)


def _less(points: Points, other: Points) -> Points:
    return tuple(round(it - its, PLACES) + 0.0 for it, its in zip(points, other, strict=True))


def _plus(points: Points, other: Points) -> Points:
    return tuple(round(it + its, PLACES) + 0.0 for it, its in zip(points, other, strict=True))
