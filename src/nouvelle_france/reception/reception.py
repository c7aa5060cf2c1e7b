"""What people ask for before, beside and after the game: tables, seats, links, rematches."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

from nouvelle_france.bots import BOTS
from nouvelle_france.bots.registry import missing
from nouvelle_france.edition import Edition
from nouvelle_france.house import Editions, Household, Listed
from nouvelle_france.house.work import apart
from nouvelle_france.protocol.rest import (
    Bring,
    ChangeRules,
    CreateTable,
    Join,
    PlayOn,
    RulesAsked,
    SeatAsked,
    SoloAsked,
    TakeOver,
)
from nouvelle_france.reception.timelines import match_of_record
from nouvelle_france.rules import Rules, SoloSettings
from nouvelle_france.tables import (
    Chair,
    Code,
    Entry,
    Options,
    Pace,
    Table,
    TableError,
    agreements,
    branching,
    decisions,
)
from nouvelle_france.tables.chairs import SOLO_SEAT
from nouvelle_france.tables.entries import Created, What
from nouvelle_france.tables.fairness import FairShuffle
from nouvelle_france.tables.options import Origin, Series
from nouvelle_france.tables.tokens import hashed

GUESTS_KEPT = 20_000
"""Of how many tables is remembered who took seats there uninvited."""

FULL_S = 600.0
"""When to ask again where the server has as many tables as it takes, in seconds: games end, but not in one."""


class Reception:
    """Gives out tokens and codes; what it gives is told once, and only hashes are kept."""

    def __init__(self, household: Household, max_tables: int, seats_per_caller: int) -> None:
        self.house = household.house
        self._presence = household.presence
        self._readying = household.readying
        self._max_tables = max_tables
        self._seats_per_caller = seats_per_caller
        self._guests: dict[str, dict[str, str]] = {}
        """By table: who took seats without an invitation, by the hash of their tokens."""

    # -- tables ----------------------------------------------------------------------------------------------------

    async def room(self) -> None:
        """Refuse a table more than the server takes."""
        counts = await self.house.storage.count()
        if counts.get("waiting", 0) + counts.get("playing", 0) >= self._max_tables:
            raise TableError(Code.TOO_MANY, "this server has as many tables as it takes", retry_after=FULL_S)

    async def lobby(self, limit: int, before: tuple[int, str] | None) -> list[Listed]:
        """Public tables that wait for players or are being played, the one that changed last first."""
        return await self.house.storage.lobby(("waiting", "playing"), limit, before)

    async def create(self, asked: CreateTable) -> dict[str, Any]:
        """A new table, as :class:`~nouvelle_france.protocol.rest.Created`."""
        names = self.house.names
        edition = self.house.editions.choose(asked.edition)
        tokens: dict[str, str] = {}
        chairs = []
        bots = count(1)
        begins: list[str] = []
        for seat, plan in self._seats(asked, edition):
            if plan.begins:
                begins.append(seat)
            match plan.kind:
                case "me":
                    tokens[seat] = names.token()
                    chairs.append(Chair(seat, "person", plan.name or asked.name, token=hashed(tokens[seat])))
                case "bot":
                    chairs.append(Chair(seat, "bot", f"{_bot(plan.bot)} {next(bots)}", plan.bot))
                case "open":
                    chairs.append(Chair(seat))
        if len(begins) > 1:
            raise TableError(Code.BAD_OPTIONS, f"one seat begins, not {' and '.join(begins)}", "SET-6")
        options = _options(asked, chairs, begins=begins[0] if begins else None)
        host, invite = names.token(), names.token()
        made = decisions.create(
            options, edition, chairs, secret=names.secret(), host=hashed(host), invite=hashed(invite)
        )
        table = (await self.house.create(made)).table
        if options.duplicate:
            await self._duplicate(table.id, made)
        return {
            "table": table.id,
            "host": host,
            "invite": invite,
            "tokens": tokens,
            "snapshot": await self.house.look(table.id, frozenset(tokens)),
        }

    async def _duplicate(self, id: str, made: Created) -> None:
        """The second table of a duplicate: the same deal, the same bots, and an open seat for somebody else.

        Host and invitation are those of the first: whoever made both invites to the second.
        """
        assert made.options.series is not None
        chairs = tuple(replace(it) if it.kind == "bot" else Chair(it.seat) for it in made.chairs)
        series = replace(made.options.series, other=id)
        there = await self.house.create(replace(made, options=replace(made.options, series=series), chairs=chairs))
        await self.house.act(id, partial(decisions.pair, other=there.table.id))

    async def play_on(self, asked: PlayOn, editions: Editions) -> dict[str, Any]:
        """A new table where a game goes on against bots, as :class:`~nouvelle_france.protocol.rest.Created`."""
        if asked.table is not None:
            async with self.house.up_to_date(await self.house.live(asked.table)) as played:
                played.record()  # refuses as long as the deck is a secret
                match = played.playing
        else:
            match = await apart(lambda: match_of_record(editions, (asked.record or "").encode()))
        position = (await apart(lambda: branching.state_at(match, asked.moment))).position
        game, names = match.setup.game, self.house.names
        seats = [SOLO_SEAT] if game.mode == "solo" else list(game.colours)
        mine = asked.seat or (SOLO_SEAT if game.mode == "solo" else game.name(position.active))
        if mine not in seats:
            raise TableError(Code.UNKNOWN_SEAT, f"there is no seat {mine!r} here; there are {', '.join(seats)}")
        token, host, invite, secret = names.token(), names.token(), names.token(), names.secret()
        bots = count(1)
        chairs = [
            Chair(seat, "person", asked.name, token=hashed(token))
            if seat == mine
            else Chair(seat, "bot", f"{_bot(asked.bot)} {next(bots)}", asked.bot)
            for seat in seats
        ]
        origin = Origin(asked.table, asked.moment)
        options = Options(game.mode, game.rules, game.solo, winter_ties="player", hints=True, origin=origin)
        made = decisions.create(options, game.edition, chairs, secret=secret, host=hashed(host), invite=hashed(invite))
        then = branching.entries(match, asked.moment, FairShuffle(secret))
        table = (await self.house.create(made, *then)).table
        return {
            "table": table.id,
            "host": host,
            "invite": invite,
            "tokens": {mine: token},
            "snapshot": await self.house.look(table.id, frozenset((mine,))),
        }

    async def bring(self, asked: Bring, editions: Editions) -> dict[str, Any]:
        """A new table with a game that was played in a browser, as :class:`~nouvelle_france.protocol.rest.Created`.

        Who brings it dealt it themselves: it has no proof of its shuffle, and says where it came from. Others' seats
        are nobody's to bring, so that one that is not over has a single person.
        """
        match = await apart(lambda: match_of_record(editions, asked.record.encode()))
        game, names = match.setup.game, self.house.names
        people = [seat for seat in match.seats if seat.bot is None]
        if not match.state.over and len(people) != 1:
            raise TableError(Code.NOT_OVER, "a game between people moves here only when it is over")
        tokens: dict[str, str] = {}
        chairs = []
        for seat in match.seats:
            colour = seat.colour or SOLO_SEAT
            try:
                SeatAsked(kind="me", name=seat.name)
            except ValueError as error:
                raise TableError(Code.BAD_RECORD, "nobody can be called as a seat of this record is") from error
            if seat.bot is not None:
                chairs.append(Chair(colour, "bot", seat.name, _bot(seat.bot)))
            else:
                tokens[colour] = names.token()
                chairs.append(Chair(colour, "person", seat.name, token=hashed(tokens[colour])))
        options = Options(
            game.mode, game.rules, game.solo, asked.title, coureur=asked.coureur, winter_ties=asked.winter_ties,
            hints=asked.hints, origin=Origin(None, len(match.history), moved=True),
        )  # fmt: skip
        host, invite = names.token(), names.token()
        made = decisions.create(
            options, game.edition, chairs, secret=names.secret(), host=hashed(host), invite=hashed(invite)
        )
        table = (await self.house.create(made, *branching.moved_entries(match))).table
        return {
            "table": table.id,
            "host": host,
            "invite": invite,
            "tokens": tokens,
            "snapshot": await self.house.look(table.id, frozenset(tokens)),
        }

    def _seats(self, asked: CreateTable, edition: Edition) -> Iterator[tuple[str, SeatAsked]]:
        """The seats of a new table with their colours; those not asked for are drawn."""
        if asked.mode == "solo":
            plans = [SeatAsked(kind="me")] if asked.seats is None else asked.seats
            for plan in plans:
                yield plan.seat or SOLO_SEAT, plan
            return
        plans = [SeatAsked(kind="me"), SeatAsked(kind="open")] if asked.seats is None else asked.seats
        wanted = [plan.seat for plan in plans]
        free = [colour for colour in edition.colour_ids if colour not in wanted]
        drawn = iter(FairShuffle(self.house.names.secret()).sample(free, len(free)))
        for plan in plans:
            seat = plan.seat or next(drawn, None)
            if seat is None:
                raise TableError(Code.BAD_OPTIONS, f"2 to {len(edition.colours)} players, not {len(plans)}", "SET-1")
            yield seat, plan

    async def start(self, id: str, token: str, words: str | None) -> int:
        """Begin the game; anyone who holds a seat, or the host, may when no seat is open."""
        seat = await self._seat_or_host(id, token)
        if seat is not None and words is not None:
            await self.house.act(id, partial(decisions.add_words, seat=seat, words=words))
        elif words:
            raise TableError(Code.NOT_YOUR_SEAT, "words are added for a seat, and the host's token holds none")
        return await self.house.act(id, partial(decisions.start, deal=self.house.deal))

    async def change_rules(self, id: str, token: str, asked: ChangeRules) -> int:
        """Choose other rules before the game."""
        await self.check_host(id, token)
        solo = (await self.house.live(id)).table.options.mode == "solo"
        rules, settings = _rules(asked.rules, solo), _settings(asked.solo, solo)
        return await self.house.act(
            id,
            partial(
                decisions.change_rules,
                rules=rules,
                solo=settings,
                coureur=asked.coureur,
                winter_ties=asked.winter_ties,
            ),
        )

    async def close(self, id: str, token: str) -> int:
        """End a table early."""
        await self.check_host(id, token)
        return await self.house.act(id, decisions.close)

    async def rematch(self, id: str, token: str, room: Callable[[], Awaitable[None]]) -> str:
        """The same people at a new table, with the same tokens; asking again gives the same table.

        ``room`` refuses a table too many; it is asked only if there is to be a new one.
        """
        await self._seat_or_host(id, token)
        live = await self.house.live(id)
        async with self.house.up_to_date(live) as table:  # the game may have ended through another process
            if table.rematch is not None:
                return table.rematch
            decisions.rematch(table, "")
            made = decisions.create(
                decisions.rematch_options(table),
                table.edition,
                decisions.rematch_chairs(table),
                secret=self.house.names.secret(),
                host=table.host,
                invite=table.invite,
            )
        await room()
        new = (await self.house.create(made)).table.id
        await self.house.act(id, partial(decisions.rematch, new=new))
        found = (await self.house.live(id)).table.rematch
        assert found is not None
        if found != new:  # somebody else was first
            await self.house.act(new, decisions.close)
        return found

    # -- seats -----------------------------------------------------------------------------------------------------

    async def join(self, id: str, asked: Join, caller: str) -> dict[str, Any]:
        """Take an open seat, as :class:`~nouvelle_france.protocol.rest.Seated`; ``caller`` tells strangers apart."""
        token = self.house.names.token()
        invite = None if asked.invite is None else hashed(asked.invite)
        table = (await self.house.live(id)).table
        if invite != table.invite:
            self._one_guest_more(table, hashed(token), caller)
        await self.house.act(
            id,
            partial(
                decisions.sit,
                seat=asked.seat,
                name=asked.name,
                token=hashed(token),
                words=asked.words,
                invite=invite,
            ),
        )
        return await self._seated(id, token)

    def _one_guest_more(self, table: Table, token: str, caller: str) -> None:
        """Refuse a stranger who would take all open seats; those who were invited may sit down together."""
        guests = self._guests.get(table.id, {})
        here = {hash: who for hash, who in guests.items() if table.seat_of(hash) is not None}
        if list(here.values()).count(caller) >= self._seats_per_caller:
            raise TableError(Code.BAD_INVITE, "you have a seat here; for another one the host's invitation is needed")
        if not here and len(self._guests) >= GUESTS_KEPT:
            del self._guests[next(iter(self._guests))]
        self._guests[table.id] = {**here, token: caller}

    async def take_over(self, id: str, asked: TakeOver) -> dict[str, Any]:
        """Take a seat that was offered by link."""
        token = self.house.names.token()
        await self.house.act(
            id, partial(decisions.take_over, offer=hashed(asked.offer), name=asked.name, token=hashed(token))
        )
        return await self._seated(id, token)

    async def _seated(self, id: str, token: str) -> dict[str, Any]:
        (seat,) = await self.house.seats_of(id, [token])
        return {
            "table": id,
            "seat": seat,
            "token": token,
            "snapshot": await self.house.look(id, frozenset((seat,))),
        }

    async def offer(self, id: str, seat: str, token: str) -> str:
        """A code that hands one's own seat to whoever uses it first."""
        await self.check_holder(id, seat, token)
        code = self.house.names.token()
        await self.house.act(id, partial(decisions.offer, seat=seat, offer=hashed(code)))
        return code

    async def invite(self, id: str, token: str) -> str:
        """A new invitation; the old one is void."""
        await self.check_host(id, token)
        code = self.house.names.token()
        await self.house.act(id, partial(decisions.invite, invite=hashed(code)))
        return code

    async def leave(self, id: str, seat: str, token: str) -> int:
        """Give one's seat up before the game, or let a bot stand in during it."""
        await self.check_holder(id, seat, token)
        return await self.house.act(id, partial(decisions.leave, seat=seat))

    async def concede(self, id: str, seat: str, token: str) -> int:
        """Give up."""
        await self.check_holder(id, seat, token)
        return await self.house.act(id, partial(agreements.concede, seat=seat))

    async def propose(self, id: str, seat: str, token: str, what: What) -> int:
        """Propose something to the others."""
        await self.check_holder(id, seat, token)
        return await self.house.act(id, partial(agreements.propose, seat=seat, what=what))

    async def answer(self, id: str, seat: str, token: str, agree: bool) -> int:
        """Agree to what is proposed, or not."""
        await self.check_holder(id, seat, token)
        return await self.house.act(id, partial(agreements.answer, seat=seat, agree=agree))

    async def add_words(self, id: str, seat: str, token: str, words: str) -> int:
        """Add words to the shuffle."""
        await self.check_holder(id, seat, token)
        return await self.house.act(id, partial(decisions.add_words, seat=seat, words=words))

    async def seat_bot(self, id: str, seat: str, token: str, bot: str) -> int:
        """Put a bot on an open seat."""
        await self.check_host(id, token)
        _bot(bot)

        def decide(table: Table) -> list[Entry]:
            number = 1 + sum(it.kind == "bot" and it.seat != seat for it in table.chairs.values())
            return decisions.seat_bot(table, seat, bot, f"{bot} {number}")

        return await self.house.act(id, decide)

    async def open_seat(self, id: str, seat: str, token: str) -> int:
        """Free a seat before the game."""
        await self.check_host(id, token)
        return await self.house.act(id, partial(decisions.open_seat, seat=seat))

    async def stand_in(self, id: str, seat: str, token: str) -> int:
        """Let a bot stand in for somebody who is not there, or for a bot that is not ready."""
        await self._seat_or_host(id, token)
        table = (await self.house.live(id)).table
        if seat in table.chairs and table.chairs[seat].kind == "bot":
            ready = self._readying.is_ready(table, seat)
            return await self.house.act(id, partial(decisions.stand_in_for_bot, seat=seat, ready=ready))
        absent = await self._presence.is_absent(id, seat)
        return await self.house.act(id, partial(decisions.stand_in, seat=seat, present=not absent))

    # -- who asks --------------------------------------------------------------------------------------------------

    async def check_host(self, id: str, token: str) -> None:
        """Refuse whoever is not the host of a table."""
        if not await self.house.hosts(id, token):
            raise TableError(Code.BAD_TOKEN, "only the host may do this")

    async def check_holder(self, id: str, seat: str, token: str) -> None:
        """Refuse whoever does not hold a seat."""
        if seat not in await self.house.seats_of(id, [token]):
            raise TableError(Code.NOT_YOUR_SEAT, f"this token does not hold the seat {seat}")

    async def _seat_or_host(self, id: str, token: str) -> str | None:
        if await self.house.hosts(id, token):
            return None
        (seat,) = await self.house.seats_of(id, [token])
        return seat


def _bot(bot: str | None) -> str:
    if bot is None or bot not in BOTS:
        if bot is not None and (how_to_get := missing(bot)) is not None:
            raise TableError(Code.UNKNOWN_BOT, f"this server does not have it: {how_to_get}")
        raise TableError(Code.UNKNOWN_BOT, f"there is no bot {bot!r}; there are {', '.join(BOTS)}")
    return bot


def _options(asked: CreateTable, chairs: Sequence[Chair], begins: str | None) -> Options:
    solo = asked.mode == "solo"
    return Options(
        mode=asked.mode,
        rules=_rules(asked.rules, solo),
        solo=_settings(asked.solo, solo),
        title=asked.title,
        public=asked.public,
        pace=Pace(asked.pace.turn_seconds, asked.pace.window_seconds, asked.pace.bot_seconds),
        coureur=asked.coureur,
        stand_in=_bot(asked.stand_in),
        winter_ties=asked.winter_ties,
        # Two who are to be compared have the same means.
        hints=asked.series is None and _practice(chairs) if asked.hints is None else asked.hints,
        begins=begins,
        series=None if asked.series is None else Series(asked.series),
    )


def _practice(chairs: Sequence[Chair]) -> bool:
    """Whether one person plays here, and nobody else can: between people there are hints only where that was said."""
    return [chair.kind for chair in chairs if chair.kind != "bot"] == ["person"]


def _rules(asked: RulesAsked, solo: bool) -> Rules:
    allies = asked.allies or ("none" if solo else "each_stage")
    return Rules(asked.one_card, allies, asked.support, asked.unable)


def _settings(asked: SoloAsked | None, solo: bool) -> SoloSettings | None:
    if not solo:
        if asked is not None:
            raise TableError(Code.BAD_OPTIONS, "a table game has no solo settings", "SET-1")
        return None
    if asked is None:
        return SoloSettings()
    return SoloSettings(asked.constraint, asked.track, tuple(asked.architecture))
