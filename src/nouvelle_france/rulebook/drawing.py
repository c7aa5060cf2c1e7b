"""The figures as text: each level of a site as a plan, letters for colours. A terminal may colour the letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from nouvelle_france.edition import Edition
from nouvelle_france.geometry import Cube
from nouvelle_france.rulebook.figure import BlocksFigure, Figure, Step
from nouvelle_france.rulebook.telling import Teller, block_name, colours_of, words
from nouvelle_france.rules import Position


class Piece(NamedTuple):
    """A bit of a line, and the colour of the cube it shows."""

    text: str
    colour: str | None = None


Line = list[Piece]


class Marked(NamedTuple):
    """Cubes of a step with their colours, and the sign that marks them."""

    cubes: Mapping[Cube, str]
    sign: str


NOTHING = Marked({}, "")


def plain(lines: Sequence[Line]) -> str:
    """A drawing without colours."""
    return "\n".join("".join(piece.text for piece in line).rstrip() for line in lines)


def letters(edition: Edition, language: str) -> dict[str, str]:
    """One letter per colour: the first of its name that is not taken yet."""
    taken: dict[str, str] = {}
    for colour in edition.colours:
        name = colour.names[language].upper()
        taken[colour.id] = next(letter for letter in (*name, *"123456789") if letter not in taken.values())
    return taken


def key(edition: Edition, language: str) -> str:
    """What the letters mean."""
    names = (f"{letter} {_name(edition, id, language)}" for id, letter in letters(edition, language).items())
    return words(language).say("letters", letters=", ".join(names))


def _name(edition: Edition, colour: str, language: str) -> str:
    return next(it.names[language] for it in edition.colours if it.id == colour)


def draw_first(figure: Figure, language: str) -> list[Line]:
    """A figure before its first step; the blocks of a shape."""
    if isinstance(figure, BlocksFigure):
        return _draw_blocks(figure, language)
    return _draw_sites(figure.first, figure.sites, language, levels=None if figure.steps else 1)


def draw_step(step: Step, language: str) -> list[Line]:
    """The site a step changes, its cubes starred, or hatched where it is refused; else nothing."""
    if "site" not in step.move:
        return []
    game = step.before.game
    cells = [(x, y, level) for x, y, level in step.move["cubes"]]
    tried = dict(zip(cells, colours_of(game, step.move["block"]), strict=True))
    return _draw_sites(step.after, (step.move["site"],), language, Marked(tried, "#" if step.refusal else "*"))


def _draw_blocks(figure: BlocksFigure, language: str) -> list[Line]:
    letter = letters(figure.edition, language)
    pictures: list[list[Line]] = []
    for block, cubes in figure.blocks():
        at = dict(cubes)
        width, height = (max(place[axis] for place in at) + 1 for axis in (0, 1))
        rows: list[Line] = [[Piece(block_name(figure.edition, block, language))]]
        rows += [
            [Piece(f" {letter[at[x, y]]}", at[x, y]) if (x, y) in at else Piece("  ") for x in range(width)]
            for y in range(height)
        ]
        pictures.append(rows)
    count = len(figure.edition.colours)
    return [
        line
        for start in range(0, len(pictures), count)
        for line in [*_beside(pictures[start : start + count]), []]
    ][:-1]  # fmt: skip


def _draw_sites(
    position: Position, sites: Sequence[str], language: str, marked: Marked = NOTHING, levels: int | None = None
) -> list[Line]:
    """Sites one below the other, the levels of each side by side: all there are, or so many."""
    teller = Teller(position.game, language)
    lines: list[Line] = []
    for id in sites:
        site = position.game.edition.site_ids.index(id)
        heights = [*position.buildings[site].heights, *(level for _, _, level in marked.cubes)]
        top = max([position.game.edition.levels, *heights])
        shown = range(1, (levels or top) + 1)
        pictures = [_draw_level(position, site, level, language, marked) for level in shown]
        lines += [[Piece(teller.site(id))], *_beside(pictures)]
    return lines


def _draw_level(position: Position, site: int, level: int, language: str, marked: Marked) -> list[Line]:
    game, building = position.game, position.buildings[site]
    edition = game.edition
    letter = letters(edition, language)
    heading = words(language).say("level_snow" if level <= position.snow else "level", level=level)
    lines: list[Line] = [[Piece(heading)]]
    for y, row in enumerate(edition.sites[site].plan):
        line: Line = []
        for x, mark in enumerate(row):
            cube = (x, y, level)
            if cube in marked.cubes:
                line.append(Piece(marked.sign + letter[marked.cubes[cube]], marked.cubes[cube]))
                continue
            if mark != "#":
                line.append(Piece("  "))
                continue
            cell = building.site.cell(cube)
            colour = next((id for id, cells in zip(letter, building.cubes, strict=True) if cells >> cell & 1), None)
            if colour is None:
                line.append(Piece(" x" if building.heights[building.site.column_number[x, y]] > level else " ·"))
            else:
                line.append(Piece(f" {letter[colour]}", colour))
        lines.append(line)
    return lines


def _beside(pictures: Sequence[list[Line]]) -> list[Line]:
    """Pictures side by side."""
    widths = [max(sum(len(piece.text) for piece in line) for line in picture) for picture in pictures]
    return [list(_joined(row, widths, pictures)) for row in range(max(map(len, pictures)))]


def _joined(row: int, widths: Sequence[int], pictures: Sequence[list[Line]]) -> Iterator[Piece]:
    for picture, width in zip(pictures, widths, strict=True):
        line = picture[row] if row < len(picture) else []
        yield from line
        yield Piece(" " * (width - sum(len(piece.text) for piece in line) + 3))
