"""Nonsense, malice and bad lines at the socket: each gets its error code, and games beside it go on."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Self

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject, SearchStrategy
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from nouvelle_france.client import Client
from nouvelle_france.edition import default
from nouvelle_france.protocol.rest import Created, CreateTable, PaceAsked, SeatAsked
from nouvelle_france.protocol.socket import SERVER_MESSAGE
from nouvelle_france.reception.conversation import MESSAGE_BYTES, TABLES
from nouvelle_france.record import Record, faults
from nouvelle_france.tables.errors import Code
from tests.server.running import Placements, Player, ServerProcess, running_server

ANSWERS = ("done", "error", "opened", "pong")
FOREIGN = "Z" * 33
"""A token nobody was given."""


class Line:
    """A plain socket, without the manners of the typed client."""

    def __init__(self, connection: ClientConnection) -> None:
        self._socket = connection
        self._count = 0

    def send(self, message: str | bytes | Mapping[str, Any]) -> None:
        self._socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """The next answer; every message on the way is one of the protocol."""
        while True:
            raw = self._socket.recv(timeout=60)
            SERVER_MESSAGE.validate_json(raw)
            message: dict[str, Any] = json.loads(raw)
            if message["type"] in ANSWERS:
                return message

    def ask(self, message: str | bytes | Mapping[str, Any]) -> dict[str, Any]:
        self.send(message)
        return self.hear()

    def code(self, message: str | bytes | Mapping[str, Any]) -> str:
        """The code of a refusal; the socket goes on after it."""
        answer = self.ask(message)
        assert answer["type"] == "error", answer
        assert self.ask({"type": "ping", "id": "after"}) == {"type": "pong", "re": "after"}
        return str(answer["code"])

    def open(self, table: str, *tokens: str) -> dict[str, Any]:
        self._count += 1
        return self.ask({"type": "open", "id": f"open-{self._count}", "table": table, "tokens": tokens})


@contextmanager
def connected(server: ServerProcess) -> Iterator[Line]:
    url = f"ws{server.url.removeprefix('http')}/api/socket"
    with connect(url, compression=None, proxy=None, max_size=None) as connection:
        yield Line(connection)


class Site:
    """A server, and tables on it."""

    def __init__(self, server: ServerProcess, http: httpx.Client) -> None:
        self.server = server
        self.http = http

    def make(self, *kinds: str) -> Created:
        seats = [SeatAsked.model_validate({"kind": it, "bot": "random" if it == "bot" else None}) for it in kinds]
        asked = CreateTable(name="Ana", seats=seats, pace=PaceAsked(bot_seconds=0))
        return Created.model_validate_json(
            self.http.post("/api/tables", json=asked.model_dump()).raise_for_status().content
        )

    def post(self, made: Created, what: str, body: Any = None) -> None:
        headers = {"Authorization": f"Bearer {made.host}"}
        self.http.post(f"/api/tables/{made.table}/{what}", json=body, headers=headers).raise_for_status()

    def playing(self, *kinds: str) -> Created:
        made = self.make(*kinds)
        self.post(made, "start", {})
        return made

    def look(self, made: Created) -> dict[str, Any]:
        found: dict[str, Any] = self.http.get(f"/api/tables/{made.table}").raise_for_status().json()
        return found

    def gauge(self, name: str) -> float:
        found = re.search(rf"^nouvelle_france_{re.escape(name)} (\S+)$", self.http.get("/metrics").text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    def wait(self, holds: Callable[[], bool], seconds: float = 60) -> None:
        until = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < until
            time.sleep(0.05)


@contextmanager
def on_a_site(folder: Path, *options: str) -> Iterator[Site]:
    """A server whose log must have nothing bad in it in the end."""
    with (
        running_server(f"sqlite:///{folder / 'tables.sqlite'}", folder, *options, forked=True) as server,
        httpx.Client(base_url=server.url, timeout=30, trust_env=False) as http,
    ):
        yield Site(server, http)
    log = server.log.read_text()
    assert "Traceback" not in log, log
    assert '"failed"' not in log, log


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with on_a_site(tmp_path_factory.mktemp("fuzz"), "--no-limits") as site:
        yield site


@contextmanager
def a_game_beside(site: Site) -> Iterator[None]:
    """Two people play a whole game while something else goes on; in the end it is whole and legal."""
    made = site.playing("me", "me")
    failure: list[BaseException] = []

    async def play() -> None:
        async with Client(site.server.url) as client, client.socket() as one, client.socket() as other:
            placements = await Placements.of(client)
            tables = [
                await it.open(made.table, token) for it, token in zip((one, other), made.tokens.values(), strict=True)
            ]
            players = [Player(table, placements, Random(seed)) for seed, table in enumerate(tables)]
            await asyncio.gather(*(player.play_to_the_end() for player in players))
            assert one.reconnects == other.reconnects == 0

    def run() -> None:
        try:
            asyncio.run(play())
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        thread.join(120)
    if failure:
        raise failure[0]
    assert site.look(made)["status"] == "over"
    record = Record.from_json(site.http.get(f"/api/tables/{made.table}/record").raise_for_status().text)
    assert list(faults(record, default())) == []


# -- each kind of nonsense has its code ----------------------------------------------------------------------------

PING = {"type": "ping", "id": "a"}
NESTED = '{"type":"ping","id":' + "[" * 5000 + "]" * 5000 + "}"


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "hello",
        "null",
        "7",
        '"ping"',
        "[]",
        "{}",
        '{"type":"ping"}',
        '{"type":"pang","id":"a"}',
        '{"type":null,"id":"a"}',
        '{"type":["ping"],"id":"a"}',
        '{"type":"ping","id":7}',
        '{"type":"ping","id":""}',
        '{"type":"ping","id":"a b"}',
        f'{{"type":"ping","id":"{"a" * 65}"}}',
        '{"type":"ping","id":"a","more":1}',
        '{"type":"ping","id":"\\ud800"}',
        '{"\\udfff":1,"type":"ping","id":"a"}',
        '{"type":"ping","id":"a\\u0000"}',
        NESTED,
        "[" * 16_000,
        '{"type":"open","id":"a","table":"no such"}',
        '{"type":"open","id":"a","table":"AAAAAAAAAAAA","tokens":["x"]}',
        '{"type":"open","id":"a","table":"AAAAAAAAAAAA","tokens":null}',
        f'{{"type":"open","id":"a","table":"AAAAAAAAAAAA","tokens":{json.dumps([FOREIGN] * 9)}}}',
        '{"type":"open","id":"a","table":"AAAAAAAAAAAA","seen":-1}',
        '{"type":"open","id":"a","table":"AAAAAAAAAAAA","seen":1.5}',
        '{"type":"open","id":"a","table":"AAAAAAAAAAAA","seen":NaN}',
        '{"type":"open","id":"a","table":"AAAAAAAAAAAA","seen":-Infinity}',
        '{"type":"open","id":"a","table":"AAAAAAAAAAAA","seen":1e999}',
        f'{{"type":"open","id":"a","table":"AAAAAAAAAAAA","seen":{"9" * 5000}}}',
        '{"type":"open","id":"a","table":"AAAAAAAAAAAA","seen":"1"}',
        '{"type":"open","id":"a","table":"AAAAAAAAAAAA","seen":true}',
        '{"type":"move","id":"a","table":"AAAAAAAAAAAA","on":1}',
        '{"type":"move","id":"a","table":"AAAAAAAAAAAA","on":1,"action":{"do":"draw"}}',
        '{"type":"move","id":"a","table":"AAAAAAAAAAAA","on":1,"action":{"by":"white","do":"cheat"}}',
        '{"type":"move","id":"a","table":"AAAAAAAAAAAA","on":1,"action":{"by":"white","do":"draw","card":"blue"}}',
        '{"type":"move","id":"a","table":"AAAAAAAAAAAA","on":1,"action":{"by":"white","do":"huron","order":[1e9]}}',
        '{"type":"move","id":"a","table":"AAAAAAAAAAAA","on":1,'
        '"action":{"by":"white","do":"place","block":"x","site":"y","cubes":[[0,0]]}}',
        '{"type":"move","id":"a","table":"AAAAAAAAAAAA","on":1,'
        '"action":{"by":"white","do":"place","block":"x","site":"y","cubes":[[0,0,9999]]}}',
        '{"type":"say","id":"a","table":"AAAAAAAAAAAA","seat":"white","text":""}',
        '{"type":"say","id":"a","table":"AAAAAAAAAAAA","seat":"white","text":"two\\nlines"}',
        '{"type":"say","id":"a","table":"AAAAAAAAAAAA","seat":"white","text":"\\u202eback"}',
        f'{{"type":"say","id":"a","table":"AAAAAAAAAAAA","seat":"white","text":"{"x" * 301}"}}',
        b"",
        b'{"type":"ping","id":"a"}',
        b"\xff\xfe\x00",
        bytes(range(256)) * 4,
    ],
    ids=lambda message: repr(message[:60]),
)
def test_what_is_no_message(site: Site, message: str | bytes) -> None:
    with connected(site.server) as line:
        assert line.code(message) == Code.BAD_MESSAGE


def test_messages_that_are_too_large(site: Site) -> None:
    with connected(site.server) as line:
        fits = '{"type":"ping","id":"a"}'.ljust(MESSAGE_BYTES)
        assert line.ask(fits)["type"] == "pong"
        for size in (MESSAGE_BYTES + 1, 100_000, (1 << 20) - 10):
            assert line.code(fits.ljust(size)) == Code.TOO_LARGE
            assert line.code(b" " * size) == Code.TOO_LARGE
        with pytest.raises(ConnectionClosed) as closed:
            line.ask(" " * ((1 << 20) + 1))
        # What was not read when the server hung up may reset the line before the reason has arrived (RFC 9293, 3.6.1).
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1009


def move(made: Created, seat: str, on: int, id: str = "m", **action: Any) -> dict[str, Any]:
    return {"type": "move", "id": id, "table": made.table, "on": on, "action": {"by": seat, "do": "draw", **action}}


def test_tables_and_tokens_one_has_no_right_to(site: Site) -> None:
    mine, others = site.playing("me", "me"), site.playing("me", "me")
    with connected(site.server) as line:
        for tokens in (
            [FOREIGN],
            [mine.host],
            [mine.invite],
            [*others.tokens.values()],
            [*mine.tokens.values(), FOREIGN],
        ):
            message = {"type": "open", "id": "a", "table": mine.table, "tokens": tokens}
            assert line.code(message) == Code.BAD_TOKEN
        assert line.code({"type": "open", "id": "a", "table": "AAAAAAAAAAAA"}) == Code.UNKNOWN_TABLE
        # Nothing of this has opened a table.
        seat = mine.snapshot.seats[0].seat
        assert line.code(move(mine, seat, 2)) == Code.NOT_YOUR_SEAT
        assert (
            line.code({"type": "say", "id": "s", "table": mine.table, "seat": seat, "text": "hi"}) == Code.NOT_YOUR_SEAT
        )
        assert (
            line.code({"type": "take_back", "id": "t", "table": mine.table, "seat": seat, "on": 2})
            == Code.NOT_YOUR_SEAT
        )
        # Those who watch do not play, and a seat here is none there.
        assert line.open(mine.table)["you"] == []
        assert line.code(move(mine, seat, 2)) == Code.NOT_YOUR_SEAT
        assert line.open(others.table, *others.tokens.values())["you"] == sorted(others.tokens)
        assert line.code(move(mine, seat, 2)) == Code.NOT_YOUR_SEAT
    assert site.look(mine)["seq"] == site.look(others)["seq"] == 2


def test_moves_that_cannot_be(site: Site) -> None:
    made = site.playing("me", "me")
    asked, other = (chair for chair in site.look(made)["game"]["seats"])
    with connected(site.server) as line:
        seq = line.open(made.table, made.tokens[asked])["seq"]
        assert line.code(move(made, other, seq)) == Code.NOT_YOUR_SEAT
        assert line.code(move(made, "nobody", seq)) == Code.NOT_YOUR_SEAT
        assert line.code(move(made, asked, seq - 1)) == Code.STALE
        assert line.code(move(made, asked, seq + 1)) == Code.STALE
        assert line.code(move(made, asked, 2**53)) == Code.STALE
        assert line.code(move(made, asked, seq, do="end")) == Code.ILLEGAL_MOVE
        nowhere: dict[str, Any] = {"do": "place", "block": "no-such", "site": "nowhere", "cubes": [[0, 0, 1]]}
        assert line.code(move(made, asked, seq, **nowhere)) == Code.ILLEGAL_MOVE
        assert line.code(move(made, asked, seq, do="huron", order=[7, 7])) == Code.INVALID_MOVE
        back = {"type": "take_back", "id": "t", "table": made.table, "seat": asked, "on": seq}
        assert line.code(back) == Code.TOO_LATE
        assert line.open(made.table, *made.tokens.values())["you"] == sorted(made.tokens)
        assert line.code(move(made, other, seq)) == Code.NOT_YOUR_TURN
        assert site.look(made)["seq"] == seq
        # The same message again is answered again; another under its id is refused.
        first = line.ask(move(made, asked, seq))
        assert (first["type"], first["seq"]) == ("done", seq + 1)
        assert line.ask(move(made, asked, seq)) == first
        assert line.code(move(made, asked, seq + 1, do="end")) == Code.ID_REUSED
        assert site.look(made)["seq"] == seq + 1
    with connected(site.server) as line:  # from another socket too
        line.open(made.table, made.tokens[asked])
        assert line.ask(move(made, asked, seq)) == first
        assert site.look(made)["seq"] == seq + 1


def test_tables_that_do_not_play(site: Site) -> None:
    waiting, closed, over = site.make("me", "open"), site.make("me", "me"), site.make("me", "bot")
    site.post(closed, "close")
    site.post(over, "start", {})
    with connected(site.server) as line:
        for made in (waiting, closed):
            line.open(made.table, *made.tokens.values())
        (seat,), (gone, _) = waiting.tokens, closed.tokens
        assert line.code(move(waiting, seat, 1)) == Code.NOT_PLAYING
        assert line.code(move(closed, gone, 2)) == Code.CLOSED
        assert line.code({"type": "say", "id": "s", "table": closed.table, "seat": gone, "text": "hi"}) == Code.CLOSED
    (seat,) = over.tokens
    token = {"Authorization": f"Bearer {over.tokens[seat]}"}
    site.http.post(f"/api/tables/{over.table}/seats/{seat}/leave", headers=token).raise_for_status()
    site.wait(lambda: site.look(over)["status"] == "over", 60)
    with connected(site.server) as line:
        seq = line.open(over.table, over.tokens[seat])["seq"]
        assert line.code(move(over, seat, seq)) == Code.NOT_PLAYING


def test_no_more_tables_than_a_socket_follows(site: Site) -> None:
    made = [site.make("me", "open") for _ in range(TABLES + 1)]
    with connected(site.server) as line:
        for it in made[:TABLES]:
            assert line.open(it.table)["type"] == "opened"
        assert line.open(made[0].table)["type"] == "opened"  # again, which takes no other place
        assert line.open(made[TABLES].table)["code"] == Code.TOO_MANY
        assert line.ask({"type": "close", "id": "c", "table": made[0].table})["type"] == "done"
        assert line.open(made[TABLES].table)["type"] == "opened"
        assert line.ask({"type": "close", "id": "c", "table": made[0].table})["type"] == "done"  # twice is no fault


# -- mutations of good messages, beside a game ---------------------------------------------------------------------

SHORT = st.text(st.characters(), max_size=10)
"""Any characters, lone halves of them too."""

JSON: SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | SHORT
    | st.sampled_from(["white", "yellow", "draw", "place", "move", "open", "AAAAAAAAAAAA", FOREIGN]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(SHORT, inner, max_size=4),
    max_leaves=8,
)


def good_messages(made: Created, seq: int) -> list[dict[str, Any]]:
    seat, token = next(iter(made.tokens.items()))
    at = {"id": "fuzz", "table": made.table}
    return [
        {"type": "ping", "id": "fuzz"},
        {"type": "open", **at, "tokens": [token], "seen": seq},
        {"type": "close", **at},
        {"type": "say", **at, "seat": seat, "text": "bonjour"},
        {"type": "take_back", **at, "seat": seat, "on": seq},
        {"type": "move", **at, "on": seq, "action": {"by": seat, "do": "draw"}},
        {"type": "move", **at, "on": seq, "action": {"by": seat, "do": "huron", "order": [0, 1, 2]}},
        {
            "type": "move",
            **at,
            "on": seq,
            "action": {"by": seat, "do": "unable", "shape": "line", "remove": "line-white"},
        },
        {
            "type": "move",
            **at,
            "on": seq,
            "action": {"by": seat, "do": "place", "block": "line-white", "site": "fort", "cubes": [[0, 0, 1]]},
        },
    ]


def mutate(data: DataObject, value: Any) -> Any:
    """The value with something in it lost, doubled, or put in the place of another."""
    if isinstance(value, dict) and value and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(sorted(value)))
        match data.draw(st.sampled_from(["inside", "lose", "rename", "add"])):
            case "inside":
                return {**value, key: mutate(data, value[key])}
            case "lose":
                return {it: value[it] for it in value if it != key}
            case "rename":
                return {(data.draw(SHORT) if it == key else it): value[it] for it in value}
            case _:
                return {**value, data.draw(SHORT): data.draw(JSON)}
    if isinstance(value, list) and value and data.draw(st.booleans()):
        place = data.draw(st.integers(0, len(value) - 1))
        return [*value[:place], mutate(data, value[place]), *value[place + data.draw(st.integers(0, 1)) :]]
    if isinstance(value, int) and data.draw(st.booleans()):
        return value + data.draw(st.sampled_from([-1, 1, 2**31, 2**53, 2**64, -(2**63), 0.5]))
    if isinstance(value, str) and data.draw(st.booleans()):
        return value[: data.draw(st.integers(0, len(value)))] + data.draw(SHORT)
    return data.draw(JSON)


def test_mutations_of_good_messages_beside_a_game(site: Site) -> None:
    made = site.playing("me", "me")
    with a_game_beside(site), connected(site.server) as line:
        seq = line.open(made.table, *made.tokens.values())["seq"]

        @settings(max_examples=300, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(st.data())
        def fuzz(data: DataObject) -> None:
            message = mutate(data, data.draw(st.sampled_from(good_messages(made, seq))))
            answer = line.ask(json.dumps(message))  # NaN and lone halves of characters go as Python writes them
            if answer["type"] == "error":
                assert answer["code"] in list(Code)
                assert answer["code"] not in (Code.UNAVAILABLE, Code.FAILED)
            assert line.ask({"type": "ping", "id": "fuzz-ping"})["type"] == "pong"

        fuzz()
    assert site.look(made)["status"] == "playing"


def test_any_bytes_at_all(site: Site) -> None:
    with connected(site.server) as line:

        @settings(max_examples=200, deadline=None, database=None)
        @given(st.text(max_size=200) | st.binary(max_size=200))
        def fuzz(message: str | bytes) -> None:
            assert line.ask(message)["code"] == Code.BAD_MESSAGE

        fuzz()


# -- bad lines -----------------------------------------------------------------------------------------------------


class Wire:
    """A connection where every byte is chosen here."""

    def __init__(self, server: ServerProcess, receive_buffer: int | None = None) -> None:
        self.socket = socket.socket()
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(60)
        self.socket.connect(("127.0.0.1", server.port))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def shake_hands(self, path: bytes = b"/api/socket") -> bytes:
        key = base64.b64encode(os.urandom(16))
        self.socket.sendall(
            b"GET " + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key + b"\r\n\r\n"
        )
        answer = b""
        while b"\r\n\r\n" not in answer and (got := self.socket.recv(1)):
            answer += got
        return answer.partition(b"\r\n")[0]

    def frame(self, data: bytes, opcode: int = 1, final: bool = True, mask: bool = True) -> bytes:
        head = bytes([opcode | (0x80 if final else 0)])
        flag = 0x80 if mask else 0
        if len(data) < 126:
            head += bytes([flag | len(data)])
        elif len(data) < 65536:
            head += bytes([flag | 126]) + struct.pack("!H", len(data))
        else:
            head += bytes([flag | 127]) + struct.pack("!Q", len(data))
        return head + (bytes(4) if mask else b"") + data  # a mask of zeros changes nothing

    def send(self, data: bytes, **how: Any) -> None:
        self.socket.sendall(self.frame(data, **how))

    def hear(self) -> tuple[int, bytes]:
        """The next frame: its opcode and data."""
        first, length = self._read(2)
        if length == 126:
            (length,) = struct.unpack("!H", self._read(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self._read(8))
        return first & 0x0F, self._read(length)

    def closing_code(self) -> int:
        opcode, data = self.hear()
        assert opcode == 8, data
        code: int = struct.unpack("!H", data[:2])[0]
        return code

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            got = self.socket.recv(count - len(data))
            assert got, "the server hung up"
            data += got
        return data


PING_BYTES = b'{"type":"ping","id":"a"}'
PONG_BYTES = b'{"type":"pong","re":"a"}'


def test_frames_that_break_the_protocol(site: Site) -> None:
    broken: list[tuple[int, list[tuple[bytes, dict[str, Any]]]]] = [
        (1007, [(b"\xff\xfe", {})]),
        (1007, [(b'{"type":"ping","id":"\xed\xa0\x80"}', {})]),  # a lone half of a character
        (1007, [(b'{"type":', {"final": False}), (b'"\xc3', {"opcode": 0})]),
        (1002, [(PING_BYTES, {"mask": False})]),
        (1002, [(PING_BYTES, {"opcode": 3})]),
        (1002, [(PING_BYTES, {"opcode": 0})]),
        (1002, [(b"x" * 126, {"opcode": 9})]),
        (1009, [(b" " * ((1 << 20) + 1), {})]),
    ]
    for code, frames in broken:
        with Wire(site.server) as wire:
            assert b"101" in wire.shake_hands()
            with suppress(ConnectionError):  # it may hang up before it has taken all
                for data, how in frames:
                    wire.send(data, **how)
            assert wire.closing_code() == code, frames
    with Wire(site.server) as wire:  # pieces of a message, and a ping between them, are in order
        wire.shake_hands()
        wire.send(PING_BYTES[:5], final=False)
        wire.send(b"still there?", opcode=9)
        wire.send(PING_BYTES[5:], opcode=0)
        assert [wire.hear(), wire.hear()] == [(10, b"still there?"), (1, PONG_BYTES)]


def test_handshakes_that_fail(site: Site) -> None:
    for path in (b"/api/nothing", b"/api/socket/", b"/api/tables", b"/"):
        with Wire(site.server) as wire:
            assert b" 40" in wire.shake_hands(path), path
    for request in (
        b"\x16\x03\x01\x02\x00\x01\x00",  # TLS
        b"GET /api/socket HTTP/1.1\r\n" + b"X: y\r\n" * 10_000,
        b"GET /api/socket\xff?\xfe HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"GET /api/%ff%00%c3 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    ):
        with Wire(site.server) as wire, suppress(ConnectionError):
            wire.socket.sendall(request)
            wire.socket.shutdown(socket.SHUT_WR)
            answer = wire.socket.recv(4096)
            assert not answer or answer.startswith((b"HTTP/1.1 40", b"HTTP/1.1 426", b"HTTP/1.1 431")), answer


def test_connections_that_break_off(site: Site) -> None:
    made = site.playing("me", "me")
    before = site.gauge("sockets")
    token = next(iter(made.tokens.values()))
    opening = json.dumps({"type": "open", "id": "a", "table": made.table, "tokens": [token]}).encode()
    with a_game_beside(site):
        for broken_off_after in (b"", opening[:10], opening):
            for reset in (False, True):
                wire = Wire(site.server)
                with closing(wire.socket):
                    wire.shake_hands()
                    whole = wire.frame(opening)
                    wire.socket.sendall(whole[: len(whole) - len(opening) + len(broken_off_after)])
                    if reset:
                        wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        with Wire(site.server) as half_open:  # it says no more, and still listens
            half_open.shake_hands()
            half_open.send(PING_BYTES)
            assert half_open.hear() == (1, PONG_BYTES)
            half_open.socket.shutdown(socket.SHUT_WR)
            assert half_open.socket.recv(1) == b""  # so the server hangs up
    site.wait(lambda: site.gauge("sockets") == before)
    with connected(site.server) as line:
        assert line.open(made.table)["present"] == []


def resident_bytes(server: ServerProcess) -> int:
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1]) * 1024


def test_a_client_that_never_reads_is_dropped_and_costs_little(site: Site) -> None:
    made = site.playing("me", "me")
    asked = site.look(made)["game"]["seats"][0]
    before = site.gauge("sockets")
    opening = {"type": "open", "id": "a", "table": made.table, "tokens": list(made.tokens.values())}
    with connected(site.server) as other, Wire(site.server, receive_buffer=4096) as deaf:
        other.ask(opening)
        other.ask(move(made, asked, 2))
        size = len(json.dumps(other.ask(opening)))  # a snapshot with all placements
        assert 5000 * size > 80 << 20
        memory = most = resident_bytes(site.server)
        waits = []
        deaf.shake_hands()
        deaf.socket.settimeout(0.5)
        frames = deaf.frame(json.dumps(opening).encode()) * 50
        with suppress(TimeoutError, ConnectionError):
            for _ in range(100):
                deaf.socket.sendall(frames)
                began = time.monotonic()
                other.ask(PING)
                waits.append(time.monotonic() - began)
                most = max(most, resident_bytes(site.server))
        site.wait(lambda: site.gauge("sockets") == before + 1)  # the other one is still there
        most = max(most, resident_bytes(site.server))
        assert other.ask(PING)["type"] == "pong"
        assert most - memory < 24 << 20
        assert median(waits) < 2


def test_a_client_that_reads_too_late_is_told_so(site: Site) -> None:
    made = site.playing("me", "me")
    opening = json.dumps({"type": "open", "id": "a", "table": made.table, "tokens": list(made.tokens.values())})
    refusals = 'refusals_total{code="too_many"}'
    with Wire(site.server, receive_buffer=4096) as late:
        late.shake_hands()
        late.socket.settimeout(0.2)
        dropped = site.gauge(refusals) + 1
        with suppress(TimeoutError):
            while site.gauge(refusals) < dropped:
                late.socket.sendall(late.frame(opening.encode()) * 20)
        site.wait(lambda: site.gauge(refusals) == dropped)
        late.socket.settimeout(60)
        heard = [late.hear()]
        while heard[-1][0] != 8:
            heard.append(late.hear())
        assert json.loads(heard[-2][1]) == {"type": "bye", "reason": "slow"}
        assert struct.unpack("!H", heard[-1][1][:2]) == (1013,)


def test_floods_are_refused_and_nobody_else_notices(tmp_path: Path) -> None:
    with on_a_site(tmp_path) as site:
        made = site.make("me", "open")
        (seat,) = made.tokens
        with connected(site.server) as flooding, connected(site.server) as other:
            flooding.open(made.table, made.tokens[seat])
            say = {"type": "say", "table": made.table, "seat": seat}
            said = [flooding.ask({**say, "id": f"s{number}", "text": "spam"}) for number in range(30)]
            assert [it["type"] for it in said[:8]] == ["done"] * 8
            assert {it.get("code") for it in said} == {None, Code.TOO_MANY}
            for _ in range(300):
                flooding.send(PING)
            answers = [flooding.hear() for _ in range(300)]
            refused = [it for it in answers if it["type"] == "error"]
            assert {it["code"] for it in refused} == {Code.TOO_MANY}
            assert 0 < len(refused) < 250  # the slower the machine, the fewer
            assert other.ask(PING)["type"] == "pong"
            time.sleep(0.2)
            assert flooding.ask(PING)["type"] == "pong"  # it is let in again
