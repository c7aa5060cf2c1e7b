"""What is left of a game, for a 3D printer."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response

from nouvelle_france.keepsakes import printable
from nouvelle_france.protocol.texts import Word
from nouvelle_france.reception.timelines import match_of_record
from nouvelle_france.server.limits import address
from nouvelle_france.server.process import process_of
from nouvelle_france.server.routes.timelines import RECORD
from nouvelle_france.tables import Code, TableError

router = APIRouter(tags=["looking back"])

KINDS = {"stl": "model/stl", "3mf": "model/3mf"}
"""What the formats are called in HTTP."""

BINARY: dict[int | str, dict[str, Any]] = {
    200: {"content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in KINDS.values()}}
}


@router.post("/api/solids/{site}/{format}", response_class=Response, responses=BINARY, openapi_extra=RECORD)
async def solid_of(
    request: Request,
    site: Annotated[Word, Path(description="One of the edition's sites.")],
    format: Annotated[Literal["stl", "3mf"], Path(description="3mf has colours.")],
) -> Response:
    """A building of a record that is sent, as it stands after the last move: a closed solid, 10 mm a cube."""
    process = process_of(request)
    if wait := process.replaying.take(address(request)):
        raise TableError(Code.TOO_MANY, "too many records; wait a little", retry_after=wait)
    text = await request.body()

    def made() -> bytes:
        position = match_of_record(process.editions, text).state.position
        sites = position.game.edition.site_ids
        if site not in sites:
            raise TableError(Code.NOT_FOUND, f"there is no site {site!r}; there are {', '.join(sites)}")
        try:
            return printable(position, sites.index(site), format)
        except ValueError as error:
            raise TableError(Code.NOT_FOUND, str(error)) from error

    return Response(await asyncio.to_thread(made), media_type=KINDS[format])
