"""Somebody at this machine who receives notices by HTTPS: a stand-in for a vendor's push service, or for a channel."""

from __future__ import annotations

import json
import ssl
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from secrets import token_bytes
from threading import Event, Thread
from typing import Any

import http_ece
import trustme
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey

from tests.server.databases import free_port

WAIT_S = 60
"""How long a test waits for a notice on a machine that has much else to do."""


@dataclass(frozen=True)
class Received:
    """A request that arrived."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def told(self) -> dict[str, Any]:
        """What a webhook says."""
        told: dict[str, Any] = json.loads(self.body)
        return told

    @property
    def text(self) -> str:
        """All of it, to look for what must not be in it."""
        return f"{self.path}\n{self.headers}\n{self.body!r}"


@dataclass
class Receiver:
    """Answers as it is told to: with the next of ``answers``, then with 201."""

    port: int
    arrived: Queue[Received] = field(default_factory=Queue)
    answers: list[int] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    endless: bool = False
    """Whether its answers have no end."""
    silent: Event = field(default_factory=Event)
    """While set it does not answer at all."""

    @property
    def host(self) -> str:
        """What an operator allows."""
        return f"localhost:{self.port}"

    def url(self, path: str = "/") -> str:
        return f"https://{self.host}{path}"

    def next(self) -> Received:
        """The next that arrives."""
        return self.arrived.get(timeout=WAIT_S)


@contextmanager
def receiving(folder: Path, name: str = "localhost") -> Iterator[tuple[Receiver, Path]]:
    """A receiver, and the file of the authority that has certified it: for ``SSL_CERT_FILE``."""
    authority = trustme.CA()
    trusted = folder / "authority.pem"
    authority.cert_pem.write_to_path(trusted)
    receiver = Receiver(free_port())

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.arrived.put(Received(self.path, dict(self.headers), body))
            while receiver.silent.is_set():
                receiver.silent.wait(0.01)
                if self.server.__dict__.get("ends"):
                    return
            self.send_response(receiver.answers.pop(0) if receiver.answers else 201)
            for header, value in receiver.headers.items():
                self.send_header(header, value)
            self.end_headers()
            while receiver.endless:
                self.wfile.write(b"x" * 65536)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: Any) -> None:
            """Those who hang up are expected."""

    server = Server(("127.0.0.1", receiver.port), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(context)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield receiver, trusted
    finally:
        receiver.silent.clear()
        receiver.endless = False
        server.shutdown()
        server.server_close()
        thread.join()


class Browser:
    """A browser's side of a push subscription: its keys, with which it alone can read what is pushed."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = token_bytes(16)

    def asked(self, language: str = "en") -> dict[str, str]:
        """What it tells the server."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": _text(point), "auth": _text(self._auth), "language": language}

    def read(self, received: Received) -> dict[str, Any]:
        """What was pushed, opened by another implementation than the one that sealed it."""
        assert received.headers["Content-Encoding"] == "aes128gcm"
        opened = http_ece.decrypt(received.body, private_key=self._key, auth_secret=self._auth)
        told: dict[str, Any] = json.loads(opened)
        return told


def claims_of(received: Received, public: str) -> dict[str, Any]:
    """Who a push service is told has sent this, checked with the key that browsers were given."""
    scheme, _, rest = received.headers["Authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    assert parts["k"] == public
    point = _bytes(public)
    key = ECKey.import_key({"kty": "EC", "crv": "P-256", "x": _text(point[1:33]), "y": _text(point[33:])})
    claims: dict[str, Any] = jwt.decode(parts["t"], key, algorithms=["ES256"]).claims
    return claims


def _text(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    from base64 import urlsafe_b64decode

    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
