"""A whole game as a first position and what changed from moment to moment. It holds every secret of the game."""

from __future__ import annotations

from typing import Any

from nouvelle_france.record import Moment, Timeline
from nouvelle_france.wire.events import write_event
from nouvelle_france.wire.position import write_game, write_position


def write_timeline(timeline: Timeline) -> dict[str, Any]:
    """The timeline as JSON, with what each Huron saw: for games whose record is open."""
    game = timeline.setup.game
    first, *later = timeline
    shown = write_position(first.position)
    told: dict[str, Any] = {
        "game": write_game(game),
        "seats": [{"seat": game.name(seat), "name": it.name, "bot": it.bot} for seat, it in enumerate(timeline.seats)],
        "position": shown,
        "moments": (moments := []),
    }
    for moment in later:
        now = write_position(moment.position)
        changes = {key: value for key, value in now.items() if shown[key] != value}
        moments.append({**_cause(moment), "changes": changes})
        shown = now
    return told


def _cause(moment: Moment) -> dict[str, Any]:
    game, action = moment.position.game, moment.action
    assert action is not None, "only the first moment has no action"
    cause: dict[str, Any] = {
        "move": moment.move,
        "seat": game.name(action.seat),
        "do": action.do,
        "gain": dict(moment.gain),
        "events": [write_event(game, event) for event in moment.events],
    }
    return cause if moment.stand_in is None else {**cause, "stand_in": moment.stand_in}
