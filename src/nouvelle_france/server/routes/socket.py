"""The socket: who may open one."""

from __future__ import annotations

from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from nouvelle_france.server.limits import address
from nouvelle_france.server.problems import problem
from nouvelle_france.server.process import process_of, rooms_of
from nouvelle_france.server.security import same_origin
from nouvelle_france.server.sockets import Connection
from nouvelle_france.tables import Code, TableError

router = APIRouter()

FULL_S = 30.0
"""When to retry if there are too many sockets, in seconds."""


@router.websocket("/api/socket")
async def socket(socket: WebSocket) -> None:
    """Serve a client's socket until it disconnects, which may happen at any moment."""
    with suppress(WebSocketDisconnect):
        await _serve(socket)


async def _serve(socket: WebSocket) -> None:
    process, caller = process_of(socket), address(socket)
    if not same_origin(socket.headers, process.settings.origins):
        await _refuse(socket, TableError(Code.BAD_ORIGIN, "a page of another origin opens no sockets here"))
        return
    if wait := process.requesting.take(caller):
        await _refuse(socket, TableError(Code.TOO_MANY, "too many requests; slow down", retry_after=wait))
        return
    with process.sockets.entered(caller) as inside:
        if not inside or len(process.sockets) > process.settings.max_sockets:
            await _refuse(socket, TableError(Code.TOO_MANY, "too many sockets", retry_after=FULL_S))
            return
        await socket.accept()
        process.metrics.sockets.inc()
        try:
            await Connection(socket, rooms_of(socket).household, caller, process.shared, process.metrics).run()
        finally:
            process.metrics.sockets.dec()


async def _refuse(socket: WebSocket, error: TableError) -> None:
    await socket.send_denial_response(problem(process_of(socket).metrics, error))
