"""Seats over the wire: sitting down, leaving, coming back, handing over, hosting, chatting, playing again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from nouvelle_france import Record, faults
from nouvelle_france.protocol.news import MovedNews
from nouvelle_france.protocol.rest import (
    ChairTold,
    ChangeRules,
    CreateTable,
    Join,
    Listed,
    RulesAsked,
    SoloAsked,
    TakeOver,
)
from nouvelle_france.server.exporting import proofs, records
from nouvelle_france.server.storage import StorageError
from nouvelle_france.tables.errors import Code
from nouvelle_france.tables.tokens import Names, hashed
from tests.kinds import EDITION
from tests.server import gathering
from tests.server.gathering import (
    GREEDY,
    ME,
    OPEN,
    Gathering,
    Guest,
    Served,
    Visit,
    awaited,
    in_step,
    play,
    refused,
    visiting,
)
from tests.server.running import running_server

served = gathering.served


async def chair(visit: Visit, there: Gathering, seat: str) -> ChairTold:
    """Who sits on a seat, as everyone sees it."""
    return next(it for it in (await visit.client.look(there.table)).seats if it.seat == seat)


async def game_of_two(visit: Visit) -> tuple[Gathering, Guest, Guest]:
    """A game that has just begun: the one who is to act, and the other."""
    there = await visit.gather(ME, OPEN)
    players = await visit.guests(there)
    await visit.start(there)
    await in_step(*players)
    first, second = sorted(players, key=lambda player: not player.asked)
    return there, first, second


# -- sitting down --------------------------------------------------------------------------------------------------


@awaited
async def test_only_an_invitation_gives_a_seat(served: Served) -> None:
    async with visiting(served.url) as visit:
        client = visit.client
        elsewhere = await visit.gather(ME, ME)
        made = await client.create(CreateTable(name="Host", seats=[ME, OPEN, OPEN]))
        first, second = (it.seat for it in made.snapshot.seats if it.kind == "open")
        mine = next(iter(made.tokens.values()))
        # Neither nothing nor another table's invitation, nor any other thing one may have got hold of.
        for invite in (None, elsewhere.invite, elsewhere.host, made.host, mine, Names().token()):
            with refused(Code.BAD_INVITE):
                await client.join(made.table, Join(name="Stranger", invite=invite))
        with refused(Code.SEATS_OPEN):
            await client.start(made.table, made.host)
        with refused(Code.NOT_YOUR_SEAT):  # rather than leave words out in silence
            await client.start(made.table, made.host, words="words-of-no-seat")
        seated = await client.join(made.table, Join(name="Guest", invite=made.invite))
        assert seated.seat == first
        assert seated.snapshot.you == [first]
        with refused(Code.SEAT_TAKEN):
            await client.join(made.table, Join(name="Late", seat=first, invite=made.invite))
        with refused(Code.UNKNOWN_SEAT):
            await client.join(made.table, Join(name="Late", seat="purple", invite=made.invite))
        await client.join(made.table, Join(name="Other", seat=second, invite=made.invite))
        with refused(Code.NOT_OPEN):
            await client.join(made.table, Join(name="Late", invite=made.invite))
        await client.start(made.table, seated.token)
        with refused(Code.NOT_WAITING):
            await client.join(made.table, Join(name="Late", invite=made.invite))


@awaited
async def test_whoever_got_no_answer_asks_again_with_the_same_token_and_has_one_seat(served: Served) -> None:
    async with visiting(served.url) as visit:
        client = visit.client
        made = await client.create(CreateTable(name="Host", seats=[ME, OPEN, OPEN]))
        asked = Join(name="Guest", invite=made.invite, token=Names().token())
        seated = await client.join(made.table, asked)
        assert seated.token == asked.token
        assert await client.join(made.table, asked) == seated
        other = await client.join(made.table, Join(name="Guest", invite=made.invite))
        assert other.seat != seated.seat
        await client.start(made.table, made.host)
        assert (await client.join(made.table, asked)).seat == seated.seat, "the answer may be that late"
        code = (await client.offer(made.table, seated.seat, seated.token)).code
        taking = TakeOver(name="Heir", offer=code, token=Names().token())
        heir = await client.take_over(made.table, taking)
        assert await client.take_over(made.table, taking) == heir
        with refused(Code.BAD_INVITE):
            await client.take_over(made.table, TakeOver(name="Late", offer=code))
        with refused(Code.NOT_WAITING):
            await client.join(made.table, asked)
        kinds = [it.kind for it in (await client.history(made.table)).events]
        assert (kinds.count("sat"), kinds.count("handed_over")) == (2, 1)


@awaited
async def test_two_who_want_one_seat_get_it_once(served: Served) -> None:
    async with visiting(served.url) as visit:
        made = await visit.client.create(CreateTable(name="Host"))
        asked = [visit.client.join(made.table, Join(name=f"Guest {n}", invite=made.invite)) for n in range(5)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        codes = [getattr(answer, "code", "seated") for answer in answers]
        assert sorted(codes) == [*[Code.NOT_OPEN] * 4, "seated"]


@awaited
async def test_at_public_tables_anyone_sits_down(served: Served) -> None:
    async with visiting(served.url) as visit:
        made = await visit.client.create(CreateTable(name="Host", public=True))
        seated = await visit.client.join(made.table, Join(name="Anyone"))
        assert (await visit.client.look(made.table, seated.token)).you == [seated.seat]


@awaited
async def test_a_link_to_watch_never_lets_anyone_play(served: Served) -> None:
    async with visiting(served.url) as visit:
        there, player, _ = await game_of_two(visit)
        watching = await visit.guest(there)
        (seat,) = player.table.you
        assert watching.shown.offers == {}
        with refused(Code.NOT_YOUR_SEAT):
            await watching.table.play({"by": seat, "do": "draw"})
        with refused(Code.NOT_YOUR_SEAT):
            await watching.table.take_back(seat)
        with refused(Code.NOT_YOUR_SEAT):
            await watching.table.say(seat, "I am the king")
        # What lets one sit down or host holds no seat either.
        for code in (there.invite, there.host, Names().token()):
            with refused(Code.BAD_TOKEN):
                await watching.socket.open(there.table, code)
            with refused(Code.BAD_TOKEN):
                await visit.client.look(there.table, code)
        with refused(Code.BAD_TOKEN):
            await visit.client.start(there.table, there.invite)
        elsewhere = await visit.gather(ME, ME)
        with refused(Code.BAD_TOKEN):  # a seat is a seat at one table
            await watching.socket.open(elsewhere.table, there.tokens[seat])
        assert player.asked == [seat]


@awaited
async def test_tokens_and_codes_are_kept_as_hashes_alone(sqlite_url: str, tmp_path: Path) -> None:
    with running_server(sqlite_url, tmp_path, "--no-limits", "--log", "debug", forked=True) as server:
        async with visiting(server.url) as visit:
            there = await visit.gather(ME, OPEN, OPEN)
            seat = there.seats[0]
            codes = [there.host, there.invite, *there.tokens.values()]
            codes.append((await visit.client.invite(there.table, there.host)).code)
            offer = (await visit.client.offer(there.table, seat, there.tokens[seat])).code
            new = await visit.client.take_over(there.table, TakeOver(name="New", offer=offer))
            pending = (await visit.client.offer(there.table, seat, new.token)).code
            codes += [offer, new.token, pending]
            await visit.start(there)
            with refused(Code.BAD_TOKEN):
                await visit.client.close(there.table, new.token)
            while_running = files(tmp_path)
    for found in (while_running, files(tmp_path)):
        for code in codes:
            assert code.encode() not in found
            assert hashed(code).encode() in found


def files(folder: Path) -> bytes:
    """All that is in a folder: the database, what SQLite writes beside it, and the log."""
    content = [path.read_bytes() for path in folder.iterdir() if path.is_file()]
    assert len(content) > 1
    return b"\n".join(content)


# -- leaving and coming back ---------------------------------------------------------------------------------------


@awaited
async def test_who_leaves_before_the_game_makes_room(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(ME, OPEN)
        first, second = there.seats
        guest = await visit.guest(there, second)
        with refused(Code.NOT_YOUR_SEAT):
            await visit.client.leave(there.table, first, there.tokens[second])
        await visit.client.leave(there.table, second, there.tokens[second])
        await guest.table.until(lambda table: table.you == [])
        assert (await chair(visit, there, second)).kind == "open"
        with refused(Code.NOT_YOUR_SEAT):
            await guest.table.say(second, "I am still here")
        with refused(Code.BAD_TOKEN):
            await visit.client.look(there.table, there.tokens[second])
        again = await visit.client.join(there.table, Join(name="Next", invite=there.invite))
        assert again.seat == second


@awaited
async def test_a_bot_plays_for_who_left_until_they_are_back(served: Served) -> None:
    async with visiting(served.url) as visit:
        there, player, other = await game_of_two(visit)
        (seat,) = player.table.you
        await visit.client.leave(there.table, seat, there.tokens[seat])
        await player.table.until(lambda table: table.you == [])
        assert (await other.told("left", seat=seat)).seq
        played = await other.told("moved", seat=seat)
        assert played.how == "stand_in"
        assert (await chair(visit, there, seat)).away
        with refused(Code.NOT_YOUR_SEAT):
            await player.table.play({"by": seat, "do": "draw"})
        # Opening the table with the token is all it takes.
        back = await visit.guest(there, seat)
        await other.told("returned", seat=seat)
        assert not (await chair(visit, there, seat)).away
        await play(back, other)
        moves = [news for news in other.table.news if isinstance(news, MovedNews)]
        assert any(news.seat == seat and news.how == "person" for news in moves)
        await visit.verify(there, back, other)


@awaited
async def test_a_stand_in_is_for_the_absent(served: Served) -> None:
    async with visiting(served.url) as visit:
        there, player, other = await game_of_two(visit)
        (seat,), (others,) = player.table.you, other.table.you
        with refused(Code.PRESENT):
            await visit.client.stand_in(there.table, seat, there.tokens[others])
        await player.socket.close(there.table)
        await other.table.until(lambda table: table.present == [others])
        with refused(Code.BAD_TOKEN):
            await visit.client.stand_in(there.table, seat, there.invite)
        await visit.client.stand_in(there.table, seat, there.tokens[others])
        assert (await other.told("moved", seat=seat)).how == "stand_in"
        back = await visit.guest(there, seat)
        await other.table.until(lambda table: table.present == sorted((seat, others)))
        assert not (await chair(visit, there, seat)).away
        await play(back, other)
        await visit.verify(there, back, other)


# -- handing over --------------------------------------------------------------------------------------------------


@awaited
async def test_a_seat_is_handed_over_by_link(served: Served) -> None:
    async with visiting(served.url) as visit:
        there, player, other = await game_of_two(visit)
        (seat,), (others,) = player.table.you, other.table.you
        old = there.tokens[seat]
        with refused(Code.NOT_YOUR_SEAT):
            await visit.client.offer(there.table, seat, there.tokens[others])
        void = (await visit.client.offer(there.table, seat, old)).code
        code = (await visit.client.offer(there.table, seat, old)).code
        assert (await chair(visit, there, seat)).offered
        with refused(Code.BAD_INVITE):  # a new link takes the place of the old
            await visit.client.take_over(there.table, TakeOver(name="Heir", offer=void))
        taken = await visit.client.take_over(there.table, TakeOver(name="Heir", offer=code))
        assert (taken.seat, taken.snapshot.you) == (seat, [seat])
        with refused(Code.BAD_INVITE):  # it works once
            await visit.client.take_over(there.table, TakeOver(name="Second heir", offer=code))
        # The old holder is a spectator from then on, on the socket that is still open and anywhere else.
        await player.table.until(lambda table: table.you == [] and not table.snapshot.offers)
        with refused(Code.NOT_YOUR_SEAT):
            await player.table.play({"by": seat, "do": "draw"})
        with refused(Code.BAD_TOKEN):
            await visit.client.look(there.table, old)
        with refused(Code.BAD_TOKEN):
            await visit.client.leave(there.table, seat, old)
        there.tokens[seat] = taken.token
        heir = await visit.guest(there, seat)
        await play(heir, other)
        events = await visit.verify(there, heir, other)
        assert any(event.kind == "handed_over" and event.name == "Heir" for event in events)


@awaited
async def test_who_lost_a_seat_is_told_when_the_socket_comes_back(served: Served) -> None:
    async with visiting(served.url) as visit:
        there, player, _ = await game_of_two(visit)
        (seat,) = player.table.you
        code = (await visit.client.offer(there.table, seat, there.tokens[seat])).code
        await visit.client.take_over(there.table, TakeOver(name="Heir", offer=code))
        await player.socket.drop()
        with refused(Code.BAD_TOKEN):
            await player.table.until(lambda table: table.snapshot.status == "over")


# -- hosting -------------------------------------------------------------------------------------------------------


@awaited
async def test_the_host_arranges_the_seats(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(ME, OPEN, OPEN)
        client, (first, second, third) = visit.client, there.seats
        guest = await visit.guest(there, second)
        for refusal in (
            client.open_seat(there.table, second, there.tokens[third]),
            client.seat_bot(there.table, second, there.tokens[first], "greedy"),
            client.invite(there.table, there.tokens[third]),
            client.close(there.table, there.tokens[third]),
        ):
            with refused(Code.BAD_TOKEN):
                await refusal
        with refused(Code.SEAT_TAKEN):
            await client.seat_bot(there.table, second, there.host, "greedy")
        await client.open_seat(there.table, second, there.host)
        await guest.table.until(lambda table: table.you == [])
        with refused(Code.UNKNOWN_BOT):
            await client.seat_bot(there.table, second, there.host, "deep-snow")
        await client.seat_bot(there.table, second, there.host, "greedy")
        bot = await chair(visit, there, second)
        assert (bot.kind, bot.bot) == ("bot", "greedy")
        # A new invitation voids the old one.
        await client.open_seat(there.table, third, there.host)
        new = (await client.invite(there.table, there.host)).code
        with refused(Code.BAD_INVITE):
            await client.join(there.table, Join(name="Old", invite=there.invite))
        assert (await client.join(there.table, Join(name="New", invite=new))).seat == third
        await client.start(there.table, there.host)
        for late in (
            client.open_seat(there.table, second, there.host),
            client.seat_bot(there.table, second, there.host, "random"),
            client.invite(there.table, there.host),
        ):
            with refused(Code.NOT_WAITING):
                await late


@awaited
async def test_var_the_host_chooses_the_rules_and_those_who_sit_there_see_it(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(ME, OPEN)
        client, (_, second) = visit.client, there.seats
        guest = await visit.guest(there, second)
        asked = ChangeRules(rules=RulesAsked(one_card=True, allies="none"), coureur="in_order")
        with refused(Code.BAD_TOKEN):
            await client.change_rules(there.table, there.tokens[second], asked)
        await client.change_rules(there.table, there.host, asked)
        await guest.table.until(lambda table: table.snapshot.options.rules.one_card)
        assert guest.table.snapshot.options == (await client.look(there.table)).options
        assert guest.table.snapshot.options.coureur == "in_order"
        with refused(Code.BAD_OPTIONS):
            await client.change_rules(
                there.table, there.host, ChangeRules(rules=RulesAsked(), solo=SoloAsked(architecture=[]))
            )
        await client.start(there.table, there.host)
        with refused(Code.NOT_WAITING):
            await client.change_rules(there.table, there.host, asked)
        shown = await client.look(there.table)
        assert shown.game is not None
        assert shown.game.rules.one_card


@awaited
async def test_set_6_a_table_where_it_was_arranged_who_begins_has_a_record_and_no_proof(served: Served) -> None:
    async with visiting(served.url) as visit:
        me = ME.model_copy(update={"begins": True})
        with refused(Code.BAD_OPTIONS):
            await visit.gather(me, GREEDY.model_copy(update={"begins": True}))
        there = await visit.gather(GREEDY, me, rules=RulesAsked(one_card=True, allies="none"))
        (seat,) = there.seats
        guest = await visit.guest(there, seat)
        assert guest.table.snapshot.options.begins == seat
        await visit.start(there)
        await play(guest)
        assert (await in_step(guest)).status == "over"
        record = Record.from_json(await visit.client.record(there.table))
        assert list(faults(record, EDITION)) == []
        with refused(Code.NO_PROOF):
            await visit.client.fairness(there.table)
        assert (await visit.client.timeline(there.table)).game.seats[0] == seat
        exported: list[str] = []
        url = served.database
        assert there.table not in [proof.table async for proof in proofs(url, None, exported.append)]
        assert [line for line in exported if there.table in line]
        with pytest.raises(StorageError, match="arranged"):
            await anext(proofs(url, there.table, print))
        assert (await anext(records(url, there.table, print))).to_json() == record.to_json()


@awaited
async def test_a_closed_table_is_closed_for_everyone(served: Served) -> None:
    async with visiting(served.url) as visit:
        there, player, other = await game_of_two(visit)
        (seat,) = player.table.you
        await visit.client.close(there.table, there.host)
        for guest in (player, other):
            await guest.table.until(lambda table: table.snapshot.status == "closed")
            assert guest.asked == []
        with refused(Code.CLOSED):
            await player.table.play({"by": seat, "do": "draw"})
        with refused(Code.CLOSED):
            await player.table.say(seat, "What a pity")
        with refused(Code.CLOSED):
            await visit.client.close(there.table, there.host)
        with refused(Code.NOT_OVER):  # the deck stays a secret
            await visit.client.record(there.table)
        assert (await visit.client.look(there.table)).secret is None


# -- again ---------------------------------------------------------------------------------------------------------


@awaited
async def test_a_rematch_has_the_same_people_and_their_tokens(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(ME, OPEN, GREEDY, rules=RulesAsked(one_card=True), public=True, title="Rematch")
        players = await visit.guests(there)
        await visit.start(there)
        with refused(Code.NOT_OVER):
            await visit.client.rematch(there.table, there.host)
        await play(*players)
        with refused(Code.BAD_TOKEN):
            await visit.client.rematch(there.table, there.invite)
        # All ask at once, and once more.
        asked = [visit.client.rematch(there.table, token) for token in (*there.tokens.values(), there.host)]
        found = {answer.table for answer in await asyncio.gather(*asked)}
        found.add((await visit.client.rematch(there.table, there.host)).table)
        (again,) = found
        assert again != there.table
        shown = await in_step(*players)
        assert shown.rematch == again
        assert [it.table for it in await whole_lobby(visit) if it.title == "Rematch"] == [again]
        there.commitment, old = (await visit.client.look(again)).commitment, there.commitment
        assert there.commitment != old
        there.table, there.words = again, {}
        players = await visit.guests(there)
        assert [it.name for it in players[0].shown.seats] == [it.name for it in shown.seats]
        assert players[0].shown.options == shown.options
        await visit.start(there)
        await play(*players)
        await visit.verify(there, *players)


async def whole_lobby(visit: Visit, page: int = 3) -> list[Listed]:
    """All pages of the lobby."""
    lobby = await visit.client.lobby(limit=page)
    tables = [*lobby.tables]
    while lobby.more is not None:
        assert len(lobby.tables) == page
        lobby = await visit.client.lobby(after=lobby.more, limit=page)
        tables += lobby.tables
    return tables


@awaited
async def test_the_lobby_lists_public_tables_page_by_page(served: Served) -> None:
    async with visiting(served.url) as visit:
        made = [await visit.gather(ME, ME, public=number % 2 == 0, title=f"Lobby {number}") for number in range(14)]
        await visit.start(made[2])
        await visit.client.close(made[4].table, made[4].host)
        over = await visit.guest(made[6], *made[6].seats)
        await visit.start(made[6])
        await play(over)
        listed = [it for it in await whole_lobby(visit) if it.title.startswith("Lobby")]
        # The one that changed last comes first; those that are over or closed are gone.
        assert [it.title for it in listed] == [f"Lobby {number}" for number in (2, 12, 10, 8, 0)]
        assert listed[0].status == "playing"
        assert [it.changed_at for it in listed] == sorted((it.changed_at for it in listed), reverse=True)
        assert {it.kind for it in listed[1].seats} == {"person"}
        await visit.client.leave(made[0].table, made[0].seats[0], made[0].tokens[made[0].seats[0]])
        newest = (await visit.client.lobby(limit=1)).tables[0]
        assert (newest.title, newest.seats[0].kind) == ("Lobby 0", "open")


# -- chat ----------------------------------------------------------------------------------------------------------


@awaited
async def test_chat_is_told_to_all_and_changes_nothing_else(served: Served) -> None:
    async with visiting(served.url) as visit:
        there, player, other = await game_of_two(visit)
        (seat,), (others,) = player.table.you, other.table.you
        watching = await visit.guest(there)
        on = player.table.seq
        for text in ("Bonne chance !", "x" * 300, "雪が降る", "<b>&amp;</b>"):
            await other.table.say(others, text)
            shown = await in_step(player, other, watching)
            assert (shown.chat[-1].seat, shown.chat[-1].text) == (others, text)
            assert shown.chat[-1].name == next(it.name for it in shown.seats if it.seat == others)
        for bad in ("", " ", "x" * 301, "two\nlines", "bell\x07", "zero\u200bwidth", "turned\u202eround", " edge"):
            with refused(Code.BAD_MESSAGE):
                await other.table.say(others, bad)
        with refused(Code.NOT_YOUR_SEAT):
            await other.table.say(seat, "I speak for you")
        # A move made before the chat was read is as good as ever.
        assert player.table.seq == on + 4
        assert await player.table.play({"by": seat, "do": "draw"}, on=on) == on + 5
        late = await visit.guest(there)
        assert late.shown.chat == player.shown.chat
        while player.asked:
            await player.table.play(player.best(seat))
        assert len(player.shown.chat) == 4


@awaited
async def test_chat_has_a_pace(sqlite_url: str, tmp_path: Path) -> None:
    with running_server(sqlite_url, tmp_path, forked=True) as server:
        async with visiting(server.url) as visit:
            _, player, _ = await game_of_two(visit)
            (seat,) = player.table.you
            for number in range(8):
                await player.table.say(seat, f"line {number}")
            with refused(Code.TOO_MANY):
                for _ in range(20):  # on a slow machine there may be room for one more, but not for so many
                    await player.table.say(seat, "line 7")
            # Playing goes on, and after a while so does chatting.
            await player.table.play({"by": seat, "do": "draw"})
            await asyncio.sleep(2.1)
            await player.table.say(seat, "better now")
            assert [line.text for line in player.shown.chat][-2:] == ["line 7", "better now"]
