"""The main screens, wide and on a phone, in three languages: ``python -m tests.web.screenshots OUT_DIR``.

Positions are played by the typed client first, so that they are reached in moments; the page is opened on them.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from nouvelle_france.protocol.rest import Snapshot
from tests.server.running import running_server
from tests.web.at_table import AtTable, Manner, next_best
from tests.web.browser import PHONE, Visits, chromium
from tests.web.canvas import ready, settled
from tests.web.tables import OPEN, House, Made, bot, person
from tests.web.words import LANGUAGES, text

LOCALES = {"en": "en-CA", "fr": "fr-CA", "pl": "pl-PL"}
SIZES = {"wide": (1440, 900), "phone": PHONE}
SCREENS = (
    "home",
    "alone",
    "new",
    "waiting",
    "first",
    "coach",
    "placing",
    "late",
    "solo",
    "flat",
    "flat_solo",
    "huron",
    "snowfall",
    "end",
    "rules",
    "hint",
    "hint_numbers",
    "winter",
    "learn",
    "lesson",
    "days",
    "story",
)

SETTLE_MS = 700
"""What has just been laid out may not be painted yet where the processor paints everything."""

DEALS = 50
"""How many deals are tried for a picture. Some lead nowhere near it, but not this many."""

PEOPLE = (person("Marguerite", "yellow"), person("Étienne", "blue"), person("Barbe", "white"))
PAIR = (person("Marguerite", "yellow"), person("Étienne", "blue"))


class Photographer:
    """Takes one screen in one language and size after the other."""

    def __init__(self, house: House, visits: Visits, folder: Path, size: str, language: str) -> None:
        self.house = house
        self.visits = visits
        self._folder = folder
        self._size = size
        self._language = language

    def open(self, path: str = "/", table: Made | None = None, *, flat: bool = False) -> Page:
        """The page in this language and size, with smooth edges and at rest."""
        return self.visits.visit(
            f"{path}?aa",
            locale=LOCALES[self._language],
            size=SIZES[self._size],
            phone=self._size == "phone",
            still=True,
            sharp=True,
            preferences={"name": "Marguerite", "flat": flat},
            tables=(table.kept(),) if table else (),
        )

    def keep(self, page: Page, name: str, *, whole: bool = False) -> None:
        """Write what is seen to a file."""
        self._folder.mkdir(parents=True, exist_ok=True)
        page.wait_for_timeout(SETTLE_MS)
        page.screenshot(path=self._folder / f"{name}-{self._size}-{self._language}.png", full_page=whole)

    def home(self) -> None:
        """The front page as a newcomer finds it."""
        page = self.open()
        page.get_by_role("radio").first.wait_for()
        self.keep(page, "home")

    def alone(self) -> None:
        """The solo game's choices."""
        self._way("home.alone", "alone")

    def new(self) -> None:
        """A table for friends."""
        self._way("home.new", "new")

    def _way(self, key: str, name: str) -> None:
        page = self.open()
        page.get_by_role("tab", name=text(key, self._language)).click()
        page.get_by_role("tabpanel").locator("[type='submit']").wait_for()
        self.keep(page, name, whole=True)

    def waiting(self) -> None:
        """A table with a seat still open."""
        table = self.house.make(PEOPLE[0], OPEN, bot("greedy"), start=False)
        page = self.open(table.path, table)
        page.get_by_role("button", name=text("waiting.begin", self._language)).wait_for()
        self.keep(page, "waiting", whole=True)

    def first(self) -> None:
        """The very first turn."""
        for _ in range(DEALS):
            table = self.house.make(PEOPLE[0], bot("greedy"), bot("random"))
            if self.house.look(table)["game"]["seats"][0] == "yellow":
                break
        else:
            raise AssertionError(f"bots were drawn to begin {DEALS} games of three")
        page = self._table(table)
        AtTable(page).asked()
        ready(page)
        self.keep(page, "first")

    def coach(self) -> None:
        """The first game, and what the coach says of the first card."""
        page = self.open()
        page.locator("[data-part=first-game] button:enabled").click()
        at = AtTable(page)
        at.act(at.asked(), "[data-do='draw']")
        ready(page)
        page.locator("[data-topic=block]").wait_for()
        self.keep(page, "coach")

    def placing(self) -> None:
        """A block about to be placed."""
        table = self._reached(lambda it: cubes(it) > 50 and can("place", it), *PAIR)
        page = self._table(table)
        self._point(page)
        self.keep(page, "placing")

    def late(self) -> None:
        """Late in the game, two levels under snow."""
        table = self._reached(lambda it: snow(it) == 2 and cubes(it) > 110 and can("place", it), *PEOPLE)
        page = self._table(table)
        self._point(page)
        self.keep(page, "late")

    def solo(self) -> None:
        """Alone against Winter, under the first snow."""
        self.keep(self._table(self._against_winter()), "solo")

    def flat(self) -> None:
        """The same on flat plans."""
        table = self._reached(lambda it: snow(it) == 1 and can("place", it), *PAIR)
        page = self.open(table.path, table, flat=True)
        self._point(page)
        self.keep(page, "flat")

    def flat_solo(self) -> None:
        """Alone on flat plans."""
        table = self._against_winter()
        page = self.open(table.path, table, flat=True)
        self._point(page)
        self.keep(page, "flat-solo")

    def huron(self) -> None:
        """The three cards to come; then the screen that covers them, when the device is handed over."""
        table = self._reached(lambda it: cubes(it) > 30 and phase(it) == "close" and can("huron", it), *PAIR)
        page = self._table(table)
        at = AtTable(page)
        at.act(at.asked(), "[data-do='huron']")
        page.locator("[data-do='huron-order']").wait_for()
        self.keep(page, "huron")
        Manner(next_best).play(at, until=lambda at: bool((seen := at.look()) and seen.cover))
        self.keep(page, "cover")

    def snowfall(self) -> None:
        """A level being counted."""
        # The page must be there when snow falls.
        table = self._reached(lambda it: it.position is not None and it.position.snow_may_come, *PAIR)
        page = self._table(table)
        fallen = snow(self.house.look(table))
        self.house.play(table, lambda it: snow(it) > fallen, keen=True)
        page.locator("dialog [data-part=tally]").wait_for()
        ready(page)
        self.keep(page, "snowfall")

    def end(self) -> None:
        """The result."""
        table = self.house.make(*PEOPLE)
        self.house.play(table, keen=True)
        page = self._table(table)
        page.locator("[data-part=winner]").wait_for()
        self.keep(page, "end")

    def rules(self) -> None:
        """The rulebook: its beginning, a figure of the board, what a search finds, a snowfall."""
        page = self.open("/rules")
        page.locator("[data-part=rule]").first.wait_for()
        self.keep(page, "rules")
        for id in ("from-above", "example-snowfall"):
            figure = page.locator(f"[data-figure='{id}']")
            figure.evaluate("it => it.scrollIntoView()")
            settled(figure)
            self.keep(page, f"rules-{id}")
        page.keyboard.press("/")
        page.keyboard.type(text("name.winter", self._language))
        page.get_by_role("option").first.wait_for()
        self.keep(page, "rules-search")

    def hint(self) -> None:
        """What is advised, and why."""
        self.keep(self._hinted(), "hint")

    def hint_numbers(self) -> None:
        """All that is advised, with its numbers."""
        page = self._hinted()
        page.get_by_role("button", name=text("hint.numbers", self._language)).click()
        page.locator("[data-part=hint-numbers]").wait_for()
        self.keep(page, "hint-numbers")

    def _hinted(self) -> Page:
        table = self._reached(lambda it: cubes(it) > 40 and can("place", it), PEOPLE[0], bot("greedy"), bot("greedy"))
        page = self._table(table)
        page.locator("[data-do='hint']").click()
        page.locator("[data-part=hint]").wait_for()
        ready(page)
        return page

    def winter(self) -> None:
        """Placements that are equal for Winter, to choose from; then one of them."""
        table = self._reached(
            lambda it: "winter" in it.offers and cubes(it) > 30 and can("place", it), mode="solo", winter_ties="player"
        )
        page = self._table(table)
        AtTable(page).asked()
        self.keep(page, "winter")
        page.locator("[data-part=actions] [data-do='next']").click()
        ready(page)
        self.keep(page, "winter-chosen")

    def learn(self) -> None:
        """The list of lessons."""
        page = self.open("/learn")
        page.locator("[data-lesson-id]").first.wait_for()
        self.keep(page, "learn", whole=True)

    def lesson(self) -> None:
        """A lesson, with an answer and what is said to it."""
        page = self.open("/learn/snow")
        page.locator("[data-part=lesson] [data-do-lesson=skip]").click()
        self._point(page)
        page.locator("[data-do='place']").click()
        page.locator("[data-part=lesson] :is([data-part=wrong], [data-part=right])").wait_for()
        ready(page)
        self.keep(page, "lesson")

    def days(self) -> None:
        """The Winter of the day: before one's game, with its result, and after it."""
        page = self.open("/days")
        page.locator("[data-part=challenge]").wait_for()
        self.keep(page, "days", whole=True)
        page = self._day_is_over()
        self.keep(page, "days-end")
        page.goto(page.url.split("/t/")[0] + "/days")
        page.locator("[data-part=list] tbody tr").first.wait_for()
        self.keep(page, "days-played", whole=True)

    def story(self) -> None:
        """One's own story after a game."""
        page = self._day_is_over()
        page.goto(page.url.split("/t/")[0] + "/story")
        page.locator("[data-part=settings]").wait_for()
        self.keep(page, "story", whole=True)

    def _day_is_over(self) -> Page:
        table = self.house.begin_day("Marguerite")
        self.house.play(table, keen=True)
        page = self.open(table.path, table, flat=True)
        page.locator("[data-part=share]").wait_for()
        return page

    def _against_winter(self) -> Made:
        solo = {"constraint": "artisan", "track": "plucky", "architecture": ["cannons"]}
        return self._reached(lambda it: snow(it) == 1 and can("place", it), mode="solo", solo=solo)

    def _reached(self, holds: Callable[[Snapshot], bool], *seats: Mapping[str, Any], **asked: Any) -> Made:
        """A table where something holds. Not every deal leads there: then there is another."""
        for _ in range(DEALS):
            table = self.house.make(*seats, **asked)
            if self.house.play(table, holds, keen=True):
                return table
        raise AssertionError(f"none of {DEALS} games came to it")

    def _table(self, table: Made) -> Page:
        page = self.open(table.path, table)
        ready(page)
        return page

    def _point(self, page: Page) -> None:
        """The best placement as a ghost."""
        at = AtTable(page)
        at.asked()
        page.locator("[data-part=picture]").focus()
        page.keyboard.press("n")
        at.wait(lambda seen: seen.placing, "a ghost")
        if page.locator("canvas").count():
            ready(page)


def snow(it: Snapshot | dict[str, object]) -> int:
    """How many levels lie under snow."""
    told = it if isinstance(it, Snapshot) else Snapshot.model_validate(it)
    return told.position.snow if told.position else 0


def phase(it: Snapshot) -> str:
    """What is to be done at the table."""
    return it.position.phase if it.position else ""


def can(do: str, it: Snapshot) -> bool:
    """Whether somebody may do that now; to place, something must fit as well."""
    offers = it.offers.values()
    if do == "place":
        return any(group.do == do and group.ids for offer in offers for group in offer.placements)
    return any(do in offer.do for offer in offers)


def cubes(it: Snapshot) -> int:
    """How many cubes have been built."""
    built = it.position.buildings.values() if it.position else ()
    return sum(len(block.cubes) for blocks in built for block in blocks)


@contextmanager
def visiting(url: str) -> Iterator[Visits]:
    """A browser for one screen, so that none grows large."""
    with chromium() as browser:
        visits = Visits(browser, url)
        yield visits
        visits.end()
        if visits.troubles():
            print(*visits.troubles(), sep="\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Take all screens, or those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--screens", nargs="+", choices=SCREENS, default=SCREENS)
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    asked = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(
            f"sqlite:///{folder}/tables.sqlite", Path(folder), "--no-limits", "--stand-in-after", "0"
        ) as server,
        House(server.url) as house,
    ):
        for size in asked.sizes:
            for language in asked.languages:
                with visiting(server.url) as visits:
                    photographer = Photographer(house, visits, asked.folder, size, language)
                    for screen in asked.screens:
                        getattr(photographer, screen)()
                        visits.end()
                        print(f"{screen}, {size}, {language}")


if __name__ == "__main__":
    main()
