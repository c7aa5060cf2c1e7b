"""Editions of the same sizes share their machine code; others do not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nouvelle_france.bots.ladder import ready
from nouvelle_france.bots.warming import is_warm, warm
from nouvelle_france.core.compiling import telling
from nouvelle_france.core.layout import layout_of
from nouvelle_france.core.records import Game, Work, dtype_of
from nouvelle_france.core.tables import core_tables, sizes_of
from nouvelle_france.edition import Edition, default, load, parse
from nouvelle_france.edition.reading import DEFAULT

TEXT = DEFAULT.read_text(encoding="utf-8")
CHURCH = next(site for site in default().sites if site.id == "church")
PLAN = "\n".join(CHURCH.plan)


def changed(*pairs: tuple[str, str]) -> Edition:
    text = TEXT.replace('id = "reconstruction-1"', 'id = "mine"')
    for old, new in pairs:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return parse(text)


def turned_church() -> Edition:
    """The church the other way round, with other numbers: another plan of the same sizes."""
    return changed(
        (PLAN, "\n".join(reversed(CHURCH.plan))),
        ("at = [[3, 8]]", "at = [[3, 0]]"),
        ("disk = 8", "disk = 12"),
        ("challenge_points = 10", "challenge_points = 7"),
    )


def types_of(edition: Edition) -> list[object]:
    """What Numba compiles for."""
    sizes = sizes_of(core_tables(edition))
    return [core_tables(edition).dtype, dtype_of(Game, sizes), dtype_of(Work, sizes)]


TINY = load(Path(__file__).parents[1] / "edition" / "tiny.toml")
OTHERS = {
    "another plan": changed((PLAN, PLAN.replace("###.###\n#.....#", "#######\n#.....#", 1))),
    "more cards in sight": changed(("display = 2", "display = 3")),
    "a longer cycle": changed(("player_turns = 3", "player_turns = 4")),
    "tiny": TINY,
}


def test_a_changed_plan_of_the_same_sizes_is_compiled_already() -> None:
    ours, mine = default(), turned_church()
    assert mine != ours
    assert core_tables(mine).tobytes() != core_tables(ours).tobytes()
    assert types_of(mine) == types_of(ours)
    assert layout_of(mine) == layout_of(ours)
    warm(ours, lambda _: None)
    assert is_warm(mine)
    compiled: list[bool] = []
    with telling(lambda: compiled.append(True)):
        ready.__wrapped__(mine)  # all that the ladder does, whether or not it was done before
    assert compiled == []


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS.keys())
def test_other_sizes_are_other_code(other: Edition) -> None:
    assert types_of(other) != types_of(default())
    assert layout_of(other) != layout_of(default())


@pytest.mark.parametrize("edition", [default(), TINY], ids=["ours", "tiny"])
def test_the_layout_says_all_sizes_of_the_records(edition: Edition) -> None:
    layout, sizes = layout_of(edition), sizes_of(core_tables(edition))
    said = {
        "S": layout.sites, "W": layout.columns, "H": layout.heights, "J": layout.shapes, "L": layout.bonus,
        "C": layout.colours, "P": layout.poses, "M": layout.cell_words, "A": layout.slot_words, "G": layout.planes,
        "T": layout.turns, "V": layout.visible + 1, "Q": layout.cubes, "X": layout.challenges, "Z": layout.sticks,
    }  # fmt: skip
    dtype = core_tables(edition).dtype
    shape = {name: dtype[name].shape for name in dtype.names or ()}
    more = {"Q": shape["cube_column"][1], "X": shape["challenge"][0], "Z": shape["stick_marks"][0]}
    assert said == {letter: {**sizes, **more}[letter] for letter in said}


@pytest.mark.parametrize("edition", [default(), TINY], ids=["ours", "tiny"])
def test_the_poses_of_a_shape_on_a_site_follow_one_another_as_their_bits_do(edition: Edition) -> None:
    tables = core_tables(edition)
    site, shape = tables["pose_site"], tables["pose_shape"]
    first = tables["first_pose"][site, shape] - 64 * tables["first_word"][site, shape]
    assert np.array_equal(first + tables["pose_slot"], np.arange(len(site)))
