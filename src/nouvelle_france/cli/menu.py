"""The list of choices for one decision: numbers with a preview, and typed commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from rich.console import Console
from rich.table import Table

from nouvelle_france.bots.judging.hinting import hints
from nouvelle_france.cli.drawing import cubes_of, draw_blocks, draw_site
from nouvelle_france.cli.hinting import hint_table, hint_words
from nouvelle_france.record import Match
from nouvelle_france.rules import Action, Bonus, Place, Position, why_not

PAGE = 12
"""How many choices are listed at a time."""

ENTER_TAKES = ("draw", "decline", "end", "pass")
"""What Enter does if the list offers it."""

ALIASES = {"q": "quit", "exit": "quit", "?": "help", "d": "draw", "h": "hint", "s": "show", "m": "more"}

HELP = """\
A number takes that choice. A placement is shown first; Enter then places it.
You can also type:
  more, all                      the next choices, or the whole list again
  site SITE, block BLOCK         only choices there, or of that block or shape (mill, eel-white, eel)
  hint, hint N                   what a good player would do and why; hint 1 takes the first (N the n-th)
  show, shapes, rules            the picture again, every block in stock, the rules in short
  draw, huron, end, fille, coureur, decline, pass          that action, where the list has it
  place BLOCK SITE x,y,level …   a placement by its cells (bonus … likewise)
  unable SHAPE BLOCK             name a shape that cannot be placed, and the block that goes to the box
  help, quit                     quit keeps the record where --out was given
In the picture: a letter is a cube of that colour, * one placed last, · an empty cell, x a gap under a block
that nothing can fill any more. Cells are x,y,level: x to the right, y downward, level 1 at the bottom.
In the list: now is what a placement scores, later what your cubes on it will earn or lose when it snows. The list
counts points now; hint weighs what comes after as well."""


class Quit(Exception):  # noqa: N818 - the player's wish, not an error
    """The player leaves."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the list: a plain action, or the ways to place a block on a site for the same points."""

    label: str
    ways: tuple[Action, ...]
    now: str = ""
    later: str = ""
    note: str = ""
    block: str | None = None
    site: str | None = None


class Asking(Protocol):
    """The game whose player is asked."""

    match: Match
    console: Console
    ask: Callable[[str], str]
    acting: int
    """The seat that is chosen for."""

    @property
    def position(self) -> Position:
        """The position now."""

    @property
    def choosing_for_winter(self) -> bool:
        """Whether the player chooses among placements equal for Winter (SOL-5d)."""

    def say(self, text: str) -> None:
        """Print plain text."""

    def say_rules(self) -> None:
        """Print the rules of this game in a minute."""

    def show(self) -> None:
        """Print the picture."""

    def heading(self) -> str:
        """Whose turn it is and what can be seen."""

    def describe(self, action: Action) -> str:
        """An action in a few words."""


class Menu:
    """The list of choices for one decision."""

    def __init__(self, game: Asking, items: Sequence[Item]) -> None:
        self.game = game
        self.items = items
        self.site: str | None = None
        self.block: str | None = None
        self.offset = 0

    @property
    def position(self) -> Position:
        """The position to decide in."""
        return self.game.position

    def say(self, text: str) -> None:
        """Print a line."""
        self.game.say(text)

    def choose(self) -> Action:
        """Ask until an action is chosen."""
        self.list()
        while True:
            words = self.read("> ")
            try:
                action = self.answer(words)
            except ValueError as error:
                self.game.console.print(str(error), style="red")
                continue
            if action is not None:
                return action

    def read(self, prompt: str) -> list[str]:
        """What was typed, in lower case."""
        try:
            words = self.game.ask(prompt).lower().split()
        except EOFError:
            raise Quit from None
        return [ALIASES.get(words[0], words[0]), *words[1:]] if words else []

    def shown(self) -> list[Item]:
        """The choices that match the filters."""
        return [
            item
            for item in self.items
            if item.block is None
            or (self.site in (None, item.site) and self.block in (None, item.block, item.block.rpartition("-")[0]))
        ]

    def default(self) -> Item | None:
        """The default choice for Enter."""
        if self.game.choosing_for_winter:
            return self.items[0]
        return next((item for item in self.items if item.label in ENTER_TAKES), None)

    def list(self) -> None:
        """Print a page of choices."""
        shown = self.shown()
        table = Table("number", "do", "now", "later", "ways", "", box=None, pad_edge=False)
        for number, item in list(enumerate(shown, start=1))[self.offset : self.offset + PAGE]:
            ways = str(len(item.ways)) if item.block else ""
            table.add_row(str(number), item.label, item.now, item.later, ways, item.note)
        self.say(self.game.heading())
        filters = " ".join(it for it in (self.site, self.block) if it)
        if filters:
            self.say(f"showing only: {filters} (all shows everything)")
        if shown:
            self.game.console.print(table)
        else:
            self.say("no choice like that; type all")
        left = len(shown) - self.offset - PAGE
        if left > 0:
            self.say(f"… and {left} more (more)")
        default = self.default()
        if default:
            self.say(f"Enter: {default.label}")

    def answer(self, words: Sequence[str]) -> Action | None:
        """The action that was typed; None when it was something else. Raises with a reason to show."""
        if not words:
            default = self.default()
            return default.ways[0] if default else None
        command, *rest = words
        if command.isdecimal():
            shown = self.shown()
            if not 1 <= int(command) <= len(shown):
                raise ValueError(f"Choose a number from 1 to {len(shown)}.")
            item = shown[int(command) - 1]
            return item.ways[0] if item.block is None else self.preview(item.ways)
        match command:
            case "help":
                self.say(HELP)
            case "rules":
                self.game.say_rules()
            case "quit":
                raise Quit
            case "hint":
                return self.hint(rest)
            case "show":
                self.game.show()
            case "shapes":
                self.game.console.print(draw_blocks(self.position, self.position.game.edition.shape_ids))
            case "more":
                self.offset = self.offset + PAGE if self.offset + PAGE < len(self.shown()) else 0
                self.list()
            case "all" | "site" | "block":
                self.filter(command, rest)
                self.list()
            case "place" | "bonus" if rest:
                return self.typed_placement(command, rest)
            case _:
                wanted = " ".join([command, *rest[:1]])
                plain = [item for item in self.items if item.block is None and item.label.split(":")[0] == wanted]
                if command == "unable" and len(rest) == 2:
                    plain = [item for item in plain if rest[1] in item.label]
                if len(plain) != 1:
                    raise ValueError(f"{' '.join(words)!r} is nothing you can do now; type help.")
                return plain[0].ways[0]
        return None

    def hint(self, rest: Sequence[str]) -> Action | None:
        """Show what a good player would do here, or, with a number, do it."""
        told = hints(self.game.match.state.view(self.game.acting))
        if rest:
            if len(rest) > 1 or not rest[0].isdecimal() or not 1 <= int(rest[0]) <= len(told.best):
                raise ValueError(f"hint takes a number from 1 to {len(told.best)}, or nothing.")
            return told.best[int(rest[0]) - 1].action
        self.game.console.print(hint_table(self.position.game, told, self.game.describe))
        for line in hint_words(told):
            self.say(line)
        return None

    def filter(self, command: str, rest: Sequence[str]) -> None:
        """Show only some choices."""
        game = self.position.game
        self.offset = 0
        if command == "all":
            self.site = self.block = None
        elif command == "site" and len(rest) == 1 and rest[0] in game.edition.site_ids:
            self.site = rest[0]
        elif command == "block" and len(rest) == 1 and rest[0] in (*game.table.blocks, *game.table.shape_ids):
            self.block = rest[0]
        elif command == "site":
            raise ValueError(f"site takes one of: {', '.join(game.edition.site_ids)}.")
        else:
            raise ValueError("block takes a block such as eel-white, or a shape such as eel.")

    def preview(self, ways: Sequence[Action]) -> Action | None:
        """Show a placement before it is made, and the others for the same points (TRN-4)."""
        number = 0
        while True:
            action = ways[number]
            assert isinstance(action, Place | Bonus)
            self.game.console.print(self.ghost(action))
            several = f" {number + 1} of {len(ways)}; n: the next; a number: place that one" if len(ways) > 1 else ""
            self.say(f"Enter: place it{several}; b: back")
            words = self.read("? ")
            match words:
                case [] | ["place"]:
                    return action
                case ["n"]:
                    number = (number + 1) % len(ways)
                case ["b"]:
                    self.list()
                    return None
                case ["quit"]:
                    raise Quit
                case [word] if word.isdecimal() and 1 <= int(word) <= len(ways):
                    return ways[int(word) - 1]
                case _:
                    self.say(f"Type Enter, n, b, or a number from 1 to {len(ways)}.")

    def ghost(self, action: Place | Bonus) -> object:
        """The site as it would be, the new cubes starred."""
        position = self.position
        pose = position.game.table.pose(action.placement)
        colour = action.placement % position.game.table.colours
        buildings = list(position.buildings)
        buildings[pose.site] = buildings[pose.site].with_block(pose, colour, action.placement, action.seat)
        after = replace(position, buildings=tuple(buildings))
        return draw_site(after, pose.site, cubes_of(position.game, action.placement))

    def typed_placement(self, do: str, rest: Sequence[str]) -> Action | None:
        """A placement by its cells, in any order; if several match, they are shown."""
        game = self.position.game
        try:
            block, site, *cells = rest
            cubes = [(int(x), int(y), int(level)) for x, y, level in (cell.split(",") for cell in cells)]
        except ValueError:
            raise ValueError(f"Type it like: {do} eel-white mill 0,0,1 1,0,1 2,0,1 2,0,2 3,0,2") from None
        ways = [
            way
            for item in self.items
            if (item.block, item.site) == (block, site)
            for way in item.ways
            if isinstance(way, Place | Bonus) and sorted(game.table[way.placement].cubes) == sorted(cubes)
        ]
        exact = [way for way in ways if way.placement == game.table.find(block, site, cubes)]
        if len(ways) == 1 or exact:
            return (exact or ways)[0]
        if ways:
            return self.preview(ways)
        refusal = why_not(self.position, self.game.acting, do, block, site, cubes)
        assert refusal is not None, "what no rule refuses is in the list"
        raise ValueError(f"{refusal.rule}: {refusal.reason}.")
