"""People at a table who do whatever comes to their minds: games with every kind of entry in them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from nouvelle_france import Rules, SoloSettings
from nouvelle_france.record import write_action
from nouvelle_france.tables import Chair, Options, Pace, Table, TableError, agreements, decisions
from nouvelle_france.tables.chairs import holder_of
from nouvelle_france.tables.options import DayGame, Series, WinterTies
from nouvelle_france.tables.tokens import hashed
from tests.tables.sitting import EDITION, Sitting, bot, person


def some_table(rng: Random) -> Sitting:
    """A table of any kind, with people and bots at it, and perhaps open seats."""
    pace = rng.choice([Pace(), Pace(turn=40, window=6), Pace(turn=25, bots=0.0), Pace(window=9)])
    if rng.random() < 0.25:
        architecture = tuple(rng.sample(EDITION.challenge_ids, rng.randrange(7)))
        constraint, track = rng.choice(EDITION.solo.constraints).id, rng.choice(EDITION.solo.tracks).id
        settings = SoloSettings(constraint, track, architecture)
        rules = Rules(allies="none", support=rng.choice(("free-standing", "leaning")))
        ties: WinterTies = rng.choice(("player", "fixed"))
        day = DayGame("2026-11-16", "first") if rng.random() < 0.2 else None  # others are still to play this deal
        return Sitting(Options("solo", rules, settings, pace=pace, winter_ties=ties, day=day), [person("player")])
    rules = Rules(
        rng.random() < 0.3,
        rng.choice(("each_stage", "each_stage", "once", "none")),
        rng.choice(("free-standing", "leaning")),
        rng.choice(("verified", "claimed")),
    )
    chosen = Options("table", rules, pace=pace, coureur=rng.choice(("first", "in_order")), stand_in="random")
    seats = rng.sample(EDITION.colour_ids, rng.randint(2, 4))
    chairs = [rng.choice([person, person, person, bot, Chair])(seat) for seat in seats]
    if rng.random() < 0.2:  # the same deal is played at another table, of which nothing is heard here
        chosen = replace(chosen, series=Series("duplicate"))
        chairs = [person(seats[0]), *(bot(seat) for seat in seats[1:])]
    return Sitting(chosen, chairs)


def step(sitting: Sitting, rng: Random) -> None:
    """Let somebody wish for something; a refusal changes nothing."""
    sitting.wait(rng.choice((0, 0.5, 2, 7)))
    try:
        if sitting.table.status == "waiting":
            _before(sitting, rng)
        else:
            _during(sitting, rng)
    except TableError:
        pass


def _before(sitting: Sitting, rng: Random) -> None:
    table = sitting.table
    seat = rng.choice(list(table.chairs))
    new = hashed(str(rng.random()))
    match rng.randrange(10):
        case 9:
            # Alone it is refused (VAR-3).
            rules = rng.choice([Rules(one_card=True), Rules(allies="none"), Rules(support="leaning"), Rules()])
            sitting.write(decisions.change_rules(table, rules, table.options.solo, rng.choice((None, "in_order"))))
        case 0 | 1:
            sitting.write(decisions.sit(table, rng.choice([seat, None]), "Zoé", new, f"w{rng.random()}", table.invite))
        case 2:
            sitting.write(decisions.seat_bot(table, seat, "random"))
        case 3 if rng.random() < 0.3:
            sitting.write(decisions.leave(table, seat))
        case 4:
            sitting.write(decisions.add_words(table, seat, f"w{rng.random()}"))
        case 5:
            _hand_over(sitting, seat, new, rng)
        case 6:
            _say(sitting, seat, rng)
            sitting.write(decisions.invite(table, new))
        case _:
            sitting.start()


def _during(sitting: Sitting, rng: Random) -> None:
    table = sitting.table
    seat = rng.choice(list(table.chairs))
    if table.proposal is not None and rng.random() < 0.5:
        _agree(sitting, seat, rng)
        return
    match rng.randrange(24):
        case 20 | 21 | 23:
            _agree(sitting, seat, rng)
        case 22 if rng.random() < 0.15:
            sitting.write(agreements.concede(table, seat))
        case 0:
            _say(sitting, seat, rng)
        case 1:
            sitting.write(decisions.leave(table, seat))
        case 2:
            sitting.write(decisions.stand_in(table, seat, rng.random() < 0.5))
        case 3 | 4:
            sitting.write(decisions.come_back(table, seat))
        case 5:
            _hand_over(sitting, seat, hashed(str(rng.random())), rng)
        case 6 if rng.random() < 0.5:
            sitting.wait(rng.choice((5, 40)))
            for asked in list(table.asked):
                sitting.write(decisions.time_out(table, asked, sitting.now))
        case 7 | 8 | 9:
            sitting.take_back(table.takes_back or seat)
        case 10 if table.status == "over":
            sitting.write(decisions.rematch(table, "TableNumber2"))
        case 11 if table.status == "over":
            sitting.write(decisions.unseal(table))
        case 10 if rng.random() < 0.02:
            sitting.write(decisions.close(table))
        case _:
            _move(sitting, rng)


def _agree(sitting: Sitting, seat: str, rng: Random) -> None:
    """Propose something, or answer what is proposed; those who end games do so rarely."""
    table = sitting.table
    if table.proposal is not None and rng.random() < 0.7:
        seat = rng.choice(agreements.others_asked(table, table.proposal.seat))  # those who are asked answer most
    if table.chairs[seat].kind != "person":
        return
    if table.proposal is not None:
        sitting.write(agreements.answer(table, seat, rng.random() < (0.5 if table.proposal.what == "abandon" else 0.7)))
    else:
        sitting.write(agreements.propose(table, seat, "abandon" if rng.random() < 0.08 else "take_back"))


def _move(sitting: Sitting, rng: Random) -> None:
    table = sitting.table
    if not table.asked:
        return
    seat = rng.choice(list(table.asked))
    if table.bot_of(seat) is not None and (seat == "winter" or rng.random() < 0.7):
        sitting.write(sitting.decide(seat, sitting.chosen_by_bot(seat, rng), how=sitting.how(seat)))
        return
    legal = sitting.legal(seat)
    # Hurons look and put back often here: what they see is the secret to be kept.
    kinds = [kind for kind in legal.kinds() for _ in range(3 if kind == "huron" else 1)]
    action = rng.choice(legal.of_kind(rng.choice(kinds)))
    id = f"m{table.seq}" if table.chairs[holder_of(seat)].kind == "person" else None
    sitting.write(sitting.decide(seat, write_action(table.game, action), id=id, how="person" if id else "bot"))


def _hand_over(sitting: Sitting, seat: str, new: str, rng: Random) -> None:
    table: Table = sitting.table
    if table.chairs[seat].kind == "person":
        sitting.write(decisions.offer(table, seat, hashed(f"code {new}")))
        if rng.random() < 0.5:
            sitting.write(decisions.take_over(table, hashed(f"code {new}"), "Zoé", new))


def _say(sitting: Sitting, seat: str, rng: Random) -> None:
    sitting.write(decisions.say(sitting.table, seat, f"s{sitting.table.seq}", f"hello {rng.random()}"))
