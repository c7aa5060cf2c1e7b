"""Learning at the page's table: somebody who knows what each step waits for, and what it says to an answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Page, expect

from nouvelle_france.lessons import Lesson, Task, lessons, told
from nouvelle_france.lessons.telling import BY_THE_PAGE
from nouvelle_france.wire import write_offer
from tests.web.at_table import AtTable
from tests.web.by_keyboard import ByKeyboard
from tests.web.words import text

LESSONS = {lesson.id: lesson for lesson in lessons()}
TEACHER = "[data-part=lesson]"
OPEN = "dialog[open]"


def at_step(task: Task, stage: str) -> str:
    """Where a step of a lesson is shown."""
    return f"{TEACHER}[data-step={task.id}][data-stage={stage}]"


def spoken(said: str) -> re.Pattern[str]:
    """A text of a lesson as it is read: without marks, whatever the page fills in."""
    parts = re.split("|".join(rf"\{{{slot}\}}" for slot in BY_THE_PAGE), said.replace("**", ""))
    return re.compile(".+".join(r"\s+".join(map(re.escape, part.split())) for part in parts), re.DOTALL)


class Learner:
    """Goes through lessons: is wrong first wherever one can be, reads why, and then gives a right answer."""

    def __init__(self, at: AtTable, language: str, seen: Callable[[str], None] = lambda _: None) -> None:
        self.at = at
        self.page: Page = at.page
        self._language = language
        self._seen = seen
        self.mistakes = 0

    def learn(self, lesson: Lesson) -> None:
        """From its first step to its last."""
        for task in lesson.steps:
            self.step(lesson, task)
            if task is not lesson.steps[-1]:
                self.onward()

    def step(self, lesson: Lesson, task: Task) -> None:
        """One step, until there is nothing left to do but to go on."""
        self.page.locator(at_step(task, "asking")).wait_for()
        self._seen(f"{lesson.id}-{task.id}")
        said = told(lesson, task, self._language)
        if task.waits:
            if (mistake := self._mistake(task)) is not None:
                reason, do = mistake
                do()
                self.mistakes += 1
                # A Huron's cards lie over the table, and what is said to them is said there.
                expect(self.page.locator("[data-part=wrong]").last).to_have_text(spoken(said.no[reason]))
                self._seen(f"{lesson.id}-{task.id}-no")
            self._right(task)
            self.page.locator(at_step(task, "done")).wait_for()
            over = task.asking is not None and task.asking.kind == "winner"
            # Once the last snowfall is counted, the result is told.
            self.close_dialogs("[data-part=winner]" if over else None)
            expect(self.page.locator(f"{TEACHER} [data-part=right]")).to_have_text(spoken(said.done or ""))
            self._seen(f"{lesson.id}-{task.id}-done")
        else:
            self.close_dialogs()

    def onward(self) -> None:
        """Go on with the next step, or with the next lesson."""
        self.at.press(f"{TEACHER} [data-do-lesson=next]")

    def close_dialogs(self, last: str | None = None) -> None:
        """Close what lies over the table, the count of a snowfall or the result; up to one that has something in it."""
        while last or self.page.locator(OPEN).count():
            dialog = self.page.locator(OPEN).last
            dialog.wait_for()
            name = dialog.get_attribute("aria-label")
            if last:
                dialog.locator(f"{last}, table").first.wait_for()  # a result is fetched when there is one
            was_last = last is not None and dialog.locator(last).count() > 0
            self._seen(f"dialog-{name}")
            self.page.keyboard.press("Escape")
            expect(self.page.locator(f'{OPEN}[aria-label="{name}"]')).to_have_count(0)
            if was_last:
                return

    # -- answers ---------------------------------------------------------------------------------------------------

    def _mistake(self, task: Task) -> tuple[str, Callable[[], None]] | None:
        """A way to be wrong, with the reason that is given then."""
        if task.asking:
            option = next(it for it in task.asking.options if it not in task.asking.right)
            return "ask", lambda: self.at.press(f"[data-option='{option}']")
        wrong = {id: reason for id, reason in task.judged.items() if reason is not None}
        if wrong:
            id = self.choose(task, list(wrong))
            return wrong[id], lambda: self.place(task, id)
        found = next((answer for answer in task.answers if answer.reason is not None), None)
        if found is None or found.reason is None:
            return None
        return found.reason, lambda: self._act(found.action)

    def _right(self, task: Task) -> None:
        if task.asking:
            self.at.press(f"[data-option='{task.asking.right[0]}']")
            return
        for answer in task.answers:
            if answer.reason is None:
                self._act(answer.action)
                return
        self.place(task, self.choose(task, [id for id, reason in task.judged.items() if reason is None]))

    def cancel(self) -> None:
        """Take back the block that is in hand from before, if there is one."""
        if self.page.locator("[data-part=last]").count():
            self.at.press("[data-part=last] .button:not(.primary)")
            # A mouse would rest on what comes there next, and be told what that is.
            self.page.mouse.move(0, 0)

    def _act(self, action: Mapping[str, Any]) -> None:
        self.cancel()
        match action:
            case {"do": "huron", "order": order}:
                self._put_back(order)
            case {"do": "unable"}:
                self.at.press("[data-part=actions] summary")
                self.at.press("[data-part=actions] [data-do=unable]")
            case {"do": do}:
                self.at.press(f"[data-part=actions] [data-do={do}]")

    def _put_back(self, order: list[int]) -> None:
        """Bring the Huron's cards into an order, by moving cards up one after the other."""
        shown = list(range(len(order)))
        for place, card in enumerate(order):
            for now in range(shown.index(card), place, -1):
                self.at.press(f"[data-part=huron] li:nth-child({now + 1}) .button:nth-child(1)")
                shown[now - 1], shown[now] = shown[now], shown[now - 1]
        self.at.press("[data-do='huron-order']")

    def choose(self, task: Task, placements: list[int]) -> int:
        """Which of some placements to make."""
        return placements[0]

    def place(self, task: Task, placement: int) -> None:
        """Place a block, out of the list of placements."""
        placed = task.state.position.game.table[placement]
        self.cancel()
        self.at.press(f"[data-part=actions] .button:text-is({text('placements.button', self._language)!r})")
        self.page.locator(f"{OPEN} select").first.select_option(placed.block)
        self.page.locator(f"{OPEN} select").last.select_option(placed.site)
        wanted = f"{OPEN} [data-placement='{placement}']"
        while not self.page.locator(wanted).count():
            self.at.press(f"{OPEN} .button:text-is({text('placements.more', self._language)!r})")
        self.at.press(wanted)
        self.at.press("[data-part=actions] [data-do='place']")


class ByKeys(Learner):
    """The same without a mouse: buttons by Tab, placements by the key N, which goes through them by their worth."""

    def __init__(self, at: ByKeyboard, language: str) -> None:
        super().__init__(at, language)
        self._keys = at

    def choose(self, task: Task, placements: list[int]) -> int:
        """The one that N comes to first."""
        return min(placements, key=_order(task).__getitem__)

    def place(self, task: Task, placement: int) -> None:
        """Choose the block, then press N until the placement is there."""
        block = task.state.position.game.table[placement].block
        self._drop()
        button = self.page.locator(f"[data-part=cards] [data-block='{block}']")
        if button.get_attribute("aria-pressed") != "true":
            self._keys.press(f"[data-part=cards] [data-block='{block}']")
            self.page.locator("[data-part=picture] :focus").wait_for()
        for _ in range(_order(task)[placement] + 1):
            self.page.keyboard.press("n")
        self.page.locator("[data-part=actions] [data-do='place']:enabled").wait_for()
        self.page.keyboard.press("Enter")

    def _drop(self) -> None:
        """Let go of a block that stands somewhere already. A first Escape may only close what tells about something."""
        for _ in range(3):
            if not self.page.locator("[data-part=ghost-words]").count():
                return
            self.page.keyboard.press("Escape")
        expect(self.page.locator("[data-part=ghost-words]")).to_have_count(0)


def _order(task: Task) -> dict[int, int]:
    """How many placements of the same block N shows before each: those with more points, alone less those of Winter."""
    position = task.state.position
    winter = position.game.edition.colour_ids[position.game.winter] if position.game.mode == "solo" else None
    worths: dict[str, dict[int, int]] = {}
    for group in write_offer(position, task.seat)["placements"]:
        for number, id in enumerate(group["ids"]):
            points = {colour: gain[number] for colour, gain in group["gain"].items()}
            worth = sum(-it if colour == winter else it for colour, it in points.items())
            worths.setdefault(group["block"], {})[id] = worth
    return {
        id: place
        for worth in worths.values()
        for place, id in enumerate(sorted(worth, key=lambda id: (-worth[id], id)))
    }
