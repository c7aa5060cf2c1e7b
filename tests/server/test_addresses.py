"""The addresses shown, and their QR code read back from what a terminal would paint."""

from __future__ import annotations

import re
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

import pytest
import segno

from nouvelle_france.server.addresses import Shown, addresses, qr_code

URL = "http://192.168.178.123:8000/"


@pytest.mark.parametrize(
    ("host", "url", "reach"),
    [
        ("127.0.0.1", "http://127.0.0.1:8123/", "here"),
        ("127.0.0.2", "http://127.0.0.2:8123/", "here"),
        ("localhost", "http://localhost:8123/", "here"),
        ("::1", "http://[::1]:8123/", "here"),
        ("192.168.1.20", "http://192.168.1.20:8123/", "network"),
        ("2001:DB8::0:7", "http://[2001:db8::7]:8123/", "network"),
        ("games.example", "http://games.example:8123/", "network"),
    ],
)
def test_a_server_bound_to_one_address_has_that_one(host: str, url: str, reach: str) -> None:
    assert [(it.url, it.reach) for it in addresses(host, 8123)] == [(url, reach)]


@pytest.mark.parametrize(
    ("host", "family", "here"),
    [
        ("0.0.0.0", socket.AF_INET, "127.0.0.1"),
        ("", socket.AF_INET, "127.0.0.1"),
        ("::", socket.AF_INET6, "[::1]"),
    ],
)
def test_a_server_bound_to_all_is_reached_where_it_says(host: str, family: socket.AddressFamily, here: str) -> None:
    with socket.create_server((host, 0), family=family) as server:
        port = server.getsockname()[1]
        shown = addresses(host, port)
        assert shown[0] == Shown(f"http://{here}:{port}/", "here")
        for it in shown:
            where = urlsplit(it.url)
            assert where.hostname is not None
            assert ip_address(where.hostname).is_loopback == (it.reach == "here")
            with socket.create_connection((where.hostname, where.port or 0), timeout=5):
                pass


def test_the_network_address_is_found_where_there_is_a_network() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("203.0.113.1", 9))
            own = [asking.getsockname()[0]]
        except OSError:
            own = []
    assert [it.url for it in addresses("0.0.0.0", 80) if it.reach == "network"] == [f"http://{ip}:80/" for ip in own]


class Terminal:
    """What the eye (or a phone) sees: every cell's two halves, dark or light, or nothing where no colour was set."""

    COLOURS = {"38;5;16": ("ink", True), "48;5;231": ("paper", False), "48;5;16": ("paper", True)}  # noqa: RUF012

    def __init__(self, text: str) -> None:
        self.upper: list[list[bool | None]] = []
        self.lower: list[list[bool | None]] = []
        for line in text.splitlines():
            now: dict[str, bool | None] = {"ink": None, "paper": None}
            upper: list[bool | None] = []
            lower: list[bool | None] = []
            for code, char in re.findall(r"\x1b\[([0-9;]+)m|(.)", line):
                if code == "0":
                    now = {"ink": None, "paper": None}
                elif code:
                    which, dark = self.COLOURS[code]
                    now[which] = dark
                else:
                    upper.append(now["ink"] if char in "▀█" else now["paper"])
                    lower.append(now["ink"] if char in "▄█" else now["paper"])
            assert now == {"ink": None, "paper": None}  # no colour runs on into the next line
            self.upper.append(upper)
            self.lower.append(lower)


def code_with_quiet_zone() -> list[list[bool]]:
    """As the standard has it: four light modules all around."""
    inner = [[bool(module) for module in row] for row in segno.make_qr(URL).matrix]
    width = len(inner) + 8
    light = [[False] * width for _ in range(4)]
    return [*light, *([False] * 4 + row + [False] * 4 for row in inner), *light]


def test_half_blocks_show_the_code_black_on_white() -> None:
    text = qr_code(URL, utf8=True)
    seen = Terminal(text)
    wanted = code_with_quiet_zone()
    rows = [row for pair in zip(seen.upper, seen.lower, strict=True) for row in pair]
    assert rows[: len(wanted)] == wanted
    assert rows[len(wanted) :] == [[False] * len(wanted)]  # an odd number of rows: the last half line is light
    assert len(text.splitlines()) <= 19  # with a line to spare in the smallest of terminals


def test_without_unicode_the_code_is_made_of_coloured_spaces() -> None:
    text = qr_code(URL, utf8=False)
    assert text.isascii()
    seen = Terminal(text)
    assert seen.upper == seen.lower == [[it for it in row for _ in range(2)] for row in code_with_quiet_zone()]


@pytest.mark.parametrize("utf8", [True, False])
def test_another_address_is_another_code(utf8: bool) -> None:
    assert qr_code(URL, utf8=utf8) == qr_code(URL, utf8=utf8) != qr_code(URL.replace("123", "124"), utf8=utf8)
