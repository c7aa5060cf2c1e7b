"""Alone against Winter: whose turn it is, what counts, and what is said where nothing fits."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import expect

from nouvelle_france.protocol.rest import Snapshot
from tests.web.browser import PHONE, Visits
from tests.web.screenshots import LOCALES
from tests.web.tables import House
from tests.web.words import IN_ONE_LANGUAGE, text

DEALS = 50
"""How many deals are tried for a turn in which nothing fits: about every other game has one."""


@IN_ONE_LANGUAGE
def test_the_turns_of_a_cycle_are_always_shown_and_the_help_is_that_of_the_solo_game(
    house: House, visits: Visits, language: str
) -> None:
    """SOL-3, SOL-4, SOL-5: without any challenge too."""
    table = house.make(mode="solo")
    page = visits.visit(
        table.path, locale=LOCALES[language], size=PHONE, phone=True, tables=(table.kept(),), preferences={"flat": True}
    )
    cycle = page.get_by_role("list", name=text("challenges.cycle", language))
    expect(cycle.get_by_role("listitem")).to_have_count(4)
    expect(cycle.get_by_role("listitem").last).to_contain_text(text("name.winter.title", language))
    for turn in range(3):
        house.play(table, partial(in_turn, turn))
        now = cycle.locator("[aria-current=step]")
        expect(now).to_have_text(text("challenges.turn", language, number=turn + 1))
        expect(now).to_be_in_viewport()
    page.get_by_role("button", name=text("help.title", language), exact=True).tap()
    dialog = page.get_by_role("dialog")
    for key in ("help.solo_score", "help.solo_snow", "help.winter", "help.bonus_solo", "home.credits"):
        expect(dialog).to_contain_text(text(key, language))
    for key in ("home.primer.score", "home.primer.snow", "home.primer.end", "help.bonus", "help.allies_stage"):
        expect(dialog).not_to_contain_text(text(key, language))


@IN_ONE_LANGUAGE
def test_cha_5_where_nothing_fits_the_required_site_the_prompt_says_so(
    house: House, visits: Visits, language: str
) -> None:
    for _ in range(DEALS):
        table = house.make(mode="solo", solo={"constraint": "kings-engineer", "track": "standard", "architecture": []})
        if house.play(table, stuck):
            break
    else:
        pytest.fail(f"none of {DEALS} games had a turn in which nothing fits")
    page = visits.visit(table.path, locale=LOCALES[language], tables=(table.kept(),), preferences={"flat": True})
    prompt = page.locator("[data-part=prompt]")
    expect(prompt).to_contain_text(text("prompt.unable_site", language))
    expect(prompt).not_to_contain_text(text("prompt.unable", language))


def stuck(table: Snapshot) -> bool:
    """Whether no visible shape fits the site of this turn."""
    alone = table.position.solo if table.position else None
    return bool(alone and alone.required_site) and any("unable" in offer.do for offer in table.offers.values())


def in_turn(turn: int, table: Snapshot) -> bool:
    """Whether it is that turn of the cycle, counted from 0."""
    return bool(table.position and table.position.solo and table.position.solo.turn == turn)
