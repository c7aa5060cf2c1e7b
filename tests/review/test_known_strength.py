"""What analyses say of bots whose strength is known, and of errors whose size is (`make test-all`)."""

from __future__ import annotations

from statistics import fmean

import pytest
from benchmarks.review import kept, planted

from nouvelle_france.pool import Processes
from nouvelle_france.review import DEPTHS

DEPTH = DEPTHS["maitre"]


@pytest.mark.large
def test_stronger_bots_give_up_less_and_the_strongest_is_rarely_corrected() -> None:
    given = {}
    for bot in ("ingenieur", "greedy", "random"):
        analyses = kept(Processes(1), DEPTH, [bot], 2, 2, None)
        choices = [it for game in analyses for it in game["choices"]]
        given[bot] = fmean(it["regret"] for it in choices)
        assert max(it["error"] for it in choices) < 1.5
        if bot == "ingenieur":
            assert sum(it["verdict"] is not None for it in choices) < len(choices) / 20
    assert -0.2 < given["ingenieur"] < 0.4
    assert given["ingenieur"] + 0.2 < given["greedy"] < given["random"] - 1


@pytest.mark.large
def test_nine_of_ten_errors_of_eight_points_are_found() -> None:
    (figure,) = planted(Processes(1), DEPTH, 20)
    assert figure.reached, figure
