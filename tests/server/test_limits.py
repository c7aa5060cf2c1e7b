"""Rates and counts by address: on a clock that stands still until told, and as the server uses them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus
from websockets.http11 import Response
from websockets.sync.client import ClientConnection, connect

from nouvelle_france.server.limits import Count, Limiter, Rate, address_key
from nouvelle_france.server.settings import Settings
from nouvelle_france.tables.errors import Code
from tests.server.running import SLOW, serving_here


class Clock:
    def __init__(self) -> None:
        self.now = 1e6  # where floats are coarse

    def __call__(self) -> float:
        return self.now


def test_a_burst_then_the_rate() -> None:
    clock = Clock()
    limiter = Limiter(Rate(per_second=2, burst=3), clock)
    assert [limiter.take("a") for _ in range(3)] == [0, 0, 0]
    assert limiter.take("a") == pytest.approx(0.5)
    assert limiter.take("a") == pytest.approx(0.5)  # a refusal takes nothing
    clock.now += 0.4
    assert limiter.take("a") == pytest.approx(0.1)
    clock.now += 0.1
    assert limiter.take("a") == 0
    assert limiter.take("a") == pytest.approx(0.5)


def test_a_bucket_holds_no_more_than_its_burst() -> None:
    clock = Clock()
    limiter = Limiter(Rate(per_second=2, burst=3), clock)
    limiter.take("a")
    clock.now += 3600
    assert [limiter.take("a") > 0 for _ in range(5)] == [False, False, False, True, True]


def test_addresses_do_not_disturb_each_other() -> None:
    limiter = Limiter(Rate(per_second=1, burst=1), Clock())
    assert limiter.take("192.0.2.1") == 0
    assert limiter.take("192.0.2.1") > 0
    assert limiter.take("192.0.2.2") == 0


def test_a_network_of_ipv6_is_one_address() -> None:
    limiter = Limiter(Rate(per_second=1, burst=1), Clock())
    assert limiter.take("2001:db8:0:1::1") == 0
    assert limiter.take("2001:db8:0:1:ffff::2") > 0
    assert limiter.take("2001:db8:0:2::1") == 0


def test_full_buckets_are_forgotten() -> None:
    clock = Clock()
    limiter = Limiter(Rate(per_second=10, burst=5), clock)
    for number in range(1000):
        limiter.take(f"visitor {number}")
        clock.now += 0.01
    assert len(limiter) <= 11  # a token takes 0.1 s to come back
    clock.now += 1
    limiter.take("the last")
    assert len(limiter) == 1


def test_however_many_call_at_once_memory_is_bounded() -> None:
    limiter = Limiter(Rate(per_second=1, burst=1), Clock(), most=100)
    for number in range(1000):
        assert limiter.take(f"visitor {number}") == 0
    assert len(limiter) == 100
    assert limiter.take("visitor 999") > 0  # those that called last are the ones remembered


def test_a_clock_that_steps_back_gives_nothing_away() -> None:
    clock = Clock()
    limiter = Limiter(Rate(per_second=1, burst=1), clock)
    limiter.take("a")
    clock.now -= 10
    assert limiter.take("a") > 0


@settings(deadline=None)
@given(
    st.floats(0.1, 1000),
    st.integers(1, 50),
    st.lists(st.floats(0, 2), min_size=1, max_size=200),
)
def test_never_more_than_burst_and_rate(per_second: float, burst: int, pauses: list[float]) -> None:
    clock = Clock()
    limiter = Limiter(Rate(per_second, burst), clock)
    taken = 0
    for pause in pauses:
        clock.now += pause * burst / per_second / 10
        wait = limiter.take("a")
        taken += wait == 0
        assert taken <= burst + (clock.now - 1e6) * per_second + 1e-3
        if wait:
            clock.now += wait
            assert limiter.take("a") == 0  # the wait it names is enough
            taken += 1


@pytest.mark.parametrize(("per_second", "burst"), [(0, 1), (-1, 1), (1, 0), (float("nan"), 1)])
def test_a_rate_that_lets_nothing_through_is_a_mistake(per_second: float, burst: int) -> None:
    with pytest.raises(ValueError, match="lets something through"):
        Rate(per_second, burst)


def test_so_many_at_once() -> None:
    count = Count(2)
    assert [count.enter("a"), count.enter("a"), count.enter("a"), count.enter("b")] == [True, True, False, True]
    assert len(count) == 3
    count.leave("a")
    assert [count.enter("a"), count.enter("a")] == [True, False]


def test_entered_leaves_also_after_an_error_and_only_if_it_entered() -> None:
    count = Count(1)

    def stumble() -> None:
        with count.entered("2001:db8::1") as inside:
            assert inside
            with count.entered("2001:db8::2") as second:
                assert not second
            assert len(count) == 1
            raise InterruptedError

    with pytest.raises(InterruptedError):
        stumble()
    assert len(count) == 0
    with count.entered("2001:db8::2") as inside:
        assert inside


def test_leaving_without_having_entered_is_a_mistake() -> None:
    count = Count(1)
    with count.entered("a"):
        pass
    with pytest.raises(ValueError, match="without having entered"):
        count.leave("a")


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::1%eth0"),
        ("fe80::2", "fe80::2"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_who_an_address_is(address: str, key: str) -> None:
    assert address_key(address) == key


# -- as the server uses them ---------------------------------------------------------------------------------------

PING = {"type": "ping", "id": "ping"}


@contextmanager
def socket_of(url: str) -> Iterator[ClientConnection]:
    with connect(f"ws{url.removeprefix('http')}/api/socket", compression=None, proxy=None) as connection:
        yield connection


def ask(connection: ClientConnection, message: dict[str, Any]) -> dict[str, Any]:
    """Its answer; what else is told goes by."""
    connection.send(json.dumps(message))
    while True:
        answer: dict[str, Any] = json.loads(connection.recv(timeout=60))
        if answer.get("re") == message["id"]:
            return answer


def refused_socket(url: str) -> Response:
    with pytest.raises(InvalidStatus) as refused, socket_of(url):
        pass
    response = refused.value.response
    assert (response.status_code, json.loads(response.body or b"")["code"]) == (429, Code.TOO_MANY)
    return response


def test_messages_of_all_sockets_of_an_address_count_together(sqlite_url: str) -> None:
    with serving_here(Settings(database=sqlite_url, messages_per_address=Rate(SLOW, 5))) as url:
        with socket_of(url) as one:
            assert [ask(one, PING)["type"] for _ in range(3)] == ["pong"] * 3
        with socket_of(url) as two, socket_of(url) as three:
            assert [ask(line, PING)["type"] for line in (two, three)] == ["pong"] * 2
            assert [ask(line, PING).get("code") for line in (two, three)] == [Code.TOO_MANY] * 2


def test_to_open_a_socket_is_a_request(sqlite_url: str) -> None:
    with serving_here(Settings(database=sqlite_url, requests_per_address=Rate(SLOW, 3))) as url:
        assert httpx.get(f"{url}/api/info", trust_env=False).status_code == 200
        for _ in range(2):
            with socket_of(url) as line:
                assert ask(line, PING)["type"] == "pong"
        assert int(refused_socket(url).headers["Retry-After"]) > 1
        assert httpx.get(f"{url}/api/info", trust_env=False).status_code == 429


def test_a_new_socket_gives_a_seat_no_more_chat(sqlite_url: str) -> None:
    with serving_here(Settings(database=sqlite_url, chat_per_seat=Rate(SLOW, 2))) as url:
        asked = {"name": "Ana", "seats": [{"kind": "me"}, {"kind": "me"}]}
        made = httpx.post(f"{url}/api/tables", json=asked, trust_env=False).json()
        first, second = made["tokens"]
        opening = {"type": "open", "id": "open", "table": made["table"], "tokens": list(made["tokens"].values())}

        def say(seat: str, id: str) -> str | None:
            with socket_of(url) as line:
                assert ask(line, opening)["type"] == "opened"
                words = {"type": "say", "id": id, "table": made["table"], "seat": seat, "text": "Hello"}
                code: str | None = ask(line, words).get("code")
                return code

        assert [say(first, id) for id in ("a", "b", "c")] == [None, None, Code.TOO_MANY]
        assert say(second, "a") is None


def test_so_many_sockets_and_no_more_also_without_limits_by_address(sqlite_url: str) -> None:
    chosen = Settings(database=sqlite_url, max_sockets=2, sockets_per_address=1).without_limits()
    with serving_here(chosen) as url, ExitStack() as open_sockets:
        for _ in range(2):
            assert ask(open_sockets.enter_context(socket_of(url)), PING)["type"] == "pong"
        refused_socket(url)
