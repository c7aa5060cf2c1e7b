"""Checks puzzles: by the rules, which is quick, and by play-outs from fresh deals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from nouvelle_france.bots.greedy_bot import GreedyBot
from nouvelle_france.bots.judging.hinting import explain
from nouvelle_france.edition import Edition
from nouvelle_france.puzzles.puzzle import Puzzle, is_placing
from nouvelle_france.rules import Place, View

BEYOND = 3.0
"""Standard errors by which the best must lead each rival when it is weighed again."""


def faults(puzzle: Puzzle, edition: Edition) -> Iterator[str]:
    """Rule violations in a puzzle; needs only the standard library."""
    try:
        state = puzzle.state(edition)
    except ValueError as error:
        yield str(error)
        return
    if not is_placing(state):
        yield "nobody is to place a block there"
        return
    position = state.position
    seat = position.movers[0]
    if any(state.foresight):
        yield "somebody has looked at the deck"
    for placement in (*puzzle.right, *(it.placement for it in puzzle.rivals)):
        if Place(seat, placement) not in position.legal:
            yield f"placement {placement} is not legal there"
            return
    if not {it.placement for it in puzzle.rivals}.isdisjoint(puzzle.right):
        yield "a right answer is among the others"
    if not explain(state.view(seat), [Place(seat, puzzle.best)])[0].why:
        yield "there is no reason to tell for its answer"


class Checked(NamedTuple):
    """The result of checking a puzzle."""

    id: str
    faults: tuple[str, ...]
    greedy: bool
    """Whether `greedy` finds the answer."""


@dataclass(frozen=True, slots=True)
class Checker:
    """Checks puzzles, in this process or another; ``deals`` is the number of deals per answer."""

    edition: Edition
    seed: int
    deals: int

    def __call__(self, puzzle: Puzzle) -> Checked:
        """What is wrong with a puzzle, by the rules and then by play-outs."""
        found = tuple(faults(puzzle, self.edition))
        if found:
            return Checked(puzzle.id, found, False)
        view = puzzle.view(self.edition)
        greedy = GreedyBot(Random(f"check/{self.seed}/{puzzle.id}/greedy")).choose(view, view.legal)
        solved = greedy in [Place(greedy.seat, it) for it in puzzle.right]
        return Checked(puzzle.id, tuple(self._too_close(puzzle, view)), solved)

    def _too_close(self, puzzle: Puzzle, view: View) -> Iterator[str]:
        from nouvelle_france.puzzles.judging import CLOSE, weighed  # noqa: PLC0415 - numba, which the rules do without

        seed = f"check/{self.seed}/{puzzle.id}"
        depth = replace(CLOSE, deals=self.deals)
        for rival in weighed(view, puzzle.best, [it.placement for it in puzzle.rivals], seed, depth).rivals:
            if rival.gives_up <= BEYOND * rival.error:
                yield (
                    f"placement {rival.placement} gives up {rival.gives_up:.2f} points, "
                    f"no more than {BEYOND:g} errors of {rival.error:.2f}"
                )
