"""What a finished game's choices were worth, and what was luck (docs/analysis.md).

>>> from random import Random
>>> import nouvelle_france as nf
>>> from nouvelle_france.review import DEPTHS, match_of, steps_of
>>> setup = nf.deal_table(nf.default_edition(), Random(7), players=["yellow", "white"])
>>> match = nf.Match(setup, [nf.Seat("yellow", "one"), nf.Seat("white", "two")])
>>> nf.play_on(match, [nf.BOTS["greedy"](Random(1)), nf.BOTS["greedy"](Random(2))])
>>> len(steps_of(match_of(match.record(), nf.default_edition()))), list(DEPTHS)
(150, ['maitre', 'ingenieur'])

:func:`~.judging.judge` judges a step, anywhere and in any order; :func:`~.telling.tell` makes an analysis of all of
them. Both are loaded from their own modules: judging needs the compiled core.
"""

from nouvelle_france.review.depths import DEPTHS, Depth
from nouvelle_france.review.steps import Step, UnfinishedGameError, digest_of, match_of, steps_of

__all__ = ["DEPTHS", "Depth", "Step", "UnfinishedGameError", "digest_of", "match_of", "steps_of"]
