"""What can be wrong with a setup or an action. All are :class:`ValueError`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nouvelle_france.rules.position import Position


class RuleError(ValueError):
    """Something the rules do not allow; ``rule`` is its number in docs/rules.md."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason


class SetupError(RuleError):
    """A game that cannot be set up like this."""


class ActionError(RuleError):
    """An action that cannot be played; ``position`` is where it was tried."""

    def __init__(self, rule: str, reason: str, position: Position) -> None:
        super().__init__(rule, reason)
        self.position = position

    def __str__(self) -> str:
        return f"{self.rule}: {self.reason} ({self.position.summary()})"


class InvalidActionError(ActionError):
    """Not an action at all: no such placement, shape, block, seat or order."""


class IllegalActionError(ActionError):
    """An action the rules do not allow here."""


class NotYourTurnError(ActionError):
    """An action of a seat that is not to act now."""


class GameOverError(ActionError):
    """An action after the end."""
