"""The phases of a game and the tokens of a seat, as numbers."""

from __future__ import annotations

from nouvelle_france.rules import phase as tokens
from nouvelle_france.rules.phase import Phase

PHASES = tuple(Phase)
"""A phase is stored as its place in this list."""

TURN, DRAW_NOW, PLACE, FILLE_ASKED, COUREUR_ASKED, CLOSE, LOOK_BEFORE, LOOK_AFTER, CLAIMED, DUE, OVER = range(
    len(PHASES)
)

FILLE_TOKEN, COUREUR_TOKEN, HURON_TOKEN = tokens.FILLE, tokens.COUREUR, tokens.HURON
ALL_TOKENS = FILLE_TOKEN | COUREUR_TOKEN | HURON_TOKEN
