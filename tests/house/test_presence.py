"""Who is there, and for how long somebody was not: a page that is reloaded is no absence."""

from __future__ import annotations

import asyncio

import orjson
import pytest

from nouvelle_france.house import presence
from tests.house.gatherings import Gathering, person


def test_a_stand_in_is_called_only_after_a_while() -> None:
    async def story() -> None:
        there = Gathering(absent=0.4)
        await there.begin(person("white"), person("brown"))
        seen = there.household.presence
        assert not await seen.is_absent(there.id, "white"), "nobody has had the time to come"
        await there.rest(0.5)
        assert await seen.is_absent(there.id, "white")
        ana = await there.follow("white")
        assert not await seen.is_absent(there.id, "white")
        assert await seen.is_absent(there.id, "brown")
        await seen.unfollow(there.id, ana)  # she reloads the page
        assert not await seen.is_absent(there.id, "white")
        await there.rest(0.2)
        assert not await seen.is_absent(there.id, "white")
        await there.rest(0.4)
        assert await seen.is_absent(there.id, "white")
        await there.household.stop()

    asyncio.run(story())


def test_it_is_half_a_minute() -> None:
    assert presence.ABSENT >= 30


def test_who_comes_and_goes_without_a_pause_is_told_of_in_moderation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "QUIET", 0.2)

    async def story() -> None:
        there = Gathering()
        await there.begin(person("white"), person("brown"))
        ana = await there.follow("white")
        await there.rest(0.3)
        ana.heard.clear()
        for _ in range(50):
            mallory = await there.follow()
            await there.household.presence.unfollow(there.id, mallory)
        eva = await there.follow("brown")
        await there.rest(0.4)
        told = [message for it in ana.heard if (message := orjson.loads(it))["type"] == "present"]
        assert 1 <= len(told) <= 6, "and not a hundred"
        assert told[-1] == {"type": "present", "table": there.id, "seats": ["brown", "white"], "watching": 0}
        await there.household.presence.unfollow(there.id, eva)
        await there.household.stop()

    asyncio.run(story())
