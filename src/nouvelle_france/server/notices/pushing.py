"""Web push: messages that only one browser can read (RFC 8291), and that identify their sender (RFC 8292).

The usual library, pywebpush, brings two HTTP clients that would call strangers' addresses unchecked; what remains
without them is a screenful, and tests compare it with the reference implementation (http-ece).
"""
# ruff: noqa: PLC0415 - what the extra brings is imported where it is used

from __future__ import annotations

import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from importlib.util import find_spec
from typing import Any

TOKEN_S = 12 * 60 * 60
"""The lifetime of our identification to a push service; at most a day."""

RECORD_BYTES = 4096
"""The size that every push service accepts; our messages are far smaller."""

KEY = "vapid"
"""The name of the server's own key in its storage."""


def is_installed() -> bool:
    """Whether the extra is installed."""
    return all(find_spec(name) is not None for name in ("cryptography", "jwt"))


def make_key() -> str:
    """A new private key, as PEM."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    made = ec.generate_private_key(ec.SECP256R1())
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return made.private_bytes(*form).decode()


class Identity:
    """The server's identity to push services: browsers accept only messages signed with this key."""

    def __init__(self, pem: str, contact: str = "") -> None:
        """``contact`` is the operator's address for those who run a push service; empty: none."""
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        key: Any = load_pem_private_key(pem.encode(), None)
        self._key = key
        self._contact = contact
        self.public = to_text(_point(key.public_key()))
        """The public key, as given to browsers."""

    def authorization(self, origin: str) -> str:
        """The header for the push service at an origin."""
        import jwt

        claims: dict[str, Any] = {"aud": origin, "exp": int(time.time()) + TOKEN_S}
        if self._contact:
            claims["sub"] = self._contact
        return f"vapid t={jwt.encode(claims, self._key, algorithm='ES256')}, k={self.public}"


def is_key(p256dh: str) -> bool:
    """Whether it is a public key that messages can be encrypted for."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(p256dh))
    except ValueError:
        return False
    return True


def sealed(message: bytes, p256dh: str, auth: str) -> bytes:
    """A message for the browser with that key and that secret (RFC 8291: one record of ``aes128gcm``)."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

    theirs = from_text(p256dh)
    once = ec.generate_private_key(ec.SECP256R1())
    ours = _point(once.public_key())
    shared = once.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    secret = derived(shared, from_text(auth), b"WebPush: info\0" + theirs + ours, 32)
    salt = os.urandom(16)
    key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, message + b"\2", None)  # 2: it is the last record


def to_text(value: bytes) -> str:
    """Bytes as URLs have them.

    >>> to_text(b"?>?")
    'Pz4_'
    """
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """The bytes of such a text."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: Any) -> bytes:
    from cryptography.hazmat.primitives import serialization

    point: bytes = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return point
