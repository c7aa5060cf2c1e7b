"""A turn as a prompt, an answer as a move, and a table of language models against the ladder.

>>> from random import Random
>>> import nouvelle_france as nf
>>> from nouvelle_france.envs.language import Prompt
>>> view = nf.start(nf.deal_table(nf.default_edition(), Random(1), players=2)).view(0)
>>> prompt = Prompt.of(view)
>>> prompt.read("I draw.\\nMove: 1") == prompt.actions[0]
True
>>> prompt.read("Move: 0") is None
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from nouvelle_france.bots import BOTS, Bot, play_on
from nouvelle_france.bots.stand_in import CHANCE
from nouvelle_france.edition import Edition, default
from nouvelle_france.envs.text import letters_of, tell_stock, tell_view
from nouvelle_france.record import Match, Seat
from nouvelle_france.rulebook.brief import brief
from nouvelle_france.rules import Action, Bonus, Huron, LegalActions, Place, Position, Unable, View, deal_table

Model = Callable[[str], str]
"""A language model: a prompt in, its answer out."""

TASK = "You play the board game Nouvelle-France as {seat}."
PLANS = (
    "In the plans below, each site is drawn level by level from the lowest. Letters are colours ({letters}), small "
    "ones lie under snow; a dot is a column that is free there, o a place that nothing can reach any more."
)

ASK = "Which move do you play? Think as long as you like, and end with a line `Move: N`, N being its number."
AGAIN = "Your answer had no line `Move: N` with a number from 1 to {count}. Answer again."
TRIES = 3
"""How often a model is asked before a random move is made for it."""

MOVE = re.compile(r"move\W{0,4}(\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A turn: its text, and the legal moves in the order of their numbers."""

    text: str
    actions: tuple[Action, ...]

    @classmethod
    def of(cls, view: View) -> Prompt:
        """The prompt for a seat that may act."""
        position = view.position
        edition = position.game.edition
        named = zip(letters_of(edition), edition.colour_ids, strict=True)
        letters = ", ".join(f"{letter} {name}" for letter, name in named)
        assert view.seat is not None
        actions = tuple(view.legal)
        game = position.game
        task = "\n".join([TASK.format(seat=game.name(view.seat)), *brief(game, "en"), PLANS.format(letters=letters)])
        moves = [f"{number}. {describe(position, action)}" for number, action in enumerate(actions, start=1)]
        stock = f"Blocks in stock, by shape and the colour they have twice:\n{tell_stock(position)}"
        return cls("\n\n".join([task, tell_view(view), stock, "\n".join(["Your legal moves:", *moves]), ASK]), actions)

    def read(self, answer: str) -> Action | None:
        """The last move an answer names, or a lone number; None if there is none."""
        found = MOVE.findall(answer) or re.findall(r"^\s*(\d+)\W*$", answer)
        number = int(found[-1]) if found else 0
        return self.actions[number - 1] if 1 <= number <= len(self.actions) else None


def describe(position: Position, action: Action) -> str:
    """A move in words; a placement with its cells (x, y, level) and what it gains."""
    if isinstance(action, Place | Bonus):
        placement = position.game.table[action.placement]
        cells = " ".join(f"{x},{y},{level}" for x, y, level in placement.cubes)
        gain = position.scoring(action.placement, action.seat).gain.get(position.game.name(action.seat), 0)
        return f"place {placement.block} on the {placement.site} at {cells} for {gain}"
    if isinstance(action, Huron) and action.order is not None:
        return f"put the cards back in the order {' '.join(str(place + 1) for place in action.order)}"
    if isinstance(action, Unable):
        return f"say that no {action.shape} fits, and return {action.remove} to the box"
    return {"huron": "use the Huron", "end": "end the turn"}.get(action.do, action.do)


class ModelBot:
    """A language model at a table. Faulty answers are counted, and after some tries a random move is made for it."""

    def __init__(self, model: Model, rng: Random) -> None:
        self._model = model
        self._rng = rng
        self.asked = 0
        self.faults = 0
        self.stand_in: str | None = None
        """Who made its last move: ``chance``, where it named none."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action to play; if there is only one, the model is not asked."""
        self.stand_in = None
        if len(legal) == 1:
            return next(iter(legal))
        prompt = Prompt.of(view)
        text = prompt.text
        for _ in range(TRIES):
            self.asked += 1
            found = prompt.read(self._model(text))
            if found is not None:
                return found
            self.faults += 1
            text = f"{prompt.text}\n\n{AGAIN.format(count=len(prompt.actions))}"
        self.stand_in = CHANCE
        return self._rng.choice(prompt.actions)


@dataclass(frozen=True, slots=True)
class Score:
    """A model's results against a bot: its share of wins, its mean lead, the share of its answers that were not moves.

    ``stand_ins`` is how many of the bot's moves somebody else chose, because its time (``NAME@SECONDS``) was over.
    """

    model: str
    bot: str
    games: int
    won: float
    lead: float
    faults: float
    stand_ins: int


def score(
    models: Mapping[str, Model], bots: Sequence[str], deals: int, seed: int = 1, edition: Edition | None = None
) -> list[Score]:
    """Every model against every bot: each deal twice, with the seats swapped."""
    box = edition or default()
    return [_score(name, model, bot, deals, seed, box) for name, model in models.items() for bot in bots]


def _score(name: str, model: Model, bot: str, deals: int, seed: int, edition: Edition) -> Score:
    won = lead = 0.0
    asked = faults = stand_ins = 0
    for deal in range(deals):
        for seat in (0, 1):
            setup = deal_table(edition, Random(f"{seed}/{deal}"), 2)
            ours = ModelBot(model, Random(f"{seed}/{deal}/{seat}/model"))
            theirs = BOTS[bot](Random(f"{seed}/{deal}/{seat}/bot"))
            seated: list[Bot] = [ours, theirs] if seat == 0 else [theirs, ours]
            match = Match(setup, [Seat(colour, bot) for colour in setup.game.colours])
            play_on(match, seated)
            result = match.state.position.result
            assert result is not None
            mine, other = setup.game.colours[seat], setup.game.colours[1 - seat]
            won += (mine in result.winners) / len(result.winners)
            lead += result.scores[mine] - result.scores[other]
            asked, faults = asked + ours.asked, faults + ours.faults
            stand_ins += sum(it.stand_in is not None and it.action.seat != seat for it in match.history)
    games = 2 * deals
    return Score(name, bot, games, won / games, lead / games, faults / max(asked, 1), stand_ins)
