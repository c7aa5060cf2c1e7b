"""Playing in the terminal: numbered choices, typed commands, the picture after each move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice

from rich.console import Console
from rich.table import Table

from nouvelle_france.bots import Bot, next_seat, winter_action
from nouvelle_france.cli.drawing import draw, status_line
from nouvelle_france.cli.narration import gains, tell
from nouvelle_france.geometry import Cube
from nouvelle_france.record import Match
from nouvelle_france.rules import (
    WINTER,
    Action,
    ActionError,
    Bonus,
    Event,
    Huron,
    Place,
    Position,
    Unable,
    seen_by,
    why_not,
)
from nouvelle_france.rules.events import Placed, Removed, SnowFell

PAGE = 12
"""How many choices are listed at a time."""

HELP = """\
A number takes that choice. You can also type:
  more                           the next choices          site SITE, block BLOCK    only those choices
  all                            every choice again        show                      the picture again
  draw, huron, end, fille, coureur, decline, pass          that action, when it is in the list
  place BLOCK SITE x,y,level …   a placement by its cells, in the block's own cube order (bonus … likewise)
  unable SHAPE BLOCK             name a shape that cannot be placed, and the block that goes to the box
  help, quit"""


class Quit(Exception):  # noqa: N818 - the player's wish, not an error
    """The player leaves."""


class TerminalGame:
    """One person at seat ``human``, bots at the others."""

    def __init__(
        self, match: Match, human: int, bots: Mapping[int, Bot], console: Console, ask: Callable[[str], str]
    ) -> None:
        self.match = match
        self.human = human
        self.bots = bots
        self.console = console
        self.ask = ask
        self.names = [seat.name for seat in match.seats]
        if match.setup.game.mode == "solo":
            self.names = [self.names[0], "Winter"]
        self._newest: list[tuple[int, Cube]] = []
        self._site: str | None = None
        self._block: str | None = None
        self._offset = 0

    @property
    def position(self) -> Position:
        """The position now."""
        return self.match.state.position

    def run(self) -> None:
        """Play to the end; raises Quit when the player leaves."""
        self.console.print("Type [bold]help[/] for what you can type.")
        self._show()
        while not self.position.over:
            seat = next_seat(self.position)
            if self.position.game.mode == "solo" and seat == WINTER:
                action = winter_action(self.position)
            elif seat == self.human:
                action = self._choose()
            else:
                view = self.match.state.view(seat)
                action = self.bots[seat].choose(view, view.legal)
            self._after(self.match.play(action))
        self.console.print(f"[bold]{status_line(self.position)}[/]")

    def _after(self, events: tuple[Event, ...]) -> None:
        changed = False
        for event in events:
            if isinstance(event, Placed):
                pose = self.position.game.table.pose(event.placement)
                self._newest = [(pose.site, cube) for cube in pose.cubes]
            changed = changed or isinstance(event, Placed | SnowFell | Removed)
            told = tell(seen_by(event, self.human), self.position.game, self.names)
            if told:
                self.console.print(told, highlight=False)
        if changed:
            self._show()

    def _show(self) -> None:
        self.console.print(draw(self.position, self.names, self._newest))

    # -- the player's choice -----------------------------------------------------------------------------------

    def _choose(self) -> Action:
        """Ask until an action is chosen."""
        self._site = self._block = None
        self._offset = 0
        view = self.match.state.view(self.human)
        if len(view.legal) == 1:
            return next(iter(view.legal))  # nothing to choose
        choices = self._ranked()
        self._list(choices)
        while True:
            try:
                words = self.ask("> ").split()
            except EOFError:
                raise Quit from None
            if not words:
                continue
            try:
                action = self._answer(words, choices)
            except (ActionError, ValueError) as error:
                self.console.print(f"[red]{getattr(error, 'reason', None) or error}[/]", highlight=False)
                continue
            if action is not None:
                return action

    def _ranked(self) -> list[Action]:
        """Every legal action: the plain ones, then the placements from the best gain down."""
        view = self.match.state.view(self.human)
        plain = [action for action in view.legal if not isinstance(action, Place | Bonus)]
        placements = [action for action in view.legal if isinstance(action, Place | Bonus)]
        return plain + sorted(placements, key=self._rank)

    def _rank(self, action: Place | Bonus) -> tuple[int, int, int]:
        gain, later = self._worth(action)
        return -gain, -later, action.placement

    def _worth(self, action: Place | Bonus) -> tuple[int, int]:
        """Points now and stick marks to come, each minus Winter's in solo."""
        position = self.position
        game = position.game
        pose, block = game.table.pose(action.placement), action.placement % game.table.colours
        gain = position.scoring(action.placement, self.human).gain
        if game.mode == "table":
            own = game.colour_of_seat[self.human]
            return gain.get(game.edition.colour_ids[own], 0), position.marks_of(pose, block, own)
        own = game.colour_of_site[pose.site]
        white = game.edition.colour_ids[game.winter]
        return (
            gain.get(game.edition.colour_ids[own], 0) - gain.get(white, 0),
            position.marks_of(pose, block, own) - position.marks_of(pose, block, game.winter),
        )

    def _shown(self, choices: list[Action]) -> list[tuple[int, Action]]:
        """The choices that pass the filters, with their numbers."""
        table = self.position.game.table
        shown = []
        for number, action in enumerate(choices, start=1):
            if isinstance(action, Place | Bonus):
                placement = table[action.placement]
                if self._site not in (None, placement.site) or self._block not in (None, placement.block):
                    continue
            shown.append((number, action))
        return shown

    def _list(self, choices: list[Action]) -> None:
        shown = self._shown(choices)
        table = Table("number", "do", "now", "later", "where", box=None, pad_edge=False)
        for number, action in islice(shown, self._offset, self._offset + PAGE):
            table.add_row(str(number), *self._describe(action))
        self.console.print(f"\n[bold]{self.names[self.human]}[/]: {status_line(self.position)}", highlight=False)
        self.console.print(table)
        left = len(shown) - self._offset - PAGE
        if left > 0:
            self.console.print(f"… and {left} more (more)", highlight=False)

    def _describe(self, action: Action) -> tuple[str, str, str, str]:
        match action:
            case Place() | Bonus():
                placement = self.position.game.table[action.placement]
                scoring = self.position.scoring(action.placement, self.human)
                _, later = self._worth(action)
                cells = " ".join(f"{x},{y},{level}" for x, y, level in placement.cubes)
                extra = " completes it!" if scoring.completes else ""
                extra += " earns a challenge!" if scoring.challenges else ""
                where = f"{placement.site} {cells}{extra}"
                return f"{action.do} {placement.block}", gains(scoring.gain), f"{later:+d}", where
            case Huron(order=order) if order is not None:
                known = [foreseen.cards[0] for foreseen in self.match.state.view(self.human).foresight]
                return "put back", "", "", ", ".join(known[index] for index in order)
            case Unable():
                return f"unable {action.shape}", "", "", f"{action.remove} goes to the box"
            case _:
                return action.do, "", "", ""

    def _answer(self, words: list[str], choices: list[Action]) -> Action | None:
        """The action that was typed; None when it was something else. Raises with a reason to show."""
        command, *rest = words
        if command.isdigit():
            if not 1 <= int(command) <= len(choices):
                raise ValueError(f"Choose a number from 1 to {len(choices)}.")
            return choices[int(command) - 1]
        match command:
            case "help" | "?":
                self.console.print(HELP, highlight=False, markup=False)
            case "quit" | "exit":
                raise Quit
            case "show":
                self._show()
            case "more":
                self._offset += PAGE
                if self._offset >= len(self._shown(choices)):
                    self._offset = 0
                self._list(choices)
            case "all" | "site" | "block":
                self._filter(command, rest)
                self._list(choices)
            case "place" | "bonus" if rest:
                return self._typed_placement(command, rest)
            case "unable" if len(rest) == 2:
                wanted = Unable(self.human, rest[0], rest[1])
                self.match.state.play(wanted)  # raises with the reason
                return wanted
            case _:
                plain = [action for action in choices if action.do == command]
                if len(plain) != 1:
                    raise ValueError(f"{command!r} is nothing you can do now; type help.")
                return plain[0]
        return None

    def _filter(self, command: str, rest: list[str]) -> None:
        game = self.position.game
        self._offset = 0
        if command == "all":
            self._site = self._block = None
        elif command == "site" and len(rest) == 1 and rest[0] in game.edition.site_ids:
            self._site = rest[0]
        elif command == "block" and len(rest) == 1 and rest[0] in game.table.block_number:
            self._block = rest[0]
        else:
            known = game.edition.site_ids if command == "site" else ("a block such as eel-white",)
            raise ValueError(f"{command} takes one of: {', '.join(known)}.")

    def _typed_placement(self, do: str, rest: list[str]) -> Action:
        position = self.position
        try:
            block, site, *cells = rest
            cubes = [(int(x), int(y), int(level)) for x, y, level in (cell.split(",") for cell in cells)]
        except ValueError:
            raise ValueError(f"Type it like: {do} eel-white mill 0,0,1 1,0,1 2,0,1 2,0,2 3,0,2") from None
        refusal = why_not(position, self.human, do, block, site, cubes)
        if refusal is not None:
            raise ValueError(f"{refusal.rule}: {refusal.reason}.")
        placement = position.game.table.find(block, site, cubes)
        assert placement is not None, "what no rule refuses is in the table"
        return Place(self.human, placement) if do == "place" else Bonus(self.human, placement)
