"""Playing an action, in either mode."""

from __future__ import annotations

from nouvelle_france.core.compiling import compiled
from nouvelle_france.core.events import Log
from nouvelle_france.core.records import TABLE, Game, Tables, Work
from nouvelle_france.core.solo import play_solo
from nouvelle_france.core.table import play_table


@compiled
def play(t: Tables, g: Game, seat: int, action: int, log: Log, work: Work) -> None:
    """Play a legal action."""
    if len(log):
        log[0, 0] = 0
    if g.mode == TABLE:
        play_table(t, g, seat, action, log, work)
    else:
        play_solo(t, g, seat, action, log, work)
