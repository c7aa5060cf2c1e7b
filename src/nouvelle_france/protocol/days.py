"""The days' games: their REST requests and answers."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from nouvelle_france.protocol.game import Told
from nouvelle_france.protocol.rest import Asked, BotSeconds, SoloSettingsTold
from nouvelle_france.protocol.texts import Name


class BeginDay(Asked):
    """Play the game of a day."""

    name: Name
    bot_seconds: BotSeconds = 1.0


class DayTold(Told):
    """A day, and what may be published about its deal now."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    date: str = Field(description="As in 2026-11-16; days are those of UTC.")
    level: int = Field(description="Its difficulty: 0 on Mondays, 6 on Sundays.")
    solo: SoloSettingsTold
    state: Literal["ahead", "open", "closing", "closed"] = Field(
        description="Its game can be begun while it is open, and finished until it is closed."
    )
    begins_at: int
    closes_at: int
    promise: str | None = Field(description="The SHA-256 of its secret; null without a server.")
    promised_at: int | None = Field(description="When that was first published.")
    secret: str | None = Field(description="Once the day is closed.")


class DaysTold(Told):
    """Today, the days whose secrets are promised, and past ones, latest first."""

    today: DayTold | None = Field(description="Null for the moment until a server has promised it.")
    ahead: list[DayTold]
    past: list[DayTold]


class DayResult(Told):
    """A game in the list of a day."""

    place: int
    name: str
    won: bool
    margin: int = Field(description="The smallest lead of a colour over Winter.")
    points: int = Field(description="All of the player's colours together.")
    challenges: int = Field(description="How many architectural challenges were earned.")


class DayStandings(Told):
    """The list of a day: first games played to their end in time, by the person who began them."""

    day: DayTold
    results: list[DayResult]
    others: int = Field(description="How many games of that day are not listed: further ones, conceded, late.")
