"""Days, the same everywhere (UTC): written ``2026-11-16``; times are milliseconds since 1970."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

DAY_MS = 24 * 60 * 60 * 1000

GRACE_MS = 2 * 60 * 60 * 1000
"""How long after its day a game may still be played and count: until then its deal stays secret."""

AHEAD = 7
"""How many days ahead a secret is promised."""


def day_of(at: int) -> str:
    """The day of a time."""
    return datetime.fromtimestamp(at // 1000, UTC).date().isoformat()


def begins(day: str) -> int:
    """When a day begins, and its game can be begun."""
    midnight = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    return int(midnight.timestamp()) * 1000


def closes(day: str) -> int:
    """When the last game of a day must be over, and its deal is no longer secret."""
    return begins(day) + DAY_MS + GRACE_MS


def following(day: str, days: int = 1) -> str:
    """The day this many days later."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def is_date(text: str) -> bool:
    """Whether a text is a day in this notation."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def level(day: str) -> int:
    """How hard a day is, from 0 on Mondays to 6 on Sundays."""
    return date.fromisoformat(day).weekday()
