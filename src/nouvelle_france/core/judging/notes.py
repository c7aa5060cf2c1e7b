"""Scratch space for judging, separate from the rules'."""

from __future__ import annotations

from nouvelle_france.core.judging.scheme import FEATURES, SITE_FEATURES
from nouvelle_france.core.records import (
    Floats,
    Ints,
    Record,
    Tables,
    Words,
    Work,
    dtype_of,
    f8,
    i4,
    i8,
    nested,
    u8,
    zeros,
)
from nouvelle_france.core.tables import sizes_of

WIDEST = 256
"""The most placements that can be judged by the position after them."""


class Notes(Record):
    """Scratch space for judging moves; one per thread."""

    work: Work = nested(Work, "what the rules work with")
    listed: Ints = i4("E", "placements, by list_best")
    gains: Ints = i4("E", "what each of them scores its seat now")
    white_gains: Ints = i4("E", "… and, in solo, white")
    worths: Floats = f8("E", "… and what it is worth with its stick marks")
    best: Ints = i8("widest", "the best of the list so far …")
    best_worths: Floats = f8("widest", "… and what they are worth")
    class_marks: Ints = i4("C", "of the pose at hand, by class of cubes")
    class_points: Ints = i4("C", "of the pose at hand, by class of cubes")
    white_points: Ints = i4("C", "of the pose at hand, by class of cubes")
    chained: Words = u8("M", "the cells of the seat's chains on the site at hand")
    white_groups: Words = u8("cells M", "white's chains on the site at hand")
    white_size: Ints = i4("cells", "how many cubes each has")
    white_count: int = i8("", "how many there are")
    sky: Words = u8("S M", "cells that a block can still reach")
    sky_after: Words = u8("M", "… after the placement at hand, on its site")
    cells_after: Words = u8("M", "a colour's cells after it")
    touched_all: Words = u8("M", "open cells beside all chains of a colour")
    site_features: Ints = i4("S C site_features", "what a colour's cubes on a site are good for")
    kept: Ints = i4("site_features", "the same before the placement being judged")
    features: Floats = f8("features", "of a colour")
    projected: Floats = f8("C", "scores with all that is certain to come")
    expected: Floats = f8("C", "… and what is expected beyond")
    seat_of: Ints = i4("C", "who plays a colour")
    bucket: int = i8("", "which weights apply")
    top: Ints = i8("widest", "the best placements")
    top_value: Floats = f8("widest", "how good they are")
    top_count: int = i8("", "how many they are")


def new_notes(tables: Tables) -> Notes:
    """Fresh scratch space for judging."""
    sizes = {**sizes_of(tables), "widest": WIDEST, "features": FEATURES, "site_features": SITE_FEATURES}
    return zeros(Notes, 1, dtype_of(Notes, sizes))[0]
