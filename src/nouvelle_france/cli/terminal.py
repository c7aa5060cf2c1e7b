"""Playing in the terminal: numbered choices with a preview, typed commands, the picture before each decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rich.console import Console
from rich.table import Table

from nouvelle_france.bots import Bot, play_on
from nouvelle_france.bots.judging.hinting import hints
from nouvelle_france.cli.drawing import (
    card_line,
    cubes_of,
    draw,
    draw_blocks,
    draw_site,
    letters,
    seat_names,
    status_line,
)
from nouvelle_france.cli.hinting import hint_table, hint_words
from nouvelle_france.cli.narration import gains, tell
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
    why_not,
)
from nouvelle_france.rules.events import Placed, Removed, SnowFell
from nouvelle_france.rules.game import WINTER

PAGE = 12
"""How many choices are listed at a time."""

HARMLESS = ("draw", "decline", "end", "pass")
"""What Enter does where the list offers it."""

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
        """The seat that is chosen for: the person's own, or Winter's."""
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
        """Whether the player chooses among what is equal for Winter (SOL-5d)."""
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
        """Whoever leaves while looking at cards has looked: they go back as they were, and the record says so."""
        if self.position.phase in (Phase.LOOK_BEFORE, Phase.LOOK_AFTER):
            self.match.play(next(iter(self.position.legal)))

    def say(self, text: str) -> None:
        """Print plain text."""
        self.console.print(text)

    def say_rules(self) -> None:
        """The rules of this game in a minute, as the rulebook tells them."""
        self.say("\n".join(brief(self.position.game, "en")).replace("`", ""))
        self.say("Every rule by its number or a word: nouvelle-france rules.")

    def _after(self, events: tuple[Event, ...]) -> None:
        """Tell what happened; the picture follows before the next decision."""
        for event in events:
            if isinstance(event, Placed):
                self._newest += cubes_of(self.position.game, event.placement)
            self._stale = self._stale or isinstance(event, Placed | SnowFell | Removed)
            told = tell(seen_by(event, self.human), self.position.game, self.names)
            if told:
                self.say(told)

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
        """Every legal action: the plain ones, then the placements from the best gain down, alike ones together."""
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
                items.append(Item(label, (action,)))  # orders of cards that are alike are one choice
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


class Menu:
    """The list of choices for one decision."""

    def __init__(self, game: TerminalGame, items: Sequence[Item]) -> None:
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
        """What was typed, in small letters."""
        try:
            words = self.game.ask(prompt).lower().split()
        except EOFError:
            raise Quit from None
        return [ALIASES.get(words[0], words[0]), *words[1:]] if words else []

    def shown(self) -> list[Item]:
        """The choices that pass the filters."""
        return [
            item
            for item in self.items
            if item.block is None
            or (self.site in (None, item.site) and self.block in (None, item.block, item.block.rpartition("-")[0]))
        ]

    def default(self) -> Item | None:
        """What Enter takes."""
        if self.game.choosing_for_winter:
            return self.items[0]
        return next((item for item in self.items if item.label in HARMLESS), None)

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
        """What a good player would do here, or, with a number, do it."""
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
        """A placement by its cells, in any order; where that leaves several, they are shown."""
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


def ending(position: Position, names: Sequence[str], human: int) -> str:
    """How the game ended for the player, in a few lines."""
    game, result = position.game, position.result
    assert result is not None
    if game.mode == "table":
        final = [(result.scores[colour], names[seat], colour) for seat, colour in enumerate(game.colours)]
        lines = [f"  {score:>4}  {name} ({colour})" for score, name, colour in sorted(final, reverse=True)]
        won = "You win." if game.name(human) in result.winners else "You lose."
        return "\n".join([f"{status_line(position)} {won}", *lines])
    white = game.edition.solo.winter
    behind = [
        f"{colour} {score}"
        for colour, score in result.scores.items()
        if colour != white and score <= result.scores[white]
    ]
    done = [site for site, holder in result.standees.items() if holder == "player"]
    disks = (
        f"White goes back {len(done) * game.disks[0]} for {' and '.join(done)}." if done else "No building is yours."
    )
    verdict = "All three markers are ahead of white." if not behind else f"Not ahead of white: {', '.join(behind)}."
    return f"{status_line(position)} {disks} White ends on {result.scores[white]}. {verdict}"
