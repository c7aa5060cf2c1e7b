"""Messages of the socket, both ways. docs/protocol.md tells the story they make."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter
from typing_extensions import TypeAliasType

from nouvelle_france.bots.judging.hinting import What as WhatSpeaks
from nouvelle_france.protocol.game import Foreseen, Offer, Told
from nouvelle_france.protocol.news import NewsTold
from nouvelle_france.protocol.rest import Asked, Snapshot
from nouvelle_france.protocol.texts import ChatText, MessageId, TableId, Token, Word
from nouvelle_france.tables.errors import Code

Seq = Annotated[int, Field(ge=0, le=2**53)]
Block = Annotated[str, Field(max_length=80)]
SmallCell = tuple[
    Annotated[int, Field(ge=-99, le=99)], Annotated[int, Field(ge=-99, le=99)], Annotated[int, Field(ge=-99, le=99)]
]

# -- actions, in the words of a record -----------------------------------------------------------------------------


class PlainAction(Asked):
    """An action that says all by its name."""

    by: Word
    do: Literal["draw", "fille", "coureur", "decline", "end", "pass"]


class PlaceAction(Asked):
    """A block on a site; ``cubes`` in the block's own order."""

    model_config = ConfigDict(strict=False)  # a JSON list is a tuple here

    by: Word
    do: Literal["place", "bonus"]
    block: Block
    site: Word
    cubes: Annotated[list[SmallCell], Field(max_length=20)]


class HuronAction(Asked):
    """Look at the top cards (no ``order``), or put them back."""

    by: Word
    do: Literal["huron"]
    order: Annotated[list[Annotated[int, Field(ge=0, le=99)]], Field(max_length=20)] | None = None


class UnableAction(Asked):
    """No block of a visible shape can be placed."""

    by: Word
    do: Literal["unable"]
    shape: Word
    remove: Block


ActionAsked = TypeAliasType(
    "ActionAsked", Annotated[PlainAction | PlaceAction | HuronAction | UnableAction, Field(discriminator="do")]
)

# -- from the client -----------------------------------------------------------------------------------------------


class Open(Asked):
    """Follow a table: as the holder of seats, or as a spectator. ``seen`` is the last event known."""

    type: Literal["open"]
    id: MessageId
    table: TableId
    tokens: Annotated[list[Token], Field(max_length=8, default_factory=list)]
    seen: Seq | None = None


class Close(Asked):
    """Follow a table no longer."""

    type: Literal["close"]
    id: MessageId
    table: TableId


class MoveAsked(Asked):
    """Play an action, on what the event ``on`` left."""

    type: Literal["move"]
    id: MessageId
    table: TableId
    on: Seq
    action: ActionAsked


class TakeBack(Asked):
    """Undo the seat's last action."""

    type: Literal["take_back"]
    id: MessageId
    table: TableId
    seat: Word
    on: Seq


class Say(Asked):
    """A line of chat."""

    type: Literal["say"]
    id: MessageId
    table: TableId
    seat: Word
    text: ChatText


class HintAsked(Asked):
    """What would you do in my place? For a seat that is to act, on what the event ``on`` left."""

    type: Literal["hint"]
    id: MessageId
    table: TableId
    seat: Word
    on: Seq


class Ping(Asked):
    """Are you there?"""

    type: Literal["ping"]
    id: MessageId


ClientMessage = TypeAliasType(
    "ClientMessage",
    Annotated[Open | Close | MoveAsked | TakeBack | Say | HintAsked | Ping, Field(discriminator="type")],
)
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)

# -- from the server -----------------------------------------------------------------------------------------------


class Opened(Told):
    """The table is followed: a snapshot, or the news since the event the client had seen."""

    type: Literal["opened"]
    re: str
    table: str
    seq: int
    you: list[str]
    snapshot: Snapshot | None
    news: list[NewsTold] | None
    offers: dict[str, Offer]
    foresight: dict[str, list[Foreseen]]
    present: list[str]
    watching: int


class Done(Told):
    """A message was carried out, and is kept; ``seq`` is the event that came of it."""

    type: Literal["done"]
    re: str
    table: str | None = None
    seq: int | None = None


class ErrorTold(Told):
    """A message was refused; nothing has changed."""

    type: Literal["error"]
    re: str | None
    code: Code
    message: str
    rule: str | None
    table: str | None


class Present(Told):
    """Which seats' holders are connected, and how many spectators."""

    type: Literal["present"]
    table: str
    seats: list[str]
    watching: int


class You(Told):
    """The seats held from now on: one was left, handed over, or taken away before the game."""

    type: Literal["you"]
    table: str
    seats: list[str]


class BotReadying(Told):
    """A bot that cannot play yet: how far it is (a share of 1), or that making it ready failed and is tried again."""

    seat: str
    bot: str
    progress: float
    failed: bool


class ReadyingTold(Told):
    """Which bots of a table are getting ready; the game waits for them, unless somebody lets a stand-in play."""

    type: Literal["readying"]
    table: str
    bots: list[BotReadying]


What = TypeAliasType("What", WhatSpeaks)
"""What can speak for an action, or against it."""


class ReasonTold(Told):
    """What speaks for an action (points above 0), or against it."""

    what: What
    points: float


class HintTold(Told):
    """Something to do, its worth in all, and what that is made of.

    That is points of each colour now, at each snowfall to come, a disk at the end, and what it changes, more or less,
    of what each colour may gain beyond that.
    """

    action: ActionAsked
    placement: int | None
    worth: float | None
    now: dict[str, int]
    snow: list[dict[str, int]]
    disk: int
    growth: dict[str, float]
    why: list[ReasonTold]


class SnowfallTold(Told):
    """A snowfall to come: what level it counts, how many cards from now at the soonest and at the latest, and how
    likely it comes before the seat places again."""

    level: int
    soonest: int
    latest: int
    chance: float


class HintsTold(Told):
    """The hints for a seat, the best first; ``since`` is the event that gave it the choice.

    ``ids`` are all its placements, the best first, with the ``worth`` of each; ``most_now`` is the placement that
    scores most now, where that is another than the best.
    """

    type: Literal["hints"]
    re: str
    table: str
    seat: str
    since: int
    best: list[HintTold]
    most_now: HintTold | None
    snowfalls: list[SnowfallTold]
    ids: list[int]
    worth: list[float]


class Pong(Told):
    """I am."""

    type: Literal["pong"]
    re: str


class Bye(Told):
    """The server is about to close the socket; come back."""

    type: Literal["bye"]
    reason: Literal["restart", "slow"]


ServerMessage = TypeAliasType(
    "ServerMessage",
    Annotated[
        NewsTold | Opened | Done | ErrorTold | Present | ReadyingTold | You | HintsTold | Pong | Bye,
        Field(discriminator="type"),
    ],
)
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
