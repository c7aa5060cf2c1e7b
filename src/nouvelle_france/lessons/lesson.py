"""The lessons, declared in ``lessons.toml``: each step's position, what the lesson plays there, what it waits for.

Positions are made like the rulebook's figures; moves, scores and results are computed by the rules.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from nouvelle_france.edition import Edition, default
from nouvelle_france.lessons.judging import Clause, Judge
from nouvelle_france.record.moves import write_action
from nouvelle_france.rulebook.figure import Step, declarations, first_state, like, play
from nouvelle_france.rules import Action, Bonus, Huron, Place, State
from nouvelle_france.rules.events import SnowFell

_STEP_KEYS = {"id", "rule", "after", "lead", "do", "want", "order", "ask", "then", "look"}
_QUESTIONS = ("winner", "snowfall", "half", "winter")
LEARNER = 0
"""The learner's seat: the first at the table."""
SHARED = "shared"
"""The answer that several players share the win (END-2)."""


class LessonError(ValueError):
    """A lesson that is declared wrongly."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A possible action other than a placement: why it is wrong here, or what it leads to."""

    action: Mapping[str, Any]
    reason: str | None
    leads: tuple[Step, State] | None


@dataclass(frozen=True, slots=True)
class Asking:
    """A question with some answers to choose from; which of them are right follows from what is played ``then``."""

    kind: str
    options: tuple[str, ...]
    right: tuple[str, ...]
    then: tuple[Step, State]


@dataclass(frozen=True, slots=True)
class Task:
    """One step of a lesson.

    ``first`` is where it begins, ``played`` what the lesson plays there by itself, ``state`` where the learner acts.
    ``look`` is the site it is about. ``judged`` gives for each offered placement the reason it is wrong, or None. A
    step without answers, placements and question is only read.
    """

    id: str
    rule: str
    look: str | None
    seat: int
    first: State
    played: tuple[tuple[Step, State], ...]
    state: State
    wanted: tuple[Clause, ...]
    judged: Mapping[int, str | None]
    best: int
    answers: tuple[Answer, ...]
    asking: Asking | None

    @property
    def waits(self) -> bool:
        """Whether the learner must act, or only read."""
        return bool(self.judged or self.answers or self.asking)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Every reason why a possible action here is wrong."""
        found = [*self.judged.values(), *(answer.reason for answer in self.answers), "ask" if self.asking else None]
        return tuple(dict.fromkeys(reason for reason in found if reason is not None))

    @property
    def leads(self) -> tuple[Step, State] | None:
        """The outcome of the first right answer that is not a placement."""
        if self.asking:
            return self.asking.then
        return next((answer.leads for answer in self.answers if answer.leads is not None), None)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of some minutes."""

    id: str
    steps: tuple[Task, ...]


@lru_cache(maxsize=1)
def lessons() -> tuple[Lesson, ...]:
    """Every lesson in order, with the rules of the built-in edition."""
    declared = tomllib.loads(files(__package__).joinpath("lessons.toml").read_text(encoding="utf-8"))
    return tuple(make(id, steps, default()) for id, steps in declared.items())


def make(id: str, steps: Sequence[Mapping[str, Any]], edition: Edition) -> Lesson:
    """One lesson from its declaration."""
    made: list[Task] = []
    by_id = {declared["id"]: declared for declared in steps}
    for declared in steps:
        try:
            made.append(_step(_whole(declared, by_id), made[-1] if made else None, edition))
        except (ValueError, KeyError, AssertionError) as error:
            raise LessonError(f"lesson {id}, step {declared.get('id')}: {error}") from error
    return Lesson(id, tuple(made))


def _whole(declared: Mapping[str, Any], steps: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    """A declaration with the position it takes from another step, or from a figure of the rulebook."""
    own = dict(declared)
    if "like" in own:
        other = _whole(steps[own.pop("like")], steps)
        own = {**{key: value for key, value in other.items() if key not in _STEP_KEYS}, **own}
    if "figure" in own:
        own = {**like(own.pop("figure"), declarations()), **own}
    return own


def _step(declared: Mapping[str, Any], before: Task | None, edition: Edition) -> Task:
    first = _first(declared, before, edition)
    state, played = first, []
    for line in declared.get("lead", ()):
        step, state = play(state, line.split())
        if step.refusal:
            raise LessonError(f"{line}: {': '.join(step.refusal)}")
        played.append((step, state))
    position = state.position
    kinds = tuple(declared.get("do", ()))
    asking = _asking(declared["ask"], declared["then"], state) if "ask" in declared else None
    seat = LEARNER if not kinds else position.movers[0]
    wanted = tuple(Clause.read(text) for text in declared.get("want", ()))
    legal = list(position.legal.of_seat(seat)) if kinds else []
    placements = [action for action in legal if isinstance(action, Place | Bonus)]
    judge = Judge(position, seat, [action.placement for action in placements])
    judged = {
        action.placement: judge.reason(action.placement, wanted) if action.do in kinds else action.do
        for action in placements
    }
    answers = tuple(_answers(state, legal, kinds, declared.get("order")))
    task = Task(
        id=declared["id"],
        rule=declared["rule"],
        look=declared.get("look", _only_site(state)),
        seat=seat,
        first=first,
        played=tuple(played),
        state=state,
        wanted=wanted,
        judged=judged,
        best=judge.best if judged else 0,
        answers=answers,
        asking=asking,
    )
    if kinds and not any(reason is None for reason in (*judged.values(), *(it.reason for it in answers))):
        raise LessonError("nothing that can be done is right")
    return task


def _only_site(state: State) -> str | None:
    """The only site with blocks, if there is exactly one."""
    position = state.position
    sites = zip(position.game.edition.site_ids, position.buildings, strict=True)
    built = [site for site, building in sites if building.placed]
    return built[0] if len(built) == 1 else None


def _first(declared: Mapping[str, Any], before: Task | None, edition: Edition) -> State:
    """Where a step begins: where the previous step led, or in its own position."""
    if declared.get("after"):
        if before is None:
            raise LessonError("there is nothing before it")
        return before.leads[1] if before.leads else before.state
    place = {key: value for key, value in declared.items() if key not in _STEP_KEYS}
    then = [declared["then"]] if "then" in declared else []
    steps = [*declared.get("lead", ()), *declared.get("do", ())[:1], *then]
    return first_state({**place, "steps": steps}, edition)


def _answers(state: State, legal: Sequence[Action], kinds: Sequence[str], order: str | None) -> Iterator[Answer]:
    """Every action other than a placement, judged; right ones are played."""
    game = state.position.game
    for action in legal:
        if isinstance(action, Place | Bonus):
            continue
        written = write_action(game, action)
        reason = None if action.do in kinds else action.do
        if isinstance(action, Huron) and action.order is not None and order is not None:
            cards = [state.deck[number] for number in action.order]
            reason = None if cards.index(order) == len(cards) - 1 else "order"
        yield Answer(written, reason, None if reason else _lead(state, written))


def _lead(state: State, written: Mapping[str, Any]) -> tuple[Step, State]:
    line = [written["by"], written["do"]]
    if "order" in written:
        line.append(",".join(map(str, written["order"])))
    if "remove" in written:
        line += [written["shape"], written["remove"]]
    return play(state, line)


# -- questions ----------------------------------------------------------------------------------------------------


def _asking(kind: str, line: str, state: State) -> Asking:
    """A question about what comes next; the rules answer it by playing that."""
    if kind not in _QUESTIONS:
        raise LessonError(f"no such question: {kind}")
    step, after = play(state, line.split())
    if step.refusal:
        raise LessonError(f"{line}: {': '.join(step.refusal)}")
    position = state.position
    game = position.game
    own = game.name(LEARNER)
    match kind:
        case "winner":
            assert after.position.result is not None
            winners = after.position.result.winners
            options = [game.name(seat) for seat in range(game.seats)]
            if game.mode == "table":
                options.append(SHARED)
            right = [SHARED] if len(winners) > 1 else list(winners)
        case "snowfall":
            fell = next(event for event in step.events if isinstance(event, SnowFell))
            true = sum(site.points.get(own, 0) for site in fell.sites)
            # The answers of a player who overlooks the sticks, or the minus, or takes every stick for the best.
            counts = sum(site.cubes.get(own, 0) for site in fell.sites)
            gains = sum(abs(site.points.get(own, 0)) for site in fell.sites)
            options = [str(it) for it in sorted({true, counts, gains, 2 * counts})]
            right = [str(true)]
        case "half":
            true = step.gain.get(own, 0)
            # Rounded up, half of what was doubled, and all of it.
            options = [str(it) for it in sorted({true, true + 1, position.points, 2 * position.points})]
            right = [str(true)]
        case _:
            options = list(dict.fromkeys(position.display))
            poses = (game.table.pose(it) for it in position.winter_choice.placements)
            right = list(dict.fromkeys(game.table.shape_ids[pose.shape] for pose in poses))
    if len(options) < 2:
        raise LessonError("only one answer to choose from")
    return Asking(kind, tuple(options), tuple(right), (step, after))
