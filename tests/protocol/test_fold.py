"""The page's table is a fold: from whatever number on, news lead to the snapshot that the server would send."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path
from random import Random

import orjson
import pytest

from nouvelle_france.tables.entries import KINDS
from tests.protocol.followed import kinds, story
from tests.protocol.node import NODE, WEB

PARTS, NUMBERS, STEPS = 4, 3, 30
"""Tables are told in parts, so that several processes can make them; of each kind so many, with so many wishes each.
`make test` has the first part, where there are tables of every size and everything happens, too."""


def told(part: int) -> list[tuple[int, dict[str, object]]]:
    """The stories of one part."""
    every = list(enumerate(kinds() * NUMBERS))
    Random(1).shuffle(every)  # so that every part has tables of every size
    return [(number, story(kind, number, STEPS)) for number, kind in every[part::PARTS]]


def fold(folder: Path) -> subprocess.CompletedProcess[str]:
    """Let the page's own code fold the stories of a folder."""
    command = [str(NODE), str(WEB / "tools" / "fold.ts"), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("part", [0, *(pytest.param(it, marks=pytest.mark.large) for it in range(1, PARTS))])
def test_folding_news_from_any_number_gives_the_snapshot_of_the_server(part: int, tmp_path: Path) -> None:
    stories = told(part)
    for number, it in stories:
        (tmp_path / f"{number}.json").write_bytes(orjson.dumps(it))
    done = fold(tmp_path)
    assert done.returncode == 0, done.stderr
    counted = json.loads(done.stdout)
    assert counted["tables"] == len(stories) >= 200 / PARTS
    assert counted["folds"] > 100 * len(stories)
    seen: Counter[str] = Counter()
    for _, it in stories:
        assert isinstance(it["kinds"], list)
        seen.update([*it["kinds"], f"status {it['status']}"])
    # A sealed table tells nothing to those without a seat, and there are no two tables here: tests/server has them.
    assert {*KINDS, "status playing", "status over"} - {"unsealed"} - set(seen) == set()


def test_a_fold_that_misses_something_is_noticed(tmp_path: Path) -> None:
    it = story(kinds()[0], 1, 20)
    path = tmp_path / "1.json"
    path.write_bytes(orjson.dumps(it))
    assert fold(tmp_path).returncode == 0
    spoilt = orjson.loads(path.read_bytes())
    spoilt["moments"][-1]["shown"]["rematch"] = "TableNumber3"
    path.write_bytes(orjson.dumps(spoilt))
    done = fold(tmp_path)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(": rematch")
