"""Whole games to step through: of finished tables, and of posted records."""

from __future__ import annotations

import orjson

from nouvelle_france.house import Editions, House
from nouvelle_france.house.work import apart
from nouvelle_france.record import FaultyRecordError, Match, Record, RecordError, Timeline, verified
from nouvelle_france.tables import Code, TableError, branching
from nouvelle_france.tables.chairs import holder_of
from nouvelle_france.wire import write_foresight, write_offer, write_timeline


async def timeline_of_table(house: House, id: str) -> bytes:
    """The timeline of a finished game, for anyone who may see its record."""
    match = await house.finished(id)
    return await apart(lambda: _written(Timeline.of_match(match)))


async def choosable(house: House, id: str, moment: int) -> bytes:
    """The possible actions at a moment of a finished game, for anyone who may see its record."""
    match = await house.finished(id)

    def told() -> bytes:
        state = branching.state_at(match, moment)
        game = match.setup.game
        asked = state.position.movers
        return orjson.dumps(
            {
                "moment": moment,
                "offers": {game.name(seat): write_offer(state.position, seat) for seat in asked},
                "foresight": {
                    holder_of(game.name(seat)): write_foresight(
                        state.view(game.seat(holder_of(game.name(seat)))).foresight
                    )
                    for seat in asked
                },
            }
        )

    return await apart(told)


async def timeline_of_record(editions: Editions, text: bytes) -> bytes:
    """The timeline of a record, if it follows the rules."""
    return await apart(lambda: _read(editions, text))


def _read(editions: Editions, text: bytes) -> bytes:
    return _written(Timeline.of_match(match_of_record(editions, text)))


def match_of_record(editions: Editions, text: str | bytes) -> Match:
    """The game of a posted record. One that breaks a rule is refused, naming the move and the rule."""
    try:
        record = Record.from_json(text if isinstance(text, str) else text.decode())
        return verified(record, editions.choose(record.edition))
    except (RecordError, UnicodeDecodeError) as error:
        raise TableError(Code.BAD_RECORD, f"no record: {error}") from error
    except FaultyRecordError as error:
        raise TableError(Code.BAD_RECORD, str(error), error.fault.rule) from error


def _written(timeline: Timeline) -> bytes:
    return orjson.dumps(write_timeline(timeline))
