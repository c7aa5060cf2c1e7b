"""The page in the browser: files that were built from web/ and lie in this package."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Response
from fastapi.responses import FileResponse, PlainTextResponse
from starlette.exceptions import HTTPException

PAGE = Path(__file__).with_name("page")
"""Where the built files are."""

NOT_BUILT = """The Nouvelle-France server is running, but its page was not built: run `make page` in a checkout.
Programs talk to it at /api; /api/openapi.json describes how.
"""

FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Assets carry a hash of their content in their names."""

FRESH = {"Cache-Control": "no-cache"}


def add_page(app: FastAPI) -> None:
    """Serve the page at the root and at every table's link."""

    @app.get("/", include_in_schema=False)
    @app.get("/t/{table}", include_in_schema=False)
    async def page() -> Response:
        index = PAGE / "index.html"
        return FileResponse(index, headers=FRESH) if index.is_file() else PlainTextResponse(NOT_BUILT)

    @app.get("/assets/{name}", include_in_schema=False)
    async def asset(name: str) -> Response:
        return _file(PAGE / "assets", name, FOREVER)

    @app.get("/{name}", include_in_schema=False)
    async def file(name: str) -> Response:
        return _file(PAGE, name, FRESH)


def _file(folder: Path, name: str, headers: dict[str, str]) -> Response:
    # Only names the folder lists: a path cannot climb out of it.
    if not folder.is_dir() or name not in {path.name for path in folder.iterdir() if path.is_file()}:
        raise HTTPException(404, "there is no such page")
    return FileResponse(folder / name, headers=headers)
