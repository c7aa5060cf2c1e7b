"""Everything that lies open on the table: a position without the deck's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from nouvelle_france.edition.model import fields_only
from nouvelle_france.geometry import Pose, bits
from nouvelle_france.rules.actions import Action
from nouvelle_france.rules.building import Building
from nouvelle_france.rules.errors import GameOverError
from nouvelle_france.rules.events import ScoredCubes
from nouvelle_france.rules.game import PLAYER, WINTER, Game
from nouvelle_france.rules.legal import LegalActions
from nouvelle_france.rules.phase import Phase


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended; keys are the names a record uses. ``decided_by`` as in :class:`~.events.GameOver`."""

    scores: Mapping[str, int] = field(hash=False)
    standees: Mapping[str, str | None] = field(hash=False)
    winners: tuple[str, ...]
    decided_by: str


class Choice(NamedTuple):
    """Placements of one shape on one site: a bit set of the site's poses, and one of the blocks' colours."""

    site: int
    shape: int
    poses: int
    colours: int


class WinterChoice(NamedTuple):
    """Winter's best placements (SOL-5) and why: their white cubes (a), points (b) and stick marks (c).

    They are in placement order: which of them is played is the player's choice, or it is the first (d). There are none
    when Winter is stuck.
    """

    white_cubes: int
    points: int
    marks: int
    placements: tuple[int, ...]
    scoring: int
    """How many placements there are with these white cubes and points, whatever their stick marks."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a placement would do: cubes that score, challenges it earns, whether it completes the site."""

    scored: tuple[ScoredCubes, ...]
    completes: bool
    challenges: tuple[int, ...]
    gain: Mapping[str, int]
    """Points by colour, challenge points included, never a zero."""


@dataclass(frozen=True)
class Position:
    """The public state of a game. Tuples are by colour, site, shape or seat, in the edition's or seat order."""

    game: Game
    phase: Phase
    active: int
    """Whose turn it is."""
    asked: tuple[int, ...]
    """The seats still to act in this phase, from the one to be asked first."""
    buildings: tuple[Building, ...]
    scores: tuple[int, ...]
    """By colour; disks are only in the result."""
    display: tuple[str, ...]
    """The visible cards, the newest last."""
    deck_count: int
    stock: tuple[int, ...]
    """By shape: the bit set of colours whose block is in stock."""
    bonus: tuple[int, ...]
    """By bonus shape: the bit set of colours whose block is not used up or gone."""
    tokens: tuple[int, ...]
    """By seat: the ally tokens face up."""
    standees: tuple[int | None, ...]
    """By site: the seat that completed it."""
    snow: int = 0
    """How many snowfalls there were, which is the snow depth."""
    points: int = 0
    """The points of the placement that Fille and Coureur are asked about."""
    claim: tuple[str, str] | None = None
    """The shape claimed to be unplaceable and the block that goes to the box."""
    turn: int = 0
    """Solo: the turn of the cycle, the player's first; the last is Winter's."""
    due: tuple[tuple[int, int], ...] = ()
    """Solo: the bonus pieces to place, as (bonus shape, colour of the marker that triggered it)."""
    reached: tuple[int, ...] = ()
    """Solo: by bonus shape, the bit set of colours that triggered it already."""
    earned: tuple[int, ...] = ()
    """Solo: the challenges done, in the order they were."""
    snowing: bool = False
    """Solo: a snowfall was tallied and waits for due bonus blocks before the snow lies."""
    result: Result | None = field(default=None)

    __getstate__ = fields_only

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that may act now: several only in the Coureur window (ALY-3)."""
        return self.asked if self.phase is Phase.COUREUR else self.asked[:1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER

    @property
    def legal(self) -> LegalActions:
        """Every legal action, of whichever seats may act."""
        return LegalActions(self)

    @cached_property
    def legal_of(self) -> dict[int | None, dict[str, Sequence[Action]]]:
        """What :attr:`legal` has worked out so far, by seat (None: of all) and kind.

        It is kept here since a view that were kept would keep its position: a circle, which lives until the garbage
        collector comes by, and a server that plays a thousand moves a second would hardly do anything else.
        """
        return {}

    def summary(self) -> str:
        """One line for messages."""
        if self.over:
            return "the game is over"
        who = " or ".join(self.game.name(seat) for seat in self.movers)
        cards = ", ".join(self.display) or "none"
        return f"phase {self.phase.value}, {who} to act, cards {cards}, snow {self.snow}"

    def score(self, colour: str) -> int:
        """The score of a colour."""
        return self.scores[self.game.edition.colour_ids.index(colour)]

    @property
    def tallied(self) -> int:
        """How many levels have been scored: in solo, while bonus blocks are due, one more than lie under snow."""
        return self.snow + self.snowing

    @property
    def snow_may_come(self) -> bool:
        """Whether the pile with the next snowflake has been reached, as far as everyone knows (SET-3)."""
        if self.over:
            return False
        drawn = self.game.piles[-1].end - self.deck_count
        next_snow = [pile for pile in self.game.piles if pile.snow][self.tallied]
        return drawn >= next_snow.start

    def holds(self, seat: int, token: int) -> bool:
        """Whether a seat has that ally token face up."""
        return bool(self.tokens[seat] & token)

    # -- placements ------------------------------------------------------------------------------------------

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """What may be placed now, in placement order; not for Winter, who follows SOL-5."""
        shapes = len(self.game.edition.shapes)
        match self.phase:
            case Phase.TURN:
                own = self.bonus[self.snow] & 1 << self.game.colour_of_seat[self.active]
                return self._choices([(shapes + self.snow, own)])
            case Phase.DUE:
                piece = self.due[0][0]
                return self._choices([(shapes + piece, self.bonus[piece])])
            case Phase.CLAIMED:
                assert self.claim is not None
                shape = self.game.table.shape_number[self.claim[0]]
                return self._choices([(shape, self.stock[shape])])
            case Phase.PLACE if self.game.mode == "solo" and self.active == PLAYER:
                return self._choices(self._visible(), self.allowed_sites, self.unearned)
            case Phase.PLACE:
                return self.visible_choices
            case _:
                return ()

    @cached_property
    def visible_choices(self) -> tuple[Choice, ...]:
        """What the visible cards offer on any site, whatever the phase; Winter chooses from it (SOL-5)."""
        return self._choices(self._visible())

    def _visible(self) -> list[tuple[int, int]]:
        return [
            (shape, self.stock[shape]) for shape, id in enumerate(self.game.edition.shape_ids) if id in self.display
        ]

    def _choices(
        self,
        shapes: list[tuple[int, int]],
        sites: tuple[int, ...] | None = None,
        unearned: tuple[int, ...] = (),
    ) -> tuple[Choice, ...]:
        choices = []
        for site in sites if sites is not None else range(len(self.buildings)):
            poses = self._poses(site, unearned)
            for shape, colours in shapes:
                fitting = poses & self.buildings[site].site.of_shape[shape]
                if fitting and colours:
                    choices.append(Choice(site, shape, fitting, colours))
        return tuple(choices)

    def _poses(self, site: int, unearned: tuple[int, ...]) -> int:
        """Poses that stand on a site, above the top level only where that earns a challenge (PLC-4, CHA-9)."""
        building = self.buildings[site]
        allowed = building.standing & ~building.site.too_high
        for challenge in unearned:
            allowed |= building.standing & building.site.too_high_for[challenge]
        return allowed

    def fits(self, shape: str) -> bool:
        """Whether some block of a construction shape in stock can be placed somewhere (UNA-2)."""
        number = self.game.table.shape_number[shape]
        return bool(self._choices([(number, self.stock[number])]))

    @cached_property
    def unearned(self) -> tuple[int, ...]:
        """The challenges in play and not yet done."""
        return tuple(it for it in self.game.challenges_on if it not in self.earned)

    @cached_property
    def required_site(self) -> int | None:
        """The site fixed for this player turn, while a block in stock still fits there (CHA-2..5)."""
        if self.game.mode != "solo" or self.active != PLAYER:
            return None
        id = self.game.required_sites[self.turn]
        if id is None:
            return None
        site = self.game.edition.site_ids.index(id)
        in_stock = [(shape, colours) for shape, colours in enumerate(self.stock)]
        return site if self._choices(in_stock, (site,), self.unearned) else None

    @property
    def allowed_sites(self) -> tuple[int, ...]:
        """The sites the solo player may use this turn."""
        return tuple(range(len(self.buildings))) if self.required_site is None else (self.required_site,)

    @cached_property
    def winter_choice(self) -> WinterChoice:
        """What SOL-5 leaves Winter to choose from."""
        white = self.game.winter
        best = (-1, 0, 0)
        tied: list[int] = []
        scoring = 0
        for choice in self.visible_choices:
            building = self.buildings[choice.site]
            for block in bits(choice.colours):
                white_cubes = self.cubes_of(white, choice.shape, block)
                for pose in self.poses(choice) if white_cubes >= best[0] else ():
                    points = building.points(pose, block, white, self.snow)
                    worth = (white_cubes, points, self.marks_of(pose, block, white))
                    if worth[:2] > best[:2]:
                        scoring = 0
                    scoring += worth[:2] >= best[:2]
                    if worth > best:
                        best, tied = worth, []
                    if worth == best:
                        tied.append(pose.id * self.game.table.colours + block)
        return WinterChoice(*best, tuple(sorted(tied)), scoring)

    def cubes_of(self, colour: int, shape: int, block: int) -> int:
        """How many cubes of a colour the block of a construction shape has."""
        cubes = len(self.game.edition.shapes[shape].cubes)
        colours = len(self.scores)
        return sum((block + cube) % colours == colour for cube in range(cubes))

    def poses(self, choice: Choice) -> list[Pose]:
        """The poses of a choice, in id order."""
        poses = self.buildings[choice.site].site.poses
        return [poses[i] for i in bits(choice.poses)]

    def marks_of(self, pose: Pose, block: int, colour: int) -> int:
        """What a colour's cubes of a placement will earn at the coming snowfalls: the stick marks of their levels."""
        marks = self.game.marks[pose.site]
        levels = pose.levels_of[(colour - block) % len(self.scores)]
        return sum(marks[level - 1] for level in levels if self.tallied < level <= len(marks))

    def scoring(self, placement: int, seat: int) -> Scoring:
        """What a placement by a seat scores, completes and earns (SCO, SOL-4, SOL-6, CHA-7)."""
        game = self.game
        if self.over:
            raise GameOverError("END-1", "the game is over", self)
        pose, block = game.table.pose(placement), placement % game.table.colours
        building = self.buildings[pose.site]
        if game.mode == "table":
            colours: tuple[int, ...] = (game.colour_of_seat[seat],)
        elif seat == WINTER:
            colours = (game.winter,)
        else:
            colours = (game.colour_of_site[pose.site], game.winter)
        scored = []
        gain: dict[str, int] = {}
        for colour in sorted(colours):
            colour_class = (colour - block) % len(self.scores)
            count, touched = pose.links[self.snow][colour_class]
            if not count:
                continue
            new = pose.cells_of[colour_class] & building.site.above(self.snow)
            linked = building.linked(touched, colour, self.snow)
            id = game.edition.colour_ids[colour]
            scored.append(ScoredCubes(id, building.site.cubes(new), building.site.cubes(linked)))
            gain[id] = scored[-1].points
        challenges = self.earns(pose) if seat == PLAYER else ()
        if challenges:
            id = game.edition.sites[pose.site].solo_colour
            gain[id] = gain.get(id, 0) + game.edition.solo.challenge_points * len(challenges)
            gain = {id: gain[id] for id in game.edition.colour_ids if id in gain}
        return Scoring(tuple(scored), building.completed_by(pose), challenges, gain)

    def earns(self, pose: Pose) -> tuple[int, ...]:
        """The challenges that are done once the solo player has placed this (CHA-7, CHA-9)."""
        if not self.unearned or pose.shape >= len(self.game.edition.shapes):
            return ()
        building = self.buildings[pose.site]
        earlier = [
            other
            for other, seat in ((self.game.table.pose(placement), seat) for placement, seat in building.placed)
            if seat == PLAYER and other.shape == pose.shape
        ]
        earned = []
        for number in self.unearned:
            challenge = self.game.edition.solo.challenges[number]
            site = self.game.edition.site_ids.index(challenge.site)
            if site != pose.site or challenge.shape != self.game.edition.shape_ids[pose.shape]:
                continue
            if challenge.rectangle:
                done = any(
                    _is_upright_rectangle((pose, *others), challenge.rectangle)
                    for others in combinations(earlier, challenge.count - 1)
                )
            elif challenge.pose:
                done = sum(number in it.challenges for it in (pose, *earlier)) >= challenge.count
            else:
                done = len(earlier) + 1 >= challenge.count
            if done:
                earned.append(number)
        return tuple(earned)


def _is_upright_rectangle(poses: tuple[Pose, ...], size: tuple[int, int]) -> bool:
    """Whether blocks fill a standing rectangle of that width and height (the Scythes' challenge)."""
    cubes = [cube for pose in poses for cube in pose.cubes]
    xs, ys, levels = ({cube[axis] for cube in cubes} for axis in range(3))
    width, height = size
    return (
        sorted((len(xs), len(ys))) == [1, width]
        and len(levels) == height
        and len(cubes) == width * height
        and max(xs) - min(xs) + max(ys) - min(ys) == width - 1
        and max(levels) - min(levels) == height - 1
    )
