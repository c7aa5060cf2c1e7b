"""What the owner of a server chooses."""

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
_FRAMES, _ALL_FRAMES = Rate(100, 1_000), Rate(500, 5_000)
"""Of one address, behind which there may be a whole school."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a server process is told when it starts; it travels to worker processes as JSON."""

    database: str = ""
    """A URL; empty is the usual SQLite file."""
    editions: tuple[str, ...] = ()
    """Edition files besides the one the package carries."""
    origins: tuple[str, ...] = ()
    """Origins whose pages may open sockets, besides the server's own."""
    hosts: tuple[str, ...] = ()
    """The names callers may use for this server, ``*.example.org`` for all below; none: any."""
    root_path: str = ""
    """Where the server is below its host: a path without a slash at its end; empty: at the host itself."""
    frames: tuple[str, ...] = ()
    """Sites whose pages may show the game in a frame."""
    proxies: str = ""
    """Addresses and networks, with commas between them, whose word about who calls is taken; ``*`` is whoever calls."""
    password: str = ""
    """What is kept of the password of the whole server (:func:`nouvelle_france.server.gate.hashed_password`); empty
    where everybody may come in."""
    passwords_per_address: Rate = _PASSWORDS
    """Wrong passwords."""
    address: str | None = None
    """Where others on the network reach this server, for links that a page on this machine gives out."""
    bot_workers: int = 1
    bot_seconds: float = 10.0
    """After that a bot's move is made for it."""
    analysis_effort: float = 1.0
    """How much work goes into analyses, beside the usual."""
    stand_in_seconds: float = 30.0
    """How long somebody must be gone before others may have a bot play for them."""
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
    """Sockets, requests and what has not become either, at once."""
    tables_per_address: Rate = _TABLES
    joins_per_address: Rate = _JOINS
    """Seats that are taken."""
    records_per_address: Rate = _RECORDS
    """Records that are sent to be played again."""
    analyses_per_address: Rate = _ANALYSES
    """Games that are to be analysed."""
    retries_per_address: Rate = _RETRIES
    """Other answers to their choices."""
    requests_per_address: Rate = _REQUESTS
    messages_per_address: Rate = _ALL_MESSAGES
    messages_per_socket: Rate = _MESSAGES
    frames_per_address: Rate = _ALL_FRAMES
    frames_per_socket: Rate = _FRAMES
    """Pieces of messages, pings and pongs; who sends more is let go. A message is one."""
    chat_per_seat: Rate = _CHAT
    hints_per_seat: Rate = _HINTS
    notice_delay: float = 60.0
    """How long a game waits for somebody before they are told, in seconds."""
    notice_retries: tuple[float, ...] = (30, 120, 600, 1800, 7200)
    """The pauses before a notice that did not arrive is tried again, in seconds; after the last it is given up."""
    webhook_hosts: tuple[str, ...] = ()
    """The hosts that webhooks may have (:func:`nouvelle_france.server.notices.calling.is_rule`)."""
    inside_hosts: tuple[str, ...] = ()
    """Hosts that notices may be sent to although their addresses are inside a network, or this machine's own."""
    public_url: str = ""
    """Where people reach this server, for links in notices; empty: where the one who asks for them has."""
    addresses_per_address: Rate = _ADDRESSES
    """Push subscriptions and webhooks."""
    notices_per_target: Rate = _PER_TARGET
    notices_per_server: Rate = _PER_SERVER
    """Notices that are sent to one browser or channel, and in all."""
    log: str = "info"
    log_format: str = "auto"
    """``json``, ``text``, or ``auto``: text in a terminal, else JSON."""

    @property
    def url(self) -> str:
        """The database."""
        return self.database or default_database()

    def to_json(self) -> str:
        """For another process."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """From another process."""
        value = json.loads(text)
        for key, old in value.items():
            if isinstance(old, list):
                value[key] = tuple(old)
            elif isinstance(old, dict):
                value[key] = Rate(**old)
        return cls(**value)

    def without_limits(self) -> Self:
        """For load tests, whose sockets all come from one address: what the server carries in all stays limited."""
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
            requests_per_address=free,
            messages_per_address=free,
            messages_per_socket=free,
            frames_per_address=free,
            frames_per_socket=free,
            chat_per_seat=free,
            hints_per_seat=free,
            addresses_per_address=free,
        )
