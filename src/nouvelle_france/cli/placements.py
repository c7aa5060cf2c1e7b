"""The command `placements`: what may be placed in a recorded position."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from nouvelle_france.cli.drawing import status_line
from nouvelle_france.cli.files import match_at, open_edition
from nouvelle_france.cli.options import EditionOption, GameOption, MoveOption, RecordsArgument
from nouvelle_france.cli.output import plain_console
from nouvelle_france.cli.problem import Problem
from nouvelle_france.record import write_placement
from nouvelle_france.rules import Bonus, Place


def placements(
    file: RecordsArgument,
    game: GameOption = 1,
    move: MoveOption = None,
    block: Annotated[str | None, typer.Option("--block", help="Only this block, such as eel-white.")] = None,
    edition: EditionOption = None,
) -> None:
    """List every legal placement of the seat to move, one JSON object per line, in id order.

    Each line has `block`, `site`, `cubes` (x, y, level in the block's own cube order) and `gain` (points by colour,
    as a record would have them). There are no lines if no block can be placed now.

    **Example**

    * `nouvelle-france placements games.jsonl --game 3 --move 40 --block eel-white`
    """
    position = match_at(file, game, move, open_edition(edition)).state.position
    table = position.game.table
    if block is not None and block not in table.block_number:
        raise Problem(f"--block {block}: there is no such block; expected one such as {table.blocks[0]}")
    listed = 0
    for action in position.legal:
        if isinstance(action, Place | Bonus):
            line = write_placement(position, action)
            if block in (None, line["block"]):
                print(json.dumps(line, separators=(",", ":")))  # noqa: T201 - the answer asked for, on standard output
                listed += 1
    if not listed:
        of = f" of {block}" if block else ""
        plain_console(stderr=True).print(f"no placement{of} is possible now: {status_line(position)}")
