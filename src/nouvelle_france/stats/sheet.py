"""A table of figures that a person reads in the terminal and a program in JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, quantiles, stdev
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from nouvelle_france.arena.intervals import Estimate

Value = str | int | float | None
Row = Mapping[str, Value]
Form = Literal["text", "count", "number", "signed", "share"]

_FORMS: Mapping[str, Callable[[float], str]] = {
    "count": lambda value: f"{value:,.0f}",
    "number": lambda value: f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}",
    "signed": lambda value: f"{value:+.1f}",
    "share": lambda value: f"{value:.1%}",
}


class Column(NamedTuple):
    """A column: its key in the rows, its head, and how its values are written.

    If rows also have ``KEY_low`` and ``KEY_high``, they are written beside the value.
    """

    key: str
    head: str
    form: Form = "text"

    def text(self, row: Row) -> str:
        """The cell of a row, as a person reads it."""
        value = row.get(self.key)
        if value is None:
            return "–"
        if self.form == "text" or isinstance(value, str):
            return str(value)
        write = _FORMS[self.form]
        low, high = row.get(f"{self.key}_low"), row.get(f"{self.key}_high")
        if isinstance(low, float) and isinstance(high, float):
            if self.form == "share":
                return f"{write(value)} ({100 * low:.1f}–{100 * high:.1f})"
            return f"{write(value)} ({write(low)} to {write(high)})"
        return write(value)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table; ``name`` is its key in JSON, ``title`` what stands above it."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


def estimated(key: str, estimate: Estimate | None) -> dict[str, Value]:
    """An estimate as values of a row."""
    if estimate is None:
        return {key: None, f"{key}_low": None, f"{key}_high": None}
    return {key: estimate.value, f"{key}_low": estimate.low, f"{key}_high": estimate.high}


SPREAD = (
    Column("count", "n", "count"),
    Column("mean", "mean", "number"),
    Column("sd", "sd", "number"),
    Column("min", "min", "count"),
    Column("q1", "q1", "number"),
    Column("median", "median", "number"),
    Column("q3", "q3", "number"),
    Column("max", "max", "count"),
)
"""The columns of :func:`spread`."""


def spread(values: Sequence[int]) -> dict[str, Value]:
    """How values are spread: mean, standard deviation and quartiles (by linear interpolation)."""
    several = len(values) > 1
    q1, median, q3 = quantiles(values, n=4, method="inclusive") if several else [float(values[0])] * 3
    return {
        "count": len(values),
        "mean": fmean(values),
        "sd": stdev(values) if several else None,
        "min": min(values),
        "q1": q1,
        "median": median,
        "q3": q3,
        "max": max(values),
    }
