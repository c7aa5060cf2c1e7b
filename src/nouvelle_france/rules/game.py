"""What is fixed and public for a whole game: edition, variants, seats, sticks, solo settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, get_args

from nouvelle_france.edition import Edition, Stick
from nouvelle_france.edition.model import fields_only
from nouvelle_france.geometry import PlacementTable, placement_table
from nouvelle_france.rules.errors import SetupError

Mode = Literal["table", "solo"]
Allies = Literal["each_stage", "once", "none"]
Support = Literal["free-standing", "leaning"]
Unable = Literal["verified", "claimed"]

RULES_VERSION = 1
"""Rises when the same actions would lead to another result."""

PLAYER, WINTER = 0, 1
"""The two seats of a solo game."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The variants of VAR, PLC-5 and UNA-4."""

    one_card: bool = False
    allies: Allies = "each_stage"
    support: Support = "free-standing"
    unable: Unable = "verified"

    def __post_init__(self) -> None:
        if not isinstance(self.one_card, bool):
            raise SetupError("VAR-1", f"one_card is true or false, not {self.one_card!r}")
        for name, kind in (("allies", Allies), ("support", Support), ("unable", Unable)):
            value = getattr(self, name)
            if value not in get_args(kind):
                raise SetupError("VAR-3", f"{name} is one of {', '.join(get_args(kind))}, not {value!r}")


@dataclass(frozen=True, slots=True)
class SoloSettings:
    """The challenges chosen for a solo game (CHA); a constraint or track left out is the edition's first."""

    constraint: str = ""
    track: str = ""
    architecture: tuple[str, ...] = ()

    def in_edition(self, edition: Edition) -> SoloSettings:
        """With nothing left out."""
        constraint = self.constraint or edition.solo.constraints[0].id
        return SoloSettings(constraint, self.track or edition.solo.tracks[0].id, self.architecture)


SOLO_RULES = Rules(allies="none")
"""What solo play fixes (VAR-3); only ``support`` can differ."""


def usual_rules(mode: str) -> Rules:
    """The rules of a game for which nobody chose others."""
    return SOLO_RULES if mode == "solo" else Rules()


class Pile(NamedTuple):
    """A part of the deck: from card number ``start`` up to ``end``, with so many snowflakes in it."""

    start: int
    end: int
    snow: int


@dataclass(frozen=True)
class Game:
    """One game's fixed, public part. ``sticks`` and ``colours`` are ids, by site and by seat.

    In solo there are no coloured seats: seat 0 is the player, seat 1 is Winter, and ``required_sites`` gives the
    site of each player turn of a cycle, or None.
    """

    edition: Edition = field(repr=False)
    mode: Mode
    rules: Rules
    colours: tuple[str, ...]
    sticks: tuple[str, ...]
    solo: SoloSettings | None = None
    required_sites: tuple[str | None, ...] = ()

    __getstate__ = fields_only

    def __post_init__(self) -> None:
        if self.solo is not None:
            object.__setattr__(self, "solo", self.solo.in_edition(self.edition))
        ids = self.edition.stick_ids
        if sorted(self.sticks) != sorted(ids):
            raise SetupError("SET-2", f"each site has one of the sticks {', '.join(ids)}, not {self.sticks}")
        if self.mode == "table":
            self._check_table()
        else:
            self._check_solo()

    def _check_table(self) -> None:
        known = self.edition.colour_ids
        unknown = [colour for colour in self.colours if colour not in known]
        if unknown:
            raise SetupError("SET-1", f"a seat's colour is one of {', '.join(known)}, not {unknown[0]!r}")
        if not 2 <= len(self.colours) <= len(known):
            raise SetupError("SET-1", f"2 to {len(known)} players, not {len(self.colours)}")
        if len(set(self.colours)) != len(self.colours):
            raise SetupError("SET-1", f"each player has a colour of their own, not {', '.join(self.colours)}")
        if self.solo is not None or self.required_sites:
            raise SetupError("SET-1", "a table game has no solo settings")

    def _check_solo(self) -> None:
        solo, settings = self.edition.solo, self.solo
        if settings is None or self.colours:
            raise SetupError("SOL-1", "a solo game has solo settings and no coloured seats")
        if self.rules != Rules(allies="none", support=self.rules.support):
            raise SetupError("VAR-3", "solo takes the option `support` only")
        if settings.constraint not in (it.id for it in solo.constraints):
            known = ", ".join(it.id for it in solo.constraints)
            raise SetupError("CHA-1", f"a constraint is one of {known}, not {settings.constraint!r}")
        if settings.track not in (it.id for it in solo.tracks):
            known = ", ".join(it.id for it in solo.tracks)
            raise SetupError("CHA-6", f"a track is one of {known}, not {settings.track!r}")
        for challenge in settings.architecture:
            if challenge not in self.edition.challenge_ids:
                known = ", ".join(self.edition.challenge_ids)
                raise SetupError("CHA-7", f"an architectural challenge is one of {known}, not {challenge!r}")
        if len(set(settings.architecture)) != len(settings.architecture):
            raise SetupError("CHA-8", "each architectural challenge is listed once")
        fixed = solo.constraint(settings.constraint).turns
        sites = [site for site in self.required_sites if site is not None]
        turns = tuple(turn for turn, site in enumerate(self.required_sites, start=1) if site is not None)
        if len(self.required_sites) != solo.player_turns or turns != fixed:
            raise SetupError("CHA-1", f"{settings.constraint} fixes the turns {list(fixed)} of a cycle")
        if len(set(sites)) != len(sites) or any(site not in self.edition.site_ids for site in sites):
            raise SetupError("CHA-3", "the required sites are different sites of the edition")

    @property
    def seats(self) -> int:
        """How many seats act: the players, or the player and Winter."""
        return len(self.colours) if self.mode == "table" else 2

    def name(self, seat: int) -> str:
        """The seat as a record names it: its colour, or ``player`` and ``winter``."""
        return self.colours[seat] if self.mode == "table" else ("player", "winter")[seat]

    def seat(self, name: str) -> int | None:
        """The seat of that name, the inverse of :meth:`name`."""
        return self._seats_by_name.get(name)

    @cached_property
    def _seats_by_name(self) -> dict[str, int]:
        return {self.name(seat): seat for seat in range(self.seats)}

    @cached_property
    def table(self) -> PlacementTable:
        """All placements of the edition."""
        return placement_table(self.edition)

    @cached_property
    def colour_of_seat(self) -> tuple[int, ...]:
        """The colour number of each seat of a table game."""
        return tuple(self.edition.colour_ids.index(colour) for colour in self.colours)

    @cached_property
    def marks(self) -> tuple[tuple[int, ...], ...]:
        """``marks[site][level - 1]``: what the site's stick multiplies by."""
        return tuple(stick.marks for stick in self._sticks_by_site)

    @cached_property
    def disks(self) -> tuple[int, ...]:
        """What completing each site is worth at the end (CMPL-2, SOL-1)."""
        if self.mode == "solo":
            return (self.edition.solo.disk,) * len(self.sticks)
        return tuple(stick.disk for stick in self._sticks_by_site)

    @property
    def _sticks_by_site(self) -> list[Stick]:
        by_colour = {stick.colour: stick for stick in self.edition.sticks}
        return [by_colour[colour] for colour in self.sticks]

    @cached_property
    def piles(self) -> tuple[Pile, ...]:
        """The piles of the deck from the top (SET-3, VAR-1); in solo the last snowflake lies by itself (SOL-2)."""
        deck = self.edition.deck
        piles = []
        start = 0
        for number, cards in enumerate(deck.one_card_piles if self.rules.one_card else deck.piles, start=1):
            apart = self.mode == "solo" and number == deck.snow[-1]
            snow = int(number in deck.snow and not apart)
            piles.append(Pile(start, start + cards + snow, snow))
            start += cards + snow
            if apart:
                piles.append(Pile(start, start + 1, 1))
                start += 1
        return tuple(piles)

    @cached_property
    def winter(self) -> int:
        """Winter's colour number."""
        return self.edition.colour_ids.index(self.edition.solo.winter)

    @cached_property
    def colour_of_site(self) -> tuple[int, ...]:
        """The colour number each site plays for in solo (SOL-1)."""
        return tuple(self.edition.colour_ids.index(site.solo_colour) for site in self.edition.sites)

    @cached_property
    def track(self) -> tuple[int, ...]:
        """Where the bonus pieces lie on the track (SOL-8, CHA-6)."""
        assert self.solo is not None
        return self.edition.solo.track(self.solo.track).at

    @cached_property
    def challenges_on(self) -> tuple[int, ...]:
        """The numbers of the architectural challenges in play."""
        if self.solo is None:
            return ()
        return tuple(number for number, id in enumerate(self.edition.challenge_ids) if id in self.solo.architecture)


def seat_order(seats: int, after: int) -> Sequence[int]:
    """The other seats, from the left of ``after``."""
    return [(after + step) % seats for step in range(1, seats)]
