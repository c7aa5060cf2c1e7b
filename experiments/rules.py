"""What each rule, and each number of the reconstruction, does to fairness and liveliness."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from experiments.playing import Change, Setting, options, percent, play, points, print_table
from experiments.seats import lead, score
from nouvelle_france.bots import BOTS
from nouvelle_france.rules.game import Rules
from nouvelle_france.stats.facts import Facts
from nouvelle_france.stats.intervals import mean_estimate, share_estimate

BOT = "artisan"
CLOSE = 5
"""Points between the first and the second of a close game."""

PILES = "piles = [11, 5, 5, 5, 5, 5]\none_card_piles"

MARKS = ("+2-", "2-+", "-+2")
DISKS = (10, 8, 6)
"""Those of the three tally sticks, as they are."""


def sticks(disks: Sequence[int] = DISKS, marks: Sequence[str] = MARKS) -> tuple[Change, ...]:
    """Other disks, or other marks."""
    old, new = (
        [f'{{ marks = "{mark}", disk = {disk} }}' for mark, disk in zip(*both, strict=True)]
        for both in ((MARKS, DISKS), (marks, disks))
    )
    return tuple(zip(old, new, strict=True))


CHANGES: dict[str, tuple[Rules, tuple[Change, ...]]] = {
    "as it is": (Rules(), ()),
    "one card (VAR-1)": (Rules(one_card=True), ()),
    "allies once a game (VAR-2)": (Rules(allies="once"), ()),
    "no allies (VAR-2)": (Rules(allies="none"), ()),
    "blocks may lean (PLC-5)": (Rules(support="leaning"), ()),
    "unable is claimed (UNA-4)": (Rules(unable="claimed"), ()),
    "three cards open": (Rules(), (("display = 2", "display = 3"),)),
    "first snow three cards earlier": (Rules(), ((PILES, "piles = [8, 5, 5, 5, 5, 8]\none_card_piles"),)),
    "first snow three cards later": (Rules(), ((PILES, "piles = [14, 5, 5, 4, 4, 4]\none_card_piles"),)),
    "all disks 8": (Rules(), sticks(disks=(8, 8, 8))),
    "disks 20, 16, 12": (Rules(), sticks(disks=(20, 16, 12))),
    "disks 1, 1, 1": (Rules(), sticks(disks=(1, 1, 1))),
    "no mark takes away": (Rules(), sticks(marks=("+2+", "2++", "++2"))),
    "every mark counts once": (Rules(), sticks(marks=("+++", "+++", "+++"))),
}
"""By name: the rules, and the changes to the text of the edition."""


def cells(games: Sequence[Facts]) -> Iterator[str]:
    """What is told of a setting."""
    count = len(games)
    yield percent(share_estimate((it.deal, it.wins[0]) for it in games))
    yield points(mean_estimate((it.deal, lead(it, score)) for it in games))
    yield f"{sum(sum(it.scores) for it in games) / sum(it.players for it in games):.1f}"
    yield percent(share_estimate((it.deal, float(it.margin <= CLOSE)) for it in games))
    yield f"{sum(it.lead_changes for it in games) / count:.1f}"
    led = [(it.deal, it.wins[it.leaders[0]]) for it in games if it.leaders and it.leaders[0] is not None]
    yield percent(share_estimate(led))
    yield f"{sum(len(it.completed) for it in games) / count:.2f}"
    yield percent(share_estimate((it.deal, float(it.disk_decided)) for it in games))
    yield percent(share_estimate((it.deal, float(bool(it.stuck))) for it in games))


HEAD = (
    "what", "first seat wins", "its lead", "mean score", f"within {CLOSE} points", "lead changes",
    "leader after first snow wins", "buildings completed", "decided by disks", "with a stuck turn",
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print what was found."""
    parser = options(__doc__ or "", 1000)
    parser.add_argument("--bot", default=BOT, choices=sorted(BOTS), metavar="BOT", help=f"who plays ({BOT})")
    given = parser.parse_args(arguments)
    settings = [
        Setting(f"{players}: {name}", (given.bot,) * players, given.games, rules, changes)
        for players in (2, 4)
        for name, (rules, changes) in CHANGES.items()
    ]
    found = play(settings, given.seed, given.jobs)
    for players in (2, 4):
        rows = [[name, *cells(found[f"{players}: {name}"])] for name in CHANGES]
        print_table(f"`{given.bot}`, {players} players, {given.games:,} games a line", HEAD, rows)


if __name__ == "__main__":
    main()
