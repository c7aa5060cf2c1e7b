"""Tables with people who follow them, as the server tells each of them what happens."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import orjson

from nouvelle_france import Rules, SoloSettings
from nouvelle_france.house.live import Live
from nouvelle_france.rules.game import Allies, Support, Unable
from nouvelle_france.tables import Chair, Options, decisions
from nouvelle_france.tables.decisions import AlreadyDone
from nouvelle_france.tables.entries import Entry
from nouvelle_france.tables.news import CHAT_SHOWN, News
from nouvelle_france.tables.options import CoureurOrder, Pace, WinterTies
from tests.tables.sitting import EDITION, Sitting, bot, person
from tests.tables.wishes import step

PACES = (Pace(), Pace(turn=40, window=6), Pace(turn=25, bots=0.0), Pace(window=9))


class Viewer:
    """Somebody who follows a table, and all that was sent to them, one piece after another."""

    def __init__(self, seats: frozenset[str]) -> None:
        self.entitled = seats
        self.origin = "here"
        self.seats = seats
        self.seen: int | None = None
        """The last event known, while the socket is broken."""
        self.sent: list[bytes] = []

    def send(self, message: bytes) -> None:
        """Keep it."""
        self.sent.append(message)


class Followed(Sitting):
    """A table that tells its followers what happens, in the server's own bytes."""

    def __init__(self, options: Options, chairs: list[Chair]) -> None:
        super().__init__(options, chairs)
        self.live = Live(self.table)
        self.reporter = self.live.reporter
        self.viewers = [Viewer(frozenset(seats)) for seats in ((), *((seat,) for seat in self.table.chairs))]
        self.viewers.append(Viewer(frozenset(list(self.table.chairs)[:2])))
        self.live.followers += self.viewers

    def write(self, entries: Sequence[Entry] | AlreadyDone) -> list[News]:
        """Take them in and tell of them."""
        news = super().write(entries)
        if len(self.news) > len(news):  # nobody follows a table while it is being made
            self.live.broadcast(news)
        return news


def kinds() -> list[Options]:
    """Tables of every mode and every variant."""
    allies: tuple[Allies, ...] = ("each_stage", "once", "none")
    supports: tuple[Support, ...] = ("free-standing", "leaning")
    unables: tuple[Unable, ...] = ("verified", "claimed")
    orders: tuple[CoureurOrder, ...] = ("first", "in_order")
    found = [
        Options("table", Rules(one_card, ally, support, unable), coureur=order, stand_in="random")
        for one_card, ally, support, unable, order in product((False, True), allies, supports, unables, orders)
    ]
    solo = product(EDITION.solo.constraints, EDITION.solo.tracks, supports)
    for number, (constraint, track, support) in enumerate(solo):
        settings = SoloSettings(constraint.id, track.id, EDITION.challenge_ids[: number % 7])
        ties: WinterTies = "fixed" if number % 2 else "player"
        rules = Rules(allies="none", support=support)
        found.append(Options("solo", rules, settings, stand_in="random", winter_ties=ties))
    return found


def followed(options: Options, number: int) -> Followed:
    """A table of that kind: who sits there, and at what pace, comes of its number."""
    rng = Random(number)
    options = Options(**{**{key: getattr(options, key) for key in options.__slots__}, "pace": rng.choice(PACES)})
    if options.mode == "solo":
        return Followed(options, [person("player")])
    seats = rng.sample(EDITION.colour_ids, 2 + number % 3)
    return Followed(options, [rng.choice([person, person, person, bot, Chair])(seat) for seat in seats])


def story(options: Options, number: int, steps: int) -> dict[str, Any]:
    """What all viewers of a table were sent while people did all sorts of things, and what a snapshot had each time."""
    table, rng = followed(options, number), Random(f"{number}/wishes")
    moments = [_moment(table)]
    if rng.random() < 0.25:
        _late(table, rng)
        moments.append(_moment(table))
    if rng.random() < 0.1:
        _talk(table)
        moments.append(_moment(table))
    for _ in range(steps):
        step(table, rng)
        _come_and_go(table, rng)
        moments.append(_moment(table))
    if table.table.status == "over":
        table.write(decisions.rematch(table.table, "TableNumber2"))
        moments.append(_moment(table))
    elif table.table.status == "playing" and number % 5 == 0:
        table.write(decisions.close(table.table))
        moments.append(_moment(table))
    return {
        "viewers": [sorted(viewer.entitled) for viewer in table.viewers],
        "moments": moments,
        "kinds": sorted({entry.kind for entry in table.entries}),
        "status": table.table.status,
    }


def _late(table: Followed, rng: Random) -> None:
    """Let bots play until the end is near, so that people see how a game ends."""
    for chair in list(table.table.chairs.values()):
        if chair.kind == "open":
            table.write(decisions.seat_bot(table.table, chair.seat, "random"))
    table.start()
    for seat in list(table.table.chairs):
        table.write(decisions.leave(table.table, seat))
    table.bots_play(rng, rng.choice((20, 60, 100, 1000, 1000)))
    for seat in list(table.table.chairs):
        table.write(decisions.come_back(table.table, seat))


def _talk(table: Followed) -> None:
    """More lines of chat than a snapshot has."""
    seat = next(iter(table.table.chairs))
    for line in range(CHAT_SHOWN + 7):
        table.write(decisions.say(table.table, seat, f"line-{line}", f"line {line}"))


def _come_and_go(table: Followed, rng: Random) -> None:
    """Somebody's socket breaks; whoever is away or has lost seats opens the table again, as the socket does it."""
    for viewer in table.viewers:
        if viewer.seen is None and rng.random() < 0.02:
            table.live.followers.remove(viewer)
            viewer.seen = table.table.seq
        elif (viewer.seen is not None or viewer.seats != viewer.entitled) and rng.random() < 0.3:
            if viewer.seen is not None:
                table.live.followers.append(viewer)
            viewer.seats = viewer.entitled
            viewer.send(orjson.dumps(_opened(table.live, viewer)))
            viewer.seen = None


def _opened(live: Live, viewer: Viewer) -> dict[str, Any]:
    """The answer to somebody who opens a table."""
    news = live.since(live.table.seq if viewer.seen is None else viewer.seen, viewer.seats)
    return {
        "type": "opened",
        "re": "m1",
        "table": live.table.id,
        "seq": live.table.seq,
        "you": sorted(viewer.seats),
        "snapshot": live.snapshot(viewer.seats) if news is None else None,
        "news": news,
        **live.private(viewer.seats),
        "present": [],
        "watching": 0,
    }


def _moment(table: Followed) -> dict[str, Any]:
    """What was sent since the last one, and the snapshot now: what all see, and what each viewer alone does."""
    shown = table.live.snapshot(frozenset())
    views = []
    for viewer in table.viewers:
        sent, viewer.sent = viewer.sent, []
        own = {"you": sorted(viewer.seats), **table.live.private(viewer.seats)} if viewer.seen is None else None
        views.append({"sent": [orjson.Fragment(message) for message in sent], "own": own})
    return {"shown": shown, "views": views}
