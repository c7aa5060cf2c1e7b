"""Where the server can be reached, as text and as a QR code for phones."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from itertools import repeat, zip_longest
from typing import Literal

import segno

QUIET = 4
"""Light modules around a QR code, as its standard asks."""

INK, PAPER, RESET = "\x1b[38;5;16m", "\x1b[48;5;231m", "\x1b[0m"
"""Black on white by their numbers in the colour cube, which no terminal's theme changes."""

SOLID = "\x1b[48;5;16m"
"""Black where no block characters can be drawn."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An address to show, and whether it is for this machine or for its network."""

    url: str
    reach: Literal["here", "network"]


def addresses(host: str, port: int, root: str = "") -> list[Shown]:
    """What to type into a browser to reach a server bound to a host and port, this machine's own address first.

    ``root`` is the path below which it is there.

    ``0.0.0.0`` and ``::`` are every address of their kind; for the network the address used for outgoing calls is
    shown. Nothing is sent and no name is looked up.

    >>> addresses("localhost", 8000)
    [Shown(url='http://localhost:8000/', reach='here')]
    """
    try:
        ip = ip_address(host or "0.0.0.0")  # noqa: S104 - an empty host is bound to everything
    except ValueError:
        return [Shown(_url(host, port, root), "here" if host == "localhost" else "network")]
    if not ip.is_unspecified:
        return [Shown(_url(str(ip), port, root), "here" if ip.is_loopback else "network")]
    here = IPv4Address("127.0.0.1") if ip.version == 4 else IPv6Address("::1")
    outward = _outward(ip.version)
    shown = [Shown(_url(str(here), port, root), "here")]
    return shown if outward is None else [*shown, Shown(_url(str(outward), port, root), "network")]


def qr_code(url: str, *, utf8: bool) -> str:
    """A QR code for a terminal with colours, dark or light; two rows per line where it can draw half blocks.

    It ends with a line feed.
    """
    code = segno.make_qr(url)
    rows = [[bool(module) for module in row] for row in code.matrix_iter(border=QUIET)]
    lines = _half_blocks(rows) if utf8 else _spaces(rows)
    return "".join(f"{line}{RESET}\n" for line in lines)


def _url(host: str, port: int, root: str) -> str:
    return f"http://[{host}]:{port}{root}/" if ":" in host else f"http://{host}:{port}{root}/"


def _outward(version: int) -> IPv4Address | IPv6Address | None:
    """This machine's address on its network; None if it has none that others could use."""
    # Connecting a datagram socket only queries the routing table. The targets are documentation addresses.
    family, goal = (socket.AF_INET, "198.51.100.1") if version == 4 else (socket.AF_INET6, "2001:db8::1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((goal, 9))
            found = ip_address(asking.getsockname()[0])
    except OSError:
        return None
    # Browsers accept no link-local address, since it would need the name of an interface.
    useless = found.is_loopback or found.is_unspecified or (found.version == 6 and found.is_link_local)
    return None if useless else found


def _half_blocks(rows: list[list[bool]]) -> list[str]:
    blocks = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=repeat(False))
    return [INK + PAPER + "".join(blocks[pair] for pair in zip(*two, strict=False)) for two in pairs]


def _spaces(rows: list[list[bool]]) -> list[str]:
    return ["".join(f"{SOLID if dark else PAPER}  " for dark in row) for row in rows]
