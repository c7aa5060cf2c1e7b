"""The rules: pure and immutable. A :class:`State` knows its legal actions and plays them."""

from nouvelle_france.rules.actions import (
    Action,
    Bonus,
    Coureur,
    Decline,
    Draw,
    End,
    Fille,
    Huron,
    Pass,
    Place,
    Unable,
)
from nouvelle_france.rules.errors import (
    ActionError,
    GameOverError,
    IllegalActionError,
    InvalidActionError,
    NotYourTurnError,
    RuleError,
    SetupError,
)
from nouvelle_france.rules.events import Event, seen_by
from nouvelle_france.rules.foresight import Foreseen, Foresight
from nouvelle_france.rules.game import PLAYER, RULES_VERSION, SOLO_RULES, WINTER, Game, Rules, SoloSettings, usual_rules
from nouvelle_france.rules.legal import LegalActions
from nouvelle_france.rules.phase import COUREUR, FILLE, HURON, Phase
from nouvelle_france.rules.position import Position, Result, Scoring
from nouvelle_france.rules.refusal import Refusal, check_seat, why_not
from nouvelle_france.rules.setup import SNOW, Chance, Setup, deal_solo, deal_table
from nouvelle_france.rules.state import State, Step, View, start

__all__ = [
    "COUREUR",
    "FILLE",
    "HURON",
    "PLAYER",
    "RULES_VERSION",
    "SNOW",
    "SOLO_RULES",
    "WINTER",
    "Action",
    "ActionError",
    "Bonus",
    "Chance",
    "Coureur",
    "Decline",
    "Draw",
    "End",
    "Event",
    "Fille",
    "Foreseen",
    "Foresight",
    "Game",
    "GameOverError",
    "Huron",
    "IllegalActionError",
    "InvalidActionError",
    "LegalActions",
    "NotYourTurnError",
    "Pass",
    "Phase",
    "Place",
    "Position",
    "Refusal",
    "Result",
    "RuleError",
    "Rules",
    "Scoring",
    "Setup",
    "SetupError",
    "SoloSettings",
    "State",
    "Step",
    "Unable",
    "View",
    "check_seat",
    "deal_solo",
    "deal_table",
    "seen_by",
    "start",
    "usual_rules",
    "why_not",
]
