"""Nothing leaks: worlds that differ only in what is hidden from a viewer say the same to it, byte for byte.

A script of random wishes is played against the real server, over real sockets. Then it is played again, once for each
viewer, where the cards that viewer never saw lie in another order and other seats put their Hurons' cards back
otherwise. All that viewer was told, over REST and over its socket, must be the same, and so must be what a spectator
was told, the log and the metrics.
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import orjson
import prometheus_client
import pytest
import structlog

from nouvelle_france.house import house, live, presence, sweeping
from nouvelle_france.record import Record, write_action
from nouvelle_france.rules import Event
from nouvelle_france.server import exporting, thinking
from nouvelle_france.server.notes import ServerNotes
from nouvelle_france.server.storage import StorageError
from nouvelle_france.tables import Code, Table, TableError, Written, decisions, news
from nouvelle_france.tables.fairness import Proof, unfairness
from nouvelle_france.tables.tokens import hashed
from tests.server.running import COMMAND
from tests.server.worlds import Step, World, body_of, request
from tests.tables.sitting import EDITION, Sitting, edition_of
from tests.tables.worlds import another_world, deck_of

WATCHER = "the watcher"
PEOPLE = ("Anne", "Brice", "Cécile", "Denis")
WRONG_TOKEN = "Wrong" + "X" * 28
ODD_TOKEN = "OddTokenWithTheWrongLengthAndASign!"
RUN_OF_CARDS = 5
"""So many cards in the deck's own order are told nowhere: displays and peeks are shorter."""


class Kind(NamedTuple):
    """A kind of table: who sits at it, and how it is asked for. The first makes it, and holds all seats for ``me``."""

    name: str
    people: tuple[str, ...]
    asked: Mapping[str, Any]


def _seats(*kinds: str) -> list[dict[str, Any]]:
    return [{"kind": "bot", "bot": "greedy"} if kind == "bot" else {"kind": kind} for kind in kinds]


TWO = Kind(
    "two", PEOPLE[:2], {"seats": _seats("me", "open"), "rules": {"unable": "claimed"}, "pace": {"bot_seconds": 0}}
)
FOUR = Kind("four", PEOPLE, {"seats": _seats("me", "open", "open", "open"), "public": True, "coureur": "in_order"})
ONE_CARD = Kind("one card", PEOPLE[1:], {"seats": _seats("me", "open", "open"), "rules": {"one_card": True}})
HOT_SEAT = Kind(
    "hot seat", (PEOPLE[3], PEOPLE[0]), {"seats": _seats("me", "me", "open"), "rules": {"support": "leaning"}}
)
WITH_BOT = Kind(
    "with a bot",
    PEOPLE[1:3],
    {"seats": _seats("me", "bot", "open"), "public": True, "pace": {"bot_seconds": 0, "turn_seconds": 600}},
)
SOLO = Kind("solo", PEOPLE[:1], {"mode": "solo", "public": True, "pace": {"bot_seconds": 0}})


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Time that is measured stands still, and the log goes to the test: what differs then, differs by a secret."""
    still = SimpleNamespace(monotonic=lambda: 0.0, perf_counter=lambda: 0.0, time_ns=time.time_ns)
    for room in (house, presence, sweeping):
        monkeypatch.setattr(room, "time", still)
    monkeypatch.setattr(sweeping, "SWEEP", 3600.0)  # its moment would be chance
    monkeypatch.setattr(thinking, "monotonic", lambda: 0.0)
    monkeypatch.setattr(structlog.processors, "TimeStamper", lambda **_: lambda _log, _name, event: event)
    prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]  # the library leaves it untyped
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()
    prometheus_client.enable_created_metrics()  # type: ignore[no-untyped-call]  # the library leaves it untyped


# -- people who do all sorts of things -----------------------------------------------------------------------------


class Party:
    """People at some tables of a world, what they hold, and the script of what they did."""

    def __init__(self, world: World, rng: Random) -> None:
        self.world = world
        self.rng = rng
        self.script: list[Step] = []
        self.tables: list[str] = []
        self.kinds: dict[str, Kind] = {}
        self.hosts: dict[str, str] = {}
        self.tokens: dict[tuple[str, str], dict[str, str]] = {}
        """By table and person: the tokens of the seats it holds."""
        self.careful: set[tuple[str, str]] = set()
        """Seats that never use their Huron, since their holder has another that does."""
        self._sent: list[tuple[str, dict[str, Any]]] = []
        self._count = 0

    async def do(self, step: Step) -> bytes:
        self.script.append(step)
        return await self.world.do(step)

    async def ask(self, who: str, method: str, path: str, token: str | None = None, body: object = None) -> Any:
        """A request; what is answered."""
        answer = await self.do(Step(who, "http", request(method, path, token, body)))
        return body_of(answer) if path != "/metrics" else None

    async def send(self, who: str, **message: Any) -> None:
        """A message over one's socket."""
        if "id" not in message:
            self._count += 1
            message["id"] = f"m{self._count}"
        self._sent.append((who, message))
        await self.do(Step(who, "send", orjson.dumps(message)))

    async def table(self, id: str) -> Table:
        return (await self.world.house.live(id)).table

    def mine(self, id: str, who: str) -> dict[str, str]:
        return self.tokens.get((id, who), {})

    def holder(self, id: str, seat: str) -> str:
        return next(who for (table, who), held in self.tokens.items() if table == id and seat in held)

    # -- coming ----------------------------------------------------------------------------------------------------

    async def come(self, kinds: Sequence[Kind]) -> None:
        """Everybody connects, sits down at all tables and starts the games."""
        for who in (WATCHER, *PEOPLE):
            await self.do(Step(who, "connect"))
        for kind in kinds:
            await self._sit_down(kind)
        for id in self.tables:
            for who in (WATCHER, *PEOPLE):
                await self.open(id, who)

    async def _sit_down(self, kind: Kind) -> None:
        first, *others = kind.people
        asked = {"name": first, "title": kind.name, **kind.asked}
        made = await self.ask(first, "POST", "/api/tables", body=asked)
        id = made["table"]
        self.tables.append(id)
        self.kinds[id] = kind
        self.hosts[id] = made["host"]
        self.tokens[id, first] = made["tokens"]
        self.careful |= {(id, seat) for seat in list(made["tokens"])[1:]}
        invite = await self.ask(first, "POST", f"/api/tables/{id}/invite", made["host"])
        for who in others:
            for wrong in (made["invite"], WRONG_TOKEN, ODD_TOKEN):
                if not kind.asked.get("public"):
                    await self.ask(who, "POST", f"/api/tables/{id}/join", body={"name": who, "invite": wrong})
            body = {"name": who, "invite": invite["code"], "words": f"of-{len(who)}"}
            seated = await self.ask(who, "POST", f"/api/tables/{id}/join", body=body)
            self.tokens[id, who] = {seated["seat"]: seated["token"]}
        await self.ask(WATCHER, "GET", f"/api/tables/{id}/record")
        token = next(iter(self.tokens[id, first].values()))
        await self.ask(first, "POST", f"/api/tables/{id}/start", token, {"words": "mine"})

    async def open(self, id: str, who: str, seen: int | None = None) -> None:
        tokens = list(self.mine(id, who).values())
        await self.send(who, type="open", table=id, tokens=tokens, seen=seen)

    # -- playing ---------------------------------------------------------------------------------------------------

    async def play(self, id: str, *wanted: str) -> bool:
        """Somebody who is asked plays, one of the wanted kinds if there is one; whether anybody did."""
        table = await self.table(id)
        seats = [seat for seat in table.persons_asked if self.holder(id, seat) in self.world.connected]
        if not seats:
            return False
        seat = self.rng.choice(seats)
        action = self.action(table, seat, wanted)
        await self.send(self.holder(id, seat), type="move", table=id, on=table.seq, action=action)
        return True

    def action(self, table: Table, seat: str, wanted: Sequence[str] = ()) -> dict[str, Any]:
        number = table.game.seat(seat)
        assert number is not None
        legal = table.playing.state.position.legal.of_seat(number)
        kinds = [it for it in legal.kinds() for _ in range(3 if it == "huron" else 1)]
        if (table.id, seat) in self.careful:
            kinds = [it for it in kinds if it != "huron"] or kinds
        kind = self.rng.choice([it for it in kinds if it in wanted] or kinds)
        return write_action(table.game, self.rng.choice(legal.of_kind(kind)))

    async def look_at_cards(self, id: str) -> bool:
        """Play on until somebody looks at the deck with a Huron and puts the cards back; whether somebody could."""
        for _ in range(60):
            await self.play(id, "huron", "draw", "place", "decline")
            table = await self.table(id)
            if table.playing.state.position.phase.value.startswith("look"):
                await self.question(id)
                return await self.play(id)
            if table.status != "playing" or not any(table.playing.state.position.tokens):
                return False
        return False

    # -- everything else -------------------------------------------------------------------------------------------

    async def wish(self, id: str) -> None:
        """Something at random."""
        wishes: list[Callable[[str], Any]] = [
            *[self.play] * 12,
            *[self._refused_move] * 3,
            *[self._take_back] * 2,
            self._again,
            self._say,
            self._come_again,
            self._leave,
            self._hand_over,
            self._nonsense,
            self._wait,
            self._ask_something,
        ]
        await self.rng.choice(wishes)(id)

    def _somebody(self, id: str) -> str:
        """Somebody connected who has a seat."""
        return self.rng.choice([who for table, who in self.tokens if table == id and who in self.world.connected])

    async def _refused_move(self, id: str) -> None:
        table = await self.table(id)
        if table.status != "playing" or not table.persons_asked:
            return
        asked = self.rng.choice(table.persons_asked)
        action = self.action(table, asked)
        who = self.holder(id, asked)
        other = self.rng.choice([*table.chairs])
        on = table.seq
        match self.rng.randrange(7):
            case 0:
                on = max(0, table.game_seq - 1)
            case 1:
                who = self.rng.choice(PEOPLE)
                action = {"by": other, "do": self.rng.choice(("draw", "huron", "coureur", "decline"))}
            case 2:
                action = {"by": asked, "do": "huron", "order": self.rng.choice([[0, 0, 1], [5, 6, 7], [2, 1, 0]])}
                if table.playing.state.position.phase.value.startswith("look"):
                    action["order"] = [9, 9, 9]
            case 3:
                cubes = [[self.rng.randrange(4), self.rng.randrange(4), 1] for _ in range(4)]
                site = self.rng.choice(EDITION.site_ids)
                action = {"by": asked, "do": "place", "block": "stairs-white", "site": site, "cubes": cubes}
            case 4:
                action = {"by": asked, "do": "unable", "shape": "cannon", "remove": "cannon-brown"}
                if table.playing.state.position.phase.value == "place":
                    action["remove"] = "no-such-block"
            case 5:
                action = {"by": asked, "do": self.rng.choice(("pass", "fille", "end"))}
                if action["do"] in table.playing.state.position.legal.kinds():
                    return
            case 6:
                who = self.holder(id, other) if table.chairs[other].kind == "person" else who
                action = {"by": other, "do": "draw"} if other != asked else {"by": asked, "do": "end", "order": [1]}
        if who in self.world.connected:
            await self.send(who, type="move", table=id, on=on, action=action)

    async def be_refused(self, id: str, who: str) -> None:
        """What is refused to everybody, whoever's turn it is."""
        for seat, token in self.mine(id, who).items():
            for on in (0, (await self.table(id)).seq):
                await self.send(who, type="move", table=id, on=on, action={"by": seat, "do": "pass"})
            for text in ("Once", "Twice"):
                await self.send(who, type="say", id=f"said-{who[0]}", table=id, seat=seat, text=text)
            await self.ask(who, "POST", f"/api/tables/{id}/seats/{seat}/stand-in", token)

    async def _again(self, id: str) -> None:
        """A message is sent again, or its id is used for another."""
        mine = [it for it in self._sent if it[0] in self.world.connected and it[1]["type"] in ("move", "say")]
        if mine:
            who, message = self.rng.choice(mine)
            seat = message.get("seat") or message["action"]["by"]
            other = {"type": "say", "table": message["table"], "seat": seat, "text": "Something else"}
            await self.send(who, **self.rng.choice([message, {**other, "id": message["id"]}]))

    async def _take_back(self, id: str) -> None:
        table = await self.table(id)
        seat = table.takes_back or next(iter(table.chairs))
        if table.chairs[seat].kind == "person" and (who := self.holder(id, seat)) in self.world.connected:
            await self.send(who, type="take_back", table=id, seat=seat, on=table.seq)

    async def _say(self, id: str) -> None:
        who = self._somebody(id)
        text = self.rng.choice(("Bonjour !", "À toi", "Il va neiger"))
        await self.send(who, type="say", table=id, seat=next(iter(self.mine(id, who))), text=text)

    async def _come_again(self, id: str) -> None:
        """Somebody's socket breaks; others go on, perhaps with a bot in that seat; then it is back."""
        who = self.rng.choice([*PEOPLE, WATCHER])
        await self.do(Step(who, "disconnect"))
        for _ in range(self.rng.randrange(3)):
            await self.play(id)
        for seat in self.mine(id, who):
            if self._may_stand_in(id):
                await self.ask(who, "POST", f"/api/tables/{id}/seats/{seat}/stand-in", self.hosts[id])
        await self.do(Step(who, "connect"))
        for table in self.tables:
            seq = (await self.table(table)).seq
            await self.open(table, who, self.rng.choice([None, 0, seq, max(0, seq - self.rng.randrange(9)), seq + 7]))

    def _may_stand_in(self, id: str) -> bool:
        """Bots take a while to start, so some tables do without; alone they would play to the end at once."""
        return self.kinds[id] is WITH_BOT

    async def _leave(self, id: str) -> None:
        if not self._may_stand_in(id):
            return
        who = self._somebody(id)
        seat, token = self.rng.choice(list(self.mine(id, who).items()))
        seq = (await self.table(id)).seq
        await self.ask(who, "POST", f"/api/tables/{id}/seats/{seat}/leave", token)
        await self.open(id, who, seq)

    async def _hand_over(self, id: str) -> None:
        """Somebody hands a seat to oneself, on another device."""
        who = self._somebody(id)
        seat, token = self.rng.choice(list(self.mine(id, who).items()))
        offer = await self.ask(who, "POST", f"/api/tables/{id}/seats/{seat}/offer", token)
        await self.ask(WATCHER, "POST", f"/api/tables/{id}/take-over", body={"name": "Zoé", "offer": WRONG_TOKEN})
        if "message" not in offer:
            body = {"name": who, "offer": offer["code"]}
            seated = await self.ask(who, "POST", f"/api/tables/{id}/take-over", body=body)
            self.tokens[id, who][seat] = seated["token"]
            await self.ask(who, "GET", f"/api/tables/{id}", token)  # which holds nothing now
        await self.open(id, who)

    async def _nonsense(self, id: str) -> None:
        who = self.rng.choice(self.world.connected)
        token = next(iter(self.mine(id, who).values()), WRONG_TOKEN)
        for message in (
            {"type": "open", "id": "n1", "table": id, "tokens": [WRONG_TOKEN]},
            {"type": "open", "id": "n2", "table": id, "tokens": [ODD_TOKEN]},
            {"type": "open", "id": "n3", "table": id, "tokens": token},
            {"type": "open", "id": "n4", "table": self.rng.choice(self.tables), "tokens": [self.hosts[id]]},
            {"type": "say", "id": "n5", "table": id, "seat": "nobody", "text": token, "token": token},
            {"type": "move", "id": "n6", "table": id, "on": 1, "action": {"by": "white", "do": "fly", "order": token}},
            [token],
        ):
            await self.do(Step(who, "send", orjson.dumps(message)))
        await self.do(Step(who, "send", f'{{"type":"open","tokens":["{token}"'.encode()))

    async def _wait(self, id: str) -> None:
        """A turn takes too long: where there is a clock, it runs out, and a stand-in plays."""
        await self.do(Step(WATCHER, "wait"))
        for table in self.tables:
            await self._say(table)  # wakes the table, whose own timer counts by the system's clock

    async def _ask_something(self, id: str) -> None:
        who = self.rng.choice([*PEOPLE, WATCHER])
        await self._ask(id, who, self.rng.choice([None, WRONG_TOKEN, *self.mine(id, who).values()]))

    async def question(self, id: str) -> None:
        """Everybody asks, breaks off and comes again."""
        for who in (WATCHER, *PEOPLE):
            await self._ask(id, who, next(iter(self.mine(id, who).values()), None))
            await self.do(Step(who, "disconnect"))
            await self.do(Step(who, "connect"))
            for table in self.tables:
                seq = (await self.table(table)).seq
                await self.open(table, who, max(0, seq - 3) if table == id else seq)
        for path in ("/healthz", "/metrics", "/api/info", "/api/tables", "/api/tables?limit=1", "/api/nowhere"):
            await self.ask(WATCHER, "GET", path)

    async def _ask(self, id: str, who: str, token: str | None) -> None:
        """All that may tell of cards, and some of all that is refused during a game."""
        at = f"/api/tables/{id}"
        seq = (await self.table(id)).seq
        seat = self.rng.choice(list((await self.table(id)).chairs))
        since = f"after={max(0, seq - 9)}"
        for path in ("", f"/events?{since}", f"/news?{since}", "/timeline", "/record", "/fairness"):
            await self.ask(who, "GET", f"{at}{path}", token)
        refused: list[tuple[str, str, Any]] = [
            ("GET", f"/api/editions/{'0' * 64}", None),
            ("GET", f"/api/tables/{WRONG_TOKEN}", None),
            ("POST", f"{at}/start", {}),
            ("POST", f"{at}/start", {"words": token, "token": token}),
            ("POST", f"{at}/close", None),
            ("POST", f"{at}/invite", None),
            ("POST", f"{at}/rematch", None),
            ("POST", f"{at}/join", {"name": who, "invite": WRONG_TOKEN}),
            ("POST", f"{at}/take-over", {"name": who, "offer": ODD_TOKEN}),
            ("POST", f"{at}/seats/nobody/offer", None),
            ("POST", f"{at}/seats/{seat}/stand-in", None),
            ("PUT", f"{at}/seats/{seat}/words", {"words": "late"}),
            ("PUT", f"{at}/seats/{seat}/bot", {"bot": "greedy"}),
            ("DELETE", f"{at}/seats/{seat}", None),
        ]
        for method, path, body in self.rng.sample(refused, 3):
            await self.ask(who, method, path, self.rng.choice((token, WRONG_TOKEN)), body)


async def play_a_script(world: World, kinds: Sequence[Kind], wishes: int, seed: object) -> Party:
    """A party that has done all sorts of things, the last of them a Huron at each table that has some."""
    party = Party(world, Random(f"{seed}/party"))
    await party.come(kinds)
    for _ in range(wishes):
        await party.wish(party.rng.choice(party.tables))
    looks = [await party.look_at_cards(id) for id in party.tables]
    assert any(looks), "this script proves little; take another seed"
    for id, who in party.tokens:
        await party.be_refused(id, who)
    await party.question(party.tables[0])
    return party


# -- two worlds ----------------------------------------------------------------------------------------------------


class Past(NamedTuple):
    """What happened in the first world."""

    world: World
    party: Party
    logs: dict[str, list[Written]]
    exported: list[str]


async def _exported(world: World, tables: Sequence[str]) -> list[str]:
    """What the owner of a server gets out of the database while the games go on."""
    got = [proof.to_json() async for proof in exporting.proofs(world.url, None, print)]
    for table in tables:
        try:
            got += [proof.to_json() async for proof in exporting.proofs(world.url, table, print)]
        except StorageError as error:
            got.append(str(error))
    return got


async def first_world(folder: Path, kinds: Sequence[Kind], wishes: int, seed: object) -> Past:
    """Play a script."""
    async with World(folder, seed).running() as world:
        party = await play_a_script(world, kinds, wishes, seed)
        logs = {id: await world.entries(id) for id in party.tables}
        return Past(world, party, logs, await _exported(world, party.tables))


async def other_world(folder: Path, past: Past, viewer: str, seed: object) -> tuple[World, list[str]]:
    """The same script, with all that ``viewer`` does not know otherwise."""
    rng = Random(f"{seed}/{viewer}")
    decks: dict[str, list[str]] = {}
    moves: dict[tuple[str, str], dict[str, Any]] = {}
    for id, entries in past.logs.items():
        sitting = Sitting()
        sitting.table, sitting.entries = Table.load(id, edition_of, entries), entries
        seats = [seat for seat in past.party.mine(id, viewer) if (id, seat) not in past.party.careful]
        others = another_world(sitting, seats[0] if seats else "", rng)
        while _bots_orders(others) != _bots_orders(entries):  # a bot does what it did
            others = another_world(sitting, seats[0] if seats else "", rng)
        assert deck_of(others) != deck_of(entries)
        decks[entries[0].data["secret"]] = deck_of(others)
        moves |= {(id, it.data["id"]): it.data["action"] for it in others if it.kind == "moved" and "id" in it.data}
    async with World(folder, seed, decks).running() as world:
        for step in past.party.script:
            await world.do(_otherwise(step, moves))
        return world, await _exported(world, past.party.tables)


def _bots_orders(entries: Sequence[Written]) -> list[Any]:
    """How cards were put back by bots, whose moves have no id of a message."""
    return [it.data["action"].get("order") for it in entries if it.kind == "moved" and "id" not in it.data]


def _otherwise(step: Step, moves: Mapping[tuple[str, str], dict[str, Any]]) -> Step:
    """A step as the other world has it: where cards are put back by somebody else, the order is another."""
    if step.what != "send" or b'"order"' not in step.payload or b'"type":"move"' not in step.payload:
        return step
    message = orjson.loads(step.payload)
    action = moves.get((message["table"], message["id"]))
    if action is None or action["by"] != message["action"]["by"]:
        return step
    return step._replace(payload=orjson.dumps({**message, "action": action}))


def same(what: str, one: Sequence[bytes], two: Sequence[bytes]) -> None:
    """Fails with the first difference, and not with megabytes."""
    for number, (here, there) in enumerate(zip_longest(one, two, fillvalue=b"")):
        if here != there:
            at = next((n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), 0)
            context = [it[max(0, at - 150) : at + 80] for it in (here, there)]
            raise AssertionError(f"{what} differs between worlds, item {number}: {context[0]!r} / {context[1]!r}")


def log_lines(world: World) -> list[bytes]:
    return world.log.getvalue().encode().splitlines()


def _knows_no_more(past: Past, who: str) -> bool:
    """Whether nothing that is hidden from the viewer was ever shown to that person: it never looked at cards."""
    return not any(
        entry.kind == "moved"
        and entry.data["action"]["do"] == "huron"
        and entry.data["seat"] in past.party.mine(id, who)
        for id, entries in past.logs.items()
        for entry in entries
    )


async def compare(folder: Path, kinds: Sequence[Kind], wishes: int, seed: object, viewers: Sequence[str]) -> Past:
    """Play in the first world, then in another for each viewer; nobody may notice."""
    past = await first_world(folder, kinds, wishes, seed)
    for viewer in viewers:
        world, exported = await other_world(folder, past, viewer, seed)
        for who in past.world.said:
            if who != viewer and not _knows_no_more(past, who):
                continue
            same(f"what {who} is told", past.world.said[who], world.said[who])
        same("the log", log_lines(past.world), log_lines(world))
        same("the export", [it.encode() for it in past.exported], [it.encode() for it in exported])
    return past


# -- what is known to nobody ---------------------------------------------------------------------------------------


def no_secret_in(past: Past) -> None:
    """Tokens are told once, to whoever asked for them; hashes, secrets and decks never; the log has none of them."""
    world = past.world
    told = [(who, item) for who, items in world.said.items() for item in items]
    everything = b"\n".join(item for _, item in told)
    log = world.log.getvalue().encode()
    assert len(world.names.tokens) > 5
    for token in world.names.tokens:
        hits = [(who, item) for who, item in told if token.encode() in item]
        assert len(hits) <= 1, f"a token is told {len(hits)} times"
        assert all(item.startswith(b"HTTP/1.1 20") for _, item in hits), "a token is told by an error or a message"
        assert all(item.count(token.encode()) == 1 for _, item in hits)
    never = [*world.names.secrets, *map(hashed, world.names.tokens), WRONG_TOKEN, ODD_TOKEN]
    for entries in past.logs.values():
        deck = deck_of(entries)
        never += ['","'.join(deck[start:][:RUN_OF_CARDS]) for start in range(len(deck) - RUN_OF_CARDS)]
    for secret in never:
        assert secret.encode() not in everything, f"{secret} is told"
    for secret in (*never, *world.names.tokens, *(shape for shape in EDITION.shape_ids)):
        assert secret.encode() not in log, f"{secret} is in the log"


def spectators_know_nothing(items: Sequence[bytes]) -> None:
    """Whoever shows no token is offered nothing and foresees nothing."""
    looked = 0
    for item in items:
        content = item.partition(b"\r\n\r\n")[2] if item.startswith(b"HTTP/") else item
        if not content.startswith((b"{", b"[")):
            continue
        for value in _objects(orjson.loads(content)):
            assert not value.get("offers"), "a spectator is offered something"
            assert not value.get("foresight"), "a spectator foresees something"
            if value.get("event") in ("peeked", "put_back"):
                looked += 1
                assert value.get("cards") is None
                assert value.get("order") is None
    assert looked, "no Huron was used; this proves little"


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _objects(inner)


def codes_in(world: World) -> set[str]:
    """The errors there were."""
    found = set()
    for items in world.said.values():
        for item in items:
            content = item.partition(b"\r\n\r\n")[2] if item.startswith(b"HTTP/1.1 4") else item
            if content.startswith((b'{"type":"error"', b'{"code"')):
                found.add(orjson.loads(content)["code"])
    return found


EVERYWHERE = {"bad_invite", "bad_message", "bad_token", "illegal_move", "not_over", "not_waiting", "not_your_seat"}
AT_TABLES = {"id_reused", "invalid_move", "not_your_turn", "present", "stale", "too_late"}


@pytest.mark.parametrize(
    ("kinds", "wishes", "seed", "viewers", "entries"),
    [
        pytest.param(
            *((TWO, FOUR, ONE_CARD, HOT_SEAT), 60, 1, (WATCHER, PEOPLE[0]), {"taken_back", "handed_over"}),
            id="people",
        ),
        pytest.param(
            *((WITH_BOT, SOLO), 70, 2, PEOPLE[1:2], {"left", "returned", "timed_out"}),
            id="bots",
        ),
        pytest.param(
            *((TWO, FOUR, ONE_CARD, HOT_SEAT), 60, 1, (WATCHER, *PEOPLE), {"taken_back", "handed_over"}),
            id="people, each of them",
            marks=pytest.mark.large,
        ),
        pytest.param(
            *((WITH_BOT, SOLO), 70, 2, (WATCHER, *PEOPLE[1:3]), {"left", "returned", "timed_out"}),
            id="bots, each viewer",
            marks=pytest.mark.large,
        ),
    ],
)
def test_a_viewer_is_told_the_same_whatever_is_hidden_from_it(
    tmp_path: Path, kinds: Sequence[Kind], wishes: int, seed: int, viewers: Sequence[str], entries: set[str]
) -> None:
    past = asyncio.run(compare(tmp_path, kinds, wishes, seed, viewers))
    no_secret_in(past)
    spectators_know_nothing(past.world.said[WATCHER])
    assert len(past.exported) == len(kinds)
    assert all(it.endswith("is not over: its deck is still a secret") for it in past.exported)
    # A script where little happens would prove little.
    refused = codes_in(past.world)
    assert refused >= EVERYWHERE, EVERYWHERE - refused
    if len(kinds) > 2:
        assert refused >= AT_TABLES, AT_TABLES - refused
    assert {entry.kind for log in past.logs.values() for entry in log} >= entries


# -- after the end -------------------------------------------------------------------------------------------------


def _export(url: str, *options: str) -> str:
    command = [str(COMMAND), "export", "-", "--database", url, *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_the_secret_is_told_when_the_game_is_over_and_not_before(tmp_path: Path) -> None:
    async def main() -> None:
        async with World(tmp_path, 1).running() as world:
            party = Party(world, Random(1))
            await party.come((TWO, ONE_CARD))
            ended, running = party.tables
            secrets = {id: (await world.entries(id))[0].data["secret"] for id in party.tables}
            for id in party.tables:
                await party.play(id)
            before = await asyncio.to_thread(_export, world.url, "--fairness")
            alone = await asyncio.to_thread(_export, world.url, "--table", running)
            assert "its deck is still a secret" in alone
            told = b"".join(item for items in world.said.values() for item in items).decode()
            for secret in secrets.values():
                assert secret not in before + alone + told + world.log.getvalue()
            for who in TWO.people:
                for seat, token in party.mine(ended, who).items():
                    await party.ask(who, "POST", f"/api/tables/{ended}/seats/{seat}/leave", token)
            shown = await party.ask(WATCHER, "GET", f"/api/tables/{ended}")
            assert (shown["status"], shown["secret"]) == ("over", secrets[ended])
            assert secrets[ended].encode() in b"".join(item for item in world.said[WATCHER] if item[:1] == b"{")
            proof = Proof.from_json(
                orjson.dumps(await party.ask(WATCHER, "GET", f"/api/tables/{ended}/fairness")).decode()
            )
            record = Record.from_json(
                orjson.dumps(await party.ask(WATCHER, "GET", f"/api/tables/{ended}/record")).decode()
            )
            assert unfairness(proof, EDITION) == []
            assert proof.commitment == shown["commitment"]
            assert record == proof.record
            after = await asyncio.to_thread(_export, world.url, "--fairness")
            assert proof.to_json() in after
            assert after.count(proof.to_json()[:30]) == 1
            await party.question(running)
            told = b"".join(item for items in world.said.values() for item in items).decode()
            assert secrets[running] not in told + after + world.log.getvalue()

    asyncio.run(main())


# -- these tests can fail ------------------------------------------------------------------------------------------

Leak = Callable[[pytest.MonkeyPatch], None]


def _small(folder: Path, viewers: Sequence[str] = (WATCHER,)) -> None:
    past = asyncio.run(compare(folder, (TWO,), 15, 3, viewers))
    no_secret_in(past)
    spectators_know_nothing(past.world.said[WATCHER])


def _peeks_in_news(patch: pytest.MonkeyPatch) -> None:
    def seen_by(event: Event, _seat: int | None) -> Event:
        return event

    patch.setattr(news, "seen_by", seen_by)


def _peeks_when_coming_back(patch: pytest.MonkeyPatch) -> None:
    def since(self: live.Live, seen: int, _seats: frozenset[str]) -> list[orjson.Fragment] | None:
        missed = [orjson.Fragment(it.own) for it in self.news if it.seq > seen]
        return missed if len(missed) == self.table.seq - seen else None

    patch.setattr(live.Live, "since", since)


def _foresight_of_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(live, "private_view", lambda table, _seats: news.private_view(table, table.chairs))


def _last_cards(table: Table) -> str:
    return "+".join(table.match.state.deck[-3:]) if table.match else "none"


def _cards_in_errors(patch: pytest.MonkeyPatch) -> None:
    move = decisions.move

    def leaking(table: Table, *args: Any, **more: Any) -> Any:
        try:
            return move(table, *args, **more)
        except TableError as error:
            raise TableError(error.code, f"{error.message}; {_last_cards(table)} come last", error.rule) from error

    patch.setattr(decisions, "move", leaking)


def _cards_in_rest_errors(patch: pytest.MonkeyPatch) -> None:
    def proof(self: Table) -> Proof:
        raise TableError(Code.NOT_OVER, f"not before {_last_cards(self)}")

    patch.setattr(Table, "proof", proof)


def _noting(patch: pytest.MonkeyPatch, leak: Callable[[ServerNotes, Table, Written], None]) -> None:
    note = ServerNotes.written

    def leaking(self: ServerNotes, table: Table, entry: Written) -> None:
        note(self, table, entry)
        leak(self, table, entry)

    patch.setattr(ServerNotes, "written", leaking)


def _cards_in_the_log(patch: pytest.MonkeyPatch) -> None:
    _noting(patch, lambda self, table, _: self.log.debug("deck", cards=_last_cards(table)))


def _orders_in_the_log(patch: pytest.MonkeyPatch) -> None:
    _noting(patch, lambda self, _, entry: self.log.debug("did", order=entry.data.get("action", {}).get("order")))


def _hashes_in_the_log(patch: pytest.MonkeyPatch) -> None:
    _noting(patch, lambda self, _, entry: self.log.debug("did", token=entry.data.get("token")))


def _cards_in_metrics(patch: pytest.MonkeyPatch) -> None:
    _noting(patch, lambda self, table, _: self.metrics.refusals.labels(_last_cards(table)).inc())


def _running_games_exported(patch: pytest.MonkeyPatch) -> None:
    load = exporting._table

    async def over(*args: Any) -> Table | None:
        table = await load(*args)
        if table is not None:
            table.status = "over"
        return table

    patch.setattr(exporting, "_table", over)


def _tokens_in_errors(patch: pytest.MonkeyPatch) -> None:
    def seats_held(table: Table, tokens: Sequence[str]) -> frozenset[str]:
        seats = [table.seat_of(hashed(token)) for token in tokens]
        if None in seats:
            raise TableError(Code.BAD_TOKEN, f"{tokens} hold no seat")
        return frozenset(seat for seat in seats if seat)

    patch.setattr(house, "seats_held", seats_held)


def _the_secret_in_news(patch: pytest.MonkeyPatch) -> None:
    view = news.public_view
    patch.setattr(live, "public_view", lambda table: {**view(table), "secret": table.secret})


def test_the_small_script_passes_where_nothing_leaks(tmp_path: Path) -> None:
    _small(tmp_path)


@pytest.mark.parametrize(
    ("leak", "found"),
    [
        # One of each kind that is found.
        (_peeks_when_coming_back, "told differs"),
        (_orders_in_the_log, "the log differs"),
        (_running_games_exported, "the export differs"),
        (_hashes_in_the_log, "is in the log"),
        (_tokens_in_errors, "is told"),
        *(
            pytest.param(*it, marks=pytest.mark.large)
            for it in (
                (_peeks_in_news, "told differs"),
                (_foresight_of_all, "told differs"),
                (_cards_in_errors, "told differs"),
                (_cards_in_rest_errors, "told differs"),
                (_cards_in_metrics, "told differs"),
                (_cards_in_the_log, "the log differs"),
                (_the_secret_in_news, "is told"),
            )
        ),
    ],
)
def test_a_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Leak, found: str) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError, match=found):
        _small(tmp_path, PEOPLE[:1] if leak is _cards_in_errors else (WATCHER,))
