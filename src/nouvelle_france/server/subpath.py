"""A server below a path of its host, such as ``https://example.org/games/``.

Some proxies forward the path unchanged, some strip the part that led to us: both are understood.
"""

from __future__ import annotations

import re

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send


def is_root_path(text: str) -> bool:
    """Whether it is a valid root path: the host itself, or a path that needs no escaping anywhere.

    >>> is_root_path(""), is_root_path("/games"), is_root_path("/our/games-2")
    (True, True, True)
    >>> is_root_path("games"), is_root_path("/"), is_root_path("/a//b"), is_root_path("/.."), is_root_path('/"')
    (False, False, False, False, False)
    """
    return re.fullmatch(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*", text) is not None


class RootPath:
    """Strips the root path from requests, so that the rest of the server need not know it."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self._app = app
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, without it."""
        if scope["type"] == "http" and scope["path"] == self._root:
            await RedirectResponse(f"{self._root}/", 308)(scope, receive, send)
            return
        if scope["type"] != "lifespan" and scope["path"].startswith(f"{self._root}/"):
            # In place: outer layers read the chosen route from the same scope.
            scope["path"] = scope["path"].removeprefix(self._root)
            if "raw_path" in scope:
                scope["raw_path"] = scope["raw_path"].removeprefix(self._root.encode())
        await self._app(scope, receive, send)
