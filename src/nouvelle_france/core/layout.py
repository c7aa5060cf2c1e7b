"""The sizes of an edition that the core is compiled for.

Editions with the same sizes share their machine code, whatever their plans, names and numbers are. This is plain
Python: a server asks it without loading the compiler.
"""

from __future__ import annotations

from typing import NamedTuple

from nouvelle_france.edition import Edition
from nouvelle_france.geometry import PlacementTable, placement_table

WORD = 64
"""Bits of a word."""


class Runs(NamedTuple):
    """Where the words of the shapes' poses begin, by site and shape (see :mod:`~.flattening`)."""

    first_word: list[list[int]]
    words: list[list[int]]
    first_plane: list[list[int]]
    ranks: list[list[int]]
    planes: list[int]
    slot_words: int


def runs_of(table: PlacementTable, kinds: int) -> Runs:
    """The runs of words for the poses of each shape on each site."""
    runs = Runs([], [], [], [], [], 0)
    slot_words = 0
    for site in table.sites:
        word = plane = 0
        rows: tuple[list[int], ...] = ([], [], [], [])
        for kind in range(kinds):
            of_kind = [pose for pose in site.poses if pose.shape == kind]
            words = -(-len(of_kind) // WORD)
            ranks = max((len(pose.supports) for pose in of_kind), default=0)
            for row, value in zip(rows, (word, words, plane, ranks), strict=True):
                row.append(value)
            word += words
            plane += words * ranks
        for of_all, row in zip(runs[:4], rows, strict=True):
            of_all.append(row)
        runs.planes.append(plane)
        slot_words = max(slot_words, word)
    return runs._replace(slot_words=slot_words)


class Layout(NamedTuple):
    """The sizes, named as the letters in :mod:`~.records` are explained; all others follow from these."""

    sites: int
    columns: int
    heights: int
    shapes: int
    bonus: int
    colours: int
    poses: int
    cubes: int
    cell_words: int
    slot_words: int
    planes: int
    challenges: int
    sticks: int
    turns: int
    visible: int


def layout_of(edition: Edition) -> Layout:
    """The sizes of an edition."""
    table = placement_table(edition)
    runs = runs_of(table, len(edition.all_shapes))
    columns = max(site.width for site in table.sites)
    return Layout(
        sites=len(table.sites),
        columns=columns,
        heights=max(site.height for site in table.sites) + 1,
        shapes=len(edition.shapes),
        bonus=len(edition.bonus),
        colours=table.colours,
        poses=len(table.poses),
        cubes=max(len(pose.cubes) for pose in table.poses),
        cell_words=-(-columns * edition.levels // WORD),
        slot_words=runs.slot_words,
        planes=max(runs.planes),
        challenges=len(edition.solo.challenges),
        sticks=len(edition.sticks),
        turns=edition.solo.player_turns,
        visible=edition.deck.display,
    )
