"""A table: who sits where, the game they play, its clock. It is nothing but its entries, one after another.

Everything here is pure: the same entries give the same table in every process. What people and bots may do is in
:mod:`~nouvelle_france.tables.decisions`, what each of them is told in :mod:`~nouvelle_france.tables.news`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from nouvelle_france.edition import Edition
from nouvelle_france.record import Match, Seat, read_action
from nouvelle_france.rules import RULES_VERSION, Event, Game, Phase, Setup
from nouvelle_france.rules.events import Drew, Peeked, TurnBegan
from nouvelle_france.tables.entries import Entry, Standing
from nouvelle_france.tables.errors import Code, TableError
from nouvelle_france.tables.fairness import Proof, commitment
from nouvelle_france.tables.options import Options

SOLO_SEAT, WINTER_SEAT = "player", "winter"
"""The seats of a solo game; nobody sits on Winter's."""

REACTIONS = (Phase.COUREUR, Phase.CLAIMED)
"""What is asked of seats in another seat's turn."""

FUSS = (
    *("sat", "bot_seated", "opened", "words_added", "invited", "offered", "handed_over"),
    *("taken_back", "left", "stood_in"),
)
"""Kinds of entries that cost nothing to make and could be made for ever."""

How = Literal["person", "bot", "stand_in", "clock"]
"""Who decided on an action: its holder, its bot, a bot in the holder's place, or the clock."""


@dataclass(slots=True)
class Chair:
    """A seat of the table and who is on it."""

    seat: str
    """Its colour, or ``player`` in solo."""
    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    bot: str | None = None
    token: str = ""
    """The hash of the token that holds it."""
    offer: str = ""
    """The hash of the code that takes it over, if it is offered."""
    away: bool = False
    """Whether a bot stands in until the holder is back."""
    words: str = ""
    """What it adds to the shuffle."""


class Ask(NamedTuple):
    """Since when a seat has had the choice it has now: the entry that gave it, and its time."""

    seq: int
    at: int


class Said(NamedTuple):
    """A line of the chat."""

    seq: int
    at: int
    seat: str
    name: str
    text: str


@dataclass
class Table:
    """The state of a table after its entries. ``edition_of`` finds the edition of a digest."""

    id: str
    edition_of: Callable[[str], Edition]
    seq: int = 0
    created_at: int = 0
    changed_at: int = 0
    status: Literal["waiting", "playing", "over", "closed"] = "waiting"
    chairs: dict[str, Chair] = field(default_factory=dict)
    host: str = ""
    invite: str = ""
    match: Match | None = None
    order: tuple[str, ...] = ()
    """The seats in turn order, once the game has begun."""
    asked: dict[str, Ask] = field(default_factory=dict)
    """The seats that may act now."""
    game_seq: int = 0
    """The entry that last changed the game."""
    game_at: int = 0
    """And its time."""
    out_of_time: list[str] = field(default_factory=list)
    """The seats whose turn a stand-in plays to its end."""
    by: list[tuple[str, How]] = field(default_factory=list)
    """Who decided on each action of the match's history."""
    chat: list[Said] = field(default_factory=list)
    done: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    """By seat and the id its holder gave: the entry that came of it, and what had been asked."""
    rematch: str | None = None
    fuss: int = 0
    """How many entries are neither moves nor chat nor comings and goings of a game."""

    options: Options = field(init=False)
    edition: Edition = field(init=False)
    rules_version: int = field(init=False, default=RULES_VERSION)
    secret: str = field(init=False, default="", repr=False)
    _turn_left: int = 0
    _turn_left_before: list[int] = field(default_factory=list)
    _asked_before: list[Ask] = field(default_factory=list)
    """Since when the one who made each action of the history had had that choice."""
    _settled: int = 0
    """How many actions stay since a clock has run out after them."""

    # -- the past becomes the present ------------------------------------------------------------------------------

    @classmethod
    def load(cls, id: str, edition_of: Callable[[str], Edition], entries: Iterable[Entry]) -> Table:
        """The table after these entries."""
        table = cls(id, edition_of)
        for entry in entries:
            table.apply(entry)
        return table

    def apply(self, entry: Entry) -> tuple[Event, ...]:
        """Take in the next entry; what it caused in the game."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"table {self.id}: entry {entry.seq} after {self.seq}")
        events: tuple[Event, ...] = getattr(self, f"_{entry.kind}")(entry, entry.data) or ()
        self.seq, self.changed_at = entry.seq, entry.at
        self.fuss += entry.kind in FUSS
        if "id" in entry.data:
            self.done[entry.data["seat"], entry.data["id"]] = (entry.seq, asked_of(entry.kind, entry.data))
        return events

    def _created(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.created_at = entry.at
        self.options = Options.read(data["options"])
        self.edition = self.edition_of(data["edition"])
        self.rules_version = data["rules_version"]
        self.secret, self.host, self.invite = data["secret"], data["host"], data["invite"]
        self.chairs = {it["seat"]: Chair(**it) for it in data["chairs"]}

    def _sat(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.chairs[data["seat"]] = Chair(
            data["seat"], "person", data["name"], token=data["token"], words=data["words"]
        )

    def _bot_seated(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.chairs[data["seat"]] = Chair(data["seat"], "bot", data["name"], data["bot"])

    def _opened(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.chairs[data["seat"]] = Chair(data["seat"])

    def _words_added(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.chairs[data["seat"]].words = data["words"]

    def _invited(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.invite = data["invite"]

    def _offered(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.chairs[data["seat"]].offer = data["offer"]

    def _handed_over(self, entry: Entry, data: Mapping[str, Any]) -> None:
        chair = self.chairs[data["seat"]]
        chair.name, chair.token, chair.offer, chair.away = data["name"], data["token"], "", False

    def _started(self, entry: Entry, data: Mapping[str, Any]) -> tuple[Event, ...]:
        self.order = tuple(data["order"])
        self.rules_version = data["rules_version"]
        if self.rules_version != RULES_VERSION:
            raise TableError(
                Code.OTHER_RULES,
                f"this game began under version {self.rules_version} of the rules; this program plays {RULES_VERSION}",
            )
        solo = self.options.mode == "solo"
        game = Game(
            self.edition,
            self.options.mode,
            self.options.rules,
            () if solo else self.order,
            tuple(data["sticks"]),
            self.options.solo,
            tuple(data["sites"]),
        )
        seats = [
            Seat(None if solo else chair.seat, chair.name, chair.bot)
            for chair in (self.chairs[seat] for seat in self.order)
        ]
        self.match = Match(Setup(game, tuple(data["deck"])), seats)
        self.status = "playing"
        events = (TurnBegan(0),)
        self._game_changed(entry, events)
        return events

    def _moved(self, entry: Entry, data: Mapping[str, Any]) -> tuple[Event, ...]:
        match = self.playing
        before = match.state.position.phase
        action = read_action(match.state.position, data["action"])
        self._spend(entry.at)
        self._turn_left_before.append(self._turn_left)
        self._asked_before.append(self.asked[data["seat"]])
        events = match.play(action)
        self.by.append((data["seat"], data["how"]))
        self._game_changed(entry, events, same_window=before is match.state.position.phase is Phase.COUREUR)
        return events

    def _taken_back(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self._spend(entry.at)
        left = self._turn_left_before.pop()
        if _turn_began(self.playing.history[-1].events):
            self._turn_left = left  # what was left of the turn it goes back to
        before = self.playing.state.position.phase
        self.playing.take_back()
        self.by.pop()
        self._game_changed(entry, (), same_window=before is self.playing.state.position.phase is Phase.COUREUR)
        asked = self._asked_before.pop()
        if self.reacting:  # its time in another's turn has gone on
            self.asked[data["seat"]] = Ask(entry.seq, asked.at)

    def _timed_out(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self._spend(entry.at)
        self.out_of_time.append(data["seat"])
        self._settled = len(self.by)
        self._game_changed(entry, ())

    def _said(self, entry: Entry, data: Mapping[str, Any]) -> None:
        chair = self.chairs[data["seat"]]
        self.chat.append(Said(entry.seq, entry.at, chair.seat, chair.name, data["text"]))

    def _stood_in(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.chairs[data["seat"]].away = True

    def _left(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.chairs[data["seat"]].away = True

    def _returned(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.chairs[data["seat"]].away = False

    def _rematched(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.rematch = data["to"]

    def _closed(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.status = "closed"
        self.asked = {}

    def _spend(self, now: int) -> None:
        """The time since the game last changed is the active seat's, unless others were asked."""
        if self.game.name(self.playing.state.position.active) in self.asked:
            self._turn_left = max(0, self._turn_left - (now - self.game_at))

    def _game_changed(self, entry: Entry, events: tuple[Event, ...], same_window: bool = False) -> None:
        """Who is asked now, and since when."""
        if _turn_began(events):
            self._turn_left = (self.options.pace.turn or 0) * 1000
            self.out_of_time.clear()
        self.game_seq, self.game_at = entry.seq, entry.at
        now = Ask(entry.seq, entry.at)
        self.asked = {seat: self.asked.get(seat, now) if same_window else now for seat in self._movers()}
        if self.playing.state.over:
            self.status = "over"

    # -- what holds now --------------------------------------------------------------------------------------------

    @property
    def playing(self) -> Match:
        """The match. Raises if the game has not begun."""
        if self.match is None:
            raise TableError(Code.NOT_PLAYING, "the game has not begun")
        return self.match

    @property
    def game(self) -> Game:
        """The fixed part of the game."""
        return self.playing.setup.game

    @property
    def commitment(self) -> str:
        """What is published of the shuffle's secret."""
        return commitment(self.secret)

    @property
    def words(self) -> tuple[tuple[str, str], ...]:
        """What the seats added to the shuffle, as they sit."""
        return tuple((chair.seat, chair.words) for chair in self.chairs.values())

    def _movers(self) -> list[str]:
        position = self.playing.state.position
        movers = [self.game.name(seat) for seat in position.movers]
        return movers[:1] if self.options.coureur == "in_order" else movers

    def seat_of(self, token_hash: str) -> str | None:
        """The seat that token holds."""
        return next((it.seat for it in self.chairs.values() if it.kind == "person" and it.token == token_hash), None)

    def bot_of(self, seat: str) -> str | None:
        """The bot that plays a seat now, or None where a person does."""
        if seat == WINTER_SEAT:
            return WINTER_SEAT
        chair = self.chairs[seat]
        if chair.kind == "bot":
            return chair.bot
        return self.options.stand_in if chair.away or seat in self.out_of_time else None

    @property
    def persons_asked(self) -> list[str]:
        """The seats asked whose persons may answer."""
        return [seat for seat in self.asked if self.bot_of(seat) is None]

    @property
    def reacting(self) -> bool:
        """Whether seats are asked in another seat's turn."""
        return self.playing.state.position.phase in REACTIONS

    def deadline(self, seat: str) -> int | None:
        """When the clock of a seat that is asked runs out."""
        if self.bot_of(seat) is not None:
            return None
        if self.reacting:
            limit = self.options.pace.window or self.options.pace.turn
            return None if limit is None else self.asked[seat].at + limit * 1000
        return None if self.options.pace.turn is None else self.game_at + self._turn_left

    def bot_due(self, seat: str) -> int:
        """When a bot that is asked may act: at once in another's turn, else after a pause for people to follow."""
        return self.game_at if self.reacting else self.game_at + round(self.options.pace.bots * 1000)

    @property
    def due(self) -> int | None:
        """When the server must act by itself next, if nobody else does. Bots wait for persons in a Coureur window."""
        persons = self.persons_asked
        times = [limit for seat in persons if (limit := self.deadline(seat)) is not None]
        if not (persons and self.reacting):
            times += [self.bot_due(seat) for seat in self.asked if self.bot_of(seat) is not None]
        return min(times, default=None)

    @property
    def takes_back(self) -> str | None:
        """The seat that may take its last action back: until a card is revealed, another seat has acted or a clock."""
        if self.status != "playing" or len(self.by) == self._settled:
            return None
        seat, how = self.by[-1]
        revealed = any(isinstance(event, Drew | Peeked) for event in self.playing.history[-1].events)
        return None if revealed or how != "person" else seat

    def proof(self) -> Proof:
        """What lets anyone check the shuffle, once the game is over."""
        if self.status != "over":
            raise TableError(Code.NOT_OVER, "the deck stays secret until the game is over")
        return Proof(self.id, self.commitment, self.secret, self.words, self.playing.record())

    def standing(self) -> Standing:
        """Where the table stands."""
        options = self.options.write()
        return Standing(
            status=self.status,
            public=self.options.public,
            due=self.due if self.status == "playing" else None,
            edition=self.edition.digest,
            summary={
                "title": self.options.title,
                "mode": self.options.mode,
                "rules": options["rules"],
                "solo": options["solo"],
                "pace": options["pace"],
                "seats": [
                    {"seat": it.seat, "kind": it.kind, "name": it.name, "bot": it.bot} for it in self.chairs.values()
                ],
            },
        )


def asked_of(kind: str, data: Mapping[str, Any]) -> str:
    """What the holder had asked for when an entry came of it, to tell a repeated message from another one.

    It is a text since a table keeps one for every move: dicts and lists would be a quarter more for the garbage
    collector to look through, while nobody gets an answer.
    """
    return json.dumps([kind, data.get("action"), data.get("text")], sort_keys=True)


def _turn_began(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, TurnBegan) for event in events)
