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
    address: str | None = None
    """Where others on the network reach this server, for links that a page on this machine gives out."""
    bot_workers: int = 1
    bot_seconds: float = 10.0
    """After that a bot's move is made for it."""
    keep_finished_days: float | None = None
    keep_waiting_days: float | None = 30
    keep_playing_days: float | None = None
    """How long tables are kept after they last changed; None is for ever."""
    max_tables: int = 20_000
    """Maximum unfinished tables."""
    max_sockets: int = 5_000
    sockets_per_address: int = 200
    tables_per_address: Rate = _TABLES
    records_per_address: Rate = _RECORDS
    """Records that are sent to be played again."""
    requests_per_address: Rate = _REQUESTS
    messages_per_address: Rate = _ALL_MESSAGES
    messages_per_socket: Rate = _MESSAGES
    chat_per_seat: Rate = _CHAT
    hints_per_seat: Rate = _HINTS
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
            tables_per_address=free,
            records_per_address=free,
            requests_per_address=free,
            messages_per_address=free,
            messages_per_socket=free,
            chat_per_seat=free,
            hints_per_seat=free,
        )
