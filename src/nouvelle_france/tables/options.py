"""What is chosen when a table is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from nouvelle_france.rules import Rules, SoloSettings
from nouvelle_france.rules.game import Mode

CoureurOrder = Literal["first", "in_order"]
WinterTies = Literal["player", "fixed"]


@dataclass(frozen=True, slots=True)
class Pace:
    """How long people and bots may take, in seconds."""

    turn: int | None = None
    """A turn of one's own; when it is over a stand-in plays the rest of that turn. None is as long as one likes."""
    window: int | None = None
    """Answering in another's turn (Coureur, a claim); when it is over the seat declines. None is as long as a turn."""
    bots: float = 1.0
    """What bots wait before they act, so that people can follow and take back."""


@dataclass(frozen=True, slots=True)
class Options:
    """Everything about a table that stays as it was made."""

    mode: Mode
    rules: Rules
    solo: SoloSettings | None = None
    title: str = ""
    public: bool = False
    pace: Pace = field(default_factory=Pace)
    coureur: CoureurOrder = "first"
    """Who takes the Coureur's half: the first to claim it, or the first in seat order."""
    stand_in: str = "greedy"
    """The bot that plays for seats that are away or out of time."""
    winter_ties: WinterTies = "fixed"
    """Who chooses among placements that are equal for Winter (SOL-5d): the player, or the fixed order."""
    hints: bool = False
    """Whether whoever is to act may ask for hints. It is chosen with the table, and everybody sees it before sitting
    down: who sits down agrees."""

    def write(self) -> dict[str, Any]:
        """As JSON; the inverse of :meth:`read`."""
        solo, pace = self.solo, self.pace
        return {
            "mode": self.mode,
            "rules": asdict(self.rules),
            "solo": None if solo is None else {**asdict(solo), "architecture": list(solo.architecture)},
            "title": self.title,
            "public": self.public,
            "pace": {"turn_seconds": pace.turn, "window_seconds": pace.window, "bot_seconds": pace.bots},
            "coureur": self.coureur,
            "stand_in": self.stand_in,
            "winter_ties": self.winter_ties,
            "hints": self.hints,
        }

    @classmethod
    def read(cls, value: Mapping[str, Any]) -> Options:
        """From JSON that was checked before."""
        solo, pace = value["solo"], value["pace"]
        return cls(
            mode=value["mode"],
            rules=Rules(**value["rules"]),
            solo=None if solo is None else SoloSettings(solo["constraint"], solo["track"], tuple(solo["architecture"])),
            title=value["title"],
            public=value["public"],
            pace=Pace(pace["turn_seconds"], pace["window_seconds"], pace["bot_seconds"]),
            coureur=value["coureur"],
            stand_in=value["stand_in"],
            winter_ties=value.get("winter_ties", "fixed"),  # tables made before these could be chosen
            hints=value.get("hints", False),
        )
