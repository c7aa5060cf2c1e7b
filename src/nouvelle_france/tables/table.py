"""A table: who sits where, the game they play, its clock. It is nothing but its entries, one after another.

Everything here is pure: the same entries give the same table in every process. What people and bots may do is in
:mod:`~nouvelle_france.tables.decisions`, what each of them is told in :mod:`~nouvelle_france.tables.news`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

import orjson

from nouvelle_france.bots.stand_in import QUICK
from nouvelle_france.edition import Edition
from nouvelle_france.record import Match, Record, Seat, read_action
from nouvelle_france.rules import RULES_VERSION, Event, Game, Phase, Setup
from nouvelle_france.rules.events import TurnBegan
from nouvelle_france.rules.game import WINTER
from nouvelle_france.tables.chairs import SOLO_SEAT, WINTER_SEAT, Chair, holder_of
from nouvelle_france.tables.entries import (
    Abandoned,
    Agreed,
    BotSeated,
    Closed,
    Conceded,
    Created,
    Dismissed,
    Entry,
    HandedOver,
    How,
    Invited,
    Left,
    Moved,
    Offered,
    Opened,
    OptionsChanged,
    Proposed,
    Rematched,
    Returned,
    Said,
    Sat,
    Standing,
    Started,
    StoodIn,
    TakenBack,
    TimedOut,
    Unsealed,
    WentBack,
    What,
    WordsAdded,
    Written,
)
from nouvelle_france.tables.errors import Code, TableError
from nouvelle_france.tables.fairness import Proof, commitment
from nouvelle_france.tables.options import Options
from nouvelle_france.tables.timing import Ask, Clock

REACTIONS = (Phase.COUREUR, Phase.CLAIMED)
"""What is asked of seats in another seat's turn."""


class Proposal(NamedTuple):
    """What a seat proposes, and who has agreed so far."""

    seat: str
    what: What
    agreed: tuple[str, ...] = ()


class Ended(NamedTuple):
    """How a game came to its end without a result of the rules: who gave up, and who has won by it."""

    how: Literal["conceded", "abandoned"]
    seat: str | None
    winners: tuple[str, ...]


class ChatLine(NamedTuple):
    """A line of the chat, with who said it."""

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
    clock: Clock = field(default_factory=Clock)
    by: list[tuple[str, How]] = field(default_factory=list)
    """Who decided on each action of the match's history."""
    settled: int = 0
    """How many actions stay since the time of a turn has run out after them."""
    chat: list[ChatLine] = field(default_factory=list)
    done: dict[tuple[str, str], tuple[int, bytes]] = field(default_factory=dict)
    """By seat and the id its holder gave: the entry that came of it, and what had been asked."""
    rematch: str | None = None
    unsealed: bool = False
    """Whether the other games of the same deal have ended too, so that this one may be seen."""
    proposal: Proposal | None = None
    ended: Ended | None = None
    fuss: Counter[str] = field(default_factory=Counter)
    """How many entries that cost nothing there are, by the account they go on."""

    options: Options = field(init=False)
    edition: Edition = field(init=False)
    rules_version: int = field(init=False, default=RULES_VERSION)
    secret: str = field(init=False, default="", repr=False)
    _summary: dict[str, Any] = field(init=False, repr=False)
    """What the lobby shows: written when seats change, not with every move."""

    # -- the past becomes the present ------------------------------------------------------------------------------

    @classmethod
    def load(cls, id: str, edition_of: Callable[[str], Edition], log: Iterable[Written]) -> Table:
        """The table after these entries."""
        table = cls(id, edition_of)
        for written in log:
            table.apply(written)
        return table

    def apply(self, written: Written) -> tuple[Event, ...]:
        """Take in the next entry; what it caused in the game."""
        if written.seq != self.seq + 1:
            raise ValueError(f"table {self.id}: entry {written.seq} after {self.seq}")
        entry, now = written.entry, Ask(written.seq, written.at)
        events = self._take_in(entry, now)
        self.seq, self.changed_at = now
        if "seats" in entry.changes or "options" in entry.changes:
            self._summary = self._summarized()
        if entry.account:
            self.fuss[entry.account] += 1
        if isinstance(entry, Moved | TakenBack | Said) and entry.id is not None:
            self.done[entry.seat, entry.id] = (written.seq, asked_of(entry))
        return events

    def _take_in(self, entry: Entry, now: Ask) -> tuple[Event, ...]:
        match entry:
            case Moved():
                return self._move(entry, now)
            case Started():
                return self._start(entry, now)
            case TakenBack(seat=seat):
                self._take_back(seat, now)
            case WentBack(actions=actions):
                for _ in range(actions):
                    self._take_back(self.by[-1][0], now)
                if self.reacting:  # whoever answers anew has the whole time for it, as all agreed
                    self.clock.asked = {seat: ask._replace(at=now.at) for seat, ask in self.clock.asked.items()}
            case Proposed(seat=seat, what=what):
                self.proposal = Proposal(seat, what)
            case Agreed(seat=seat):
                assert self.proposal is not None, "nothing is proposed"
                self.proposal = self.proposal._replace(agreed=(*self.proposal.agreed, seat))
            case Dismissed():
                self.proposal = None
            case Conceded(seat=seat):
                self._end(Ended("conceded", seat, self._others_win(seat)))
            case Abandoned():
                self._end(Ended("abandoned", None, ()))
            case TimedOut(seat=seat):
                self._spend(now.at)
                self.clock.out_of_time.append(seat)
                self.settled = len(self.by)
                self._game_changed(now, ())
            case Created():
                self.created_at = now.at
                self.options, self.edition = entry.options, self.edition_of(entry.edition)
                self.rules_version = entry.rules_version
                self.secret, self.host, self.invite = entry.secret, entry.host, entry.invite
                self.chairs = {chair.seat: replace(chair) for chair in entry.chairs}
            case OptionsChanged(options=options):
                self.options = options
            case Sat(seat=seat, name=name, token=token, words=words):
                self.chairs[seat] = Chair(seat, "person", name, token=token, words=words)
                self.fuss.pop(f"seat {seat}", None)  # somebody else's account
            case BotSeated(seat=seat, name=name, bot=bot):
                self.chairs[seat] = Chair(seat, "bot", name, bot)
            case Opened(seat=seat):
                self.chairs[seat] = Chair(seat)
            case WordsAdded(seat=seat, words=words):
                self.chairs[seat].words = words
            case Invited(invite=invite):
                self.invite = invite
            case Offered(seat=seat, offer=offer):
                self.chairs[seat].offer = offer
            case HandedOver(seat=seat, name=name, token=token):
                chair = self.chairs[seat]
                chair.name, chair.token, chair.offer, chair.away = name, token, "", False
                self._forget_proposal_of(seat)
            case StoodIn(seat=seat) | Left(seat=seat):
                self.chairs[seat].away = True
                self._forget_proposal_of(seat)
            case Returned(seat=seat):
                self.chairs[seat].away = False
            case Said(seat=seat, text=text):
                self.chat.append(ChatLine(now.seq, now.at, seat, self.chairs[seat].name, text))
            case Rematched(to=to):
                self.rematch = to
            case Closed():
                self.status = "closed"
                self.clock.stop()
                self.proposal = None
            case Unsealed():
                self.unsealed = True
        return ()

    def _start(self, entry: Started, now: Ask) -> tuple[Event, ...]:
        self.order = entry.order
        self.rules_version = entry.rules_version
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
            entry.sticks,
            self.options.solo,
            entry.sites,
        )
        seats = [
            Seat(None if solo else chair.seat, chair.name, chair.bot)
            for chair in (self.chairs[seat] for seat in self.order)
        ]
        self.match = Match(Setup(game, entry.deck), seats)
        self.status = "playing"
        events = (TurnBegan(0),)
        self._game_changed(now, events)
        return events

    def _move(self, entry: Moved, now: Ask) -> tuple[Event, ...]:
        match = self.playing
        position = match.state.position
        action = read_action(position, entry.action) if entry.read_as is None else entry.read_as
        self._spend(now.at)
        self.clock.keep(entry.seat)
        events = match.play(action, entry.step, entry.in_its_place)
        self.by.append((entry.seat, entry.how))
        if entry.seat in self.clock.out_of_time:
            self.settled = len(self.by)  # played when its time was up
        self._game_changed(now, events, same_window=position.phase is match.state.position.phase is Phase.COUREUR)
        return events

    def _take_back(self, seat: str, now: Ask) -> None:
        self._spend(now.at)
        asked = self.clock.take_back(_turn_began(self.playing.history[-1].events))
        before = self.playing.state.position.phase
        self.playing.take_back()
        self.by.pop()
        self._game_changed(now, (), same_window=before is self.playing.state.position.phase is Phase.COUREUR)
        if self.reacting:  # its time in another's turn has gone on
            self.clock.asked[seat] = Ask(now.seq, asked.at)

    def _end(self, ended: Ended) -> None:
        """The game is over without a result of the rules."""
        self.status, self.ended = "over", ended
        self.clock.stop()
        self.proposal = None

    def _others_win(self, seat: str) -> tuple[str, ...]:
        """Who has won when a seat gives up."""
        return (WINTER_SEAT,) if self.options.mode == "solo" else tuple(it for it in self.order if it != seat)

    def _forget_proposal_of(self, seat: str) -> None:
        """What somebody proposed who plays no more is proposed no more; what a new holder thinks is open."""
        if self.proposal is None:
            return
        if self.proposal.seat == seat:
            self.proposal = None
        else:
            self.proposal = self.proposal._replace(agreed=tuple(it for it in self.proposal.agreed if it != seat))

    def _spend(self, now: int) -> None:
        self.clock.spend(self.game.name(self.playing.state.position.active), now)

    def _game_changed(self, now: Ask, events: tuple[Event, ...], same_window: bool = False) -> None:
        """Who is asked now, and since when."""
        if _turn_began(events):
            self.clock.begin_turn(self.options.pace.turn)
        if self.proposal is not None and self.proposal.what == "take_back":
            self.proposal = None  # the game has gone on, or back
        self.clock.ask(self._movers(), now, same_window)
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
        """What the seats added to the shuffle, as they sit; nothing where another table has the same deal."""
        return tuple((chair.seat, "" if self.options.duplicate else chair.words) for chair in self.chairs.values())

    @property
    def finished(self) -> bool:
        """Whether the game will not go on."""
        return self.status in ("over", "closed")

    @property
    def sealed(self) -> bool:
        """Whether nobody but who plays here may see the game: the same deal is still to be played elsewhere."""
        return self.options.dealt_elsewhere and self.match is not None and not self.unsealed

    @property
    def asked(self) -> dict[str, Ask]:
        """The seats that may act now."""
        return self.clock.asked

    @property
    def game_seq(self) -> int:
        """The entry that last changed the game."""
        return self.clock.seq

    @property
    def out_of_time(self) -> list[str]:
        """The seats whose turn a stand-in plays to its end."""
        return self.clock.out_of_time

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
            return None if self._player_moves_winter else WINTER_SEAT
        chair = self.chairs[seat]
        if chair.kind == "bot":
            return QUICK if chair.away else chair.bot
        return self.options.stand_in if chair.away or seat in self.clock.out_of_time else None

    @property
    def _player_moves_winter(self) -> bool:
        """SOL-5d, SOL-6: where several actions are equal for Winter, whoever moves its blocks chooses among them."""
        chair = self.chairs[SOLO_SEAT]
        return (
            self.options.winter_ties == "player"
            and chair.kind == "person"
            and not chair.away
            and WINTER_SEAT not in self.clock.out_of_time
            and len(self.playing.state.position.legal.of_seat(WINTER)) > 1
        )

    @property
    def persons_asked(self) -> list[str]:
        """The seats asked whose persons may answer."""
        return [seat for seat in self.clock.asked if self.bot_of(seat) is None]

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
            return None if limit is None else self.clock.asked[seat].at + limit * 1000
        return None if self.options.pace.turn is None else self.clock.end_of_turn

    @property
    def bots_asked(self) -> dict[str, str]:
        """The bots that may answer, by seat: in a Coureur window none before all people (ALY-3, they are slower).

        A bot that answered before them would show by its silence that it is going to claim.
        """
        if self.persons_asked and self.reacting:
            return {}
        return {seat: bot for seat in self.clock.asked if (bot := self.bot_of(seat)) is not None}

    @property
    def peopled(self) -> bool:
        """Whether a person has a seat, present or not."""
        return any(chair.kind == "person" for chair in self.chairs.values())

    @property
    def bot_due(self) -> int:
        """When a bot that is asked may act: at once in another's turn, else after a pause for people to follow."""
        return self.clock.at if self.reacting else self.clock.at + round(self.options.pace.bots * 1000)

    @property
    def due(self) -> int | None:
        """When the server must act by itself next, if nobody else does."""
        times = [limit for seat in self.persons_asked if (limit := self.deadline(seat)) is not None]
        if self.bots_asked:
            times.append(self.bot_due)
        return min(times, default=None)

    @property
    def standing_due(self) -> int | None:
        """The same for those who do not have the table in memory: bots among themselves play only while watched."""
        return self.due if self.status == "playing" and self.peopled else None

    @property
    def takes_back(self) -> str | None:
        """The seat that may take its last action back: until a card is revealed, another seat has acted or a clock.

        Whoever is back may do so with what a bot played in their place meanwhile.
        """
        if self.status != "playing" or len(self.by) == self.settled:
            return None
        seat, how = self.by[-1]
        return seat if self._is_own(seat, how) and not self.playing.history[-1].reveals else None

    def _is_own(self, seat: str, how: How) -> bool:
        """Whether an action is of somebody who is here, though their program or a stand-in may have chosen it."""
        if how != "stand_in":
            return how == "person"
        holder = self.chairs[holder_of(seat)]
        moves_itself = seat == WINTER_SEAT and self.options.winter_ties != "player"
        return holder.kind == "person" and not holder.away and not moves_itself

    def record(self) -> Record:
        """The record of the game, with its deck, once it is over."""
        if self.status != "over":
            raise TableError(Code.NOT_OVER, "the deck stays secret until the game is over")
        if self.sealed:
            raise TableError(Code.SEALED, "the same deal is still being played elsewhere")
        return self.playing.record()

    def proof(self) -> Proof:
        """What lets anyone check the shuffle, once the game is over. Where it was arranged who begins there is none."""
        record = self.record()
        if self.options.begins is not None:
            raise TableError(
                Code.NO_PROOF, f"it was arranged that {self.options.begins} begins: such a game has no proof", "SET-6"
            )
        if self.options.origin is not None:
            raise TableError(Code.NO_PROOF, "this game continues another: such a game has no proof")
        return Proof(self.id, self.commitment, self.secret, self.words, record)

    def standing(self) -> Standing:
        """Where the table stands."""
        return Standing(
            status=self.status,
            public=self.options.public,
            due=self.standing_due,
            edition=self.edition.digest,
            summary=self._summary,
        )

    def _summarized(self) -> dict[str, Any]:
        options = self.options.write()
        return {
            "title": self.options.title,
            "mode": self.options.mode,
            "rules": options["rules"],
            "solo": options["solo"],
            "pace": options["pace"],
            "hints": self.options.hints,
            "seats": [
                {"seat": it.seat, "kind": it.kind, "name": it.name, "bot": it.bot} for it in self.chairs.values()
            ],
            "begins": self.options.begins,
            "series": options["series"],
        }


def asked_of(entry: Moved | TakenBack | Said) -> bytes:
    """What the holder had asked for when an entry came of it, to tell a repeated message from another one.

    It is JSON since a table keeps one for every move: dicts and lists would be a quarter more for the garbage collector
    to look through, while nobody gets an answer.
    """
    match entry:
        case Moved():
            asked: Any = [entry.action, entry.stand_in]
        case Said():
            asked = entry.text
        case TakenBack():
            asked = None
    return orjson.dumps([entry.kind, asked], option=orjson.OPT_SORT_KEYS)


def _turn_began(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, TurnBegan) for event in events)
