"""Who sits where in a game played in the terminal: a new one, or one to resume."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from pathlib import Path
from random import Random

from nouvelle_france.bots import BOTS, Bot
from nouvelle_france.bots.python_bots import is_python_bot
from nouvelle_france.bots.registry import missing
from nouvelle_france.cli.files import match_at, read_records
from nouvelle_france.cli.options import GameOptions, bot_names, known_bots
from nouvelle_france.cli.preparing import own_bots, prepare
from nouvelle_france.cli.problem import Problem
from nouvelle_france.edition import Edition
from nouvelle_france.record import Match, Seat


def new_match(
    box: Edition,
    options: GameOptions,
    rng: Random,
    name: str,
    colour: str | None,
    bots: str | None,
    begins: bool = False,
) -> tuple[Match, int]:
    """A match to begin, and the player's seat; ``begins`` lets the player begin."""
    if not name.strip() or not name.isprintable():
        raise Problem("--name: expected a name in readable letters")
    if options.mode == "solo" and (bots is not None or colour is not None):
        raise Problem("--bots, --colour: not in a solo game; you face Winter with all its colours")
    bots = bots if bots is not None else "greedy"
    if options.mode == "solo":
        return Match(options.deal(box, rng, 1), [Seat(None, name)]), 0
    players = options.players or 1 + len(known_bots("--bots", bots))
    if players > len(box.colours):
        raise Problem(f"--bots {bots}: with you {players} players, but 2 to {len(box.colours)} play (SET-1)")
    seats, human = _sit_down(box, rng, name, colour, bot_names(bots, players - 1), begins)
    return Match(options.deal(box, rng, [str(seat.colour) for seat in seats]), seats), human


def unfinished_match(path: Path, box: Edition, out: Path) -> tuple[Match, int]:
    """The match of a file to resume, and the player's seat; ``out`` is where it will be kept."""
    if str(path) == "-":
        raise Problem("--resume -: expected a file, since you will be typing")
    if out.resolve() == path.resolve() and len(list(read_records(path))) > 1:
        raise Problem(f"--resume {path}: holds several games; name a new file with --out")
    match = match_at(path, 1, None, box)
    people = [i for i, seat in enumerate(match.seats) if seat.bot is None]
    if match.state.over or len(people) != 1:
        raise Problem(f"--resume {path}: game 1 is not one person's unfinished game")
    return match, people[0]


def _sit_down(
    box: Edition, rng: Random, name: str, colour: str | None, opponents: tuple[str, ...], begins: bool
) -> tuple[list[Seat], int]:
    """Colours and first player at random (SET-6), except the colour the player wants, and unless the player begins."""
    if colour is not None and colour not in box.colour_ids:
        raise Problem(f"--colour {colour}: expected one of {', '.join(box.colour_ids)}")
    free = [it for it in box.colour_ids if it != colour]
    drawn = iter(rng.sample(free, len(free)))
    mine = colour or next(drawn)
    numbers = count(1)
    seats = [Seat(mine, name)] + [Seat(next(drawn), f"{bot} {next(numbers)}", bot) for bot in opponents]
    first = 0 if begins else rng.randrange(len(seats))
    return seats[first:] + seats[:first], (len(seats) - first) % len(seats)


def seated_bots(match: Match, seed: int, resumed: bool) -> Mapping[int, Bot]:
    """The bots of a match by their seats, ready to play.

    A resumed game names its own bots, and a file must not choose which code is run.
    """
    edition = match.setup.game.edition
    makers = {}
    for number, seat in enumerate(match.seats):
        if seat.bot is not None:
            if resumed and is_python_bot(seat.bot):
                raise Problem(f"seat {number + 1}: {seat.bot} is code named by a file, which is not run")
            maker = own_bots(f"seat {number + 1}", [seat.bot], edition).get(seat.bot) or BOTS.get(seat.bot)
            if maker is None:
                if (how_to_get := missing(seat.bot)) is not None:
                    raise Problem(f"seat {number + 1}: {how_to_get}")
                raise Problem(f"seat {number + 1}: there is no bot {seat.bot!r}; expected one of {', '.join(BOTS)}")
            makers[number] = maker
    prepare([seat.bot for seat in match.seats if seat.bot is not None], edition)
    return {number: maker(Random(f"{seed}/play/{number}")) for number, maker in makers.items()}
