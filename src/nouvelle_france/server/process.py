"""What one server process has: whatever a route needs, it finds here."""

from __future__ import annotations

from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from nouvelle_france.house import Editions, Household
from nouvelle_france.reception import Days, Reception
from nouvelle_france.server.analysing import Analysing
from nouvelle_france.server.gate import Gate
from nouvelle_france.server.health import HealthCheck
from nouvelle_france.server.limits import Count, Limiter
from nouvelle_france.server.metrics import Metrics
from nouvelle_france.server.notices import Notices
from nouvelle_france.server.page import Packed
from nouvelle_france.server.settings import Settings
from nouvelle_france.server.sockets import Shared


@dataclass
class Process:
    """The parts of one server process; household, reception and who analyses are there while it serves."""

    settings: Settings
    metrics: Metrics
    editions: Editions
    health: HealthCheck = field(default_factory=HealthCheck)
    editions_written: dict[str, Packed] = field(default_factory=dict)
    """By digest, as they are sent: the largest answer there is, and always the same."""
    household: Household = field(init=False)
    reception: Reception = field(init=False)
    days: Days = field(init=False)
    analysing: Analysing = field(init=False)
    notices: Notices = field(init=False)
    creating: Limiter = field(init=False)
    """New tables, by address."""
    joining: Limiter = field(init=False)
    """Seats that are taken, by address."""
    replaying: Limiter = field(init=False)
    """Records to be played again, by address."""
    analyses: Limiter = field(init=False)
    """Games to be analysed, by address …"""
    retries: Limiter = field(init=False)
    """… and other answers to choices of theirs."""
    noticing: Limiter = field(init=False)
    """Addresses to be told of turns, by address."""
    requesting: Limiter = field(init=False)
    """Requests, by address."""
    asking: Count = field(init=False)
    """Requests under way, by address: behind a proxy their connections are not counted."""
    sockets: Count = field(init=False)
    """Open sockets, by address."""
    gate: Gate | None = field(init=False)
    """Who may come in at all, where the server has a password."""
    shared: Shared = field(init=False)
    """What all sockets may do together."""

    def __post_init__(self) -> None:
        self.creating = Limiter(self.settings.tables_per_address)
        self.joining = Limiter(self.settings.joins_per_address)
        self.replaying = Limiter(self.settings.records_per_address)
        self.analyses = Limiter(self.settings.analyses_per_address)
        self.retries = Limiter(self.settings.retries_per_address)
        self.noticing = Limiter(self.settings.addresses_per_address)
        self.requesting = Limiter(self.settings.requests_per_address)
        self.asking = Count(self.settings.connections_per_address)
        self.sockets = Count(self.settings.sockets_per_address)
        self.shared = Shared(self.settings)
        wrong = Limiter(self.settings.passwords_per_address)
        self.gate = Gate(self.settings.password, wrong) if self.settings.password else None


def process_of(connection: HTTPConnection) -> Process:
    """The process that serves a request or a socket."""
    process: Process = connection.app.state.process
    return process
