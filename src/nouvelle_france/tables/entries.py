"""What happens at a table: a closed set of entries, each of which says itself what it changes and what is told of it.

A table is its entries, in order; nothing else is kept of it. Entries hold secrets (the shuffle's secret, hashes of
tokens, a Huron's order): ``public`` names the fields that everyone is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeAlias, get_args

from nouvelle_france.bots.stand_in import CLOCK
from nouvelle_france.rules import Action
from nouvelle_france.rules.state import Step
from nouvelle_france.tables.chairs import Chair
from nouvelle_france.tables.options import Options

if TYPE_CHECKING:
    from nouvelle_france.tables.table import Table

How = Literal["person", "bot", "stand_in", "clock", "replayed"]
"""Who decided on an action: its holder, its bot, a bot in the place of either, the clock; or it was played in the game
that this one continues."""

What = Literal["take_back", "abandon"]
"""What can be proposed to the others: to go back to one's own last action, or to end the game without an end."""

GAME_GOES_ON = ("status", "secret", "position", "asks", "take_back", "proposal")
"""What an action may change of what everyone sees."""


class Kind:
    """What entries have in common. ``kind`` names them in the log and in news."""

    __slots__ = ()

    kind: ClassVar[str]
    public: ClassVar[tuple[str, ...]] = ()
    """The fields that everyone is told."""
    changes: ClassVar[tuple[str, ...]] = ()
    """What may be different afterwards, of what everyone sees of the table."""
    offers: ClassVar[bool] = False
    """Whether seats may be offered something else afterwards."""
    unseats: ClassVar[bool] = False
    """Whether the seat's holder holds it no longer, or not until it opens the table again."""
    fuss: ClassVar[str] = ""
    """On whose account it goes, if it costs nothing to make and could be made for ever: ``seat``, ``host`` or others.

    Nothing that removes or replaces somebody is on one: whoever has used theirs up must not keep a place with it. What
    has to come before it is."""

    def write(self) -> dict[str, Any]:
        """Its fields as plain JSON."""
        values = ((it.name, getattr(self, it.name)) for it in fields(self))  # type: ignore[arg-type]  # every entry is a dataclass
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """From JSON that was checked before."""
        return cls(**data)

    @property
    def account(self) -> str:
        """The account it goes on, by its name at this table; empty where it goes on none."""
        return f"{self.fuss} {getattr(self, 'seat', '')}" if self.fuss not in ("", "host") else self.fuss

    def told(self, table: Table) -> dict[str, Any]:
        """What everyone is told of it, at the table that has taken it in."""
        return {name: getattr(self, name) for name in self.public}


# -- the table and its seats ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Created(Kind):
    """The table was made. ``host`` and ``invite`` are hashes."""

    kind = "created"
    changes = ("status", "created_at", "options", "edition", "rules_version", "commitment", "words", "secret", "seats",
               "game", "position", "asks", "take_back", "proposal", "ended", "rematch")  # fmt: skip

    options: Options
    edition: str
    rules_version: int
    secret: str
    host: str
    invite: str
    chairs: tuple[Chair, ...]

    def write(self) -> dict[str, Any]:
        """As JSON."""
        return {
            **Kind.write(self),
            "options": self.options.write(),
            "chairs": [asdict(chair) for chair in self.chairs],
        }

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """From JSON."""
        chairs = tuple(Chair(**it) for it in data["chairs"])
        return cls(**{**data, "options": Options.read(data["options"]), "chairs": chairs})


@dataclass(frozen=True, slots=True)
class OptionsChanged(Kind):
    """The host chose other rules before the game."""

    kind = "options_changed"
    changes = ("options",)
    fuss = "host"

    options: Options

    def write(self) -> dict[str, Any]:
        """As JSON."""
        return {"options": self.options.write()}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """From JSON."""
        return cls(Options.read(data["options"]))


@dataclass(frozen=True, slots=True)
class Sat(Kind):
    """Somebody took a seat. ``token`` is a hash.

    Strangers at a public table have an account of their own, so that they never use up that of those who are invited.
    """

    kind = "sat"
    public = ("seat", "name")
    changes = ("seats",)
    fuss = "sitting down"

    seat: str
    name: str
    token: str
    words: str
    invited: bool = True
    """Whether with the host's invitation."""

    @property
    def account(self) -> str:
        """One for those who were invited, one for all others."""
        return f"{self.fuss} {self.seat}" if self.invited else f"{self.fuss} uninvited {self.seat}"

    def write(self) -> dict[str, Any]:
        """As JSON; that somebody was invited is not said."""
        written = Kind.write(self)
        if self.invited:
            del written["invited"]
        return written


@dataclass(frozen=True, slots=True)
class BotSeated(Kind):
    """A bot was put on a seat."""

    kind = "bot_seated"
    public = ("seat", "name", "bot")
    changes = ("seats",)
    fuss = "host"

    seat: str
    name: str
    bot: str


@dataclass(frozen=True, slots=True)
class Opened(Kind):
    """A seat was freed before the game."""

    kind = "opened"
    public = ("seat",)
    changes = ("seats",)
    unseats = True

    seat: str


@dataclass(frozen=True, slots=True)
class WordsAdded(Kind):
    """A seat added words to the shuffle; nobody sees them before the game."""

    kind = "words_added"
    public = ("seat",)
    fuss = "seat"

    seat: str
    words: str


@dataclass(frozen=True, slots=True)
class Invited(Kind):
    """There is a new invitation, of which this is the hash."""

    kind = "invited"
    fuss = "host"

    invite: str


@dataclass(frozen=True, slots=True)
class Offered(Kind):
    """A seat is offered to whoever has the code of this hash."""

    kind = "offered"
    public = ("seat",)
    changes = ("seats",)
    fuss = "seat"

    seat: str
    offer: str


@dataclass(frozen=True, slots=True)
class HandedOver(Kind):
    """A seat that was offered is somebody else's now."""

    kind = "handed_over"
    public = ("seat", "name")
    changes = ("seats", "asks", "take_back", "proposal")
    offers = True
    unseats = True

    seat: str
    name: str
    token: str


# -- the game ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Started(Kind):
    """The game began: with these seats in turn order, sticks, required sites and deck, top card first."""

    kind = "started"
    public = ("order",)
    changes = ("rules_version", "words", "game", *GAME_GOES_ON)
    offers = True

    order: tuple[str, ...]
    rules_version: int
    sticks: tuple[str, ...]
    sites: tuple[str | None, ...]
    deck: tuple[str, ...]

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """From JSON."""
        return cls(
            tuple(data["order"]),
            data["rules_version"],
            tuple(data["sticks"]),
            tuple(data["sites"]),
            tuple(data["deck"]),
        )


@dataclass(frozen=True, slots=True)
class Moved(Kind):
    """A seat acted. ``action`` is in the words of a record, ``id`` its sender's own name for the message."""

    kind = "moved"
    public = ("seat", "how")
    changes = GAME_GOES_ON
    offers = True

    seat: str
    action: Mapping[str, Any]
    how: How
    id: str | None = None
    stand_in: str | None = None
    """Who chose, if not the seat's own player or bot: another bot, or the name a record has for none (``harmless``)."""
    read_as: Action | None = field(default=None, repr=False, compare=False)
    """The action itself, where it was read to decide on it; it is never read twice …"""
    step: Step | None = field(default=None, repr=False, compare=False)
    """… and what it leads to, where it was played to see whether it may be."""

    @property
    def in_its_place(self) -> str | None:
        """Who chose instead of the seat's own player or bot, as a record says it: a bot, or the clock."""
        return CLOCK if self.how == "clock" else self.stand_in

    def write(self) -> dict[str, Any]:
        """As JSON; what nobody said is left out."""
        written: dict[str, Any] = {"seat": self.seat, "action": self.action, "how": self.how}
        if self.id is not None:
            written["id"] = self.id
        if self.stand_in is not None:
            written["stand_in"] = self.stand_in
        return written

    def told(self, table: Table) -> dict[str, Any]:
        """Who acted, who chose, what was done and what it gained."""
        chosen_by = {} if self.stand_in is None else {"stand_in": self.stand_in}
        return {**Kind.told(self, table), **chosen_by, "do": self.action["do"], "gain": table.playing.gain}


@dataclass(frozen=True, slots=True)
class TakenBack(Kind):
    """A seat took its last action back."""

    kind = "taken_back"
    public = ("seat",)
    changes = GAME_GOES_ON
    offers = True
    fuss = "seat"

    seat: str
    id: str


@dataclass(frozen=True, slots=True)
class Proposed(Kind):
    """A seat proposes something that the others must agree to."""

    kind = "proposed"
    public = ("seat", "what")
    changes = ("proposal",)
    fuss = "seat"

    seat: str
    what: What


@dataclass(frozen=True, slots=True)
class Agreed(Kind):
    """A seat agrees to what is proposed."""

    kind = "agreed"
    public = ("seat",)
    changes = ("proposal",)

    seat: str


@dataclass(frozen=True, slots=True)
class Dismissed(Kind):
    """What was proposed is off: a seat does not agree, or takes back what it proposed."""

    kind = "dismissed"
    public = ("seat",)
    changes = ("proposal",)

    seat: str


@dataclass(frozen=True, slots=True)
class WentBack(Kind):
    """All agreed to go back: so many actions did not happen, the first of them a seat's own."""

    kind = "went_back"
    public = ("seat", "actions")
    changes = GAME_GOES_ON
    offers = True

    seat: str
    actions: int


@dataclass(frozen=True, slots=True)
class Conceded(Kind):
    """A seat gave up: the game is over, without a result of the rules."""

    kind = "conceded"
    public = ("seat",)
    changes = (*GAME_GOES_ON, "ended")
    offers = True

    seat: str


@dataclass(frozen=True, slots=True)
class Abandoned(Kind):
    """All agreed to end the game: it is over, without a result."""

    kind = "abandoned"
    changes = (*GAME_GOES_ON, "ended")
    offers = True


@dataclass(frozen=True, slots=True)
class TimedOut(Kind):
    """The time for a seat's own turn is up; a stand-in plays the rest of it."""

    kind = "timed_out"
    public = ("seat",)
    changes = ("asks", "take_back", "proposal")
    offers = True

    seat: str


@dataclass(frozen=True, slots=True)
class StoodIn(Kind):
    """Others had a bot stand in for a seat."""

    kind = "stood_in"
    public = ("seat",)
    changes = ("seats", "asks", "take_back", "proposal")
    offers = True

    seat: str


@dataclass(frozen=True, slots=True)
class Left(Kind):
    """A seat's holder left; a bot stands in."""

    kind = "left"
    public = ("seat",)
    changes = ("seats", "asks", "take_back", "proposal")
    offers = True
    unseats = True

    seat: str


@dataclass(frozen=True, slots=True)
class Returned(Kind):
    """Whoever a bot stood in for is back."""

    kind = "returned"
    public = ("seat",)
    changes = ("seats", "asks", "take_back", "proposal")
    offers = True
    fuss = "coming back"

    seat: str


# -- beside and after it -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said(Kind):
    """A line of chat."""

    kind = "said"
    public = ("seat", "text")

    seat: str
    id: str
    text: str

    def told(self, table: Table) -> dict[str, Any]:
        """Who said what."""
        return {**Kind.told(self, table), "name": table.chairs[self.seat].name}


@dataclass(frozen=True, slots=True)
class Rematched(Kind):
    """The same people play again, at another table."""

    kind = "rematched"
    public = ("to",)
    changes = ("rematch",)

    to: str


@dataclass(frozen=True, slots=True)
class Closed(Kind):
    """The table ended without an end of the game."""

    kind = "closed"
    changes = ("status", "asks", "take_back", "proposal")
    offers = True


@dataclass(frozen=True, slots=True)
class Unsealed(Kind):
    """Both games of a duplicate have ended, or a day is over: this game may be seen."""

    kind = "unsealed"
    changes = ("secret",)


Entry: TypeAlias = (
    Created
    | OptionsChanged
    | Sat
    | BotSeated
    | Opened
    | WordsAdded
    | Invited
    | Offered
    | HandedOver
    | Started
    | Moved
    | TakenBack
    | Proposed
    | Agreed
    | Dismissed
    | WentBack
    | Conceded
    | Abandoned
    | TimedOut
    | StoodIn
    | Left
    | Returned
    | Said
    | Rematched
    | Closed
    | Unsealed
)
"""Something that happens at a table."""

KINDS: Mapping[str, type[Entry]] = {kind.kind: kind for kind in get_args(Entry)}
"""The entries by name."""


# -- written down --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Written:
    """An entry as it is kept: ``seq`` counts from 1 without gaps, ``at`` is in milliseconds since 1970 (UTC)."""

    seq: int
    at: int
    kind: str
    data: Mapping[str, Any]
    """Plain JSON."""
    decided: Entry | None = field(default=None, repr=False, compare=False)
    """The entry itself, where it was decided on just now: it need not be read back."""

    @classmethod
    def of(cls, seq: int, at: int, entry: Entry) -> Self:
        """An entry with its number and time."""
        return cls(seq, at, entry.kind, entry.write(), entry)

    @property
    def entry(self) -> Entry:
        """What was written down; of one from a log it is read each time. Raises ValueError where it is of no kind."""
        if self.decided is not None:
            return self.decided
        if self.kind not in KINDS:
            raise ValueError(f"entry {self.seq} is of no known kind: {self.kind!r}")
        return KINDS[self.kind].read(self.data)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a table stands after its last entry: what can be asked of many tables without reading their logs."""

    status: str
    """``waiting``, ``playing``, ``over`` or ``closed``."""
    public: bool
    """Whether the lobby lists it."""
    due: int | None
    """When the server must act by itself, in milliseconds since 1970: a bot is to move, or a clock runs out."""
    edition: str
    """The digest of its edition."""
    summary: Mapping[str, Any]
    """What the lobby shows, plain JSON."""
