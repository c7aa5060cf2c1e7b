"""Draw the course of learning: `python learn.py | tee learn.log`, then `python curve.py learn.log learning.svg`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from nouvelle_france import charts

LINE = re.compile(r" *(?P<seconds>\d+) s .* greedy (?P<won>[\d.]+)% ±(?P<error>[\d.]+)%")


def main() -> None:
    """Draw a log's figures against `greedy`."""
    source, out = map(Path, sys.argv[1:])
    found = [it for line in source.read_text(encoding="utf-8").splitlines() if (it := LINE.match(line))]
    minutes, won, error = ([float(it[key]) for it in found] for key in ("seconds", "won", "error"))
    minutes = [it / 60 for it in minutes]
    figure, ((axes,),) = charts.figure(7, 3.2, "Learning against itself: games won against greedy", rows=1, columns=1)
    axes.axhline(50, color=charts.series(1), linewidth=1)
    axes.errorbar(minutes, won, yerr=error, marker="o", capsize=3, color=charts.series(0))
    axes.set_xlabel("minutes of learning on two cores")
    axes.set_ylabel("% won, 95% interval")
    charts.save(figure, out)


if __name__ == "__main__":
    main()
