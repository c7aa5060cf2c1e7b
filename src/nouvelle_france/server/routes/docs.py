"""The API documentation as a page."""

from __future__ import annotations

from asyncio import to_thread

from fastapi import APIRouter, Request, Response

from nouvelle_france.server.api_page import STYLE, write_page
from nouvelle_france.server.page import FRESH, Packed
from nouvelle_france.server.process import process_of

_STYLE = Packed.of(STYLE.encode)

router = APIRouter(prefix="/docs", include_in_schema=False)


@router.get("")
async def page(request: Request) -> Response:
    """Generated from the OpenAPI description."""
    process = process_of(request)
    if process.api_page is None:
        root = process.settings.root_path
        process.api_page = await to_thread(Packed.of, lambda: write_page(request.app.openapi(), root).encode())
    return process.api_page.response(request, "text/html", FRESH)


@router.get("/style.css")
async def style(request: Request) -> Response:
    """Its style sheet: the content policy allows no styles inside the page."""
    return _STYLE.response(request, "text/css", FRESH)
