"""Looking back: the news of a table from its beginning, and whole finished games."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Query, Request, Response

from nouvelle_france.protocol.timeline import Choosable, NewsPage, TimelineTold
from nouvelle_france.reception.timelines import choosable, timeline_of_record, timeline_of_table
from nouvelle_france.server.process import process_of
from nouvelle_france.server.routes.asking import (
    WITHOUT_TOKEN,
    MaybeBearer,
    TableInPath,
    admit,
    admit_to_past,
    house_of,
    past_of,
)

router = APIRouter(tags=["looking back"])

RECORD: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}
}
"""A record has a strict format of its own (docs/record.md), read by its own reader."""


@router.get(
    "/api/tables/{table}/news",
    openapi_extra=WITHOUT_TOKEN,
    response_class=Response,
    responses={200: {"model": NewsPage}},
)
async def news(
    request: Request,
    table: TableInPath,
    token: MaybeBearer,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 200,
) -> Response:
    """The news of a table as sent to a spectator or the holder of a seat, with what each changed."""
    told, more = await past_of(request, table, token, after, limit)
    page = {"news": [{"type": "news", "table": table, **it} for it in told], "more": more}
    return Response(orjson.dumps(page), media_type="application/json")


@router.get("/api/tables/{table}/timeline", response_class=Response, responses={200: {"model": TimelineTold}})
async def timeline(request: Request, table: TableInPath) -> Response:
    """A finished game moment by moment, including everything that was secret."""
    await admit_to_past(request, table)
    return Response(await timeline_of_table(house_of(request), table), media_type="application/json")


@router.get("/api/tables/{table}/moments/{moment}", response_class=Response, responses={200: {"model": Choosable}})
async def moment(
    request: Request,
    table: TableInPath,
    moment: Annotated[int, Path(ge=0, le=10_000, description="After so many actions.")],
) -> Response:
    """The possible actions at a moment of a finished game, to choose again."""
    await admit_to_past(request, table, moment)
    return Response(await choosable(house_of(request), table, moment), media_type="application/json")


@router.post("/api/timeline", response_class=Response, responses={200: {"model": TimelineTold}}, openapi_extra=RECORD)
async def timeline_of(request: Request) -> Response:
    """A posted record, moment by moment. One that breaks a rule is refused, naming the move and the rule."""
    process = process_of(request)
    admit(request, process.replaying, "records")
    return Response(await timeline_of_record(process.editions, await request.body()), media_type="application/json")
