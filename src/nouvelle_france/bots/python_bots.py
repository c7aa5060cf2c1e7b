"""The user's own bots in Python: ``MODULE:CLASS`` names a class with a method ``choose(view, legal)``.

These names are only for a person's own command line. They refer to code, so :data:`~.registry.BOTS`, which servers use
too, does not know them.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from pathlib import Path
from random import Random
from typing import Any

from nouvelle_france.bots.bot import Bot, stood_in
from nouvelle_france.bots.names import parse
from nouvelle_france.record.record import NAME_LETTERS, is_name
from nouvelle_france.rules import Action, ActionError, LegalActions, View
from nouvelle_france.rules.refusal import check


class PythonBotError(Exception):
    """A class that does not exist or is not a bot, or a bot that breaks the rules; the message is one line for its
    author."""


@dataclass(frozen=True, slots=True)
class PythonBot:
    """Makes bots of a class, also in another process: ``folder`` is where its module may be."""

    name: str
    module: str
    class_name: str
    folder: str

    def __call__(self, rng: Random) -> Bot:
        """A bot; a class whose constructor takes an argument gets its own source of randomness."""
        if self.folder not in sys.path:
            sys.path.insert(0, self.folder)
        try:
            found: Any = getattr(import_module(self.module), self.class_name, None)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{self.module}.".startswith(f"{error.name}."):
                raise self._broken("cannot be imported", error) from error
            raise PythonBotError(
                f"{self.name}: there is no module {self.module!r}, here or where Python looks for modules"
            ) from error
        except Exception as error:
            raise self._broken("cannot be imported", error) from error
        if not isinstance(found, type):
            raise PythonBotError(f"{self.name}: the module {self.module!r} has no class {self.class_name!r}")
        if not callable(getattr(found, "choose", None)):
            raise PythonBotError(f"{self.name}: the class has no method choose(view, legal)")
        try:
            return _Checked(self.name, found(rng) if _takes_argument(found) else found())
        except Exception as error:
            raise self._broken("cannot be made", error) from error

    def _broken(self, what: str, error: Exception) -> PythonBotError:
        return PythonBotError(f"{self.name}: {what}: {type(error).__name__}: {error}")


def is_python_bot(text: str) -> bool:
    """Whether a name is that of such a bot."""
    return parse(text).module is not None


def python_bot(text: str) -> PythonBot:
    """The maker for such a name, tried once. Raises :class:`PythonBotError`."""
    parsed = parse(text)
    assert parsed.module is not None
    assert parsed.class_name is not None
    maker = PythonBot(text, parsed.module, parsed.class_name, str(Path.cwd()))
    maker(Random(0))
    return maker


def _takes_argument(found: type) -> bool:
    try:
        signature(found).bind(None)
    except (TypeError, ValueError):
        return False
    return True


class _Checked:
    """A bot whose answers are checked against the rules, so that its author learns which one was broken."""

    def __init__(self, name: str, bot: Any) -> None:
        self._name = name
        self._bot = bot

    @property
    def stand_in(self) -> str | None:
        name = stood_in(self._bot)
        if name is not None and not is_name(name):
            raise PythonBotError(
                f"{self._name}: its stand_in is no name of 1 to {NAME_LETTERS} visible characters: {name[:60]!a}"
            )
        return name

    def choose(self, view: View, legal: LegalActions) -> Action:
        answer: Action = self._bot.choose(view, legal)
        if answer not in legal:
            reason = f"{answer!r} is no action"
            if isinstance(answer, Action):
                try:
                    check(view.position, answer)
                    reason = f"{answer!r} is an action of another seat"
                except ActionError as error:
                    reason = f"{answer!r}: {error}"
            raise PythonBotError(f"{self._name}: answered with what is not legal: {reason}")
        return answer
