"""The games of the days: today's, its promise, its list, and those of past days."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from nouvelle_france.protocol.days import BeginDay, DayStandings, DaysTold
from nouvelle_france.protocol.rest import Created
from nouvelle_france.server.process import process_of
from nouvelle_france.server.routes.asking import WITHOUT_TOKEN, MaybeBearer
from nouvelle_france.server.routes.tables import room_for_a_table

router = APIRouter(prefix="/api/days", tags=["days"])

DATE = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
DateInPath = Annotated[str, Path(pattern=DATE, max_length=10, description="A day, as in 2026-11-16.")]


@router.get("")
async def calendar(
    request: Request,
    before: Annotated[str | None, Query(pattern=DATE, max_length=10)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> DaysTold:
    """Today, the days whose secrets are promised, and past ones with their secrets, the latest first."""
    return DaysTold.model_validate(await process_of(request).days.calendar(before, limit))


@router.get("/{date}")
async def standings(request: Request, date: DateInPath) -> DayStandings:
    """A day and its list: first games of this server's own tables, begun on that day and played to their end."""
    return DayStandings.model_validate(await process_of(request).days.standings(date))


@router.post("/{date}", status_code=201, openapi_extra=WITHOUT_TOKEN)
async def begin(request: Request, date: DateInPath, asked: BeginDay, token: MaybeBearer) -> Created:
    """Play the game of today, or of a past day, at a table of one's own, which begins at once.

    Show the token of an earlier day's game if you have one: then it holds the new seat too, and whoever has begun a
    game of today and not ended it is led back to it. Without one you are somebody new.
    """
    await room_for_a_table(request)
    return Created.model_validate(await process_of(request).days.begin(date, asked, token))
