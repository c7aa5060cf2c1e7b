"""What an analysis can tell: its time, its errors, and what it says of bots whose strength is known.

`python -m benchmarks.review --games 20 --jobs 2` takes everything, `--only bots,planted,equal,speed` some of it, `--bot
ingenieur` to that depth. Games are played first, by the bots themselves; what was judged is kept in `--keep FOLDER`, if
named, and not judged again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from math import sqrt
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from benchmarks.figure import Figure, print_all
from nouvelle_france import BOTS, Action, Match, Place, Seat, deal_solo, deal_table, default_edition, play_on
from nouvelle_france.pool import Pool, Processes, in_order
from nouvelle_france.review import DEPTHS, Depth, Step, steps_of
from nouvelle_france.review.judging import judge, judge_choice
from nouvelle_france.review.scales import keys_of, known_to, scales
from nouvelle_france.review.telling import tell, verdict_on

EDITION = default_edition()
PARTS = ("speed", "bots", "equal", "planted")
STRENGTHS = ("ingenieur", "greedy", "random")
PLANTED = 50
ERROR = 8.0
"""Points that a planted error gives up …"""
ABOUT = 1.0
"""… more or less."""
PLANTING = 128, 1024
"""Deals by which errors are looked for, and by which one is then chosen; none of them is among those that judge it."""

Analysis = dict[str, Any]


def played(bots: Sequence[str], seed: str, players: int) -> Match:
    """A game between bots; alone for one player."""
    rng = Random(f"review/{seed}")
    setup = deal_solo(EDITION, rng) if players == 1 else deal_table(EDITION, rng, players)
    colours: Sequence[str | None] = setup.game.colours or (None,)
    names = [bots[seat % len(bots)] for seat in range(players)]
    match = Match(setup, [Seat(colour, name, name) for colour, name in zip(colours, names, strict=True)])
    play_on(match, [BOTS[name](Random(f"{seed}/{seat}")) for seat, name in enumerate(names)])
    return match


def analysed(pool: Pool, depth: Depth, matches: Sequence[Match]) -> Iterator[Analysis]:
    """The analyses of games."""
    steps = [steps_of(match) for match in matches]
    judged = in_order(pool, partial(judge, depth=depth), (it for some in steps for it in some), together=4)
    for match, some in zip(matches, steps, strict=True):
        yield tell(match, [next(judged) for _ in some], depth)


def kept(pool: Pool, depth: Depth, bots: Sequence[str], games: int, players: int, keep: Path | None) -> list[Analysis]:
    """Analyses of so many games between bots, those that were kept included."""
    file = None if keep is None else keep / f"{depth.name}-{players}-{'-'.join(bots)}.jsonl"
    found: list[Analysis] = []
    if file is not None and file.exists():
        found = [json.loads(line) for line in file.read_text().splitlines()][:games]
    numbers = range(len(found), games)
    matches = list(in_order(pool, partial(_play, tuple(bots), players), numbers))
    for analysis in analysed(pool, depth, matches):
        found.append(analysis)
        if file is not None:
            with file.open("a") as out:
                out.write(json.dumps(analysis) + "\n")
    return found


def _play(bots: Sequence[str], players: int, number: int) -> Match:
    return played(bots, f"{number}", players)


def mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and its standard error."""
    return float(np.mean(values)), float(np.std(values, ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0


# -- the parts -----------------------------------------------------------------------------------------------------


def speed(depth: Depth) -> Iterator[Figure]:
    """Seconds of this process for a game of two, on one core."""
    matches = [played(("maitre",), f"speed/{number}", 2) for number in range(2)]
    scales(EDITION)
    for match in matches:
        began, busy = time.perf_counter(), time.process_time()
        all_steps = steps_of(match)
        analysis = tell(match, [judge(step, depth) for step in all_steps], depth)
        busy, taken = time.process_time() - busy, time.perf_counter() - began
        errors = [it["error"] for it in analysis["choices"]]
        least = 60.0 if depth.name == "maitre" else 0.0
        yield Figure(
            f"a game of two, to the depth of {depth.name}",
            f"{busy:.1f} s of the processor, {taken:.1f} s by the clock",
            f"{len(errors)} choices, {len(all_steps)} moments",
            f"under {least:.0f} s" if least else "",
            not least or busy < least,
        )
        yield Figure(
            "standard error of a choice", f"{np.mean(errors):.2f}, {max(errors):.2f} at most", "", "under 1.5",
            max(errors) < 1.5,
        )  # fmt: skip


def adds_up(analyses: Sequence[Analysis]) -> Figure:
    """Start, luck and skill beside the margin."""
    off = max(abs(it["start"] + it["luck"] + it["skill"] - it["margin"]) for game in analyses for it in game["players"])
    return Figure("start + luck + skill - margin", f"{off:.9f} at most", f"{len(analyses)} games", "0", off < 1e-6)


def bots(pool: Pool, depth: Depth, games: int, keep: Path | None) -> Iterator[Figure]:
    """What bots of known strength give up."""
    for name in STRENGTHS:
        analyses = kept(pool, depth, [name], games, 2, keep)
        choices = [it for game in analyses for it in game["choices"]]
        a_game, error = mean([it["regret"] for game in analyses for it in game["players"]])
        a_choice, error_of_one = mean([it["regret"] for it in choices])
        flagged = sum(it["verdict"] is not None for it in choices)
        yield Figure(
            f"{name} gives up", f"{a_game:.1f} ± {error:.1f} points a game",
            f"{a_choice:.3f} ± {error_of_one:.3f} a choice, of {len(choices)}",
        )  # fmt: skip
        share = flagged / len(choices)
        target = "under 5%" if name == "ingenieur" else ""
        yield Figure(
            f"{name}'s choices flagged", f"{100 * share:.1f}%", f"{flagged}", target, not target or share < 0.05
        )
        yield adds_up(analyses)


def equal(pool: Pool, depth: Depth, games: int, keep: Path | None) -> Iterator[Figure]:
    """Games between equal bots: the mean of skill, and what explains the margin."""
    for players in (2, 3, 4, 1):
        analyses = kept(pool, depth, ["maitre"], games, players, keep)
        first = [game["players"][0] for game in analyses]
        what = "alone" if players == 1 else f"{players} players"
        yield adds_up(analyses)
        for key in ("start", "luck", "skill", "margin"):
            value, error = mean([it[key] for it in first])
            fine = key != "skill" or players == 1 or abs(value) < 2 * error
            target = "0 within 2 errors" if key == "skill" and players > 1 else ""
            yield Figure(f"{key} of the first of {what}", f"{value:+.2f} ± {error:.2f}", "", target, fine)
        table = np.array([[it[key] for key in ("start", "luck", "skill", "margin")] for it in first])
        shares = np.cov(table.T)[:3, 3] / np.var(table[:, 3], ddof=1)
        yield Figure(
            f"variance of the margin explained, {what}",
            f"start {100 * shares[0]:.0f}%, luck {100 * shares[1]:.0f}%, skill {100 * shares[2]:.0f}%",
            f"{len(first)} games, standard deviation {table[:, 3].std(ddof=1):.1f}",
        )
        parts = {key: mean([it["luck_of"][key] for it in first]) for key in first[0]["luck_of"]}
        told = ", ".join(f"{key} {value:+.1f} ± {error:.1f}" for key, (value, error) in parts.items() if error)
        yield Figure(f"luck of the first of {what}", told, "")


def planted(pool: Pool, depth: Depth, count: int) -> Iterator[Figure]:
    """Errors of a known size, put into games of ``maitre``: how many of them are found."""
    tried = in_order(pool, partial(_planted, depth), range(10 * count))
    found = list(islice((it for it in tried if it is not None), count))
    flagged = sum(verdict is not None for _, verdict in found)
    regrets = [regret for regret, _ in found]
    yield Figure(
        f"planted errors of {ERROR:g} points flagged", f"{flagged} of {len(found)}",
        f"judged to be {np.mean(regrets):.1f} ± {np.std(regrets):.1f} points", "90%", flagged >= 0.9 * len(found),
    )  # fmt: skip


def _planted(depth: Depth, number: int) -> tuple[float, str | None] | None:
    """Play a game to a placement, make an error there, and judge it."""
    rng = Random(f"planted/{number}")
    match = played(("maitre",), f"planted/{number}", 2)
    steps = [it for it in steps_of(match) if it.is_choice and isinstance(it.action, Place)]
    step = rng.choice(steps[:-4])
    action = _error(step, rng)
    if action is None:
        return None
    judgement = judge_choice(step.state.view(action.seat), action, step.seed, depth)
    assert judgement is not None
    return judgement.regret, verdict_on(judgement.regret, judgement.error)


def _error(step: Step, rng: Random) -> Action | None:
    """A placement that gives up about as many points as it should, beside what ``maitre`` chose."""
    view = step.state.view(step.action.seat)
    legal = list(view.legal.of_kind("place"))
    some: Sequence[Action] = rng.sample(legal, min(len(legal), 24))
    for deals in PLANTING:
        if not some:
            break
        keys = keys_of(f"{step.seed}/plant/{deals}", deals)
        worth = scales(EDITION).weigh(step.position, step.action.seat, known_to(view), [step.action, *some], keys, 2)
        own = worth[:, :, step.action.seat].mean(axis=0)
        near = [(abs(own[0] - points - ERROR), it) for it, points in zip(some, own[1:], strict=True)]
        some = [it for off, it in sorted(near, key=itemgetter(0)) if off < ABOUT][:3]
    return some[0] if some else None


def main() -> None:
    """Take the figures that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--planted", type=int, default=PLANTED)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--bot", choices=list(DEPTHS), default="maitre")
    parser.add_argument("--only", default=",".join(PARTS))
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    depth, pool = DEPTHS[asked.bot], Processes(asked.jobs)
    if asked.keep is not None:
        asked.keep.mkdir(parents=True, exist_ok=True)
    figures: list[Figure] = []
    for part in asked.only.split(","):
        match part:
            case "speed":
                figures += speed(depth)
            case "bots":
                figures += bots(pool, depth, asked.games, asked.keep)
            case "equal":
                figures += equal(pool, depth, asked.games, asked.keep)
            case "planted":
                figures += planted(pool, depth, asked.planted)
            case _:
                parser.error(f"--only {part}: expected some of {', '.join(PARTS)}")
    print_all(figures)
    sys.exit(not all(figure.reached for figure in figures))


if __name__ == "__main__":
    main()
