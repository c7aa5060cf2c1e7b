"""The puzzles for the page, written when it is built: positions, possible placements, and the reasons.

Gains are included only for weighed placements, and not shown while somebody looks for the answer.
"""

from __future__ import annotations

import json
from typing import Any

from nouvelle_france.bots.judging.hinting import Hint, explain, snow_outlook
from nouvelle_france.edition import Edition, default
from nouvelle_france.puzzles.carried import Collection, carried
from nouvelle_france.puzzles.puzzle import LEVELS, SOLVED, Puzzle, Rival
from nouvelle_france.rules import Place
from nouvelle_france.wire import write_game, write_offer, write_position

TOGETHER = 12
"""Puzzles per file: a reader need not download hundreds for one, nor does the page have hundreds of files."""


def write_files(collection: Collection | None = None, edition: Edition | None = None) -> dict[str, str]:
    """The files the built page carries, by name: the list of the puzzles, and some of them in each of the others."""
    found, edition = collection or carried(), edition or default()
    packs: dict[str, Any] = {"list": write_list(found)}
    for first in range(0, len(found.puzzles), TOGETHER):
        together = found.puzzles[first : first + TOGETHER]
        packs[f"pack-{first // TOGETHER}"] = {it.id: write_puzzle(it, edition) for it in together}
    return {f"{name}.json": json.dumps(it, ensure_ascii=False, separators=(",", ":")) for name, it in packs.items()}


def write_list(collection: Collection) -> list[dict[str, Any]]:
    """Every puzzle in the order of ids, with what is shown before it is opened, and its file."""
    return [
        {
            "id": it.id,
            "kind": it.kind,
            "grade": it.grade,
            "players": len(it.colours) or 1,
            "pack": number // TOGETHER,
        }
        for number, it in enumerate(collection.puzzles)
    ]


def write_puzzle(puzzle: Puzzle, edition: Edition) -> dict[str, Any]:
    """Everything about a puzzle, including its answer."""
    view = puzzle.view(edition)
    position, seat = view.position, view.seat
    assert seat is not None
    offer = write_offer(position, seat)
    offer["placements"] = [{**it, "gain": {}, "completes": [], "challenges": {}} for it in offer["placements"]]
    answers = [*(Rival(it, 0.0, 0.0) for it in puzzle.right), *puzzle.rivals]
    hints = explain(view, [Place(seat, it.placement) for it in answers])
    told = [
        _answer(it, hint, position.scoring(it.placement, seat).completes)
        for it, hint in zip(answers, hints, strict=True)
    ]
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "grade": puzzle.grade,
        "game": write_game(position.game),
        "seat": position.game.name(seat),
        "position": write_position(position),
        "offer": offer,
        "best": told[0],
        "same": told[1 : len(puzzle.right)],
        "rivals": told[len(puzzle.right) :],
        "snow": round(snow_outlook(view)[0].chance, 2),
        "solved_by": [level for level, share in zip(LEVELS, puzzle.solves, strict=True) if share >= SOLVED],
    }


def _answer(weighed: Rival, hint: Hint, completes: bool) -> dict[str, Any]:
    return {
        **weighed._asdict(),
        "now": dict(hint.now),
        "completes": completes,
        "why": [{"what": it.what, "points": round(float(it.points), 1)} for it in hint.why],
    }
