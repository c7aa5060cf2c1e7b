"""Playing in the terminal: the picture, what happened in words, and what the player is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.console import Console

from nouvelle_france.bots import Bot, play_on
from nouvelle_france.bots.stand_in import HARMLESS
from nouvelle_france.cli.drawing import card_line, cubes_of, draw, draw_blocks, letters, seat_names, status_line
from nouvelle_france.cli.menu import Item, Menu
from nouvelle_france.cli.narration import ending, gains, tell, tell_stand_in
from nouvelle_france.geometry import Cube
from nouvelle_france.record import Match
from nouvelle_france.rulebook import brief
from nouvelle_france.rules import (
    Action,
    Bonus,
    Event,
    Huron,
    LegalActions,
    Phase,
    Place,
    Position,
    Unable,
    View,
    seen_by,
)
from nouvelle_france.rules.events import Placed, Removed, SnowFell
from nouvelle_france.rules.game import WINTER


class TerminalGame:
    """One person at seat ``human``, bots at the others. In solo the person may move Winter's blocks too (SOL-5d)."""

    def __init__(
        self,
        match: Match,
        human: int,
        bots: Mapping[int, Bot],
        console: Console,
        ask: Callable[[str], str],
        moves_winter: bool = False,
    ) -> None:
        self.match = match
        self.human = human
        self.acting = human
        """The seat being played: the person's own, or Winter's."""
        self.moves_winter = moves_winter
        self.bots = bots
        self.console = console
        self.ask = ask
        self.names = seat_names(match)
        self._newest: list[tuple[int, Cube]] = []
        self._stale = True

    @property
    def position(self) -> Position:
        """The position now."""
        return self.match.state.position

    @property
    def choosing_for_winter(self) -> bool:
        """Whether the player chooses among placements equal for Winter (SOL-5d)."""
        return self.position.game.mode == "solo" and self.acting == WINTER

    def run(self) -> None:
        """Play to the end; raises Quit when the player leaves."""
        self.say_rules()
        ids = self.position.game.edition.colour_ids
        key = ", ".join(f"{letter} {id}" for letter, id in zip(letters(self.position.game.edition), ids, strict=True))
        self.say(f"\nLetters: {key}. Type help for what you can type.\n")
        seated = {**self.bots, self.human: self}
        if self.position.game.mode == "solo" and self.moves_winter:
            seated[WINTER] = self
        play_on(self.match, [seated[seat] for seat in range(len(seated))], self._after)
        self.show()
        self.say(ending(self.position, self.names, self.human))

    def put_cards_back(self) -> None:
        """If the player leaves while looking at cards, they go back in the same order, and the record says so."""
        if self.position.phase in (Phase.LOOK_BEFORE, Phase.LOOK_AFTER):
            self.match.play(next(iter(self.position.legal)), stand_in=HARMLESS)

    def say(self, text: str) -> None:
        """Print plain text."""
        self.console.print(text)

    def say_rules(self) -> None:
        """The rules of this game in a minute, from the rulebook."""
        self.say("\n".join(brief(self.position.game, "en")).replace("`", ""))
        self.say("Every rule by its number or a word: nouvelle-france rules.")

    def _after(self, events: tuple[Event, ...]) -> None:
        """Print what happened; the picture follows before the next decision."""
        for event in events:
            if isinstance(event, Placed):
                self._newest += cubes_of(self.position.game, event.placement)
            self._stale = self._stale or isinstance(event, Placed | SnowFell | Removed)
            told = tell(seen_by(event, self.human), self.position.game, self.names)
            if told:
                self.say(told)
        played = self.match.history[-1]
        if played.stand_in is not None:
            self.say(tell_stand_in(played.stand_in, self.names[played.action.seat]))

    def show(self) -> None:
        """Print the picture."""
        self.console.print(draw(self.position, self.names, self._newest))
        self._stale = False

    # -- the player's choice -----------------------------------------------------------------------------------

    def choose(self, view: View, legal: LegalActions) -> Action:
        """Ask the player until an action is chosen."""
        if len(legal) == 1:
            return next(iter(legal))  # nothing to choose
        assert view.seat is not None
        self.acting = view.seat
        if self._stale:
            self.show()
            self._newest = []
        if legal.of_kind("place"):
            claimed = self.position.claim
            self.console.print(draw_blocks(self.position, [claimed[0]] if claimed else self.position.display))
        return Menu(self, self._items()).choose()

    def _items(self) -> list[Item]:
        """Every legal action: the plain ones, then the placements by falling gain, equal ones together."""
        items: list[Item] = []
        groups: dict[tuple[int, int, str, str, str, str, str], list[Place | Bonus]] = {}
        for action in self.match.state.view(self.acting).legal:
            if isinstance(action, Place | Bonus):
                placement = self.position.game.table[action.placement]
                scoring = self.position.scoring(action.placement, self.acting)
                note = "completes it!" if scoring.completes else ""
                for challenge in scoring.challenges:
                    note += f" {self.position.game.edition.solo.challenges[challenge].names['en']}!"
                worth, later = self._worth(action, scoring.gain)
                told = gains(scoring.gain)
                key = (-worth, -later, placement.block, placement.site, told, note.strip(), action.do)
                groups.setdefault(key, []).append(action)
            elif (label := self.describe(action)) not in (item.label for item in items):
                items.append(Item(label, (action,)))  # orders that differ only in identical cards are one choice
        for group, ways in sorted(groups.items(), key=lambda it: (it[0][:2], it[1][0].placement)):
            _, less, block, site, told, note, do = group
            items.append(Item(f"{do} {block} on the {site}", tuple(ways), told, f"{-less:+d}", note, block, site))
        return items

    def _worth(self, action: Place | Bonus, gain: Mapping[str, int]) -> tuple[int, int]:
        """Points now and stick marks to come, each minus Winter's in solo; for Winter, white's alone."""
        position = self.position
        game = position.game
        pose, block = game.table.pose(action.placement), action.placement % game.table.colours
        ids = game.edition.colour_ids
        if game.mode == "table":
            own = game.colour_of_seat[self.human]
            return gain.get(ids[own], 0), position.marks_of(pose, block, own)
        if self.choosing_for_winter:
            return gain.get(ids[game.winter], 0), position.marks_of(pose, block, game.winter)
        own = game.colour_of_site[pose.site]
        return (
            gain.get(ids[own], 0) - gain.get(ids[game.winter], 0),
            position.marks_of(pose, block, own) - position.marks_of(pose, block, game.winter),
        )

    def describe(self, action: Action) -> str:
        """An action in a few words."""
        match action:
            case Place() | Bonus():
                placement = self.position.game.table[action.placement]
                return f"{action.do} {placement.block} on the {placement.site}"
            case Huron(order=order) if order is not None:
                known = [foreseen.cards[0] for foreseen in self.match.state.view(self.human).foresight]
                return "put back, next first: " + ", ".join(known[index] for index in order)
            case Unable():
                return f"unable {action.shape}: {action.remove} goes to the box"
            case _:
                return action.do

    def heading(self) -> str:
        """Whose turn it is and what can be seen, in two lines."""
        position = self.position
        game = position.game
        if game.mode == "table":
            scores = ", ".join(
                f"{self.names[seat]} {position.scores[colour]}" for seat, colour in enumerate(game.colour_of_seat)
            )
        else:
            scores = ", ".join(f"{id} {position.score(id)}" for id in game.edition.colour_ids)
        who = f"{self.names[self.human]}: " if game.mode == "table" else ""
        told = f"\n{card_line(position)}; {scores}\n{who}{status_line(position)}"
        if self.choosing_for_winter:
            told += "\nThese are equal for Winter (SOL-5): you choose; Enter takes the one it usually takes."
        return told
