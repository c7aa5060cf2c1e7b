"""Unguessable names: tokens that hold seats, codes that invite, ids of tables. Only their hashes are kept."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import sha256

RandomBytes = Callable[[int], bytes]
"""The source of randomness: the system, or a test."""

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"  # no two that look alike


class Names:
    """Makes tokens, codes, ids and secrets."""

    def __init__(self, random_bytes: RandomBytes = secrets.token_bytes) -> None:
        self._random_bytes = random_bytes

    def token(self) -> str:
        """A token that holds a seat, or a code to take one: 190 bits."""
        return self._letters(33)

    def table(self) -> str:
        """A table's id, which is also the link to watch it: 69 bits."""
        return self._letters(12)

    def secret(self) -> str:
        """A shuffle's secret: 256 bits."""
        return self._random_bytes(32).hex()

    def _letters(self, count: int) -> str:
        # One letter from eight bytes: the bias is below 2 to the power of -58.
        return "".join(_LETTERS[int.from_bytes(self._random_bytes(8), "big") % len(_LETTERS)] for _ in range(count))


def hashed(token: str) -> str:
    """The stored hash of a token. It is too long to be guessed, so one round is enough."""
    return sha256(token.encode("utf-8", errors="replace")).hexdigest()
