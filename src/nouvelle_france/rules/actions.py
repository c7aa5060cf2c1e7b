"""The closed set of actions. Each says who acts; its ``do`` is the word a record uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card (TRN-1)."""

    do: ClassVar[str] = "draw"
    seat: int


@dataclass(frozen=True, slots=True)
class Place:
    """Place a construction block; ``placement`` is an id of the placement table (TRN-3)."""

    do: ClassVar[str] = "place"
    seat: int
    placement: int


@dataclass(frozen=True, slots=True)
class Bonus:
    """Place a bonus block (BON-1, SOL-8)."""

    do: ClassVar[str] = "bonus"
    seat: int
    placement: int


@dataclass(frozen=True, slots=True)
class Fille:
    """Double the points of one's own placement (ALY-2)."""

    do: ClassVar[str] = "fille"
    seat: int


@dataclass(frozen=True, slots=True)
class Coureur:
    """Gain half of the active player's points (ALY-3)."""

    do: ClassVar[str] = "coureur"
    seat: int


@dataclass(frozen=True, slots=True)
class Decline:
    """Let one's Fille or Coureur chance pass."""

    do: ClassVar[str] = "decline"
    seat: int


@dataclass(frozen=True, slots=True)
class Huron:
    """Look at the top cards (``order`` is None), then put them back in an order (ALY-4).

    ``order`` counts from 0: the new top card is the old number ``order[0]``.
    """

    do: ClassVar[str] = "huron"
    seat: int
    order: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class End:
    """End the turn without using the Huron."""

    do: ClassVar[str] = "end"
    seat: int


@dataclass(frozen=True, slots=True)
class Unable:
    """Name a visible shape that cannot be placed, and the block that goes to the box with it (UNA-1, SOL-10)."""

    do: ClassVar[str] = "unable"
    seat: int
    shape: str
    remove: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline to place the block another player claims cannot be placed (UNA-2)."""

    do: ClassVar[str] = "pass"
    seat: int


Action = Draw | Place | Bonus | Fille | Coureur | Decline | Huron | End | Unable | Pass
"""Everything a seat can do."""
