"""What may be done at a table: each function refuses, or says which entries come of it. Nothing is changed here.

An entry that is decided on still has to be written down before the table takes it in; if somebody else's entry was
first, it is decided anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from nouvelle_france.edition import Edition
from nouvelle_france.record import read_action, write_action
from nouvelle_france.rules import (
    RULES_VERSION,
    Action,
    ActionError,
    Decline,
    GameOverError,
    InvalidActionError,
    NotYourTurnError,
    Pass,
    Phase,
    Rules,
    Setup,
    SetupError,
    SoloSettings,
    View,
)
from nouvelle_france.tables import agreements
from nouvelle_france.tables.chairs import SOLO_SEAT, WINTER_SEAT, Chair, holder_of
from nouvelle_france.tables.entries import (
    BotSeated,
    Closed,
    Created,
    Entry,
    HandedOver,
    How,
    Invited,
    Left,
    Moved,
    Offered,
    Opened,
    OptionsChanged,
    Rematched,
    Returned,
    Said,
    Sat,
    Started,
    StoodIn,
    TakenBack,
    TimedOut,
    Unsealed,
    WordsAdded,
)
from nouvelle_france.tables.errors import Code, TableError
from nouvelle_france.tables.fairness import deal
from nouvelle_france.tables.guards import not_ended, playing, waiting
from nouvelle_france.tables.names import bot_name, distinct
from nouvelle_france.tables.options import CoureurOrder, Options, Series, WinterTies
from nouvelle_france.tables.table import Table, asked_of
from nouvelle_france.tables.timing import Ask

CHAT_LINES = 1000
"""How many lines of chat a table keeps; then it takes no more."""

FUSS_KEPT = 500
"""How many links, words and take-backs a table takes of one seat, or of the host: far more than people make."""

Deal = Callable[..., Setup]


class AlreadyDone(NamedTuple):
    """The same message came before; the entry that came of it then."""

    seq: int


def create(
    options: Options, edition: Edition, chairs: Sequence[Chair], *, secret: str, host: str, invite: str
) -> Created:
    """Make a table. ``host`` and ``invite`` are hashes; bots need no names."""
    seats = [chair.seat for chair in chairs]
    if options.mode == "solo":
        if seats != [SOLO_SEAT] or options.solo is None:
            raise TableError(Code.BAD_OPTIONS, f"a solo game has solo settings and one seat, {SOLO_SEAT!r}", "SOL-1")
    elif options.solo is not None:
        raise TableError(Code.BAD_OPTIONS, "a table game has no solo settings", "SET-1")
    elif any(seat not in edition.colour_ids for seat in seats) or len(set(seats)) < len(seats):
        raise TableError(Code.BAD_OPTIONS, f"seats are different colours of {', '.join(edition.colour_ids)}", "SET-1")
    if options.begins is not None and (options.mode == "solo" or options.begins not in seats):
        raise TableError(Code.BAD_OPTIONS, "who begins is one of the seats of a table game", "SET-6")
    _check_series(options, chairs)
    _try_out(options, edition, secret, seats)
    return Created(options, edition.digest, RULES_VERSION, secret, host, invite, _told_apart(chairs))


def _told_apart(chairs: Sequence[Chair]) -> tuple[Chair, ...]:
    """The chairs with names that do not look alike: later ones get a number, and bots without a name their own."""
    named: dict[str, Chair] = {}
    for chair in chairs:
        if chair.name:
            named[chair.seat] = replace(chair, name=distinct(chair.name, [it.name for it in named.values()]))
    bots = [chair for chair in chairs if chair.kind == "bot"]
    for others, chair in enumerate(bots):
        if not chair.name:
            name = bot_name(chair.bot or "", others, [it.name for it in named.values()])
            named[chair.seat] = replace(chair, name=name)
    return tuple(named.get(chair.seat, chair) for chair in chairs)


def _check_series(options: Options, chairs: Sequence[Chair]) -> None:
    """Whether two games can belong together so."""
    match None if options.series is None else options.series.kind:
        case "return" if options.mode == "solo" or len(chairs) != 2:
            raise TableError(Code.BAD_OPTIONS, "a return match is for two players", "SET-1")
        case "duplicate" if options.mode == "solo" or [it.kind == "bot" for it in chairs].count(False) != 1:
            raise TableError(Code.BAD_OPTIONS, "at each table of a duplicate one person plays against bots", "SET-1")
        case "duplicate" if options.public:
            raise TableError(Code.BAD_OPTIONS, "a duplicate is played by those who have its links")
        case _:
            pass


def pair(table: Table, other: str) -> list[Entry]:
    """Say where the other game of a duplicate is."""
    series = table.options.series
    assert series is not None
    return [OptionsChanged(replace(table.options, series=replace(series, other=other)))]


def change_rules(
    table: Table,
    rules: Rules,
    solo: SoloSettings | None,
    coureur: CoureurOrder | None = None,
    winter_ties: WinterTies | None = None,
) -> list[Entry]:
    """Choose other rules before the game. Who sits there sees them, and need not begin."""
    waiting(table)
    _single(table, "rules")
    if (table.options.mode == "solo") != (solo is not None):
        raise TableError(Code.BAD_OPTIONS, "a solo game has solo settings, a table game has none", "SOL-1")
    options = replace(
        table.options,
        rules=rules,
        solo=solo,
        coureur=coureur or table.options.coureur,
        winter_ties=winter_ties or table.options.winter_ties,
    )
    _try_out(options, table.edition, table.secret, list(table.chairs))
    return [] if options == table.options else [OptionsChanged(options)]


def _try_out(options: Options, edition: Edition, secret: str, seats: Sequence[str]) -> None:
    """Deal: it shows what is wrong with the options before anyone begins."""
    try:
        deal(edition, secret, [(seat, "") for seat in seats], options.rules, options.solo)
    except SetupError as error:
        raise TableError(Code.BAD_OPTIONS, error.reason, error.rule) from error


# -- who sits where ------------------------------------------------------------------------------------------------


def sit(table: Table, seat: str | None, name: str, token: str, words: str, invite: str | None) -> list[Entry]:
    """Take an open seat: the one named, or the first. Tables that are not public ask for an invitation."""
    waiting(table)
    if not table.options.public and invite != table.invite:
        raise TableError(Code.BAD_INVITE, "this table takes those who were invited; the link to watch does not invite")
    if seat is None:
        seat = next((chair.seat for chair in table.chairs.values() if chair.kind == "open"), None)
        if seat is None:
            raise TableError(Code.NOT_OPEN, "no seat is open")
    elif _chair(table, seat).kind != "open":
        raise TableError(Code.SEAT_TAKEN, f"the seat {seat} is taken")
    return [Sat(seat, distinct(name, _names(table, seat)), token, words, invited=invite == table.invite)]


def seat_bot(table: Table, seat: str, bot: str) -> list[Entry]:
    """Put a bot on an open seat, or another in a bot's place."""
    waiting(table)
    _single(table, "bots")
    if _chair(table, seat).kind == "person":
        raise TableError(Code.SEAT_TAKEN, f"the seat {seat} is taken")
    others = sum(it.kind == "bot" and it.seat != seat for it in table.chairs.values())
    return [BotSeated(seat, bot_name(bot, others, _names(table, seat)), bot)]


def open_seat(table: Table, seat: str) -> list[Entry]:
    """Free a seat before the game, whoever is on it."""
    waiting(table)
    if _chair(table, seat).kind == "bot":
        _single(table, "bots")
    return [] if _chair(table, seat).kind == "open" else [Opened(seat)]


def add_words(table: Table, seat: str, words: str) -> list[Entry]:
    """Add words of one's own to the shuffle; a duplicate has none, since two tables share its deal."""
    waiting(table)
    return [] if table.options.duplicate or table.chairs[seat].words == words else [WordsAdded(seat, words)]


def invite(table: Table, invite: str) -> list[Entry]:
    """Make a new invitation; the old one invites no more."""
    waiting(table)
    return [Invited(invite)]


def offer(table: Table, seat: str, offer: str) -> list[Entry]:
    """Offer one's seat to whoever has the code; a day's game is ended by whoever began it."""
    not_ended(table)
    if table.options.day is not None:
        raise TableError(Code.BAD_OPTIONS, "the game of a day is played by whoever began it")
    return [Offered(seat, offer)]


def take_over(table: Table, offer: str, name: str, token: str) -> list[Entry]:
    """Take a seat that was offered. The old token holds nothing any more."""
    not_ended(table)
    chair = next((it for it in table.chairs.values() if it.offer == offer), None)
    if chair is None:
        raise TableError(Code.BAD_INVITE, "no seat is offered by this link, or somebody has taken it")
    return [HandedOver(chair.seat, distinct(name, _names(table, chair.seat)), token)]


def leave(table: Table, seat: str) -> list[Entry]:
    """Give the seat up before the game, or let a bot stand in during it."""
    if table.status == "waiting":
        return open_seat(table, seat)
    not_ended(table)
    return [] if table.chairs[seat].away else [Left(seat), *agreements.without(table, seat)]


def stand_in(table: Table, seat: str, present: bool) -> list[Entry]:
    """Let a bot stand in for somebody who is not there, and has not been for a while."""
    playing(table)
    chair = _chair(table, seat)
    if chair.kind != "person" or chair.away:
        return []
    if present:
        raise TableError(Code.PRESENT, f"{chair.name} is here, or was a moment ago")
    return [StoodIn(seat), *agreements.without(table, seat)]


def stand_in_for_bot(table: Table, seat: str, ready: bool) -> list[Entry]:
    """Let the quickest bot play for one that is not ready yet, until it is."""
    playing(table)
    chair = _chair(table, seat)
    return [] if chair.kind != "bot" or chair.away or ready else [StoodIn(seat)]


def come_back(table: Table, seat: str) -> list[Entry]:
    """The holder of a seat, or its bot, is back."""
    return [Returned(seat)] if table.chairs[seat].away and table.status == "playing" else []


# -- the game ------------------------------------------------------------------------------------------------------


def start(table: Table, deal: Deal = deal) -> list[Entry]:
    """Begin the game: the deck follows from the secret and the seats' words."""
    waiting(table)
    unfilled = [chair.seat for chair in table.chairs.values() if chair.kind == "open"]
    if unfilled:
        raise TableError(Code.SEATS_OPEN, f"still open: {', '.join(unfilled)}")
    setup = deal(table.edition, table.secret, table.words, table.options.rules, table.options.solo)
    game = setup.game
    order = (SOLO_SEAT,) if game.mode == "solo" else game.colours
    if (begins := table.options.begins) is not None:  # not at random; the others follow as they sit
        order = order[order.index(begins) :] + order[: order.index(begins)]
    return [Started(order, RULES_VERSION, game.sticks, game.required_sites, setup.deck)]


def move(
    table: Table,
    seat: str,
    on: int,
    id: str | None,
    action: Mapping[str, Any],
    stand_in: str | None = None,
) -> list[Entry] | AlreadyDone:
    """Play an action of a seat's holder, in the words of a record.

    ``on`` is the last entry its maker knew, ``id`` its maker's own name for it, ``stand_in`` who chose it where the
    holder says that it was not itself.
    """
    moved = Moved(seat, action, "person" if stand_in is None else "stand_in", id, stand_in)
    if done := _done(table, moved):
        return done
    playing(table)
    if action["by"] != seat:
        raise TableError(Code.NOT_YOUR_SEAT, f"{seat} cannot act for {action['by']}")
    _fresh(table, seat, on)
    if seat in table.out_of_time:
        raise TableError(Code.OUT_OF_TIME, "your time is up; a stand-in plays this turn")
    if seat == WINTER_SEAT and seat in table.asked and table.bot_of(seat) is not None:
        raise TableError(Code.NOT_YOUR_TURN, "there is nothing for you to choose: Winter moves by itself", "SOL-5")
    try:
        read_as = read_action(table.playing.state.position, action)
    except ActionError as error:
        raise _refused(error) from error
    played = _played(table, moved, read_as)
    holder = holder_of(seat)
    back = [Returned(holder)] if table.chairs[holder].away else []
    return [*back, played]


def _played(table: Table, moved: Moved, action: Action) -> Moved:
    """The entry with what it leads to, played once; refused where the rules or the table do not let the seat act so."""
    try:
        step = table.playing.state.play(action)
    except ActionError as error:
        raise _refused(error) from error
    if moved.seat not in table.asked:  # the rules would let it act, but this table asks in seat order
        raise TableError(Code.NOT_YOUR_TURN, f"{' or '.join(table.asked)} to act, not {moved.seat}", "ALY-3")
    return replace(moved, read_as=action, step=step)


def is_asked(table: Table, seat: str, ask: Ask, bot: str) -> bool:
    """Whether a seat still has the choice it had, and that bot may make it."""
    return table.status == "playing" and table.asked.get(seat) == ask and table.bots_asked.get(seat) == bot


def bot_move(table: Table, seat: str, ask: Ask, bot: str, action: Action, chosen_by: str) -> list[Entry]:
    """A bot's answer: nothing comes of it where it is not asked, or not asked any more.

    ``chosen_by`` is whoever chose in the end: where that is not the seat's own bot, the move says so.
    """
    if not is_asked(table, seat, ask, bot):
        return []
    assert table.game.name(action.seat) == seat, "who thinks for bots lets none act for another"
    own = chosen_by == (table.chairs[seat].bot if seat in table.chairs else WINTER_SEAT)
    how: How = "bot" if own else "stand_in"
    moved = Moved(seat, write_action(table.game, action), how, stand_in=None if own else chosen_by)
    return [_played(table, moved, action)]


def take_back(table: Table, seat: str, on: int, id: str) -> list[Entry] | AlreadyDone:
    """Undo one's last action, until a card was revealed or another seat acted."""
    if done := _done(table, taken_back := TakenBack(seat, id)):
        return done
    playing(table)
    if on < table.game_seq or on > table.seq:
        raise TableError(Code.STALE, f"the game has gone on since {on}; it is at {table.game_seq}")
    if table.takes_back != seat:
        raise TableError(
            Code.TOO_LATE, "your last action stays: a card was revealed, another seat has acted, or there is none"
        )
    return [taken_back]


def time_out(table: Table, seat: str, now: int) -> list[Entry]:
    """The clock of a seat has run out: in its own turn a stand-in plays on, in another's it declines."""
    deadline = table.deadline(seat) if seat in table.asked else None
    if table.status != "playing" or deadline is None or now < deadline:
        return []
    if not table.reacting:
        return [TimedOut(seat)]
    number = table.game.seat(seat)
    assert number is not None, "it is asked"
    action = Decline(number) if table.playing.state.position.phase is Phase.COUREUR else Pass(number)
    return [_played(table, Moved(seat, write_action(table.game, action), "clock"), action)]


def advise(table: Table, seat: str, on: int) -> View:
    """What a hint for a seat is made from: all that the seat may know, and nothing else."""
    if not table.options.hints:
        raise TableError(Code.NO_HINTS, "this table was made without hints")
    playing(table)
    _fresh(table, seat, on)
    if seat not in table.persons_asked:
        raise TableError(Code.NOT_YOUR_TURN, f"{seat} has nothing to choose now")
    return table.playing.state.view(table.game.seat(seat))


def say(table: Table, seat: str, id: str, text: str) -> list[Entry] | AlreadyDone:
    """A line of chat."""
    if done := _done(table, said := Said(seat, id, text)):
        return done
    if table.status == "closed":
        raise TableError(Code.CLOSED, "the table is closed")
    if len(table.chat) >= CHAT_LINES:
        raise TableError(Code.CHAT_FULL, f"this table has its {CHAT_LINES} lines of chat")
    return [said]


def rematch(table: Table, new: str) -> list[Entry]:
    """The same people play again, at the table ``new``."""
    if table.status != "over":
        raise TableError(Code.NOT_OVER, "a rematch comes after the game")
    return [] if table.rematch else [Rematched(new)]


def rematch_options(table: Table) -> Options:
    """How the same people play again. The first game of a return match is followed by its second.

    There the other seat begins. A game that went on from another, was played twice or was a day's is followed by a
    plain one.
    """
    options = replace(table.options, origin=None, series=None, day=None)
    series, result = table.options.series, table.playing.state.position.result
    if series is None or series.kind != "return" or result is None:
        return options
    if series.leg == 2:
        return replace(options, begins=None, series=Series("return"))
    scores = tuple((seat, result.scores[seat]) for seat in table.order)
    return replace(options, begins=table.order[1], series=Series("return", 2, table.id, scores))


def rematch_chairs(table: Table) -> list[Chair]:
    """Who sits at the rematch: the same, with the same tokens."""
    return [Chair(chair.seat, chair.kind, chair.name, chair.bot, chair.token) for chair in table.chairs.values()]


def watch(table: Table, seats: Collection[str]) -> None:
    """Refuse to show a sealed game to those who do not play it."""
    if table.sealed and not seats:
        raise TableError(
            Code.SEALED, "this deal is still being played elsewhere: the game can be seen when all have ended"
        )


def unseal(table: Table) -> list[Entry]:
    """Both games of a duplicate have ended, or a day is over."""
    return [Unsealed()] if table.sealed and table.finished else []


def close(table: Table) -> list[Entry]:
    """End the table without an end of the game."""
    not_ended(table)
    return [Closed()]


def restrain(table: Table, entries: Sequence[Entry]) -> None:
    """Refuse what would let a table's log grow without end. Each has their own account, so that none uses up all."""
    for entry in entries:
        if entry.account and table.fuss[entry.account] >= FUSS_KEPT:
            raise TableError(Code.TOO_MANY, f"this table has seen {FUSS_KEPT} of these from the {entry.account}")


# -- what they have in common --------------------------------------------------------------------------------------


def _chair(table: Table, seat: str) -> Chair:
    if seat not in table.chairs:
        raise TableError(Code.UNKNOWN_SEAT, f"there is no seat {seat!r} here; there are {', '.join(table.chairs)}")
    return table.chairs[seat]


def _single(table: Table, what: str) -> None:
    """Refuse what would make the two games of a duplicate differ."""
    if table.options.duplicate:
        raise TableError(Code.BAD_OPTIONS, f"both tables of a duplicate have the same {what}")


def _names(table: Table, seat: str) -> list[str]:
    """What those on other seats are called."""
    return [chair.name for chair in table.chairs.values() if chair.seat != seat and chair.kind != "open"]


def _fresh(table: Table, seat: str, on: int) -> None:
    """A move must be made on what its maker sees. In a Coureur window, others' refusals do not make one stale."""
    since = table.asked[seat].seq if seat in table.asked else table.game_seq
    if on < since:
        raise TableError(Code.STALE, f"the game has gone on since {on}; it is at {since}")
    if on > table.seq:
        raise TableError(Code.STALE, f"the table is at {table.seq}, not yet at {on}")


def _done(table: Table, entry: Moved | TakenBack | Said) -> AlreadyDone | None:
    """Whether that seat's message came before."""
    if entry.id is None or (entry.seat, entry.id) not in table.done:
        return None
    seq, asked = table.done[entry.seat, entry.id]
    if asked != asked_of(entry):
        raise TableError(Code.ID_REUSED, f"the id {entry.id!r} was given to another message, number {seq}")
    return AlreadyDone(seq)


def _refused(error: ActionError) -> TableError:
    """What the rules say of an action, in a table's words."""
    match error:
        case InvalidActionError():
            code = Code.INVALID_MOVE
        case NotYourTurnError():
            code = Code.NOT_YOUR_TURN
        case GameOverError():
            code = Code.NOT_PLAYING
        case _:
            code = Code.ILLEGAL_MOVE
    return TableError(code, error.reason, error.rule)
