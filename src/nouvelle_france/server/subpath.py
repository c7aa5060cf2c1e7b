"""A server below a path of its host, such as ``https://example.org/games/``.

Some proxies pass the path on as it came, some take the part off that led to us: both are understood.
"""

from __future__ import annotations

import re

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send


def is_root_path(text: str) -> bool:
    """Whether a server can be there: at the host itself, or below a path that needs no escaping anywhere.

    >>> is_root_path(""), is_root_path("/games"), is_root_path("/our/games-2")
    (True, True, True)
    >>> is_root_path("games"), is_root_path("/"), is_root_path("/a//b"), is_root_path("/.."), is_root_path('/"')
    (False, False, False, False, False)
    """
    return re.fullmatch(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*", text) is not None


class RootPath:
    """Takes the root path off what is asked for, so that the rest of the server need not know of it."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self._app = app
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, without it."""
        if scope["type"] == "http" and scope["path"] == self._root:
            await RedirectResponse(f"{self._root}/", 308)(scope, receive, send)
            return
        if scope["type"] != "lifespan" and scope["path"].startswith(f"{self._root}/"):
            # In place: those outside look at the same scope for the route that was taken.
            scope["path"] = scope["path"].removeprefix(self._root)
            if "raw_path" in scope:
                scope["raw_path"] = scope["raw_path"].removeprefix(self._root.encode())
        await self._app(scope, receive, send)
