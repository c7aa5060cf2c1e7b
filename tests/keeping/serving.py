"""What `serve` understands: its options, their variables, and what a command line tells it."""

from __future__ import annotations

from typing import Any

from typer.main import get_command

from nouvelle_france.cli.app import app

SERVE: Any = get_command(app).commands["serve"]  # type: ignore[attr-defined] # typer types a group as a plain command


def told(*arguments: str) -> dict[str, Any]:
    """What `serve` would be told."""
    with SERVE.make_context("serve", list(arguments), **SERVE.context_settings) as context:
        params: dict[str, Any] = context.params
        return {name: value for name, value in params.items() if name != "config"}


def variable(option: str) -> str:
    return f"NOUVELLE_FRANCE_{option.upper().replace('-', '_')}"
