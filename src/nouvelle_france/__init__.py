"""Nouvelle-France, the board game: rules, records and bots on the standard library alone.

>>> from random import Random
>>> import nouvelle_france as nf
>>> state = nf.start(nf.deal_table(nf.default_edition(), Random(7), players=3))
>>> state.legal
<LegalActions: 1 draw, 148 bonus, 1 huron>
"""

__version__ = "0.1.0"

from nouvelle_france.bots import BOTS, Bot, play_on
from nouvelle_france.edition import Edition, EditionError
from nouvelle_france.edition import default as default_edition
from nouvelle_france.edition import load as load_edition
from nouvelle_france.geometry import Cube, Placement, PlacementTable, placement_table
from nouvelle_france.record import Fault, Match, Moment, Record, RecordError, Seat, Timeline, faults, replay
from nouvelle_france.rules import (
    PLAYER,
    RULES_VERSION,
    SNOW,
    WINTER,
    Action,
    ActionError,
    Bonus,
    Coureur,
    Decline,
    Draw,
    End,
    Event,
    Fille,
    Game,
    GameOverError,
    Huron,
    IllegalActionError,
    InvalidActionError,
    LegalActions,
    NotYourTurnError,
    Pass,
    Phase,
    Place,
    Position,
    Result,
    RuleError,
    Rules,
    Setup,
    SetupError,
    SoloSettings,
    State,
    Step,
    Unable,
    View,
    deal_solo,
    deal_table,
    seen_by,
    start,
    why_not,
)

__all__ = [
    "BOTS", "PLAYER", "RULES_VERSION", "SNOW", "WINTER", "Action", "ActionError", "Bonus", "Bot", "Coureur", "Cube",
    "Decline", "Draw",
    "Edition", "EditionError", "End", "Event", "Fault", "Fille", "Game", "GameOverError", "Huron",
    "IllegalActionError", "InvalidActionError", "LegalActions", "Match", "Moment", "NotYourTurnError", "Pass", "Phase",
    "Place", "Placement", "PlacementTable", "Position", "Record", "RecordError", "Result", "RuleError", "Rules", "Seat",
    "Setup", "SetupError", "SoloSettings", "State", "Step", "Timeline", "Unable", "View", "deal_solo", "deal_table",
    "default_edition", "faults", "load_edition", "placement_table", "play_on", "replay", "seen_by", "start", "why_not",
]  # fmt: skip
