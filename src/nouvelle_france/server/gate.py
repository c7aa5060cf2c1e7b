"""A password for the whole server: without it only the page itself and the health check are served."""

from __future__ import annotations

import hmac
from hashlib import sha256
from urllib.parse import unquote

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from nouvelle_france.server.limits import Limiter, address
from nouvelle_france.server.metrics import Metrics
from nouvelle_france.server.problems import problem
from nouvelle_france.tables import Code, TableError

HEADER = "nouvelle-france-password"
"""The header in which programs send it, percent-encoded."""

COOKIE = "nouvelle-france-pass"
"""The cookie that identifies a browser that has given it. Scripts cannot read it."""

ENTER = "/api/enter"
"""The path at which it is given."""

_YEAR_S = 365 * 24 * 60 * 60


def hashed_password(password: str) -> str:
    """The stored hash: the password itself is in no setting, no environment and no log."""
    return sha256(b"nouvelle-france password\n" + password.encode()).hexdigest()


def is_behind(path: str) -> bool:
    """Whether the password guards a path: everything but the page's files and the health check.

    >>> [is_behind(path) for path in ("/", "/t/AbC", "/assets/a.js", "/healthz", "/api/enter", "*")]
    [False, False, False, False, False, False]
    >>> [is_behind(path) for path in ("/api/tables", "/api/socket", "/api", "/docs/style.css", "/metrics")]
    [True, True, True, True, True]
    """
    return path != ENTER and f"{path}/".startswith(("/api/", "/docs/", "/metrics/"))


class Gate:
    """Admits callers who give the password, or have given it. Wrong ones are counted by address."""

    def __init__(self, kept: str, limiter: Limiter) -> None:
        self._kept = kept
        self._limiter = limiter
        self._pass = hmac.new(kept.encode(), b"pass", sha256).hexdigest()

    def admit(self, connection: HTTPConnection) -> None:
        """Refuse callers with neither password nor cookie."""
        shown = connection.cookies.get(COOKIE)
        if shown is not None and hmac.compare_digest(shown.encode(), self._pass.encode()):
            return
        if HEADER in connection.headers:
            self.try_out(unquote(connection.headers[HEADER]), address(connection))
            return
        raise TableError(Code.PASSWORD, "this server has a password")

    def try_out(self, password: str, caller: str) -> None:
        """Refuse a wrong password, and callers who try too many."""
        if wait := self._limiter.wait(caller):
            raise TableError(Code.TOO_MANY, "too many wrong passwords; wait a little", retry_after=wait)
        if not hmac.compare_digest(hashed_password(password), self._kept):
            self._limiter.take(caller)
            raise TableError(Code.PASSWORD, "this is not the password of this server")

    def give_pass(self, response: Response, root: str, secure: bool) -> None:
        """Let a browser in from now on, until the password changes."""
        response.set_cookie(
            COOKIE, self._pass, max_age=_YEAR_S, path=root or "/", httponly=True, samesite="strict", secure=secure
        )


class Gated:
    """Protects the paths behind the gate."""

    def __init__(self, app: ASGIApp, gate: Gate, metrics: Metrics) -> None:
        self._app = app
        self._gate = gate
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, or refuse."""
        if scope["type"] not in ("http", "websocket") or not is_behind(scope["path"]):
            await self._app(scope, receive, send)
            return
        try:
            self._gate.admit(HTTPConnection(scope))
        except TableError as error:
            refused = problem(self._metrics, error)
            if scope["type"] == "websocket":
                socket = WebSocket(scope, receive, send)
                await socket.receive()  # the request to be let in
                await socket.send_denial_response(refused)
            else:
                await refused(scope, receive, send)
            return
        await self._app(scope, receive, send)
