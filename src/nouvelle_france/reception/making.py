"""Making tables: new ones, those where a game goes on, those of a rematch."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from nouvelle_france.edition import Edition
from nouvelle_france.house import Editions, House
from nouvelle_france.house.work import apart
from nouvelle_france.protocol.rest import Bring, CreateTable, PlayOn, SeatAsked
from nouvelle_france.reception.asking import seat_or_host
from nouvelle_france.reception.options import bot_named, options_of
from nouvelle_france.reception.timelines import match_of_record
from nouvelle_france.tables import Chair, Code, Entry, Options, TableError, branching, decisions
from nouvelle_france.tables.chairs import SOLO_SEAT
from nouvelle_france.tables.entries import Created
from nouvelle_france.tables.fairness import FairShuffle
from nouvelle_france.tables.options import Origin, Pace
from nouvelle_france.tables.tokens import hashed

FULL_S = 600.0
"""When to ask again where the server has as many tables as it takes, in seconds: games end, but not in one."""


class Making:
    """Gives out the tokens of new tables; what it gives is told once, and only hashes are kept."""

    def __init__(self, house: House, max_tables: int) -> None:
        self._house = house
        self._max_tables = max_tables

    async def room(self) -> None:
        """Refuse a table more than the server takes."""
        counts = await self._house.storage.count()
        if counts.get("waiting", 0) + counts.get("playing", 0) >= self._max_tables:
            raise TableError(Code.TOO_MANY, "this server has as many tables as it takes", retry_after=FULL_S)

    async def create(self, asked: CreateTable) -> dict[str, Any]:
        """A new table, as :class:`~nouvelle_france.protocol.rest.Created`."""
        edition = self._house.editions.choose(asked.edition)
        tokens: dict[str, str] = {}
        chairs = []
        begins: list[str] = []
        for seat, plan in self._seats(asked, edition):
            if plan.begins:
                begins.append(seat)
            match plan.kind:
                case "me":
                    tokens[seat] = self._house.names.token()
                    chairs.append(Chair(seat, "person", plan.name or asked.name, token=hashed(tokens[seat])))
                case "bot":
                    chairs.append(Chair(seat, "bot", bot=bot_named(plan.bot)))
                case "open":
                    chairs.append(Chair(seat))
        if len(begins) > 1:
            raise TableError(Code.BAD_OPTIONS, f"one seat begins, not {' and '.join(begins)}", "SET-6")
        options = options_of(asked, chairs, begins=begins[0] if begins else None)
        return await self._open(options, edition, chairs, tokens)

    async def _open(
        self,
        options: Options,
        edition: Edition,
        chairs: Sequence[Chair],
        tokens: Mapping[str, str],
        then: Callable[[str], Iterable[Entry]] = lambda _: (),
    ) -> dict[str, Any]:
        """Make a table; ``tokens`` hold its seats, and ``then`` is what follows from its secret at once."""
        names = self._house.names
        host, invite, secret = names.token(), names.token(), names.secret()
        made = decisions.create(options, edition, chairs, secret=secret, host=hashed(host), invite=hashed(invite))
        table = (await self._house.create(made, *then(secret))).table
        if options.duplicate:
            await self._duplicate(table.id, made)
        return await told(self._house, table.id, host, invite, tokens)

    async def _duplicate(self, id: str, made: Created) -> None:
        """The second table of a duplicate: the same deal, the same bots, and an open seat for somebody else.

        Host and invitation are those of the first: whoever made both invites to the second.
        """
        assert made.options.series is not None
        chairs = tuple(replace(it) if it.kind == "bot" else Chair(it.seat) for it in made.chairs)
        series = replace(made.options.series, other=id)
        there = await self._house.create(replace(made, options=replace(made.options, series=series), chairs=chairs))
        await self._house.act(id, partial(decisions.pair, other=there.table.id))

    async def play_on(self, asked: PlayOn, editions: Editions) -> dict[str, Any]:
        """A new table where a game goes on against bots, as :class:`~nouvelle_france.protocol.rest.Created`."""
        if asked.table is not None:
            match = await self._house.finished(asked.table)
        else:
            match = await apart(lambda: match_of_record(editions, asked.record or ""))
        position = (await apart(lambda: branching.state_at(match, asked.moment))).position
        game = match.setup.game
        seats = [SOLO_SEAT] if game.mode == "solo" else list(game.colours)
        mine = asked.seat or (SOLO_SEAT if game.mode == "solo" else game.name(position.active))
        if mine not in seats:
            raise TableError(Code.UNKNOWN_SEAT, f"there is no seat {mine!r} here; there are {', '.join(seats)}")
        token = self._house.names.token()
        chairs = [
            Chair(seat, "person", asked.name, token=hashed(token))
            if seat == mine
            else Chair(seat, "bot", bot=bot_named(asked.bot))
            for seat in seats
        ]
        origin = Origin(asked.table, asked.moment)
        options = Options(
            game.mode, game.rules, game.solo, pace=Pace(bots=asked.bot_seconds), winter_ties="player", hints=True,
            origin=origin,
        )  # fmt: skip
        return await self._open(
            options,
            game.edition,
            chairs,
            {mine: token},
            lambda secret: branching.entries(match, asked.moment, FairShuffle(secret)),
        )

    async def bring(self, asked: Bring, editions: Editions) -> dict[str, Any]:
        """A new table with a game that was played in a browser, as :class:`~nouvelle_france.protocol.rest.Created`.

        Who brings it dealt it themselves: it has no proof of its shuffle, and says where it came from. Others' seats
        are nobody's to bring, so that one that is not over has a single person.
        """
        match = await apart(lambda: match_of_record(editions, asked.record))
        if asked.coureur == "in_order":
            await apart(lambda: branching.ask_in_order(match))
        game = match.setup.game
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
                chairs.append(Chair(colour, "bot", seat.name, bot_named(seat.bot)))
            else:
                tokens[colour] = self._house.names.token()
                chairs.append(Chair(colour, "person", seat.name, token=hashed(tokens[colour])))
        options = Options(
            game.mode, game.rules, game.solo, asked.title, pace=Pace(bots=asked.bot_seconds), coureur=asked.coureur,
            winter_ties=asked.winter_ties, hints=asked.hints, origin=Origin(None, len(match.history), moved=True),
        )  # fmt: skip
        return await self._open(options, game.edition, chairs, tokens, lambda _: branching.moved_entries(match))

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
        drawn = iter(FairShuffle(self._house.names.secret()).sample(free, len(free)))
        for plan in plans:
            seat = plan.seat or next(drawn, None)
            if seat is None:
                raise TableError(Code.BAD_OPTIONS, f"2 to {len(edition.colours)} players, not {len(plans)}", "SET-1")
            yield seat, plan

    async def rematch(self, id: str, token: str, room: Callable[[], Awaitable[None]]) -> str:
        """The same people at a new table, with the same tokens; asking again gives the same table.

        ``room`` refuses a table too many; it is asked only if there is to be a new one.
        """
        live = await self._house.live(id)
        async with self._house.up_to_date(live) as table:  # the game may have ended through another process
            seat_or_host(table, token)
            if table.rematch is not None:
                return table.rematch
            decisions.rematch(table, "")
            made = decisions.create(
                decisions.rematch_options(table),
                table.edition,
                decisions.rematch_chairs(table),
                secret=self._house.names.secret(),
                host=table.host,
                invite=table.invite,
            )
        await room()
        new = (await self._house.create(made)).table.id
        await self._house.act(id, partial(decisions.rematch, new=new))
        found = (await self._house.live(id)).table.rematch
        assert found is not None
        if found != new:  # somebody else was first
            await self._house.act(new, decisions.close)
        return found


async def told(house: House, table: str, host: str, invite: str, tokens: Mapping[str, str]) -> dict[str, Any]:
    """A table and the keys to it, as :class:`~nouvelle_france.protocol.rest.Created`."""
    return {
        "table": table,
        "host": host,
        "invite": invite,
        "tokens": tokens,
        "snapshot": await house.look(table, list(tokens.values())),
    }
