"""The experiments run, on any number of processes with the same result, and change what they say they change."""

from __future__ import annotations

import numpy as np
import pytest
from experiments import rules, search, seats, targets
from experiments.playing import Setting, changed, play

from nouvelle_france.core.judging.scheme import FEATURES
from nouvelle_france.rules.game import Rules


def lines(text: str) -> list[list[str]]:
    """The rows of all tables, without their heads."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    return [row for at, row in enumerate(rows) if row[0] != "---" and rows[min(at + 1, len(rows) - 1)][0] != "---"]


def test_the_games_are_the_same_on_one_process_and_two() -> None:
    settings = [Setting("two", ("greedy", "greedy"), 5), Setting("three", ("greedy",) * 3, 3)]
    alone = play(settings, 7, 1)
    assert alone == play(settings, 7, 2)
    assert [len(alone[it.name]) for it in settings] == [5, 3]
    assert alone != play(settings, 8, 1)


def test_every_change_of_a_number_is_one_and_the_edition_is_read() -> None:
    usual = changed(())
    for name, (how, changes) in rules.CHANGES.items():
        assert (name == "as it is") == (changed(changes) == usual and how == Rules()), name
    assert [it.disk for it in changed(rules.CHANGES["disks 20, 16, 12"][1]).sticks] == [20, 16, 12]
    with pytest.raises(ValueError, match="0 times"):
        changed((("no such text", ""),))


def test_seats_adds_up(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts of the first seat's lead are the lead."""
    monkeypatch.setattr(seats, "TABLES", (("greedy", (2, 3), 1.0),))
    monkeypatch.setattr(seats, "CAUSES", ("greedy",))
    seats.main(["--games", "6"])
    rows = lines(capsys.readouterr().out)
    for row in rows[:2]:
        parts = {it[2]: it[3:] for it in rows[2:] if it[1] == row[1]}
        for told, when in zip(row[6:8], ("even", "one more"), strict=True):
            if told != "none":
                found = [float(part.partition(" ")[0]) for part in parts[when]]
                assert sum(found) == pytest.approx(float(told.partition(" ")[0]), abs=0.05 * (len(found) + 1))


def test_rules_tells_of_every_change(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: rules.CHANGES[name] for name in ("as it is", "no allies (VAR-2)", "disks 1, 1, 1")}
    monkeypatch.setattr(rules, "CHANGES", few)
    rules.main(["--games", "2", "--bot", "greedy"])
    assert [row[0] for row in lines(capsys.readouterr().out)] == [*few, *few]


def test_search_plays_each_deal_from_both_seats(capsys: pytest.CaptureFixture[str]) -> None:
    search.main(["--games", "2", "--only", "`maitre`, 4 times"])
    ((name, games, *_),) = lines(capsys.readouterr().out)
    assert (name, games) == ("`maitre`, 4 times the play-outs", "2")


def test_targets_tells_what_can_be_foreseen_and_who_wins(capsys: pytest.CaptureFixture[str]) -> None:
    """Every set of weights that was met is told of, and both levels play by what was fitted."""
    targets.main(["--watched", "6", "--deals", "4", "--games", "2", "--jobs", "2"])
    *deviations, artisan, maitre = lines(capsys.readouterr().out)
    assert deviations
    assert all(float(it) >= 0 for row in deviations for it in row[3:])
    assert [row[:2] for row in (artisan, maitre)] == [
        [f"`{it}` by the fitted weights", "2"] for it in ("artisan", "maitre")
    ]


def test_the_fit_is_that_of_least_squares() -> None:
    chance = np.random.default_rng(1)
    true = chance.standard_normal(FEATURES)
    positions = [
        targets.Position(it, 0, row, float(row @ true), 0.0)
        for it, row in enumerate(chance.standard_normal((4000, FEATURES)))
    ]
    assert np.allclose(targets.solve(positions), true, atol=0.01)
    assert targets.unforeseen(positions, true, 4) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("given", [["--games", "0"], ["--jobs", "x"], ["--bot", "nobody"]])
def test_bad_options_are_named(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        rules.main(given)
    assert given[0] in capsys.readouterr().err
