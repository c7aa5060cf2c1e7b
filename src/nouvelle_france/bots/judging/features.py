"""What the learned evaluation looks at: how a colour's chains can grow, and what is certain to come.

A colour's *projected* score is certain: its points, the stick marks of its cubes on levels still to be scored, its
disks. What it will gain beyond that is estimated from a few features of its chains, by learned weights. Nothing here
looks at the deck.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

from nouvelle_france.core.judging.scheme import (
    ALMOST_COMPLETE,
    MOST_WAYS,
    NEAR,
    SETS,
    SOLO_SET,
    STAGES,
    WAY,
    WINTER_SET,
)
from nouvelle_france.edition import Edition
from nouvelle_france.geometry import Pose, SiteTable, bits, placement_table
from nouvelle_france.rules import Position
from nouvelle_france.rules.game import PLAYER, Game
from nouvelle_france.rules.phase import COUREUR, FILLE, HURON


class SiteFeatures(NamedTuple):
    """What a colour's cubes on a site are good for."""

    openings: int
    """Cells where a chain can grow."""
    chained: int
    """Cubes of chains that can grow."""
    longest: int
    """Cubes of the longest such chain …"""
    second: int
    """… and of the next."""
    reach: int
    """Cubes times the ways to grow, of all chains."""
    low: int
    """Cubes that the next snow covers."""
    high: int
    """Cubes above them."""


NOTHING = SiteFeatures(0, 0, 0, 0, 0, 0, 0)


def site_features(site: SiteTable, depth: int, cubes: int, sky: int) -> SiteFeatures:
    """The features of a colour's cells on a site under snow, when ``sky`` are the cells a block can still reach."""
    left = cubes & site.above(depth)
    low = (left & site.level_cells << depth * site.width).bit_count()
    high = left.bit_count() - low
    grown_at = chained = longest = second = reach = 0
    while left:
        chain, touched, frontier = 0, 0, left & -left
        while frontier:
            chain |= frontier
            beside = 0
            for cell in bits(frontier):
                beside |= site.neighbours[cell]
            touched |= beside
            frontier = beside & left & ~chain
        left &= ~chain
        free = touched & sky
        if free:
            size, ways = chain.bit_count(), free.bit_count()
            grown_at |= free
            chained += size
            reach += size * min(ways, MOST_WAYS)
            longest, second = max(longest, size), max(second, min(longest, size))
    return SiteFeatures(grown_at.bit_count(), chained, longest, second, reach, low, high)


class Outline(NamedTuple):
    """What of a pose matters to the evaluation, whatever the game."""

    shadow: int
    """Cells of its columns that nothing can reach once it stands."""
    on_level: tuple[tuple[int, ...], ...]
    """Cubes of each class on each level."""


@lru_cache(maxsize=8)
def outlines(edition: Edition) -> tuple[Outline, ...]:
    """The outline of every pose of an edition."""
    return tuple(_outline(pose, site) for site in placement_table(edition).sites for pose in site.poses)


def _outline(pose: Pose, site: SiteTable) -> Outline:
    shadow = 0
    for x, y, level in pose.cubes:
        for lower in range(1, min(level, site.levels) + 1):
            shadow |= 1 << site.cell((x, y, lower))
    levels = range(1, site.levels + 1)
    return Outline(shadow, tuple(tuple(cubes.count(level) for level in levels) for cubes in pose.levels_of))


def draws_to_snow(position: Position) -> float:
    """How many cards will be drawn, more or less, until the next snowfall."""
    drawn, first, end = next_snow(position)
    return (max(first - drawn, 0) + max(end - drawn, 1)) / 2


def snow_chance(position: Position) -> float:
    """How likely the next card is snow, for one who knows no card."""
    drawn, first, end = next_snow(position)
    return 0.0 if drawn < first else 1.0 / max(end - drawn, 1)


def next_snow(position: Position) -> tuple[int, int, int]:
    """How many cards have been drawn, from which number on the next snowflake may come, and before which it has."""
    game = position.game
    snowy = [pile for pile in game.piles if pile.snow]
    pile = snowy[min(position.tallied, len(snowy) - 1)]
    return game.piles[-1].end - position.deck_count, pile.start, pile.end


def bucket_of(position: Position) -> int:
    """Which weights apply."""
    draws = draws_to_snow(position)
    return min(position.tallied, STAGES - 1) * (len(NEAR) + 1) + sum(draws > limit for limit in NEAR)


def weight_set(game: Game, colour: int) -> int:
    """Which set of weights a colour's future is judged by."""
    if game.mode == "solo":
        return WINTER_SET if colour == game.winter else SOLO_SET
    return min(game.seats, SETS - 1)


def has_bonus(position: Position, colour: int) -> bool:
    """Whether a colour may still place its bonus block of this stage."""
    return position.snow < len(position.bonus) and bool(position.bonus[position.snow] >> colour & 1)


class Survey:
    """A position looked at once: reachable cells, features of all sites and colours, projected scores."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.bare = [building.heights.count(0) for building in position.buildings]
        """By site: columns still visible from above."""

    @cached_property
    def bucket(self) -> int:
        """Which weights apply."""
        return bucket_of(self.position)

    @cached_property
    def sky(self) -> list[int]:
        """By site: the cells that a block can still reach."""
        skies = []
        for building in self.position.buildings:
            site = building.site
            taken = 0
            for column, height in enumerate(building.heights):
                for level in range(min(height, site.levels)):
                    taken |= 1 << level * site.width + column
            skies.append(site.above(self.position.snow) & ~taken)
        return skies

    @cached_property
    def sites(self) -> list[list[SiteFeatures]]:
        """By site and colour: what its cubes are good for."""
        depth = self.position.snow
        return [
            [
                site_features(building.site, depth, cubes, sky) if self.plays(site, colour) else NOTHING
                for colour, cubes in enumerate(building.cubes)
            ]
            for site, (building, sky) in enumerate(zip(self.position.buildings, self.sky, strict=True))
        ]

    @cached_property
    def projected(self) -> list[int]:
        """By colour: the score with all that is certain to come."""
        position, game = self.position, self.position.game
        projected = list(position.scores)
        for site, building in enumerate(position.buildings):
            seat = position.standees[site]
            if seat is not None and game.mode == "table":
                projected[game.colour_of_seat[seat]] += game.disks[site]
            elif seat == PLAYER:
                projected[game.winter] -= game.disks[site]
            for colour in range(len(projected)):
                if self.plays(site, colour):
                    for level in range(position.tallied, game.edition.levels):
                        projected[colour] += building.count(colour, level + 1) * game.marks[site][level]
        return projected

    def plays(self, site: int, colour: int) -> bool:
        """Whether a colour's cubes on a site score for somebody."""
        game = self.position.game
        if game.mode == "solo":
            return colour in (game.winter, game.colour_of_site[site])
        return colour in game.colour_of_seat

    def wait(self, colour: int, next_seat: int) -> int:
        """How many turns come before a colour's next one; in solo, before Winter's."""
        game = self.position.game
        if game.mode == "table":
            return (game.colour_of_seat.index(colour) - next_seat) % game.seats
        return game.edition.solo.player_turns - self.position.turn if colour == game.winter else 0

    def features(
        self, colour: int, next_seat: int, bonus: bool, changed: tuple[int, SiteFeatures, int] | None = None
    ) -> list[float]:
        """The features of a colour when ``next_seat`` begins its turn, in the order of the weights.

        ``changed`` is a site where a block is thought of, with the colour's features and the visible columns there
        once it stands.
        """
        position, game = self.position, self.position.game
        openings = chained = low = high = longest = second = finish = 0
        reach = 0.0
        for site, of_colour in enumerate(self.sites):
            here, bare = of_colour[colour], self.bare[site]
            if changed is not None and changed[0] == site:
                here, bare = changed[1:]
            openings += here.openings
            chained += here.chained
            reach += WAY * here.reach
            low += here.low
            high += here.high
            for size in (here.longest, here.second):
                longest, second = max(longest, size), max(second, min(longest, size))
            if 0 < bare <= ALMOST_COMPLETE:
                finish += game.disks[site]
        wait = self.wait(colour, next_seat)
        tokens = position.tokens[game.colour_of_seat.index(colour)] if game.mode == "table" else 0
        return [
            1.0,
            openings,
            chained,
            longest,
            reach,
            low,
            high,
            second,
            bonus,
            bool(tokens & FILLE),
            bool(tokens & COUREUR),
            bool(tokens & HURON),
            wait,
            0 if wait else finish,  # buildings about to be completed: by this colour next …
            finish if wait else 0,  # … or by another before it
        ]
