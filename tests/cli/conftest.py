"""A file of records for the commands that read one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kinds import KINDS

KIND_IDS = ("table-mixed", "table-3-greedy", "solo-apprentice-stalwart-greedy-6")


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games: two at table, one solo."""
    file = tmp_path_factory.mktemp("records") / "games.jsonl"
    by_id = {kind.id: kind for kind in KINDS}
    file.write_text("".join(by_id[id].record("cli").to_json() + "\n" for id in KIND_IDS), encoding="utf-8")
    return file
