"""Puzzles cut from games: a position, one best placement, and why it is the best.

Reading them, replaying them and judging answers needs only the standard library (:mod:`~.puzzle`,
:mod:`~.carried`, :mod:`~.writing`); making and weighing them (:mod:`~.making`, :mod:`~.judging`) the compiled core.
"""

from nouvelle_france.puzzles.carried import Collection, PuzzlesError, carried, of_the_day
from nouvelle_france.puzzles.puzzle import GRADES, KINDS, LEVELS, Kind, Puzzle, Rival
from nouvelle_france.puzzles.writing import write_files

__all__ = [
    "GRADES",
    "KINDS",
    "LEVELS",
    "Collection",
    "Kind",
    "Puzzle",
    "PuzzlesError",
    "Rival",
    "carried",
    "of_the_day",
    "write_files",
]
