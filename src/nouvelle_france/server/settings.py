"""The settings of a server."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Self

import platformdirs

from nouvelle_france.server.limits import Rate

APP = "nouvelle-france"


def default_database() -> str:
    """An SQLite file in the user's data folder."""
    return f"sqlite:///{Path(platformdirs.user_data_dir(APP, appauthor=False)) / 'tables.sqlite3'}"


_TABLES, _REQUESTS, _MESSAGES, _CHAT = Rate(0.2, 60), Rate(50, 500), Rate(20, 100), Rate(0.5, 8)
_HINTS = Rate(0.5, 10)
_ALL_MESSAGES, _RECORDS = Rate(200, 2_000), Rate(1, 60)
_PASSWORDS = Rate(0.1, 20)
_JOINS, _ANALYSES, _RETRIES = Rate(0.2, 60), Rate(1 / 30, 10), Rate(1, 60)
_ADDRESSES, _PER_TARGET, _PER_SERVER = Rate(0.2, 30), Rate(1 / 20, 6), Rate(10, 100)
_PASTS = Rate(5, 200)
_FRAMES, _ALL_FRAMES = Rate(100, 1_000), Rate(500, 5_000)
"""Per address, behind which there may be a whole school."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a server process; they travel to worker processes as JSON."""

    database: str = ""
    """A URL; empty is the default SQLite file."""
    editions: tuple[str, ...] = ()
    """Edition files in addition to the built-in one."""
    origins: tuple[str, ...] = ()
    """Origins whose pages may open sockets, besides the server's own."""
    hosts: tuple[str, ...] = ()
    """The host names callers may use for this server, ``*.example.org`` for all below; none: any."""
    root_path: str = ""
    """The server's path below its host, without a slash at its end; empty: at the host itself."""
    frames: tuple[str, ...] = ()
    """Sites whose pages may show the game in a frame."""
    proxies: str = ""
    """Trusted proxies, as comma-separated addresses and networks; ``*`` is any caller."""
    password: str = ""
    """The hash of the server's password (:func:`nouvelle_france.server.gate.hashed_password`); empty: no password."""
    passwords_per_address: Rate = _PASSWORDS
    """Wrong passwords."""
    address: str | None = None
    """The server's address on the network, for links that a page on this machine gives out."""
    bot_workers: int = 1
    bot_seconds: float = 10.0
    """The time limit of a bot; after it a safe move is made."""
    analysis_effort: float = 1.0
    """Analysis effort relative to the default."""
    stand_in_seconds: float = 30.0
    """How long a player must be disconnected before others may let a bot play for them."""
    keep_finished_days: float | None = None
    keep_waiting_days: float | None = 30
    keep_playing_days: float | None = None
    """How long tables are kept after they last changed; None is for ever."""
    max_tables: int = 20_000
    """Maximum unfinished tables."""
    max_sockets: int = 5_000
    sockets_per_address: int = 200
    seats_per_address: int = 1
    """At a public table, without an invitation."""
    connections_per_address: int = 400
    """Concurrent sockets, requests and connections that are neither yet."""
    tables_per_address: Rate = _TABLES
    joins_per_address: Rate = _JOINS
    """Seats being taken."""
    records_per_address: Rate = _RECORDS
    """Posted records to replay."""
    analyses_per_address: Rate = _ANALYSES
    """Games to analyse."""
    retries_per_address: Rate = _RETRIES
    """Alternatives to their choices."""
    pasts_per_address: Rate = _PASTS
    """Tables' pasts to replay; a long one counts as several."""
    requests_per_address: Rate = _REQUESTS
    messages_per_address: Rate = _ALL_MESSAGES
    messages_per_socket: Rate = _MESSAGES
    frames_per_address: Rate = _ALL_FRAMES
    frames_per_socket: Rate = _FRAMES
    """Message fragments, pings and pongs; a client that sends more is disconnected. A message counts as one."""
    chat_per_seat: Rate = _CHAT
    hints_per_seat: Rate = _HINTS
    notice_delay: float = 60.0
    """How long a game waits for a player before notifying them, in seconds."""
    notice_retries: tuple[float, ...] = (30, 120, 600, 1800, 7200)
    """The pauses before retries of an undelivered notice, in seconds; after the last the server gives up."""
    webhook_hosts: tuple[str, ...] = ()
    """The hosts that webhooks may use (:func:`nouvelle_france.server.notices.calling.is_rule`)."""
    inside_hosts: tuple[str, ...] = ()
    """Hosts that notices may be sent to although their addresses are inside the network or on this machine."""
    public_url: str = ""
    """The server's public address, for links in notices; empty: the address at which they were requested."""
    addresses_per_address: Rate = _ADDRESSES
    """Push subscriptions and webhooks."""
    notices_per_target: Rate = _PER_TARGET
    notices_per_server: Rate = _PER_SERVER
    """Notices sent to one browser or channel, and in all."""
    log: str = "info"
    log_format: str = "auto"
    """``json``, ``text``, or ``auto``: text in a terminal, else JSON."""

    @property
    def url(self) -> str:
        """The database."""
        return self.database or default_database()

    def to_json(self) -> str:
        """As JSON, for another process."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """From another process's JSON."""
        value = json.loads(text)
        for key, old in value.items():
            if isinstance(old, list):
                value[key] = tuple(old)
            elif isinstance(old, dict):
                value[key] = Rate(**old)
        return cls(**value)

    def without_limits(self) -> Self:
        """For load tests, whose sockets all come from one address; the totals stay limited."""
        free = Rate(1e6, 10**6)
        return replace(
            self,
            sockets_per_address=10**6,
            connections_per_address=10**6,
            seats_per_address=10**6,
            joins_per_address=free,
            tables_per_address=free,
            records_per_address=free,
            analyses_per_address=free,
            retries_per_address=free,
            pasts_per_address=free,
            requests_per_address=free,
            messages_per_address=free,
            messages_per_socket=free,
            frames_per_address=free,
            frames_per_socket=free,
            chat_per_seat=free,
            hints_per_seat=free,
            addresses_per_address=free,
        )
