"""The lessons' texts, one file per language: ``text/en.toml`` and so on.

A step has what it ``say``s, what is said when it is ``done``, and under ``no`` why something else was not wanted. Every
number that the rules compute is a slot, as in the captions of the rulebook's figures; ``{gained}``, ``{next}`` and
``{later}`` depend on what the learner does, so the page fills them in.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from nouvelle_france.lessons.lesson import Lesson, Task
from nouvelle_france.rulebook.facts import facts
from nouvelle_france.rulebook.telling import words

_MARK = {1: "+", 2: "2", -1: "\N{MINUS SIGN}"}

BY_THE_PAGE = ("gained", "next", "later")
"""Slots that the page fills in: what the person's own placement scores now, at the next snowfall and at all to come."""


@dataclass(frozen=True, slots=True)
class Told:
    """A step in words."""

    say: str
    done: str | None
    no: Mapping[str, str]


@lru_cache(maxsize=8)
def texts(language: str) -> Mapping[str, Any]:
    """The texts of a language as they are written, by lesson."""
    text = files(__package__).joinpath("text", f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def told(lesson: Lesson, task: Task, language: str) -> Told:
    """A step in a language, with the rules' numbers."""
    written = texts(language)[lesson.id]["steps"][task.id]
    values = _values(task)

    def fill(text: str) -> str:
        return words(language).fill(text, values)

    return Told(
        fill(written["say"]),
        fill(written["done"]) if "done" in written else None,
        {reason: fill(text) for reason, text in written.get("no", {}).items()},
    )


def _values(task: Task) -> Mapping[str, object]:
    """What stands in the slots of a step's texts."""
    position = task.state.position
    edition = position.game.edition
    leads = task.leads
    steps = [*task.played, *([leads] if leads else [])]
    names = [*(str(number) for number in range(1, len(task.played) + 1)), *(["then"] if leads else [])]
    gains = {
        f"{name}.{colour}": step.gain.get(colour, 0)
        for name, (step, _) in zip(names, steps, strict=True)
        for colour in edition.colour_ids
    }
    sites = list(zip(edition.site_ids, position.game.sticks, position.game.marks, strict=True))
    disks = {stick.colour: stick.disk for stick in edition.sticks}
    after = leads[1].position if leads else position
    final = after.result.scores if after.result else {}
    return {
        **facts(edition),
        **gains,
        **{f"disk.{site}": disks[stick] for site, stick, _ in sites},
        **{f"mark.{site}": _MARK[marks[position.tallied]] for site, _, marks in sites if position.tallied < len(marks)},
        **{f"score.{colour}": position.score(colour) for colour in edition.colour_ids},
        **{f"final.{colour}": final.get(colour, after.score(colour)) for colour in edition.colour_ids},
        **{f"want.{it.name}": int(it.value) for it in task.wanted if it.value.isdigit()},
        **{slot: f"{{{slot}}}" for slot in BY_THE_PAGE},
        "best": task.best,
        "points": position.points,
    }
