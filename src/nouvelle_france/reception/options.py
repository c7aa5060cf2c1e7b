"""What people ask for, as the options of a table."""

from __future__ import annotations

from collections.abc import Sequence

from nouvelle_france.bots import BOTS
from nouvelle_france.bots.registry import missing
from nouvelle_france.protocol.rest import CreateTable, RulesAsked, SoloAsked
from nouvelle_france.rules import Rules, SoloSettings, usual_rules
from nouvelle_france.rules.game import Mode
from nouvelle_france.tables import Chair, Code, Options, Pace, TableError
from nouvelle_france.tables.options import Series


def bot_named(bot: str | None) -> str:
    """A bot there is, by its name."""
    if bot is None or bot not in BOTS:
        if bot is not None and (how_to_get := missing(bot)) is not None:
            raise TableError(Code.UNKNOWN_BOT, f"this server does not have it: {how_to_get}")
        raise TableError(Code.UNKNOWN_BOT, f"there is no bot {bot!r}; there are {', '.join(BOTS)}")
    return bot


def options_of(asked: CreateTable, chairs: Sequence[Chair], begins: str | None) -> Options:
    """The options of a new table with these chairs."""
    return Options(
        mode=asked.mode,
        rules=rules_of(asked.rules, asked.mode),
        solo=settings_of(asked.solo, asked.mode),
        title=asked.title,
        public=asked.public,
        pace=Pace(asked.pace.turn_seconds, asked.pace.window_seconds, asked.pace.bot_seconds),
        coureur=asked.coureur,
        stand_in=bot_named(asked.stand_in),
        winter_ties=asked.winter_ties,
        # Two who are to be compared have the same means.
        hints=asked.series is None and _practice(chairs) if asked.hints is None else asked.hints,
        begins=begins,
        series=None if asked.series is None else Series(asked.series),
    )


def _practice(chairs: Sequence[Chair]) -> bool:
    """Whether one person plays here, and nobody else can: between people there are hints only where that was said."""
    return [chair.kind for chair in chairs if chair.kind != "bot"] == ["person"]


def rules_of(asked: RulesAsked, mode: Mode) -> Rules:
    """The rules, with what is usual where nothing was asked."""
    return Rules(asked.one_card, asked.allies or usual_rules(mode).allies, asked.support, asked.unable)


def settings_of(asked: SoloAsked | None, mode: Mode) -> SoloSettings | None:
    """What a solo game is about; None for a table game."""
    if mode != "solo":
        if asked is not None:
            raise TableError(Code.BAD_OPTIONS, "a table game has no solo settings", "SET-1")
        return None
    if asked is None:
        return SoloSettings()
    return SoloSettings(asked.constraint, asked.track, tuple(asked.architecture))
