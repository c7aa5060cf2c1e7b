"""The order in which a Huron's cards are put back (ALY-4): each is tried, with the unseen cards dealt again.

It is the one choice for which a level plays on that does not search otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from math import tanh

from nouvelle_france.bots.judging.chance import SplitMix, deal
from nouvelle_france.bots.judging.choosing import Chooser
from nouvelle_france.bots.judging.features import Survey
from nouvelle_france.bots.judging.value import value_now
from nouvelle_france.bots.levels import ORDER_HORIZON, ORDER_ROUNDS, Level
from nouvelle_france.bots.weights import Weights
from nouvelle_france.core.judging.scheme import SPREAD
from nouvelle_france.rules import Action, LegalActions, Phase, Position, State, View


def best_order(
    view: View, legal: LegalActions, level: Level, weights: Weights, seed: int, late: Callable[[], bool]
) -> Action | None:
    """The order that plays out best; the worse half is dropped again and again, and all at once when it is late.

    None where none could be tried before.
    """
    position, seat = view.position, view.seat
    assert seat is not None
    rng = SplitMix(seed)
    left = [(0.0, order) for order in legal]
    budget = ORDER_ROUNDS * len(left)
    halvings = max((len(left) - 1).bit_length(), 1)
    limit = _blocks_placed(position) + ORDER_HORIZON
    tried = False
    while len(left) > 1:
        for _ in range(max(budget // halvings // len(left), 1)):
            if late():
                break
            state = State(position, deal(position, view.foresight, rng), ((),) * position.game.seats)
            left = [
                (value + _play_on(state.play(order).state, seat, level, limit, weights), order) for value, order in left
            ]
            tried = True
        if not tried:
            return None
        left.sort(key=lambda it: -it[0])
        left = left[: (len(left) + 1) // 2]
    return left[0][1]


def _play_on(state: State, seat: int, level: Level, limit: int, weights: Weights) -> float:
    """How well a table game goes for a seat, played on in a hurry to its end or until so many blocks lie."""
    while not state.over:
        position = state.position
        if position.phase is Phase.TURN and _blocks_placed(position) >= limit:
            return tanh(value_now(Survey(position), seat, position.active, weights) / SPREAD)
        mover = position.movers[0]
        state = state.play(
            Chooser(position, mover, weights, level.breadth, thorough=False).choose(position.legal)
        ).state
    return _outcome(state.position, seat)


def _outcome(position: Position, seat: int) -> float:
    """How well a finished table game went for a seat, between -1 and 1: a win counts most, then the lead."""
    result, name = position.result, position.game.name(seat)
    assert result is not None
    lead = result.scores[name] - max(score for other, score in result.scores.items() if other != name)
    won = 1.0 if name in result.winners else -1.0
    if len(result.winners) > 1:
        won = 0.0
    return 0.5 * won + 0.5 * tanh(lead / SPREAD)


def _blocks_placed(position: Position) -> int:
    return sum(len(building.placed) for building in position.buildings)
