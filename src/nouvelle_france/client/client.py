"""REST calls to a server."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import quote

import httpx
from pydantic import BaseModel, ValidationError

from nouvelle_france.client.refused import RefusedError
from nouvelle_france.client.socket import PATIENCE, Socket
from nouvelle_france.protocol.analysis import AnalysisAsked, AnalysisStatus, Analyst, RetryAsked, RetryTold
from nouvelle_france.protocol.days import BeginDay, DayStandings, DaysTold
from nouvelle_france.protocol.news import History
from nouvelle_france.protocol.rest import Answer as Answered
from nouvelle_france.protocol.rest import (
    Asked,
    Bring,
    ChangeRules,
    Created,
    CreateTable,
    Health,
    Info,
    Invitation,
    Join,
    Lobby,
    Ok,
    PlayOn,
    Problem,
    Propose,
    Rematch,
    SeatBot,
    Seated,
    Sitting,
    Snapshot,
    Start,
    TakeOver,
)
from nouvelle_france.protocol.timeline import NewsPage, TimelineTold
from nouvelle_france.tables.errors import Code
from nouvelle_france.tables.tokens import Names

Answer = TypeVar("Answer", bound=BaseModel)

PAUSES = (0.2, 1.0)
"""How long to wait before a seat is asked for again, in seconds."""


class Client:
    """A server, by its address: ``async with Client("http://127.0.0.1:8608") as client``.

    ``password`` is that of the whole server, if it has one.
    """

    def __init__(self, url: str, timeout: float = 30.0, password: str | None = None) -> None:
        self.url = url.rstrip("/")
        self._headers = {} if password is None else {"Nouvelle-France-Password": quote(password)}
        self._http = httpx.AsyncClient(base_url=self.url, timeout=timeout, trust_env=False, headers=self._headers)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    def socket(self, patience: float = PATIENCE) -> Socket:
        """A socket to this server: ``async with client.socket() as socket``.

        When the connection is lost it tries to reconnect for ``patience`` seconds.
        """
        return Socket(f"ws{self.url.removeprefix('http')}/api/socket", patience, self._headers)

    # -- the server ------------------------------------------------------------------------------------------------

    async def health(self) -> Health:
        """Whether the server works."""
        return await self._ask(Health, "GET", "/healthz")

    async def info(self) -> Info:
        """About the server, and what it offers."""
        return await self._ask(Info, "GET", "/api/info")

    async def edition(self, digest: str) -> dict[str, Any]:
        """An edition with its placements."""
        found: dict[str, Any] = (await self._request("GET", f"/api/editions/{digest}")).json()
        return found

    # -- tables ----------------------------------------------------------------------------------------------------

    async def create(self, asked: CreateTable) -> Created:
        """Make a table."""
        return await self._ask(Created, "POST", "/api/tables", asked)

    async def play_on(self, asked: PlayOn) -> Created:
        """Play on from a moment of a finished game, against bots."""
        return await self._ask(Created, "POST", "/api/tables/play-on", asked)

    async def days(self, before: str | None = None, limit: int = 30) -> DaysTold:
        """Today, the days to come and past ones."""
        query = {"limit": str(limit)} if before is None else {"limit": str(limit), "before": before}
        return await self._ask(DaysTold, "GET", f"/api/days?{httpx.QueryParams(query)}")

    async def day(self, date: str) -> DayStandings:
        """A day and its list."""
        return await self._ask(DayStandings, "GET", f"/api/days/{date}")

    async def begin_day(self, date: str, asked: BeginDay, token: str | None = None) -> Created:
        """Play the game of a day; with the token of an earlier one, as the same person."""
        return await self._ask(Created, "POST", f"/api/days/{date}", asked, token)

    async def bring(self, asked: Bring) -> Created:
        """Import a game that was played in a browser."""
        return await self._ask(Created, "POST", "/api/tables/bring", asked)

    async def lobby(self, after: str | None = None, limit: int = 30) -> Lobby:
        """Public tables."""
        query = {"limit": str(limit)} if after is None else {"limit": str(limit), "after": after}
        return await self._ask(Lobby, "GET", f"/api/tables?{httpx.QueryParams(query)}")

    async def look(self, table: str, token: str | None = None) -> Snapshot:
        """A table as a spectator or the holder of a seat sees it."""
        return await self._ask(Snapshot, "GET", f"/api/tables/{table}", token=token)

    async def history(self, table: str, token: str | None = None, after: int = 0, limit: int = 200) -> History:
        """What happened at a table."""
        return await self._ask(History, "GET", f"/api/tables/{table}/events?after={after}&limit={limit}", token=token)

    async def news(self, table: str, token: str | None = None, after: int = 0, limit: int = 200) -> NewsPage:
        """The same as news, each with what it changed."""
        return await self._ask(NewsPage, "GET", f"/api/tables/{table}/news?after={after}&limit={limit}", token=token)

    async def timeline(self, table: str) -> TimelineTold:
        """A finished game, moment by moment."""
        return await self._ask(TimelineTold, "GET", f"/api/tables/{table}/timeline")

    async def timeline_of(self, record: str) -> TimelineTold:
        """The game of a record, moment by moment."""
        return TimelineTold.model_validate_json((await self._request("POST", "/api/timeline", record)).content)

    async def analyse(self, table: str, bot: Analyst = "maitre") -> AnalysisStatus:
        """Have a finished game analysed, in the background; :meth:`analysis` reports the progress."""
        return await self._ask(AnalysisStatus, "POST", f"/api/tables/{table}/analysis", AnalysisAsked(bot=bot))

    async def analysis(self, table: str, bot: Analyst = "maitre") -> AnalysisStatus:
        """The progress of a finished game's analysis, and the whole analysis once it is done."""
        return await self._ask(AnalysisStatus, "GET", f"/api/tables/{table}/analysis?bot={bot}")

    async def retry(self, table: str, asked: RetryAsked) -> RetryTold:
        """What another action would have given up instead of the choice that led to a moment."""
        return await self._ask(RetryTold, "POST", f"/api/tables/{table}/analysis/retry", asked)

    async def record(self, table: str) -> str:
        """The record of a finished game."""
        return (await self._request("GET", f"/api/tables/{table}/record")).text

    async def fairness(self, table: str) -> str:
        """The proof of a finished game's shuffle; refused if the first player was arranged."""
        return (await self._request("GET", f"/api/tables/{table}/fairness")).text

    async def start(self, table: str, token: str, words: str | None = None) -> Ok:
        """Begin the game."""
        return await self._ask(Ok, "POST", f"/api/tables/{table}/start", Start(words=words), token)

    async def close(self, table: str, token: str) -> Ok:
        """End a table early."""
        return await self._ask(Ok, "POST", f"/api/tables/{table}/close", token=token)

    async def rematch(self, table: str, token: str) -> Rematch:
        """Play again with the same people."""
        return await self._ask(Rematch, "POST", f"/api/tables/{table}/rematch", token=token)

    async def change_rules(self, table: str, token: str, asked: ChangeRules) -> Ok:
        """Choose other rules before the game."""
        return await self._ask(Ok, "PUT", f"/api/tables/{table}/rules", asked, token)

    async def invite(self, table: str, token: str) -> Invitation:
        """A new invitation."""
        return await self._ask(Invitation, "POST", f"/api/tables/{table}/invite", token=token)

    # -- seats -----------------------------------------------------------------------------------------------------

    async def join(self, table: str, asked: Join) -> Seated:
        """Take an open seat."""
        return await self._sit(f"/api/tables/{table}/join", asked)

    async def take_over(self, table: str, asked: TakeOver) -> Seated:
        """Take a seat that was offered."""
        return await self._sit(f"/api/tables/{table}/take-over", asked)

    async def offer(self, table: str, seat: str, token: str) -> Invitation:
        """Offer one's seat by link."""
        return await self._ask(Invitation, "POST", f"/api/tables/{table}/seats/{seat}/offer", token=token)

    async def leave(self, table: str, seat: str, token: str) -> Ok:
        """Leave one's seat."""
        return await self._ask(Ok, "POST", f"/api/tables/{table}/seats/{seat}/leave", token=token)

    async def concede(self, table: str, seat: str, token: str) -> Ok:
        """Give up: in a game of two, or against Winter."""
        return await self._ask(Ok, "POST", f"/api/tables/{table}/seats/{seat}/concede", token=token)

    async def propose(self, table: str, seat: str, token: str, asked: Propose) -> Ok:
        """Propose something to the others."""
        return await self._ask(Ok, "POST", f"/api/tables/{table}/seats/{seat}/propose", asked, token)

    async def answer(self, table: str, seat: str, token: str, asked: Answered) -> Ok:
        """Agree to a proposal, or not."""
        return await self._ask(Ok, "POST", f"/api/tables/{table}/seats/{seat}/answer", asked, token)

    async def stand_in(self, table: str, seat: str, token: str) -> Ok:
        """Let a bot stand in for somebody who is away."""
        return await self._ask(Ok, "POST", f"/api/tables/{table}/seats/{seat}/stand-in", token=token)

    async def add_words(self, table: str, seat: str, token: str, words: str) -> Ok:
        """Add words to the shuffle."""
        return await self._ask(Ok, "PUT", f"/api/tables/{table}/seats/{seat}/words", Start(words=words), token)

    async def seat_bot(self, table: str, seat: str, token: str, bot: str) -> Ok:
        """Put a bot on an open seat."""
        return await self._ask(Ok, "PUT", f"/api/tables/{table}/seats/{seat}/bot", SeatBot(bot=bot), token)

    async def open_seat(self, table: str, seat: str, token: str) -> Ok:
        """Free a seat before the game."""
        return await self._ask(Ok, "DELETE", f"/api/tables/{table}/seats/{seat}", token=token)

    # -- how it is asked -------------------------------------------------------------------------------------------

    async def _sit(self, path: str, asked: Sitting) -> Seated:
        """Take a seat. Where no answer comes, the same is asked again: else nobody might know what holds the seat."""
        asked = asked if asked.token else asked.model_copy(update={"token": Names().token()})
        for pause in PAUSES:
            try:
                return await self._ask(Seated, "POST", path, asked)
            except httpx.TransportError:
                pass
            except RefusedError as error:
                if error.code not in (Code.UNAVAILABLE, Code.FAILED):
                    raise
            await asyncio.sleep(pause)
        return await self._ask(Seated, "POST", path, asked)

    async def _ask(
        self, answer: type[Answer], method: str, path: str, body: Asked | None = None, token: str | None = None
    ) -> Answer:
        return answer.model_validate_json((await self._request(method, path, body, token)).content)

    async def _request(
        self, method: str, path: str, body: Asked | str | None = None, token: str | None = None
    ) -> httpx.Response:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        content = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            content = body if isinstance(body, str) else body.model_dump_json()
        response = await self._http.request(method, path, headers=headers, content=content)
        if response.is_error:
            try:
                problem = Problem.model_validate_json(response.content)
            except ValidationError:
                raise RefusedError(Code.UNAVAILABLE, f"{response.status_code} from {path}") from None
            raise RefusedError(problem.code, problem.message, problem.rule)
        return response
