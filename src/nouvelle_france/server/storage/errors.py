"""What a database says when it fails."""

from __future__ import annotations


def reason(error: BaseException) -> str:
    """What a database driver says went wrong, as one line.

    >>> reason(ValueError("connection refused\\n\\tIs the server running?"))
    'connection refused'
    """
    said = str(getattr(error, "orig", None) or error).strip()
    return said.splitlines()[0].rstrip(".: ") if said else type(error).__name__
