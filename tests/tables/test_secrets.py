"""What nobody may know is told to nobody: two decks a viewer cannot tell apart look the same, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nouvelle_france import Rules
from nouvelle_france.tables import Table
from nouvelle_france.tables.chairs import holder_of
from nouvelle_france.tables.news import Reporter, chat, private_view, public_view
from tests.tables.sitting import EDITION, SECRET, Sitting, dealt, edition_of, options
from tests.tables.wishes import some_table, step
from tests.tables.worlds import Log, another_world, deck_of, places_seen, with_deck

SPECTATOR = ""


def played(seed: int, steps: int) -> tuple[Sitting, Random]:
    """Some table in the middle of its game."""
    rng = Random(seed)
    sitting = some_table(rng)
    for _ in range(steps):
        step(sitting, rng)
    return sitting, rng


def viewers(sitting: Sitting) -> list[str]:
    return [SPECTATOR, *sitting.table.chairs]


def shown(entries: Log, viewer: str) -> list[bytes]:
    """Every byte a viewer is shown of a log: the news, and after each its views."""
    seats = [viewer] if viewer else []
    table = Table("TableNumber1", edition_of)
    reporter = Reporter(table)
    said = []
    for entry in entries:
        news = reporter.apply(entry)
        views = [news.seen_by(seats), public_view(table), private_view(table, seats), table.standing().summary]
        said.append(orjson.dumps([*views, chat(table), news.secret_of()]))
    return said


# -- two worlds ----------------------------------------------------------------------------------------------------


@given(st.integers(0, 1_000_000), st.integers(5, 150))
@settings(max_examples=25, deadline=None)
def test_a_viewer_cannot_tell_apart_what_it_has_not_seen(seed: int, steps: int) -> None:
    sitting, rng = played(seed, steps)
    if sitting.table.match is None:
        return
    for viewer in viewers(sitting):
        assert shown(another_world(sitting, viewer, rng), viewer) == shown(sitting.entries, viewer)


def test_the_other_worlds_are_other_ones() -> None:
    """Without this the test above could prove nothing."""
    decks = orders = games = 0
    for seed in range(30):
        sitting, rng = played(seed, 80)
        if sitting.table.match is not None:
            games += 1
            other = another_world(sitting, SPECTATOR, rng)
            decks += deck_of(other) != deck_of(sitting.entries)
            orders += any(
                one.data != two.data
                for one, two in zip(sitting.entries, other, strict=True)
                if one.kind == "moved"
            )  # fmt: skip
    assert games > 20
    assert decks > games * 0.9
    assert orders > 3


@given(st.integers(0, 1_000_000), st.integers(5, 150))
@settings(max_examples=25, deadline=None)
def test_a_viewer_can_tell_apart_what_it_sees_from_then_on(seed: int, steps: int) -> None:
    """The proof that the test above can fail: one card changed that was seen, and the bytes differ."""
    sitting, rng = played(seed, steps)
    if sitting.table.match is None:
        return
    game, entries = sitting.table.game, sitting.entries
    display = 0 if game.rules.one_card else EDITION.deck.display
    for viewer in viewers(sitting):
        seen_after = [places_seen(entries[:count], viewer, display) for count in range(len(entries) + 1)]
        looks = [count for count in range(1, len(seen_after)) if len(seen_after[count]) > len(seen_after[count - 1])]
        if not looks:
            continue
        count = rng.choice(looks)
        before, one = seen_after[count - 1], seen_after[count][-1]
        deck = deck_of(entries)
        pile = next(pile for pile in game.piles if pile.start <= one < pile.end)
        others = [
            place
            for place in range(pile.start, pile.end)
            if place not in seen_after[count] and deck[place] != deck[one]
        ]  # fmt: skip
        if one in before or not others:
            continue
        two = rng.choice(others)
        deck[one], deck[two] = deck[two], deck[one]
        real, other = (shown(log[:count], viewer) for log in (entries, with_deck(entries, deck)))
        assert real[:-1] == other[:-1]
        assert real[-1] != other[-1]


# -- the Huron -----------------------------------------------------------------------------------------------------


@pytest.fixture
def after_a_huron() -> Sitting:
    """White has looked at three different cards and put them back; nothing was drawn since."""
    sitting = Sitting().start(dealt("cannon", "cannon", "horseshoe", "stairs", "square"))
    sitting.play("white", "huron")
    sitting.play("white", "huron", nth=5)
    return sitting


def test_aly_4_only_the_one_who_looked_sees_the_cards_and_the_order(after_a_huron: Sitting) -> None:
    looked, back = after_a_huron.news[-2:]
    assert (looked.secret_of(), back.secret_of()) == ("white", "white")
    for seats in (["white"], ["brown", "white"]):
        assert looked.seen_by(seats)["events"] == [
            {"event": "peeked", "by": "white", "cards": ["horseshoe", "stairs", "square"]}
        ]
        assert back.seen_by(seats)["events"] == [{"event": "put_back", "by": "white", "order": [2, 1, 0]}]
    for seats in ([], ["brown"], ["brown", "yellow"]):
        assert looked.seen_by(seats)["events"] == [{"event": "peeked", "by": "white", "cards": None}]
        assert back.seen_by(seats)["events"] == [{"event": "put_back", "by": "white", "order": None}]
    views = private_view(after_a_huron.table, ["white", "brown"])
    assert views["foresight"] == {
        "white": [{"size": 1, "cards": [card]} for card in ("square", "stairs", "horseshoe")],
        "brown": [],
    }
    assert set(views["offers"]) == {"white"}


def test_aly_4_a_card_that_was_looked_at_differs_for_the_one_who_looked_alone(after_a_huron: Sitting) -> None:
    deck = deck_of(after_a_huron.entries)
    deck[2], deck[7] = deck[7], deck[2]
    assert deck != deck_of(after_a_huron.entries)
    other = with_deck(after_a_huron.entries, deck)
    assert shown(other, "white") != shown(after_a_huron.entries, "white")
    for viewer in (SPECTATOR, "brown", "yellow"):
        assert shown(other, viewer) == shown(after_a_huron.entries, viewer)


def test_a_card_that_was_drawn_differs_for_everyone(after_a_huron: Sitting) -> None:
    after_a_huron.play("white", "draw")
    deck = deck_of(after_a_huron.entries)
    deck[4], deck[7] = deck[7], deck[4]
    other = with_deck(after_a_huron.entries, deck)
    for viewer in viewers(after_a_huron):
        assert shown(other, viewer) != shown(after_a_huron.entries, viewer)


# -- nothing else gets out -----------------------------------------------------------------------------------------


def _inside(value: Any) -> Iterator[Any]:
    """A JSON value and all that is in it."""
    yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _inside(inner)


def _secrets(entries: Log) -> set[str]:
    """The secret, and all hashes of tokens, codes and invitations there ever were at a table."""
    found = {SECRET}
    for entry in entries:
        found |= {entry.data[key] for key in ("host", "invite", "token", "offer") if entry.data.get(key)}
        found |= {chair["token"] for chair in entry.data.get("chairs", []) if chair["token"]}
    return found


@given(st.integers(0, 1_000_000), st.integers(5, 150))
@settings(max_examples=25, deadline=None)
def test_no_secret_hash_deck_or_others_peek_is_shown(seed: int, steps: int) -> None:
    sitting, _ = played(seed, steps)
    over = sitting.table.status == "over"
    secrets = _secrets(sitting.entries) - ({SECRET} if over else set())
    assert len(secrets) >= 3 - over, "the secret, the host, the invitation"
    for viewer in viewers(sitting):
        pages = shown(sitting.entries, viewer)
        text = b"".join(pages).decode()
        assert not [secret for secret in secrets if secret in text]
        for value in _inside([orjson.loads(page) for page in pages]):
            if isinstance(value, dict):
                _holds_no_others_secret(value, viewer)


def _holds_no_others_secret(value: dict[str, Any], viewer: str) -> None:
    assert not isinstance(value.get("deck"), list), "only how many cards are left"
    if value.get("event") in ("peeked", "put_back"):
        secret = value["cards"] if value["event"] == "peeked" else value["order"]
        assert (secret is not None) == (value["by"] == viewer)
    for private in ("offers", "foresight"):
        assert {holder_of(seat) for seat in value.get(private, ())} <= {viewer}


def test_the_secret_is_told_when_the_game_is_over_and_words_when_it_begins() -> None:
    sitting = Sitting(options(Rules(allies="none"))).start()
    assert SECRET.encode() not in b"".join(shown(sitting.entries, SPECTATOR))
    rng = Random(5)
    while sitting.table.status == "playing":
        seat = next(iter(sitting.table.asked))
        sitting.play(seat, rng.choice(sitting.legal(seat).kinds()))
    *before, last = shown(sitting.entries, SPECTATOR)
    assert SECRET.encode() not in b"".join(before)
    assert SECRET.encode() in last
