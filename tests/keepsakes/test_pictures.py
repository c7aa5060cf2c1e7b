"""The picture of the buildings and the animation of their growing, opened by Pillow."""

from __future__ import annotations

import io
from functools import cache

import pytest
from PIL import Image, ImageChops
from PIL.GifImagePlugin import GifImageFile

from nouvelle_france import Bonus, Match, Place, default_edition, replay
from nouvelle_france.charts.look import PAINTS
from nouvelle_france.keepsakes import buildings_gif, buildings_png
from nouvelle_france.keepsakes.picture import END_MS, SNOW_MS
from tests.kinds import KINDS

KIND_IDS = ("table-mixed", "solo-apprentice-stalwart-greedy-6")


@cache
def match(kind: str, moves: int | None = None) -> Match:
    return replay(next(it for it in KINDS if it.id == kind).record("pictures"), default_edition(), moves)


def colours(picture: Image.Image) -> set[tuple[int, int, int]]:
    return {colour for _, colour in picture.convert("RGB").getcolors(1 << 24) or ()}  # type: ignore[misc]  # RGB has no plain numbers


@pytest.mark.parametrize("kind", KIND_IDS)
def test_the_picture_shows_every_colour_and_all_that_stands(kind: str) -> None:
    bare, built = (Image.open(io.BytesIO(buildings_png(it))) for it in (match(kind, 0), match(kind)))
    assert built.format == "PNG"
    assert built.size == bare.size
    assert min(built.size) > 400
    built.load()
    whole = match(kind).state.position
    snowed = {
        tuple(round(part + (snow - part) * 0.3) for part, snow in zip(rgb, (247, 250, 253), strict=True))
        for rgb in ((int(it.wood[1:3], 16), int(it.wood[3:5], 16), int(it.wood[5:7], 16)) for it in PAINTS.values())
    }
    assert whole.over
    # A left side has 86 parts in 100 of the light; each colour shows one.
    for rgb in snowed:
        assert tuple(round(part * 0.86) for part in rgb) in colours(built)
        assert tuple(round(part * 0.86) for part in rgb) not in colours(bare)
    assert ImageChops.difference(bare.convert("RGB"), built.convert("RGB")).getbbox() is not None


@pytest.mark.parametrize("kind", KIND_IDS)
def test_the_animation_has_a_frame_for_each_block_and_each_snowfall(kind: str) -> None:
    game = match(kind)
    placed = sum(isinstance(played.action, Place | Bonus) for played in game.history)
    film = GifImageFile(io.BytesIO(buildings_gif(game)))
    assert film.format == "GIF"
    assert film.n_frames == 1 + placed + 3
    assert film.info["loop"] == 0
    lengths, before, still = [], None, 0
    for number in range(film.n_frames):
        film.seek(number)
        lengths.append(film.info["duration"])
        frame = film.convert("RGB")
        still += before is not None and ImageChops.difference(before, frame).getbbox() is None
        before = frame
    assert lengths.count(SNOW_MS) == 2
    assert lengths[-1] == END_MS
    assert still == 0


def test_a_game_that_has_not_begun_is_a_picture_too() -> None:
    film = GifImageFile(io.BytesIO(buildings_gif(match("table-mixed", 0))))
    assert film.n_frames == 1
