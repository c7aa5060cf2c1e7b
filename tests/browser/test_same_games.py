"""The same game in Python and in Python for browsers: every answer, message, row and record, byte for byte."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from nouvelle_france.record import Record, faults
from tests.browser import seeded
from tests.browser.node import run_in_node
from tests.kinds import EDITION

SEEDED = Path(seeded.__file__)
EACH = range(len(seeded.MODES))
MANY = [range(first, first + 20) for first in range(len(EACH), 200, 20)]


def games_here(numbers: range) -> list[dict[str, Any]]:
    """The games as they are played everywhere else."""
    lines: list[str] = []
    asyncio.run(seeded.play_all(numbers, lines.append))
    return [json.loads(line) for line in lines]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("numbers", [EACH, *(pytest.param(it, marks=pytest.mark.large) for it in MANY)], ids=str)
def test_a_browsers_python_plays_the_same_games(numbers: range, tmp_path: Path) -> None:
    """Every mode in turn: one game of each in every run, two hundred in ``make test-all``."""
    here, there = games_here(numbers), run_in_node(SEEDED, numbers, tmp_path)
    assert [game["mode"] for game in here] == [list(seeded.MODES)[it % len(seeded.MODES)] for it in numbers]
    for one, other in zip(here, there, strict=True):
        assert one == other
        assert list(faults(Record.from_json(one["record"]), EDITION)) == []
