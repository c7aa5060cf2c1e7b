"""Chances of winning: shares of one, rising with the margin, certain at the end."""

from __future__ import annotations

import pytest

from nouvelle_france.review import steps_of
from nouvelle_france.review.winning import chances, chances_by, curves
from tests.review.games import game


@pytest.mark.parametrize("kind", ["2", "3", "4", "solo"])
def test_a_larger_margin_wins_more_often_and_more_so_towards_the_end(kind: str) -> None:
    curve = curves()[kind]
    assert list(curve.left) == sorted(curve.left)
    assert min(curve.scale) > 0
    if kind == "solo":
        middle = sum(curve.even) / 2
        low, even, high = (chances_by(curve, 0.5, [middle + it])[0] for it in (-5.0, 0.0, 5.0))
        assert even == pytest.approx(0.5)
        assert low < even < high
        return
    count = int(kind)
    for left in (0.0, 0.3, 0.7, 1.0, 1.2):
        assert chances_by(curve, left, [0.0] * count) == pytest.approx([1 / count] * count)
        ahead = chances_by(curve, left, [5.0, *[-5.0 / (count - 1)] * (count - 1)])
        assert sum(ahead) == pytest.approx(1)
        assert ahead[0] > 1 / count
    early, late = (chances_by(curve, left, [5.0, *[-5.0 / (count - 1)] * (count - 1)])[0] for left in (0.9, 0.05))
    assert late > early


def test_the_end_is_certain() -> None:
    for players in (1, 2, 4):
        match = game(players, "artisan" if players < 4 else "apprenti")
        end = match.state.position
        told = chances(end, [0.0] * players)
        assert sum(told) == 1 or (players == 1 and told in ((0.0,), (1.0,)))
        before = chances(steps_of(match)[-1].position, [0.0] * players)
        assert all(0 < it < 1 for it in before)
