"""Playing an action: a working copy of a state on which the rules act. Table and solo games build on it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from nouvelle_france.rules import foresight as memory
from nouvelle_france.rules.actions import Action, Bonus, Draw, Place
from nouvelle_france.rules.events import (
    Completed,
    Drew,
    Event,
    GameOver,
    Placed,
    Removed,
    SiteTally,
    SnowFell,
)
from nouvelle_france.rules.foresight import Foresight
from nouvelle_france.rules.phase import Phase
from nouvelle_france.rules.position import Position, Result, Scoring
from nouvelle_france.rules.setup import SNOW


class Play(ABC):
    """A mutable copy of a position and its secrets, for the length of one action (already checked as legal)."""

    def __init__(self, position: Position, deck: tuple[str, ...], foresight: tuple[Foresight, ...]) -> None:
        self.game = position.game
        self.phase = position.phase
        self.active = position.active
        self.asked = position.asked
        self.buildings = list(position.buildings)
        self.scores = list(position.scores)
        self.display = list(position.display)
        self.deck = list(deck)
        self.stock = list(position.stock)
        self.bonus = list(position.bonus)
        self.tokens = list(position.tokens)
        self.standees = list(position.standees)
        self.snow = position.snow
        self.points = position.points
        self.claim = position.claim
        self.turn = position.turn
        self.due = list(position.due)
        self.reached = list(position.reached)
        self.earned = list(position.earned)
        self.snowing = position.snowing
        self.result = position.result
        self.before = position
        self.foresight = list(foresight)
        self.events: list[Event] = []

    def position(self) -> Position:
        """The position now."""
        return Position(
            game=self.game,
            phase=self.phase,
            active=self.active,
            asked=self.asked,
            buildings=tuple(self.buildings),
            scores=tuple(self.scores),
            display=tuple(self.display),
            deck_count=len(self.deck),
            stock=tuple(self.stock),
            bonus=tuple(self.bonus),
            tokens=tuple(self.tokens),
            standees=tuple(self.standees),
            snow=self.snow,
            points=self.points,
            claim=self.claim,
            turn=self.turn,
            due=tuple(self.due),
            reached=tuple(self.reached),
            earned=tuple(self.earned),
            snowing=self.snowing,
            result=self.result,
        )

    @abstractmethod
    def apply(self, action: Action) -> None:
        """Play a legal action."""

    def await_(self, phase: Phase, *seats: int) -> None:
        """Wait for these seats to act."""
        self.phase = phase
        self.asked = seats

    # -- cards -----------------------------------------------------------------------------------------------

    def draw(self, action: Draw) -> None:
        """Turn up the top card: a shape joins the display, snow suspends the turn (TRN-1, TRN-2)."""
        card = self.deck.pop(0)
        self.foresight = [memory.drawn(known, card) for known in self.foresight]
        self.events.append(Drew(action.seat, card))
        if card == SNOW:
            self.snowfall()
        else:
            self.display.append(card)
            self.await_(Phase.PLACE, self.active)

    def discard(self, shape: str) -> None:
        """Take a visible card of that shape away; the newest of several alike stays the newest."""
        self.display.remove(shape)

    def take_from_stock(self, block: str) -> None:
        """A construction block leaves the stock."""
        shape, colour = divmod(self.game.table.block_number[block], self.game.table.colours)
        self.stock[shape] &= ~(1 << colour)

    def remove(self, seat: int, shape: str, block: str) -> None:
        """A visible card and a block of its shape go to the box (UNA-3, SOL-6, SOL-10)."""
        self.discard(shape)
        self.take_from_stock(block)
        self.events.append(Removed(seat, block))

    # -- placing ---------------------------------------------------------------------------------------------

    def put(self, action: Place | Bonus) -> Scoring:
        """Put the block down, score it, and hand over the standee of a completed site (SCO, CMPL-1)."""
        table = self.game.table
        scoring = self.before.scoring(action.placement, action.seat)
        pose, colour = table.pose(action.placement), action.placement % table.colours
        building = self.buildings[pose.site]
        self.buildings[pose.site] = building.with_block(pose, colour, action.placement, action.seat)
        if isinstance(action, Bonus):
            self.bonus[pose.shape - len(self.game.edition.shapes)] &= ~(1 << colour)
        else:
            self.discard(table.shape_ids[pose.shape])
            self.stock[pose.shape] &= ~(1 << colour)
        for id, points in scoring.gain.items():
            self.scores[self.game.edition.colour_ids.index(id)] += points
        self.events.append(Placed(action.seat, action.placement, scoring.scored, isinstance(action, Bonus)))
        if scoring.completes:
            self.standees[pose.site] = action.seat
            self.events.append(Completed(action.seat, self.game.edition.site_ids[pose.site]))
        return scoring

    # -- snow ------------------------------------------------------------------------------------------------

    @abstractmethod
    def snowfall(self) -> None:
        """What a snowflake does."""

    @abstractmethod
    def colours_counted(self, site: int) -> list[int]:
        """The colours that a snowfall counts on a site."""

    def tally(self) -> None:
        """Score the next level of all sites (SNW-1)."""
        level = self.snow + 1
        ids = self.game.edition.colour_ids
        tallies = []
        for site, building in enumerate(self.buildings):
            mark = self.game.marks[site][level - 1]
            cubes = {colour: building.count(colour, level) for colour in self.colours_counted(site)}
            for colour, count in cubes.items():
                self.scores[colour] += count * mark
            tallies.append(
                SiteTally(self.game.edition.site_ids[site], mark, {ids[colour]: n for colour, n in cubes.items()})
            )
        self.events.append(SnowFell(level, tuple(tallies)))

    # -- the end ---------------------------------------------------------------------------------------------

    def finish(self, disks: dict[str, int], names: list[str], winners: list[str], decided_by: str) -> None:
        """The third snowfall ends the game; ``names`` are the colours whose scores count."""
        self.snow = self.game.edition.levels
        self.await_(Phase.OVER)
        ids = self.game.edition.colour_ids
        scores = {name: self.scores[ids.index(name)] + disks.get(name, 0) for name in names}
        standees = {
            site: None if seat is None else self.game.name(seat)
            for site, seat in zip(self.game.edition.site_ids, self.standees, strict=True)
        }
        self.result = Result(scores, standees, tuple(winners), decided_by)
        self.events.append(GameOver(scores, disks, tuple(winners), decided_by))
