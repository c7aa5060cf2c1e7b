"""The games of the days: what is asked and told of them over REST."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from nouvelle_france.protocol.game import Told
from nouvelle_france.protocol.rest import Asked, SoloSettingsTold
from nouvelle_france.protocol.texts import Name


class BeginDay(Asked):
    """Play the game of a day."""

    name: Name
    bot_seconds: Annotated[float, Field(ge=0, le=10)] = Field(default=1.0, description="How long Winter waits.")


class DayTold(Told):
    """A day, and what may be known of its deal by now."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    date: str = Field(description="As in 2026-11-16; days are those of UTC.")
    level: int = Field(description="How hard it is: 0 on Mondays, 6 on Sundays.")
    solo: SoloSettingsTold
    state: Literal["ahead", "open", "closing", "closed"] = Field(
        description="Its game can be begun while it is open; until it is closed, those that were begun may be ended."
    )
    begins_at: int
    closes_at: int
    promise: str | None = Field(description="The SHA-256 of its secret; null where there is no server.")
    promised_at: int | None = Field(description="Since when that has been published.")
    secret: str | None = Field(description="Once the day is closed.")


class DaysTold(Told):
    """Today, the days whose secrets are promised, and past ones, the latest first."""

    today: DayTold | None = Field(description="Null for the moment in which a server has not promised it yet.")
    ahead: list[DayTold]
    past: list[DayTold]


class DayResult(Told):
    """A game in the list of a day."""

    place: int
    name: str
    won: bool
    margin: int = Field(description="How far the colour that is least ahead of Winter is ahead of it.")
    points: int = Field(description="All of the player's colours together.")
    challenges: int = Field(description="How many architectural challenges were earned.")


class DayStandings(Told):
    """The list of a day: first games that were played to their end, in time and by whoever began them."""

    day: DayTold
    results: list[DayResult]
    others: int = Field(description="How many games ended that day that are not listed: further ones, given up, late.")
