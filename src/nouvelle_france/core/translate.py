"""Between the pure rules and the core: positions into records, actions and events both ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nouvelle_france.core import events as kinds
from nouvelle_france.core import records
from nouvelle_france.core.actions import (
    COUREUR,
    DECLINE,
    DRAW,
    END,
    FILLE,
    FIRST_CLAIM,
    LOOK,
    ORDER,
    ORDERS,
    PASS,
)
from nouvelle_france.core.building import stand
from nouvelle_france.core.events import EVENT_WIDTH, Log
from nouvelle_france.core.flattening import words_of
from nouvelle_france.core.phase import PHASES
from nouvelle_france.core.records import UNKNOWN_CARD, Games
from nouvelle_france.core.tables import core_tables, new_games, new_work
from nouvelle_france.edition import Edition
from nouvelle_france.rules import (
    Action,
    Bonus,
    Coureur,
    Decline,
    Draw,
    End,
    Event,
    Fille,
    Game,
    Huron,
    Pass,
    Place,
    Position,
    Setup,
    State,
    Unable,
    events,
    start,
)
from nouvelle_france.rules.setup import SNOW

PLAIN: dict[type[Any], int] = {
    Draw: DRAW,
    Fille: FILLE,
    Coureur: COUREUR,
    Decline: DECLINE,
    End: END,
    Pass: PASS,
}
_PLAIN_KINDS = {number: kind for kind, number in PLAIN.items()}


def card_number(edition: Edition, card: str) -> int:
    """The core's number of a card."""
    return records.SNOW_CARD if card == SNOW else edition.shape_ids.index(card)


def fill_game(record: records.Game, game: Game) -> None:
    """Write what is fixed for a game."""
    edition = game.edition
    solo = game.mode == "solo"
    record["mode"] = records.SOLO if solo else records.TABLE
    record["seats"] = game.seats
    record["allies"] = records.ALLIES.index(game.rules.allies)
    record["leaning"] = game.rules.support == "leaning"
    record["claims"] = game.rules.unable == "claimed"
    record["colour_of_seat"] = records.NOBODY
    record["colour_of_seat"][: len(game.colours)] = game.colour_of_seat
    record["sticks"] = [edition.stick_ids.index(stick) for stick in game.sticks]
    record["marks"] = game.marks
    record["disks"] = game.disks
    record["required"] = records.NOBODY
    record["track"] = game.track if solo else 0
    for turn, site in enumerate(game.required_sites):
        if site is not None:
            record["required"][turn] = edition.site_ids.index(site)
    record["challenges"] = sum(1 << number for number in game.challenges_on)
    snowy = [pile for pile in game.piles if pile.snow]
    record["snow_start"] = [pile.start for pile in snowy]
    record["snow_end"] = [pile.end for pile in snowy]


def fill_position(record: records.Game, position: Position, deck: Sequence[str] | None = None) -> None:
    """Write a whole position; without a deck its cards are unknown."""
    game = position.game
    edition = game.edition
    tables = core_tables(edition)
    fill_game(record, game)
    record["phase"] = PHASES.index(position.phase)
    record["active"] = position.active
    record["asked"] = 0
    record["asked"][: len(position.asked)] = position.asked
    record["asked_count"] = len(position.asked)
    placed: list[tuple[int, int]] = []
    record["heights"] = 0
    for site, building in enumerate(position.buildings):
        record["heights"][site, : len(building.heights)] = building.heights
        record["bare"][site] = building.heights.count(0)
        for colour, cubes in enumerate(building.cubes):
            record["cells"][site, colour] = words_of(cubes & building.site.above(0), tables["own"].shape[2])
        placed += building.placed
    record["scores"] = position.scores
    record["final"] = 0
    record["display"] = records.NOBODY
    record["display"][: len(position.display)] = [card_number(edition, card) for card in position.display]
    record["display_count"] = len(position.display)
    record["top"] = len(record["deck"]) - position.deck_count
    record["deck"] = UNKNOWN_CARD
    if deck is not None:
        record["deck"][record["top"] :] = [card_number(edition, card) for card in deck]
    record["stock"] = position.stock
    record["bonus"] = position.bonus
    record["tokens"] = 0
    record["tokens"][: len(position.tokens)] = position.tokens
    record["standees"] = [records.NOBODY if seat is None else seat for seat in position.standees]
    record["snow"] = position.snow
    record["points"] = position.points
    record["claim_shape"], record["claim_colour"] = records.NOBODY, 0
    if position.claim is not None:
        block = game.table.block_number[position.claim[1]]
        record["claim_shape"], record["claim_colour"] = divmod(block, game.table.colours)
    record["turn"] = position.turn
    record["due"] = 0
    for place, due in enumerate(position.due):
        record["due"][place] = due
    record["due_count"] = len(position.due)
    record["reached"] = position.reached or 0
    record["earned"] = sum(1 << number for number in position.earned)
    record["snowing"] = position.snowing
    record["placed"], record["placed_by"] = 0, 0
    for place, (placement, seat) in enumerate(placed):
        record["placed"][place], record["placed_by"][place] = placement, seat
    record["placed_count"] = len(placed)
    record["winners"], record["decided"] = 0, 0
    if position.result is not None:
        result = position.result
        seats = [game.seat(name) for name in result.winners]
        record["winners"] = sum(1 << seat for seat in seats if seat is not None)
        record["decided"] = records.DECIDED.index(result.decided_by)
        for name, score in result.scores.items():
            record["final"][edition.colour_ids.index(name)] = score


def game_of(position: Position, deck: Sequence[str] | None = None) -> Games:
    """A position as an array of one game."""
    games = new_games(position.game.edition, 1)
    fill_position(games[0], position, deck)
    tables = core_tables(position.game.edition)
    work = new_work(tables)
    for site in range(len(position.buildings)):
        stand(tables, games[0], site, work)
    return games


def game_of_state(state: State) -> Games:
    """A state with its deck as an array of one game."""
    return game_of(state.position, state.deck)


def game_of_setup(setup: Setup) -> Games:
    """A game that is about to begin."""
    return game_of_state(start(setup))


# -- actions ---------------------------------------------------------------------------------------------------------


def action_id(game: Game, action: Action) -> int:
    """The number of an action; the same in every game of an edition."""
    plain = len(game.table)
    match action:
        case Place() | Bonus():
            return action.placement
        case Huron(order=None):
            return plain + LOOK
        case Huron(order=order):
            assert order is not None
            return plain + ORDER + ORDERS.index(order)
        case Unable():
            return plain + FIRST_CLAIM + game.table.block_number[action.remove]
        case _:
            return plain + PLAIN[type(action)]


def action_of(game: Game, seat: int, number: int) -> Action:
    """The action of that number, by a seat: the inverse of :func:`action_id`."""
    plain = number - len(game.table)
    if plain < 0:
        bonus = game.table.pose(number).shape >= len(game.edition.shapes)
        return Bonus(seat, number) if bonus else Place(seat, number)
    if plain in _PLAIN_KINDS:
        action: Action = _PLAIN_KINDS[plain](seat)
        return action
    if plain == LOOK:
        return Huron(seat)
    if plain < FIRST_CLAIM:
        return Huron(seat, ORDERS[plain - ORDER])
    block = game.table.blocks[plain - FIRST_CLAIM]
    return Unable(seat, game.table.shape_ids[(plain - FIRST_CLAIM) // game.table.colours], block)


# -- events ----------------------------------------------------------------------------------------------------------


def rows_of(game: Game, happened: Sequence[Event]) -> list[tuple[int, ...]]:
    """What pure rules say happened, in the rows of the core's log."""
    return [(*row, *(0,) * (EVENT_WIDTH - len(row))) for event in happened for row in _rows(game, event)]


def logged(log: Log) -> list[tuple[int, ...]]:
    """The rows of a log."""
    return [tuple(int(number) for number in row) for row in log[1 : log[0, 0] + 1]]


def _rows(game: Game, event: Event) -> list[tuple[int, ...]]:
    edition = game.edition
    colour, site = edition.colour_ids.index, edition.site_ids.index
    match event:
        case events.TurnBegan(seat):
            return [(kinds.TURN_BEGAN, seat)]
        case events.Drew(seat, card):
            return [(kinds.DREW, seat, card_number(edition, card))]
        case events.Placed(seat, placement, scored, bonus):
            rows = [(kinds.SCORED, colour(it.colour), len(it.new), len(it.linked)) for it in scored]
            return [(kinds.PLACED, seat, placement, int(bonus)), *rows]
        case events.WinterChose(white_cubes, points, marks, tied):
            return [(kinds.WINTER_CHOSE, white_cubes, points, marks, tied)]
        case events.Completed(seat, where):
            return [(kinds.COMPLETED, seat, site(where))]
        case events.ChallengeEarned(challenge, earner, points):
            return [(kinds.CHALLENGE_EARNED, edition.challenge_ids.index(challenge), colour(earner), points)]
        case events.Doubled(seat, points):
            return [(kinds.DOUBLED, seat, points)]
        case events.TookHalf(seat, points):
            return [(kinds.TOOK_HALF, seat, points)]
        case events.Declined(seat, ally):
            return [(kinds.DECLINED, seat, ("fille", "coureur").index(ally))]
        case events.Peeked(seat, cards):
            assert cards is not None
            seen = [card_number(edition, card) for card in cards]
            return [(kinds.PEEKED, seat, len(seen), *seen, *[UNKNOWN_CARD] * (3 - len(seen)))]
        case events.PutBack(seat, order):
            assert order is not None
            return [(kinds.PUT_BACK, seat, ORDERS.index(order))]
        case events.ClaimedUnable(seat, shape):
            return [(kinds.CLAIMED_UNABLE, seat, edition.shape_ids.index(shape))]
        case events.Passed(seat):
            return [(kinds.PASSED, seat)]
        case events.LostTurn(seat):
            return [(kinds.LOST_TURN, seat)]
        case events.Removed(seat, block):
            return [(kinds.REMOVED, seat, *divmod(game.table.block_number[block], game.table.colours))]
        case events.SnowFell(level, tallies):
            tallied = [
                (kinds.TALLIED, site(it.site), it.mark, colour(name), it.cubes[name])
                for it in tallies
                for name in sorted(it.cubes, key=colour)
            ]
            return [(kinds.SNOW_FELL, level), *tallied]
        case events.SnowLies(depth):
            return [(kinds.SNOW_LIES, depth)]
        case events.BonusDue(name, piece):
            return [(kinds.BONUS_DUE, colour(name), edition.bonus_ids.index(piece))]
        case events.BonusLost(name, piece):
            return [(kinds.BONUS_LOST, colour(name), edition.bonus_ids.index(piece))]
        case events.GameOver(_, _, winners, decided_by):
            seats = [game.seat(name) for name in winners]
            won = sum(1 << seat for seat in seats if seat is not None)
            return [(kinds.GAME_OVER, won, records.DECIDED.index(decided_by))]
