"""What requests have in common: tables and seats in the path, tokens in a header, and whom to ask."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from nouvelle_france.house import House
from nouvelle_france.protocol.texts import TableId, Token, Word
from nouvelle_france.reception import Reception
from nouvelle_france.server.process import process_of
from nouvelle_france.tables import Code, TableError

TableInPath = Annotated[TableId, Path(description="The table's id.")]
SeatInPath = Annotated[Word, Path(description="A seat: its colour, or player in solo.")]

WITHOUT_TOKEN: dict[str, Any] = {"security": [{}]}
"""Added to the description of what may also be asked without a token."""


def house_of(request: Request) -> House:
    """The house of this process."""
    return process_of(request).household.house


def reception_of(request: Request) -> Reception:
    """Its reception."""
    return process_of(request).reception


def document(*keys: str) -> dict[int | str, dict[str, Any]]:
    """The description of an answer that is a JSON document of its own, with at least these keys."""
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
