"""The bots play whole games, use what the rules offer, and are not all alike."""

from __future__ import annotations

from collections import Counter
from random import Random

from nouvelle_france import BOTS, Match, Rules, Seat, SoloSettings, deal_solo, deal_table, play_on
from tests.kinds import EDITION


def winners(names: list[str], games: int) -> Counter[str]:
    """How often each bot wins, the seats rotated from game to game."""
    wins = Counter[str]()
    for number in range(games):
        turned = names[number % len(names) :] + names[: number % len(names)]
        setup = deal_table(EDITION, Random(f"bots/{number}"), len(names))
        match = Match(setup, [Seat(*it) for it in zip(setup.game.colours, turned, turned, strict=True)])
        play_on(match, [BOTS[name](Random(f"bots/{number}/{seat}")) for seat, name in enumerate(turned)])
        result = match.state.position.result
        assert result is not None
        for colour in result.winners:
            wins[turned[setup.game.colours.index(colour)]] += 1
    return wins


def test_greedy_beats_random() -> None:
    assert winners(["greedy", "random"], 20) == {"greedy": 20}


def test_random_meets_every_kind_of_action() -> None:
    met = Counter[str]()
    for number in range(12):
        setup = deal_table(EDITION, Random(number), 4, Rules(unable="claimed"))
        match = Match(setup, [Seat(colour, "random", "random") for colour in setup.game.colours])
        play_on(match, [BOTS["random"](Random(f"{number}/{seat}")) for seat in range(4)])
        met.update(move["do"] for move in match.moves)
        met.update(str(move["order"]) for move in match.moves if "order" in move)
    every = {"draw", "place", "bonus", "fille", "coureur", "decline", "huron", "end", "unable", "pass"}
    assert every <= set(met)
    assert {"[0, 1, 2]", "[0, 2, 1]", "[1, 0, 2]", "[1, 2, 0]", "[2, 0, 1]", "[2, 1, 0]"} <= set(met)


def test_greedy_beats_winter_now_and_then_and_earns_challenges() -> None:
    won, earned = 0, Counter[str]()
    for number in range(30):
        setup = deal_solo(EDITION, Random(number), SoloSettings(architecture=EDITION.challenge_ids))
        match = Match(setup, [Seat(None, "greedy", "greedy")])
        play_on(match, [BOTS["greedy"](Random(number))])
        assert match.state.position.result is not None
        won += match.state.position.result.winners == ("player",)
        for move in match.moves:
            earned.update(move.get("challenges", []))
    assert 3 <= won <= 15, "a simple bot beats Winter in a tenth to a half of the games (docs/edition.md)"
    assert len(earned) >= 3
