"""The lessons for the page, in files written when it is built; no server is needed."""

from __future__ import annotations

from typing import Literal

from nouvelle_france.protocol.events import GameEvent
from nouvelle_france.protocol.game import Doing, Foreseen, GameTold, Offer, PositionTold, Told


class LessonListed(Told):
    """A lesson and its steps, by name."""

    id: str
    steps: list[str]


class PlayTold(Told):
    """A played action, and what it led to."""

    seat: str
    do: Doing
    gain: dict[str, int]
    events: list[GameEvent]
    position: PositionTold
    foresight: list[Foreseen]


class AnswerTold(Told):
    """A possible action other than a placement: why it is wrong, or what it leads to.

    ``order`` is that of a Huron who puts cards back, ``remove`` the block that goes to the box.
    """

    do: Doing
    order: list[int] | None
    remove: str | None
    reason: str | None
    play: PlayTold | None


class QuestionTold(Told):
    """A question: the possible answers, the right ones, and what is played then.

    The options of ``winner`` are seats or ``shared``, those of ``winter`` shapes, those of the others points.
    """

    kind: Literal["winner", "snowfall", "half", "winter"]
    options: list[str]
    right: list[str]
    play: PlayTold


class LessonStepTold(Told):
    """A step: where it begins, what the lesson plays there by itself, and what it waits for.

    ``look`` is the site to look at, if it is about a single one. ``judged`` has a number for each placement of the
    offer, in its order: 0 if it is right, otherwise that of the reason among ``reasons``, counted from 1.
    """

    id: str
    rule: str
    look: str | None
    game: GameTold
    seat: str
    position: PositionTold
    foresight: list[Foreseen]
    plays: list[PlayTold]
    offer: Offer | None
    reasons: list[str]
    judged: list[list[int]]
    answers: list[AnswerTold]
    ask: QuestionTold | None


class LessonTold(Told):
    """Everything that happens in a lesson."""

    id: str
    steps: list[LessonStepTold]


class StepWords(Told):
    """The texts of a step: at first, when it is done, and why other answers are wrong."""

    say: str
    done: str | None
    no: dict[str, str]


class LessonWords(Told):
    """The texts of a lesson in one language."""

    title: str
    line: str
    steps: dict[str, StepWords]
