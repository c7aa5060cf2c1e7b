"""What happens at a table, distinguished by ``kind``: its history, and the news that keep a snapshot up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator
from typing_extensions import TypeAliasType, TypedDict

from nouvelle_france.protocol.events import GameEvent
from nouvelle_france.protocol.game import Doing, Foreseen, Offer, PositionTold, Told
from nouvelle_france.protocol.rest import Snapshot

How = TypeAliasType("How", Literal["person", "bot", "stand_in", "clock", "replayed"])
"""Who decided on an action: its holder, its bot, a bot in the holder's place, the clock; or it was played in the game
that this one continues."""


class Happened(Told):
    """Something that happened at a table: its number, when (milliseconds since 1970), what it caused in the game."""

    seq: int
    at: int
    kind: str
    events: list[GameEvent]


class PlainEvent(Happened):
    """The table was made, has other rules or invitation, was closed, its game was ended by all, or may be seen."""

    kind: Literal["created", "options_changed", "invited", "closed", "abandoned", "unsealed"]


class SeatEvent(Happened):
    """An event about a seat that needs no further data."""

    kind: Literal["opened", "words_added", "offered", "taken_back", "timed_out", "stood_in", "left", "returned"]
    seat: str


class AgreementEvent(Happened):
    """A seat agrees to a proposal, dismisses it, or concedes."""

    kind: Literal["agreed", "dismissed", "conceded"]
    seat: str


class SatEvent(Happened):
    """Somebody took a seat: an open one, or one that was offered."""

    kind: Literal["sat", "handed_over"]
    seat: str
    name: str


class BotSeatedEvent(Happened):
    """A bot sits on a seat."""

    kind: Literal["bot_seated"]
    seat: str
    name: str
    bot: str


class StartedEvent(Happened):
    """The game began; ``order`` is the turn order."""

    kind: Literal["started"]
    order: list[str]


class MovedEvent(Happened):
    """An action was played."""

    kind: Literal["moved"]
    seat: str
    how: How
    stand_in: str | None = None
    """Who chose, as a record says it, if not the seat's own player or bot. Of a clock, ``how`` says so."""
    do: Doing
    gain: dict[str, int]


class ProposedEvent(Happened):
    """A seat proposes something to the others."""

    kind: Literal["proposed"]
    seat: str
    what: Literal["take_back", "abandon"]


class WentBackEvent(Happened):
    """All agreed to go back: this many of the last actions were undone."""

    kind: Literal["went_back"]
    seat: str
    actions: int


class SaidEvent(Happened):
    """A line of chat."""

    kind: Literal["said"]
    seat: str
    name: str
    text: str


class RematchedEvent(Happened):
    """The same people play again, at another table."""

    kind: Literal["rematched"]
    to: str


EventTold = TypeAliasType(
    "EventTold",
    Annotated[
        PlainEvent
        | SeatEvent
        | SatEvent
        | BotSeatedEvent
        | StartedEvent
        | MovedEvent
        | AgreementEvent
        | ProposedEvent
        | WentBackEvent
        | SaidEvent
        | RematchedEvent,
        Field(discriminator="kind"),
    ],
)


class History(Told):
    """Events of a table in order; ``more`` tells whether others follow."""

    events: list[EventTold]
    more: bool


# -- news ----------------------------------------------------------------------------------------------------------

if TYPE_CHECKING:
    PositionChanges = dict[str, Any]
    Changes = dict[str, Any]
else:

    def _parts(name: str, whole: type[BaseModel], without: tuple[str, ...] = (), **other: Any) -> Any:
        """Any of a model's fields: what an entry changes is never known in advance."""
        fields = {key: field.annotation for key, field in whole.model_fields.items() if key not in without}
        return TypedDict(name, {**fields, **other}, total=False)

    _OF_VIEWER = ("table", "seq", "you", "offers", "foresight", "chat")
    PositionChanges = _parts("PositionChanges", PositionTold)
    Changes = _parts("Changes", Snapshot, _OF_VIEWER, position=PositionChanges | None)


class News(Happened):
    """Something happened. ``changes`` replace what the snapshot had under these keys; ``position`` is merged.

    ``offers`` and ``foresight`` come when the game changed, and replace the old ones entirely. By itself it is news of
    an unknown kind, whose changes still apply.
    """

    type: Literal["news"]
    table: str
    changes: Changes
    offers: dict[str, Offer] | None = None
    foresight: dict[str, list[Foreseen]] | None = None


class PlainNews(PlainEvent, News):
    """News of the table."""


class SeatNews(SeatEvent, News):
    """News of a seat."""


class SatNews(SatEvent, News):
    """News of somebody on a seat."""


class BotSeatedNews(BotSeatedEvent, News):
    """News of a bot on a seat."""


class StartedNews(StartedEvent, News):
    """News that the game began."""


class MovedNews(MovedEvent, News):
    """News of an action."""


class AgreementNews(AgreementEvent, News):
    """News of an agreement, or of conceding."""


class ProposedNews(ProposedEvent, News):
    """News of a proposal."""


class WentBackNews(WentBackEvent, News):
    """News of going back."""


class SaidNews(SaidEvent, News):
    """News of a line of chat."""


class RematchedNews(RematchedEvent, News):
    """News of the next game."""


def _or_of_a_later_kind(value: Any, read: ValidatorFunctionWrapHandler) -> News:
    """Clients ignore unknown kinds, so that servers may add some."""
    try:
        news: News = read(value)
    except ValidationError as error:
        if error.errors()[0]["type"] != "union_tag_invalid":
            raise
        return News.model_validate(value)
    return news


NewsTold = TypeAliasType(
    "NewsTold",
    Annotated[
        PlainNews
        | SeatNews
        | SatNews
        | BotSeatedNews
        | StartedNews
        | MovedNews
        | AgreementNews
        | ProposedNews
        | WentBackNews
        | SaidNews
        | RematchedNews,
        Field(discriminator="kind"),
        WrapValidator(_or_of_a_later_kind),
    ],
)
