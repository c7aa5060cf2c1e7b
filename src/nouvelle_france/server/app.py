"""The web application: REST and the socket, as thin as can be. It checks what comes in and asks the house."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from math import ceil
from typing import Annotated, Any

import orjson
from fastapi import Depends, FastAPI, Path, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.exceptions import HTTPException

import nouvelle_france
from nouvelle_france.bots import BOTS
from nouvelle_france.protocol.news import History
from nouvelle_france.protocol.rest import (
    Created,
    CreateTable,
    EditionListed,
    Health,
    Info,
    Invitation,
    Join,
    Listed,
    Lobby,
    Ok,
    Problem,
    Rematch,
    SeatBot,
    Seated,
    Snapshot,
    Start,
    TakeOver,
)
from nouvelle_france.protocol.texts import TableId, Token, Word
from nouvelle_france.rules import RULES_VERSION
from nouvelle_france.server.editions import Editions
from nouvelle_france.server.health import HealthCheck
from nouvelle_france.server.house import House
from nouvelle_france.server.limits import Count, Limiter
from nouvelle_france.server.logs import get_log
from nouvelle_france.server.metrics import Metrics
from nouvelle_france.server.page import FOREVER, Packed, add_page
from nouvelle_france.server.reception import Reception
from nouvelle_france.server.security import BodyLimit, SecurityHeaders, same_origin
from nouvelle_france.server.settings import Settings
from nouvelle_france.server.sockets import Connection, Shared
from nouvelle_france.server.storage import Storage, StorageError
from nouvelle_france.server.thinking import Thinkers
from nouvelle_france.tables import Code, Table, TableError
from nouvelle_france.tables.news import Reporter
from nouvelle_france.wire import write_edition

STATUS = {
    Code.BAD_MESSAGE: 422,
    Code.TOO_LARGE: 413,
    Code.TOO_MANY: 429,
    Code.NOT_FOUND: 404,
    Code.NOT_ALLOWED: 405,
    Code.BAD_ORIGIN: 403,
    Code.UNKNOWN_TABLE: 404,
    Code.UNKNOWN_EDITION: 404,
    Code.UNKNOWN_BOT: 422,
    Code.UNKNOWN_SEAT: 404,
    Code.BAD_TOKEN: 403,
    Code.BAD_INVITE: 403,
    Code.BAD_OPTIONS: 422,
    Code.NOT_YOUR_SEAT: 403,
    Code.UNAVAILABLE: 503,
    Code.FAILED: 500,
}
"""The HTTP status of an error; 409 for those that only say that the table is in another state."""

TableInPath = Annotated[TableId, Path(description="The table's id.")]
SeatInPath = Annotated[Word, Path(description="A seat: its colour, or player in solo.")]


def create_app(settings: Settings, build: Callable[[Storage, Thinkers, Metrics], House] | None = None) -> FastAPI:
    """The application of one process. ``build`` makes the house, for tests that need another clock or deal."""
    metrics = Metrics()
    editions = Editions(settings.editions)
    health = HealthCheck()
    written: dict[str, Packed] = {}

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        storage = await Storage.open(settings.url)
        thinkers = Thinkers(
            settings.bot_workers,
            settings.bot_seconds,
            report=lambda _bot, how, seconds: metrics.thought.labels(how).observe(seconds),
        )
        house = (
            House(storage, thinkers, editions, settings, metrics)
            if build is None
            else build(storage, thinkers, metrics)
        )
        app.state.house, app.state.reception = house, Reception(house)
        await house.start()
        get_log().info("ready", database=storage.url_shown, version=nouvelle_france.__version__)
        try:
            yield
        finally:
            await house.stop()
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
        redirect_slashes=False,
    )
    app.add_middleware(BodyLimit)

    creating = Limiter(settings.tables_per_address)
    requesting = Limiter(settings.requests_per_address)
    sockets = Count(settings.sockets_per_address)
    shared = Shared(settings)

    @app.middleware("http")
    async def count_requests(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        if wait := requesting.take(address(request)):
            response: Response = problem(TableError(Code.TOO_MANY, "too many requests; slow down", retry_after=wait))
        else:
            try:
                response = await go_on(request)
            except Exception as error:
                get_log().exception("failed", exc_info=error)
                response = problem(TableError(Code.FAILED, "something went wrong here; it is in the log"))
        route = getattr(request.scope.get("route"), "path", "other")
        metrics.requests.labels(route, response.status_code).inc()
        return response

    app.add_middleware(SecurityHeaders)  # the last added is the outermost: no answer goes past it

    # -- errors ----------------------------------------------------------------------------------------------------

    def problem(error: TableError, field: str | None = None) -> JSONResponse:
        metrics.refusals.labels(error.code).inc()
        body = Problem(code=error.code, message=error.message, rule=error.rule, field=field)
        return JSONResponse(body.model_dump(), STATUS.get(error.code, 409), retry_after(error))

    @app.exception_handler(TableError)
    async def table_error(_: Request, error: TableError) -> JSONResponse:
        return problem(error)

    @app.exception_handler(StorageError)
    async def storage_error(_: Request, error: StorageError) -> JSONResponse:
        get_log().error("storage", error=str(error))
        return problem(TableError(Code.UNAVAILABLE, "the storage does not answer; try again"))

    @app.exception_handler(RequestValidationError)
    async def bad_request(_: Request, error: RequestValidationError) -> JSONResponse:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        return problem(TableError(Code.BAD_MESSAGE, f"{where}: {fault['msg']}"), field=where)

    @app.exception_handler(HTTPException)
    async def http_error(_: Request, error: HTTPException) -> JSONResponse:
        code = {404: Code.NOT_FOUND, 405: Code.NOT_ALLOWED, 413: Code.TOO_LARGE}.get(
            error.status_code, Code.BAD_MESSAGE
        )
        answer = problem(TableError(code, str(error.detail)))
        answer.headers.update(error.headers or {})
        return answer

    # -- the server ------------------------------------------------------------------------------------------------

    @app.get("/healthz", tags=["server"])
    async def healthz(request: Request) -> Health:
        """The rules play a move, and the storage answers."""
        try:
            move = await health.move()
        except Exception as error:
            get_log().exception("failed", exc_info=error)
            raise TableError(Code.UNAVAILABLE, "the rules do not work; it is in the log") from error
        await house_of(request).storage.ping()
        return Health(status="ok", version=nouvelle_france.__version__, move=move)

    @app.get("/metrics", tags=["server"], response_class=PlainTextResponse)
    async def metrics_text() -> Response:
        """What Prometheus reads."""
        return PlainTextResponse(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    @app.get("/api/info", tags=["server"])
    async def info() -> Info:
        """What this server is and offers."""
        return Info(
            name="nouvelle-france",
            version=nouvelle_france.__version__,
            rules_version=RULES_VERSION,
            address=settings.address,
            bots=list(BOTS),
            editions=[EditionListed(id=it.id, digest=it.digest, names=dict(it.names)) for it in editions.offered],
        )

    @app.get(
        "/api/editions/{digest}",
        tags=["server"],
        response_class=Response,
        responses=document("digest", "id", "names", "colours", "sites", "poses"),
    )
    async def edition(request: Request, digest: Annotated[str, Path(pattern="^[0-9a-f]{64}$")]) -> Response:
        """An edition with all its placements. It never changes, so keep it."""
        found = await editions.fetch(house_of(request).storage, digest)
        if digest not in written:
            written[digest] = await asyncio.to_thread(Packed.of, lambda: orjson.dumps(write_edition(found)))
        return written[digest].response(request, "application/json", FOREVER)

    # -- tables ----------------------------------------------------------------------------------------------------

    async def room_for_a_table(request: Request) -> None:
        if wait := creating.take(address(request)):
            raise TableError(Code.TOO_MANY, "too many new tables; wait a little", retry_after=wait)
        counts = await house_of(request).storage.count()
        if counts.get("waiting", 0) + counts.get("playing", 0) >= settings.max_tables:
            raise TableError(Code.TOO_MANY, "this server has as many tables as it takes")

    @app.post("/api/tables", tags=["tables"], status_code=201)
    async def create_table(request: Request, asked: CreateTable) -> Created:
        """Make a table. The answer alone has the tokens of the host and of one's seats, and the invitation."""
        await room_for_a_table(request)
        return Created.model_validate(await reception_of(request).create(asked))

    @app.get("/api/tables", tags=["tables"])
    async def lobby(
        request: Request,
        after: Annotated[str | None, Query(pattern=r"^[0-9]{1,15}-[A-Za-z0-9]{1,40}$", max_length=60)] = None,
        limit: Annotated[int, Query(ge=1, le=100)] = 30,
    ) -> Lobby:
        """Public tables that wait for players or are being played, the one that changed last first."""
        start, _, id = (after or "").partition("-")
        before = (int(start), id) if after else None
        found = await house_of(request).storage.lobby(("waiting", "playing"), limit, before)
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

    @app.get("/api/tables/{table}", tags=["tables"], openapi_extra=WITHOUT_TOKEN)
    async def look(request: Request, table: TableInPath, token: MaybeBearer) -> Snapshot:
        """The table as a spectator sees it, or as the holder of a seat."""
        house = house_of(request)
        seats = frozenset() if token is None else await house.seats_of(table, [token])
        return Snapshot.model_validate(await house.look(table, seats))

    @app.get("/api/tables/{table}/events", tags=["tables"], openapi_extra=WITHOUT_TOKEN)
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
        entries = await house.storage.entries(table)
        if not entries:
            raise TableError(Code.UNKNOWN_TABLE, "there is no such table, or it was removed")
        await editions.fetch(house.storage, entries[0].data["edition"])

        def played_again() -> History:
            reporter = Reporter(Table(table, editions.known))
            news = [reporter.apply(entry) for entry in entries[: after + limit]][after:]
            told = {"events": [it.seen_by(seats) for it in news], "more": len(entries) > after + limit}
            return History.model_validate(told)

        # A long game takes a while, and others must not wait for it.
        return await asyncio.to_thread(played_again)

    @app.get(
        "/api/tables/{table}/record",
        tags=["tables"],
        response_class=Response,
        responses=document("format", "edition", "mode", "rules", "seats", "setup", "moves", "result"),
    )
    async def record(request: Request, table: TableInPath) -> Response:
        """The record of a finished game, with its deck."""
        proof = await house_of(request).proof(table)
        return Response(proof.record.to_json(), media_type="application/json")

    @app.get(
        "/api/tables/{table}/fairness",
        tags=["tables"],
        response_class=Response,
        responses=document("format", "table", "commitment", "secret", "entropy", "record"),
    )
    async def fairness(request: Request, table: TableInPath) -> Response:
        """The proof that the deck of a finished game was shuffled fairly, for `nouvelle-france fairness`."""
        proof = await house_of(request).proof(table)
        return Response(proof.to_json(), media_type="application/json")

    @app.post("/api/tables/{table}/start", tags=["tables"])
    async def start(request: Request, table: TableInPath, token: Bearer, asked: Start) -> Ok:
        """Begin the game, once no seat is open."""
        return Ok(table=table, seq=await reception_of(request).start(table, token, asked.words))

    @app.post("/api/tables/{table}/close", tags=["tables"])
    async def close(request: Request, table: TableInPath, token: Bearer) -> Ok:
        """End a table before the end of its game. For the host."""
        return Ok(table=table, seq=await reception_of(request).close(table, token))

    @app.post("/api/tables/{table}/rematch", tags=["tables"])
    async def rematch(request: Request, table: TableInPath, token: Bearer) -> Rematch:
        """Play again with the same people, at a new table where their tokens hold the same seats."""
        room = partial(room_for_a_table, request)
        return Rematch(table=await reception_of(request).rematch(table, token, room))

    @app.post("/api/tables/{table}/invite", tags=["tables"])
    async def invite(request: Request, table: TableInPath, token: Bearer) -> Invitation:
        """Make a new invitation; the old one is void. For the host."""
        return Invitation(table=table, code=await reception_of(request).invite(table, token))

    # -- seats -----------------------------------------------------------------------------------------------------

    @app.post("/api/tables/{table}/join", tags=["seats"], status_code=201)
    async def join(request: Request, table: TableInPath, asked: Join) -> Seated:
        """Take an open seat. The answer alone has the token that holds it."""
        return Seated.model_validate(await reception_of(request).join(table, asked))

    @app.post("/api/tables/{table}/take-over", tags=["seats"], status_code=201)
    async def take_over(request: Request, table: TableInPath, asked: TakeOver) -> Seated:
        """Take a seat that was offered by link; its old token holds nothing any more."""
        return Seated.model_validate(await reception_of(request).take_over(table, asked))

    @app.post("/api/tables/{table}/seats/{seat}/offer", tags=["seats"])
    async def offer(request: Request, table: TableInPath, seat: SeatInPath, token: Bearer) -> Invitation:
        """Offer one's seat: whoever uses the code first takes it."""
        return Invitation(table=table, seat=seat, code=await reception_of(request).offer(table, seat, token))

    @app.post("/api/tables/{table}/seats/{seat}/leave", tags=["seats"])
    async def leave(request: Request, table: TableInPath, seat: SeatInPath, token: Bearer) -> Ok:
        """Leave: the seat is open again, or a bot stands in until its holder comes back."""
        return Ok(table=table, seq=await reception_of(request).leave(table, seat, token))

    @app.post("/api/tables/{table}/seats/{seat}/stand-in", tags=["seats"])
    async def stand_in(request: Request, table: TableInPath, seat: SeatInPath, token: Bearer) -> Ok:
        """Let a bot stand in for somebody who is not connected. For anyone with a seat, and the host."""
        return Ok(table=table, seq=await reception_of(request).stand_in(table, seat, token))

    @app.put("/api/tables/{table}/seats/{seat}/words", tags=["seats"])
    async def words(request: Request, table: TableInPath, seat: SeatInPath, token: Bearer, asked: Start) -> Ok:
        """Add words of one's own to the shuffle, before the game begins."""
        return Ok(table=table, seq=await reception_of(request).add_words(table, seat, token, asked.words or ""))

    @app.put("/api/tables/{table}/seats/{seat}/bot", tags=["seats"])
    async def seat_bot(request: Request, table: TableInPath, seat: SeatInPath, token: Bearer, asked: SeatBot) -> Ok:
        """Put a bot on an open seat. For the host."""
        return Ok(table=table, seq=await reception_of(request).seat_bot(table, seat, token, asked.bot))

    @app.delete("/api/tables/{table}/seats/{seat}", tags=["seats"])
    async def open_seat(request: Request, table: TableInPath, seat: SeatInPath, token: Bearer) -> Ok:
        """Free a seat before the game, whoever is on it. For the host."""
        return Ok(table=table, seq=await reception_of(request).open_seat(table, seat, token))

    # -- the socket ------------------------------------------------------------------------------------------------

    @app.websocket("/api/socket")
    async def socket(socket: WebSocket) -> None:
        if not same_origin(socket.headers, settings.origins):
            await socket.send_denial_response(
                problem(TableError(Code.BAD_ORIGIN, "a page of another origin opens no sockets here"))
            )
            return
        if wait := requesting.take(address(socket)):
            refused = TableError(Code.TOO_MANY, "too many requests; slow down", retry_after=wait)
            await socket.send_denial_response(problem(refused))
            return
        with sockets.entered(address(socket)) as inside:
            if not inside or len(sockets) > settings.max_sockets:
                await socket.send_denial_response(problem(TableError(Code.TOO_MANY, "too many sockets")))
                return
            await socket.accept()
            metrics.sockets.inc()
            try:
                await Connection(socket, socket.app.state.house, address(socket), shared).run()
            finally:
                metrics.sockets.dec()

    add_page(app)
    return app


def address(connection: Request | WebSocket) -> str:
    """Who calls."""
    return connection.client.host if connection.client else "unknown"


def retry_after(error: TableError) -> dict[str, str] | None:
    """When to ask again, as HTTP says it: in whole seconds."""
    if error.code not in (Code.TOO_MANY, Code.UNAVAILABLE):
        return None
    return {"Retry-After": str(max(1, ceil(error.retry_after or 0)))}


def house_of(request: Request) -> House:
    """The house of this process."""
    house: House = request.app.state.house
    return house


def reception_of(request: Request) -> Reception:
    """Its reception."""
    reception: Reception = request.app.state.reception
    return reception


def document(*keys: str) -> dict[int | str, dict[str, Any]]:
    """The description of an answer that is a JSON document of its own, with at least these keys."""
    schema = {"type": "object", "required": list(keys)}
    return {200: {"content": {"application/json": {"schema": schema}}}}


WITHOUT_TOKEN: dict[str, Any] = {"security": [{}]}
"""Added to the description of what may also be asked without a token."""

_bearer = HTTPBearer(auto_error=False, description="The token of a seat, or of the host.")


def maybe_bearer(given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]) -> str | None:
    """The token of a request, if it has one: ``Authorization: Bearer …``."""
    return given.credentials if given else None


def bearer(token: Annotated[str | None, Depends(maybe_bearer)]) -> str:
    """The token of a request."""
    if token is None:
        raise TableError(Code.BAD_TOKEN, "a token is needed: Authorization: Bearer …")
    return token


Bearer = Annotated[Token, Depends(bearer)]
MaybeBearer = Annotated[Token | None, Depends(maybe_bearer)]
