"""Facts of a game: what was counted by hand in the golden games, and what must hold in any."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from nouvelle_france import Match, RecordError, Seat, SetupError, default_edition
from nouvelle_france.record import FaultyRecordError
from nouvelle_france.stats import Look, Use, observe, sources
from nouvelle_france.stats.facts import Completion, SeatStage
from tests.kinds import EDITION, KINDS, Kind
from tests.stats.games import ALONE, BY_ID, DUEL, MIXED, facts, record


def test_where_the_points_of_the_duel_come_from() -> None:
    """White's placements in golden/table-2-greedy.txt score 38, 16 of them by links; its bonus blocks 3, 4 and 2."""
    white, blue = facts(DUEL).points
    assert white == {
        **{"new": 22, "linked": 16, "bonus-new": 6, "bonus-linked": 3, "fille": 6 + 1 + 1, "coureur": 2 + 2},
        **{"snow-1": 18, "snow-2": 12, "snow-3": 14, "disks": 10},
    }
    assert blue == {
        **{"new": 20, "linked": 18, "bonus-new": 6, "bonus-linked": 2, "fille": 5 + 5 + 1, "coureur": 2 + 2 + 1},
        **{"snow-1": 16, "snow-2": 11, "snow-3": 6},
    }


def test_the_duel_as_it_went() -> None:
    duel = facts(DUEL)
    assert (duel.mode, duel.players, duel.variant, duel.holders) == ("table", 2, (), ("white", "blue"))
    assert duel.scores == (113, 95)
    assert (duel.wins, duel.margin, duel.decided_by, duel.disk_decided) == ((1.0, 0.0), 18, "points", False)
    assert (duel.turns, duel.blocks, len(duel.bonus), duel.moves) == (33 + 6 + 1, 33, 6, 145)  # the last turn is snow
    assert duel.placed == (17, 16)
    assert duel.completed == (Completion("mill", 0, 3),)
    assert duel.declined == {"fille": 14, "coureur": 6}
    assert duel.uses[:3] == (Use("coureur", 1, 1, 2), Use("fille", 1, 1, 5), Use("coureur", 0, 1, 2))
    assert duel.rounds[:4] == ((3, 3), (9, 15), (21, 21), (24, 24))
    assert len(duel.rounds) == 19
    # In front alone: white, blue (9:15), white (21:15), blue (26:27), white (33:27), blue (62:66), white (113:95).
    assert duel.lead_changes == 6
    assert duel.leaders == (0, 1)  # 51:45 and 81:82
    assert (duel.stuck, duel.removed, duel.lost_turns, duel.looks, duel.solo) == ((), (), (), (), None)


def test_claims_and_hurons_of_the_mixed_game() -> None:
    mixed = facts(MIXED)
    assert mixed.variant == ("unable claimed",)
    assert mixed.bots == ("random", "greedy", "random", "greedy")
    assert mixed.scores == (14, 73, 23, 70)
    assert mixed.disk_decided  # brown's 67 would not have beaten blue's 70
    assert mixed.stuck == tuple(SeatStage(*it) for it in ((0, 1), (2, 1), (0, 1), (0, 2), (2, 2), (2, 2), (0, 3)))
    assert mixed.lost_turns == mixed.stuck[:-1]  # another seat placed all but the last
    assert mixed.removed == (SeatStage(0, 3),) * 4  # in one turn, which is one stuck turn
    assert mixed.looks[:3] == (
        Look(0, 1, before=True, snow=False, moved=True),
        Look(2, 1, before=True, snow=True, moved=True),
        Look(0, 2, before=False, snow=False, moved=False),
    )
    assert mixed.leaders[1] == 3


def test_the_game_against_winter() -> None:
    alone = facts(ALONE)
    white, brown, yellow, blue = alone.points
    assert alone.holders == ("white", "brown", "yellow", "blue")
    assert alone.scores == (29, 29, 46, 55)
    assert white["disks"] == -10
    assert blue["challenges"] == 10
    assert (brown["snow-1"], brown["snow-2"], brown["snow-3"]) == (-1, 1, 16)
    assert "disks" not in yellow
    assert (alone.wins, alone.lead_over_winter, alone.disk_decided) == ((0.0,), 0, False)
    assert alone.leaders == (1, 1)
    assert alone.placed == (26, 8)
    assert alone.lead_changes == 0
    solo = alone.solo
    assert solo is not None
    assert (solo.constraint, solo.track, len(solo.architecture)) == ("apprentice", "stalwart", 6)
    assert solo.earned == ("cannons",)
    assert solo.due == (("beam", "yellow"), ("beam", "blue"), ("post", "blue"))
    assert solo.lost == ()
    assert alone.rounds[:2] == ((6, 0, 2, 4), (12, 0, 5, 12))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_points_by_source_are_the_final_scores_of_every_kind_of_game(kind: Kind) -> None:
    game = facts(kind.id, "stats")
    result = record(kind.id, "stats").result
    assert result is not None
    assert dict(zip(game.holders, game.scores, strict=True)) == result["scores"]
    assert {source for points in game.points for source in points} <= set(sources(EDITION.levels))
    assert sum(game.wins) == (result["winners"] == ["player"] if game.mode == "solo" else 1)
    assert len(game.stuck) <= game.turns
    assert game.blocks + len(game.bonus) == sum(move["do"] in ("place", "bonus") for move in game_moves(kind))
    assert {it.site: it.seat for it in game.completed}.keys() == {
        site for site, holder in result["standees"].items() if holder is not None
    }


def game_moves(kind: Kind) -> tuple[dict[str, object], ...]:
    return tuple(dict(move) for move in record(kind.id, "stats").moves)


def test_an_unfinished_game_has_no_facts_yet() -> None:
    match = BY_ID[DUEL].match("unfinished")
    assert observe(match.record(), EDITION) is None
    match.play(next(iter(match.state.legal)))
    assert observe(match.record(), EDITION) is None


def test_a_record_that_tells_something_else_is_refused() -> None:
    game = record(DUEL)
    result = game.result
    assert result is not None
    moves = list(game.moves)
    moves[0] = {**moves[0], "gain": {"white": 4}}
    with pytest.raises(FaultyRecordError, match=r"move 1: SCO-1: gain says white \+4, by the rules it is white \+3"):
        observe(replace(game, moves=tuple(moves)), EDITION)
    with pytest.raises(FaultyRecordError, match=r"END-2: result\.winners"):
        observe(replace(game, result={**result, "winners": ["blue"]}), EDITION)
    with pytest.raises(FaultyRecordError, match="END-1: the game is over, but result is null"):
        observe(replace(game, result=None), EDITION)
    with pytest.raises(FaultyRecordError, match="move 2"):
        observe(replace(game, moves=game.moves[:1] + game.moves[2:]), EDITION)
    with pytest.raises(SetupError):
        observe(replace(game, sticks={"church": "brown"}), EDITION)
    with pytest.raises(RecordError, match="edition"):
        observe(replace(game, edition="another"), default_edition())


def test_the_same_cards_are_the_same_deal_whoever_plays() -> None:
    kind = BY_ID[DUEL]
    setup = kind.deal(Random("deal"))
    deals = set()
    for seed in ("one", "two"):
        match = Match(setup, [Seat(colour, seed) for colour in setup.game.colours])
        rng = Random(seed)
        while not match.state.over:
            match.play(rng.choice(list(match.state.legal)))
        found = observe(match.record(), EDITION)
        assert found is not None
        deals.add(found.deal)
    assert len(deals) == 1
    assert facts(DUEL).deal not in deals
