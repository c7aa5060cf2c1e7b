"""The page of the environments says what is there."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from nouvelle_france.core.episodes import observation_dtype
from nouvelle_france.core.observing import SOLO_ONLY, TABLE_ONLY, Observation
from nouvelle_france.core.phase import PHASES
from nouvelle_france.core.records import fields_of
from nouvelle_france.envs.spaces import action_space, names_of
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


def test_the_phases_and_the_number_of_actions() -> None:
    assert f"Phases are, from 0: {', '.join(phase.value for phase in PHASES)}." in PAGE
    assert f"`Discrete({action_space(table_kind()).n})`" in PAGE
