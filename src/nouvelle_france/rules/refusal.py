"""Why an action is refused, with the rule at fault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, get_args

from nouvelle_france.geometry import Cube, is_rotation, leans, stands_freely
from nouvelle_france.rules.actions import (
    Action,
    Bonus,
    Coureur,
    Decline,
    Draw,
    End,
    Fille,
    Huron,
    Pass,
    Place,
    Unable,
)
from nouvelle_france.rules.errors import (
    GameOverError,
    IllegalActionError,
    InvalidActionError,
    NotYourTurnError,
)
from nouvelle_france.rules.game import WINTER
from nouvelle_france.rules.phase import Phase
from nouvelle_france.rules.position import Position


class Refusal(NamedTuple):
    """A rule number and what is wrong by it."""

    rule: str
    reason: str


_ELSEWHERE: dict[type[Action], Refusal] = {
    Draw: Refusal("TRN-1", "a card is drawn at the start of a turn, after snow, or after a block went to the box"),
    Place: Refusal("TRN-3", "a block is placed after drawing"),
    Bonus: Refusal("BON-1", "a bonus block is placed instead of drawing"),
    Fille: Refusal("ALY-2", "the Fille du Roy is used on one's own placement worth points, with the token face up"),
    Coureur: Refusal("ALY-3", "the Coureur des bois is used in its window after another's placement"),
    Decline: Refusal("ALY-3", "there is no Fille or Coureur chance to decline"),
    Huron: Refusal("ALY-4", "the Huron is used at the start or the end of one's own turn, with the token face up"),
    End: Refusal("ALY-4", "a turn is ended by hand only where the Huron could still be used"),
    Unable: Refusal("UNA-1", "a player is unable only after drawing"),
    Pass: Refusal("UNA-2", "there is no claimed block to pass on"),
}


def check(position: Position, action: Action) -> None:
    """Raise the error for an action that cannot be played here."""
    if not isinstance(action, get_args(Action)):
        raise InvalidActionError("TRN-1", f"{action!r} is not an action", position)
    check_seat(position, action.seat)
    invalid = _why_invalid(position, action)
    if invalid is not None:
        raise InvalidActionError(*invalid, position)
    if action in position.legal:
        return
    refusal = _ELSEWHERE[type(action)]
    if isinstance(action, Place | Bonus):
        placement = position.game.table[action.placement]
        refusal = why_not(position, action.seat, action.do, placement.block, placement.site, placement.cubes) or refusal
    elif isinstance(action, Unable):
        refusal = _why_not_unable(position, action)
    elif isinstance(action, Huron) and position.phase in (Phase.LOOK_BEFORE, Phase.LOOK_AFTER):
        refusal = Refusal("ALY-4", f"{action.order} is not an order of all the cards looked at")
    elif position.phase is Phase.DUE:
        refusal = Refusal("SOL-8", "a bonus block is due first")
    raise IllegalActionError(*refusal, position)


def check_seat(position: Position, seat: int) -> None:
    """Raise the error for a seat that cannot act here at all."""
    if position.over:
        raise GameOverError("END-1", "the game is over", position)
    if not _is_number(seat) or not 0 <= seat < position.game.seats:
        raise InvalidActionError("SET-1", f"there is no seat {seat!r}", position)
    if seat not in position.movers:
        raise NotYourTurnError(_turn_rule(position), f"it is not for {position.game.name(seat)} to act", position)


def _is_number(value: object) -> bool:
    return type(value) is int


def _why_invalid(position: Position, action: Action) -> Refusal | None:
    """Why an action means nothing in any position of this game."""
    table = position.game.table
    match action:
        case Place() | Bonus() if not _is_number(action.placement) or not 0 <= action.placement < len(table):
            return Refusal("PLC-7", f"there is no placement {action.placement!r}")
        case Unable() if action.shape not in position.game.edition.shape_ids:
            return Refusal("CMP-1", f"there is no shape {action.shape!r}")
        case Unable() if action.remove not in table.blocks:
            return Refusal("CMP-1", f"there is no block {action.remove!r}")
        case Huron() if action.order is not None and not _is_order(action.order):
            return Refusal("ALY-4", f"{action.order!r} is not an order of cards counted from 0")
        case _:
            return None


def _is_order(order: object) -> bool:
    return isinstance(order, tuple) and all(map(_is_number, order)) and sorted(order) == list(range(len(order)))


def _turn_rule(position: Position) -> str:
    match position.phase:
        case Phase.COUREUR:
            return "ALY-3"
        case Phase.CLAIMED:
            return "UNA-2"
        case _ if position.game.mode == "solo":
            return "SOL-3"
        case _:
            return "TRN-5"


def _why_not_unable(position: Position, action: Unable) -> Refusal:
    table = position.game.table
    if position.phase is not Phase.PLACE:
        return _ELSEWHERE[Unable]
    if action.shape not in position.display:
        return Refusal("UNA-1", f"no card {action.shape!r} is visible")
    shape, colour = divmod(table.block_number[action.remove], table.colours)
    if shape != table.shape_number[action.shape] or not position.stock[shape] >> colour & 1:
        return Refusal("UNA-4", f"{action.remove!r} is not a block of the {action.shape} in stock")
    if position.game.mode == "solo" and action.seat == WINTER:
        return Refusal("SOL-6", "Winter returns the newest card with a block of the fewest white cubes, if it is stuck")
    rule = "SOL-10" if position.game.mode == "solo" else "UNA-4"
    return Refusal(rule, "a visible shape can still be placed")


def why_not(position: Position, seat: int, do: str, block: str, site: str, cubes: Sequence[Cube]) -> Refusal | None:
    """Why a seat may not put a block on these cells now, by the first rule it breaks; None if it may.

    ``do`` is ``place`` or ``bonus``, and the seat is one that may act. The cells need not be a placement of the
    table: this is what a record or a person asks about.
    """
    return (
        _why_not_block(position, seat, do, block)
        or _why_not_cells(position, block, site, cubes)
        or _why_not_there(position, seat, site)
        or _why_not_above(position, seat, site, cubes)
        or _why_not_winter(position, seat, block, site, cubes)
    )


def _why_not_block(position: Position, seat: int, do: str, block: str) -> Refusal | None:
    """Whether that block may be used now."""
    table, edition = position.game.table, position.game.edition
    number = table.block_number.get(block)
    if number is None:
        return Refusal("CMP-1", f"there is no block {block!r}")
    shape, colour = divmod(number, table.colours)
    is_bonus = shape >= len(edition.shapes)
    phases = (Phase.TURN, Phase.DUE) if do == "bonus" else (Phase.PLACE, Phase.CLAIMED)
    if is_bonus != (do == "bonus"):
        return Refusal("BON-1", f"{block} is {'a' if is_bonus else 'not a'} bonus block")
    if position.phase not in phases:
        return _ELSEWHERE[Bonus if do == "bonus" else Place]
    if is_bonus:
        piece = shape - len(edition.shapes)
        if position.phase is Phase.DUE:
            wanted = position.due[0][0]
            if piece != wanted or not position.bonus[piece] >> colour & 1:
                return Refusal("SOL-8", f"a {edition.bonus_ids[wanted]} in stock is due, not {block}")
        elif piece != position.snow:
            return Refusal("BON-1", f"this stage's bonus block is the {edition.bonus_ids[position.snow]}, not {block}")
        elif colour != position.game.colour_of_seat[seat]:
            return Refusal("BON-1", f"{block} is not of the player's colour")
        elif not position.bonus[piece] >> colour & 1:
            return Refusal("BON-1", f"{block} has been placed already")
        return None
    if position.claim is not None and table.shape_ids[shape] != position.claim[0]:
        return Refusal("UNA-2", f"the claimed shape is the {position.claim[0]}, not the {table.shape_ids[shape]}")
    if table.shape_ids[shape] not in position.display:
        return Refusal("TRN-3", f"no card {table.shape_ids[shape]!r} is visible")
    if not position.stock[shape] >> colour & 1:
        return Refusal("TRN-3", f"{block} is not in stock")
    return None


def _why_not_cells(position: Position, block: str, site: str, cubes: Sequence[Cube]) -> Refusal | None:
    """Whether the cells are the block, over the plan, and low enough (PLC-2, PLC-3, PLC-4)."""
    game = position.game
    if site not in game.edition.site_ids:
        return Refusal("CMP-4", f"there is no site {site!r}")
    number = game.edition.site_ids.index(site)
    columns = game.table.sites[number].column_number
    shape = game.edition.all_shapes[game.table.block_number[block] // game.table.colours]
    if not is_rotation(cubes, shape.cubes):
        return Refusal("PLC-2", f"these cells are not a {shape.id} in the block's own cube order")
    for x, y, level in cubes:
        if (x, y) not in columns:
            return Refusal("PLC-3", f"the cube at [{x}, {y}, {level}] is not over a column of the {site}")
        if level < 1:
            return Refusal("PLC-1", f"the cube at [{x}, {y}, {level}] is below the foundation")
    if max(level for _, _, level in cubes) > game.edition.levels:
        id = game.table.find(block, site, cubes)
        pose = None if id is None else game.table.pose(id)
        if pose is None or game.mode == "table":
            return Refusal("PLC-4", f"no cube may be above level {game.edition.levels}")
        if not any(challenge in position.unearned for challenge in pose.challenges):
            return Refusal("CHA-9", "only the placement that earns its challenge may stand this high")
    return None


def _why_not_there(position: Position, seat: int, site: str) -> Refusal | None:
    """Whether the turn allows that site (CHA-2..5)."""
    if position.phase is Phase.PLACE and position.game.mode == "solo" and seat != WINTER:
        number = position.game.edition.site_ids.index(site)
        if number not in position.allowed_sites:
            required = position.game.required_sites[position.turn]
            return Refusal("CHA-5", f"this turn's site is the {required}, where a block still fits")
    return None


def _why_not_above(position: Position, seat: int, site: str, cubes: Sequence[Cube]) -> Refusal | None:
    """Whether the block comes from above, rests and stands (PLC-1, PLC-5)."""
    game = position.game
    if seat == WINTER and game.mode == "solo" and max(level for _, _, level in cubes) > game.edition.levels:
        return Refusal("CHA-7", "only the player earns challenges")
    building = position.buildings[game.edition.site_ids.index(site)]
    heights = dict(zip(building.site.columns, building.heights, strict=True))
    for x, y, level in cubes:
        if heights[x, y] >= level:
            return Refusal("PLC-1", f"the cube at [{x}, {y}, {level}] would be in or under another block")
    feet = {(x, y): min(c[2] for c in cubes if c[:2] == (x, y)) for x, y, _ in cubes}
    resting = [(x, y, level) for (x, y), level in feet.items() if heights[x, y] == level - 1]
    if not resting:
        return Refusal("PLC-1", "the block would float: it comes down until it touches")
    if stands_freely(cubes, [(x, y) for x, y, _ in resting]):
        return None

    def taken(cube: Cube) -> bool:
        return cube[:2] in heights and bool(building.occupied >> building.site.cell(cube) & 1)

    if game.rules.support == "leaning" and leans(cubes, resting, taken):
        return None
    return Refusal("PLC-5", "the block would tip over: its centre of mass is not above what it rests on")


def _why_not_winter(position: Position, seat: int, block: str, site: str, cubes: Sequence[Cube]) -> Refusal | None:
    """Whether Winter may choose this (SOL-5)."""
    if position.game.mode != "solo" or seat != WINTER:
        return None
    table = position.game.table
    id = table.find(block, site, cubes)
    tied = position.winter_choice.placements
    if id in tied:
        return None
    best = table[tied[0]]
    return Refusal("SOL-5", f"Winter takes {best.block} on the {best.site} at {list(best.cubes)}, or one tied with it")
