"""Two games that belong together: a return match, and a duplicate, which is sealed until both have ended."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from nouvelle_france import Rules, SoloSettings
from nouvelle_france.tables import Chair, Code, Options, decisions
from nouvelle_france.tables.entries import Unsealed
from nouvelle_france.tables.fairness import unfairness
from nouvelle_france.tables.news import public_view
from nouvelle_france.tables.options import Series
from tests.tables.sitting import EDITION, HOST, INVITE, SECRET, Sitting, bot, options, person, refused

DUPLICATE = replace(options(), series=Series("duplicate", other="TableNumber2"))


def played(series: Series, *chairs: Chair, seed: str = "series") -> Sitting:
    """A game of bots that is over."""
    sitting = Sitting(replace(options(), series=series), chairs, secret=Random(seed).randbytes(32).hex())
    return sitting.start().bots_play(Random(seed))


def test_in_the_second_game_of_a_return_match_the_other_begins_and_the_points_are_known() -> None:
    first = played(Series("return"), bot("white"), bot("blue"))
    order = first.table.order
    chosen = decisions.rematch_options(first.table)
    assert chosen.begins == order[1]
    result = first.table.playing.state.position.result
    assert result is not None
    assert chosen.series == Series("return", 2, first.table.id, tuple((it, result.scores[it]) for it in order))
    assert Options.read(chosen.write()) == chosen
    second = Sitting(chosen, [bot("white"), bot("blue")]).start().bots_play(Random(1))
    assert second.table.order == (order[1], order[0])
    assert second.table.playing.setup.deck != first.table.playing.setup.deck
    # What follows is another return match, whose first player is drawn.
    after = decisions.rematch_options(second.table)
    assert (after.begins, after.series) == (None, Series("return"))


@pytest.mark.parametrize(
    ("chosen", "chairs"),
    [
        (replace(options(), series=Series("return")), [person("white"), person("blue"), person("brown")]),
        (replace(options(solo=SoloSettings()), series=Series("return")), [person("player")]),
        (DUPLICATE, [person("white"), person("blue")]),
        (DUPLICATE, [bot("white"), bot("blue")]),
        (replace(options(solo=SoloSettings()), series=Series("duplicate")), [person("player")]),
        (replace(DUPLICATE, public=True), [person("white"), bot("blue")]),
    ],
)
def test_what_cannot_be_two_games_is_refused(chosen: Options, chairs: list[Chair]) -> None:
    refused(
        Code.BAD_OPTIONS,
        lambda: decisions.create(chosen, EDITION, chairs, secret=SECRET, host=HOST, invite=INVITE),
    )


def duplicate() -> Sitting:
    return Sitting(DUPLICATE, [person("white"), bot("blue")])


def test_both_tables_of_a_duplicate_have_the_same_deal_whatever_words_are_added() -> None:
    decks = set()
    for words in ("", "something"):
        sitting = duplicate()
        sitting.write(decisions.add_words(sitting.table, "white", words))
        sitting.write(decisions.open_seat(sitting.table, "white"))
        sitting.write(decisions.sit(sitting.table, "white", "Ana", "a token", words, INVITE))
        sitting.start()
        decks.add((sitting.table.playing.setup.deck, sitting.table.order, sitting.table.game.sticks))
    assert len(decks) == 1


def test_neither_table_of_a_duplicate_can_be_given_other_rules_or_bots() -> None:
    table = duplicate().table
    refused(Code.BAD_OPTIONS, lambda: decisions.change_rules(table, Rules(one_card=True), None))
    refused(Code.BAD_OPTIONS, lambda: decisions.seat_bot(table, "blue", "greedy"))
    refused(Code.BAD_OPTIONS, lambda: decisions.open_seat(table, "blue"))


def test_a_duplicate_is_sealed_from_its_beginning_until_both_have_ended() -> None:
    sitting = duplicate()
    decisions.watch(sitting.table, ())  # before the game there is nothing to hide
    sitting.start()
    table = sitting.table
    refused(Code.SEALED, lambda: decisions.watch(table, ()))
    decisions.watch(table, {"white"})
    assert decisions.unseal(table) == []
    sitting.write(decisions.leave(table, "white"))
    sitting.bots_play(Random(5))
    assert table.status == "over"
    refused(Code.SEALED, lambda: decisions.watch(table, ()))
    refused(Code.SEALED, table.record)
    refused(Code.SEALED, table.proof)
    assert public_view(table)["secret"] is None, "not even to who played it: the deck follows from it"
    (news,) = sitting.write(decisions.unseal(table))
    assert news.changes == {"secret": SECRET}
    assert decisions.unseal(table) == []
    decisions.watch(table, ())
    assert table.record().result is not None
    assert unfairness(table.proof(), EDITION) == []
    assert sitting.reloaded().unsealed


def test_a_game_of_its_own_is_never_sealed() -> None:
    sitting = Sitting(options(), [bot("white"), bot("blue")]).start().bots_play(Random(6))
    assert not sitting.table.sealed
    assert decisions.unseal(sitting.table) == []
    assert all(not isinstance(written.entry, Unsealed) for written in sitting.entries)
