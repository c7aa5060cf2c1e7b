"""The journal: what was written is read again, a torn end is cut off, and another arena's is refused."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from nouvelle_france.arena.contest import Game
from nouvelle_france.arena.journal import FORMAT, Journal, JournalError, OtherSettingsError, settings_of
from nouvelle_france.arena.schedule import Fixture

SETTINGS = {"seed": 1, "lineups": (("a", "b"),), "rules": {"one_card": False}}
GAMES = [
    Game(
        (1.0, 0.0),
        (61, 58),
        ((10, 20), (30,)),
        ({"late": 1}, {}),
        "the first",
        ("late: slow", ""),
        ({"harmless": 1}, {}),
    ),
    Game((1 / 3, 2 / 3), (-1, 0), ((), ()), ({}, {}), "the second, with « quotes »"),
]


def begin(path: Path, records: bool = True) -> None:
    with closing(Journal(path, SETTINGS, records)) as journal:
        for deal, game in enumerate(GAMES):
            journal.add(Fixture(0, deal, 1, ("a", "b")), game)


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    part = tmp_path / "part"
    begin(part)
    with closing(Journal(part, SETTINGS, records=True)) as journal:
        assert list(journal.played()) == [((0, 0, 1), GAMES[0]), ((0, 1, 1), GAMES[1])]
        assert journal.games == 2
    assert list(tmp_path.iterdir()) == [part], "no lock is left"
    assert settings_of(part) == {"seed": 1, "lineups": [["a", "b"]], "rules": {"one_card": False}}


@pytest.mark.parametrize("cut", [1, 10, 60])
def test_a_torn_last_line_is_cut_off_and_the_journal_goes_on(cut: int, tmp_path: Path) -> None:
    part = tmp_path / "part"
    begin(part)
    whole = part.read_bytes()
    part.write_bytes(whole[:-cut])
    with closing(Journal(part, SETTINGS, records=True)) as journal:
        assert [game for _, game in journal.played()] == GAMES[:1]
        journal.add(Fixture(0, 1, 1, ("a", "b")), GAMES[1])
    assert part.read_bytes() == whole


def test_a_torn_first_line_begins_anew(tmp_path: Path) -> None:
    part = tmp_path / "part"
    part.write_bytes(b'{"format":"nouvelle-fr')
    assert settings_of(part) is None
    begin(part)
    assert settings_of(part) is not None


def test_a_journal_that_is_left_before_it_was_read_stays(tmp_path: Path) -> None:
    part = tmp_path / "arena.json.part"
    begin(part)
    before = part.read_bytes()
    Journal(part, SETTINGS, records=True).close()
    assert part.read_bytes() == before


def test_a_journal_without_a_game_leaves_nothing(tmp_path: Path) -> None:
    Journal(tmp_path / "part", SETTINGS, records=False).close()
    assert not list(tmp_path.iterdir())


def test_other_settings_are_named(tmp_path: Path) -> None:
    part = tmp_path / "part"
    begin(part)
    before = part.read_bytes()
    with pytest.raises(OtherSettingsError) as refused:
        Journal(part, {**SETTINGS, "seed": 2, "rules": {"one_card": True}}, records=True)
    assert refused.value.differences == {"seed": (1, 2), "rules.one_card": (False, True)}
    assert part.read_bytes() == before


def test_records_can_be_left_out_later_but_not_asked_for_later(tmp_path: Path) -> None:
    with_records, without = tmp_path / "with", tmp_path / "without"
    begin(with_records)
    begin(without, records=False)
    assert b"the first" not in without.read_bytes()
    with closing(Journal(with_records, SETTINGS, records=False)) as journal:
        assert journal.keeps_records
        assert len(list(journal.played())) == 2
    with pytest.raises(OtherSettingsError) as refused:
        Journal(without, SETTINGS, records=True)
    assert refused.value.differences == {"records": (False, True)}


def test_only_one_arena_writes_a_journal(tmp_path: Path) -> None:
    part = tmp_path / "part"
    begin(part)
    with closing(Journal(part, SETTINGS, records=True)) as journal:
        list(journal.played())
        with pytest.raises(JournalError, match="another arena"):
            Journal(part, SETTINGS, records=True)


@pytest.mark.parametrize(
    "header",
    [
        {},
        {"settings": SETTINGS},
        {"records": True},
        {"records": 1, "settings": SETTINGS},
        {"records": True, "settings": []},
    ],
)
def test_a_first_line_without_its_parts_is_named(header: dict[str, Any], tmp_path: Path) -> None:
    part = tmp_path / "part"
    part.write_text(json.dumps({"format": FORMAT, **header}) + "\n")
    assert settings_of(part) is None
    with pytest.raises(JournalError, match="line 1: not the settings"):
        Journal(part, SETTINGS, records=True)


@pytest.mark.parametrize(
    "part_of_game",
    [
        {"wins": [1.0]},
        {"wins": [1.0, None]},
        {"wins": ["won", "lost"]},
        {"scores": [61, 58, 3]},
        {"scores": [61.5, 58]},
        {"scores": 61},
        {"times": [[1, 2]]},
        {"times": [[1], ["x"]]},
        {"faults": [{}]},
        {"faults": [[], []]},
        {"stand_ins": [[], []]},
        {"lineup": 1},
        {"lineup": None},
        {"deal": "0"},
    ],
)
def test_a_game_with_a_wrong_part_is_named(part_of_game: dict[str, Any], tmp_path: Path) -> None:
    part = tmp_path / "part"
    begin(part)
    lines = part.read_text().splitlines()
    lines[2] = json.dumps({**json.loads(lines[2]), **part_of_game})
    part.write_text("\n".join([*lines, ""]))
    with (
        closing(Journal(part, SETTINGS, records=True)) as journal,
        pytest.raises(JournalError, match="line 3: not a game"),
    ):
        list(journal.played())


@pytest.mark.parametrize("line", [b"nonsense\n", b"[]\n", b'{"lineup": 0}\n'])
def test_a_spoilt_line_is_named(line: bytes, tmp_path: Path) -> None:
    part = tmp_path / "part"
    begin(part)
    lines = part.read_bytes().splitlines(keepends=True)
    part.write_bytes(b"".join([*lines[:2], line, lines[2]]))
    with closing(Journal(part, SETTINGS, records=True)) as journal, pytest.raises(JournalError, match="line 3"):
        list(journal.played())
    part.write_bytes(line)
    with pytest.raises(JournalError, match="line 1"):
        Journal(part, SETTINGS, records=True)
    assert part.read_bytes() == line
