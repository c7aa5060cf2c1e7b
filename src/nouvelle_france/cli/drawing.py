"""A position as a picture in the terminal: the sites level by level, scores, cards, stock."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from nouvelle_france.edition import BonusShape, Challenge, Edition, Shape
from nouvelle_france.geometry import Cube, bits
from nouvelle_france.record import Match
from nouvelle_france.rules import COUREUR, FILLE, HURON, PLAYER, Game, Phase, Position

STYLES = {
    "white": "#1a1a1a on #f2efe6",
    "brown": "#ffffff on #7a4a21",
    "yellow": "#1a1a1a on #e6b422",
    "blue": "#ffffff on #2f5fa8",
}
"""Terminal colours for colour names; an edition with other names falls back to plain letters."""

MARK_WORDS = {1: "+", 2: "2", -1: "-"}


class SideBySide:
    """Things beside each other, in as many rows as the width asks for."""

    def __init__(self, things: Sequence[RenderableType]) -> None:
        self.things = things

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Widths from that of the widest item to that of all in one row."""
        widths = [Measurement.get(console, options, thing).maximum + 1 for thing in self.things]
        return Measurement(max(widths), min(sum(widths), options.max_width))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Fill row after row."""
        row: list[RenderableType] = []
        used = 0
        for thing in self.things:
            width = Measurement.get(console, options, thing).maximum + 1
            if row and used + width > options.max_width:
                yield _grid_row(row)
                row, used = [], 0
            row.append(thing)
            used += width
        yield _grid_row(row)


def _grid_row(things: Sequence[RenderableType]) -> Table:
    grid = Table.grid(padding=(0, 1))
    grid.add_row(*things)
    return grid


def seat_names(match: Match) -> list[str]:
    """The name of each acting seat, including Winter's, with a mark for letters a terminal cannot show."""
    names = ["".join(letter if letter.isprintable() else "�" for letter in seat.name) for seat in match.seats]
    return [*names, "Winter"] if match.setup.game.mode == "solo" else names


def cubes_of(game: Game, placement: int) -> list[tuple[int, Cube]]:
    """The (site, cube)s of a placement, as pictures mark them."""
    pose = game.table.pose(placement)
    return [(pose.site, cube) for cube in pose.cubes]


def letters(edition: Edition) -> list[str]:
    """One letter per colour, so that colour is never the only sign: the first of its name not yet taken."""
    taken: list[str] = []
    for colour in edition.colour_ids:
        spare = [letter for letter in (*colour.upper(), *"123456789") if letter not in taken and letter.isalnum()]
        taken.append(spare[0])
    return taken


def colour_text(edition: Edition, colour: int, text: str | None = None) -> Text:
    """A colour's letter, or another text, in that colour."""
    return Text(text or letters(edition)[colour], style=STYLES.get(edition.colour_ids[colour], "reverse"))


def draw(position: Position, names: Sequence[str], newest: Collection[tuple[int, Cube]] = ()) -> RenderableType:
    """The whole table. ``names`` are the seats' names, ``newest`` the (site, cube)s to mark with a star."""
    parts = [draw_site(position, site, newest) for site in range(len(position.buildings))]
    parts += [_stock(position), _scores(position, names)]
    if position.game.mode == "solo":
        parts.append(_solo(position))
    return SideBySide(parts)


def draw_block(edition: Edition, shape: Shape | BonusShape, block: int, marks: Sequence[str] | None = None) -> Text:
    """A block lying flat, each cube in its colour with the colour's letter, or with marks of the caller's."""
    text = Text()
    places = {cube: number for number, cube in enumerate(shape.cubes)}
    for y in range(max(y for _, y in shape.cubes) + 1):
        for x in range(max(x for x, _ in shape.cubes) + 1):
            number = places.get((x, y))
            if number is None:
                text.append("  ")
                continue
            colour = block if isinstance(shape, BonusShape) else (block + number) % len(edition.colours)
            mark = marks[number] if marks else letters(edition)[colour]
            text.append_text(colour_text(edition, colour, f" {mark}"))
        text.append("\n")
    text.rstrip()
    return text


def draw_blocks(position: Position, shapes: Collection[str]) -> RenderableType:
    """The blocks in stock of these shapes, named by the colour they double."""
    edition = position.game.edition
    panels = []
    for number, shape in enumerate(edition.shapes):
        if shape.id in shapes and position.stock[number]:
            colours = list(bits(position.stock[number]))
            grid = Table.grid(padding=(0, 2))
            grid.add_row(*(draw_block(edition, shape, colour) for colour in colours))
            grid.add_row(*(Text(f"-{edition.colour_ids[colour]}", style="dim") for colour in colours))
            panels.append(Panel(grid, title=Text(shape.id), title_align="left", expand=False))
    return SideBySide(panels) if panels else Text("no blocks")


def draw_site(position: Position, site: int, newest: Collection[tuple[int, Cube]] = ()) -> RenderableType:
    """A site: each level as a plan, the lowest first."""
    game, building = position.game, position.buildings[site]
    edition = game.edition
    described = edition.sites[site]
    top = max([edition.levels, *building.heights])
    levels = SideBySide(
        [
            Group(_level_heading(position, site, level), _level(position, site, level, newest))
            for level in range(1, top + 1)
        ]
    )
    marks = " ".join(MARK_WORDS[mark] for mark in game.marks[site])
    holder = position.standees[site]
    status = f"completed by {game.name(holder)}" if holder is not None else f"{building.heights.count(0)} columns open"
    if game.mode == "solo":
        status += f", plays for {described.solo_colour}"
    title = f"{described.names['en']} (marks {marks}, disk {game.disks[site]})"
    return Panel(
        levels, title=Text(title), subtitle=Text(status), title_align="left", subtitle_align="left", expand=False
    )


def _level_heading(position: Position, site: int, level: int) -> Text:
    if level <= position.snow:
        return Text(f"level {level} under snow", style="dim")
    marks = position.game.marks[site]
    return Text(f"level {level}" + (f"  mark {MARK_WORDS[marks[level - 1]]}" if level <= len(marks) else ""))


def _level(position: Position, site: int, level: int, newest: Collection[tuple[int, Cube]]) -> Text:
    building = position.buildings[site]
    edition = position.game.edition
    plan = edition.sites[site].plan
    text = Text()
    text.append("   " + "".join(f"{x % 10:>2}" for x in range(len(plan[0]))) + "\n", style="dim")
    for y, row in enumerate(plan):
        text.append(f"{y % 10:>2} ", style="dim")
        for x, mark in enumerate(row):
            cube = (x, y, level)
            if mark != "#":
                text.append("  ")
                continue
            colour = next((c for c, cells in enumerate(building.cubes) if cells >> building.site.cell(cube) & 1), None)
            if colour is None:
                hidden = building.heights[building.site.column_number[x, y]] > level
                text.append(" x" if hidden else " ·", style="dim")
            else:
                star = "*" if (site, cube) in newest else " "
                text.append_text(colour_text(edition, colour, star + letters(edition)[colour]))
        text.append("\n")
    text.rstrip()
    return text


def _scores(position: Position, names: Sequence[str]) -> RenderableType:
    game, edition = position.game, position.game.edition
    final = position.result.scores if position.result else None
    if game.mode == "solo":
        table = Table("", "marker", "score")
        for colour in (*game.colour_of_site, game.winter):
            id = edition.colour_ids[colour]
            site = "Winter" if colour == game.winter else edition.site_ids[game.colour_of_site.index(colour)]
            score = final[id] if final else position.scores[colour]
            table.add_row(colour_text(edition, colour), f"{id} ({site})", str(score))
        return table
    table = Table("", "seat", "score", "allies", "bonus")
    for seat, colour in enumerate(game.colour_of_seat):
        id = edition.colour_ids[colour]
        turn = "► " if seat in position.movers else "  "
        bonus = [edition.bonus_ids[i] for i, left in enumerate(position.bonus) if left >> colour & 1]
        table.add_row(
            colour_text(edition, colour),
            f"{turn}{names[seat]} ({id})",
            str(final[id] if final else position.scores[colour]),
            " ".join(
                word
                for token, word in ((FILLE, "Fille"), (COUREUR, "Coureur"), (HURON, "Huron"))
                if position.tokens[seat] & token
            ),
            " ".join(bonus),
        )
    return table


def _stock(position: Position) -> RenderableType:
    game, edition = position.game, position.game.edition
    stock = Table("stock", "blocks", "card")
    for shape, id in enumerate(edition.shape_ids):
        blocks = Text(" ").join(colour_text(edition, colour) for colour in bits(position.stock[shape]))
        count = position.display.count(id)
        stock.add_row(id, blocks, "■" * count, style="bold" if count else "")
    if game.mode == "solo":
        for piece, id in enumerate(edition.bonus_ids):
            blocks = Text(" ").join(colour_text(edition, colour) for colour in bits(position.bonus[piece]))
            place = f"at {game.track[piece]}" if piece >= position.snow else "gone"
            stock.add_row(f"{id} ({place})", blocks, "")
    return stock


def _solo(position: Position) -> RenderableType:
    """The cycle of turns with its required sites, and the architectural challenges."""
    game, solo = position.game, position.game.edition.solo
    table = Table("turn", "site", "challenge", "needs", "")
    turns = [(f"{turn}", site or "any") for turn, site in enumerate(game.required_sites, start=1)] + [("Winter", "any")]
    turns[position.turn] = (f"► {turns[position.turn][0]}", turns[position.turn][1])
    challenges = [
        (solo.challenges[it].names["en"], needs(solo.challenges[it]), "done" if it in position.earned else "open")
        for it in game.challenges_on
    ]
    for turn, challenge in zip_longest(turns, challenges):
        table.add_row(*(turn or ("", "")), *(challenge or ("", "", "")))
    return table


def needs(challenge: Challenge) -> str:
    """What an architectural challenge asks for, in words."""
    words = f"{challenge.count} × {challenge.shape} on the {challenge.site}"
    if challenge.rectangle:
        words += f" as a standing rectangle {challenge.rectangle[0]} by {challenge.rectangle[1]}"
    if challenge.pose:
        levels = sorted({level for _, level in challenge.pose})
        words += f" upright on levels {levels[0]}-{levels[-1]}"
    if challenge.at:
        words += " at " + " or ".join(f"{x},{y}" for x, y in challenge.at)
    return words


def card_line(position: Position) -> str:
    """The visible cards, how many are left, and whether it may snow."""
    line = f"cards: {', '.join(position.display) or 'none'}; {position.deck_count} left in the deck"
    return line + ("; snow may come" if position.snow_may_come else "")


def status_line(position: Position) -> str:
    """Whose move it is and of what kind, or how the game ended."""
    game, result = position.game, position.result
    if result is not None:
        if game.mode == "solo":
            return "The game is over: " + ("Winter is beaten." if result.winners == ("player",) else "Winter wins.")
        how = {"points": "on points", "allies": "on ally tokens", "peg": "on the peg", "shared": "sharing the title"}
        return f"The game is over: {' and '.join(result.winners)} won, {how[result.decided_by]}."
    who = " or ".join(game.name(seat) for seat in position.movers)
    turn = {"draw": "to draw", "bonus": "to place a bonus block", "huron": "to use the Huron"}
    words = {
        Phase.TURN: " or ".join(turn[kind] for kind in position.legal.kinds() if kind in turn),
        Phase.DRAW: "to draw",
        Phase.PLACE: "to place a block" if position.legal.of_kind("place") else "unable to place a block",
        Phase.FILLE: f"to use the Fille du Roy or not ({position.points:+d} more)",
        Phase.COUREUR: f"to use the Coureur des bois or not ({position.points // 2:+d})",
        Phase.CLOSE: "to use the Huron or end the turn",
        Phase.LOOK_BEFORE: "to put the cards back",
        Phase.LOOK_AFTER: "to put the cards back",
        Phase.CLAIMED: f"to place the {position.claim[0] if position.claim else ''} or pass",
        Phase.DUE: f"to place a bonus block: {game.edition.bonus_ids[position.due[0][0]] if position.due else ''}",
        Phase.OVER: "",
    }
    line = f"{who} {words[position.phase]}"
    if position.phase is Phase.PLACE and game.mode == "solo" and position.active == PLAYER:
        site = position.required_site
        line += f" on the {game.edition.site_ids[site]}" if site is not None else ""
    return line + "."
