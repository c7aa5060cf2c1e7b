"""The page in the browser: files that were built from web/ into this package."""

from __future__ import annotations

import gzip
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from mimetypes import MimeTypes
from pathlib import Path
from typing import NamedTuple, Self

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse
from starlette.exceptions import HTTPException
from starlette.routing import Route

PAGE = Path(__file__).with_name("page")
"""The folder of the built files."""

MEDIA_TYPES = MimeTypes()
"""Python's own list: the registry of Windows may call scripts plain text, which a browser then does not run."""
MEDIA_TYPES.add_type("font/woff2", ".woff2")  # not every Python has it
MEDIA_TYPES.add_type("application/manifest+json", ".webmanifest")

NOT_BUILT = """The Nouvelle-France server is running, but its page was not built: run `make page` in a checkout.
Programs talk to it at /api; /api/openapi.json describes how.
"""

FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Assets carry a hash of their content in their names."""

FRESH = {"Cache-Control": "no-cache"}

BROUGHT = "/brought"
"""The path of the record a server was started for."""


class Packed(NamedTuple):
    """Bytes as they are and compressed, computed once: phones on a slow connection download a quarter."""

    plain: bytes
    packed: bytes

    @classmethod
    def of(cls, make: Callable[[], bytes]) -> Self:
        """Make and compress them."""
        plain = make()
        return cls(plain, gzip.compress(plain, mtime=0))

    def response(self, request: Request, media_type: str | None, headers: Mapping[str, str]) -> Response:
        """The best form the caller accepts."""
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.plain, media_type=media_type, headers={**headers, "Vary": "Accept-Encoding"})
        said = {**headers, "Vary": "Accept-Encoding", "Content-Encoding": "gzip"}
        return Response(self.packed, media_type=media_type, headers=said)


def placed(index: bytes, root: str) -> bytes:
    """The page's index for a server below a path, with the addresses of its files and the path for its script.

    It is the same at every address of the page, so nothing in it can be relative.

    >>> placed(b'<meta name="root" content="" /><script src="./assets/a.js"></script>', "/games")
    b'<meta name="root" content="/games" /><script src="/games/assets/a.js"></script>'
    """
    at = root.encode()
    rooted = index.replace(b'<meta name="root" content=""', b'<meta name="root" content="%s"' % at)
    return re.sub(rb'\b(src|href)="\./', rb'\1="' + at + b"/", rooted)


def index(request: Request, root: str) -> Response:
    """The page itself; what it shows is up to its script, by the address."""
    built = PAGE / "index.html"
    if not built.is_file():
        return PlainTextResponse(NOT_BUILT)
    return Packed.of(lambda: placed(built.read_bytes(), root)).response(request, "text/html", FRESH)


def is_lost(request: Request) -> bool:
    """Whether it is a person with a browser who asks for what there is not: the page tells them, in their language."""
    api = request.scope["path"].startswith("/api/")
    return request.method == "GET" and not api and "text/html" in request.headers.get("accept", "")


def add_page(app: FastAPI, root: str = "") -> None:
    """Serve the page at the root, at every table's link, at those of rulebook, lessons, puzzles, days, editions, …"""
    # Read on first request: a new build has other names, and its index is read each time.
    kept: dict[str, Packed] = {}

    @app.get("/", include_in_schema=False)
    @app.get("/t/{table}", include_in_schema=False)
    @app.get("/rules", include_in_schema=False)
    @app.get("/learn", include_in_schema=False)
    @app.get("/learn/{lesson}", include_in_schema=False)
    @app.get("/puzzles", include_in_schema=False)
    @app.get("/puzzles/{puzzle}", include_in_schema=False)
    @app.get("/days", include_in_schema=False)
    @app.get("/story", include_in_schema=False)
    @app.get("/replay", include_in_schema=False)
    @app.get("/replay/{table}", include_in_schema=False)
    @app.get("/editions", include_in_schema=False)
    @app.get("/editions/{edition}", include_in_schema=False)
    async def page(request: Request) -> Response:
        return index(request, root)

    @app.get("/assets/{name}", include_in_schema=False)
    async def asset(request: Request, name: str) -> Response:
        if name not in kept:
            kept[name] = Packed.of(_file(PAGE / "assets", name).read_bytes)
        return kept[name].response(request, MEDIA_TYPES.guess_type(name)[0], FOREVER)

    @app.get("/{name}", include_in_schema=False)
    async def file(request: Request, name: str) -> Response:
        return Packed.of(_file(PAGE, name).read_bytes).response(request, MEDIA_TYPES.guess_type(name)[0], FRESH)


def bring_record(app: FastAPI, record: str, moment: int) -> None:
    """Redirect to the replay of a record, which is packed behind ``#``, where no server sees it.

    Not every system can pass such a long address to its browser, so a short one redirects there.
    """
    packed = urlsafe_b64encode(gzip.compress(record.encode(), mtime=0)).decode().rstrip("=")

    async def brought(_: Request) -> Response:
        return RedirectResponse(f"/replay#at={moment}&record={packed}")

    app.router.routes.insert(0, Route(BROUGHT, brought))  # before the files, which may have any name


def _file(folder: Path, name: str) -> Path:
    # Only names the folder lists: a path cannot climb out of it.
    if not folder.is_dir() or name not in {path.name for path in folder.iterdir() if path.is_file()}:
        raise HTTPException(404, "there is no such page")
    return folder / name
