"""The edition: shapes, plans and numbers of the game, read from one file a person can correct."""

from nouvelle_france.edition.model import (
    LANGUAGES,
    BonusShape,
    Challenge,
    Colour,
    Column,
    Constraint,
    Deck,
    Edition,
    Names,
    Shape,
    Site,
    Solo,
    Stick,
    Track,
)
from nouvelle_france.edition.reading import FORMAT, EditionError, default, load, parse

__all__ = [
    "FORMAT",
    "LANGUAGES",
    "BonusShape",
    "Challenge",
    "Colour",
    "Column",
    "Constraint",
    "Deck",
    "Edition",
    "EditionError",
    "Names",
    "Shape",
    "Site",
    "Solo",
    "Stick",
    "Track",
    "default",
    "load",
    "parse",
]
