"""A program as a bot like the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from types import TracebackType
from typing import IO, Self

from nouvelle_france.bots.programs.faults import FaultError
from nouvelle_france.bots.programs.program import HELLO_LIMIT, LIMIT, Program
from nouvelle_france.bots.stand_in import HARMLESS
from nouvelle_france.record import read_action, write_result
from nouvelle_france.rules import Action, ActionError, Bonus, LegalActions, Place, Position, Result, View
from nouvelle_france.rules.refusal import check
from nouvelle_france.wire import write_edition, write_foresight, write_game, write_offer, write_position

_edition = lru_cache(maxsize=4)(write_edition)


class ProgramBot:
    """Runs ``command`` and lets it play one seat; it learns what that seat may know, and nothing else.

    It is started at its first move and plays any number of games one after another, until :meth:`close`. A late, dead,
    illegal or malformed answer costs it that move: a meek stand-in plays, and ``faults`` counts it by kind. ``limit``
    is in seconds a move, ``hello_limit`` for its start; ``stderr`` is where its standard error goes, by default to
    ours. Each game it gets a seed drawn from ``rng``.

    Raises :class:`~nouvelle_france.bots.programs.ProgramError` where the command is empty.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        rng: Random,
        *,
        limit: float = LIMIT,
        hello_limit: float = HELLO_LIMIT,
        stderr: IO[bytes] | None = None,
    ) -> None:
        self._program = Program(command, limit=limit, hello_limit=hello_limit, stderr=stderr)
        self._rng = rng
        self._last: View | None = None
        self.first_fault: str | None = None
        """Why the stand-in had to move for the first time; an illegal answer is told with the rule it breaks."""
        self.stand_in: str | None = None
        """Who made its last move, where it made none itself."""

    @property
    def name(self) -> str:
        """What the program calls itself; before its first move, the file that is run."""
        return self._program.name

    @property
    def faults(self) -> Counter[str]:
        """How many moves the stand-in made, by kind: ``late``, ``dead``, ``illegal``, ``malformed``."""
        return self._program.faults

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action to play."""
        position = view.position
        assert view.seat is not None, "a spectator chooses nothing"
        game = position.game
        if self._is_new_to(view):
            seed = self._rng.getrandbits(32)
            self._program.begin(_edition(game.edition), write_game(game), game.name(view.seat), seed)
        self._last = view
        offer = write_offer(position, view.seat)
        choice = self._program.ask(write_position(position), write_foresight(view.foresight), offer)
        self.stand_in = None if choice.fault is None else HARMLESS
        if choice.fault is not None and self.first_fault is None:
            self.first_fault = f"{choice.fault}{_broken_rule(position, view.seat, choice.fault)}"
        return read_action(position, choice.action)

    def ended(self, result: Result) -> None:
        """The game is over: the program is told how it ended."""
        self._program.end({**write_result(result), "decided_by": result.decided_by})
        self._last = None

    def close(self) -> None:
        """End the program. Another move would start it again."""
        self._program.close()
        self._last = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _is_new_to(self, view: View) -> bool:
        """Whether a view is of another game than the last: nobody need say so. A deck never grows in a game."""
        last = self._last
        return (
            last is None
            or (last.seat, last.position.game) != (view.seat, view.position.game)
            or view.position.deck_count > last.position.deck_count
        )


def _broken_rule(position: Position, seat: int, fault: FaultError) -> str:
    """The rule that an illegal answer breaks, and how; nothing where the answer does not make that much sense."""
    if fault.kind != "illegal" or not isinstance(fault.answer, dict):
        return ""
    answer = {"by": position.game.name(seat), **fault.answer}
    try:
        if "placement" in answer:
            check(position, (Bonus if answer["do"] == "bonus" else Place)(seat, answer["placement"]))
        else:
            check(position, read_action(position, answer))
    except ActionError as error:
        return f" ({error.rule}: {error.reason})"
    except (LookupError, TypeError, ValueError):
        pass
    return ""
