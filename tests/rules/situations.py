"""Hand-made situations: decks, tables and half-built sites without playing a whole game.

Cards and blocks stay in step (CMP-3): what is built or shown is taken from the stock and the deck. Only
:func:`with_cubes` puts up loose cubes that belong to no block, where a test needs an exact landscape.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

import nouvelle_france as nf
from nouvelle_france import Action, Cube, Phase, Rules, SoloSettings, State, Step
from nouvelle_france.rules import COUREUR, FILLE, HURON

EDITION = nf.default_edition()
TABLE = nf.placement_table(EDITION)
COLOURS = EDITION.colour_ids
SHAPES = EDITION.shape_ids
SITES = EDITION.site_ids
STICKS = ("blue", "yellow", "brown")
"""Church, mill, redoubt: marks ``+2-``, ``2-+``, ``-+2`` from the bottom; disks 10, 8, 6."""
TOKENS = {"fille": FILLE, "coureur": COUREUR, "huron": HURON}

# -- decks ---------------------------------------------------------------------------------------------------------

SNOW_SPANS = {
    "table": ((11, 16), (22, 27), (33, 38)),
    "one_card": ((6, 12), (19, 25), (32, 38)),
    "solo": ((11, 16), (22, 27), (38, 38)),
}
"""The places, counted from 0, where each snowflake can lie (SET-3, VAR-1, SOL-2)."""


def deck(*top: str, snow: Sequence[int] | None = None, kind: str = "table") -> tuple[str, ...]:
    """A complete deck that begins with these shape cards; ``snow`` gives the snowflakes' places, counted from 0.

    ``kind`` is ``table``, ``one_card`` or ``solo``. Without ``snow`` each snowflake lies as deep as it can. The
    other cards follow in turn: one of each shape, then again.
    """
    left = Counter({shape: len(COLOURS) for shape in SHAPES})
    left.subtract(top)
    rest = [shape for count in range(len(COLOURS)) for shape in SHAPES if left[shape] > count]
    cards = [*top, *rest]
    for place in snow if snow is not None else [last for _, last in SNOW_SPANS[kind]]:
        cards.insert(place, nf.SNOW)
    return tuple(cards)


# -- games ---------------------------------------------------------------------------------------------------------


def table(
    *colours: str, deck: tuple[str, ...] | None = None, sticks: tuple[str, ...] = STICKS, rules: Rules | None = None
) -> State:
    """A table game at its start; white, brown and yellow play unless told otherwise. Seat 0 begins."""
    rules = rules or Rules()
    game = nf.Game(EDITION, "table", rules, colours or ("white", "brown", "yellow"), sticks)
    return nf.start(nf.Setup(game, deck or _deck(kind="one_card" if rules.one_card else "table")))


def solo(
    *,
    deck: tuple[str, ...] | None = None,
    sticks: tuple[str, ...] = STICKS,
    settings: SoloSettings | None = None,
    required: tuple[str | None, ...] = (None, None, None),
    support: str = "free-standing",
) -> State:
    """A solo game at its start; ``required`` gives the site of each player turn of a cycle."""
    rules = Rules(allies="none", support="leaning" if support == "leaning" else "free-standing")
    game = nf.Game(EDITION, "solo", rules, (), sticks, settings or SoloSettings(), required)
    return nf.start(nf.Setup(game, deck or _deck(kind="solo")))


_deck = deck

# -- changing a situation ------------------------------------------------------------------------------------------


def change(state: State, **fields: Any) -> State:
    """The state with other fields of its position; the deck's count follows the deck."""
    return replace(state, position=replace(state.position, **{"deck_count": len(state.deck), **fields}))


def with_deck(state: State, *cards: str) -> State:
    """Exactly these cards left in the deck, top first."""
    return change(replace(state, deck=cards))


def on_top(state: State, *cards: str) -> State:
    """These cards of the deck moved to its top."""
    rest = list(state.deck)
    for card in cards:
        rest.remove(card)
    return with_deck(state, *cards, *rest)


def with_display(state: State, *cards: str) -> State:
    """These cards on display; the old ones go under the deck, the new ones come from it."""
    rest = [*state.deck, *state.position.display]
    for card in cards:
        rest.remove(card)
    return change(with_deck(state, *rest), display=cards)


def to_place(state: State, *cards: str) -> State:
    """The active seat has drawn and must place one of these visible cards (or of those there are)."""
    if cards:
        state = with_display(state, *cards)
    return change(state, phase=Phase.PLACE, asked=(state.position.active,))


def turn_of(state: State, seat: int) -> State:
    """The start of that seat's turn."""
    return change(state, phase=Phase.TURN, active=seat, asked=(seat,))


def with_blocks(state: State, *blocks: tuple[str, str, Sequence[Cube]], seat: int = 0) -> State:
    """With blocks ``(block, site, cubes)`` put there by a seat, unscored; each card leaves the deck's bottom."""
    for block, site, cubes in blocks:
        id, number = placement(block, site, cubes), SITES.index(site)
        pose, colour = TABLE.pose(id), id % TABLE.colours
        position, cards = state.position, list(state.deck)
        buildings, stock, bonus = list(position.buildings), list(position.stock), list(position.bonus)
        buildings[number] = buildings[number].with_block(pose, colour, id, seat)
        if pose.shape < len(SHAPES):
            stock[pose.shape] &= ~(1 << colour)
            card = TABLE.shape_ids[pose.shape]
            del cards[len(cards) - 1 - cards[::-1].index(card)]
        else:
            bonus[pose.shape - len(SHAPES)] &= ~(1 << colour)
        fields = {"buildings": tuple(buildings), "stock": tuple(stock), "bonus": tuple(bonus)}
        state = change(with_deck(state, *cards), **fields)
    return state


def with_cubes(state: State, site: str, **cubes: Sequence[Cube]) -> State:
    """With loose cubes of these colours in place, ``white=[(x, y, level), …]``; they belong to no block."""
    number = SITES.index(site)
    building = state.position.buildings[number]
    heights, taken = list(building.heights), list(building.cubes)
    for colour, cells in cubes.items():
        for x, y, level in cells:
            column = building.site.column_number[x, y]
            heights[column] = max(heights[column], level)
            taken[COLOURS.index(colour)] |= 1 << building.site.cell((x, y, level))
    buildings = list(state.position.buildings)
    buildings[number] = replace(building, heights=tuple(heights), cubes=tuple(taken))
    return change(state, buildings=tuple(buildings))


def with_snow(state: State, depth: int) -> State:
    """With that snow depth: the snowflakes have left the deck, and a table the bonus blocks of the old stages."""
    cards = list(state.deck)
    for _ in range(depth - state.position.snow):
        cards.remove(nf.SNOW)
    bonus = state.position.bonus
    if state.position.game.mode == "table":
        bonus = (0,) * depth + bonus[depth:]
    return change(with_deck(state, *cards), snow=depth, bonus=bonus)


def with_tokens(state: State, **held: str) -> State:
    """With these ally tokens face up, by colour: ``white="fille huron", brown=""``; other seats keep theirs."""
    tokens = list(state.position.tokens)
    for colour, names in held.items():
        seat = state.position.game.seat(colour)
        assert seat is not None
        tokens[seat] = sum(TOKENS[name] for name in names.split())
    return change(state, tokens=tuple(tokens))


def with_scores(state: State, **scores: int) -> State:
    """With these scores by colour; the other colours keep theirs."""
    old = zip(COLOURS, state.position.scores, strict=True)
    return change(state, scores=tuple(scores.get(colour, score) for colour, score in old))


# -- acting and asking ---------------------------------------------------------------------------------------------


def placement(block: str, site: str, cubes: Sequence[Cube]) -> int:
    """The placement's id; the cubes are in the block's own order."""
    id = TABLE.find(block, site, cubes)
    assert id is not None, f"{block} cannot be on {list(cubes)} of the {site}"
    return id


def placing(state: State, block: str, site: str, cubes: Sequence[Cube], seat: int | None = None) -> Action:
    """The action of placing a block or bonus block, by the seat to act unless told otherwise."""
    seat = state.position.asked[0] if seat is None else seat
    kind = nf.Bonus if block.split("-", maxsplit=1)[0] in EDITION.bonus_ids else nf.Place
    return kind(seat, placement(block, site, cubes))


def place(state: State, block: str, site: str, cubes: Sequence[Cube], seat: int | None = None) -> Step:
    """Place a block or bonus block."""
    return state.play(placing(state, block, site, cubes, seat))


def play(state: State, *actions: Action) -> State:
    """The state after these actions."""
    for action in actions:
        state = state.play(action).state
    return state


def gain(before: State, after: State) -> dict[str, int]:
    """How the scores changed, by colour, never a zero."""
    pairs = zip(COLOURS, before.position.scores, after.position.scores, strict=True)
    return {colour: new - old for colour, old, new in pairs if new != old}


def gain_of(state: State, block: str, site: str, cubes: Sequence[Cube]) -> dict[str, int]:
    """What placing that block scores at once."""
    return gain(state, place(state, block, site, cubes).state)


def refused(state: State, action: Action) -> str:
    """The rule by which an action is refused as illegal."""
    assert action not in state.legal
    with pytest.raises(nf.IllegalActionError) as error:
        state.play(action)
    return error.value.rule


def may_place(state: State, block: str, site: str, cubes: Sequence[Cube]) -> str:
    """``yes``, or the rule that forbids placing the block on these cells, which need not be a placement at all.

    Refusals, legal actions and :func:`nouvelle_france.why_not` must agree.
    """
    seat = state.position.asked[0]
    do = "bonus" if block.split("-", maxsplit=1)[0] in EDITION.bonus_ids else "place"
    why = nf.why_not(state.position, seat, do, block, site, cubes)
    if TABLE.find(block, site, cubes) is None:
        assert why is not None, f"{block} on {list(cubes)} of the {site} is no placement, yet nothing forbids it"
        return why.rule
    action = placing(state, block, site, cubes)
    if action in state.legal:
        assert why is None
        place(state, block, site, cubes)
        return "yes"
    assert why is not None
    assert refused(state, action) == why.rule
    return why.rule


def kinds(state: State) -> set[str]:
    """The kinds of action that are legal now, by the words of a record."""
    return set(state.legal.kinds())


def scores(state: State) -> Mapping[str, int]:
    """The scores by colour."""
    return dict(zip(COLOURS, state.position.scores, strict=True))


def walled_up(state: State, site: str = "", *hollow: tuple[int, int]) -> State:
    """With every column of all sites built up to level 3, but for the hollow columns of one site: to level 2."""
    for each in EDITION.sites:
        low = hollow if each.id == site else ()
        state = with_cubes(state, each.id, blue=[(x, y, 2 if (x, y) in low else 3) for x, y in each.columns])
    return state


def covered(state: State, site: str, *open_columns: tuple[int, int]) -> State:
    """With a blue cube on every column of a site but the open ones."""
    columns = EDITION.sites[SITES.index(site)].columns
    return with_cubes(state, site, blue=[(x, y, 1) for x, y in columns if (x, y) not in open_columns])
