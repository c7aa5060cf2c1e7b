"""The ledger of a game: every change of the margins that could be expected, as somebody's choice or as luck.

From the start's worth to the final margin each change is entered once, so that all of them add up exactly. A choice is
entered with what it gave up against the best. What happened beyond that is luck: the card that was drawn, snow that
came or did not, what a Huron saw, and *openings*: what the position offered, to whoever would have found the best,
beyond what play-outs had expected of it. That is luck too, since it is the same whoever sits there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from nouvelle_france.review.judging import PLACES, Judged, Points
from nouvelle_france.review.steps import Step
from nouvelle_france.rules import Position
from nouvelle_france.rules.setup import SNOW

Chance = Literal["card", "snow", "look", "opening", "winter"]
"""What luck was."""

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
    for it in judged:
        stands.append(stands[-1] if it.stand is None else it.stand)
    stands.append(final_margins(end))
    entries: list[Entry] = []
    for number, (step, it) in enumerate(zip(steps, judged, strict=True)):
        before, after = stands[number], stands[number + 1]
        left = before if it.ahead is None else it.ahead
        if it.choice is not None:
            given = _less(it.choice.played.margins, it.choice.best.margins)
            decided = after if it.ahead is None else it.ahead
            best = _less(decided, given)
            entries.append(Entry(step, "opening", _less(best, before), before, best))
            entries.append(Entry(step, "choice", given, best, decided))
            left = decided
        if step.looks:
            entries.append(Entry(step, "look", _less(after, left), left, after))
        elif step.is_open:
            card = step.state.deck[0]
            dry = left if it.dry is None else it.dry
            if card == SNOW:
                entries.append(Entry(step, "snow", _less(after, left), left, after))
            else:
                if it.dry is not None:
                    entries.append(Entry(step, "snow", _less(dry, left), left, dry))
                entries.append(Entry(step, "card", _less(after, dry), dry, after))
        elif it.choice is None and after != left:
            entries.append(Entry(step, "winter" if step.by_winter else "opening", _less(after, left), left, after))
    return Ledger(tuple(stands), tuple(entries))


def final_margins(end: Position) -> Points:
    """By seat, its score less the mean of the others'; alone, the lead of the colour least ahead of white (SOL-11)."""
    game, result = end.game, end.result
    assert result is not None, "a ledger is of a finished game"
    scores = [result.scores.get(colour, 0) for colour in game.edition.colour_ids]
    if game.mode == "solo":
        return (float(min(scores[colour] for colour in game.colour_of_site) - scores[game.winter]),)
    own = [scores[colour] for colour in game.colour_of_seat]
    return tuple(round(it - (sum(own) - it) / (len(own) - 1), PLACES) for it in own)


def _less(points: Points, other: Points) -> Points:
    return tuple(round(it - its, PLACES) + 0.0 for it, its in zip(points, other, strict=True))
