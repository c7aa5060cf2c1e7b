"""Analyses of finished games: asking for one, following it, and trying a choice again (docs/analysis.md)."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from nouvelle_france.protocol.analysis import AnalysisAsked, AnalysisStatus, Analyst, RetryAsked, RetryTold
from nouvelle_france.server.process import process_of, rooms_of
from nouvelle_france.server.routes.asking import TableInPath, admit

router = APIRouter(prefix="/api/tables/{table}/analysis", tags=["looking back"])

TOLD: dict[int | str, dict[str, Any]] = {200: {"model": AnalysisStatus}}


@router.get("", response_class=Response, responses=TOLD)
async def analysis(request: Request, table: TableInPath, bot: Annotated[Analyst, Query()] = "maitre") -> Response:
    """The progress of a finished game's analysis, and the whole analysis once it is done."""
    return Response(await rooms_of(request).analysing.status(table, bot), media_type="application/json")


@router.post("", response_class=Response, responses=TOLD)
async def analyse(request: Request, table: TableInPath, asked: AnalysisAsked) -> Response:
    """Ask for the analysis of a finished game. It is made in the background, and kept with the game."""
    process = process_of(request)
    to_begin = partial(admit, request, process.analyses, "analyses")
    return Response(await rooms_of(request).analysing.ask(table, asked.bot, to_begin), media_type="application/json")


@router.post("/retry")
async def retry(request: Request, table: TableInPath, asked: RetryAsked) -> RetryTold:
    """What another action would have given up instead of the choice that led to a moment."""
    process = process_of(request)
    admit(request, process.retries, "answers")
    written = asked.action.model_dump(mode="json", exclude_none=True)
    return RetryTold.model_validate(await rooms_of(request).analysing.retry(table, asked.bot, asked.moment, written))
