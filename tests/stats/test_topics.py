"""Every table: figures counted by hand in the golden games, and sums that must come out in any games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from nouvelle_france.stats import Column, Group, grouped, mean_estimate, share_estimate
from nouvelle_france.stats.sheet import spread
from tests.kinds import KINDS
from tests.stats.games import ALONE, DUEL, MIXED, facts, group, sheets

SEEDS = range(4)


def row(games: Group, sheet: str, **where: object) -> Mapping[str, Any]:
    """The one row of a sheet with those values."""
    (found,) = [it for it in sheets(games)[sheet].rows if where.items() <= it.items()]
    return found


def shown(games: Group, sheet: str) -> list[list[str]]:
    """A sheet as a person reads it."""
    found = sheets(games)[sheet]
    return [[column.text(it) for column in found.columns] for it in found.rows]


@pytest.fixture(scope="module")
def duels() -> Group:
    """The duel of the golden game, and others like it."""
    return group(facts(DUEL), *(facts(DUEL, seed) for seed in SEEDS))


@pytest.fixture(scope="module")
def solos() -> Group:
    return group(*(facts(kind.id, "stats") for kind in KINDS if kind.id.startswith("solo-apprentice")))


# -- by hand -----------------------------------------------------------------------------------------------------


def test_length() -> None:
    assert shown(group(facts(DUEL)), "length/length") == [
        ["turns", "1", "40.0", "–", "40", "40.0", "40.0", "40.0", "40"],
        ["blocks placed", "1", "33.0", "–", "33", "33.0", "33.0", "33.0", "33"],
        ["bonus blocks placed", "1", "6.00", "–", "6", "6.00", "6.00", "6.00", "6"],
        ["moves of the record", "1", "145.0", "–", "145", "145.0", "145.0", "145.0", "145"],
    ]
    assert shown(group(facts(DUEL)), "length/by-seat") == [["seat 1", "17.0", "3.00"], ["seat 2", "16.0", "3.00"]]


def test_scores() -> None:
    duel, mixed = group(facts(DUEL)), group(facts(MIXED))
    assert row(duel, "scores/by-seat", who="seat 1")["mean"] == 113
    assert row(duel, "scores/by-seat", who="all")["mean"] == (113 + 95) / 2
    assert row(duel, "scores/by-seat", who="best")["mean"] == 113
    assert [it[0] for it in shown(duel, "scores/by-colour")] == ["blue", "white"]
    assert "scores/by-bot" not in sheets(duel)
    greedy = row(mixed, "scores/by-bot", who="greedy")  # 73 and 70
    assert (greedy["count"], greedy["mean"], greedy["min"], greedy["max"]) == (2, 71.5, 70, 73)
    assert row(mixed, "scores/by-bot", who="random")["mean"] == (14 + 23) / 2
    assert row(group(facts(ALONE)), "scores/by-colour", who="blue")["mean"] == 55


def test_how_values_are_spread() -> None:
    assert spread([4, 1, 2, 3, 10]) == {
        **{"count": 5, "mean": 4.0, "sd": pytest.approx(12.5**0.5), "min": 1, "max": 10},
        **{"q1": 2.0, "median": 3.0, "q3": 4.0},
    }


def test_advantage() -> None:
    duel, mixed = group(facts(DUEL)), group(facts(MIXED))
    first = row(duel, "advantage/by-seat", who="seat 1")
    assert (first["wins"], first["lead"], first["lead_low"]) == (1.0, 18.0, None)  # one game: no telling how sure
    assert [(it["more"], it["who"], it["count"], it["wins"]) for it in rows(duel, "advantage/last-round")] == [
        (0, "none", 0, None),
        (1, "seat 1", 1, 1.0),  # the snowflake came up in blue's 20th turn
    ]
    assert row(duel, "advantage/by-colour", who="blue")["lead"] == -18.0
    brown = row(mixed, "advantage/by-colour", who="brown")
    assert brown["lead"] == pytest.approx(73 - (14 + 23 + 70) / 3)
    assert row(mixed, "advantage/by-bot", who="greedy")["wins"] == 0.5  # one of its two seats won
    assert "advantage/by-seat" not in sheets(group(facts(ALONE)))


def test_buildings() -> None:
    duel = group(facts(DUEL))
    mill = row(duel, "buildings/buildings", site="mill")
    assert [mill[key] for key in ("completed", "stage_1", "stage_2", "stage_3", "by_1", "by_2")] == [1, 0, 0, 1, 1, 0]
    assert row(duel, "buildings/buildings", site="church")["completed"] == 0
    won, without = (
        row(games, "buildings/disks", what="decided by disks: won, but not without them")["share"]
        for games in (group(facts(MIXED)), duel)
    )
    assert (won, without) == (1, 0)
    assert row(duel, "buildings/disks", what="a winner completed one")["share"] == 1
    assert row(duel, "buildings/disks", what="buildings completed a game")["number"] == 1
    alone = group(facts(ALONE))
    assert row(alone, "buildings/buildings", site="mill")["by_1"] == 1  # by the player, not by Winter
    assert row(alone, "buildings/disks", what="a winner completed one")["share"] == 0  # Winter won


def test_stuck() -> None:
    mixed = group(facts(MIXED))
    assert [row(mixed, "stuck/by-stage", where=f"stage {stage}")["stuck"] for stage in (1, 2, 3)] == [3, 3, 1]
    everywhere = row(mixed, "stuck/by-stage", where="all")
    assert [everywhere[key] for key in ("any", "stuck", "removed", "lost", "bonus_unused")] == [1, 7, 4, 6, 0]
    assert row(mixed, "stuck/by-seat", where="seat 3")["stuck"] == 3
    assert row(mixed, "stuck/by-seat", where="seat 2")["any"] == 0
    assert "bonus_unused" not in row(group(facts(ALONE)), "stuck/by-stage", where="all")


def test_allies() -> None:
    duel, mixed = group(facts(DUEL)), group(facts(MIXED))
    fille = row(duel, "allies/points", ally="Fille du Roy")
    assert (fille["uses"], fille["points"], fille["taken"]) == (6, (6 + 1 + 1 + 5 + 5 + 1) / 6, 6 / 20)
    assert [fille[f"stage_{stage}"] for stage in (1, 2, 3)] == [(5 + 6) / 2, (5 + 1) / 2, 1]
    coureur = row(duel, "allies/uses", ally="Coureur des bois")
    assert [coureur[key] for key in ("a_game", "stage_1", "stage_2", "stage_3", "by_1", "by_2")] == [5, 2, 2, 1, 2, 3]
    assert "allies/huron" not in sheets(duel)
    assert row(mixed, "allies/uses", ally="Huron")["a_game"] == 6
    assert [(it["what"], it["uses"], it["share"]) for it in sheets(mixed)["allies/huron"].rows] == [
        ("before one's turn", 6, 3 / 6),
        ("snow was among the cards", 6, 1 / 6),
        ("the order was changed", 6, 5 / 6),
        ("the order was changed, with snow", 1, 1),
    ]
    assert "allies/uses" not in sheets(group(facts(ALONE)))


def test_sources() -> None:
    duel = group(facts(DUEL))
    linked = row(duel, "sources/points", source="linked")
    assert (linked["all"], linked["winners"], linked["others"], linked["seat 2"]) == (17, 16, 18, 18)
    assert row(duel, "sources/shares", source="linked")["all"] == 34 / 208
    assert row(group(facts(ALONE)), "sources/points", source="disks")["white"] == -10


def test_tension() -> None:
    duel, mixed = group(facts(DUEL)), group(facts(MIXED))
    assert row(duel, "tension/spread", what="margin, first to second")["mean"] == 18
    assert row(duel, "tension/spread", what="lead changes")["mean"] == 6
    assert row(duel, "tension/shares", what="within 5 points at the end")["share"] == 0
    assert row(mixed, "tension/shares", what="within 5 points at the end")["share"] == 1  # 73:70
    assert row(duel, "tension/shares", what="who leads after snowfall 1 wins")["share"] == 1
    assert row(duel, "tension/shares", what="who leads after snowfall 2 wins")["share"] == 0
    tied = row(mixed, "tension/shares", what="who leads after snowfall 1 wins")
    assert (tied["count"], tied["share"]) == (0, None)  # nobody was in front alone
    alone = group(facts(ALONE))
    assert row(alone, "tension/spread", what="lead over Winter")["mean"] == 0
    assert row(alone, "tension/shares", what="who leads after snowfall 2 wins")["share"] == 1  # Winter did


def test_course() -> None:
    duel = group(facts(DUEL))
    second = row(duel, "course/course", round=2)
    assert (second["games"], second["seat 1"], second["seat 2"]) == (1, 9, 15)
    assert row(group(facts(ALONE)), "course/course", round=1)["blue"] == 4


def test_solo() -> None:
    alone = group(facts(ALONE))
    (wins,) = sheets(alone)["solo/wins"].rows
    assert (wins["constraint"], wins["track"], wins["challenges"]) == ("apprentice", "stalwart", 6)
    assert (wins["games"], wins["wins"], wins["lead"], wins["earned"]) == (1, 0, 0, 1)
    assert row(alone, "solo/challenges", challenge="cannons")["earned"] == 1
    assert row(alone, "solo/challenges", challenge="belfry")["earned"] == 0
    beam = row(alone, "solo/pieces", piece="beam")
    assert (beam["due"], beam["brown"], beam["yellow"], beam["blue"], beam["lost"]) == (2, 0, 1, 1, 0)


# -- intervals and cells -----------------------------------------------------------------------------------------


def test_games_of_one_deal_are_no_independent_evidence() -> None:
    alone = share_estimate((str(number), float(number % 2)) for number in range(100))
    together = share_estimate((str(number // 4 % 25), float(number // 4 % 2)) for number in range(100))
    assert alone is not None
    assert together is not None
    assert alone.value == 0.5
    assert [round(alone.low or 0, 4), round(alone.high or 0, 4)] == [0.4038, 0.5962]  # Wilson, 50 of 100
    assert alone.low is not None
    assert together.low is not None
    assert 0.5 - together.low > 1.7 * (0.5 - alone.low)  # four games a deal, all alike: twice as wide, nearly
    assert share_estimate([]) is None
    assert mean_estimate([]) is None


def test_cells() -> None:
    share = Column("x", "", "share")
    assert share.text({"x": 0.5, "x_low": 0.25, "x_high": 0.755}) == "50.0% (25.0–75.5)"
    assert share.text({"x": None}) == "–"
    assert Column("x", "", "signed").text({"x": 2.0, "x_low": -1.0, "x_high": 5.0}) == "+2.0 (-1.0 to +5.0)"
    assert Column("x", "", "number").text({"x": 2.0, "x_low": None, "x_high": None}) == "2.00"
    assert Column("x", "", "count").text({"x": 12345}) == "12,345"


# -- in any games ------------------------------------------------------------------------------------------------


def rows(games: Group, sheet: str) -> list[Mapping[str, Any]]:
    return list(sheets(games)[sheet].rows)


def test_shares_sum_to_all_there_is(duels: Group, solos: Group) -> None:
    for games in (duels, group(facts(MIXED)), solos):
        for sheet in ("sources/shares", "sources/points"):
            *parts, whole = rows(games, sheet)
            for key in whole.keys() - {"name", "source"}:
                assert sum(it[key] for it in parts) == pytest.approx(whole[key])
                if sheet == "sources/shares":
                    assert whole[key] == pytest.approx(1)
        for it in rows(games, "buildings/buildings"):
            for key in ("stage_", "by_"):
                assert sum(it[name] for name in it if name.startswith(key)) == pytest.approx(it["completed"])
        *stages, everywhere = rows(games, "stuck/by-stage")
        for key in ("stuck", "removed", "lost"):
            assert sum(it[key] for it in stages) == pytest.approx(everywhere[key])
            assert sum(it[key] for it in rows(games, "stuck/by-seat")) == pytest.approx(everywhere[key])


def test_every_game_has_one_title(duels: Group) -> None:
    for sheet in ("advantage/by-seat", "advantage/by-colour"):
        found = rows(duels, sheet)
        assert sum(it["wins"] * it["count"] for it in found) == pytest.approx(len(duels.games))
        assert sum(it["lead"] * it["count"] for it in found) == pytest.approx(0)
        assert all(it["wins_low"] <= it["wins"] <= it["wins_high"] for it in found)


def test_games_are_told_apart_by_mode_players_and_rules() -> None:
    every = grouped(facts(kind.id, "stats") for kind in KINDS)
    titles = [it.title for it in every]
    assert len(set(titles)) == len(titles)
    assert sum(len(it.games) for it in every) == len(KINDS)
    assert titles[0] == "2 players"
    assert titles[-2:] == ["solo", "solo, leaning"]
    assert "4 players, one card, no allies, leaning, unable claimed" in titles
