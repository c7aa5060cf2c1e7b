"""The command `show`: a recorded position as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nouvelle_france.cli.drawing import card_line, cubes_of, draw, seat_names, status_line
from nouvelle_france.cli.files import WholeWriter, match_at, open_edition
from nouvelle_france.cli.narration import counted, tell, tell_stand_in
from nouvelle_france.cli.options import EditionOption, GameOption, MoveOption, RecordsArgument
from nouvelle_france.cli.output import as_svg, picture_console, plain_console
from nouvelle_france.geometry import Cube
from nouvelle_france.record import Match
from nouvelle_france.rules import Bonus, Place


def show(
    file: RecordsArgument,
    game: GameOption = 1,
    move: MoveOption = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Write the picture to this file instead.")] = None,
    edition: EditionOption = None,
) -> None:
    """Draw a recorded position: the sites level by level, scores, cards and stock.

    The cubes of the last placement are marked with a star; x marks a gap that can no longer be filled.

    **Examples**

    * `nouvelle-france show games.jsonl --game 3 --move 40`
    * `nouvelle-france show games.jsonl --game 3 --move 40 --svg position.svg`
    """
    match = match_at(file, game, move, open_edition(edition))
    position = match.state.position
    console = plain_console() if svg is None else picture_console()
    names = seat_names(match)
    console.print(f"game {game} after {counted(len(match.moves), 'move')}: {status_line(position)}")
    console.print(card_line(position))
    if match.history:
        played = match.history[-1]
        told = [tell(event, position.game, names) for event in played.events]
        if played.stand_in is not None:
            told.append(tell_stand_in(played.stand_in, names[played.action.seat]))
        console.print(" ".join(["last:", *filter(None, told)]))
    console.print(draw(position, names, _last_placement(match)))
    if svg is not None:
        with WholeWriter(svg, "--svg", writes=None, reads=[file, edition]) as writer:
            writer.write(as_svg(console, f"{file.name}, game {game}"))


def _last_placement(match: Match) -> list[tuple[int, Cube]]:
    """The (site, cube) pairs of the newest block."""
    for played in reversed(match.history):
        if isinstance(played.action, Place | Bonus):
            return cubes_of(match.setup.game, played.action.placement)
    return []
