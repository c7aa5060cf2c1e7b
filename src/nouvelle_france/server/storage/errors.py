"""Error messages of databases."""

from __future__ import annotations


def reason(error: BaseException) -> str:
    """A database driver's error, as one line.

    >>> reason(ValueError("connection refused\\n\\tIs the server running?"))
    'connection refused'
    """
    said = str(getattr(error, "orig", None) or error).strip()
    return said.splitlines()[0].rstrip(".: ") if said else type(error).__name__
