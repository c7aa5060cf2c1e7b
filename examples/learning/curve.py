"""Draw the course of learning: `python learn.py | tee learn.log`, then `python curve.py learn.log learning.svg`."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from nouvelle_france import charts

LINE = re.compile(r" *(?P<seconds>\d+) s .* greedy (?P<won>[\d.]+)% ±(?P<error>[\d.]+)%")


def main() -> None:
    """Draw a log's figures against `greedy`."""
    parser = argparse.ArgumentParser(description="Draw the course of learning.")
    parser.add_argument("log", type=Path, help="what learn.py has printed")
    parser.add_argument("out", type=Path, help="the picture to write, *.svg or *.png")
    given = parser.parse_args()
    found = [it for line in given.log.read_text(encoding="utf-8").splitlines() if (it := LINE.match(line))]
    minutes, won, error = ([float(it[key]) for it in found] for key in ("seconds", "won", "error"))
    minutes = [it / 60 for it in minutes]
    figure, ((axes,),) = charts.figure(7, 3.2, "Learning against itself: games won against greedy", rows=1, columns=1)
    axes.axhline(50, color=charts.series(1), linewidth=1)
    axes.errorbar(minutes, won, yerr=error, marker="o", capsize=3, color=charts.series(0))
    axes.set_xlabel("minutes of learning on two cores")
    axes.set_ylabel("% won, 95% interval")
    charts.save(figure, given.out)


if __name__ == "__main__":
    main()
