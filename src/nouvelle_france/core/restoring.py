"""Records back into positions of the pure rules, for drawing them, explaining a refusal or asking a bot."""

from __future__ import annotations

from dataclasses import replace

from nouvelle_france.core import records
from nouvelle_france.core.batch import Kind
from nouvelle_france.core.foresight import Memory
from nouvelle_france.core.phase import PHASES
from nouvelle_france.core.records import DECIDED, NOBODY, SNOW_CARD, UNKNOWN_CARD
from nouvelle_france.geometry import bits
from nouvelle_france.rules import Game, Phase, Position, View
from nouvelle_france.rules.building import Building
from nouvelle_france.rules.foresight import Foreseen, Foresight
from nouvelle_france.rules.position import Result
from nouvelle_france.rules.setup import SNOW


def game_of_record(kind: Kind, record: records.Game) -> Game:
    """What is fixed for a game, from its record."""
    edition, like = kind.edition, kind.like
    required = [None if site == NOBODY else edition.site_ids[site] for site in record["required"].tolist()]
    return replace(
        like,
        colours=tuple(edition.colour_ids[it] for it in record["colour_of_seat"][: len(like.colours)].tolist()),
        sticks=tuple(edition.stick_ids[stick] for stick in record["sticks"].tolist()),
        required_sites=tuple(required[: len(like.required_sites)]),
    )


def position_of(kind: Kind, record: records.Game) -> Position:
    """A whole position."""
    game = game_of_record(kind, record)
    edition, solo = kind.edition, game.mode == "solo"
    leaning = game.rules.support == "leaning"
    buildings = [Building.empty(site, len(edition.colours), leaning) for site in game.table.sites]
    count = int(record["placed_count"])
    for placement, seat in zip(record["placed"][:count].tolist(), record["placed_by"][:count].tolist(), strict=True):
        pose = game.table.pose(placement)
        block = placement % game.table.colours
        buildings[pose.site] = buildings[pose.site].with_block(pose, block, placement, seat)
    claim = None
    if record["claim_shape"] != NOBODY:
        shape, colour = int(record["claim_shape"]), int(record["claim_colour"])
        claim = (edition.shape_ids[shape], game.table.blocks[shape * game.table.colours + colour])
    standees = [None if seat == NOBODY else seat for seat in record["standees"].tolist()]
    display = record["display"][: int(record["display_count"])].tolist()
    phase = PHASES[int(record["phase"])]
    return Position(
        game=game,
        phase=phase,
        active=int(record["active"]),
        asked=tuple(record["asked"][: int(record["asked_count"])].tolist()),
        buildings=tuple(buildings),
        scores=tuple(record["scores"].tolist()),
        display=tuple(edition.shape_ids[card] for card in display),
        deck_count=len(record["deck"]) - int(record["top"]),
        stock=tuple(record["stock"].tolist()),
        bonus=tuple(record["bonus"].tolist()),
        tokens=tuple(record["tokens"][: game.seats].tolist()),
        standees=tuple(standees),
        snow=int(record["snow"]),
        points=int(record["points"]),
        claim=claim,
        turn=int(record["turn"]),
        due=tuple((piece, colour) for piece, colour in record["due"][: int(record["due_count"])].tolist()),
        reached=tuple(record["reached"].tolist()) if solo else (),
        earned=tuple(bits(int(record["earned"]))),
        snowing=bool(record["snowing"]),
        result=_result(game, record, standees) if phase is Phase.OVER else None,
    )


def view_of(kind: Kind, record: records.Game, memory: Memory, seat: int) -> View:
    """A game as a seat sees it, with what it remembers of the deck."""
    return View(position_of(kind, record), seat, foresight_of(kind, memory, seat))


def foresight_of(kind: Kind, memory: Memory, seat: int) -> Foresight:
    """What a seat remembers of the deck."""
    numbers = [card for card in memory["cards"][seat].tolist() if card != UNKNOWN_CARD]
    cards = tuple(SNOW if card == SNOW_CARD else kind.edition.shape_ids[card] for card in numbers)
    among = int(memory["among"][seat])
    if among == 1:
        return tuple(Foreseen(1, (card,)) for card in cards)
    return (Foreseen(among, tuple(sorted(cards))),) if cards else ()


def _result(game: Game, record: records.Game, standees: list[int | None]) -> Result:
    edition, final = game.edition, record["final"].tolist()
    names = edition.colour_ids if game.mode == "solo" else game.colours
    return Result(
        scores={name: final[edition.colour_ids.index(name)] for name in names},
        standees={
            site: None if seat is None else game.name(seat)
            for site, seat in zip(edition.site_ids, standees, strict=True)
        },
        winners=tuple(game.name(seat) for seat in bits(int(record["winners"]))),
        decided_by=DECIDED[int(record["decided"])],
    )
