"""The rulebook: the rules as text in three languages, and figures whose scores are computed by the rules."""

from nouvelle_france.rulebook.book import Book, BookError, Chapter, Paragraph, Rule, load, rule_of
from nouvelle_france.rulebook.brief import brief
from nouvelle_france.rulebook.figure import BlocksFigure, BoardFigure, Figure, FigureError, Step, figures
from nouvelle_france.rulebook.finding import Found, find, suggestions
from nouvelle_france.rulebook.telling import caption, describe, steps_of
from nouvelle_france.rulebook.writing import write_book, write_figure, write_figures, write_files

__all__ = [
    "BlocksFigure",
    "BoardFigure",
    "Book",
    "BookError",
    "Chapter",
    "Figure",
    "FigureError",
    "Found",
    "Paragraph",
    "Rule",
    "Step",
    "brief",
    "caption",
    "describe",
    "figures",
    "find",
    "load",
    "rule_of",
    "steps_of",
    "suggestions",
    "write_book",
    "write_figure",
    "write_figures",
    "write_files",
]
