"""A house with everything around it: presence, schedule, bot readiness, advice and sweeping."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nouvelle_france.house.advice import Advice
from nouvelle_france.house.house import House
from nouvelle_france.house.presence import ABSENT, Presence
from nouvelle_france.house.readying import Readying
from nouvelle_france.house.schedule import Schedule
from nouvelle_france.house.sealing import Sealing
from nouvelle_france.house.sweeping import Sweeping
from nouvelle_france.house.thinking import Thinking


class Household:
    """A house that runs by itself from :meth:`start` to :meth:`stop`."""

    def __init__(self, house: House, thinking: Thinking, absent: float = ABSENT) -> None:
        self.house = house
        self.presence = Presence(house, absent)
        self.schedule = Schedule(house, thinking, self.presence)
        self.advice = Advice(house, thinking, self.presence)
        self.readying = Readying(house, thinking, self.schedule)
        self.sealing = Sealing(house)
        self.sweeping = Sweeping(house, thinking, self.schedule, self.forget)

    async def start(self) -> None:
        """Begin to look after tables, including those where bots were to move when the last process ended."""
        storage = self.house.storage
        storage.listen(self._heard)
        if storage.shared:
            await storage.listening(timeout=2.0)
        self.sweeping.start()
        self.presence.start()

    async def stop(self) -> None:
        """Stop all background work. Whatever is committed is kept."""
        self.schedule.stop()
        await self.house.work.stop()

    def forget(self, id: str) -> None:
        """Drop a table from memory, with all that any room remembers of it."""
        for room in (self.house, self.schedule, self.presence, self.readying):
            room.forget(id)

    def _heard(self, message: Mapping[str, Any]) -> None:
        """Handle a message of another process."""
        self.house.heard(message)
        self.presence.heard(message)
        self.sweeping.heard(message)
