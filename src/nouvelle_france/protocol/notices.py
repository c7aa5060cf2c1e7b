"""Bodies of the calls about notices: who is notified of their turn, and where."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from nouvelle_france.protocol.game import Told
from nouvelle_france.protocol.rest import Asked

Url = Annotated[str, StringConstraints(pattern=r"^https://[!-~]+$", max_length=2048)]
Language = Literal["en", "fr", "pl"]


class PushAsked(Asked):
    """A browser's push subscription, as it describes it itself."""

    endpoint: Url = Field(description="The address at its push service for messages to it.")
    p256dh: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{87}=?$", max_length=88)] = Field(
        description="Its public key: base64url."
    )
    auth: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}(==)?$", max_length=24)] = Field(
        description="Its secret: base64url."
    )
    language: Language = Field(default="en", description="The language of its messages.")


class WebhookAsked(Asked):
    """A table's webhook."""

    url: Url = Field(description="An address at a host that the operator of the server allows.")
    language: Language = Field(default="en", description="The language of its messages.")


class NoticesOffered(Told):
    """The notices of turns that the server offers."""

    push: str | None = Field(description="Its key for push subscriptions (applicationServerKey); null: no web push.")
    webhook_hosts: list[str] = Field(description="The hosts that webhooks may use; none: no webhooks.")
    delay: float = Field(description="How many seconds a game waits before a player is notified.")


class Subscribed(Told):
    """The browsers notified of a seat's turns: the SHA-256 of each endpoint."""

    ids: list[str]


class WebhookTold(Told):
    """A table's webhook; null: none."""

    url: str | None
