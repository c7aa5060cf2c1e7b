"""Analyses of finished games: asking for one, following it, and trying a choice again (docs/analysis.md)."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from nouvelle_france.protocol.analysis import AnalysisAsked, AnalysisStatus, Analyst, RetryAsked, RetryTold
from nouvelle_france.server.limits import address
from nouvelle_france.server.process import process_of
from nouvelle_france.server.routes.asking import TableInPath
from nouvelle_france.tables import Code, TableError

router = APIRouter(prefix="/api/tables/{table}/analysis", tags=["looking back"])

TOLD: dict[int | str, dict[str, Any]] = {200: {"model": AnalysisStatus}}


@router.get("", response_class=Response, responses=TOLD)
async def analysis(request: Request, table: TableInPath, bot: Annotated[Analyst, Query()] = "maitre") -> Response:
    """How far the analysis of a finished game is, and the whole of it once it is done."""
    return Response(await process_of(request).analysing.status(table, bot), media_type="application/json")


@router.post("", response_class=Response, responses=TOLD)
async def analyse(request: Request, table: TableInPath, asked: AnalysisAsked) -> Response:
    """Ask for the analysis of a finished game. It is made in the background, and kept with the game."""
    process = process_of(request)

    def admit() -> None:
        if wait := process.analyses.take(address(request)):
            raise TableError(Code.TOO_MANY, "too many analyses; wait a little", retry_after=wait)

    return Response(await process.analysing.ask(table, asked.bot, admit), media_type="application/json")


@router.post("/retry")
async def retry(request: Request, table: TableInPath, asked: RetryAsked) -> RetryTold:
    """What another action would have given up, where the choice that led to a moment was made."""
    process = process_of(request)
    if wait := process.retries.take(address(request)):
        raise TableError(Code.TOO_MANY, "too many answers; wait a little", retry_after=wait)
    words = asked.action.model_dump(mode="json", exclude_none=True)
    return RetryTold.model_validate(await process.analysing.retry(table, asked.bot, asked.moment, words))
