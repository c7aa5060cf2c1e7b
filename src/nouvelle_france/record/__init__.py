"""Records: one finished or unfinished game as a line of JSON, written, read, replayed and checked."""

from nouvelle_france.record.match import Match, Played
from nouvelle_france.record.moves import Move, read_action, read_move, write_action, write_move, write_placement
from nouvelle_france.record.record import FORMAT, OtherEditionError, Record, RecordError, Seat, write_result
from nouvelle_france.record.replay import Fault, FaultyRecordError, faults, replay, verified
from nouvelle_france.record.timeline import Moment, Timeline

__all__ = [
    "FORMAT",
    "Fault",
    "FaultyRecordError",
    "Match",
    "Moment",
    "Move",
    "OtherEditionError",
    "Played",
    "Record",
    "RecordError",
    "Seat",
    "Timeline",
    "faults",
    "read_action",
    "read_move",
    "replay",
    "verified",
    "write_action",
    "write_move",
    "write_placement",
    "write_result",
]
