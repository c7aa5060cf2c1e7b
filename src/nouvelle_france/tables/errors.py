"""What can go wrong at a table: a closed list of codes that clients can rely on."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Every error a server answers with. Each is explained in docs/protocol.md."""

    BAD_MESSAGE = "bad_message"
    TOO_LARGE = "too_large"
    TOO_MANY = "too_many"
    NOT_FOUND = "not_found"
    NOT_ALLOWED = "not_allowed"
    PASSWORD = "password"  # noqa: S105 - the name of an error
    BAD_ORIGIN = "bad_origin"
    UNKNOWN_TABLE = "unknown_table"
    UNKNOWN_EDITION = "unknown_edition"
    UNKNOWN_BOT = "unknown_bot"
    UNKNOWN_SEAT = "unknown_seat"
    BAD_TOKEN = "bad_token"  # noqa: S105 - the name of an error
    BAD_INVITE = "bad_invite"
    BAD_OPTIONS = "bad_options"
    BAD_RECORD = "bad_record"
    BAD_ADDRESS = "bad_address"
    NOT_OPEN = "not_open"
    SEAT_TAKEN = "seat_taken"
    SEATS_OPEN = "seats_open"
    NOT_WAITING = "not_waiting"
    NOT_PLAYING = "not_playing"
    NOT_OVER = "not_over"
    NOT_YET = "not_yet"
    NO_PROOF = "no_proof"
    CLOSED = "closed"
    PRESENT = "present"
    STALE = "stale"
    ID_REUSED = "id_reused"
    NOT_YOUR_SEAT = "not_your_seat"
    NOT_YOUR_TURN = "not_your_turn"
    OUT_OF_TIME = "out_of_time"
    INVALID_MOVE = "invalid_move"
    ILLEGAL_MOVE = "illegal_move"
    TOO_LATE = "too_late"
    CHAT_FULL = "chat_full"
    PROPOSED = "proposed"
    NOT_TWO = "not_two"
    NO_HINTS = "no_hints"
    SEALED = "sealed"
    OTHER_RULES = "other_rules"
    UNAVAILABLE = "unavailable"
    FAILED = "failed"


class TableError(Exception):
    """Something a table refuses. Nothing has changed."""

    def __init__(self, code: Code, message: str, rule: str | None = None, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule
        """The number of the rule of the game that forbids it, if one does."""
        self.retry_after = retry_after
        """In how many seconds to try again, if known."""
