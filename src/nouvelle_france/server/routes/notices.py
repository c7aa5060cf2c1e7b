"""Your turn: browsers notified by web push, and a table's webhook."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from nouvelle_france.protocol.notices import NoticesOffered, PushAsked, Subscribed, WebhookAsked, WebhookTold
from nouvelle_france.reception.asking import check_holder, check_host
from nouvelle_france.server.notices import Notices
from nouvelle_france.server.process import process_of, rooms_of
from nouvelle_france.server.routes.asking import Bearer, SeatInPath, TableInPath, admit, house_of
from nouvelle_france.tables import Code, TableError

router = APIRouter(prefix="/api", tags=["notices"])

Target = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="The SHA-256 of the subscription's endpoint.")]


def _notices(request: Request) -> Notices:
    return rooms_of(request).notices


def _admit(request: Request) -> None:
    """Every address supplied is resolved, so callers are limited."""
    admit(request, process_of(request).noticing, "addresses for notices")


@router.get("/notices")
async def offered(request: Request) -> NoticesOffered:
    """The notices of turns that this server offers."""
    return _notices(request).offered


@router.get("/tables/{table}/seats/{seat}/push")
async def subscribed(request: Request, table: TableInPath, seat: SeatInPath, token: Bearer) -> Subscribed:
    """The browsers notified of the seat's turns."""
    await check_holder(house_of(request), table, seat, token)
    return Subscribed(ids=await _notices(request).subscribed(table, seat))


@router.put("/tables/{table}/seats/{seat}/push", status_code=204)
async def subscribe(
    request: Request, table: TableInPath, seat: SeatInPath, token: Bearer, asked: PushAsked
) -> Response:
    """Notify a browser of the seat's turns, for as long as the token holds it."""
    await check_holder(house_of(request), table, seat, token)
    _admit(request)
    await _notices(request).subscribe(table, seat, token, asked)
    return Response(status_code=204)


@router.delete("/tables/{table}/seats/{seat}/push/{target}", status_code=204)
async def unsubscribe(
    request: Request, table: TableInPath, seat: SeatInPath, target: Target, token: Bearer
) -> Response:
    """End a browser's notifications."""
    await check_holder(house_of(request), table, seat, token)
    await _notices(request).unsubscribe(table, seat, target)
    return Response(status_code=204)


@router.get("/tables/{table}/webhook")
async def webhook(request: Request, table: TableInPath, token: Bearer) -> WebhookTold:
    """The table's webhook. For the host."""
    await check_host(house_of(request), table, token)
    return WebhookTold(url=await _notices(request).webhook(table))


@router.put("/tables/{table}/webhook", status_code=204)
async def set_webhook(request: Request, table: TableInPath, token: Bearer, asked: WebhookAsked) -> Response:
    """Set or replace the table's webhook. For the host."""
    await check_host(house_of(request), table, token)
    _admit(request)
    await _notices(request).set_webhook(table, asked, _base(request))
    return Response(status_code=204)


@router.delete("/tables/{table}/webhook", status_code=204)
async def remove_webhook(request: Request, table: TableInPath, token: Bearer) -> Response:
    """Remove the table's webhook. For the host."""
    await check_host(house_of(request), table, token)
    await _notices(request).remove_webhook(table)
    return Response(status_code=204)


def _base(request: Request) -> str:
    """The address at which the caller reached this server."""
    host = request.headers.get("host", "")
    if not re.fullmatch(r"[A-Za-z0-9._:\[\]-]{1,260}", host):
        raise TableError(Code.BAD_MESSAGE, "the header Host names no host")
    return f"{request.url.scheme}://{host}{process_of(request).settings.root_path}"
