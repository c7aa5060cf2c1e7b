"""One game as a record of flat fields: what compiled code plays on, by the thousand if need be."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from nouvelle_france.core.tables import Array, core_tables
from nouvelle_france.edition import Edition
from nouvelle_france.rules.legal import PEEK
from nouvelle_france.rules.phase import Phase

PHASES = tuple(Phase)
"""A phase is stored as its place in this list."""

TURN, DRAW_NOW, PLACE, FILLE_ASKED, COUREUR_ASKED, CLOSE, LOOK_BEFORE, LOOK_AFTER, CLAIMED, DUE, OVER = range(
    len(PHASES)
)

TABLE, SOLO = 0, 1

NO_ALLIES, ALLIES_ONCE, ALLIES_EACH_STAGE = 0, 1, 2
ALLIES = ("none", "once", "each_stage")

BY_POINTS, BY_ALLIES, BY_PEG, SHARED = 0, 1, 2, 3
DECIDED = ("points", "allies", "peg", "shared")

SNOW_CARD = -1
"""The snowflake among the shape numbers of a deck."""

NOBODY = -1


@lru_cache(maxsize=8)
def game_dtype(edition: Edition) -> np.dtype[np.void]:
    """The record of a game. Fields up to ``snow_end`` are fixed for a game; the rest moves."""
    tables = core_tables(edition)
    sites, width = tables["column_x"].shape
    colours, levels, shapes = len(edition.colours), edition.levels, len(edition.shapes)
    words, mask = tables["low"].shape[1], tables["own"].shape[2]
    cards = shapes * colours + levels
    blocks = (shapes + levels) * colours
    fields: list[tuple[str, str] | tuple[str, str, tuple[int, ...]]] = [
        ("mode", "i4"),
        ("seats", "i4"),
        ("allies", "i4"),
        ("leaning", "i4"),
        ("claims", "i4"),
        ("colour_of_seat", "i4", (max(colours, 2),)),
        ("marks", "i4", (sites, levels)),
        ("disks", "i4", (sites,)),
        ("required", "i4", (max(edition.solo.player_turns, 1),)),
        ("track", "i4", (levels,)),
        ("challenges", "i4"),
        ("snow_start", "i4", (levels,)),  # the cards of the deck from which each snowflake may come …
        ("snow_end", "i4", (levels,)),  # … and before which it has come
        ("phase", "i4"),
        ("active", "i4"),
        ("asked", "i4", (max(colours, 2),)),
        ("asked_count", "i4"),
        ("heights", "i4", (sites, width)),
        ("bare", "i4", (sites,)),  # columns still visible from above
        ("cells", "u8", (sites, colours, mask)),
        ("standing", "u8", (sites, words)),
        ("scores", "i4", (colours,)),
        ("display", "i4", (edition.deck.display + 1,)),
        ("display_count", "i4"),
        ("deck", "i4", (cards,)),
        ("top", "i4"),  # the place of the top card: what lies before it has been drawn
        ("stock", "i4", (shapes,)),
        ("bonus", "i4", (levels,)),
        ("tokens", "i4", (max(colours, 2),)),
        ("standees", "i4", (sites,)),
        ("snow", "i4"),
        ("points", "i4"),
        ("claim_shape", "i4"),
        ("claim_colour", "i4"),
        ("turn", "i4"),
        ("due", "i4", (levels * colours, 2)),
        ("due_count", "i4"),
        ("reached", "i4", (levels,)),
        ("earned", "i4"),
        ("snowing", "i4"),
        ("placed", "i4", (blocks,)),
        ("placed_by", "i4", (blocks,)),
        ("placed_count", "i4"),
        ("winners", "i4"),  # bit set of seats
        ("decided", "i4"),
        ("final", "i4", (colours,)),  # the scores with the disks
    ]
    return np.dtype(fields, align=True)


def new_games(edition: Edition, count: int) -> Array:
    """Room for so many games."""
    return np.zeros(count, game_dtype(edition))


# -- events ----------------------------------------------------------------------------------------------------------

(
    TURN_BEGAN, DREW, PLACED, SCORED, WINTER_CHOSE, COMPLETED, CHALLENGE_EARNED, DOUBLED, TOOK_HALF, DECLINED, PEEKED,
    PUT_BACK, CLAIMED_UNABLE, PASSED, LOST_TURN, REMOVED, SNOW_FELL, TALLIED, SNOW_LIES, BONUS_DUE, BONUS_LOST,
    GAME_OVER,
) = range(22)  # fmt: skip
"""What happened, one row each: the kind, then up to five numbers. ``core/moving.py`` says which."""

EVENT_WIDTH = 6
MOST_EVENTS = 96
assert PEEK == EVENT_WIDTH - 3
