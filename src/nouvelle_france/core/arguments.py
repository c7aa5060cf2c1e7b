"""Checking what callers of the public face pass in; errors say what was wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nouvelle_france.core.observing import Observations
from nouvelle_france.core.records import SNOW_CARD, Bools, Words
from nouvelle_france.rules import Game, Rules, SoloSettings, State


def actions_of(actions: ArrayLike, count: int) -> NDArray[np.int64]:
    """One action per game."""
    given = np.asarray(actions)
    if given.shape != (count,):
        raise ValueError(f"one action per game: {count}, not an array of shape {given.shape}")
    return _whole(given, "actions")


def cards_of(cards: ArrayLike, count: int, most: int) -> NDArray[np.int64]:
    """Some cards per game, as many in each."""
    given = np.asarray(cards)
    if given.ndim != 2 or len(given) != count:
        raise ValueError(f"a row of cards per game: {count}, not an array of shape {given.shape}")
    if given.shape[1] > most:
        raise ValueError(f"a Huron looks at {most} cards at most, not {given.shape[1]}")
    return _whole(given, "cards")


def known_of(known: ArrayLike, shapes: int) -> NDArray[np.int64]:
    """Cards that somebody remembers, each in a row with the places it may lie at, of which one is sure to be free."""
    given = np.asarray(known)
    if not given.size:
        return np.zeros((0, 3), np.int64)
    if given.ndim != 2 or given.shape[1] != 3:
        raise ValueError(f"a row of `known` is (first, size, card), not an array of shape {given.shape}")
    rows = _whole(given, "known")
    before: list[tuple[int, int]] = []
    for first, size, card in rows.tolist():
        if first < 0 or size < 1:
            raise ValueError(f"`known`: {(first, size, card)} is of no place in the deck")
        if card != SNOW_CARD and not 0 <= card < shapes:
            raise ValueError(f"`known`: {(first, size, card)} is of no card")
        if sum(start < first + size and first < end for start, end in before) >= size:
            raise ValueError(
                f"`known`: {(first, size, card)} may find its places taken; rows of fewer places come first"
            )
        before.append((first, first + size))
    return rows


def states_of(states: Iterable[State], like: Game) -> Iterator[State]:
    """States of games of the same kind as this one."""
    for number, state in enumerate(states):
        game = state.position.game
        if game.edition != like.edition:
            ours, theirs = like.edition.id, game.edition.id
            raise ValueError(f"state {number} is of another edition, {theirs!r}, than `kind`, {ours!r}")
        for (what, ours), (_, theirs) in zip(_traits(like), _traits(game), strict=True):
            if theirs != ours:
                raise ValueError(f"state {number} is of another {what}, {theirs!r}, than `kind`, {ours!r}")
        yield state


def _traits(game: Game) -> Iterator[tuple[str, Any]]:
    """What the games of a kind have in common, besides the edition."""
    yield "mode", game.mode
    yield "number of seats", game.seats
    for field in fields(Rules):
        yield field.name, getattr(game.rules, field.name)
    settings = game.solo or SoloSettings()
    yield "constraint", settings.constraint
    yield "track", settings.track
    yield "architecture", sorted(settings.architecture)


def keys_of(keys: ArrayLike, count: int | None = None) -> Words:
    """One key per game; any number of them where no count is given."""
    given = np.asarray(keys)
    if given.ndim != 1 or count not in (None, len(given)):
        wanted = "a list of keys" if count is None else count
        raise ValueError(f"one key per game: {wanted}, not an array of shape {given.shape}")
    if given.dtype.kind not in "iu":  # NumPy would turn a list of large and small keys into floats
        given = np.asarray(keys, object)
        wrong = [key for key in given if not _is_key(key)]
    else:
        wrong = given[given < 0].tolist()
    if wrong:
        raise ValueError(f"`keys` are whole numbers from 0 to 2**64 - 1, not {wrong[0]!r}")
    return given.astype(np.uint64)


def _whole(given: NDArray[Any], name: str) -> NDArray[np.int64]:
    if given.size and given.dtype.kind not in "iu":
        raise ValueError(f"`{name}` are whole numbers, not an array of {given.dtype}")
    return given.astype(np.int64)


def _is_key(key: object) -> bool:
    return isinstance(key, int | np.integer) and not isinstance(key, bool) and 0 <= int(key) < 1 << 64


def mask_of(which: ArrayLike | None, count: int) -> Bools:
    """True or False per game; True for all if nothing is given."""
    if which is None:
        return np.ones(count, np.bool_)
    mask = np.asarray(which)
    if mask.size and mask.dtype != np.bool_:
        raise ValueError(f"`which` is a boolean mask, one True or False per game, not an array of {mask.dtype}")
    if mask.shape != (count,):
        raise ValueError(f"one True or False per game: {count}, not an array of shape {mask.shape}")
    return mask.astype(np.bool_)


def seats_of(seats: ArrayLike | None, count: int, players: int) -> NDArray[np.int64]:
    """A seat per game; -1, the one that acts, for all if nothing is given."""
    if seats is None:
        return np.full(count, -1)
    given = np.asarray(seats)
    if given.shape != (count,):
        raise ValueError(f"one seat per game: {count}, not an array of shape {given.shape}")
    wanted = _whole(given, "seats")
    wrong = wanted[(wanted < -1) | (wanted >= players)]
    if wrong.size:
        raise ValueError(f"`seats` are from 0 to {players - 1}, or -1 for the one that acts, not {int(wrong[0])}")
    return wanted


def checked_out(out: Observations, count: int, dtype: np.dtype[np.void]) -> Observations:
    """An array with room for what is observed in so many games."""
    if out.shape != (count,) or out.dtype != dtype:
        raise ValueError(f"`out` is an array from new_observations() for {count} games, not one of shape {out.shape}")
    return out
