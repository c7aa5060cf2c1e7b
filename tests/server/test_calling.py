"""The server calls no address inside a network, whatever it is called and wherever it leads; and gives up in time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from nouvelle_france.server.notices.calling import (
    Address,
    Answer,
    Calling,
    RefusedAddressError,
    Resolve,
    UnreachableError,
    is_open,
    read_address,
)
from tests.server.receiving import Receiver, receiving

INSIDE = [
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
    "224.0.0.1", "224.0.1.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "192.88.99.1",
    "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:198.41.0.4", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1",
    "64:ff9b:1::7f00:1", "100::1", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1",
    "ff0e::1", "2001::1", "2001:db8::1", "2002:7f00:1::1", "2002:c0a8:101::", "3fff::1", "5f00::1",
]  # fmt: skip
OPEN = ["198.41.0.4", "8.8.8.8", "2001:503:ba3e::2:30", "2606:4700::1111"]


@pytest.fixture
def receiver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    with receiving(tmp_path) as (receiver, trusted):
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        yield receiver


def says(*addresses: str) -> Resolve:
    """A name server that knows one answer."""
    return lambda _host, _port: addresses


def calling(work: Callable[[Calling], Coroutine[Any, Any, Any]], *inside: str, **options: Any) -> Any:
    """What comes of some calls."""

    async def run() -> Any:
        calling = Calling(inside, **options)
        try:
            return await work(calling)
        finally:
            await calling.close()

    return asyncio.run(run())


def post(url: str) -> Callable[[Calling], Coroutine[Any, Any, Answer]]:
    return lambda calling: calling.post(url, {"X-Kind": "test"}, b"{}")


@pytest.mark.parametrize("address", INSIDE)
def test_a_name_that_leads_inside_is_refused(address: str) -> None:
    assert not is_open(address)
    for found in ([address], [OPEN[0], address], [address, OPEN[0]]):
        with pytest.raises(RefusedAddressError):
            calling(post("https://push.example.org/"), resolve=says(*found))


@pytest.mark.parametrize("address", OPEN)
def test_addresses_of_the_open_internet_are_not(address: str) -> None:
    assert is_open(address)

    def check(calling: Calling) -> Coroutine[Any, Any, Address]:
        return calling.check("https://example.org/")

    assert calling(check, resolve=says(address)) == Address("example.org", 443, "/")


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://0/",
        "https://127.1/", "https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/", "https://10.0.0.1/",
    ],
)  # fmt: skip
def test_as_this_machine_itself_resolves_it(url: str) -> None:
    with pytest.raises((RefusedAddressError, UnreachableError)) as refused:
        calling(post(url))
    # Some systems do not take the shorter forms of an address for one; all of them know these.
    if url in ("https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://10.0.0.1/"):
        assert refused.type is RefusedAddressError


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "//example.org/", "https://", "https:///x", "https://a@example.org/",
        "https://a:b@example.org/", "https://example.org:99999/", "https://exa mple.org/", "https://example.org/\n",
        "https://example.org\\@localhost/", "https://éxample.org/", f"https://example.org/{'x' * 2100}",
    ],
)  # fmt: skip
def test_what_is_not_plainly_an_https_address(url: str) -> None:
    with pytest.raises(RefusedAddressError):
        read_address(url)


def test_a_port_that_is_not_that_of_https_is_for_hosts_the_operator_names() -> None:
    with pytest.raises(RefusedAddressError):
        calling(post("https://example.org:8443/"), resolve=says(OPEN[0]))


def test_a_call(receiver: Receiver) -> None:
    receiver.headers = {"Retry-After": "7", "Set-Cookie": "a=b"}
    assert calling(post(receiver.url("/a?b=c")), receiver.host) == Answer(201, 7.0)
    received = receiver.next()
    assert (received.path, received.body, received.headers["X-Kind"]) == ("/a?b=c", b"{}", "test")
    assert received.headers["Host"] == receiver.host
    assert "Cookie" not in received.headers


def test_the_call_goes_to_the_very_address_that_was_looked_at(receiver: Receiver) -> None:
    asked: list[str] = []

    def changing(host: str, _port: int) -> list[str]:
        """A name that means another address each time."""
        asked.append(host)
        return [OPEN[0]] if len(asked) == 1 else ["127.0.0.1"]

    async def check_then_post(calling: Calling) -> None:
        await calling.check("https://push.example.org/")
        with pytest.raises(RefusedAddressError):
            await calling.post("https://push.example.org/", {}, b"")

    calling(check_then_post, resolve=changing)
    assert len(asked) == 2
    # Where it is allowed, the name is asked for once: nothing could be changed in between.
    asked.clear()
    asked.append("before")
    assert calling(post(receiver.url()), receiver.host, resolve=changing).status == 201
    assert asked == ["before", "localhost"]


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.answers = [302, 307]
    receiver.headers = {"Location": receiver.url("/inside")}
    assert calling(post(receiver.url("/one")), receiver.host).status == 302
    assert calling(post(receiver.url("/two")), receiver.host).status == 307
    assert [receiver.next().path, receiver.next().path] == ["/one", "/two"]
    assert receiver.arrived.empty()


def test_an_answer_without_an_end_is_not_read(receiver: Receiver) -> None:
    receiver.endless = True
    began = time.monotonic()
    assert calling(post(receiver.url()), receiver.host, patience=30.0).status == 201
    assert time.monotonic() - began < 20


def test_no_answer_is_not_waited_for(receiver: Receiver) -> None:
    receiver.silent.set()
    for patience in (0.5, 5, 50):  # a busy machine may need longer to call at all
        with pytest.raises(UnreachableError, match="no answer in time"):
            calling(post(receiver.url()), receiver.host, patience=patience)
        if not receiver.arrived.empty():
            break
    assert receiver.next().path == "/"


def test_a_name_nobody_answers_for_is_not_waited_for() -> None:
    def slow(_host: str, _port: int) -> list[str]:
        time.sleep(0.5)
        return ["198.41.0.4"]

    with pytest.raises(UnreachableError):
        calling(lambda calling: calling.check("https://slow.example.org/"), resolve=slow, patience=0.05)


def test_a_certificate_for_another_name_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving(tmp_path, "elsewhere.example.org") as (receiver, trusted):
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        with pytest.raises(UnreachableError):
            calling(post(receiver.url()), receiver.host)
        assert receiver.arrived.empty()


def test_nobody_there(receiver: Receiver) -> None:
    with pytest.raises(UnreachableError):
        calling(post("https://localhost:1/"), "localhost:1")
    with pytest.raises(UnreachableError):
        calling(post("https://nowhere.invalid/"))
