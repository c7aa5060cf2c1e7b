"""The API documentation as a page."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from nouvelle_france.server.api_page import STYLE, write_page
from nouvelle_france.server.page import FRESH, Packed
from nouvelle_france.server.process import process_of

router = APIRouter(prefix="/docs", include_in_schema=False)


@router.get("")
async def page(request: Request) -> Response:
    """Generated from the OpenAPI description."""
    root = process_of(request).settings.root_path
    written = Packed.of(lambda: write_page(request.app.openapi(), root).encode())
    return written.response(request, "text/html", FRESH)


@router.get("/style.css")
async def style(request: Request) -> Response:
    """Its style sheet: the content policy allows no styles inside the page."""
    return Packed.of(STYLE.encode).response(request, "text/css", FRESH)
