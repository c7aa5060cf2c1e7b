"""What a position awaits, and the ally tokens."""

from __future__ import annotations

from enum import Enum

FILLE, COUREUR, HURON = 1, 2, 4
"""The three ally tokens, as bits of :attr:`Position.tokens`."""


class Phase(Enum):
    """What is awaited."""

    TURN = "turn"  # the active seat draws, places its bonus block or uses its Huron
    DRAW = "draw"  # the active seat must draw
    PLACE = "place"  # the active seat places a block of a visible shape, or is unable
    FILLE = "fille"  # the active seat may double its points
    COUREUR = "coureur"  # the seats asked may take half of them, in any order
    CLOSE = "close"  # the active seat may use its Huron, or ends the turn
    LOOK_BEFORE = "look-before"  # the active seat puts the cards back, then continues its turn
    LOOK_AFTER = "look-after"  # the active seat puts the cards back, which ends its turn
    CLAIMED = "claimed"  # the seats asked may place the claimed shape, one after another
    DUE = "due"  # the solo player must place a bonus block
    OVER = "over"
