"""Tables: making, finding and viewing them, and the records of finished ones."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from nouvelle_france.protocol.news import History
from nouvelle_france.protocol.rest import (
    Bring,
    ChangeRules,
    Created,
    CreateTable,
    Invitation,
    Listed,
    Lobby,
    Ok,
    PlayOn,
    Rematch,
    Snapshot,
    Start,
)
from nouvelle_france.server.process import process_of
from nouvelle_france.server.routes.asking import (
    WITHOUT_TOKEN,
    Bearer,
    MaybeBearer,
    TableInPath,
    admit,
    document,
    house_of,
    past_of,
    reception_of,
    room_for_a_table,
    shown,
)

router = APIRouter(prefix="/api/tables", tags=["tables"])


@router.post("", status_code=201)
async def create_table(request: Request, asked: CreateTable) -> Created:
    """Make a table. Only this answer has the tokens of the host and of one's seats, and the invitation."""
    await room_for_a_table(request)
    return Created.model_validate(await reception_of(request).making.create(asked))


@router.post("/play-on", status_code=201)
async def play_on(request: Request, asked: PlayOn) -> Created:
    """Play on from a moment of a finished game, or of a record: a new table, with bots on the other seats.

    Unseen cards are dealt again. The table says where it came from, and has no shuffle proof.
    """
    await room_for_a_table(request)
    return Created.model_validate(await reception_of(request).making.play_on(asked, process_of(request).editions))


@router.post("/bring", status_code=201)
async def bring(request: Request, asked: Bring) -> Created:
    """Import a game that was played in a browser without a server: a finished one, or one with a single person.

    It is replayed by the rules first. The table says where it came from, and has no shuffle proof.
    """
    admit(request, process_of(request).replaying, "records")
    await room_for_a_table(request)
    return Created.model_validate(await reception_of(request).making.bring(asked, process_of(request).editions))


@router.get("")
async def lobby(
    request: Request,
    after: Annotated[str | None, Query(pattern=r"^[0-9]{1,15}-[A-Za-z0-9]{1,40}$", max_length=60)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> Lobby:
    """Public tables that wait for players or are being played, most recently changed first."""
    start, _, id = (after or "").partition("-")
    before = (int(start), id) if after else None
    found = await reception_of(request).lobby(limit, before)
    return Lobby(
        tables=[
            Listed.model_validate(
                {
                    "table": it.id,
                    "status": it.status,
                    "created_at": it.created_at,
                    "changed_at": it.changed_at,
                    **it.summary,
                }
            )
            for it in found
        ],
        more=f"{found[-1].changed_at}-{found[-1].id}" if len(found) == limit else None,
    )


@router.get("/{table}", openapi_extra=WITHOUT_TOKEN)
async def look(request: Request, table: TableInPath, token: MaybeBearer) -> Snapshot:
    """The table as a spectator sees it, or as the holder of a seat does."""
    return Snapshot.model_validate(await house_of(request).look(table, shown(token)))


@router.get("/{table}/events", openapi_extra=WITHOUT_TOKEN)
async def events(
    request: Request,
    table: TableInPath,
    token: MaybeBearer,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 200,
) -> History:
    """What happened at a table, from the beginning, as a spectator or the holder of a seat may know it."""
    told, more = await past_of(request, table, token, after, limit)
    return History.model_validate({"events": told, "more": more})


@router.get(
    "/{table}/record",
    response_class=Response,
    responses=document("format", "edition", "mode", "rules", "seats", "setup", "moves", "result"),
)
async def record(request: Request, table: TableInPath) -> Response:
    """The record of a finished game, with its deck."""
    played = await house_of(request).record(table)
    return Response(played.to_json(), media_type="application/json")


@router.get(
    "/{table}/fairness",
    response_class=Response,
    responses=document("format", "table", "commitment", "secret", "entropy", "record"),
)
async def fairness(request: Request, table: TableInPath) -> Response:
    """The proof that the deck of a finished game was shuffled fairly, for `nouvelle-france fairness`.

    A table whose first player was arranged has none.
    """
    proof = await house_of(request).proof(table)
    return Response(proof.to_json(), media_type="application/json")


@router.post("/{table}/start")
async def start(request: Request, table: TableInPath, token: Bearer, asked: Start) -> Ok:
    """Begin the game, once no seat is open."""
    return Ok(table=table, seq=await reception_of(request).start(table, token, asked.words))


@router.post("/{table}/close")
async def close(request: Request, table: TableInPath, token: Bearer) -> Ok:
    """Close a table before the end of its game. For the host."""
    return Ok(table=table, seq=await reception_of(request).close(table, token))


@router.post("/{table}/rematch")
async def rematch(request: Request, table: TableInPath, token: Bearer) -> Rematch:
    """Play again with the same people, at a new table where their tokens hold the same seats."""
    room = partial(room_for_a_table, request)
    return Rematch(table=await reception_of(request).making.rematch(table, token, room))


@router.put("/{table}/rules")
async def change_rules(request: Request, table: TableInPath, token: Bearer, asked: ChangeRules) -> Ok:
    """Choose other rules before the game. For the host."""
    return Ok(table=table, seq=await reception_of(request).change_rules(table, token, asked))


@router.post("/{table}/invite")
async def invite(request: Request, table: TableInPath, token: Bearer) -> Invitation:
    """Make a new invitation; the old one is void. For the host."""
    return Invitation(table=table, code=await reception_of(request).invite(table, token))
