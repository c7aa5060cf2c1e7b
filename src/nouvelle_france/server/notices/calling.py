"""Calls addresses supplied by strangers.

Nobody may use the server to reach what only the server can reach: addresses are HTTPS; the name is resolved here, and
every address it has must be a public internet address; the call goes to exactly that address, so that changing the
name's address a moment later gains nothing. Redirects are not followed, and neither proxies nor cookies of the
environment are used.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpcore
import httpx

from nouvelle_france.server.security import is_host

HTTPS = 443

PATIENCE_S = 10.0
"""The time limit of a call, including name resolution."""

ANSWER_BYTES = 4096
"""How much of an answer is read: its content does not matter."""

URL_CHARACTERS = 2048

RESOLVERS = 4
"""Names resolved at a time, in separate threads: an unanswered one delays only other lookups."""

_OPEN_6 = IPv6Network("2000::/3")
_TUNNELS_6 = tuple(IPv6Network(it) for it in ("2001::/32", "2002::/16", "3fff::/20"))
"""Networks that lead to an unchecked IPv4 address (Teredo, 6to4), and documentation networks some Pythons miss."""
_TUNNELS_4 = IPv4Network("192.88.99.0/24")

Resolve = Callable[[str, int], Iterable[str]]
"""Resolves a name, by the system or in a test."""


class RefusedAddressError(Exception):
    """An address that must not be called. The message is for the log, without the address itself."""


class UnreachableError(Exception):
    """Nobody answered there this time."""


class Address(NamedTuple):
    """An HTTPS address in its parts."""

    host: str
    port: int
    target: str

    @property
    def origin(self) -> str:
        """Scheme and host, as a browser writes them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{host}" + ("" if self.port == HTTPS else f":{self.port}")


class Answer(NamedTuple):
    """The answer to a call."""

    status: int
    retry_after: float | None = None


def read_address(url: str) -> Address:
    """The parts of an address. Raises :class:`RefusedAddressError` for anything but a plain HTTPS address.

    >>> read_address("https://push.example.org/send/1?key=2")
    Address(host='push.example.org', port=443, target='/send/1?key=2')
    >>> read_address("http://push.example.org/")
    Traceback (most recent call last):
    ...
    nouvelle_france.server.notices.calling.RefusedAddressError: not an HTTPS address
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or HTTPS
    except ValueError as error:
        raise RefusedAddressError("not an address") from error
    if len(url) > URL_CHARACTERS or not re.fullmatch(r"[!-~]+", url) or "\\" in url:
        raise RefusedAddressError("not an address")
    if parts.scheme != "https" or not host:
        raise RefusedAddressError("not an HTTPS address")
    if parts.username is not None or parts.password is not None:
        raise RefusedAddressError("an address with a name or a password in it")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Address(host, port, target)


def is_named(host: str, port: int, rules: Collection[str]) -> bool:
    """Whether one of some rules names a host: ``example.org``, ``*.example.org`` for all below, ``example.org:8443``.

    >>> is_named("a.example.org", 443, ["*.example.org"]), is_named("example.org", 443, ["*.example.org"])
    (True, False)
    >>> is_named("example.org", 8443, ["example.org"]), is_named("example.org", 8443, ["example.org:8443"])
    (False, True)
    """
    for rule in rules:
        name, _, number = rule.partition(":")
        fits = host.endswith(name[1:]) if name.startswith("*.") else host == name
        if fits and port == int(number or HTTPS):
            return True
    return False


def is_rule(text: str) -> bool:
    """Whether a rule names hosts.

    >>> is_rule("example.org"), is_rule("*.example.org"), is_rule("localhost:8443"), is_rule("https://example.org")
    (True, True, True, False)
    >>> is_rule("example.org:"), is_rule("example.org:0"), is_rule("*"), is_rule("example.org:99999")
    (False, False, False, False)
    """
    name, colon, number = text.partition(":")
    port = not colon or (re.fullmatch(r"[1-9][0-9]{0,4}", number) is not None and int(number) < 1 << 16)
    return is_host(name) and port


def is_open(address: str) -> bool:
    """Whether an address is public: not of a private network, a tunnel, or a group of machines.

    >>> is_open("198.41.0.4"), is_open("2001:503:ba3e::2:30")
    (True, True)
    >>> [is_open(it) for it in ("127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1", "224.0.1.1", "0.0.0.0")]
    [False, False, False, False, False, False]
    >>> [is_open(it) for it in ("::1", "fe80::1%eth0", "fd00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::")]
    [False, False, False, False, False, False]
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if ip.is_multicast or ip.is_reserved or not ip.is_global:
        return False
    if isinstance(ip, IPv4Address):
        return ip not in _TUNNELS_4
    assert isinstance(ip, IPv6Address)
    # Mapped, translated and local addresses lie outside the block of global unicast addresses.
    return ip.scope_id is None and ip in _OPEN_6 and not any(ip in it for it in _TUNNELS_6)


def resolve(host: str, port: int) -> list[str]:
    """The addresses of a name, resolved by the system."""
    return [str(it[4][0]) for it in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


class _Network(httpcore.AnyIOBackend):
    """Connects only to addresses that were checked."""

    def __init__(self, checked: Callable[[str, int], Any]) -> None:
        self._checked = checked

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first address of a name that answers. The certificate is still checked against the name."""
        failed: Exception | None = None
        for address in await self._checked(host, port):
            try:
                return await super().connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
        raise failed or httpcore.ConnectError("the name has no address")


class Calling:
    """Calls addresses, a few at a time. ``inside`` are hosts that are permitted inside the network."""

    def __init__(self, inside: Collection[str] = (), resolve: Resolve = resolve, patience: float = PATIENCE_S) -> None:
        self._inside = inside
        self._resolve = resolve
        self._patience = patience
        self._resolvers = ThreadPoolExecutor(RESOLVERS, thread_name_prefix="notices-resolver")
        self._pool: httpcore.AsyncConnectionPool | None = None

    async def close(self) -> None:
        """Stop calling."""
        self._resolvers.shutdown(wait=False, cancel_futures=True)
        if self._pool is not None:
            await self._pool.aclose()

    async def check(self, url: str) -> Address:
        """Check that an address may be called now; raises :class:`RefusedAddressError` or :class:`UnreachableError`."""
        address = read_address(url)
        try:
            async with asyncio.timeout(self._patience):
                await self._addresses(address.host, address.port)
        except TimeoutError as error:
            raise UnreachableError("the name takes too long to resolve") from error
        return address

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send a message to an address; raises :class:`RefusedAddressError` or :class:`UnreachableError`."""
        address = read_address(url)
        pool = await self._ready()
        where = httpcore.URL(
            scheme=b"https", host=address.host.encode(), port=address.port, target=address.target.encode()
        )
        netloc = address.origin.removeprefix("https://")
        sent = {"Host": netloc, "Content-Length": str(len(body)), "Connection": "close", **headers}
        try:
            async with asyncio.timeout(self._patience):
                async with pool.stream("POST", where, headers=list(sent.items()), content=body) as response:
                    seen = 0
                    async for piece in response.aiter_stream():
                        seen += len(piece)
                        if seen >= ANSWER_BYTES:
                            break
                    answered = {name.lower(): value for name, value in response.headers}
                    return Answer(response.status, _seconds(answered.get(b"retry-after")))
        except TimeoutError as error:
            raise UnreachableError("no answer in time") from error
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, OSError) as error:
            raise UnreachableError(type(error).__name__) from error

    async def _ready(self) -> httpcore.AsyncConnectionPool:
        if self._pool is None:
            # Reading all certificates takes a while. SSL_CERT_FILE overrides them.
            trusted: ssl.SSLContext = await asyncio.to_thread(httpx.create_ssl_context)
            if self._pool is None:
                # No connection is kept open: each call resolves and checks its name again.
                self._pool = httpcore.AsyncConnectionPool(
                    ssl_context=trusted, max_keepalive_connections=0, network_backend=_Network(self._addresses)
                )
        return self._pool

    async def _addresses(self, host: str, port: int) -> list[str]:
        """The addresses of a name, all checked."""
        inside = is_named(host, port, self._inside)
        if port != HTTPS and not inside:
            raise RefusedAddressError("a port that is not that of HTTPS")
        loop = asyncio.get_running_loop()
        try:
            found = list(await loop.run_in_executor(self._resolvers, self._resolve, host, port))
        except (OSError, UnicodeError) as error:
            raise UnreachableError("the name cannot be resolved") from error
        if not inside and not all(map(is_open, found)):
            raise RefusedAddressError("an address inside a network")
        return found


def _seconds(said: bytes | None) -> float | None:
    return float(said) if said is not None and re.fullmatch(rb"[0-9]{1,6}", said) else None
