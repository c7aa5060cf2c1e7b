"""The web application: REST and the socket, as thin as possible. It validates requests and calls the house."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect

import nouvelle_france
from nouvelle_france.house import House, Household
from nouvelle_france.protocol.rest import Problem
from nouvelle_france.reception import Days, Reception
from nouvelle_france.server.analysing import Analysing
from nouvelle_france.server.compiling import compile_apart
from nouvelle_france.server.doors import DOORS, Doors
from nouvelle_france.server.gate import Gated
from nouvelle_france.server.limits import address
from nouvelle_france.server.logs import get_log
from nouvelle_france.server.notes import ServerNotes
from nouvelle_france.server.notices import Notices as TurnNotices
from nouvelle_france.server.page import add_page
from nouvelle_france.server.problems import add_problems, problem
from nouvelle_france.server.process import ROOMS, Process, Rooms
from nouvelle_france.server.retention import keep_pruning
from nouvelle_france.server.routes import (
    analyses,
    days,
    docs,
    keepsakes,
    notices,
    seats,
    server,
    socket,
    tables,
    timelines,
)
from nouvelle_france.server.security import BodyLimit, CallersByProxy, SecurityHeaders
from nouvelle_france.server.settings import Settings
from nouvelle_france.server.storage import Storage
from nouvelle_france.server.subpath import RootPath
from nouvelle_france.server.thinking import Thinkers
from nouvelle_france.tables import Code, TableError

BUSY_S = 5.0
"""When a caller with too many open requests may try again, in seconds: some of them will have been answered."""

GONE = 499
"""nginx's status for a client that has disconnected."""

HERE = ("localhost", "127.0.0.1")
"""The names that this machine's health check uses; no page elsewhere can use them."""

Build = Callable[[Storage, Thinkers, ServerNotes], Household]


def create_app(settings: Settings, build: Build | None = None) -> FastAPI:
    """The application of one process. ``build`` makes the household, for tests that need another clock or deal."""
    process = Process(settings)
    metrics = process.metrics

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, Any]]:
        storage = await Storage.open(settings.url)
        thinkers = Thinkers(
            settings.bot_workers,
            settings.bot_seconds,
            report=lambda _bot, how, seconds: metrics.thought.labels(how).observe(seconds),
            compile=compile_apart,
        )
        notes = ServerNotes(metrics)
        household = (
            Household(House(storage, process.editions, notes), thinkers, settings.stand_in_seconds)
            if build is None
            else build(storage, thinkers, notes)
        )
        rooms = Rooms(
            household,
            reception=Reception(household, settings.max_tables, settings.seats_per_address),
            analysing=Analysing(household.house, storage, settings.analysis_effort),
            days=Days(household.house, storage.days),
            notices=TurnNotices(household.house, storage, settings, metrics),
        )
        await household.start()
        await household.house.work.guarded(rooms.days.turn())
        await rooms.notices.start()
        for edition in process.editions.offered:
            thinkers.prepare(edition)
        household.house.work.spawn(keep_pruning(storage, household.house, settings))
        household.house.work.spawn(rooms.days.keep_turning())
        get_log().info("ready", database=storage.url_shown, version=nouvelle_france.__version__)
        try:
            yield {DOORS: Doors(settings), ROOMS: rooms}
        finally:
            await rooms.analysing.stop()
            await household.stop()
            await rooms.notices.stop()
            await thinkers.close()
            await storage.close()
            get_log().info("stopped")

    app = FastAPI(
        title="Nouvelle-France",
        version=nouvelle_france.__version__,
        description="Tables of the board game Nouvelle-France. Games are played over the socket (docs/protocol.md).",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses={"4XX": {"model": Problem}, "5XX": {"model": Problem}},
        servers=[{"url": settings.root_path}] if settings.root_path else None,
        redirect_slashes=False,
    )
    app.state.process = process
    if process.gate is not None:
        app.add_middleware(Gated, process.gate, metrics)
    if settings.root_path:
        app.add_middleware(RootPath, settings.root_path)
    app.add_middleware(BodyLimit)

    @app.middleware("http")
    async def count_requests(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        caller = address(request)
        with process.asking.entered(caller) as inside:
            wait = process.requesting.take(caller) if inside else BUSY_S
            if wait:
                refused = TableError(Code.TOO_MANY, "too many requests; slow down", retry_after=wait)
                response: Response = problem(metrics, refused)
            else:
                try:
                    response = await go_on(request)
                except Exception as error:
                    if isinstance(error, ClientDisconnect) or await request.is_disconnected():
                        return Response(status_code=GONE)  # nobody receives it
                    get_log().exception("failed", exc_info=error)
                    response = problem(metrics, TableError(Code.FAILED, "something went wrong here; it is in the log"))
        route = getattr(request.scope.get("route"), "path", "other")
        metrics.requests.labels(route, response.status_code).inc()
        return response

    if settings.hosts:
        hosts = [*settings.hosts, *HERE]
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False)
    app.add_middleware(SecurityHeaders, settings.frames)
    if settings.proxies:
        app.add_middleware(CallersByProxy, settings.proxies)  # the one added last is the outermost
    add_problems(app, metrics, settings.root_path)
    for topic in (server, tables, days, seats, timelines, analyses, keepsakes, notices, socket, docs):
        app.include_router(topic.router)
    add_page(app, settings.root_path)
    return app
