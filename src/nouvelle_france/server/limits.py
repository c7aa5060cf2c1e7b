"""Rate limits per address, or seat: so many per second, and so many at once. Time is passed in."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

from starlette.requests import HTTPConnection

ROUNDING = 1e-9
"""A tolerance in seconds: larger than the rounding errors of float sums."""


@dataclass(frozen=True, slots=True)
class Rate:
    """This many per second in the long run, and at most ``burst`` at once."""

    per_second: float
    burst: int

    def __post_init__(self) -> None:
        if not (self.per_second > 0 and self.burst >= 1):
            raise ValueError(f"a rate lets something through: {self}")

    @property
    def refill(self) -> float:
        """Seconds until an empty bucket is full again."""
        return self.burst / self.per_second


class Limiter:
    """A bucket of tokens for each address.

    A bucket is one number, the time at which it will be full. Full buckets are forgotten, and so is the one longest
    unused when there are more than ``most``, so memory stays bounded.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic, most: int = 100_000) -> None:
        self._rate = rate
        self._clock = clock
        self._most = most
        self._full_at: dict[str, float] = {}  # longest unused first

    def wait(self, address: str, tokens: int = 1) -> float:
        """The seconds until this many tokens are available; 0 if they are. Nothing is taken."""
        now = self._clock()
        wait = self._full_with(address_key(address), tokens, now) - now - self._rate.refill
        return wait if wait > ROUNDING else 0.0

    def _full_with(self, key: str, tokens: int, now: float) -> float:
        """When a bucket would be full after this many had been taken."""
        return max(self._full_at.get(key, now), now) + tokens / self._rate.per_second

    def take(self, address: str, tokens: int = 1) -> float:
        """Take one or more tokens: 0 if there were enough, else the seconds until there are (and nothing is taken)."""
        key = address_key(address)
        now = self._clock()
        full_at = self._full_with(key, tokens, now)
        wait = full_at - now - self._rate.refill
        if wait > ROUNDING:
            return wait
        self._full_at.pop(key, None)  # move to the end
        self._full_at[key] = full_at
        self._forget(now)
        return 0.0

    def __len__(self) -> int:
        """How many addresses are remembered."""
        return len(self._full_at)

    def _forget(self, now: float) -> None:
        while self._full_at:
            oldest = next(iter(self._full_at))
            if self._full_at[oldest] > now and len(self._full_at) <= self._most:
                return
            del self._full_at[oldest]


class Count:
    """At most this many at once for each address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._inside: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """Whether there was room; if so, :meth:`leave` must follow."""
        key = address_key(address)
        inside = self._inside.get(key, 0)
        if inside >= self._most:
            return False
        self._inside[key] = inside + 1
        return True

    def leave(self, address: str) -> None:
        """Make room again."""
        key = address_key(address)
        inside = self._inside.get(key, 0)
        if not inside:
            raise ValueError(f"{address} leaves without having entered")
        if inside == 1:
            del self._inside[key]
        else:
            self._inside[key] = inside - 1

    @contextmanager
    def entered(self, address: str) -> Iterator[bool]:
        """Enter for the duration of the block, if there is room; yields whether there was."""
        inside = self.enter(address)
        try:
            yield inside
        finally:
            if inside:
                self.leave(address)

    def __len__(self) -> int:
        """How many are inside, from all addresses."""
        return sum(self._inside.values())


@lru_cache(maxsize=10_000)
def address_key(address: str) -> str:
    """The caller an address belongs to. In IPv6 everyone has at least a /64, which counts as one; other texts are
    unchanged.

    >>> address_key("2001:db8::1:2:3:4") == address_key("2001:db8::5:6:7:8")
    True
    >>> address_key("::ffff:192.0.2.7")
    '192.0.2.7'
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    if ip.is_link_local:
        return str(ip)  # one /64 for everyone on the local link
    return str(IPv6Network((int(ip), 64), strict=False))


def address(connection: HTTPConnection) -> str:
    """The caller's address."""
    return connection.client.host if connection.client else "unknown"
