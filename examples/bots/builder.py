"""A bot of one's own in Python: `nouvelle-france simulate --bots builder:Builder,greedy --games 10`, in this folder."""

from __future__ import annotations

from random import Random

from nouvelle_france import Action, Bonus, LegalActions, Place, View


class Builder:
    """Places its bonus block at once, and always where it scores most now; any placement that ties will do."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action to play: one of ``legal``."""
        placements = [action for action in legal if isinstance(action, Place | Bonus)]
        if not placements:
            return next(iter(legal))
        points = [sum(view.position.scoring(it.placement, it.seat).gain.values()) for it in placements]
        best = max(points)
        return self._rng.choice([it for it, worth in zip(placements, points, strict=True) if worth == best])
