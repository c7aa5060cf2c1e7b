"""The figures as text: each level of a site as a plan, letters for colours. A terminal may colour the letters."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from nouvelle_france.edition import Edition
from nouvelle_france.geometry import Cube
from nouvelle_france.rulebook.figure import BlocksFigure, Figure, Step
from nouvelle_france.rulebook.telling import Teller, block_name, words
from nouvelle_france.rules import Position


class Piece(NamedTuple):
    """A bit of a line, and the colour of the cube it shows."""

    text: str
    colour: str | None = None


Line = list[Piece]


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
    return _draw_sites(figure.first, figure.sites, language)


def draw_step(step: Step, language: str) -> list[Line]:
    """The site a step changes, after it, the new cubes starred; nothing for a step that places no block."""
    if step.refusal is not None or "site" not in step.move:
        return []
    newest = {(x, y, level) for x, y, level in step.move["cubes"]}
    return _draw_sites(step.after, (step.move["site"],), language, newest)


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


def _draw_sites(position: Position, sites: Sequence[str], language: str, newest: Collection[Cube] = ()) -> list[Line]:
    """Sites one below the other, the levels of each side by side."""
    teller = Teller(position.game, language)
    lines: list[Line] = []
    for id in sites:
        site = position.game.edition.site_ids.index(id)
        top = max([position.game.edition.levels, *position.buildings[site].heights])
        levels = [_draw_level(position, site, level, language, newest) for level in range(1, top + 1)]
        lines += [[Piece(teller.site(id))], *_beside(levels)]
    return lines


def _draw_level(position: Position, site: int, level: int, language: str, newest: Collection[Cube]) -> list[Line]:
    game, building = position.game, position.buildings[site]
    edition = game.edition
    letter = letters(edition, language)
    heading = words(language).say("level_snow" if level <= position.snow else "level", level=level)
    lines: list[Line] = [[Piece(heading)]]
    for y, row in enumerate(edition.sites[site].plan):
        line: Line = []
        for x, mark in enumerate(row):
            if mark != "#":
                line.append(Piece("  "))
                continue
            cell = building.site.cell((x, y, level))
            colour = next((id for id, cells in zip(letter, building.cubes, strict=True) if cells >> cell & 1), None)
            if colour is None:
                line.append(Piece(" x" if building.heights[building.site.column_number[x, y]] > level else " ·"))
            else:
                line.append(Piece(("*" if (x, y, level) in newest else " ") + letter[colour], colour))
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
