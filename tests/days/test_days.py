"""The game of the day: the same for everybody, harder by the day, and promised before it."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256

import pytest

from nouvelle_france import days, default_edition
from nouvelle_france.rules.game import SOLO_RULES
from nouvelle_france.tables.fairness import deal

EDITION = default_edition()
MONDAY = "2026-11-16"
WEEK = [days.following(MONDAY, ahead) for ahead in range(7)]
SECRET = "5ec2e7" * 10 + "cafe"

DEALT = """
from nouvelle_france import days, default_edition
from nouvelle_france.rules.game import SOLO_RULES
from nouvelle_france.tables.fairness import deal
solo = days.challenge("{day}", default_edition())
setup = deal(default_edition(), days.key("{day}", "{secret}"), [("player", "")], SOLO_RULES, solo)
print(solo, setup.game.sticks, setup.game.required_sites, setup.deck)
"""


def dealt(day: str, secret: str) -> str:
    solo = days.challenge(day, EDITION)
    setup = deal(EDITION, days.key(day, secret), [("player", "")], SOLO_RULES, solo)
    return f"{solo} {setup.game.sticks} {setup.game.required_sites} {setup.deck}\n"


@pytest.mark.parametrize("secret", ["", SECRET])
def test_a_day_has_the_same_deal_in_every_process(secret: str) -> None:
    there = [
        subprocess.run(
            [sys.executable, "-c", DEALT.format(day=WEEK[6], secret=secret)],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert there == [dealt(WEEK[6], secret)] * 2


def test_days_and_secrets_have_deals_of_their_own() -> None:
    decks = {dealt(day, secret) for day in WEEK for secret in ("", SECRET, SECRET[::-1])}
    assert len(decks) == 21


def test_past_days_stay_as_they_were() -> None:
    """Whoever plays a past day must get what was played then, also from a later version of this program."""
    assert days.key(MONDAY) == "524e21a3636cdc05164a85c888aebb926a4f912c02915dfd90428a6b4904ac34"
    assert days.challenge(MONDAY, EDITION).architecture == ("way-of-the-cross", "sails", "cannons")


def test_cha_8_the_week_begins_with_the_easiest_game_and_ends_with_the_hardest() -> None:
    solo = EDITION.solo
    constraints, tracks = [it.id for it in solo.constraints], [it.id for it in solo.tracks]
    found = [days.challenge(day, EDITION) for day in WEEK]
    bound = [constraints.index(it.constraint) for it in found]
    away = [tracks.index(it.track) for it in found]
    rewards = [len(it.architecture) for it in found]
    assert bound == sorted(bound)
    assert away == sorted(away)
    assert rewards == sorted(rewards, reverse=True)
    hardness = list(zip(bound, away, (-it for it in rewards), strict=True))
    assert len(set(hardness)) == 7, "no two days of a week are alike"
    assert (bound[0], away[0]) == (0, 0)
    assert (bound[-1], away[-1]) == (len(constraints) - 1, len(tracks) - 1)


def test_cha_7_architectural_challenges_are_of_different_sites_and_change_with_the_weeks() -> None:
    site_of = {it.id: it.site for it in EDITION.solo.challenges}
    seen = set()
    for week in range(52):
        for day in WEEK:
            chosen = days.challenge(days.following(day, 7 * week), EDITION).architecture
            assert len({site_of[it] for it in chosen}) == len(chosen) > 0
            seen |= set(chosen)
    assert seen == set(site_of)


def test_a_promise_is_the_hash_of_the_secret_and_tells_nothing_of_the_deal() -> None:
    assert days.promise(SECRET) == sha256(SECRET.encode()).hexdigest()
    lines = f"nouvelle-france-day/1\n{MONDAY}\n{SECRET}\n"
    assert days.key(MONDAY, SECRET) == sha256(lines.encode()).hexdigest()
    assert days.key(MONDAY, days.promise(SECRET)) != days.key(MONDAY, SECRET)


def test_days_are_those_of_utc() -> None:
    midnight = days.begins(WEEK[1])
    assert [days.day_of(midnight - 1), days.day_of(midnight)] == WEEK[:2]
    assert days.following("2028-02-28") == "2028-02-29"
    assert days.following("2027-01-01", -1) == "2026-12-31"
    assert days.closes(MONDAY) > days.begins(WEEK[1]) > days.begins(MONDAY)
    assert days.is_date(MONDAY)
    assert not any(map(days.is_date, ("", "2026-02-30", "20261116", "2026-W47-1", "today")))
