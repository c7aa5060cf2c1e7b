"""The lessons as plain JSON: the events once for all languages, the texts once per language."""

from __future__ import annotations

import json
from typing import Any

from nouvelle_france.edition import LANGUAGES
from nouvelle_france.lessons.lesson import LEARNER, Answer, Asking, Lesson, Task, lessons
from nouvelle_france.lessons.telling import texts, told
from nouvelle_france.rulebook.figure import Step
from nouvelle_france.rules import State
from nouvelle_france.rules.events import seen_by
from nouvelle_france.wire import write_event, write_foresight, write_game, write_offer, write_position


def write_files() -> dict[str, str]:
    """The files the built page carries, by name: the lessons, their list, and their words per language."""
    told: dict[str, Any] = {
        "list": write_list(),
        **{f"lesson-{lesson.id}": write_lesson(lesson) for lesson in lessons()},
        **{f"words-{language}": write_words(language) for language in LANGUAGES},
    }
    return {f"{name}.json": json.dumps(it, ensure_ascii=False, separators=(",", ":")) for name, it in told.items()}


def write_list() -> list[dict[str, Any]]:
    """The lessons in order, each with its steps by name."""
    return [{"id": lesson.id, "steps": [task.id for task in lesson.steps]} for lesson in lessons()]


def write_lesson(lesson: Lesson) -> dict[str, Any]:
    """Everything that happens in a lesson."""
    return {"id": lesson.id, "steps": [_task(task) for task in lesson.steps]}


def write_words(language: str) -> dict[str, Any]:
    """Everything the lessons say in a language, by lesson and step."""
    return {
        lesson.id: {
            "title": texts(language)[lesson.id]["title"],
            "line": texts(language)[lesson.id]["line"],
            "steps": {
                task.id: {"say": it.say, "done": it.done, "no": dict(it.no)}
                for task in lesson.steps
                for it in [told(lesson, task, language)]
            },
        }
        for lesson in lessons()
    }


def _task(task: Task) -> dict[str, Any]:
    game = task.first.position.game
    offer = write_offer(task.state.position, task.seat) if task.judged or task.answers else None
    reasons = [reason for reason in dict.fromkeys(task.judged.values()) if reason is not None]
    return {
        "id": task.id,
        "rule": task.rule,
        "look": task.look,
        "game": write_game(game),
        "seat": game.name(task.seat),
        "position": write_position(task.first.position),
        "foresight": write_foresight(task.state.view(task.seat).foresight),
        "plays": [_play(step, state) for step, state in task.played],
        "offer": offer,
        "reasons": reasons,
        # In the order of the offer's ids: 0 if the placement is right, otherwise the number of the reason, from 1.
        "judged": [
            [0 if (reason := task.judged[id]) is None else 1 + reasons.index(reason) for id in group["ids"]]
            for group in (offer["placements"] if offer else ())
        ],
        "answers": [_answer(answer) for answer in task.answers],
        "ask": _asking(task.asking) if task.asking else None,
    }


def _play(step: Step, after: State) -> dict[str, Any]:
    """A played action, as shown to the learner."""
    return {
        "seat": step.move["by"],
        "do": step.move["do"],
        "gain": dict(step.gain),
        "events": [write_event(step.before.game, seen_by(event, LEARNER)) for event in step.events],
        "position": write_position(after.position),
        "foresight": write_foresight(after.view(LEARNER).foresight),
    }


def _answer(answer: Answer) -> dict[str, Any]:
    return {
        "do": answer.action["do"],
        "order": answer.action.get("order"),
        "remove": answer.action.get("remove"),
        "reason": answer.reason,
        "play": _play(*answer.leads) if answer.leads else None,
    }


def _asking(asking: Asking) -> dict[str, Any]:
    return {
        "kind": asking.kind,
        "options": list(asking.options),
        "right": list(asking.right),
        "play": _play(*asking.then),
    }
