"""The rulebook in the page: what it holds, how a rule is found, figures gone through step by step."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from nouvelle_france.rulebook import BoardFigure, figures, load, rule_of, steps_of, write_files
from nouvelle_france.server.page import PAGE
from tests.rules.numbers import numbers_used
from tests.web.at_table import AtTable
from tests.web.browser import PHONE, Visits
from tests.web.canvas import Clicking, ready, settled
from tests.web.tables import House, person
from tests.web.weight import TABLE, script_bytes
from tests.web.words import IN_ONE_LANGUAGE, text

WORDS = {"en": ("joints", "SCO-3"), "fr": ("BORDEE de neige", "SNW-1"), "pl": ("zlacza", "SCO-3")}
"""What somebody types who is in a hurry, and the rule they are after."""

# Every canvas that was given a WebGL context.
CONTEXTS = """
window.given = new Set();
const before = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  const context = before.call(this, kind, ...more);
  if (context && String(kind).startsWith("webgl")) window.given.add(this);
  return context;
};
"""


def opened(page: Page) -> Page:
    """Wait until the text is there."""
    page.locator("[data-part=rule]").first.wait_for()
    return page


def rule(page: Page, number: str) -> Locator:
    """The heading of a rule, by its address."""
    return page.locator(f"[id='{rule_of(number)}']")


def figure(page: Page, id: str) -> Locator:
    """A figure, brought into sight."""
    found = page.locator(f"[data-part=figure][data-figure='{id}']")
    found.scroll_into_view_if_needed()
    return found


def test_the_page_carries_what_the_library_writes_today() -> None:
    for name, written in write_files().items():
        stem = name.removesuffix(".json")
        built = [path for path in (PAGE / "assets").glob("*.json") if re.fullmatch(rf"{stem}-[\w-]+\.json", path.name)]
        assert [path.read_text("utf-8") for path in built] == [written], f"{name} is stale: make page"


EVERYDAY = {
    "en": {"stuck": "UNA-1", "sideways": "PLC-1", "when does the game end?": "END-1"},
    "fr": {"coincé": "UNA-1", "de côté": "PLC-1", "Quand la partie se termine-t-elle ?": "END-1"},
    "pl": {"utknęłam": "UNA-1", "z boku": "PLC-1", "kiedy kończy się gra": "END-1"},
}


@IN_ONE_LANGUAGE
def test_a_rule_is_found_by_a_word_and_by_its_number(visits: Visits, language: str) -> None:
    page = opened(visits.visit("/rules", locale=language, preferences={"flat": True}))
    book = load(language)
    expect(page.locator("h1")).to_have_text(text("book.title", language))
    # Every rule is there, and so is every one that the program may name when it refuses something.
    ids = set(page.evaluate("() => [...document.querySelectorAll('h2[id], h3[id]')].map((it) => it.id)"))
    assert {rule_of(number) for number in (*book.numbers, *numbers_used())} <= ids
    shown: list[str] = page.evaluate("() => [...document.querySelectorAll('figure')].map((it) => it.dataset.figure)")
    assert sorted(filter(None, shown)) == sorted(figures())
    # By a word, typed without accents; the arrows go through what was found, Enter goes there.
    asked, number = WORDS[language]
    page.keyboard.press("/")
    field = page.get_by_role("combobox", name=text("book.search", language))
    expect(field).to_be_focused()
    page.keyboard.type(asked)
    options = page.get_by_role("option")
    expect(options.filter(has_text=number)).to_have_count(1)
    expect(options.locator("mark").first).to_be_visible()
    while number not in page.locator("[role=option][aria-selected=true]").inner_text():
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"#{rule_of(number)}$"))
    expect(rule(page, number)).to_be_in_viewport()
    expect(rule(page, number)).to_be_focused()
    # By its number; and what is no rule is said to be none.
    field.fill("plc5")
    page.keyboard.press("Enter")
    expect(rule(page, "PLC-5")).to_be_in_viewport()
    # In words of one's own.
    for said, answers in EVERYDAY[language].items():
        field.fill(said)
        expect(options.first).to_contain_text(answers)
    field.fill("xyzzy")
    expect(page.get_by_text(text("book.search.none", language))).to_be_visible()
    # A number within the text leads on, and the way back is the browser's own.
    page.keyboard.press("Escape")
    page.locator("[data-rule='TRN-2'] p a", has_text="END-1").click()
    expect(rule(page, "END-1")).to_be_in_viewport()
    page.go_back()
    expect(rule(page, "PLC-5")).to_be_in_viewport()


def test_a_link_leads_to_its_rule_and_another_language_stays_there(visits: Visits) -> None:
    page = opened(visits.visit("/rules#sol-5", locale="en", preferences={"flat": True}))
    expect(rule(page, "SOL-5")).to_be_in_viewport()
    expect(page.locator("[data-asked]")).to_have_attribute("data-rule", "SOL-5")
    page.get_by_role("button", name="Français").click()
    expect(page.locator("[data-rule='SOL-5'] h3")).to_contain_text(load("fr")["SOL-5"].heading)
    expect(rule(page, "SOL-5")).to_be_in_viewport()
    page.get_by_role("link", name=text("book.back.home", "fr")).click()
    expect(page.get_by_role("tab").first).to_be_visible()


def test_a_rule_is_reached_from_a_refusal_and_the_table_is_as_it_was(house: House, visits: Visits) -> None:
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"))
    page = visits.visit(table.path, tables=(table.kept(),))
    ready(page)
    at = AtTable(page)
    drawn = at.act(at.asked(), "[data-do='draw']")
    # Every prompt names its rule.
    prompt = page.locator("[data-part=actions] [data-part=rule-link]")
    expect(prompt).to_have_attribute("href", f"/rules#{rule_of('TRN-3')}")
    where = Clicking(house, table, Random(1), lambda *_: None).choose(at, drawn)
    assert where
    page.mouse.click(*where[1])
    at.wait(lambda seen: "place" in seen.actions, "a ghost")
    refused = page.locator("[data-part=refused] + [data-part=rule-link]")
    for number in range(12):  # some way of turning it sticks out or falls
        page.locator("[data-part=turns] .button").nth(number % 3).click()
        if refused.count():
            break
    named = refused.inner_text()
    with page.context.expect_page() as popup:
        refused.click()
    book = opened(popup.value)
    expect(rule(book, named)).to_be_in_viewport()
    assert at.look() == at.wait(lambda seen: seen.placing)  # the game goes on as it was
    with book.expect_event("close"):  # a press that is waited for would be waited for in a tab that is gone
        book.get_by_role("link", name=text("book.back.table")).evaluate("it => setTimeout(() => it.click())")
    expect(page.locator("[data-part=refused]")).to_be_visible()


def test_a_figure_is_stepped_through_and_turned_in_one_picture_for_all(visits: Visits) -> None:
    page = opened(visits.visit("/rules#plc-1", still=True, script=CONTEXTS))
    shown = figure(page, "from-above")
    made = figures()["from-above"]
    assert isinstance(made, BoardFigure)
    said = [words.replace("'", "’") for words in steps_of(made, "en", drawn=True)]
    words = shown.locator("[data-part=said]")
    canvas = shown.locator("canvas")
    canvas.wait_for()
    pictures = []
    # Twice refused, by a rule that is linked; then done, and worth what the rules say.
    for step, told in enumerate(said, start=1):
        expect(shown).to_have_attribute("data-at", str(step))
        expect(words).to_have_text(told)
        expect(words).to_have_attribute("data-verdict", "done" if step == 3 else "refused")
        expect(words.locator("a")).to_have_count(0 if step == 3 else 1)
        settled(shown)
        pictures.append(canvas.evaluate("it => it.toDataURL()"))
        if step < len(said):
            shown.locator("[data-do=next]").click()
    gained = made.steps[-1].gain["white"]
    expect(shown.locator("[data-part=points] li")).to_contain_text(f"+{gained}")
    expect(shown.locator("[data-do=next]")).to_be_disabled()
    assert len(set(pictures)) == 3
    shown.get_by_role("button", name=text("book.figure.turn_left")).click()
    settled(shown)
    assert canvas.evaluate("it => it.toDataURL()") not in pictures
    shown.locator("[data-do=first]").click()
    expect(shown).to_have_attribute("data-at", "0")
    # Only what is near the window is drawn, all of it in one context.
    far = page.locator("[data-figure='sails']")
    expect(far.locator("canvas")).to_have_count(0)
    far.scroll_into_view_if_needed()
    far.locator("canvas").wait_for()
    expect(shown.locator("canvas")).to_have_count(0)
    assert page.evaluate("window.given.size") == 1
    assert script_bytes(page) < TABLE


SMALL = """() => [...document.querySelectorAll("[data-part=back], search input, [data-do], [data-part=figure] button")]
  .filter((it) => it.checkVisibility())
  .map((it) => it.getBoundingClientRect())
  .filter((box) => box.width > 1 && (box.height < 43.5 || box.width < 43.5)).length"""


@IN_ONE_LANGUAGE
def test_on_a_phone(visits: Visits, language: str) -> None:
    page = opened(visits.visit("/rules", locale=language, size=PHONE, phone=True, still=True))
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert page.evaluate(SMALL) == 0
    page.get_by_role("button", name=text("book.contents", language)).tap()
    contents = page.get_by_role("dialog")
    contents.get_by_role("link", name=re.compile("^SNW-2 ")).tap()
    expect(contents).to_have_count(0)
    expect(rule(page, "SNW-2")).to_be_in_viewport()
    shown = figure(page, "example-snowfall")
    shown.locator("canvas").wait_for()
    shown.locator("[data-do=first]").tap()
    expect(shown).to_have_attribute("data-at", "0")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


@pytest.mark.no_webgl
@IN_ONE_LANGUAGE
def test_without_3d_and_by_ear(visits: Visits, language: str) -> None:
    page = opened(visits.visit("/rules", locale=language))
    # The landmarks and the headings are the book's.
    page.get_by_role("navigation", name=text("book.contents", language)).wait_for()
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", level=2)).to_have_count(len(load(language).chapters))
    assert page.locator("canvas").count() == 0
    # A figure is known by its caption, and told in sentences.
    shown = figure(page, "stands-or-tips")
    expect(shown.locator("[data-part=plans] [data-ghost][data-refused]").first).to_be_visible()
    shown.get_by_role("button", name=text("book.figure.next", language)).click()
    expect(shown.locator("[data-ghost]")).to_have_count(0)
    expect(shown.get_by_role("status")).to_have_text(steps_of(board("stands-or-tips"), language, drawn=True)[1])
    shown.get_by_text(text("book.figure.in_words", language)).click()
    for sentence in steps_of(board("stands-or-tips"), language):
        expect(shown.get_by_text(sentence.replace("'", "’"))).to_be_visible()


def board(id: str) -> BoardFigure:
    """A figure of a board."""
    found = figures()[id]
    assert isinstance(found, BoardFigure)
    return found


def test_on_paper_every_step_is_a_plan(visits: Visits) -> None:
    page = opened(visits.visit("/rules", locale="en"))
    page.emulate_media(media="print")
    boards = [it for it in figures().values() if isinstance(it, BoardFigure)]
    moments = sum(max(1, len(it.steps)) for it in boards if it.sites)
    expect(page.locator("[data-part=plans]")).to_have_count(moments)
    assert page.locator("canvas").count() == 0
    expect(page.get_by_role("combobox")).to_have_count(0)  # nothing that can only be pressed
    for button in page.locator("main button").all():
        expect(button).to_be_hidden()
    assert len(page.pdf(format="A4")) > 100_000
    page.emulate_media(media="screen")
    expect(page.locator("[data-part=plans]")).to_have_count(0)
