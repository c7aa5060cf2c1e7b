"""The yardstick of the server benchmark: the same web server and sockets, but no game and no storage."""

from __future__ import annotations

import sys

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket


async def echo(socket: WebSocket) -> None:
    """Send back what comes."""
    await socket.accept()
    async for text in socket.iter_text():
        await socket.send_text(text)


async def healthz(_: Request) -> PlainTextResponse:
    """It answers."""
    return PlainTextResponse("ok")


def main(port: int) -> None:
    """Serve on a port, with what is set for the game server's sockets too."""
    uvicorn.run(
        Starlette(routes=[WebSocketRoute("/api/socket", echo), Route("/healthz", healthz)]),
        port=port,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
