"""Actions as numbers: the same in every game of an edition; the seat is not part of them."""

from __future__ import annotations

from itertools import permutations

from nouvelle_france.core.compiling import inner
from nouvelle_france.core.counts import colour_count
from nouvelle_france.core.records import Tables
from nouvelle_france.rules.legal import PEEK

DRAW, FILLE, COUREUR, DECLINE, LOOK, END, PASS, ORDER = range(8)
"""Plain actions, counted from the number of placements; the orders of a Huron follow, then the claims by block."""

ORDERS = [order for cards in range(1, PEEK + 1) for order in permutations(range(cards))]
FIRST_ORDER = tuple(sum(len(order) < cards for order in ORDERS) for cards in range(PEEK + 2))
"""Where the orders of so many cards begin in that list, with one more entry for where the last ones end."""

FIRST_CLAIM = ORDER + len(ORDERS)
"""The claims' first action, counted like the plain ones."""


@inner
def first_plain(t: Tables) -> int:
    """The first action that is no placement."""
    return len(t.pose_site) * colour_count(t)


@inner
def order_range(cards: int) -> tuple[int, int]:
    """Where the orders of so many cards begin, and how many there are."""
    first = FIRST_ORDER[cards]
    return first, FIRST_ORDER[cards + 1] - first
