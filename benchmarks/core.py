"""Speed of the compiled core on one core of the machine, by batch size, beside the pure rules and Catanatron.

`python -m benchmarks.core` measures this alone. Times are by the clock; how busy this process was is said beside them,
for on a shared machine it may have had to wait.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from benchmarks.figure import Figure, print_all
from nouvelle_france import Place, State, deal_table, default_edition, start
from nouvelle_france.core import Batch, Kind
from nouvelle_france.core.compiling import compiled
from nouvelle_france.core.games import play_randomly, random_action
from nouvelle_france.core.judging.listing import list_and_score
from nouvelle_france.core.judging.notes import Notes, new_notes
from nouvelle_france.core.legal import count_placements
from nouvelle_france.core.phase import OVER, PLACE
from nouvelle_france.core.records import Games, Tables, Words, Work, joined, repeated
from nouvelle_france.core.state import play
from nouvelle_france.core.tables import core_tables
from nouvelle_france.core.translate import game_of_setup

PLAYERS = 4
BATCHES = (1, 10, 100, 1000)
ROUNDS = 5
ROUND_S = 0.3
PURE_GAMES = 20
POSITIONS = 100
"""Different deals, and positions; larger batches hold them several times."""

ACTIONS_TARGET = 3_500_000
PLACEMENTS_TARGET = 30_000_000
DIFFERENT_TARGET = 0.9
"""How fast many different positions a call must be listed beside a single one a call."""
PEER_TARGET = 30

PEERS = Path(__file__).parent.parent / ".venv-peers" / "bin" / "python"

EDITION = default_edition()
TABLES = core_tables(EDITION)
NOTES = new_notes(TABLES)


class Rate(NamedTuple):
    """How much a second, and the share of the time in which the processor was ours."""

    a_second: float
    busy: float

    @property
    def of_processor(self) -> float:
        """How much a second of processor time."""
        return self.a_second / self.busy

    def beside(self, pure: Rate) -> str:
        """The pure rules of the same run, by processor time, for one of the two may have had to wait longer."""
        return (
            f"{self.of_processor / pure.of_processor:.0f} × the pure rules ({pure.of_processor:,.0f}); "
            f"{self.busy:.0%} busy: {self.of_processor:,.0f} a second of processor time"
        )


@compiled
def score_all(t: Tables, games: Games, notes: Notes) -> int:
    """List and score the placements of many positions: what each gains its seat, and its stick marks."""
    count = 0
    for number in range(len(games)):
        count += list_and_score(t, games[number], games[number].active, notes)
    return count


@compiled
def play_to_the_middle(t: Tables, games: Games, seeds: Words, work: Work) -> None:
    """Play at random until a seat is to place something and a third to two thirds of a game's blocks are in place."""
    rng = np.zeros(1, np.uint64)
    for number in range(len(games)):
        g = games[number]
        rng[0] = seeds[number]
        blocks = 8 + number % 9
        while g.phase != OVER and (g.placed_count < blocks or g.phase != PLACE or not count_placements(t, g)):
            play(t, g, g.asked[0], random_action(t, g, g.asked[0], rng, work), work.no_log, work)


def rate(work: Callable[[], int], rounds: int = ROUNDS) -> Rate:
    """The median of several rounds; ``work`` says how much it has done."""
    work()
    rates, busy = [], []
    for _ in range(rounds):
        done, start, cpu = 0, time.perf_counter(), time.process_time()
        while (taken := time.perf_counter() - start) < ROUND_S:
            done += work()
        rates.append(done / taken)
        busy.append((time.process_time() - cpu) / taken)
    return Rate(statistics.median(rates), statistics.median(busy))


def random_games(batch: int) -> Callable[[], int]:
    """Whole random games of four with every rule, so many in one call; the copies they begin with are counted in."""
    setups = [deal_table(EDITION, Random(seed), PLAYERS) for seed in range(min(batch, POSITIONS))]
    dealt = joined([game_of_setup(setup) for setup in setups])
    seeds, which = np.arange(batch, dtype=np.uint64), np.arange(batch) % len(dealt)

    def work() -> int:
        games = dealt[which]
        seeds[:] += np.uint64(batch)
        return int(play_randomly(TABLES, games, seeds, NOTES["work"]))

    return work


def pure_games() -> Rate:
    """The same deals by the pure rules, without a record being kept."""

    def work() -> int:
        actions = 0
        for seed in range(PURE_GAMES):
            rng = Random(seed)
            state = start(deal_table(EDITION, Random(seed), PLAYERS))
            while not state.over:
                legal = state.legal
                state = state.play(rng.choice(legal.of_kind(rng.choice(legal.kinds())))).state
                actions += 1
        return actions

    return rate(work, 3)


def middle_positions() -> list[State]:
    """A seat is to place one of the visible shapes, and a third to two thirds of a game's blocks are in place."""
    found = []
    for seed in range(POSITIONS):
        rng = Random(seed)
        state = start(deal_table(EDITION, Random(seed), PLAYERS))
        blocks = 8 + seed % 9
        while sum(len(it.placed) for it in state.position.buildings) < blocks or not state.legal.of_kind("place"):
            legal = state.legal
            state = state.play(rng.choice(legal.of_kind(rng.choice(legal.kinds())))).state
        found.append(state)
    return found


def pure_listing(states: list[State]) -> Rate:
    """The same positions by the pure rules: points of the one to place, and stick marks."""

    def work() -> int:
        count = 0
        for state in states[:10]:
            position = state.position
            seat = position.active
            colour = position.game.colour_of_seat[seat]
            table = position.game.table
            for action in position.legal.of_kind("place"):
                assert isinstance(action, Place)
                position.scoring(action.placement, seat)
                position.marks_of(table.pose(action.placement), action.placement % table.colours, colour)
                count += 1
        return count

    return rate(work, 3)


def catanatron(seconds: float = 2) -> Rate:
    """Catanatron's actions in games of four random players."""
    if not PEERS.exists():
        raise SystemExit("Catanatron is missing: `make bench` installs it into .venv-peers")
    program = Path(__file__).with_name("peers.py")
    done = subprocess.run([PEERS, program, str(seconds)], capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    return Rate(told["actions"] / told["seconds"], told["busy"])


def figures() -> list[Figure]:
    """All figures of the core."""
    found = []
    pure = pure_games()
    for batch in BATCHES:
        measured = rate(random_games(batch))
        found.append(
            Figure(
                f"core: random games of 4, {batch} a call",
                f"{measured.a_second:,.0f} actions/s",
                measured.beside(pure),
                f"{ACTIONS_TARGET:,}" if batch == BATCHES[-1] else "",
                batch != BATCHES[-1] or measured.a_second >= ACTIONS_TARGET,
            )
        )
    found.append(beside_catanatron())
    return found + listing_figures() + face_figures()


def beside_catanatron() -> Figure:
    """In turns, so that both meet the same machine."""
    ours, theirs = [], []
    for _ in range(3):
        ours.append(rate(random_games(BATCHES[-1]), 1))
        theirs.append(catanatron())
    pairs = list(zip(ours, theirs, strict=True))
    ratio = statistics.median(our.a_second / their.a_second for our, their in pairs)
    of_processor = statistics.median(our.of_processor / their.of_processor for our, their in pairs)
    return Figure(
        "core beside Catanatron 3.2, actions of 4 random players",
        f"{ratio:.0f} ×",
        f"{of_processor:.0f} × by processor time; "
        f"Catanatron {statistics.median(it.a_second for it in theirs):,.0f} actions/s, "
        f"{statistics.median(it.of_processor for it in theirs):,.0f} a second of processor time",
        f"{PEER_TARGET} ×",
        ratio >= PEER_TARGET,
    )


def listing_figures() -> list[Figure]:
    """All placements of positions in the middle of a game, listed and scored."""
    pure = pure_listing(middle_positions())
    keys = np.arange(BATCHES[-1], dtype=np.uint64)
    positions = Batch.deal(Kind.table(EDITION, PLAYERS), keys).games
    play_to_the_middle(TABLES, positions, keys, NOTES["work"])
    found = []
    single = Rate(0, 1)
    for batch in BATCHES:
        games = positions[:batch]
        mean = score_all(TABLES, games, NOTES) / batch
        measured = rate(partial(score_all, TABLES, games, NOTES))
        single = measured if batch == 1 else single
        least = max(PLACEMENTS_TARGET, DIFFERENT_TARGET * single.a_second)
        found.append(
            Figure(
                f"core: placements listed and scored, {batch} different positions a call ({mean:.0f} placements each)",
                f"{measured.a_second:,.0f} a second",
                measured.beside(pure),
                f"{least:,.0f}" if batch in BATCHES[2:] else "",
                batch not in BATCHES[2:] or measured.a_second >= least,
            )
        )
    return [*found, *(different_figure(positions[:batch]) for batch in BATCHES[2:])]


def different_figure(positions: Games) -> Figure:
    """Positions in turns, beside the same ones each ten times in a row; measured one after the other, several times."""
    in_turns, in_a_row = joined([positions] * 10), repeated(positions, 10)
    ratios = []
    for _ in range(ROUNDS):
        different = rate(partial(score_all, TABLES, in_turns, NOTES), 1)
        ratios.append(different.of_processor / rate(partial(score_all, TABLES, in_a_row, NOTES), 1).of_processor)
    ratio = statistics.median(ratios)
    return Figure(
        f"core: {len(positions)} different positions beside each ten times in a row",
        f"{ratio:.2f} ×",
        f"by processor time, {min(ratios):.2f} to {max(ratios):.2f}",
    )


def face_figures() -> list[Figure]:
    """The public face: games dealt, and actions listed, chosen and played, by batch size."""
    kind = Kind.table(EDITION, PLAYERS)
    found = []
    for size in BATCHES[1:]:
        batch = Batch.deal(kind, np.arange(size))
        dealt = rate(partial(deal_again, batch))
        played = rate(partial(step_at_random, batch, np.random.default_rng(1)))
        found += [
            Figure(
                f"core: games of 4 dealt, {size} a call", f"{dealt.a_second:,.0f} games/s", f"{dealt.busy:.0%} busy"
            ),
            Figure(
                f"core: legal actions listed, one chosen by NumPy and played, {size} games a call",
                f"{played.a_second:,.0f} actions/s",
                f"{played.busy:.0%} busy",
            ),
        ]
    return found


def deal_again(batch: Batch) -> int:
    """Deal all games of a batch."""
    batch.reset(np.arange(len(batch)))
    return len(batch)


def step_at_random(batch: Batch, rng: np.random.Generator) -> int:
    """One action in each game, any; games that are over begin again."""
    ids, first = batch.legal()
    batch.step(ids[rng.integers(first[:-1], first[1:])])
    over = batch.over
    if over.any():
        batch.reset(rng.integers(1 << 63, size=int(over.sum())), over)
    return len(batch)


if __name__ == "__main__":
    print_all(figures())
