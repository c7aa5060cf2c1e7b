"""What a seat remembers of the deck after a Huron looked (ALY-4)."""

from __future__ import annotations

from typing import NamedTuple


class Foreseen(NamedTuple):
    """Some cards known to lie among the next ``size`` cards, in an order not known if there are several."""

    size: int
    cards: tuple[str, ...]


Foresight = tuple[Foreseen, ...]
"""The top of the deck as a seat knows it, from the top card down; nothing is known of what lies below."""


def looked(cards: tuple[str, ...]) -> Foresight:
    """After looking at the top cards."""
    return tuple(Foreseen(1, (card,)) for card in cards)


def drawn(foresight: Foresight, card: str) -> Foresight:
    """After the top card was turned up."""
    if not foresight:
        return ()
    (size, cards), *rest = foresight
    left = list(cards)
    if card in left:
        left.remove(card)
    return _tidy([Foreseen(size - 1, tuple(left)), *rest])


def reordered(foresight: Foresight, count: int) -> Foresight:
    """After another seat put the top ``count`` cards back in an order of its own."""
    size, rest = 0, list(foresight)
    cards: list[str] = []
    while rest and size < count:
        group = rest.pop(0)
        size += group.size
        cards += group.cards
    return _tidy([Foreseen(max(size, count), tuple(sorted(cards))), *rest])


def _tidy(groups: list[Foreseen]) -> Foresight:
    """Without groups that say nothing at the end."""
    groups = [group for group in groups if group.size]
    while groups and not groups[-1].cards:
        groups.pop()
    return tuple(groups)
