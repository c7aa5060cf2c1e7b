"""The server itself: health, metrics, what it offers."""

from __future__ import annotations

import asyncio
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import PlainTextResponse

import nouvelle_france
from nouvelle_france.bots import BOTS
from nouvelle_france.protocol.rest import EditionListed, Enter, Health, Info
from nouvelle_france.rules import RULES_VERSION
from nouvelle_france.server.limits import address
from nouvelle_france.server.logs import get_log
from nouvelle_france.server.page import FOREVER, Packed
from nouvelle_france.server.process import process_of
from nouvelle_france.server.routes.asking import document, house_of
from nouvelle_france.tables import Code, TableError
from nouvelle_france.wire import write_edition

router = APIRouter(tags=["server"])


@router.get("/healthz")
async def healthz(request: Request) -> Health:
    """Check that the rules can play a move, and that the storage answers."""
    try:
        move = await process_of(request).health.move()
    except Exception as error:
        get_log().exception("failed", exc_info=error)
        raise TableError(Code.UNAVAILABLE, "the rules do not work; it is in the log") from error
    await house_of(request).ping()
    return Health(status="ok", version=nouvelle_france.__version__, move=move)


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics_text(request: Request) -> Response:
    """Metrics for Prometheus."""
    return PlainTextResponse(process_of(request).metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


@router.post("/api/enter", status_code=204)
async def enter(request: Request, asked: Enter) -> Response:
    """Give the password of the server; a cookie then identifies the browser."""
    process, response = process_of(request), Response(status_code=204)
    if process.gate is not None:
        process.gate.try_out(asked.password, address(request))
        process.gate.give_pass(response, process.settings.root_path, request.url.scheme == "https")
    return response


@router.get("/api/info")
async def info(request: Request) -> Info:
    """About this server, and what it offers."""
    process = process_of(request)
    return Info(
        name="nouvelle-france",
        version=nouvelle_france.__version__,
        rules_version=RULES_VERSION,
        address=process.settings.address,
        bots=list(BOTS),
        editions=[EditionListed(id=it.id, digest=it.digest, names=dict(it.names)) for it in process.editions.offered],
    )


@router.get(
    "/api/editions/{digest}",
    response_class=Response,
    responses=document("digest", "id", "names", "colours", "sites", "poses"),
)
async def edition(request: Request, digest: Annotated[str, Path(pattern="^[0-9a-f]{64}$")]) -> Response:
    """An edition with all its placements. It never changes, so cache it."""
    found = await house_of(request).edition(digest)
    written = process_of(request).editions_written
    if digest not in written:
        written[digest] = await asyncio.to_thread(Packed.of, lambda: orjson.dumps(write_edition(found)))
    return written[digest].response(request, "application/json", FOREVER)
