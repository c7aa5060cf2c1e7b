"""The buildings of a game in one picture, and how they grew as an animation.

They are drawn like the page's small drawings of blocks: seen from the front left, from high enough to show tops and two
sides, the nearest cubes last. Pillow draws and writes; it is imported when the first picture is made, since it belongs
to the extra ``plots``.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import io
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from nouvelle_france.charts.look import GRID, INK, PAPER
from nouvelle_france.edition import Edition
from nouvelle_france.extras import needs
from nouvelle_france.geometry import Cube
from nouvelle_france.keepsakes.cubes import cubes_on, wood
from nouvelle_france.record import Match, Timeline
from nouvelle_france.rules import Action, Bonus, Place, Position
from nouvelle_france.rules.events import SnowFell

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

Rgb = tuple[int, int, int]
Spot = tuple[float, float]

SMOOTH = 3
"""The supersampling factor, which smooths the edges."""

ACROSS, DOWN, UP = 15.0, 8.0, 17.0
"""A cube in pixels: half of its width, half of the depth of its top, its height."""

MARGIN = 28
LINE = 22
"""Pixels around the picture, and for a line of text."""

TOP, LEFT, RIGHT = 1.0, 0.86, 0.70
"""How much light falls on the sides of a cube."""

SNOW: Rgb = (247, 250, 253)
GLOW: Rgb = (255, 153, 31)
STONE: Rgb = (205, 196, 178)

STEP_MS, SNOW_MS, END_MS = 320, 1100, 4000
"""How long a frame is shown: after a block, after a snowfall, at the end."""


class PictureError(Exception):
    """A picture that cannot be made; its text is one line for the person who asked for it."""


def check() -> None:
    """Raise a :class:`PictureError` now if Pillow is missing, not after the work."""
    try:
        import PIL.Image  # noqa: F401 - only whether it is there
    except ImportError as error:
        raise PictureError(f"a picture {needs('plots')}") from error


def buildings_png(match: Match) -> bytes:
    """The buildings as they stand, with everybody's points, as PNG."""
    check()
    from PIL.PngImagePlugin import PngInfo

    picture = _Drawing(match, 2).frame(match.state.position)
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True, pnginfo=PngInfo())
    return file.getvalue()


def buildings_gif(match: Match) -> bytes:
    """How the buildings grew, block by block and snowfall by snowfall, as an endlessly looping GIF."""
    check()
    from PIL import Image

    drawing = _Drawing(match)
    frames, lengths = [], []
    for position, newest, snowed in _growing(Timeline.of_match(match)):
        frames.append(drawing.frame(position, newest))
        lengths.append(SNOW_MS if snowed else STEP_MS)
    lengths[-1] = END_MS
    palette = _palette(frames)
    dull = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    file = io.BytesIO()
    dull[0].save(file, "GIF", save_all=True, append_images=dull[1:], duration=lengths, loop=0, optimize=False)
    return file.getvalue()


def _growing(timeline: Timeline) -> Iterator[tuple[Position, Collection[tuple[int, Cube]], bool]]:
    """The positions worth a frame: bare ground, each block, each snowfall; with the cubes that are new."""
    for moment in timeline:
        snowed = any(isinstance(event, SnowFell) for event in moment.events)
        if moment.number == 0 or snowed or isinstance(moment.action, Place | Bonus):
            yield moment.position, _new(moment.position, moment.action), snowed


def _new(position: Position, action: Action | None) -> list[tuple[int, Cube]]:
    if not isinstance(action, Place | Bonus):
        return []
    pose = position.game.table.pose(action.placement)
    return [(pose.site, cube) for cube in pose.cubes]


def _palette(frames: Sequence[Image]) -> Image:
    """One palette for all frames, so that nothing flickers: the colours of a few of them, bare, built and
    snow-covered."""
    from PIL import Image

    few = [frames[len(frames) * share // 6] for share in range(6)] + [frames[-1]]
    sheet = Image.new("RGB", (few[0].width, sum(it.height for it in few)))
    for number, frame in enumerate(few):
        sheet.paste(frame, (0, number * frame.height))
    return sheet.quantize(200)


class _Drawing:
    """The layout of all pictures of one game: they have the same size, a multiple of the usual."""

    def __init__(self, match: Match, times: int = 1) -> None:
        self.times = times
        self.fine = times * SMOOTH
        self.edition: Edition = match.setup.game.edition
        self.match = match
        # The greatest height in this game, so that nothing is cut off (CHA-9).
        last = match.state.position
        self.levels = max([self.edition.levels, *(height for it in last.buildings for height in it.heights)])
        self.spots: list[Spot] = []
        left = float(MARGIN)
        bottom = 0.0
        for site in self.edition.sites:
            wide, deep = len(site.plan[0]), len(site.plan)
            self.spots.append((left + deep * ACROSS, MARGIN + self.levels * UP))
            left += (wide + deep) * ACROSS + MARGIN
            bottom = max(bottom, (wide + deep) * DOWN)
        self.width = round(left)
        self.words = round(MARGIN + self.levels * UP + bottom + MARGIN / 2)
        self.height = self.words + LINE + MARGIN // 2
        self.font = _font(15 * self.fine)

    def frame(self, position: Position, newest: Collection[tuple[int, Cube]] = ()) -> Image:
        """One picture of a position of the game."""
        from PIL import Image, ImageDraw

        picture = Image.new("RGB", (self.width * self.fine, self.height * self.fine), PAPER)
        draw = ImageDraw.Draw(picture)
        for number in range(len(self.edition.sites)):
            self._ground(draw, number)
            self._building(draw, position, number, {cube for site, cube in newest if site == number})
        self._points(draw, position)
        size = (self.width * self.times, self.height * self.times)
        return picture.resize(size, Image.Resampling.LANCZOS)

    # -- buildings -------------------------------------------------------------------------------------------------

    def _at(self, site: int, x: float, y: float, up: float) -> Spot:
        """The position of a grid corner in the picture; ``up`` counts cubes above the ground."""
        left, top = self.spots[site]
        return ((left + (x - y) * ACROSS) * self.fine, (top + (x + y) * DOWN - up * UP) * self.fine)

    def _ground(self, draw: ImageDraw, site: int) -> None:
        for x, y in self.edition.sites[site].columns:
            corners = [self._at(site, x + a, y + b, 0) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
            draw.polygon(corners, fill=STONE, outline=GRID, width=self.fine)

    def _building(self, draw: ImageDraw, position: Position, site: int, newest: Collection[Cube]) -> None:
        cubes = cubes_on(position, site)
        joined = _joined(position, site)
        snow = self.edition.levels if position.over else position.snow  # the last snowfall ends the game (END-1)
        for (x, y, level), colour in sorted(cubes.items(), key=lambda it: (it[0][2], it[0][0] + it[0][1])):
            covered = level <= snow
            paint = _rgb(wood(self.edition.colour_ids, colour))
            paint = _mixed(paint, SNOW, 0.3) if covered else paint
            new = (x, y, level) in newest
            for side, light, corners in (
                ((0, 1, 0), LEFT, ((0, 1, -1), (1, 1, -1), (1, 1, 0), (0, 1, 0))),
                ((1, 0, 0), RIGHT, ((1, 0, -1), (1, 1, -1), (1, 1, 0), (1, 0, 0))),
                ((0, 0, 1), TOP, ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0))),
            ):
                beside = (x + side[0], y + side[1], level + side[2])
                if beside in cubes:
                    continue
                white = covered and side == (0, 0, 1)
                face = [self._at(site, x + a, y + b, level + c) for a, b, c in corners]
                lit = _mixed((0, 0, 0), SNOW if white else paint, light)
                draw.polygon(face, fill=_mixed(lit, GLOW, 0.35) if new else lit)
                self._edges(draw, face, (x, y, level), side, joined, GLOW if new else _mixed(lit, (0, 0, 0), 0.35))

    def _edges(
        self,
        draw: ImageDraw,
        face: Sequence[Spot],
        cube: Cube,
        side: tuple[int, int, int],
        joined: dict[Cube, int],
        paint: Rgb,
    ) -> None:
        """Lines between blocks, fainter ones within a block."""
        faint = _mixed(paint, (255, 255, 255), 0.45)
        for number, step in enumerate(_AROUND[side]):
            beside = (cube[0] + step[0], cube[1] + step[1], cube[2] + step[2])
            same = joined.get(beside) == joined[cube]
            ends = [face[number], face[(number + 1) % 4]]
            draw.line(ends, fill=faint if same else paint, width=self.fine if same else round(1.6 * self.fine))

    # -- words -----------------------------------------------------------------------------------------------------

    def _points(self, draw: ImageDraw, position: Position) -> None:
        """Colour, name and points of each seat; in solo of each colour."""
        game, result = position.game, position.result
        scores = dict(zip(self.edition.colour_ids, position.scores, strict=True))
        winners: Collection[str] = ()
        if result is not None:
            scores |= dict(result.scores)
            winners = result.winners
        if game.mode == "solo":
            told = [(colour, "", colour in winners) for colour in self.edition.colour_ids]
        else:
            told = [(str(seat.colour), seat.name, str(seat.colour) in winners) for seat in self.match.seats]
        x, room = float(MARGIN), (self.width - 2 * MARGIN) / len(told)
        for colour, name, won in told:
            box = [x * self.fine, (self.words + 4) * self.fine, (x + 13) * self.fine, (self.words + 17) * self.fine]
            draw.rectangle(box, fill=wood(self.edition.colour_ids, self.edition.colour_ids.index(colour)), outline=INK)
            points = f" {scores[colour]}{' ★' if won else ''}"
            text = _shortened(name, points, self.font, (room - 34) * self.fine)
            draw.text(((x + 20) * self.fine, (self.words + 1) * self.fine), text, fill=INK, font=self.font)
            x += room


_AROUND = {
    (0, 1, 0): ((0, 0, -1), (1, 0, 0), (0, 0, 1), (-1, 0, 0)),
    (1, 0, 0): ((0, 0, -1), (0, 1, 0), (0, 0, 1), (0, -1, 0)),
    (0, 0, 1): ((0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0)),
}
"""By the side of a cube: the neighbours across the edges of that face, in the order of its corners."""


def _joined(position: Position, site: int) -> dict[Cube, int]:
    """By cube: which block it belongs to."""
    table = position.game.table
    return {
        cube: number
        for number, (placement, _) in enumerate(position.buildings[site].placed)
        for cube in table.pose(placement).cubes
    }


def _font(size: int) -> FreeTypeFont:
    """The font of all our pictures: matplotlib's own, which covers French, Polish and most names."""
    from pathlib import Path

    import matplotlib
    from PIL import ImageFont

    return ImageFont.truetype(Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf"), size)


def _shortened(name: str, points: str, font: FreeTypeFont, room: float) -> str:
    """A name with its points, cut where it is too long."""
    if font.getlength(name + points) <= room:
        return (name + points).strip()
    while name and font.getlength(f"{name}…{points}") > room:
        name = name[:-1]
    return f"{name}…{points}"


def _rgb(text: str) -> Rgb:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _mixed(one: Rgb, other: Rgb, share: float) -> Rgb:
    """The first colour mixed with a share of the other."""
    r, g, b = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return r, g, b
