"""Taking back: one's own last actions, until a card was revealed, another seat or a clock has acted."""

from __future__ import annotations

from random import Random

import pytest

from nouvelle_france import Rules
from nouvelle_france.tables import Code, Pace, agreements, decisions
from nouvelle_france.tables.news import private_view, public_view
from tests.rules.counting import plays
from tests.tables.sitting import THREE, Sitting, bot, dealt, options, person, refused


def game_of(sitting: Sitting) -> object:
    """All of the game that a take-back must restore, the deck and what each seat remembers included."""
    table = sitting.table
    return (
        table.playing.state,
        table.playing.record().to_json(),
        list(table.playing.history),
        list(table.by),
        list(table.asked),
        public_view(table)["position"],
        [private_view(table, [seat]) for seat in THREE],
    )


def too_late(sitting: Sitting, *seats: str) -> None:
    for seat in seats or THREE:
        # mypy gives a lambda's default no type
        refused(Code.TOO_LATE, lambda seat=seat: sitting.take_back(seat))  # type: ignore[misc]


def test_several_actions_in_a_row_are_taken_back_and_the_game_is_as_before_each() -> None:
    sitting = Sitting().start(dealt())
    before = []
    for do in ("bonus", "fille"):
        before.append(game_of(sitting))
        sitting.play("white", do)
    for game in reversed(before):
        assert public_view(sitting.table)["take_back"] == "white"
        sitting.take_back("white")
        assert game_of(sitting) == game
    assert public_view(sitting.table)["take_back"] is None
    too_late(sitting)
    sitting.play("white", "bonus", nth=3)
    assert len(sitting.table.playing.moves) == 1


def test_a_turn_that_was_ended_is_taken_back_until_the_next_seat_acts() -> None:
    sitting = Sitting(options(Rules(allies="none"))).start(dealt())
    before = game_of(sitting)
    sitting.play("white", "bonus")
    assert list(sitting.table.asked) == ["brown"]
    sitting.take_back("white")
    assert game_of(sitting) == before
    sitting.play("white", "bonus")
    sitting.play("brown", "bonus")
    too_late(sitting, "white", "yellow")
    sitting.take_back("brown")
    sitting.take_back("white")
    assert game_of(sitting) == before, "nobody's action is left after white's"


def test_a_drawn_card_stays_and_so_does_all_before_it() -> None:
    sitting = Sitting().start(dealt())
    sitting.play("white", "draw")
    too_late(sitting)
    before = game_of(sitting)
    sitting.play("white", "place")
    sitting.take_back("white")
    assert game_of(sitting) == before
    too_late(sitting)


def test_a_look_at_the_deck_stays_but_the_order_put_back_may_be_changed() -> None:
    sitting = Sitting().start(dealt())
    sitting.play("white", "huron")
    too_late(sitting)
    before = game_of(sitting)
    sitting.play("white", "huron", nth=5)
    sitting.take_back("white")
    assert game_of(sitting) == before
    too_late(sitting)


def test_another_seats_action_makes_it_too_late() -> None:
    sitting = Sitting().start(dealt())
    sitting.play("white", "bonus")
    sitting.play("white", "decline")
    sitting.play("brown", "decline")
    too_late(sitting, "white", "yellow")
    sitting.take_back("brown")
    sitting.take_back("white")


def test_a_refusal_is_taken_back_also_when_it_closed_the_window() -> None:
    sitting = Sitting().start(dealt())
    for seat, do in (("white", "bonus"), ("white", "decline"), ("brown", "decline")):
        sitting.play(seat, do)
    before = game_of(sitting)
    sitting.play("yellow", "decline")
    assert list(sitting.table.asked) == ["white"]
    sitting.take_back("yellow")
    assert game_of(sitting) == before


@pytest.mark.parametrize("how", ["bot", "stand_in", "clock"])
def test_what_no_person_decided_is_not_taken_back(how: str) -> None:
    chairs = [bot("white") if how == "bot" else person("white"), person("brown"), person("yellow")]
    sitting = Sitting(options(pace=Pace(60)), chairs).start(dealt())
    if how == "stand_in":
        sitting.write(decisions.leave(sitting.table, "white"))
    if how == "clock":
        sitting.play("white", "bonus")
        sitting.play("white", "decline")
        sitting.wait(60)
        sitting.write(decisions.time_out(sitting.table, "brown", sitting.now))
    else:
        sitting.play("white", "bonus", how=sitting.how("white"))
    assert sitting.table.by[-1][1] == how
    too_late(sitting)


def test_a_clock_that_ran_out_makes_it_too_late() -> None:
    sitting = Sitting(options(Rules(allies="none"), pace=Pace(60))).start(dealt())
    sitting.play("white", "bonus")
    sitting.wait(60)
    sitting.write(decisions.time_out(sitting.table, "brown", sitting.now))
    too_late(sitting)
    sitting.bots_play(Random(1))
    assert list(sitting.table.asked) == ["yellow"]
    sitting.play("yellow", "bonus")
    sitting.take_back("yellow")
    too_late(sitting)


def test_in_a_turn_whose_seat_ran_out_of_time_others_still_take_back() -> None:
    sitting = Sitting(options(pace=Pace(60))).start(dealt())
    sitting.play("white", "bonus")
    sitting.wait(60)
    sitting.write(decisions.time_out(sitting.table, "white", sitting.now))
    too_late(sitting)
    sitting.bots_play(Random(1))
    assert list(sitting.table.asked) == ["brown", "yellow"]
    sitting.play("brown", "decline")
    sitting.take_back("brown")
    assert list(sitting.table.asked) == ["brown", "yellow"]


def test_whoever_loads_a_table_of_many_takings_back_plays_each_action_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting().start(dealt())
    for seat in ("brown", "yellow"):
        sitting.write(decisions.leave(sitting.table, seat))
    for _ in range(5):
        sitting.play("white", "bonus")
        sitting.play("white", "decline")
        sitting.take_back("white")
        sitting.write(agreements.propose(sitting.table, "white", "take_back"))
    kinds = [written.kind for written in sitting.entries]
    assert (kinds.count("taken_back"), kinds.count("went_back")) == (5, 5)
    played = plays(monkeypatch)
    assert sitting.reloaded().playing.state == sitting.table.playing.state
    assert len(played) == kinds.count("moved")


def test_taking_back_is_asked_for_on_the_game_as_it_is() -> None:
    sitting = Sitting().start(dealt())
    sitting.play("white", "bonus")
    table = sitting.table
    refused(Code.STALE, lambda: decisions.take_back(table, "white", table.game_seq - 1, "id"))
    refused(Code.STALE, lambda: decisions.take_back(table, "white", table.seq + 1, "id"))
    sitting.write(decisions.say(table, "brown", "1", "hm"))
    assert decisions.take_back(table, "white", table.game_seq, "id")


def test_the_last_action_of_a_game_is_final() -> None:
    sitting = Sitting(chairs=[person("white"), person("brown")]).start()
    rng = Random(3)
    while sitting.table.status == "playing":
        seat = next(iter(sitting.table.asked))
        sitting.play(seat, rng.choice(sitting.legal(seat).kinds()))
    for seat in sitting.table.chairs:
        # mypy gives a lambda's default no type
        refused(Code.NOT_PLAYING, lambda seat=seat: sitting.take_back(seat))  # type: ignore[misc]


def test_who_is_back_takes_back_what_a_stand_in_played_within_the_usual_limits() -> None:
    sitting = Sitting(options(Rules(allies="none"))).start(dealt())
    before = game_of(sitting)
    sitting.write(decisions.stand_in(sitting.table, "white", False))
    sitting.play("white", "bonus", how=sitting.how("white"))
    assert sitting.table.by[-1] == ("white", "stand_in")
    assert public_view(sitting.table)["take_back"] is None
    too_late(sitting)
    news = sitting.write(decisions.come_back(sitting.table, "white"))
    assert news[-1].changes["take_back"] == "white"
    sitting.take_back("white")
    assert game_of(sitting) == before
    assert sitting.table.asked.keys() == {"white"}
    assert sitting.reloaded().takes_back == sitting.table.takes_back


def test_not_past_a_revealed_card_anothers_action_or_a_clock() -> None:
    def away() -> Sitting:
        sitting = Sitting(options(Rules(allies="none"), pace=Pace(60))).start(dealt())
        sitting.write(decisions.stand_in(sitting.table, "white", False))
        return sitting

    revealed = away()
    revealed.play("white", "draw", how="stand_in")
    acted = away()
    acted.play("white", "bonus", how="stand_in")
    acted.play("brown", "bonus")
    for sitting in (revealed, acted):
        sitting.write(decisions.come_back(sitting.table, "white"))
        too_late(sitting, "white")
    timed_out = Sitting(options(Rules(allies="none"), pace=Pace(60))).start(dealt())
    timed_out.wait(60)
    timed_out.write(decisions.time_out(timed_out.table, "white", timed_out.now))
    timed_out.play("white", "bonus", how="stand_in")
    assert timed_out.table.by[-1] == ("white", "stand_in")
    too_late(timed_out, "white")


def test_what_was_played_for_a_bot_is_no_persons_to_take_back() -> None:
    sitting = Sitting(options(Rules(allies="none")), [bot("white"), person("brown"), person("yellow")]).start(dealt())
    sitting.play("white", "bonus", how="stand_in")
    assert sitting.table.by[-1] == ("white", "stand_in")
    too_late(sitting)
