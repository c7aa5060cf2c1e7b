"""The whole state of a game, its secrets included: what the one who deals the cards knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from nouvelle_france.rules.actions import Action
from nouvelle_france.rules.building import Building
from nouvelle_france.rules.events import Event
from nouvelle_france.rules.foresight import Foresight
from nouvelle_france.rules.legal import LegalActions
from nouvelle_france.rules.phase import COUREUR, FILLE, HURON, Phase
from nouvelle_france.rules.position import Position
from nouvelle_france.rules.refusal import check
from nouvelle_france.rules.setup import Setup
from nouvelle_france.rules.solo import SoloPlay
from nouvelle_france.rules.table import TablePlay


@dataclass(frozen=True, slots=True)
class State:
    """A position, the deck (top card first) and what each seat remembers of it."""

    position: Position
    deck: tuple[str, ...]
    foresight: tuple[Foresight, ...]

    @property
    def legal(self) -> LegalActions:
        """Every legal action."""
        return self.position.legal

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.over

    def play(self, action: Action) -> Step:
        """The state after an action, and what it caused. Raises an :class:`~.errors.ActionError`."""
        check(self.position, action)
        kind = TablePlay if self.position.game.mode == "table" else SoloPlay
        play = kind(self.position, self.deck, self.foresight)
        play.apply(action)
        return Step(State(play.position(), tuple(play.deck), tuple(play.foresight)), tuple(play.events))

    def view(self, seat: int | None) -> View:
        """Everything that seat may know, and nothing else; None is a spectator."""
        if seat is None:
            return View(self.position, None, ())
        if seat not in range(self.position.game.seats):
            raise ValueError(f"there is no seat {seat!r} of {self.position.game.seats}")
        return View(self.position, seat, self.foresight[seat])


class Step(NamedTuple):
    """What an action led to."""

    state: State
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A position as a seat sees it, with what it remembers from looking at the deck, from the top."""

    position: Position
    seat: int | None
    foresight: Foresight

    @property
    def legal(self) -> LegalActions:
        """The seat's own legal actions; empty when it is not to act."""
        return self.position.legal.of_seat(-1 if self.seat is None else self.seat)


def start(setup: Setup) -> State:
    """The state at the beginning of a game (SET, VAR-1, SOL-1)."""
    game, deck = setup.game, setup.deck
    edition = game.edition
    solo = game.mode == "solo"
    display = 0 if game.rules.one_card else edition.deck.display
    all_colours = (1 << len(edition.colours)) - 1
    players = game.colour_of_site if solo else game.colour_of_seat
    bonus_colours = sum(1 << colour for colour in players)
    tokens = 0 if game.rules.allies == "none" else FILLE | COUREUR | HURON
    position = Position(
        game=game,
        phase=Phase.DRAW if solo else Phase.TURN,
        active=0,
        asked=(0,),
        buildings=tuple(
            Building.empty(site, len(edition.colours), game.rules.support == "leaning") for site in game.table.sites
        ),
        scores=(0,) * len(edition.colours),
        display=deck[:display],
        deck_count=len(deck) - display,
        stock=(all_colours,) * len(edition.shapes),
        bonus=(bonus_colours,) * len(edition.bonus),
        tokens=(tokens,) * game.seats,
        standees=(None,) * len(edition.sites),
        reached=(0,) * len(edition.bonus) if solo else (),
    )
    return State(position, deck[display:], ((),) * game.seats)
