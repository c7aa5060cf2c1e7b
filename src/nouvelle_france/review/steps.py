"""The steps of a finished game: every action with the state it was chosen in and a seed without hidden cards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from nouvelle_france.edition import Edition
from nouvelle_france.record import Match, Moment, Record, Timeline, verified, write_action
from nouvelle_france.rules import Action, Draw, Game, Huron, Phase, Position, State
from nouvelle_france.rules.events import Drew
from nouvelle_france.rules.game import WINTER


class UnfinishedGameError(ValueError):
    """The game is not over: its deck is secret, and nobody may learn from it yet."""

    def __init__(self) -> None:
        super().__init__("the game is not over: only finished games are analysed")


@dataclass(frozen=True, slots=True)
class Step:
    """An action of a game and the state it was chosen in.

    ``moment`` is the one it led to, ``move`` the entry of the record, both counted from 1.
    """

    moment: int
    move: int
    state: State
    action: Action
    seed: str
    """Made only of public knowledge: the randomness that judges a choice must not depend on hidden cards."""
    fresh: bool
    """Whether a card was seen or a turn begun since the previous step: then the game is evaluated again."""

    @property
    def position(self) -> Position:
        """The open position."""
        return self.state.position

    @property
    def by_winter(self) -> bool:
        """SOL-5: the rules choose for Winter; between equals, whoever moves its blocks."""
        return self.position.game.mode == "solo" and self.action.seat == WINTER

    @property
    def is_choice(self) -> bool:
        """Whether a player had something else to do."""
        return not self.by_winter and len(self.position.legal.of_seat(self.action.seat)) > 1

    @property
    def is_open(self) -> bool:
        """Whether the action turned up a card, or showed cards to its seat, that nobody had seen."""
        unseen = not any(self.state.foresight)
        return (isinstance(self.action, Draw) and unseen) or self.looks

    @property
    def card(self) -> str:
        """The top card of the deck."""
        return self.state.deck[0]

    @property
    def puts_back(self) -> bool:
        """ALY-4: whether a Huron puts the cards back that it has seen."""
        return isinstance(self.action, Huron) and self.action.order is not None

    @property
    def looks(self) -> bool:
        """ALY-4: whether a Huron looks, which comes before putting back."""
        return isinstance(self.action, Huron) and self.action.order is None


def steps_of(match: Match) -> tuple[Step, ...]:
    """All steps of a finished match. Raises an :class:`UnfinishedGameError`."""
    if not match.state.over:
        raise UnfinishedGameError
    return tuple(_steps(Timeline.of_match(match)))


def match_of(record: Record, edition: Edition) -> Match:
    """A record's match, if it keeps the rules and is finished.

    Raises a :class:`~nouvelle_france.record.FaultyRecordError`, an :class:`UnfinishedGameError` and what replaying
    raises.
    """
    if record.result is None:
        raise UnfinishedGameError
    return verified(record, edition)


def digest_of(record: Record) -> str:
    """The digest of a record: the same for the same game."""
    return sha256(record.to_json().encode()).hexdigest()


def _steps(timeline: Timeline) -> Iterator[Step]:
    game = timeline.setup.game
    public = sha256(_told(_beginning(game, timeline[0].position)))
    before, fresh = timeline[0], True
    for moment in timeline[1:]:
        assert moment.action is not None
        # Until the turn ends, the game stands as the choice left it: nobody has learnt anything new.
        fresh = fresh or before.position.phase in (Phase.TURN, Phase.DRAW)
        step = Step(moment.number, moment.move, before.state, moment.action, public.hexdigest(), fresh)
        yield step
        fresh = step.is_open or step.by_winter
        public.update(_told(_happened(game, moment)))
        before = moment


def _told(thing: object) -> bytes:
    return json.dumps(thing, sort_keys=True).encode()


def _beginning(game: Game, position: Position) -> list[object]:
    """The fixed public facts."""
    return [
        game.edition.digest, game.mode, repr(game.rules), game.colours, game.sticks, repr(game.solo),
        game.required_sites, position.display,
    ]  # fmt: skip


def _happened(game: Game, moment: Moment) -> list[object]:
    """What everybody learnt: of a Huron, only that it looked or put cards back, not the order (ALY-4)."""
    assert moment.action is not None
    action = write_action(game, moment.action)
    put_back = action.pop("order", None) is not None
    drawn = [event.card for event in moment.events if isinstance(event, Drew)]
    return [action, put_back, drawn]
