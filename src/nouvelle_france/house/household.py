"""A house with all that belongs to it: presence, a schedule, bots that get ready, advice, and somebody who sweeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nouvelle_france.house.advice import Advice
from nouvelle_france.house.house import House
from nouvelle_france.house.presence import ABSENT, Presence
from nouvelle_france.house.readying import Readying
from nouvelle_france.house.schedule import Schedule, Thinking
from nouvelle_france.house.sealing import Sealing
from nouvelle_france.house.sweeping import Sweeping


class Household:
    """A house that goes by itself from :meth:`start` to :meth:`stop`."""

    def __init__(self, house: House, thinking: Thinking, absent: float = ABSENT) -> None:
        self.house = house
        self.presence = Presence(house, absent)
        self.schedule = Schedule(house, thinking, self.presence)
        self.advice = Advice(house, thinking, self.presence)
        self.readying = Readying(house, thinking, self.schedule)
        self.sealing = Sealing(house)
        self.sweeping = Sweeping(house, self.schedule, self.presence, self.readying)

    async def start(self) -> None:
        """Begin to look after tables: also those where bots were to move when the last process ended."""
        storage = self.house.storage
        storage.listen(self._heard)
        if storage.shared:
            await storage.listening(timeout=2.0)
        self.sweeping.start()
        self.presence.start()

    async def stop(self) -> None:
        """End everything that goes on by itself. What is committed is kept, as after any other end."""
        self.schedule.stop()
        await self.house.work.stop()

    def _heard(self, message: Mapping[str, Any]) -> None:
        """Another process says something."""
        self.house.heard(message)
        self.presence.heard(message)
