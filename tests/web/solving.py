"""Puzzles at the page: one is missed and shown, one is solved."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from nouvelle_france.edition import default
from nouvelle_france.geometry import placement_table
from nouvelle_france.puzzles import Puzzle, carried
from tests.web.at_table import AtTable
from tests.web.words import catalogue, text

EDITION = default()
PUZZLE = "[data-part=puzzle]"
OPEN = "dialog[open]"


def one(kind: str) -> Puzzle:
    """An easy puzzle of a kind: the first of the list."""
    return min((it for it in carried().puzzles if it.kind == kind), key=lambda it: it.grade)


def begins(key: str, language: str) -> str:
    """What a text says before its first number."""
    return catalogue(language)[key].partition("{")[0].strip()


def answer(at: AtTable, language: str, placement: int) -> None:
    """Place a block at the real board, out of the list of placements, which tells no points."""
    page = at.page
    placed = placement_table(EDITION)[placement]
    if page.locator("[data-part=last]").count():
        at.press("[data-part=last] .button:not(.primary)")
    at.press(f"[data-part=actions] .button[aria-label={text('placements.button', language)!r}]")
    page.locator(f"{OPEN} select").first.select_option(placed.block)
    page.locator(f"{OPEN} select").last.select_option(placed.site)
    expect(page.locator(f"{OPEN} [data-placement] strong")).to_have_count(0)
    wanted = f"{OPEN} [data-placement='{placement}']"
    while not page.locator(wanted).count():
        at.press(f"{OPEN} [data-do=more]")
    at.press(wanted)
    at.press("[data-part=actions] [data-do='place']")


def open_puzzle(at: AtTable, puzzle: Puzzle) -> Locator:
    """Go to a puzzle from the list; what is said there."""
    at.press(f"[data-kind={puzzle.kind}] [data-puzzle='{puzzle.id}']")
    said = at.page.locator(PUZZLE)
    expect(said).to_have_attribute("data-stage", "asking")
    at.page.locator("[data-part=cards] [data-block]").first.wait_for()
    return said


def back_to_the_list(at: AtTable) -> None:
    at.press("[data-do-puzzle=list]")
    at.page.locator("[data-part=today]").wait_for()


def miss_one(at: AtTable, language: str, kind: str) -> Puzzle:
    """Answer wrongly, read what it gives up, and have the answer shown."""
    puzzle = one(kind)
    said = open_puzzle(at, puzzle)
    answer(at, language, puzzle.next_best.placement)
    expect(said.locator("[data-part=wrong]")).to_contain_text(begins("puzzle.wrong", language))
    expect(said).to_have_attribute("data-stage", "asking")
    at.press("[data-do-puzzle=show]")
    expect(said).to_have_attribute("data-stage", "shown")
    expect(said.locator("[data-part=right]")).to_contain_text(begins("puzzle.best", language))
    back_to_the_list(at)
    expect(at.page.locator(f"[data-puzzle='{puzzle.id}'][data-state=seen]")).to_be_visible()
    return puzzle


def solve_one(at: AtTable, language: str, kind: str) -> Puzzle:
    """Give the right answer at once, and go on to the next."""
    puzzle = one(kind)
    said = open_puzzle(at, puzzle)
    # Nothing tells what a placement is worth: neither its points, nor the key for the next best.
    at.page.keyboard.press("n")
    expect(at.page.locator("[data-part=ghost-words]")).to_have_count(0)
    answer(at, language, puzzle.best)
    expect(said).to_have_attribute("data-stage", "solved")
    expect(said.locator("[data-part=right]")).to_contain_text(text("puzzle.right", language))
    at.press("[data-do-puzzle=next]")
    expect(at.page.locator(f"{PUZZLE}:not([data-puzzle='{puzzle.id}'])")).to_have_attribute("data-stage", "asking")
    back_to_the_list(at)
    expect(at.page.locator(f"[data-puzzle='{puzzle.id}'][data-state=first]")).to_be_visible()
    return puzzle
