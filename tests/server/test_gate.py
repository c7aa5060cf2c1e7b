"""A password for the whole server: behind it is everything but the page and whether the server is well."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from socket import create_connection

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from nouvelle_france.client import Client, RefusedError
from nouvelle_france.protocol.rest import CreateTable
from nouvelle_france.server.app import create_app
from nouvelle_france.server.gate import COOKIE, hashed_password, is_behind
from nouvelle_france.server.limits import Limiter, Rate
from nouvelle_france.server.settings import Settings
from nouvelle_france.tables import Code
from tests.server.gathering import awaited
from tests.server.running import ServerProcess, running_server

PASSWORD = "la neige tombe à Québec"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("gate")
    file = folder / "password"
    file.write_text(f"{PASSWORD}\nwhat follows is no part of it\n", encoding="utf-8")
    with running_server(
        f"sqlite:///{folder / 'tables.sqlite'}", folder, "--password-file", str(file), forked=True
    ) as server:
        yield server


def test_every_route_but_the_page_and_the_health_check_is_behind_it() -> None:
    app = create_app(Settings(password=hashed_password(PASSWORD)))
    assert {path for path in app.openapi()["paths"] if not is_behind(path)} == {"/healthz", "/api/enter"}


def test_without_it_there_is_nothing(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        assert client.get("/healthz").status_code == 200
        assert client.get("/").status_code == 200
        for path in ("/api/info", "/api/tables", "/metrics", "/docs", "/api/openapi.json", "/api/tables/AbCdEf/record"):
            refused = client.get(path)
            assert (refused.status_code, refused.json()["code"]) == (401, "password"), path
        assert client.post("/api/tables", json={"name": "Jeanne"}).status_code == 401
        forged = client.get("/api/info", headers={"Cookie": f"{COOKIE}={'0' * 64}"})
        assert forged.status_code == 401
    with pytest.raises(InvalidStatus) as refused_socket:
        connect(f"ws{server.url.removeprefix('http')}/api/socket", proxy=None)
    assert refused_socket.value.response.status_code == 401


def test_a_request_about_no_path_is_no_error_of_the_server(server: ServerProcess) -> None:
    with create_connection(("127.0.0.1", httpx.URL(server.url).port), timeout=20) as connection:
        connection.sendall(b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert connection.makefile("rb").readline().split()[1] == b"404"


def test_a_browser_that_has_given_it_is_known_and_a_wrong_one_is_not(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        wrong = client.post("/api/enter", json={"password": "la neige"})
        assert (wrong.status_code, wrong.json()["code"]) == (401, "password")
        assert client.get("/api/info").status_code == 401
        given = client.post("/api/enter", json={"password": PASSWORD})
        assert given.status_code == 204
        cookie = given.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert PASSWORD not in cookie
        assert client.get("/api/info").status_code == 200
        headers = {"Cookie": f"{COOKIE}={client.cookies[COOKIE]}"}
    with connect(f"ws{server.url.removeprefix('http')}/api/socket", proxy=None, additional_headers=headers) as socket:
        socket.send('{"type": "ping", "id": "1"}')
        assert "pong" in socket.recv()


@awaited
async def test_a_program_gives_it_with_every_request(server: ServerProcess) -> None:
    async with Client(server.url, password=PASSWORD) as client, client.socket() as socket:
        made = await client.create(CreateTable(name="Jeanne"))
        opened = await socket.open(made.table, *made.tokens.values())
        assert opened.snapshot.table == made.table
    async with Client(server.url, password="another") as client:
        with pytest.raises(RefusedError) as refused:
            await client.info()
        assert refused.value.code is Code.PASSWORD


def test_whoever_tries_too_many_is_not_let_in_even_with_the_right_one(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text(PASSWORD, encoding="utf-8")
    with (
        running_server(
            f"sqlite:///{tmp_path / 't.sqlite'}", tmp_path, "--password-file", str(file), forked=True
        ) as server,
        httpx.Client(base_url=server.url, trust_env=False) as client,
    ):
        tried = [client.post("/api/enter", json={"password": f"guess {number}"}) for number in range(40)]
        codes = [answer.status_code for answer in tried]
        assert codes[0] == 401
        assert codes[-1] == 429
        assert int(tried[-1].headers["retry-after"]) >= 1
        assert client.post("/api/enter", json={"password": PASSWORD}).status_code == 429


def test_looking_whether_there_is_room_takes_nothing() -> None:
    now = [0.0]
    limiter = Limiter(Rate(1, 2), clock=lambda: now[0])
    assert [limiter.wait("a") for _ in range(5)] == [0] * 5
    assert (limiter.take("a"), limiter.take("a")) == (0, 0)
    assert limiter.wait("a") == pytest.approx(1)
    now[0] = 1.0
    assert limiter.wait("a") == 0


@pytest.mark.parametrize("written", [None, "", "\nlater\n"])
def test_a_file_without_a_password_is_a_mistake(tmp_path: Path, written: str | None) -> None:
    from typer.testing import CliRunner

    from nouvelle_france.cli.app import app

    file = tmp_path / "password"
    if written is not None:
        file.write_text(written, encoding="utf-8")
    result = CliRunner().invoke(app, ["serve", "--port", "0", "--password-file", str(file)])
    assert result.exit_code != 0
