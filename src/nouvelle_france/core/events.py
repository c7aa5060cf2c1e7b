"""What an action causes, as rows of numbers: the kind, then up to five more."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nouvelle_france.core.compiling import inner
from nouvelle_france.rules.legal import PEEK

Log: TypeAlias = NDArray[np.int32]
"""Takes the events of one action, a row each; its first row counts them. Without rows, nothing is recorded."""

TURN_BEGAN = 0
"""seat"""
DREW = 1
"""seat, card"""
PLACED = 2
"""seat, placement, whether it is a bonus block"""
SCORED = 3
"""follows PLACED: colour, its new cubes, the cubes linked"""
WINTER_CHOSE = 4
"""white cubes, points, stick marks, how many placements were as good"""
COMPLETED = 5
"""seat, site"""
CHALLENGE_EARNED = 6
"""challenge, colour, points"""
DOUBLED = 7
"""seat, points"""
TOOK_HALF = 8
"""seat, points"""
DECLINED = 9
"""seat, ally: 0 Fille du Roi, 1 Coureur des Bois"""
PEEKED = 10
"""seat, how many cards, the cards"""
PUT_BACK = 11
"""seat, order"""
CLAIMED_UNABLE = 12
"""seat, shape"""
PASSED = 13
"""seat"""
LOST_TURN = 14
"""seat"""
REMOVED = 15
"""seat, shape, colour of the block"""
SNOW_FELL = 16
"""level"""
TALLIED = 17
"""follows SNOW_FELL: site, stick mark, colour, its cubes"""
SNOW_LIES = 18
"""depth"""
BONUS_DUE = 19
"""colour, piece"""
BONUS_LOST = 20
"""colour, piece"""
GAME_OVER = 21
"""bit set of winners, what decided"""

EVENT_WIDTH = 6
MOST_EVENTS = 96
assert PEEK == EVENT_WIDTH - 3


def new_log() -> Log:
    """Room for what one action causes."""
    return np.zeros((MOST_EVENTS, EVENT_WIDTH), np.int32)


@inner
def tell(log: Log, kind: int, a: int, b: int) -> None:
    """Note what happened; the first row counts."""
    if len(log):
        row = log[0, 0] + 1
        log[0, 0] = row
        log[row, 0] = kind
        log[row, 1] = a
        log[row, 2] = b
        log[row, 3] = 0
        log[row, 4] = 0
        log[row, 5] = 0


@inner
def tell_more(log: Log, c: int, d: int, e: int) -> None:
    """The further numbers of what was told last."""
    if len(log):
        row = log[0, 0]
        log[row, 3] = c
        log[row, 4] = d
        log[row, 5] = e
