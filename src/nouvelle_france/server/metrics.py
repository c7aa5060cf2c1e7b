"""What the server counts and measures, for Prometheus."""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

P = "nouvelle_france"
"""The prefix of all names."""

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
_SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """One set per process; ``serve --workers`` sums them over processes through the library's own files."""

    def __init__(self) -> None:
        _forget_dead_processes()
        self.registry = here = CollectorRegistry()
        self.entries = Counter(f"{P}_entries", "Entries written to tables, by kind.", ["kind"], registry=here)
        self.moves = Counter(f"{P}_moves", "Actions played, by who decided on them.", ["how"], registry=here)
        self.refusals = Counter(f"{P}_refusals", "Requests and messages refused, by code.", ["code"], registry=here)
        self.requests = Counter(f"{P}_requests", "REST requests.", ["route", "status"], registry=here)
        self.messages = Counter(f"{P}_messages", "Socket messages received, by type.", ["type"], registry=here)
        self.conflicts = Counter(f"{P}_conflicts", "Entries another process was first with.", registry=here)
        self.notices = Counter(
            f"{P}_notices", "Attempts to tell somebody that it is their turn.", ["to", "how"], registry=here
        )
        self.sockets = Gauge(f"{P}_sockets", "Open sockets.", multiprocess_mode="livesum", registry=here)
        self.tables = Gauge(f"{P}_tables", "Tables in memory.", multiprocess_mode="livesum", registry=here)
        self.commit = Histogram(f"{P}_commit_seconds", "From a decision to its commit.", buckets=_FAST, registry=here)
        self.thought = Histogram(
            f"{P}_thought_seconds", "A bot's thought, by how it ended.", ["how"], buckets=_SLOW, registry=here
        )

    def text(self) -> bytes:
        """The metrics in Prometheus's format."""
        if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]  # the library leaves it so
        return generate_latest(together)


def _forget_dead_processes() -> None:
    """Reset the gauges of a worker that died."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    for file in Path(folder).glob("gauge_live*_*.db") if folder else ():
        if not Path(f"/proc/{file.stem.rpartition('_')[2]}").exists() and Path("/proc").is_dir():
            file.unlink(missing_ok=True)
