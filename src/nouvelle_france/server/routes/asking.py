"""Shared parameters of requests: tables and seats in the path, tokens in a header, house and reception."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from nouvelle_france.house import House
from nouvelle_france.house.history import history
from nouvelle_france.protocol.texts import TableId, Token, Word
from nouvelle_france.reception import Reception
from nouvelle_france.server.limits import Limiter, address
from nouvelle_france.server.process import process_of, rooms_of
from nouvelle_france.tables import Code, TableError

TableInPath = Annotated[TableId, Path(description="The table's id.")]
SeatInPath = Annotated[Word, Path(description="A seat: its colour, or player in solo.")]

WITHOUT_TOKEN: dict[str, Any] = {"security": [{}]}
"""Added to the description of calls that also work without a token."""

PER_TOKEN = 500
"""How many entries are replayed for one token more: a few times as many as a game has."""

MOST = 10_000
"""How many entries a longer past counts as: were it more than the tokens there are, nobody could look at it."""


def house_of(request: Request) -> House:
    """The house of this process."""
    return rooms_of(request).household.house


def reception_of(request: Request) -> Reception:
    """Its reception."""
    return rooms_of(request).reception


def admit(request: Request, limiter: Limiter, what: str, tokens: int = 1) -> None:
    """Refuse a request whose address has exceeded a limit; one that costs more takes more ``tokens``."""
    if wait := limiter.take(address(request), tokens):
        raise TableError(Code.TOO_MANY, f"too many {what}; wait a little", retry_after=wait)


async def room_for_a_table(request: Request) -> None:
    """Refuse too many tables, from one address or in all."""
    admit(request, process_of(request).creating, "new tables")
    await reception_of(request).making.room()


def shown(token: str | None) -> list[str]:
    """The tokens of a request that may come without one."""
    return [] if token is None else [token]


async def admit_to_past(request: Request, table: str, entries: int = MOST) -> None:
    """Refuse an address that looks back too often, where so many of a table's entries are to be replayed."""
    there_are = (await house_of(request).live(table)).table.seq
    tokens = 1 + min(there_are, entries, MOST) // PER_TOKEN
    admit(request, process_of(request).looking_back, "looks back", tokens)


async def past_of(
    request: Request, table: str, token: str | None, after: int, limit: int
) -> tuple[list[dict[str, Any]], bool]:
    """A page of a table's events as the holder of that token may know them, and whether there are more.

    Each page is replayed from the table's beginning, so that the last pages of a long past cost most.
    """
    await admit_to_past(request, table, after + limit)
    return await history(house_of(request), table, shown(token), after, limit)


def document(*keys: str) -> dict[int | str, dict[str, Any]]:
    """The description of an answer that is a JSON document with at least these keys."""
    schema = {"type": "object", "required": list(keys)}
    return {200: {"content": {"application/json": {"schema": schema}}}}


_bearer = HTTPBearer(auto_error=False, description="The token of a seat, or of the host.")


def maybe_bearer(given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]) -> str | None:
    """The token of a request, if it has one: ``Authorization: Bearer …``."""
    return given.credentials if given else None


def bearer(token: Annotated[str | None, Depends(maybe_bearer)]) -> str:
    """The token of a request."""
    if token is None:
        raise TableError(Code.BAD_TOKEN, "a token is needed: Authorization: Bearer …")
    return token


Bearer = Annotated[Token, Depends(bearer)]
MaybeBearer = Annotated[Token | None, Depends(maybe_bearer)]
