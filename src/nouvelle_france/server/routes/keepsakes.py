"""Buildings of a game, for a 3D printer."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response

from nouvelle_france.protocol.texts import Word
from nouvelle_france.reception.solids import solid_of_record
from nouvelle_france.server.process import process_of
from nouvelle_france.server.routes.asking import admit
from nouvelle_france.server.routes.timelines import RECORD

router = APIRouter(tags=["looking back"])

KINDS = {"stl": "model/stl", "3mf": "model/3mf"}
"""The media types of the formats."""

BINARY: dict[int | str, dict[str, Any]] = {
    200: {"content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in KINDS.values()}}
}


@router.post("/api/solids/{site}/{format}", response_class=Response, responses=BINARY, openapi_extra=RECORD)
async def solid_of(
    request: Request,
    site: Annotated[Word, Path(description="One of the edition's sites.")],
    format: Annotated[Literal["stl", "3mf"], Path(description="3mf has colours.")],
) -> Response:
    """A building of a posted record, as it stands after the last move: a closed solid, 10 mm per cube."""
    process = process_of(request)
    admit(request, process.replaying, "records")
    solid = await solid_of_record(process.editions, await request.body(), site, format)
    return Response(solid, media_type=KINDS[format])
