"""What can go wrong with a program."""

from __future__ import annotations

from typing import Literal

Fault = Literal["late", "dead", "illegal", "malformed"]
"""Why a stand-in had to play: no answer in time, the program died, an illegal action, not an action."""


class ProgramError(ValueError):
    """A command that cannot be a program: there is nothing to run."""


class FaultError(Exception):
    """A program's fault. It costs a move, never the game."""

    def __init__(self, kind: Fault, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail
        self.answer: object = None
        """What the program wanted to do, if it said so."""
