"""What can go wrong with a program."""

from __future__ import annotations

from typing import Literal

Fault = Literal["late", "dead", "illegal", "malformed"]
"""Why a stand-in had to play: no answer in time, no program any more, an action the rules forbid, no action at all."""


class ProgramError(ValueError):
    """A command that cannot be a program: there is nothing to run."""


class FaultError(Exception):
    """A program did not do its part. It costs it a move, never the game."""

    def __init__(self, kind: Fault, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail
        self.answer: object = None
        """What the program wanted to do, where it said so."""
