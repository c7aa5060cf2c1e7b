"""A table being sat at: its log, its news and a clock that goes when the test says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import orjson
import pytest

from nouvelle_france import BOTS, Edition, Phase, Rules, Setup, default_edition
from nouvelle_france.bots import Bot, Winter
from nouvelle_france.bots.stand_in import HARMLESS
from nouvelle_france.record import read_action, write_action
from nouvelle_france.rules import Game, LegalActions, SoloSettings
from nouvelle_france.tables import Chair, Code, Entry, Options, Pace, Table, TableError, Written, decisions
from nouvelle_france.tables.decisions import AlreadyDone, Deal
from nouvelle_france.tables.entries import How
from nouvelle_france.tables.fairness import deal as fair_deal
from nouvelle_france.tables.news import News, Reporter, private_view, public_view
from nouvelle_france.tables.options import CoureurOrder, WinterTies
from nouvelle_france.tables.tokens import hashed
from tests.rules.situations import STICKS, deck

EDITION = default_edition()
NOON = 1_800_000_000_000
SECRET = "5ec2e7" * 10 + "cafe"
INVITE, HOST = hashed("the invitation"), hashed("the host")
THREE = ("white", "brown", "yellow")


def edition_of(digest: str) -> Edition:
    """The one edition these tables are played with."""
    assert digest == EDITION.digest
    return EDITION


def token(seat: str) -> str:
    """The hash of what holds a seat from the beginning."""
    return hashed(f"the token of {seat}")


def person(seat: str) -> Chair:
    """A chair somebody sits on."""
    return Chair(seat, "person", f"{seat}'s holder", token=token(seat))


def bot(seat: str, name: str = "random") -> Chair:
    """A chair a bot sits on."""
    return Chair(seat, "bot", name, name)


def options(
    rules: Rules | None = None,
    solo: SoloSettings | None = None,
    *,
    pace: Pace | None = None,
    public: bool = False,
    coureur: CoureurOrder = "first",
    winter_ties: WinterTies = "fixed",
) -> Options:
    """The options of a table; solo if it has solo settings."""
    if solo is not None:
        alone = rules or Rules(allies="none")
        return Options("solo", alone, solo, pace=pace or Pace(), public=public, winter_ties=winter_ties)
    return Options("table", rules or Rules(), None, pace=pace or Pace(), public=public, coureur=coureur)


def dealt(*cards: str, order: Sequence[str] = THREE, sticks: tuple[str, ...] = STICKS) -> Deal:
    """A deal of exactly this game: who plays in which order, and the top cards (two of them on display)."""

    def deal(edition: Edition, secret: str, entropy: object, rules: Rules, solo: SoloSettings | None) -> Setup:
        assert solo is None
        game = Game(edition, "table", rules, tuple(order), sticks)
        return Setup(game, deck(*cards, kind="one_card" if rules.one_card else "table"))

    return deal


class Sitting:
    """Writes down what is decided, as a server does, and keeps what everybody was told."""

    def __init__(self, chosen: Options | None = None, chairs: Sequence[Chair] = (), *, secret: str = SECRET) -> None:
        self.now = NOON
        self.entries: list[Written] = []
        self.news: list[News] = []
        self.table = Table("TableNumber1", edition_of)
        self.reporter = Reporter(self.table)
        self.bots: dict[str, Bot] = {}
        seated = list(chairs) or [person(seat) for seat in THREE]
        self.write([decisions.create(chosen or options(), EDITION, seated, secret=secret, host=HOST, invite=INVITE)])

    # -- the log ---------------------------------------------------------------------------------------------------

    def write(self, entries: Sequence[Entry] | AlreadyDone) -> list[News]:
        """Give the entries a number and a time, and let the table take them in."""
        assert not isinstance(entries, AlreadyDone)
        news = []
        for entry in entries:
            lived = Written.of(self.table.seq + 1, self.now, entry)
            news.append(self.reporter.apply(lived))
            # A log is kept as JSON; what would not come back the same must not live here either.
            kept = Written(lived.seq, lived.at, lived.kind, orjson.loads(orjson.dumps(lived.data)))
            assert kept.entry == entry
            self.entries.append(kept)
        self.news += news
        return news

    def wait(self, seconds: float) -> int:
        """Let time pass; the time it is then."""
        self.now += round(seconds * 1000)
        return self.now

    def reloaded(self) -> Table:
        """The table as another process would fold it from the log."""
        return Table.load(self.table.id, edition_of, self.entries)

    # -- playing ---------------------------------------------------------------------------------------------------

    def start(self, deal: Deal = fair_deal) -> Sitting:
        """Begin the game."""
        self.write(decisions.start(self.table, deal))
        return self

    def legal(self, seat: str) -> LegalActions:
        """What a seat may do."""
        number = self.table.game.seat(seat)
        assert number is not None
        return self.table.playing.state.position.legal.of_seat(number)

    def action(self, seat: str, do: str, nth: int = 0) -> dict[str, Any]:
        """The n-th legal action of that kind, in the words of a record."""
        return write_action(self.table.game, self.legal(seat).of_kind(do)[nth])

    def play(self, seat: str, do: str, *, nth: int = 0, id: str | None = None, how: How = "person") -> News:
        """Let a seat act on what it sees now; the last news of it."""
        return self.send(seat, self.action(seat, do, nth), id=id, how=how)

    def send(
        self, seat: str, action: Mapping[str, Any], *, on: int | None = None, id: str | None = None, how: How = "person"
    ) -> News:
        """Let a seat act in these words."""
        return self.write(self.decide(seat, action, on=on, id=id, how=how))[-1]

    def decide(
        self, seat: str, action: Mapping[str, Any], *, on: int | None = None, id: str | None = None, how: How = "person"
    ) -> list[Entry] | AlreadyDone:
        """What would come of such a message."""
        if how == "person":
            return decisions.move(self.table, seat, self.table.seq if on is None else on, id, action)
        bot, read = self.table.bot_of(seat), read_action(self.table.playing.state.position, action)
        assert bot is not None
        chosen_by = bot if how == self.how(seat) else HARMLESS
        return decisions.bot_move(self.table, seat, self.table.asked[seat], bot, read, chosen_by)

    def take_back(self, seat: str, id: str | None = None) -> None:
        """Let a seat take its last action back."""
        self.write(decisions.take_back(self.table, seat, self.table.seq, id or f"back-{self.table.seq}"))

    def bots_play(self, rng: Random, actions: int = 10_000) -> Sitting:
        """Let the bots, stand-ins and Winter act, each when it is due, as long as nobody else is asked."""
        for _ in range(actions):
            seats = [seat for seat in self.table.asked if self.table.bot_of(seat) is not None]
            if not seats or self.table.persons_asked:
                break
            due = self.table.due
            assert due is not None
            self.now = max(self.now, due)
            seat = seats[0]
            self.send(seat, self.chosen_by_bot(seat, rng), how=self.how(seat))
        return self

    def chosen_by_bot(self, seat: str, rng: Random) -> dict[str, Any]:
        """What the bot that plays a seat now would do."""
        name = self.table.bot_of(seat)
        assert name is not None
        bot = self.bots.setdefault(seat, Winter() if name == "winter" else BOTS[name](rng))
        number = self.table.game.seat(seat)
        view = self.table.playing.state.view(number)
        return write_action(self.table.game, bot.choose(view, view.legal))

    def how(self, seat: str) -> How:
        """In whose place a bot acts."""
        return "bot" if seat == "winter" or self.table.chairs[seat].kind == "bot" else "stand_in"


def refused(code: Code, decide: Callable[[], object]) -> TableError:
    """What a table refuses with that code."""
    with pytest.raises(TableError) as error:
        decide()
    assert error.value.code is code, error.value
    return error.value


def bots_table(rules: Rules, players: int, seed: object, name: str = "random") -> Sitting:
    """A game that has been played to its end by bots."""
    chairs = [bot(seat, name) for seat in Random(f"{seed}/seats").sample(EDITION.colour_ids, players)]
    sitting = Sitting(options(rules), chairs, secret=Random(f"{seed}/secret").randbytes(32).hex())
    return sitting.start().bots_play(Random(f"{seed}/bots"))


def bots_solo(settings: SoloSettings, seed: object, name: str = "random") -> Sitting:
    """A solo game that has been played to its end by a bot and Winter."""
    secret = Random(f"{seed}/secret").randbytes(32).hex()
    sitting = Sitting(options(solo=settings), [bot("player", name)], secret=secret)
    return sitting.start().bots_play(Random(f"{seed}/bots"))


def everything(table: Table) -> dict[str, Any]:
    """All that can be asked of a table, to compare two."""
    seats = table.order or tuple(table.chairs)
    return {
        "public": public_view(table),
        "private": {seat: private_view(table, [seat]) for seat in seats},
        "record": table.match.record().to_json() if table.match else None,
        "standing": table.standing(),
        "chairs": table.chairs,
        "asked": table.asked,
        "by": table.by,
        "chat": table.chat,
        "done": table.done,
        "out_of_time": table.out_of_time,
        "seq": (table.seq, table.game_seq, table.clock.at, table.changed_at),
    }


def merged(shown: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """What a client knows after news: the keys of ``changes`` are new, those of its position are merged."""
    result = {**shown, **changes}
    if changes.get("position") and shown.get("position"):
        result["position"] = {**shown["position"], **changes["position"]}
    return result


def in_window(sitting: Sitting | None = None) -> Sitting:
    """White has placed its beam for three points and brown and yellow may take half."""
    sitting = sitting or Sitting().start(dealt())
    sitting.play("white", "bonus")
    sitting.play("white", "decline")
    assert sitting.table.playing.state.position.phase is Phase.COUREUR
    return sitting
