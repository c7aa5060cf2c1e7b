"""Limits on connections, per address and in all, and on the frames they may send.

Everything is counted before a request is parsed, so refusals here cost next to nothing.
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
"""Files a process needs besides connections: the database, bots, the page, its libraries."""

BEYOND_SOCKETS = 1_000
"""Connections permitted beyond the owner's maximum of sockets: requests, and those waiting for one."""


class Hosts(Protocol):
    """A set of addresses."""

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
        """Whether there is room for one more from this address; if so, :meth:`leave` must follow.

        A proxy has many: its requests are counted later, by the address it names.
        """
        return host in self._proxies or self._count.enter(host)

    def leave(self, host: str) -> None:
        """A connection has ended."""
        if host not in self._proxies:
            self._count.leave(host)


DOORS = "doors"
"""Their key in the lifespan's state."""


def trusted(proxies: str) -> Hosts:
    """Proxies trusted to name the caller: comma-separated addresses and networks, or ``*``."""
    if not proxies:
        return frozenset[str]()
    return ProxyHeadersMiddleware(_nowhere, proxies).trusted_hosts


async def _nowhere(*_: object) -> None:
    """An application nobody calls."""


def file_limit() -> int | None:
    """How many files this process may have open; None if unknown."""
    if resource is None:
        return None
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def raise_file_limit() -> tuple[int, int] | None:
    """Raise the file limit of this process and its children to the system's maximum; returns the old and new limits.

    The usual limit of 1,024 exists for programs that iterate over all descriptors; a server would have to refuse
    guests.
    """
    if resource is None:
        return None
    before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if most == resource.RLIM_INFINITY else min(most, ENOUGH_FILES)
    if wanted > before:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        except (OSError, ValueError):  # macOS has another limit that it does not report
            return before, before
    return before, max(before, wanted)


ENOUGH_FILES = 65_536
"""Never more than this: some libraries iterate over all possible descriptors when they start a process."""
