"""Who comes in: how many connections there may be, of one address and in all, and how many frames they may send.

All of it is counted before anything of a request is known, so that what is refused here costs next to nothing.
"""

from __future__ import annotations

from typing import Protocol

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from nouvelle_france.server.limits import Count, Limiter
from nouvelle_france.server.settings import Settings

try:
    import resource
except ImportError:  # Windows sets no such limits
    resource = None  # type: ignore[assignment]  # a module, where there is one

SPARE_FILES = 256
"""Files a process keeps for other things than connections: the database, bots, the page, its libraries."""

BEYOND_SOCKETS = 1_000
"""Connections there may be besides as many sockets as the owner allows: requests, and those that wait for one."""


class Hosts(Protocol):
    """Some addresses."""

    def __contains__(self, host: str, /) -> bool:
        """Whether it is one of them."""


class Doors:
    """The doors of one server process. Its protocols find them in the state of the lifespan, under :data:`DOORS`."""

    def __init__(self, settings: Settings) -> None:
        self._count = Count(settings.connections_per_address)
        self._proxies = trusted(settings.proxies)
        self.most = settings.max_sockets + BEYOND_SOCKETS
        """Connections in all."""
        if (files := file_limit()) is not None:
            self.most = max(16, min(self.most, files - SPARE_FILES))
        self.frames = Limiter(settings.frames_per_address)
        self.frames_per_socket = settings.frames_per_socket

    def enter(self, host: str) -> bool:
        """Whether there is room for one more from there; if so, :meth:`leave` is to follow.

        Behind a proxy there are many: what they ask for at once is counted when it says for whom it asks.
        """
        return host in self._proxies or self._count.enter(host)

    def leave(self, host: str) -> None:
        """A connection has ended."""
        if host not in self._proxies:
            self._count.leave(host)


DOORS = "doors"
"""Where the state of the lifespan has them."""


def trusted(proxies: str) -> Hosts:
    """The proxies whose word about the caller is taken: addresses and networks with commas between them, or ``*``."""
    if not proxies:
        return frozenset[str]()
    return ProxyHeadersMiddleware(_nowhere, proxies).trusted_hosts


async def _nowhere(*_: object) -> None:
    """An application nobody calls."""


def file_limit() -> int | None:
    """How many files this process may have open; None where nobody says."""
    if resource is None:
        return None
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def raise_file_limit() -> tuple[int, int] | None:
    """Let this process, and those it starts, have as many files open as the system allows; what it was, and is.

    The usual 1,024 are there for programs that look through all numbers; a server would have to refuse guests.
    """
    if resource is None:
        return None
    before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if most == resource.RLIM_INFINITY else min(most, ENOUGH_FILES)
    if wanted > before:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        except (OSError, ValueError):  # macOS has another limit that it does not tell of
            return before, before
    return before, max(before, wanted)


ENOUGH_FILES = 65_536
"""More are never asked for: some libraries go through all that are possible when they start a process."""
