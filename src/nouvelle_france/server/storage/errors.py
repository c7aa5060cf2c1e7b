"""What the storage raises."""

from __future__ import annotations


class StorageError(Exception):
    """The database cannot be used, or did not do what was asked. The message is one line for a person.

    A write that fails with this error may have been committed all the same when the connection broke at the very end:
    whoever catches it reads the table's entries again before going on.
    """


def reason(error: BaseException) -> str:
    """What a database driver says went wrong, as one line.

    >>> reason(ValueError("connection refused\\n\\tIs the server running?"))
    'connection refused'
    """
    said = str(getattr(error, "orig", None) or error).strip()
    return said.splitlines()[0].rstrip(".: ") if said else type(error).__name__
