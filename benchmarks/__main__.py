"""Speed of the rules on one core, of the import and of the page, each beside a yardstick taken in the same run."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks import core, envs, page
from benchmarks.figure import Figure
from nouvelle_france import (
    BOTS,
    Bonus,
    Match,
    Place,
    Rules,
    Seat,
    Setup,
    deal_solo,
    deal_table,
    default_edition,
    play_on,
)
from nouvelle_france.geometry import PlacementTable
from nouvelle_france.record import write_placement

EDITION = default_edition()


def seconds(work: Callable[[], object]) -> float:
    """How long some work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def spin(loops: int = 2_000_000) -> int:
    """A fixed piece of plain Python, to tell how fast this machine is just now."""
    total = 0
    for number in range(loops):
        total ^= number
    return total


def played(setup: Setup, bot: str, seed: str) -> Match:
    """One game by bots of one kind."""
    colours: tuple[str | None, ...] = setup.game.colours or (None,)
    match = Match(setup, [Seat(colour, bot, bot) for colour in colours])
    play_on(match, [BOTS[bot](Random(f"{seed}/{seat}")) for seat in range(len(colours))])
    return match


def games(what: str, bot: str, deal: Callable[[Random], Setup], number: int, least: float = 0) -> Figure:
    """Games a second, recorded as ever, and moves a second."""
    played(deal(Random("warm-up")), bot, "warm-up")
    moves = 0
    beside = seconds(spin)
    start = time.perf_counter()
    for seed in range(number):
        moves += len(played(deal(Random(f"bench/{seed}")), bot, f"bench/{seed}").moves)
    taken = time.perf_counter() - start
    beside = (beside + seconds(spin)) / 2
    rate = number / taken
    return Figure(
        what,
        f"{rate:.0f} games/s, {moves / taken:,.0f} moves/s",
        f"{taken / number / beside:.3f} spins a game",
        f"{least:g} games/s" if least else "",
        rate >= least,
    )


def listing() -> Figure:
    """All legal placements of positions on the way through a game, listed and scored."""
    positions = []
    for seed in range(3):
        match = Match(deal_table(EDITION, Random(seed), 4), [])
        rng = Random(seed)
        while not match.state.over:
            legal = match.state.legal
            if legal.of_kind("place"):
                positions.append(match.state.position)
            match.play(rng.choice(legal.of_kind(rng.choice(legal.kinds()))))
    beside = seconds(spin)
    start = time.perf_counter()
    lines = 0
    for position in positions:
        for action in position.legal:
            if isinstance(action, Place | Bonus):
                write_placement(position, action)
                lines += 1
    taken = time.perf_counter() - start
    return Figure(
        "legal placements listed and scored",
        f"{lines / taken:,.0f} a second",
        f"{taken / lines / beside * 1e6:.1f} spins a million",
    )


def table_time() -> Figure:
    """Computing the placement table."""
    taken = seconds(lambda: PlacementTable(EDITION))
    return Figure("placement table", f"{taken * 1000:.0f} ms", f"{taken / seconds(spin):.1f} spins, once a process")


def import_time() -> list[Figure]:
    """The import in a fresh process, less what starting Python takes."""

    def fresh(program: str) -> float:
        return seconds(lambda: subprocess.run([sys.executable, "-c", program], check=True))

    bare, with_import = [], []
    for _ in range(15):
        bare.append(fresh("pass"))
        with_import.append(fresh("import nouvelle_france"))
    ours = statistics.median(with_import) - statistics.median(bare)
    modules = subprocess.run(
        [sys.executable, "-c", "import sys, nouvelle_france as n; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    foreign = {name.partition(".")[0] for name in modules} - set(sys.stdlib_module_names) - {"nouvelle_france"}
    foreign -= {name for name in foreign if name.startswith(("_", "site"))}
    return [
        Figure(
            "import nouvelle_france",
            f"{ours * 1000:.0f} ms",
            f"{statistics.median(bare) * 1000:.0f} ms for Python itself",
            "under 200 ms",
            ours < 0.2,
        ),
        Figure("modules from outside the standard library", str(len(foreign)), "", "0", not foreign),
    ]


def main() -> None:
    """Measure everything and print one table; exit code 1 when a target is missed."""
    measurements: list[Callable[[], Figure | list[Figure]]] = [
        import_time,
        table_time,
        lambda: games("random, 4 players", "random", lambda rng: deal_table(EDITION, rng, 4), 300, least=10),
        lambda: games(
            "random, 4 players, leaning",
            "random",
            lambda rng: deal_table(EDITION, rng, 4, Rules(support="leaning")),
            60,
        ),
        lambda: games("random, solo", "random", lambda rng: deal_solo(EDITION, rng), 200),
        lambda: games("greedy, 2 players", "greedy", lambda rng: deal_table(EDITION, rng, 2), 30),
        lambda: games("greedy, 4 players", "greedy", lambda rng: deal_table(EDITION, rng, 4), 30),
        listing,
        core.figures,
        envs.figures,
        page.figures,
    ]
    figures: list[Figure] = []
    errors = Console(stderr=True)
    for measure in track(measurements, "measuring", console=errors, disable=not errors.is_terminal):
        figure = measure()
        figures += figure if isinstance(figure, list) else [figure]
    table = Table("what", "measured", "beside", "target", "")
    for figure in figures:
        table.add_row(*figure[:4], "" if not figure.target else "yes" if figure.reached else "MISSED")
    Console().print(table)
    spin_ms = statistics.median(seconds(spin) for _ in range(5)) * 1000
    Console().print(
        f"one spin (2 million steps of a plain loop) took {spin_ms:.0f} ms; Python {sys.version.split()[0]}"
    )
    sys.exit(0 if all(figure.reached for figure in figures) else 1)


if __name__ == "__main__":
    main()
