"""What processes use, from /proc: processor time, memory, sockets."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def _stat(pid: int) -> list[str]:
    # The name, in brackets, may hold anything; what follows are plain fields from the third on.
    return (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()


def family(pid: int) -> list[int]:
    """A process and all its descendants."""
    parents: dict[int, int] = {}
    for folder in _PROC.iterdir():
        if folder.name.isdigit():
            with suppress(OSError):  # it has just ended
                parents[int(folder.name)] = int(_stat(int(folder.name))[1])
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def cpu_seconds(pids: Iterable[int]) -> float:
    """The processor time they have used, in their own code and in the system's for them."""
    total = 0.0
    for pid in pids:
        with suppress(OSError):
            fields = _stat(pid)
            total += (int(fields[11]) + int(fields[12])) / _TICKS
    return total


def resident_bytes(pids: Iterable[int]) -> int:
    """The memory they hold."""
    total = 0
    for pid in pids:
        with suppress(OSError):
            for line in (_PROC / str(pid) / "status").read_text().splitlines():
                if line.startswith("VmRSS:"):
                    total += int(line.split()[1]) * 1024
    return total


def sockets(pid: int) -> int:
    """How many sockets a process has open."""
    count = 0
    for descriptor in (_PROC / str(pid) / "fd").iterdir():
        with suppress(OSError):
            count += str(descriptor.readlink()).startswith("socket:")
    return count


def filesystem(folder: Path) -> str:
    """The kind of filesystem a folder is on."""
    kinds = {}
    for line in (_PROC / "mounts").read_text().splitlines():
        _, where, kind, *_ = line.split()
        kinds[Path(where)] = kind
    return next(kinds[parent] for parent in (folder.resolve(), *folder.resolve().parents) if parent in kinds)
