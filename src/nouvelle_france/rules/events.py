"""What an action caused, for players, logs and animations. Cells are ``(x, y, level)``; colours and sites are ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from nouvelle_france.geometry import Cube


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is this seat's turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A card was turned up."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class ScoredCubes:
    """Why a colour scored: its cubes on the new block, and those already in place that they link to (SCO-1)."""

    colour: str
    new: tuple[Cube, ...]
    linked: tuple[Cube, ...]

    @property
    def points(self) -> int:
        """One a cube."""
        return len(self.new) + len(self.linked)


@dataclass(frozen=True, slots=True)
class Placed:
    """A block was placed; ``bonus`` tells a bonus block from a construction block."""

    seat: int
    placement: int
    scored: tuple[ScoredCubes, ...]
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class WinterChose:
    """Why Winter placed what it did: white cubes on the block, its points, the stick marks to come (SOL-5)."""

    white_cubes: int
    points: int
    marks: int
    tied: int
    """How many placements were as good in all three."""
    scoring: int
    """How many scored as much (b): where these are more, the stick marks settled it (c)."""
    usual: bool
    """Whether it is the first of the tied in placement order; else whoever moves Winter's blocks chose it (d)."""


@dataclass(frozen=True, slots=True)
class Completed:
    """The placement covered the last column of a site (CMPL-1)."""

    seat: int
    site: str


@dataclass(frozen=True, slots=True)
class ChallengeEarned:
    """An architectural challenge was done (CHA-7)."""

    challenge: str
    colour: str
    points: int


@dataclass(frozen=True, slots=True)
class Doubled:
    """A Fille du Roy doubled a placement's points."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class TookHalf:
    """A Coureur des bois gained half of a placement's points."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat let its chance pass; ``ally`` is ``fille`` or ``coureur``."""

    seat: int
    ally: str


@dataclass(frozen=True, slots=True)
class Peeked:
    """A Huron looked at the top cards; only that seat sees which."""

    seat: int
    cards: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class PutBack:
    """The cards went back on the deck; only that seat knows the order."""

    seat: int
    order: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class ClaimedUnable:
    """A seat says that no visible shape can be placed, and names one."""

    seat: int
    shape: str


@dataclass(frozen=True, slots=True)
class Passed:
    """Another seat does not place the claimed shape either."""

    seat: int


@dataclass(frozen=True, slots=True)
class LostTurn:
    """Another seat placed the claimed shape, so the claimer's turn is over (UNA-2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Removed:
    """A card and a block of its shape went to the box."""

    seat: int
    block: str


@dataclass(frozen=True, slots=True)
class SiteTally:
    """One site's snowfall: the stick's mark, and the cubes of each colour that count on the level (SNW-1)."""

    site: str
    mark: int
    cubes: Mapping[str, int] = field(hash=False)

    @property
    def points(self) -> dict[str, int]:
        """What each colour gains or loses."""
        return {colour: count * self.mark for colour, count in self.cubes.items()}


@dataclass(frozen=True, slots=True)
class SnowFell:
    """A level was scored."""

    level: int
    sites: tuple[SiteTally, ...]


@dataclass(frozen=True, slots=True)
class SnowLies:
    """The level is covered; bonus blocks of the stage are gone, ally tokens are back (SNW-3, SNW-4)."""

    depth: int


@dataclass(frozen=True, slots=True)
class BonusDue:
    """A coloured marker reached a piece on the track (SOL-8)."""

    colour: str
    shape: str


@dataclass(frozen=True, slots=True)
class BonusLost:
    """A due bonus block fits nowhere."""

    colour: str
    shape: str


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended; ``disks`` are the points already added to (or, in solo, taken from) the scores.

    ``decided_by`` is ``points``, ``allies`` or ``peg`` when that settled it, ``shared`` when nothing did (END-2).
    """

    scores: Mapping[str, int] = field(hash=False)
    disks: Mapping[str, int] = field(hash=False)
    winners: tuple[str, ...]
    decided_by: str


Event = (
    TurnBegan
    | Drew
    | Placed
    | WinterChose
    | Completed
    | ChallengeEarned
    | Doubled
    | TookHalf
    | Declined
    | Peeked
    | PutBack
    | ClaimedUnable
    | Passed
    | LostTurn
    | Removed
    | SnowFell
    | SnowLies
    | BonusDue
    | BonusLost
    | GameOver
)
"""Everything that can happen."""


def seen_by(event: Event, seat: int | None) -> Event:
    """The event as that seat (or a spectator, None) may see it: peeks and orders only by the one who made them."""
    if isinstance(event, Peeked) and event.seat != seat:
        return replace(event, cards=None)
    if isinstance(event, PutBack) and event.seat != seat:
        return replace(event, order=None)
    return event
