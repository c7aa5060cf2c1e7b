"""The analysis of a finished game (docs/analysis.md), and requests for one."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from nouvelle_france.protocol.game import Awaited, Mode, Told
from nouvelle_france.protocol.rest import Asked
from nouvelle_france.protocol.socket import ActionAsked, ReasonTold

Analyst = TypeAliasType("Analyst", Literal["maitre", "ingenieur"])
"""The level whose depth an analysis has."""

Verdict = TypeAliasType("Verdict", Literal["slip", "mistake", "blunder"])
"""The verdict on what a choice gave up, if that exceeds its error."""

Chance = TypeAliasType("Chance", Literal["card", "snow", "look", "opening", "winter"])
"""The kind of luck: a card that was drawn, snow that came or did not, the cards a Huron saw, what the position then
offered beyond expectation, and in solo what Winter made of its turn."""


class LuckTold(Told):
    """Something nobody chose, and what it was worth to each seat, in points of margin."""

    moment: int
    move: int
    seat: str
    what: Chance
    card: str | None
    worth: dict[str, float]


class AlternativeTold(Told):
    """An alternative, the reasons for it, and its worth compared with the action taken.

    ``gain`` is points of margin, ``error`` its standard error, ``chance`` the difference in the chance of winning.
    """

    action: ActionAsked
    placement: int | None
    gain: float
    error: float
    chance: float
    now: dict[str, int]
    why: list[ReasonTold]


class ChoiceTold(Told):
    """A choice: the action taken, what it gave up against the best, and the best alternatives.

    ``moment`` is the one it led to: the position of the choice is the one before. ``given`` is, by seat, its change of
    the margins compared with the best: minus ``regret`` for the seat's own.
    """

    moment: int
    move: int
    seat: str
    phase: Awaited
    action: ActionAsked
    placement: int | None
    regret: float
    error: float
    chance: float
    verdict: Verdict | None
    given: dict[str, float]
    why: list[ReasonTold]
    alternatives: list[AlternativeTold]


class ReviewedPlayer(Told):
    """A player's game in numbers: ``margin`` = ``start`` + ``luck`` + ``skill``, ``skill`` = ``received`` - ``regret``.

    ``luck_of`` parts the luck, ``chance`` is that of winning at the start, ``chance_given`` what all choices gave up
    of it.
    """

    seat: str
    name: str
    bot: str | None
    score: int
    won: float
    margin: float
    start: float
    luck: float
    skill: float
    regret: float
    error: float
    received: float
    luck_of: dict[Chance, float]
    chance: float
    chance_given: float
    choices: int
    slips: int
    mistakes: int
    blunders: int


class CourseTold(Told):
    """How the game stood at a moment: each seat's expected margin, and its chance of winning."""

    moment: int
    margins: dict[str, float]
    chances: dict[str, float]


class TurningPoint(Told):
    """What changed the game most: a choice or luck, with the change in each seat's chance of winning and margin."""

    moment: int
    move: int
    seat: str
    what: Literal["choice"] | Chance
    chances: dict[str, float]
    margins: dict[str, float]


class AnalysisTold(Told):
    """The analysis of a finished game; ``game`` is the digest of its record."""

    format: Literal["nouvelle-france-analysis/1"]
    game: str
    edition: str
    mode: Mode
    bot: Analyst
    players: list[ReviewedPlayer]
    choices: list[ChoiceTold]
    luck: list[LuckTold]
    course: list[CourseTold]
    turning: list[TurningPoint]


class AnalysisAsked(Asked):
    """A request to analyse a game."""

    bot: Analyst = "maitre"


class AnalysisStatus(Told):
    """The progress of an analysis: ``done`` of ``total`` parts; ``ahead`` others come first. The last one has it
    all."""

    status: Literal["none", "waiting", "running", "done", "failed"]
    bot: Analyst
    done: int
    total: int
    ahead: int
    analysis: AnalysisTold | None


class RetryAsked(Asked):
    """A request for the worth of another action in place of the choice that led to a moment."""

    bot: Analyst = "maitre"
    moment: Annotated[int, Field(ge=1, le=10_000)]
    action: ActionAsked


class RetryTold(Told):
    """What it gives up against the best, with its error; ``right`` if that lies within the error."""

    moment: int
    regret: float
    error: float
    chance: float
    right: bool
    verdict: Verdict | None
    now: dict[str, int]
    why: list[ReasonTold]
