"""Security headers for browsers, and what the server rejects before processing."""

from __future__ import annotations

import re
from collections.abc import Collection
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

BODY_BYTES = 65_536
"""The maximum size of a request's body."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


def headers_for(frames: Collection[str]) -> dict[str, str]:
    """The headers of a server whose pages these sites may show in a frame.

    >>> headers_for(["https://example.org"])["Content-Security-Policy"].rpartition("; ")[2]
    'frame-ancestors https://example.org'
    """
    if not frames:
        return HEADERS
    headers = {name: value for name, value in HEADERS.items() if name != "X-Frame-Options"}  # it knows no names
    policy = HEADERS["Content-Security-Policy"]
    headers["Content-Security-Policy"] = policy.replace("frame-ancestors 'none'", f"frame-ancestors {' '.join(frames)}")
    return headers


class SecurityHeaders:
    """Puts the headers on every answer; answers are not cached unless they say so."""

    def __init__(self, app: ASGIApp, frames: Collection[str] = ()) -> None:
        self._app = app
        self._headers = headers_for(frames)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with headers."""

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, with_headers)


class BodyLimit:
    """Refuses bodies that are too large, announced or not."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is small enough."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "0")
        taken = 0

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > BODY_BYTES or (announced.isdigit() and int(announced) > BODY_BYTES):
                raise HTTPException(413, f"a body has at most {BODY_BYTES} bytes")
            return message

        await self._app(scope, limited, send)


class CallersByProxy(ProxyHeadersMiddleware):
    """Trusts proxies to name the caller. If everybody is trusted, only the last address counts, which the proxy added.

    Those before it come from the caller: with them anyone could impersonate anyone, and limits by address would fail.
    """

    def __init__(self, app: ASGIApp, proxies: str) -> None:
        super().__init__(app, proxies)  # type: ignore[arg-type]  # uvicorn and Starlette describe the same thing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # type: ignore[override]  # as above
        """Pass on, with the address of the caller."""
        if self.trusted_hosts.always_trust and scope["type"] != "lifespan":
            said = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
            if said:
                last = b",".join(said).rpartition(b",")[2].strip()
                others = [header for header in scope["headers"] if header[0] != b"x-forwarded-for"]
                scope["headers"] = [*others, (b"x-forwarded-for", last)]
        await super().__call__(scope, receive, send)  # type: ignore[arg-type]  # as above


def is_origin(text: str) -> bool:
    """Whether it is an origin as browsers write it: a scheme and a host.

    >>> is_origin("https://example.org"), is_origin("http://127.0.0.1:8608")
    (True, True)
    >>> is_origin("https://example.org/"), is_origin("example.org"), is_origin("https://example.org:443")
    (False, False, False)
    """
    try:
        parts = urlsplit(text)
        usual = parts.port == {"http": 80, "https": 443}.get(parts.scheme, -1)
    except ValueError:
        return False
    plain = text.isascii() and text == text.lower() and "@" not in text
    return plain and bool(parts.scheme and parts.hostname) and text == f"{parts.scheme}://{parts.netloc}" and not usual


def is_ancestor(text: str) -> bool:
    """Whether a content policy accepts it as a site: an origin, or all hosts below one.

    >>> is_ancestor("https://example.org"), is_ancestor("https://*.example.org")
    (True, True)
    >>> is_ancestor("*"), is_ancestor("https://*"), is_ancestor("https://example.org; script-src *")
    (False, False, False)
    """
    hosts = re.fullmatch(r"[a-z]+://(\*\.)?[a-z0-9.:\[\]_-]+", text)
    return hosts is not None and is_origin(text.replace("://*.", "://", 1))


def is_host(text: str) -> bool:
    """Whether a caller can name a server like this: a name or an address, or all names below one.

    >>> is_host("example.org"), is_host("*.example.org"), is_host("192.0.2.1")
    (True, True, True)
    >>> is_host("https://example.org"), is_host("example.org:80"), is_host("*"), is_host("a*.org"), is_host("")
    (False, False, False, False, False)
    """
    return re.fullmatch(r"(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*", text) is not None


def is_proxy(text: str) -> bool:
    """Whether a caller can have it: an address, or a network.

    >>> is_proxy("127.0.0.1"), is_proxy("10.0.0.0/8"), is_proxy("10.0.0.1/8"), is_proxy("proxy.example.org")
    (True, True, False, False)
    """
    try:
        (ip_network if "/" in text else ip_address)(text)
    except ValueError:
        return False
    return True


def same_origin(headers: Headers, also: Collection[str]) -> bool:
    """Whether a socket is opened by one of our own pages. Programs other than browsers send no origin."""
    origin = headers.get("origin")
    if origin is None or origin in also:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    except ValueError:  # not an address at all
        return False
