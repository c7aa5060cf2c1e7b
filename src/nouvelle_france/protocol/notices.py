"""Bodies of the calls about notices: who is told that it is their turn, and where."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from nouvelle_france.protocol.game import Told
from nouvelle_france.protocol.rest import Asked

Url = Annotated[str, StringConstraints(pattern=r"^https://[!-~]+$", max_length=2048)]
Language = Literal["en", "fr", "pl"]


class PushAsked(Asked):
    """A browser's push subscription, as it describes it itself."""

    endpoint: Url = Field(description="Where its push service takes messages for it.")
    p256dh: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{87}=?$", max_length=88)] = Field(
        description="Its public key: base64url."
    )
    auth: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}(==)?$", max_length=24)] = Field(
        description="Its secret: base64url."
    )
    language: Language = Field(default="en", description="What it is told in.")


class WebhookAsked(Asked):
    """Where a table tells of its turns."""

    url: Url = Field(description="An address at a host that the operator of the server allows.")
    language: Language = Field(default="en", description="What it tells in.")


class NoticesOffered(Told):
    """What the server can tell of turns."""

    push: str | None = Field(description="Its key for push subscriptions (applicationServerKey); null: no web push.")
    webhook_hosts: list[str] = Field(description="The hosts that webhooks may have; none: no webhooks.")
    delay: float = Field(description="After how many seconds of waiting somebody is told.")


class Subscribed(Told):
    """The browsers that are told of a seat's turns: the SHA-256 of each endpoint."""

    ids: list[str]


class WebhookTold(Told):
    """Where a table tells of its turns; null: nowhere."""

    url: str | None
