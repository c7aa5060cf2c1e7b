"""The `greedy` bot: the best placement now, by points and by the stick marks to come."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from nouvelle_france.geometry import Pose, bits
from nouvelle_france.rules import Action, Bonus, Draw, LegalActions, Phase, Place, Position, Unable, View
from nouvelle_france.rules.position import Choice

WORTH_DOUBLING = 5
"""From how many points a Fille du Roy is used before snow threatens to restore the token."""

WORTH_HALVING = 2
"""From how many points a Coureur des bois is used before snow threatens."""


class GreedyBot:
    """Points now, plus the marks its own cubes will earn, minus the marks the opponents' cubes will.

    A disk counts in full as soon as it is won. It places its bonus block once no visible card offers more, or
    when snow may come, uses Fille and Coureur on good placements or before snow, and never uses the Huron.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action to play."""
        position = view.position
        match position.phase:
            case Phase.TURN:
                return self._draw_or_bonus(position, legal)
            case Phase.FILLE:
                use = position.points >= WORTH_DOUBLING or position.snow_may_come
                return legal.of_kind("fille" if use else "decline")[0]
            case Phase.COUREUR:
                use = position.points // 2 >= WORTH_HALVING or position.snow_may_come
                return legal.of_kind("coureur" if use else "decline")[0]
            case Phase.CLOSE:
                return legal.of_kind("end")[0]
            case _:
                return self._place_or_not(position, legal)

    def _place_or_not(self, position: Position, legal: LegalActions) -> Action:
        for kind, action in (("place", Place), ("bonus", Bonus)):
            if legal.of_kind(kind):
                seat = next(iter(legal)).seat
                worth, placements = self._best(position, position.choices, seat)
                if worth < 0 and legal.of_kind("pass"):
                    return legal.of_kind("pass")[0]
                return action(seat, self._rng.choice(placements))
        if legal.of_kind("unable"):
            return self._least_useful(position, legal)
        return next(iter(legal))

    def _draw_or_bonus(self, position: Position, legal: LegalActions) -> Action:
        """A bonus block costs no card: it is an extra placement, to be made while it pays best."""
        seat = position.active
        if legal.of_kind("bonus"):
            worth, placements = self._best(position, position.choices, seat)
            visible, _ = self._best(position, position.visible_choices, seat)
            if worth > 0 and (position.snow_may_come or worth >= visible):
                return Bonus(seat, self._rng.choice(placements))
        return Draw(seat)

    def _best(self, position: Position, choices: Sequence[Choice], seat: int) -> tuple[float, list[int]]:
        """The worth of the best of these placements to a seat, and all placements of that worth."""
        best = float("-inf")
        tied: list[int] = []
        for choice in choices:
            for pose in position.poses(choice):
                for block in bits(choice.colours):
                    worth = self._worth(position, pose, block, seat)
                    if worth > best:
                        best, tied = worth, []
                    if worth == best:
                        tied.append(pose.id * position.game.table.colours + block)
        return best, tied

    def _worth(self, position: Position, pose: Pose, block: int, seat: int) -> float:
        game = position.game
        building = position.buildings[pose.site]
        if game.mode == "table":
            own = game.colour_of_seat[seat]
            worth: float = building.points(pose, block, own, position.snow) + position.marks_of(pose, block, own)
            for opponent in game.colour_of_seat:
                if opponent != own:
                    worth -= position.marks_of(pose, block, opponent)
        else:
            own, white = game.colour_of_site[pose.site], game.winter
            worth = building.points(pose, block, own, position.snow) + position.marks_of(pose, block, own)
            worth -= building.points(pose, block, white, position.snow) + position.marks_of(pose, block, white)
            worth += game.edition.solo.challenge_points * len(position.earns(pose))
            # All three markers must pass white, so of equal placements the one for the marker behind is better.
            worth -= position.scores[own] / 1000
        if building.completed_by(pose):
            worth += game.disks[pose.site]
        return worth

    def _least_useful(self, position: Position, legal: LegalActions) -> Action:
        """The block with the fewest own cubes goes to the box."""
        table = position.game.table
        own = -1 if position.game.mode == "solo" else position.game.colour_of_seat[position.active]

        def own_cubes(action: Action) -> int:
            assert isinstance(action, Unable)
            shape, block = divmod(table.block_number[action.remove], table.colours)
            return position.cubes_of(own, shape, block)

        return min(legal.of_kind("unable"), key=own_cubes)
