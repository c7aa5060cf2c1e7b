"""Messages of the socket, in both directions; docs/protocol.md describes their use."""

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
    """An action that needs no further data."""

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
    """Stop following a table."""

    type: Literal["close"]
    id: MessageId
    table: TableId


class MoveAsked(Asked):
    """Play an action, on the position after event ``on``; ``stand_in`` says that the holder's program chose none, and
    the action that spends least was taken."""

    type: Literal["move"]
    id: MessageId
    table: TableId
    on: Seq
    action: ActionAsked
    stand_in: Literal["harmless"] | None = None


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
    """What would you do in my place? For a seat that is to act, on the position after event ``on``."""

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
    """A message was carried out and committed; ``seq`` is the event it led to."""

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
    """A bot that cannot play yet: its progress (from 0 to 1), or that preparing it failed."""

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
"""A kind of reason for an action, or against it."""


class ReasonTold(Told):
    """A reason for an action (points above 0), or against it."""

    what: What
    points: float


class HintTold(Told):
    """A recommended action, its total worth, and the parts of that.

    The parts are points of each colour now, at each snowfall to come, a disk at the end, and its estimated change of
    what each colour may gain beyond that.
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
    """A coming snowfall: the level it counts, in how many cards at the earliest and at the latest, and the chance that
    it comes before the seat places again."""

    level: int
    soonest: int
    latest: int
    chance: float


class HintsTold(Told):
    """The hints for a seat, the best first; ``since`` is the event that gave it the choice.

    ``ids`` are all its placements, best first, with the ``worth`` of each; ``most_now`` is the placement that scores
    most now, if that is not the best.
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
    """The server is about to close the socket; reconnect."""

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
