"""The scheme of the learned evaluation: its features, its sets of weights, and the numbers that judging goes by.

The compiled core and ``bots/judging`` in plain Python must agree on them to the last bit. This is plain Python, since a
browser has no NumPy; it is a room of the core, since compiled code is kept by the contents of the core's sources.
"""

from __future__ import annotations

(
    ALWAYS, OPENINGS, CHAINED, LONGEST, REACH, LOW, HIGH, SECOND, HAS_BONUS, HAS_FILLE, HAS_COUREUR, HAS_HURON,
    WAIT, FINISH_NEXT, FINISH_LATER,
) = range(15)  # fmt: skip
"""The features of a colour. Those named HAS also say what keeping something is worth."""

FEATURES = FINISH_LATER + 1

SITE_OPENINGS, SITE_CHAINED, SITE_LONGEST, SITE_SECOND, SITE_REACH, SITE_LOW, SITE_HIGH = range(7)
"""The features of a colour on one site, which those of the colour are summed up from."""

SITE_FEATURES = SITE_HIGH + 1

NEAR = (2, 4, 7)
"""Up to how many draws before the next snowfall a position counts as near it."""

STAGES = 3
"""How many stages weights tell apart: later ones count as the last."""

BUCKETS = STAGES * (len(NEAR) + 1)
"""Weights differ by stage and by how near the snowfall is."""

WINTER_SET, SOLO_SET = 0, 1
"""Sets of weights: Winter's, the solo player's, then one for each number of players from two on."""

SETS = 5
"""More players than there are sets for are judged like the most."""

WAY = 0.1
"""What one way to grow counts in a chain's reach."""

MOST_WAYS = 8
"""How many ways to grow count for a chain's reach: nobody uses more."""

ALMOST_COMPLETE = 5
"""With so few visible columns or fewer, a building may be completed soon."""

SOFTNESS = 6.0
"""In solo, how many points of lead one colour may be short of another before only the smaller lead counts."""

HURRY = 6.0
"""In a hurry, a bonus block is not thought of while more draws than this come before the snowfall."""

SPREAD = 12.0
"""How many points of lead make a win likely: what lies beyond counts ever less."""
