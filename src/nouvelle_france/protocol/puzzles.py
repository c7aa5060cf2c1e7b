"""The puzzles for the page, in files written when it is built; no server is needed."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAliasType

from nouvelle_france.protocol.game import GameTold, Offer, PositionTold, Told
from nouvelle_france.protocol.socket import ReasonTold

PuzzleKind = TypeAliasType("PuzzleKind", Literal["complete", "winter", "snow", "later"])
"""Complete the site; keep Winter out, in solo; the last turn before snow; the block that pays later."""


class PuzzleListed(Told):
    """A puzzle in the list: its kind, how hard it is from 1 to 5, how many play there, and which file it is in."""

    id: str
    kind: PuzzleKind
    grade: int
    players: int
    pack: int


class PuzzleAnswerTold(Told):
    """A placement that was weighed: what it gives up against the best, in points of margin, with its standard error.

    ``now`` is what it scores each colour at once, ``completes`` whether it completes its site, ``why`` the reasons for
    it and against it.
    """

    placement: int
    gives_up: float
    error: float
    now: dict[str, int]
    completes: bool
    why: list[ReasonTold]


class PuzzleTold(Told):
    """A puzzle: the position, the possible placements (without their gains), the best placement and its rivals.

    ``same`` are mirror images of the best, which are as right. ``snow`` is how likely it snows before the seat places
    again, ``solved_by`` the bots that find the answer.
    """

    id: str
    kind: PuzzleKind
    grade: int
    game: GameTold
    seat: str
    position: PositionTold
    offer: Offer
    best: PuzzleAnswerTold
    same: list[PuzzleAnswerTold]
    rivals: list[PuzzleAnswerTold]
    snow: float
    solved_by: list[str]
