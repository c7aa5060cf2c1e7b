"""The commitment to a day's deal, published before it, and the deal that follows from the secret published after it."""

from __future__ import annotations

from hashlib import sha256


def promise(secret: str) -> str:
    """What is published of a day's secret before the day: its SHA-256."""
    return sha256(secret.encode()).hexdigest()


def key(day: str, secret: str = "") -> str:
    """The shuffle's secret at all tables of a day (docs/fairness.md), from the day and the day's secret.

    Without a server there is no secret: then it follows from the date alone, and anybody can work it out in advance.
    """
    return sha256("".join(f"{line}\n" for line in ("nouvelle-france-day/1", day, secret)).encode()).hexdigest()
