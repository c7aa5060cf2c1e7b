"""Refusals and failures in HTTP: a status, and a body with a code of the closed list."""

from __future__ import annotations

from math import ceil

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from nouvelle_france.protocol.rest import Problem
from nouvelle_france.server.logs import get_log
from nouvelle_france.server.metrics import Metrics
from nouvelle_france.server.page import index, is_lost
from nouvelle_france.server.storage import StorageError
from nouvelle_france.tables import Code, TableError

STATUS = {
    Code.BAD_MESSAGE: 422,
    Code.TOO_LARGE: 413,
    Code.TOO_MANY: 429,
    Code.NOT_FOUND: 404,
    Code.NOT_ALLOWED: 405,
    Code.PASSWORD: 401,
    Code.BAD_ORIGIN: 403,
    Code.UNKNOWN_TABLE: 404,
    Code.UNKNOWN_EDITION: 404,
    Code.UNKNOWN_BOT: 422,
    Code.UNKNOWN_SEAT: 404,
    Code.BAD_TOKEN: 403,
    Code.BAD_INVITE: 403,
    Code.BAD_OPTIONS: 422,
    Code.BAD_RECORD: 422,
    Code.BAD_ADDRESS: 422,
    Code.NOT_YOUR_SEAT: 403,
    Code.UNAVAILABLE: 503,
    Code.FAILED: 500,
}
"""The HTTP status of an error; 409 for those that only mean that the table is in another state."""


def problem(metrics: Metrics, error: TableError, field: str | None = None) -> JSONResponse:
    """The answer to a refused request, which is counted."""
    metrics.refusals.labels(error.code).inc()
    body = Problem(code=error.code, message=error.message, rule=error.rule, field=field)
    return JSONResponse(body.model_dump(), STATUS.get(error.code, 409), retry_after(error))


def retry_after(error: TableError) -> dict[str, str] | None:
    """When to retry, as an HTTP header: in whole seconds."""
    if error.code not in (Code.TOO_MANY, Code.UNAVAILABLE):
        return None
    return {"Retry-After": str(max(1, ceil(error.retry_after or 0)))}


def add_problems(app: FastAPI, metrics: Metrics, root: str) -> None:
    """Let the application answer every error like this; a person who has lost their way sees the page."""

    @app.exception_handler(TableError)
    async def table_error(_: Request, error: TableError) -> JSONResponse:
        return problem(metrics, error)

    @app.exception_handler(StorageError)
    async def storage_error(_: Request, error: StorageError) -> JSONResponse:
        get_log().error("storage", error=str(error))
        return problem(metrics, TableError(Code.UNAVAILABLE, "the storage does not answer; try again"))

    @app.exception_handler(RequestValidationError)
    async def bad_request(_: Request, error: RequestValidationError) -> JSONResponse:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        return problem(metrics, TableError(Code.BAD_MESSAGE, f"{where}: {fault['msg']}"), field=where)

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and is_lost(request):
            lost = index(request, root)
            lost.status_code = 404
            return lost
        code = {404: Code.NOT_FOUND, 405: Code.NOT_ALLOWED, 413: Code.TOO_LARGE}.get(
            error.status_code, Code.BAD_MESSAGE
        )
        answer = problem(metrics, TableError(code, str(error.detail)))
        answer.headers.update(error.headers or {})
        return answer
