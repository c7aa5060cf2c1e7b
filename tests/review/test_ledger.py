"""Start, luck and skill are the margin, exactly, in games of every size."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest

from nouvelle_france.protocol.analysis import AnalysisTold
from tests.review.games import analysis, game
from tests.wire.strictness import agrees

GAMES: Mapping[str, tuple[int, str, dict[str, Any]]] = {
    "two": (2, "artisan", {}),
    "two at random": (2, "random", {}),
    "three": (3, "artisan", {}),
    "four": (4, "apprenti", {}),
    "alone": (1, "artisan", {}),
    "claims": (2, "random", {"unable": "claimed", "support": "leaning"}),
    "one card": (3, "random", {"one_card": True, "allies": "once"}),
}


def exact(number: float) -> Decimal:
    return Decimal(repr(number))


@pytest.mark.parametrize("name", GAMES)
def test_start_luck_and_skill_add_up_to_the_margin(name: str) -> None:
    players, bot, rules = GAMES[name]
    told = analysis(players, bot, **rules)
    agrees(AnalysisTold, told)
    result = game(players, bot, **rules).state.position.result
    assert result is not None
    for player in told["players"]:
        seat = player["seat"]
        parts = [exact(player[key]) for key in ("start", "luck", "skill")]
        assert sum(parts) == exact(player["margin"])
        assert exact(player["skill"]) == exact(player["received"]) - exact(player["regret"])
        assert exact(player["luck"]) == sum(map(exact, player["luck_of"].values()))
        # And all of it from what is told in full.
        own = [it for it in told["choices"] if it["seat"] == seat]
        assert sum(exact(it["regret"]) for it in own) == exact(player["regret"])
        assert sum(exact(it["given"][seat]) for it in told["choices"]) == exact(player["skill"])
        assert sum(exact(it["worth"][seat]) for it in told["luck"]) == exact(player["luck"])
        assert told["course"][0]["margins"][seat] == player["start"]
        assert told["course"][-1]["margins"][seat] == player["margin"]
        # The margin itself is what the rules say it is.
        if players == 1:
            white = result.scores["white"]
            assert player["margin"] == min(result.scores[it] - white for it in ("brown", "yellow", "blue"))
        else:
            others = [score for colour, score in result.scores.items() if colour != seat]
            expected = result.scores[seat] - sum(others) / len(others)
            assert player["margin"] == pytest.approx(expected, abs=0.0005)
    assert sum(it["chances"] != told["course"][0]["chances"] for it in told["course"]) > 10


def test_what_a_choice_gives_up_the_others_get() -> None:
    for players, bot in ((2, "artisan"), (3, "artisan"), (4, "apprenti")):
        for choice in analysis(players, bot)["choices"]:
            assert choice["given"][choice["seat"]] == pytest.approx(-choice["regret"], abs=1e-9)
            assert sum(choice["given"].values()) == pytest.approx(0, abs=0.003)


def test_every_moment_is_told_and_the_end_is_what_happened() -> None:
    told, match = analysis(3), game(3)
    assert [it["moment"] for it in told["course"]] == list(range(len(match.history) + 1))
    result = match.state.position.result
    assert result is not None
    won = {name: float(name in result.winners) / len(result.winners) for name in match.setup.game.colours}
    assert told["course"][-1]["chances"] == won
    assert [it["won"] for it in told["players"]] == list(won.values())
    assert 1 <= len(told["turning"]) <= 3
