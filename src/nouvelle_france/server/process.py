"""The parts of one server process that routes need."""

from __future__ import annotations

from dataclasses import dataclass

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


class Process:
    """What one server process has from its start: settings, counters and limits, and the password check."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.editions = Editions(settings.editions)
        self.health = HealthCheck()
        self.editions_written: dict[str, Packed] = {}
        """By digest, as sent: the largest answers, and always the same."""
        self.api_page: Packed | None = None
        """The API documentation, once somebody has asked for it."""
        self.creating = Limiter(settings.tables_per_address)
        """New tables, by address."""
        self.joining = Limiter(settings.joins_per_address)
        """Seats that are taken, by address."""
        self.replaying = Limiter(settings.records_per_address)
        """Records to be replayed, by address."""
        self.analyses = Limiter(settings.analyses_per_address)
        """Games to be analysed, by address …"""
        self.retries = Limiter(settings.retries_per_address)
        """… and alternatives to their choices."""
        self.looking_back = Limiter(settings.pasts_per_address)
        """Pasts of tables to be replayed, by address."""
        self.noticing = Limiter(settings.addresses_per_address)
        """Addresses subscribed to turns, by address."""
        self.requesting = Limiter(settings.requests_per_address)
        """Requests, by address."""
        self.asking = Count(settings.connections_per_address)
        """Requests under way, by address: behind a proxy their connections are not counted."""
        self.sockets = Count(settings.sockets_per_address)
        """Open sockets, by address."""
        self.shared = Shared(settings)
        """The limits of all sockets together."""
        wrong = Limiter(settings.passwords_per_address)
        self.gate = Gate(settings.password, wrong) if settings.password else None
        """The password check, if the server has a password."""


@dataclass(frozen=True)
class Rooms:
    """What answers while a process serves. Connections find it in the state of the lifespan, under :data:`ROOMS`."""

    household: Household
    reception: Reception
    days: Days
    analysing: Analysing
    notices: Notices


ROOMS = "rooms"


def process_of(connection: HTTPConnection) -> Process:
    """The process that serves a request or a socket."""
    process: Process = connection.app.state.process
    return process


def rooms_of(connection: HTTPConnection) -> Rooms:
    """What answers a request or a socket."""
    rooms: Rooms = connection.scope["state"][ROOMS]
    return rooms
