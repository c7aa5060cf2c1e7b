"""Choosing without search: the placement that leads to the best position, allies when they are worth it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nouvelle_france.bots.judging.chance import cards_left
from nouvelle_france.bots.judging.features import Survey, draws_to_snow, snow_chance, weight_set
from nouvelle_france.bots.judging.listing import Listed, best_listed
from nouvelle_france.bots.judging.value import value_after
from nouvelle_france.bots.weights import Weights
from nouvelle_france.core.judging.scheme import HAS_BONUS, HAS_COUREUR, HAS_FILLE, HURRY
from nouvelle_france.rules import (
    Action,
    Bonus,
    Coureur,
    Decline,
    Draw,
    End,
    Fille,
    LegalActions,
    Pass,
    Phase,
    Place,
    Position,
    Unable,
)
from nouvelle_france.rules.position import Choice


class Chooser:
    """Chooses for a seat that may act; a Huron is neither used nor missed.

    ``width`` placements are judged by what follows; 1 takes the one worth most. In a hurry (not ``thorough``) it spares
    itself what takes long and matters little, as play-outs do.
    """

    def __init__(self, position: Position, seat: int, weights: Weights, width: int, thorough: bool = True) -> None:
        self._position = position
        self._seat = seat
        self._weights = weights
        self._width = width
        self._thorough = thorough
        self._survey = Survey(position)
        self._next_seat = (position.active + 1) % position.game.seats

    def choose(self, legal: LegalActions) -> Action:
        """The action to play; not for the order of a Huron's cards."""
        seat = self._seat
        match self._position.phase:
            case Phase.DRAW:
                return Draw(seat)
            case Phase.CLOSE:
                return End(seat)
            case Phase.FILLE:
                return Fille(seat) if self._position.points >= self.worth_keeping(HAS_FILLE) else Decline(seat)
            case Phase.COUREUR:
                half = self._position.points // 2
                return Coureur(seat) if half >= self.worth_keeping(HAS_COUREUR) else Decline(seat)
            case Phase.TURN:
                return self._bonus_or_draw()
            case phase:
                best = self._best(self._position, self._position.choices)
                if phase is Phase.CLAIMED and (best is None or best[1].worth < 0):
                    return Pass(seat)
                if best is None:
                    return least_useful_claim(self._position, legal)
                return (Bonus if phase is Phase.DUE else Place)(seat, best[1].placement)

    def _bonus_or_draw(self) -> Action:
        """A bonus block costs no card: it is placed when drawing first offers no more, or snow threatens."""
        position, seat = self._position, self._seat
        if not self._thorough and draws_to_snow(position) > HURRY:
            return Draw(seat)
        best = self._best(position, position.choices)
        if best is None:
            return Draw(seat)
        value, listed = best
        bonus = Bonus(seat, listed.placement)
        if self._width == 1:
            if value <= 0:
                return Draw(seat)
            return bonus if snow_chance(position) > 0 or value >= self.value_of_drawing() else Draw(seat)
        risk = snow_chance(position) * self.worth_keeping(HAS_BONUS)
        return bonus if value >= self.value_of_drawing() - risk else Draw(seat)

    def _best(self, position: Position, choices: Sequence[Choice]) -> tuple[float, Listed] | None:
        """The best of these placements and its value: of the position after it, or of itself for a width of 1."""
        best: tuple[float, Listed] | None = None
        for listed in best_listed(position, choices, self._seat, self._width):
            value = listed.worth
            if self._width > 1:
                value = value_after(self._survey, self._seat, listed, self._next_seat, self._weights)
            if best is None or value > best[0]:
                best = value, listed
        return best

    def value_of_drawing(self) -> float:
        """What drawing now is worth: the best placement of the visible cards, or of the one drawn if that is better.

        In a hurry the drawn card is left out.
        """
        position = self._position
        best = self._value_of_cards(position.display)
        if not self._thorough and position.display:
            return best
        total = 0.0
        cards = 0
        for number, shape in enumerate(position.game.edition.shape_ids):
            count = cards_left(position, number)
            if count:
                total += count * max(best, self._value_of_cards((shape,)))
                cards += count
        return total / cards if cards else best

    def _value_of_cards(self, display: tuple[str, ...]) -> float:
        """The value of the best placement that these cards offer."""
        position = replace(self._position, phase=Phase.PLACE, display=display)
        best = self._best(position, position.choices)
        return -1e9 if best is None else best[0]

    def worth_keeping(self, feature: int) -> float:
        """What the weights say that keeping a token or a bonus block is worth."""
        game = self._position.game
        colour = game.colour_of_seat[self._seat]
        return self._weights[weight_set(game, colour)][self._survey.bucket][feature]


def least_useful_claim(position: Position, legal: LegalActions) -> Action:
    """The block with the fewest own cubes goes to the box (UNA-1, SOL-10); alone, the first."""
    table = position.game.table
    own = -1 if position.game.mode == "solo" else position.game.colour_of_seat[position.active]

    def own_cubes(action: Action) -> int:
        assert isinstance(action, Unable)
        shape, block = divmod(table.block_number[action.remove], table.colours)
        return position.cubes_of(own, shape, block)

    return min(legal.of_kind("unable"), key=own_cubes)
