"""Bodies of the REST calls."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from nouvelle_france.bots.stand_in import QUICK
from nouvelle_france.protocol.game import Foreseen, GameTold, Mode, Offer, PositionTold, RulesChosen, Told
from nouvelle_france.protocol.texts import Entropy, Name, TableId, Title, Token, Word
from nouvelle_france.tables.errors import Code

DAY = 24 * 60 * 60

BotSeconds = Annotated[float, Field(ge=0, le=10, description="How long bots wait before each of their moves.")]


class Asked(BaseModel):
    """A client's request. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


# -- asked ---------------------------------------------------------------------------------------------------------


class RulesAsked(Asked):
    """The variants (VAR, PLC-5, UNA-4)."""

    one_card: bool = False
    allies: Literal["each_stage", "once", "none"] | None = Field(
        default=None, description="When ally tokens come back; default: none in solo, otherwise each_stage."
    )
    support: Literal["free-standing", "leaning"] = "free-standing"
    unable: Literal["verified", "claimed"] = "verified"


class SoloAsked(Asked):
    """The challenges of a solo game; by default the edition's first."""

    constraint: Word | Literal[""] = ""
    track: Word | Literal[""] = ""
    architecture: Annotated[list[Word], Field(max_length=20, default_factory=list)]


class PaceAsked(Asked):
    """How long people and bots may take, in seconds."""

    turn_seconds: Annotated[int, Field(ge=5, le=30 * DAY)] | None = Field(
        default=None, description="For one's own turn; null is unlimited."
    )
    window_seconds: Annotated[int, Field(ge=3, le=30 * DAY)] | None = Field(
        default=None, description="For an answer in another's turn; null is the same as for a turn."
    )
    bot_seconds: BotSeconds = 1.0


class SeatAsked(Asked):
    """A seat of the new table: for oneself, for a bot, or open."""

    kind: Literal["me", "open", "bot"] = "open"
    seat: Word | None = Field(default=None, description="Its colour; random by default.")
    name: Name | None = Field(default=None, description="Who sits there, if not the table's maker (hot seat).")
    bot: Word | None = Field(default=None, description="Which bot.")
    begins: bool = Field(
        default=False, description="It begins, instead of a random seat: such a table has no shuffle proof."
    )

    @model_validator(mode="after")
    def _a_bot_has_a_level(self) -> SeatAsked:
        if (self.kind == "bot") != (self.bot is not None):
            raise ValueError("a seat for a bot, and no other, names its bot")
        return self


class PlayOn(Asked):
    """A new game from a moment of a finished one, against bots: of a table here, or of a record."""

    name: Name = Field(description="Who plays on.")
    table: TableId | None = None
    record: str | None = Field(default=None, description="A record, finished or not, as text.")
    moment: Annotated[int, Field(ge=0, le=10_000)] = Field(
        description="After how many actions; a Huron's look is one of its own, as in a timeline."
    )
    seat: Word | None = Field(default=None, description="The seat to play; by default the one that is to act.")
    bot: Word = Field(default="artisan", description="Who plays the others.")
    bot_seconds: BotSeconds = 1.0

    @model_validator(mode="after")
    def _one_game(self) -> PlayOn:
        if (self.table is None) == (self.record is None):
            raise ValueError("a table or a record, one of them")
        return self


class Bring(Asked):
    """A game that moves here from a browser without a server: a finished one, or one with a single person."""

    record: str = Field(description="Its record, finished or not, as text.")
    title: Title = ""
    coureur: Literal["first", "in_order"] = "first"
    winter_ties: Literal["player", "fixed"] = "fixed"
    hints: bool = True
    bot_seconds: BotSeconds = 1.0


class CreateTable(Asked):
    """A new table."""

    name: Name = Field(description="Who makes it.")
    mode: Mode = "table"
    seats: Annotated[list[SeatAsked], Field(max_length=8)] | None = Field(
        None, description="In the order they sit. Default: oneself and an open seat, or oneself in solo."
    )
    rules: RulesAsked = RulesAsked()
    solo: SoloAsked | None = None
    edition: Annotated[str, Field(max_length=64)] | None = Field(
        None, description="Id or digest; default: the built-in one."
    )
    title: Title = ""
    public: bool = Field(default=False, description="Listed in the lobby, and open to all; otherwise by link only.")
    pace: PaceAsked = PaceAsked()
    coureur: Literal["first", "in_order"] = "first"
    stand_in: Word = QUICK
    winter_ties: Literal["player", "fixed"] = Field(
        default="fixed", description="Who chooses among placements that are equal for Winter (SOL-5d)."
    )
    hints: bool | None = Field(
        default=None,
        description="Whether players may ask for hints on their turn; default: if one person plays alone or with bots.",
    )
    series: Literal["return", "duplicate"] | None = Field(
        default=None,
        description="The first of two games: a return match, where the other begins the second; or a duplicate, whose "
        "deal somebody else plays in the same seat at another table.",
    )


class ChangeRules(Asked):
    """Other rules for a table whose game has not begun."""

    rules: RulesAsked
    solo: SoloAsked | None = Field(None, description="Only in solo.")
    coureur: Literal["first", "in_order"] | None = Field(None, description="Null leaves it as it is.")
    winter_ties: Literal["player", "fixed"] | None = Field(None, description="Null leaves it as it is.")


class Sitting(Asked):
    """Take a seat."""

    name: Name
    token: Token | None = Field(
        default=None,
        description="What is to hold the seat, at random; by default the server makes it. Where no answer came, the "
        "same may be asked again: whoever holds a seat by this token is answered as before.",
    )


class Join(Sitting):
    """Take an open seat."""

    seat: Word | None = None
    invite: Token | None = Field(default=None, description="The invitation; public tables need none.")
    words: Entropy = Field(default="", description="What to add to the shuffle, chosen after seeing the commitment.")


class Enter(Asked):
    """The password of the server."""

    password: Annotated[str, Field(min_length=1, max_length=256)]


class Start(Asked):
    """Begin the game."""

    words: Entropy | None = Field(
        default=None, description="What to add to the shuffle for the seat of the token; the host's holds none."
    )


class SeatBot(Asked):
    """Put a bot on a seat."""

    bot: Word


class Propose(Asked):
    """Propose something that the others must agree to."""

    what: Literal["take_back", "abandon"] = Field(
        description="To go back to one's own last action, or to end the game without a result."
    )


class Answer(Asked):
    """An answer to a proposal; the proposer withdraws it by not agreeing."""

    agree: bool


class TakeOver(Sitting):
    """Take a seat that was offered by link."""

    offer: Token


# -- told ----------------------------------------------------------------------------------------------------------


class ChairTold(Told):
    """A seat of a table."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)  # what was not said is sent too

    seat: str
    kind: Literal["open", "person", "bot"]
    name: str
    bot: str | None
    away: bool = Field(default=False, description="A bot stands in until its holder is back.")
    offered: bool = Field(default=False, description="Its holder offers it by link.")


class PaceTold(Told):
    """How long people and bots may take."""

    turn_seconds: int | None
    window_seconds: int | None
    bot_seconds: float


class SoloSettingsTold(Told):
    """The challenges chosen."""

    constraint: str
    track: str
    architecture: list[str]


class OriginTold(Told):
    """The game this one continues, after this many of its actions."""

    table: str | None
    moment: int
    moved: bool = Field(default=False, description="It is the same game, moved here, with nothing dealt again.")


class SeriesTold(Told):
    """Two games that belong together: which of them this is, the table of the other, and the first's points by seat."""

    kind: Literal["return", "duplicate"]
    leg: int
    other: str | None
    scores: dict[str, int]


class DayGameTold(Told):
    """The day whose game this is, and what it counts as: a first, a further, a past day's, or a private one."""

    date: str
    count: Literal["first", "further", "past", "alone"]


class OptionsTold(Told):
    """The table's options."""

    mode: Mode
    rules: RulesChosen
    solo: SoloSettingsTold | None
    title: str
    public: bool
    pace: PaceTold
    coureur: Literal["first", "in_order"]
    stand_in: str
    winter_ties: Literal["player", "fixed"]
    hints: bool
    begins: str | None = Field(
        description="The seat that begins by arrangement, not at random; such a table has no shuffle proof."
    )
    origin: OriginTold | None = Field(description="Such a table has no shuffle proof either.")
    series: SeriesTold | None
    day: DayGameTold | None


class AskTold(Told):
    """A seat that may act, since which event, and until when (milliseconds since 1970)."""

    seat: str
    since: int
    deadline: int | None


class WordsTold(Told):
    """A seat's words for the shuffle."""

    seat: str
    words: str


class SaidTold(Told):
    """A line of chat."""

    seq: int
    at: int
    seat: str
    name: str
    text: str


class ProposalTold(Told):
    """What a seat proposes, who has agreed, and whom it waits for."""

    seat: str
    what: Literal["take_back", "abandon"]
    agreed: list[str]
    waits: list[str]


class EndedTold(Told):
    """How a game ended without a result by the rules: through whom, and who has won by it."""

    how: Literal["conceded", "abandoned"]
    seat: str | None
    winners: list[str]


class Snapshot(Told):
    """A table as the holder of some seats sees it."""

    table: str
    seq: int
    status: Literal["waiting", "playing", "over", "closed"]
    created_at: int
    options: OptionsTold
    edition: str
    rules_version: int
    commitment: str
    words: list[WordsTold] | None
    secret: str | None
    seats: list[ChairTold]
    game: GameTold | None
    position: PositionTold | None
    asks: list[AskTold]
    take_back: str | None
    proposal: ProposalTold | None = Field(default=None, description="The proposal the others are asked to agree to.")
    ended: EndedTold | None = Field(default=None, description="How it ended, if not by the rules.")
    rematch: str | None
    you: list[str]
    offers: dict[str, Offer]
    foresight: dict[str, list[Foreseen]]
    chat: list[SaidTold]


class Created(Told):
    """A new table, with the tokens to host it, invite others and hold seats. Only this answer has them."""

    table: TableId
    host: Token
    invite: Token
    tokens: dict[str, Token]
    snapshot: Snapshot


class Seated(Told):
    """A seat that is now held by a token."""

    table: TableId
    seat: str
    token: Token
    snapshot: Snapshot


class Invitation(Told):
    """A code for a link: it invites to the table, or hands over a seat."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    table: TableId
    code: Token
    seat: str | None = None


class Rematch(Told):
    """The table where the same people play again; their tokens hold their seats there too."""

    table: TableId


class Ok(Told):
    """It was done; the table's last event."""

    table: TableId
    seq: int


class Listed(Told):
    """A table in the lobby."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    table: TableId
    status: Literal["waiting", "playing", "over", "closed"]
    created_at: int
    changed_at: int
    title: str
    mode: Mode
    rules: RulesChosen
    solo: SoloSettingsTold | None
    pace: PaceTold
    seats: list[ChairTold]
    hints: bool = Field(default=False, description="Whether players may ask for hints on their turn.")
    begins: str | None = Field(default=None, description="The seat that begins by arrangement, if one does.")
    series: SeriesTold | None = None


class Lobby(Told):
    """Public tables, most recently changed first; ``more`` is the next page's ``after``, if there is one."""

    tables: list[Listed]
    more: str | None


class EditionListed(Told):
    """An edition tables can be made with."""

    id: str
    digest: str
    names: dict[str, str]


class Info(Told):
    """About this server."""

    name: Literal["nouvelle-france"]
    version: str
    rules_version: int
    address: str | None = Field(description="Its address on the network, if known.")
    bots: list[str]
    editions: list[EditionListed]


class Health(Told):
    """The rules work and the storage answers."""

    status: Literal["ok"]
    version: str
    move: str


class Problem(Told):
    """Why something was refused. Codes are a closed list."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    code: Code
    message: str
    rule: str | None = Field(default=None, description="The number of the rule that forbids it.")
    field: str | None = Field(default=None, description="The field at fault.")
