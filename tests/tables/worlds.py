"""Other worlds: the same table with another deck, of which a viewer has seen nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from nouvelle_france import SNOW
from nouvelle_france.tables import Written
from tests.tables.sitting import EDITION, Sitting

Log = Sequence[Written]


def deck_of(entries: Log) -> list[str]:
    return list(next(entry.data["deck"] for entry in entries if entry.kind == "started"))


def places_seen(entries: Log, viewer: str, display: int) -> list[int]:
    """The places of the dealt deck whose cards a viewer sees, one after another, worked out from the log alone."""
    deck: list[int] = []
    seen: list[int] = []
    before: list[list[int]] = []
    for entry in entries:
        if entry.kind == "started":
            deck = list(range(len(entry.data["deck"])))
            seen += deck[:display]
            del deck[:display]
        elif entry.kind in ("taken_back", "went_back"):
            for _ in range(entry.data.get("actions", 1)):
                deck = before.pop()
        elif entry.kind == "moved":
            before.append(list(deck))
            action = entry.data["action"]
            if action["do"] == "draw":
                seen.append(deck.pop(0))
            elif action["do"] == "huron" and "order" not in action:
                seen += deck[:3] if action["by"] == viewer else []
            elif action["do"] == "huron":
                deck[: len(action["order"])] = [deck[number] for number in action["order"]]
    return seen


def cards_seen(entries: Log, viewer: str, display: int) -> list[str]:
    deck = deck_of(entries)
    return [deck[place] for place in places_seen(entries, viewer, display)]


def with_deck(entries: Log, deck: Sequence[str]) -> list[Written]:
    return [
        replace(entry, data={**entry.data, "deck": list(deck)}) if entry.kind == "started" else entry
        for entry in entries
    ]


def another_world(sitting: Sitting, viewer: str, rng: Random) -> list[Written]:
    """A log with another deck and other orders put back by others, of which the viewer has seen nothing else."""
    game = sitting.table.game
    display = 0 if game.rules.one_card else EDITION.deck.display
    entries = list(sitting.entries)
    seen = set(places_seen(entries, viewer, display))
    deck = deck_of(entries)
    shapes = [card for place, card in enumerate(deck) if place not in seen and card != SNOW]
    rng.shuffle(shapes)
    for pile in game.piles:
        hidden = [place for place in range(pile.start, pile.end) if place not in seen]
        snow = rng.sample(hidden, sum(deck[place] == SNOW for place in hidden))
        for place in hidden:
            deck[place] = SNOW if place in snow else shapes.pop()
    known = cards_seen(entries, viewer, display)
    entries = with_deck(entries, deck)
    for number, entry in enumerate(entries):
        action = entry.data.get("action", {})
        if entry.kind == "moved" and "order" in action and action["by"] != viewer:
            order = rng.sample(action["order"], len(action["order"]))
            other = list(entries)
            other[number] = replace(entry, data={**entry.data, "action": {**action, "order": order}})
            if cards_seen(other, viewer, display) == known:
                entries = other
    assert cards_seen(entries, viewer, display) == known
    return entries
