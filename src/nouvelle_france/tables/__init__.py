"""Tables: seats, tokens, pace, take-back and the fair shuffle around one match. Pure; the house runs them."""

from nouvelle_france.tables.chairs import Chair
from nouvelle_france.tables.entries import Entry, Standing, Written
from nouvelle_france.tables.errors import Code, TableError
from nouvelle_france.tables.options import Options, Pace
from nouvelle_france.tables.table import Table

__all__ = ["Chair", "Code", "Entry", "Options", "Pace", "Standing", "Table", "TableError", "Written"]
