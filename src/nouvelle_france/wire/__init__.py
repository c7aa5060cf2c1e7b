"""A game as plain JSON for others: positions, events, offers, editions, timelines.

Nothing hidden passes here that the receiver may not know: only views and events already reduced to a seat are written.
Only a timeline contains everything, of games whose record is open.
"""

from nouvelle_france.wire.edition import write_edition
from nouvelle_france.wire.events import write_event
from nouvelle_france.wire.offer import write_offer
from nouvelle_france.wire.position import write_changes, write_foresight, write_game, write_position
from nouvelle_france.wire.timeline import write_timeline

__all__ = [
    "write_changes",
    "write_edition",
    "write_event",
    "write_foresight",
    "write_game",
    "write_offer",
    "write_position",
    "write_timeline",
]
