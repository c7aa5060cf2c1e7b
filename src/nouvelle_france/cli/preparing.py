"""What bots need before a game: the user's own weights and classes, and machine code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from nouvelle_france.bots import Bot
from nouvelle_france.bots.names import parse
from nouvelle_france.bots.python_bots import PythonBotError, is_python_bot, python_bot
from nouvelle_france.bots.registry import core_installed, missing
from nouvelle_france.bots.trained import WeightsError, is_trained, trained
from nouvelle_france.cli.output import plain_console
from nouvelle_france.cli.problem import Problem
from nouvelle_france.edition import Edition
from nouvelle_france.extras import needs


def is_own_bot(name: str) -> bool:
    """Whether a name is the user's own bot: a level with weights from a file, or a class in Python."""
    return is_trained(name) or is_python_bot(name)


def own_bots(option: str, names: Iterable[str], box: Edition) -> dict[str, Callable[[Random], Bot]]:
    """Makers for the user's own bots among these (``LEVEL:FILE``, ``MODULE:CLASS``)."""
    own = [name for name in dict.fromkeys(names) if is_own_bot(name)]
    for name in own:
        if (how_to_get := missing(name)) is not None:
            raise Problem(f"{option}: {how_to_get}")
    try:
        return {name: trained(name, box) if is_trained(name) else python_bot(name) for name in own}
    except (WeightsError, PythonBotError) as error:
        raise Problem(f"{option}: {error}") from error


def need_core(command: str) -> None:
    """Refuse a command that needs the compiled core if it is not installed."""
    if not core_installed():
        raise Problem(f"{command} {needs('bots')}")


def prepare(names: Iterable[str], box: Edition) -> None:
    """Compile these bots before they play; if that is needed, say that it takes half a minute."""
    if not any(parse(name).is_level for name in names) or not core_installed():
        return
    from nouvelle_france.bots.ladder import ready  # noqa: PLC0415 - numba, which the other bots do without
    from nouvelle_france.core.compiling import telling  # noqa: PLC0415 - as above

    console = plain_console(stderr=True)
    line = "compiling the bots: about half a minute, once on this machine"
    with telling(lambda: console.print(line, soft_wrap=True)):
        ready(box)
