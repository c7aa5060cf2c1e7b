"""What an action caused: one model per kind of event, distinguished by ``event``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator
from typing_extensions import TypeAliasType

from nouvelle_france.protocol.game import Cell, DecidedBy, Told


class ScoredTold(Told):
    """The cubes a colour scored for."""

    colour: str
    new: list[Cell]
    linked: list[Cell]


class TallyTold(Told):
    """One site's snowfall."""

    site: str
    mark: int
    cubes: dict[str, int]


class EventOfGame(Told):
    """Something an action caused. By itself it is an event of an unknown kind."""

    event: str


class TurnBeganTold(EventOfGame):
    """It is this seat's turn."""

    event: Literal["turn_began"]
    by: str


class DrewTold(EventOfGame):
    """A card was turned up."""

    event: Literal["drew"]
    by: str
    card: str


class PlacedTold(EventOfGame):
    """A block was placed."""

    event: Literal["placed"]
    by: str
    block: str
    site: str
    cubes: list[Cell]
    bonus: bool
    scored: list[ScoredTold]


class WinterChoseTold(EventOfGame):
    """Why Winter placed what it did (SOL-5)."""

    event: Literal["winter_chose"]
    white_cubes: int
    points: int
    marks: int
    tied: int
    scoring: int
    usual: bool


class CompletedTold(EventOfGame):
    """A site was completed (CMPL-1)."""

    event: Literal["completed"]
    by: str
    site: str


class ChallengeEarnedTold(EventOfGame):
    """An architectural challenge was done (CHA-7)."""

    event: Literal["challenge_earned"]
    challenge: str
    colour: str
    points: int


class DoubledTold(EventOfGame):
    """A Fille du Roy doubled a placement's points (ALY-2)."""

    event: Literal["doubled"]
    by: str
    points: int


class TookHalfTold(EventOfGame):
    """A Coureur des bois gained half of a placement's points (ALY-3)."""

    event: Literal["took_half"]
    by: str
    points: int


class DeclinedTold(EventOfGame):
    """A seat let the chance of its Fille or Coureur pass."""

    event: Literal["declined"]
    by: str
    ally: Literal["fille", "coureur"]


class PeekedTold(EventOfGame):
    """A Huron looked at the top cards, which only that seat is told (ALY-4)."""

    event: Literal["peeked"]
    by: str
    cards: list[str] | None


class PutBackTold(EventOfGame):
    """The cards went back on the deck, in an order only that seat is told (ALY-4)."""

    event: Literal["put_back"]
    by: str
    order: list[int] | None


class ClaimedUnableTold(EventOfGame):
    """A seat says that it can place no visible shape, and names one (UNA-1)."""

    event: Literal["claimed_unable"]
    by: str
    shape: str


class PassedTold(EventOfGame):
    """Another seat does not place the claimed shape either."""

    event: Literal["passed"]
    by: str


class LostTurnTold(EventOfGame):
    """Another seat placed the claimed shape: the claimer's turn is over (UNA-2)."""

    event: Literal["lost_turn"]
    by: str


class RemovedTold(EventOfGame):
    """A card and a block of its shape went to the box."""

    event: Literal["removed"]
    by: str
    block: str


class SnowFellTold(EventOfGame):
    """A level was scored (SNW-1)."""

    event: Literal["snow_fell"]
    level: int
    sites: list[TallyTold]


class SnowLiesTold(EventOfGame):
    """The level is covered (SNW-3)."""

    event: Literal["snow_lies"]
    depth: int


class BonusDueTold(EventOfGame):
    """A coloured marker reached a piece on the track (SOL-8)."""

    event: Literal["bonus_due"]
    colour: str
    shape: str


class BonusLostTold(EventOfGame):
    """A due bonus block fits nowhere."""

    event: Literal["bonus_lost"]
    colour: str
    shape: str


class GameOverTold(EventOfGame):
    """The game has ended; ``disks`` are the points of the disks, already in the scores (END-1)."""

    event: Literal["game_over"]
    scores: dict[str, int]
    disks: dict[str, int]
    winners: list[str]
    decided_by: DecidedBy


def _or_of_a_later_kind(value: Any, read: ValidatorFunctionWrapHandler) -> EventOfGame:
    """Clients ignore unknown kinds, so that servers may add some."""
    try:
        event: EventOfGame = read(value)
    except ValidationError as error:
        if error.errors()[0]["type"] != "union_tag_invalid":
            raise
        return EventOfGame.model_validate(value)
    return event


GameEvent = TypeAliasType(
    "GameEvent",
    Annotated[
        TurnBeganTold
        | DrewTold
        | PlacedTold
        | WinterChoseTold
        | CompletedTold
        | ChallengeEarnedTold
        | DoubledTold
        | TookHalfTold
        | DeclinedTold
        | PeekedTold
        | PutBackTold
        | ClaimedUnableTold
        | PassedTold
        | LostTurnTold
        | RemovedTold
        | SnowFellTold
        | SnowLiesTold
        | BonusDueTold
        | BonusLostTold
        | GameOverTold,
        Field(discriminator="event"),
        WrapValidator(_or_of_a_later_kind),
    ],
)
