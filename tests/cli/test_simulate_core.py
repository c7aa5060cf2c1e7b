"""Bots that do not search play inside compiled code, and there they play the very games the rules would see."""

from __future__ import annotations

from pathlib import Path

import pytest

from nouvelle_france import default_edition
from nouvelle_france.arena.contest import Contest
from nouvelle_france.arena.simulation import Simulation
from nouvelle_france.bots.compiled_games import can_play
from nouvelle_france.bots.ladder import ready
from nouvelle_france.cli.options import GameOptions
from tests.cli.running import run

pytestmark = pytest.mark.usefixtures("_compiled")


@pytest.fixture(scope="module")
def _compiled() -> None:
    """So that no command has to tell that it compiles."""
    ready(default_edition())


CLAIMED = GameOptions(unable="claimed", support="leaning", allies="once")
PLUCKY = GameOptions(mode="solo", constraint="master-builder", track="plucky", architecture="all", support="leaning")


def simulation(options: GameOptions, bots: str, seed: int = 1, *, records: bool = True) -> Simulation:
    return Simulation(Contest(default_edition(), options, seed), tuple(bots.split(",")), records)


@pytest.mark.parametrize(
    ("options", "bots"),
    [
        (GameOptions(), "apprenti,apprenti,apprenti,apprenti"),
        (GameOptions(), "artisan,artisan,apprenti"),
        (GameOptions(one_card=True), "artisan,apprenti"),
        (CLAIMED, "apprenti,artisan,artisan,apprenti"),
        (GameOptions(allies="none", unable="claimed"), "artisan,artisan"),
        (GameOptions(mode="solo"), "apprenti"),
        (GameOptions(mode="solo"), "artisan"),
        (PLUCKY, "artisan"),
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_core_plays_the_games_of_the_rules(options: GameOptions, bots: str, seed: int) -> None:
    here = simulation(options, bots, seed)
    quick = simulation(options, bots, seed, records=False)
    for number in range(2):
        game, sooner = here.game(number), quick.game(number)
        wanted = here.contest.play(number, here.bots)
        assert game.record == wanted.record
        assert sooner.record == ""
        assert (game.wins, game.scores) == (sooner.wins, sooner.scores) == (wanted.wins, wanted.scores)
        # Only the rules' way takes the time of each move: so these were two ways.
        assert any(wanted.times)
        assert not any(game.times)


def test_the_artisan_puts_cards_back_in_the_same_order_both_ways() -> None:
    here = simulation(GameOptions(), "artisan,artisan")
    games = [here.game(number).record for number in range(4)]
    assert games == [here.contest.play(number, here.bots).record for number in range(4)]
    orders = [order for game in games for order in game.split('"order":')[1:]]
    assert len({order[: order.index("]")] for order in orders}) > 2


def test_who_searches_or_is_no_level_plays_by_the_rules() -> None:
    assert can_play(["apprenti", "artisan"])
    assert not any(can_play(["artisan", other]) for other in ("maitre", "ingenieur", "greedy", "artisan@0.5", "mine"))
    assert any(simulation(GameOptions(), "artisan,greedy").game(0).times)


def test_jobs_and_records_change_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["simulate", "--bots", "artisan,apprenti", "--games", 9, "--seed", 3]
    files = [tmp_path / f"{jobs}.jsonl" for jobs in (1, 2)]
    first = run(capsys, *words, "--out", files[0])
    assert (first.code, first.err) == (0, "")
    assert "9 games, seed 3" in first.out
    assert run(capsys, *words, "--jobs", 2, "--out", files[1]) == first
    assert files[1].read_bytes() == files[0].read_bytes()
    assert run(capsys, *words) == first
    assert run(capsys, "verify", files[0]) == (0, "9 games, all by the rules\n", "")


def test_a_level_beside_another_bot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    assert run(capsys, "simulate", "--bots", "artisan,greedy", "--games", 2, "--seed", 3, "--out", out).code == 0
    assert run(capsys, "verify", out) == (0, "2 games, all by the rules\n", "")
