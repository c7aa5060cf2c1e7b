"""What the page's own tests are held against is what the library makes today."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "web/src/model/fixtures"


def test_the_pages_positions_and_games_are_the_librarys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = runpy.run_path(str(FOLDER / "make.py"))["main"]
    monkeypatch.setitem(made.__globals__, "FOLDER", tmp_path)
    made()
    names = {path.name for path in FOLDER.glob("*.json")}
    assert {path.name for path in tmp_path.iterdir()} == names
    stale = [name for name in sorted(names) if (tmp_path / name).read_bytes() != (FOLDER / name).read_bytes()]
    assert not stale, f"run {FOLDER.name}/make.py and look at what changed: {stale}"
