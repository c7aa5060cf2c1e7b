"""Tables made and played on without a page, where the page is not what is tested there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from types import TracebackType
from typing import Any, Self

import httpx
from playwright.sync_api import Page

from nouvelle_france.client import Client
from nouvelle_france.protocol.rest import Snapshot
from tests.server.running import Placements, Player

ME = {"kind": "me"}
OPEN = {"kind": "open"}


def bot(name: str) -> dict[str, str]:
    """A seat for a bot."""
    return {"kind": "bot", "bot": name}


def person(name: str, seat: str) -> dict[str, str]:
    """A seat of a colour for a person at this device."""
    return {"kind": "me", "name": name, "seat": seat}


@dataclass
class Made:
    """A table and the keys to it."""

    id: str
    tokens: dict[str, str]
    host: str
    invite: str
    title: str = ""

    @property
    def path(self) -> str:
        """Where the page shows it."""
        return f"/t/{self.id}"

    def kept(self, *seats: str) -> Mapping[str, Any]:
        """As a browser remembers it that holds some of its seats, or all."""
        return {
            "table": self.id,
            "title": self.title,
            "tokens": {seat: token for seat, token in self.tokens.items() if not seats or seat in seats},
            "host": self.host,
            "invite": self.invite,
            "at": int(time.time() * 1000),
        }


def held(page: Page) -> Made:
    """The table a page shows, with the keys its browser holds."""
    id = page.url.rsplit("/", 1)[1]
    tables = page.evaluate("JSON.parse(localStorage.getItem('nouvelle-france/tables'))")
    kept = next(it for it in tables if it["table"] == id)
    return Made(id, kept["tokens"], kept.get("host", ""), kept.get("invite", ""), kept["title"])


class House:
    """The server by REST."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._client = httpx.Client(base_url=url, timeout=120, trust_env=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """A request that must succeed."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self._client.request(method, f"/api{path}", json=body, headers=headers)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()

    def make(self, *seats: Mapping[str, Any], start: bool = True, **asked: Any) -> Made:
        """A table with quick bots, begun unless a seat is open."""
        body = {"name": "Jeanne", "coureur": "in_order", "pace": {"bot_seconds": 0}, **asked}
        if seats:
            body["seats"] = list(seats)
        made = self.ask("POST", "/tables", body)
        table = Made(made["table"], made["tokens"], made["host"], made["invite"], asked.get("title", ""))
        if start:
            self.ask("POST", f"/tables/{table.id}/start", {"words": "snow"}, next(iter(table.tokens.values())))
        return table

    def begin_day(self, name: str) -> Made:
        """The game of the server's today, as somebody new plays it."""
        date = self.ask("GET", "/days")["today"]["date"]
        made = self.ask("POST", f"/days/{date}", {"name": name, "bot_seconds": 0})
        return Made(made["table"], made["tokens"], made["host"], made["invite"])

    def look(self, table: Made | str, token: str | None = None) -> Any:
        """The table as everyone sees it, or as the holder of a seat does."""
        return self.ask("GET", f"/tables/{table if isinstance(table, str) else table.id}", token=token)

    def record(self, table: Made) -> str:
        """The record of a game that is over."""
        answer = self._client.get(f"/api/tables/{table.id}/record")
        assert answer.is_success, answer.text
        return answer.text

    def edition(self) -> Any:
        """The built-in edition as the server describes it."""
        return self.ask("GET", f"/editions/{self.ask('GET', '/info')['editions'][0]['digest']}")

    def play(
        self,
        table: Made,
        until: Callable[[Snapshot], bool] = lambda _: False,
        *,
        keen: bool = False,
        seed: int = 1,
    ) -> bool:
        """Play for all seats that are held, until something holds or the game is over; whether it holds then."""
        kind = Keen if keen else Player

        async def main() -> bool:
            async with Client(self.url) as client, client.socket() as socket:
                opened = await socket.open(table.id, *table.tokens.values())
                player = kind(opened, await Placements.of(client), Random(seed))
                while not until(opened.snapshot):
                    # What is waited for may come with the next offer: it is looked at before that is taken.
                    await opened.until(lambda table: table.snapshot.status != "playing" or bool(player.asked))
                    if until(opened.snapshot) or not await player.move():
                        break
                return until(opened.snapshot)

        # In a thread: Playwright's event loop runs in this one.
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(asyncio.run, main()).result()


class Keen(Player):
    """Takes the most points, and looks at no cards: games that look as if somebody meant them."""

    def choose(self, seat: str) -> dict[str, Any]:
        """An action of those offered."""
        offer = self.table.snapshot.offers[seat]
        if "place" in offer.do or ("bonus" in offer.do and "draw" not in offer.do):
            worth = [
                (sum(points[number] for points in group.gain.values()), self._rng.random(), group.do, id)
                for group in offer.placements
                for number, id in enumerate(group.ids)
            ]
            _, _, do, id = max(worth)
            return self._placements.words(seat, do, id)
        for plain in ("draw", "fille", "decline", "end", "pass"):
            if plain in offer.do:
                return {"by": seat, "do": plain}
        return super().choose(seat)
