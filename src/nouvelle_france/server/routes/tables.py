"""Tables: making them, finding them, looking at them, and what is left of a finished one."""

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
from nouvelle_france.server.limits import address
from nouvelle_france.server.process import process_of
from nouvelle_france.server.routes.asking import (
    WITHOUT_TOKEN,
    Bearer,
    MaybeBearer,
    TableInPath,
    document,
    house_of,
    reception_of,
)
from nouvelle_france.tables import Code, TableError

router = APIRouter(prefix="/api/tables", tags=["tables"])


async def room_for_a_table(request: Request) -> None:
    """Refuses a table too many, of one address or of all."""
    if wait := process_of(request).creating.take(address(request)):
        raise TableError(Code.TOO_MANY, "too many new tables; wait a little", retry_after=wait)
    await reception_of(request).room()


@router.post("", status_code=201)
async def create_table(request: Request, asked: CreateTable) -> Created:
    """Make a table. The answer alone has the tokens of the host and of one's seats, and the invitation."""
    await room_for_a_table(request)
    return Created.model_validate(await reception_of(request).create(asked))


@router.post("/play-on", status_code=201)
async def play_on(request: Request, asked: PlayOn) -> Created:
    """Play on from a moment of a game that is over, or of a record: a new table, where bots have the other seats.

    What was unseen then is dealt again. The table says where it came from, and has no shuffle proof.
    """
    await room_for_a_table(request)
    return Created.model_validate(await reception_of(request).play_on(asked, process_of(request).editions))


@router.post("/bring", status_code=201)
async def bring(request: Request, asked: Bring) -> Created:
    """Bring a game along that was played in a browser without a server: one that is over, or of one person.

    It is played by the rules first. The table says where it came from, and has no shuffle proof.
    """
    if wait := process_of(request).replaying.take(address(request)):
        raise TableError(Code.TOO_MANY, "too many records; wait a little", retry_after=wait)
    await room_for_a_table(request)
    return Created.model_validate(await reception_of(request).bring(asked, process_of(request).editions))


@router.get("")
async def lobby(
    request: Request,
    after: Annotated[str | None, Query(pattern=r"^[0-9]{1,15}-[A-Za-z0-9]{1,40}$", max_length=60)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> Lobby:
    """Public tables that wait for players or are being played, the one that changed last first."""
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
    """The table as a spectator sees it, or as the holder of a seat."""
    house = house_of(request)
    seats = frozenset() if token is None else await house.seats_of(table, [token])
    return Snapshot.model_validate(await house.look(table, seats))


@router.get("/{table}/events", openapi_extra=WITHOUT_TOKEN)
async def events(
    request: Request,
    table: TableInPath,
    token: MaybeBearer,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 200,
) -> History:
    """What happened at a table, from the beginning, as a spectator or the holder of a seat may know it."""
    house = house_of(request)
    seats = frozenset() if token is None else await house.seats_of(table, [token])
    told, more = await house.history(table, seats, after, limit)
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

    A table where it was arranged who begins has none.
    """
    proof = await house_of(request).proof(table)
    return Response(proof.to_json(), media_type="application/json")


@router.post("/{table}/start")
async def start(request: Request, table: TableInPath, token: Bearer, asked: Start) -> Ok:
    """Begin the game, once no seat is open."""
    return Ok(table=table, seq=await reception_of(request).start(table, token, asked.words))


@router.post("/{table}/close")
async def close(request: Request, table: TableInPath, token: Bearer) -> Ok:
    """End a table before the end of its game. For the host."""
    return Ok(table=table, seq=await reception_of(request).close(table, token))


@router.post("/{table}/rematch")
async def rematch(request: Request, table: TableInPath, token: Bearer) -> Rematch:
    """Play again with the same people, at a new table where their tokens hold the same seats."""
    room = partial(room_for_a_table, request)
    return Rematch(table=await reception_of(request).rematch(table, token, room))


@router.put("/{table}/rules")
async def change_rules(request: Request, table: TableInPath, token: Bearer, asked: ChangeRules) -> Ok:
    """Choose other rules before the game. For the host."""
    return Ok(table=table, seq=await reception_of(request).change_rules(table, token, asked))


@router.post("/{table}/invite")
async def invite(request: Request, table: TableInPath, token: Bearer) -> Invitation:
    """Make a new invitation; the old one is void. For the host."""
    return Invitation(table=table, code=await reception_of(request).invite(table, token))
