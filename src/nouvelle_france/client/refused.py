"""A server's refusal."""

from __future__ import annotations

from nouvelle_france.tables.errors import Code


class RefusedError(Exception):
    """The server refused; ``code`` is one of a closed list."""

    def __init__(self, code: Code, message: str, rule: str | None = None) -> None:
        super().__init__(f"{code}: {message}" + (f" ({rule})" if rule else ""))
        self.code = code
        self.message = message
        self.rule = rule
