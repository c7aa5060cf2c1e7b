"""What an action caused, in names and cells. Reduce an event to its receiver's view first (``seen_by``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nouvelle_france.geometry import Cube
from nouvelle_france.rules import Game
from nouvelle_france.rules.events import (
    BonusDue,
    BonusLost,
    ChallengeEarned,
    ClaimedUnable,
    Completed,
    Declined,
    Doubled,
    Drew,
    Event,
    GameOver,
    LostTurn,
    Passed,
    Peeked,
    Placed,
    PutBack,
    Removed,
    SnowFell,
    SnowLies,
    TookHalf,
    TurnBegan,
    WinterChose,
)


def write_event(game: Game, event: Event) -> dict[str, Any]:
    """The event as JSON: ``event`` says which, ``by`` the seat it is about."""
    match event:
        case TurnBegan(seat):
            return _by(game, "turn_began", seat)
        case Drew(seat, card):
            return _by(game, "drew", seat, card=card)
        case Placed(seat, placement, scored, bonus):
            placed = game.table[placement]
            return _by(
                game,
                "placed",
                seat,
                block=placed.block,
                site=placed.site,
                cubes=_cubes(placed.cubes),
                bonus=bonus,
                scored=[{"colour": it.colour, "new": _cubes(it.new), "linked": _cubes(it.linked)} for it in scored],
            )
        case WinterChose(white_cubes, points, marks, tied, scoring, usual):
            return {
                "event": "winter_chose",
                "white_cubes": white_cubes,
                "points": points,
                "marks": marks,
                "tied": tied,
                "scoring": scoring,
                "usual": usual,
            }
        case Completed(seat, site):
            return _by(game, "completed", seat, site=site)
        case ChallengeEarned(challenge, colour, points):
            return {"event": "challenge_earned", "challenge": challenge, "colour": colour, "points": points}
        case Doubled(seat, points):
            return _by(game, "doubled", seat, points=points)
        case TookHalf(seat, points):
            return _by(game, "took_half", seat, points=points)
        case Declined(seat, ally):
            return _by(game, "declined", seat, ally=ally)
        case Peeked(seat, cards):
            return _by(game, "peeked", seat, cards=None if cards is None else list(cards))
        case PutBack(seat, order):
            return _by(game, "put_back", seat, order=None if order is None else list(order))
        case ClaimedUnable(seat, shape):
            return _by(game, "claimed_unable", seat, shape=shape)
        case Passed(seat):
            return _by(game, "passed", seat)
        case LostTurn(seat):
            return _by(game, "lost_turn", seat)
        case Removed(seat, block):
            return _by(game, "removed", seat, block=block)
        case SnowFell(level, sites):
            return {
                "event": "snow_fell",
                "level": level,
                "sites": [{"site": it.site, "mark": it.mark, "cubes": dict(it.cubes)} for it in sites],
            }
        case SnowLies(depth):
            return {"event": "snow_lies", "depth": depth}
        case BonusDue(colour, shape):
            return {"event": "bonus_due", "colour": colour, "shape": shape}
        case BonusLost(colour, shape):
            return {"event": "bonus_lost", "colour": colour, "shape": shape}
        case GameOver(scores, disks, winners, decided_by):
            return {
                "event": "game_over",
                "scores": dict(scores),
                "disks": dict(disks),
                "winners": list(winners),
                "decided_by": decided_by,
            }


def _by(game: Game, event: str, seat: int, **more: Any) -> dict[str, Any]:
    return {"event": event, "by": game.name(seat), **more}


def _cubes(cubes: Sequence[Cube]) -> list[list[int]]:
    return [list(cube) for cube in cubes]
