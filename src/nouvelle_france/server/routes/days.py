"""The games of the days: today's, its promise, its list, and those of past days."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from nouvelle_france.protocol.days import BeginDay, DayStandings, DaysTold
from nouvelle_france.protocol.rest import Created
from nouvelle_france.server.process import rooms_of
from nouvelle_france.server.routes.asking import WITHOUT_TOKEN, MaybeBearer, room_for_a_table

router = APIRouter(prefix="/api/days", tags=["days"])

DATE = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
DateInPath = Annotated[str, Path(pattern=DATE, max_length=10, description="A day, as in 2026-11-16.")]


@router.get("")
async def calendar(
    request: Request,
    before: Annotated[str | None, Query(pattern=DATE, max_length=10)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> DaysTold:
    """Today, the days whose secrets are promised, and past days with their secrets, latest first."""
    return DaysTold.model_validate(await rooms_of(request).days.calendar(before, limit))


@router.get("/{date}")
async def standings(request: Request, date: DateInPath) -> DayStandings:
    """A day and its list: first games of this server's own tables, begun on that day and played to their end."""
    return DayStandings.model_validate(await rooms_of(request).days.standings(date))


@router.post("/{date}", status_code=201, openapi_extra=WITHOUT_TOKEN)
async def begin(request: Request, date: DateInPath, asked: BeginDay, token: MaybeBearer) -> Created:
    """Play the game of today, or of a past day, at your own table, which begins at once.

    Send the token of an earlier day's game if you have one: then it holds the new seat too, and an unfinished game of
    today is returned instead of a new one. Without one you are a new person.
    """
    await room_for_a_table(request)
    return Created.model_validate(await rooms_of(request).days.begin(date, asked, token))
