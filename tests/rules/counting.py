"""Counting what the rules are asked to play, where states could be kept instead."""

from __future__ import annotations

import pytest

from nouvelle_france import Action, State
from nouvelle_france.rules.state import Step


def plays(monkeypatch: pytest.MonkeyPatch) -> list[Action]:
    """All actions that are played from now on, in any game."""
    played: list[Action] = []
    play = State.play

    def noted(state: State, action: Action) -> Step:
        played.append(action)
        return play(state, action)

    monkeypatch.setattr(State, "play", noted)
    return played
