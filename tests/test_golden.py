"""Golden games, kept as text to be read and reviewed: a change of any rule, bot or deal shows here.

`pytest tests/test_golden.py --update-golden` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from nouvelle_france import Record, faults, replay
from tests.kinds import EDITION, KINDS, Kind

FOLDER = Path(__file__).parent / "golden"
GOLDEN = [
    "table-2-greedy",
    "table-mixed",
    "table-4-each_stage-leaning-verified",
    "table-3-one-card-once-leaning-claimed",
    "solo-apprentice-stalwart-greedy-6",
    "solo-kings-engineer-dauntless-greedy-6",
    "solo-artisan-plucky-random-6",
]


def transcript(record: Record) -> Iterator[str]:
    """A game in lines: what was dealt, then each move with the choice there was before and the scores after."""
    setup = record.setup(EDITION)
    yield f"edition {record.edition}, {record.mode}, " + ", ".join(f"{key} {it}" for key, it in record.rules.items())
    if record.solo is not None:
        yield ", ".join(f"{key} {it}" for key, it in record.solo.items()) + f", sites {list(record.sites or ())}"
    yield "seats " + ", ".join(f"{seat.name} ({seat.colour})" for seat in record.seats)
    yield "sticks " + ", ".join(f"{site} {stick}" for site, stick in record.sticks.items())
    yield "deck " + " ".join(setup.deck)
    for number, move in enumerate(record.moves, start=1):
        before = replay(record, EDITION, number - 1).state.position
        after = replay(record, EDITION, number).state.position
        details = [str(it) for key, it in move.items() if key not in ("by", "do", "gain")]
        gain = [f"{colour} {points:+d}" for colour, points in move.get("gain", {}).items()]
        choice = ", ".join(f"{len(before.legal.of_kind(kind))} {kind}" for kind in before.legal.kinds())
        scores = " ".join(str(score) for score in after.scores)
        yield f"{number:>3} {move['by']} {' '.join([move['do'], *details, *gain])} | of {choice} | scores {scores}"
    yield f"result {record.result}"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.id in GOLDEN], ids=lambda kind: kind.id)
def test_golden_game(kind: Kind, request: pytest.FixtureRequest) -> None:
    record = kind.record("golden")
    lines = list(transcript(record))
    file = FOLDER / f"{kind.id}.txt"
    if request.config.getoption("--update-golden"):
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == file.read_text(encoding="utf-8").splitlines()
    assert list(faults(record, EDITION)) == []


def test_every_golden_file_is_played() -> None:
    assert sorted(file.stem for file in FOLDER.iterdir()) == sorted(GOLDEN)
    assert set(GOLDEN) <= {kind.id for kind in KINDS}
