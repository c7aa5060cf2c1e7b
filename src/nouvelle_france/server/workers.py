"""The processes bots think in: how they start and end, and what runs in them. Scheduling is elsewhere."""

from __future__ import annotations

import os
import pickle
import signal
import traceback
from collections.abc import Callable, Sequence
from multiprocessing import connection, parent_process, resource_tracker
from random import Random
from threading import Thread
from typing import Literal, NamedTuple

from pebble import CONSTS, ProcessFuture, ProcessPool

from nouvelle_france.bots import Bot, stood_in
from nouvelle_france.bots.judging.hinting import Hints, hints
from nouvelle_france.edition import Edition
from nouvelle_france.edition import default as default_edition
from nouvelle_france.pool.signals import CAN_BLOCK, blocked
from nouvelle_france.rules import Action, View, deal_table, start

How = Literal["bot", "late", "crashed", "illegal", "busy", "unready"]
"""Whose answer it is: the bot's, the fallback because it had none, or ``greedy``'s while the ladder is not ready."""

Factory = Callable[[Random], Bot]
"""Makes a bot, with its own random source."""

# A worker dies of SIGTERM by default (see `start_worker`); one whose bot blocks it is killed after this long.
CONSTS.term_timeout = 0.3


class Answer(NamedTuple):
    """A worker's answer; ``detail`` is for the log."""

    how: How
    action: Action | None = None
    detail: str = ""
    stand_in: str | None = None
    """Who chose, where the bot says that it was not itself."""
    hints: Hints | None = None


def start_pool(pool: ProcessPool, first: Callable[[], None]) -> ProcessFuture[None]:
    """Start a worker, in a thread since it takes a while. The future completes with the worker's first task."""
    # Ctrl-C reaches a worker before it can ignore it, unless it starts with the signal blocked. So are the pool's
    # threads, and every worker they start. (The tracker's start would undo it.)
    if CAN_BLOCK:
        resource_tracker.ensure_running()
    with blocked({signal.SIGINT}):
        return pool.schedule(first)


def stop_pool(pool: ProcessPool) -> None:
    """Stop a worker, whatever it is doing, and wait for its end."""
    pool.stop()  # type: ignore[no-untyped-call]  # the library leaves it untyped
    pool.join()


# -- what runs in the workers ------------------------------------------------------------------------------------------


def start_worker() -> None:
    """Prepare the worker before its first task."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the pool's own handler waits for Python code to go on
    Thread(target=_die_with_parent, daemon=True).start()
    len(start(deal_table(default_edition(), Random(0), players=2)).legal)  # computes the placement table


def _die_with_parent() -> None:
    """A worker that waits for work sees the end of its pipe; this is for one that is thinking."""
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def nothing() -> None:
    """A worker's first task: when it is done, the worker is ready."""


def load_each(load: Callable[[Edition], None], editions: Sequence[Edition]) -> None:
    """Prepare the ladder for each of these."""
    for edition in editions:
        load(edition)


def choose_there(factory: Factory, seed: str, pickled: bytes) -> Answer:
    """Return only plain data, whatever the bot does: an unusual exception or answer might not be transferable."""
    try:
        view: View = pickle.loads(pickled)  # noqa: S301 - the parent wrote it
        legal = view.legal
        bot = factory(Random(seed))
        action = bot.choose(view, legal)
        if action not in legal:
            return Answer("illegal", detail=type(action).__name__)
        return Answer("bot", action, stand_in=stood_in(bot))
    except BaseException as error:  # also SystemExit
        return _crashed(error)


def advise_there(pickled: bytes) -> Answer:
    """Hints for the seat of a view."""
    try:
        return Answer("bot", hints=hints(pickle.loads(pickled)))  # noqa: S301 - the parent wrote it
    except Exception as error:
        return _crashed(error)


def _crashed(error: BaseException) -> Answer:
    """Where it happened, but not the message, which might contain what only this seat knows."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    return Answer("crashed", detail=f"{type(error).__name__}\n{frames}")
