"""The options of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from nouvelle_france.bots.stand_in import QUICK
from nouvelle_france.rules import Rules, SoloSettings
from nouvelle_france.rules.game import Mode

CoureurOrder = Literal["first", "in_order"]
WinterTies = Literal["player", "fixed"]
SeriesKind = Literal["return", "duplicate"]
DayCount = Literal["first", "further", "past", "alone"]


@dataclass(frozen=True, slots=True)
class Pace:
    """How long people and bots may take, in seconds."""

    turn: int | None = None
    """The time for one's own turn; when it is over a stand-in plays the rest of that turn. None is unlimited."""
    window: int | None = None
    """The time for answers in another's turn (Coureur, a claim), then the seat declines. None is as for a turn."""
    bots: float = 1.0
    """The bots' pause before they act, so that people can follow and take back."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a game: another one, after this many of its actions."""

    table: str | None
    """Its table, if it has one on this server; an imported record has none."""
    moment: int
    moved: bool = False
    """Whether it is the same game, moved here from a browser, with nothing dealt again."""


@dataclass(frozen=True, slots=True)
class Series:
    """Two games that belong together, since the first of two strong players has an advantage.

    A *return* match is two games of fresh deals, one after the other; in the second the other seat begins, and the sum
    decides. A *duplicate* is the same deal at two tables, in the same seat against the same bots; until both games have
    ended, each is sealed: only its player sees it.
    """

    kind: SeriesKind
    leg: int = 1
    """The number of this game in a return match."""
    other: str | None = None
    """The table of the other game: in the second game of a return match the first one."""
    scores: tuple[tuple[str, int], ...] = ()
    """In the second game of a return match: the points of the first, by seat."""

    def write(self) -> dict[str, Any]:
        """As JSON; the inverse of :meth:`read`."""
        return {"kind": self.kind, "leg": self.leg, "other": self.other, "scores": dict(self.scores)}

    @classmethod
    def read(cls, value: Mapping[str, Any]) -> Series:
        """From JSON that was checked before."""
        return cls(value["kind"], value["leg"], value["other"], tuple(value["scores"].items()))


@dataclass(frozen=True, slots=True)
class DayGame:
    """The day whose game this is, and what it counts as there.

    A person's *first* game of a day can be listed; at a *further* one they know the deal. Until the day is over both
    are sealed, since everybody plays the same deal. A *past* day's game is never listed, and one played *alone*,
    without a server, is private.
    """

    date: str
    count: DayCount


@dataclass(frozen=True, slots=True)
class Options:
    """The fixed options of a table."""

    mode: Mode
    rules: Rules
    solo: SoloSettings | None = None
    title: str = ""
    public: bool = False
    pace: Pace = field(default_factory=Pace)
    coureur: CoureurOrder = "first"
    """Who takes the Coureur's half: the first to claim it, or the first in seat order."""
    stand_in: str = QUICK
    """The bot that plays for seats that are away or out of time."""
    winter_ties: WinterTies = "fixed"
    """Who chooses among placements that are equal for Winter (SOL-5d): the player, or the fixed order."""
    hints: bool = False
    """Whether players may ask for hints on their turn: chosen with the table, and shown before anybody sits down."""
    begins: str | None = None
    """The seat that begins by the table maker's choice, not at random (SET-6): its shuffle has no proof."""
    origin: Origin | None = None
    """The game this one continues, with unseen cards dealt again unless it was moved here whole. It has no proof."""
    series: Series | None = None
    """The pair of games this belongs to."""
    day: DayGame | None = None
    """The day whose game this is."""

    @property
    def dealt_elsewhere(self) -> bool:
        """Whether others may still play the same deal: then only its player may see this game."""
        return self.duplicate or (self.day is not None and self.day.count in ("first", "further"))

    @property
    def duplicate(self) -> bool:
        """Whether the same deal is also played at another table."""
        return self.series is not None and self.series.kind == "duplicate"

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
            "begins": self.begins,
            "origin": None if self.origin is None else asdict(self.origin),
            "series": None if self.series is None else self.series.write(),
            "day": None if self.day is None else asdict(self.day),
        }

    @classmethod
    def read(cls, value: Mapping[str, Any]) -> Options:
        """From JSON that was checked before."""
        solo, pace = value["solo"], value["pace"]
        origin, series, day = (value.get(it) for it in ("origin", "series", "day"))  # earlier versions had none
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
            begins=value.get("begins"),  # earlier versions always drew who begins
            origin=None if origin is None else Origin(**origin),
            series=None if series is None else Series.read(series),
            day=None if day is None else DayGame(**day),
        )
