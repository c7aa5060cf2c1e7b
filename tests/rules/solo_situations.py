"""Situations of the solo game: whose turn of the cycle it is, sites nearly full, challenges switched on."""

from __future__ import annotations

from collections.abc import Mapping

import nouvelle_france as nf
from nouvelle_france import WINTER, Bonus, Cube, Place, SoloSettings, State, Step, Unable
from nouvelle_france.rules import events
from tests.rules.situations import EDITION, SITES, TABLE, change, on_top, solo, to_place, with_cubes

Column = tuple[int, int]

FILLING = {"church": "blue", "mill": "blue", "redoubt": "brown"}
"""A colour that scores nothing there."""

NICHE = {(2, 6): 2, (2, 7): 2, (2, 8): 2, (3, 8): 2, (4, 8): 2}
"""A corner of the church one level deep, if all around is full: of the blocks only a square fits, lying flat."""

IN_NICHE = [(2, 6, 3), (2, 7, 3), (2, 8, 3), (3, 8, 3), (4, 8, 3)]
"""The square there."""


def challenge_game(*architecture: str, required: tuple[str | None, ...] = (None, None, None)) -> State:
    """A solo game with these architectural challenges, and the required sites of a constraint."""
    constraints = {it.turns: it.id for it in EDITION.solo.constraints}
    turns = tuple(turn for turn, site in enumerate(required, start=1) if site is not None)
    return solo(settings=SoloSettings(constraints[turns], "standard", architecture), required=required)


def player_turn(state: State, turn: int) -> State:
    """The start of that player turn of a cycle, counted from 1."""
    return change(state, phase=nf.Phase.DRAW, active=nf.PLAYER, asked=(nf.PLAYER,), turn=turn - 1)


def winters_turn(state: State) -> State:
    """The start of Winter's turn."""
    return change(state, phase=nf.Phase.DRAW, active=WINTER, asked=(WINTER,), turn=3)


def winter_to_place(state: State, *cards: str) -> State:
    """Winter has drawn the last of these visible cards."""
    return to_place(winters_turn(state), *cards)


def filled(state: State, site: str, heights: Mapping[Column, int] | None = None) -> State:
    """The site built up to level 3 everywhere, except for columns with these heights."""
    columns = EDITION.sites[SITES.index(site)].columns
    return raised(state, site, dict.fromkeys(columns, 3) | dict(heights or {}))


def raised(state: State, site: str, heights: Mapping[Column, int]) -> State:
    """These columns built up to these heights, in a colour that scores nothing there."""
    cells = [(x, y, level) for (x, y), height in heights.items() for level in range(1, height + 1)]
    return with_cubes(state, site, **{FILLING[site]: cells})


def no_room_but(state: State, site: str | None = None, heights: Mapping[Column, int] | None = None) -> State:
    """All sites full, except for columns of one site with these heights."""
    for other in SITES:
        state = filled(state, other, heights if other == site else None)
    return state


def without_blocks(state: State, *blocks: str) -> State:
    """These construction blocks are no longer in stock."""
    stock = list(state.position.stock)
    for block in blocks:
        shape, colour = divmod(TABLE.block_number[block], TABLE.colours)
        stock[shape] &= ~(1 << colour)
    return change(state, stock=tuple(stock))


def blocks_offered(state: State) -> set[str]:
    """The blocks that may be placed now, or may go to the box."""
    return {
        TABLE[action.placement].block if isinstance(action, Place | Bonus) else action.remove
        for action in state.legal
        if isinstance(action, Place | Bonus | Unable)
    }


def sites_offered(state: State) -> set[str]:
    """The sites on which something may be placed now."""
    return {TABLE[action.placement].site for action in state.legal if isinstance(action, Place | Bonus)}


def cells_offered(state: State) -> set[tuple[Cube, ...]]:
    """The cells on which something may be placed now, whatever the order of the cubes."""
    return {tuple(sorted(TABLE[action.placement].cubes)) for action in state.legal if isinstance(action, Place | Bonus)}


def draw_snow(state: State) -> Step:
    """The seat whose turn it is draws a snowflake."""
    return on_top(state, nf.SNOW).play(nf.Draw(state.position.active))


def due(state: State) -> list[tuple[str, str]]:
    """The bonus pieces to place, as (piece, colour of the marker that triggered it)."""
    return [(EDITION.bonus_ids[piece], EDITION.colour_ids[colour]) for piece, colour in state.position.due]


def pieces(step: Step, kind: type[events.BonusDue | events.BonusLost]) -> list[tuple[str, str]]:
    """The pieces that became due, or were lost, in an action."""
    return [(event.shape, event.colour) for event in step.events if isinstance(event, kind)]


def earned(step: Step) -> list[str]:
    """The challenges earned by an action."""
    return [event.challenge for event in step.events if isinstance(event, events.ChallengeEarned)]
