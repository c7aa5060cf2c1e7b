"""The page of the environments says what is there."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from nouvelle_france.core import Episodes
from nouvelle_france.core.episodes import observation_dtype
from nouvelle_france.core.observing import SOLO_ONLY, TABLE_ONLY, Observation
from nouvelle_france.core.phase import PHASES
from nouvelle_france.core.records import fields_of
from nouvelle_france.edition.counts import MOST_CARDS, MOST_POINTS
from nouvelle_france.edition.reading import DEFAULT, parse
from nouvelle_france.envs.spaces import action_space, named_arrays, names_of, observation_space
from nouvelle_france.envs.variants import solo_kind, table_kind

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")


def test_every_array_is_in_the_table_with_its_type_shape_and_meaning() -> None:
    told = re.findall(r"^\| `(\w+)` \| (\w+) \| ([\d × ]+) \| (.+) \| (\w+) \|$", PAGE, re.MULTILINE)
    fields = observation_dtype(table_kind()).fields
    assert fields is not None
    wanted = []
    for name, field in fields_of(Observation).items():
        dtype = fields[name][0]
        where = "table" if name in TABLE_ONLY else "solo" if name in SOLO_ONLY else "both"
        wanted.append((name, np.dtype(dtype.base).name, " × ".join(map(str, dtype.shape)), field.meaning, where))
    assert told == wanted
    assert set(names_of(table_kind())) == {name for name, *_, where in wanted if where != "solo"}
    assert set(names_of(solo_kind())) == {name for name, *_, where in wanted if where != "table"}


def test_the_largest_numbers_of_an_edition_are_observed_as_they_are() -> None:
    """Larger ones once came out as others, down to negative ones."""
    text = DEFAULT.read_text(encoding="utf-8").replace("at = [18, 40, 60]", f"at = [18, 40, {MOST_POINTS}]")
    edition = parse(re.sub(r"\bdisk = \d+", f"disk = {MOST_POINTS}", text))
    for kind in (table_kind(2, edition=edition), solo_kind(edition=edition)):
        episodes = Episodes(kind)
        episodes.begin([1])
        seen = named_arrays(kind, episodes.observe(), 0)
        assert observation_space(kind, mask=False)["observation"].contains(seen)
        assert seen["disks"].tolist() == [MOST_POINTS] * 3
        assert seen["deck"].tolist() == [len(kind.start[0]["deck"]) - kind.start[0]["top"]]
    assert seen["track"].tolist() == [18, 40, MOST_POINTS]
    assert np.iinfo(seen["deck"].dtype).max >= MOST_CARDS


def test_the_phases_and_the_number_of_actions() -> None:
    assert f"Phases are, from 0: {', '.join(phase.value for phase in PHASES)}." in PAGE
    assert f"`Discrete({action_space(table_kind()).n})`" in PAGE
