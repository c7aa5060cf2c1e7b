"""What bots need before a game: weights of one's own, and machine code."""

from __future__ import annotations

from collections.abc import Iterable

from nouvelle_france.bots import LADDER
from nouvelle_france.bots.trained import Trained, WeightsError, is_trained, trained
from nouvelle_france.cli.output import plain_console
from nouvelle_france.cli.problem import Problem
from nouvelle_france.edition import Edition


def trained_bots(option: str, names: Iterable[str], box: Edition) -> dict[str, Trained]:
    """What makes the bots among these that have weights of their own (``artisan:FILE``)."""
    try:
        return {name: trained(name, box) for name in dict.fromkeys(names) if is_trained(name)}
    except WeightsError as error:
        raise Problem(f"{option}: {error}") from error


def prepare(names: Iterable[str], box: Edition) -> None:
    """Have the machine code of these bots ready before they play; that may take a minute, which is then said."""
    if not any(name.partition("@")[0].partition(":")[0] in LADDER for name in names):
        return
    from nouvelle_france.bots.ladder import ready  # noqa: PLC0415 - numba, which the other bots do without
    from nouvelle_france.core.compiling import telling  # noqa: PLC0415 - as above

    console = plain_console(stderr=True)
    with telling(lambda: console.print("compiling the bots: about a minute, once on this machine", soft_wrap=True)):
        ready(box)
