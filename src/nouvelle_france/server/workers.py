"""The processes bots think in: how they start and end, and what runs in them. Whose turn it is, others decide."""

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

from nouvelle_france.bots import Bot
from nouvelle_france.bots.judging.hinting import Hints, hints
from nouvelle_france.edition import Edition
from nouvelle_france.edition import default as default_edition
from nouvelle_france.pool.signals import CAN_BLOCK, blocked
from nouvelle_france.rules import Action, View, deal_table, start

How = Literal["bot", "late", "crashed", "illegal", "busy", "unready"]
"""Who chose: the bot itself, the fallback because the bot could not, or ``greedy`` while the ladder is not ready."""

Factory = Callable[[Random], Bot]
"""Makes a bot, with a source of chance of its own."""

# A worker dies of SIGTERM by default (see `start_worker`); one whose bot blocks it is killed after this long.
CONSTS.term_timeout = 0.3


class Answer(NamedTuple):
    """What came back from a worker; ``detail`` is for the log."""

    how: How
    action: Action | None = None
    detail: str = ""
    hints: Hints | None = None


def start_pool(pool: ProcessPool, first: Callable[[], None]) -> ProcessFuture[None]:
    """Takes a while, so it has a thread of its own. What it gives is done when the worker has done its first work."""
    # Ctrl-C reaches a worker before it can say that it does not listen, unless it is started deaf. The pool's threads
    # are, too, and so is every worker they start. (The tracker's start would undo it.)
    if CAN_BLOCK:
        resource_tracker.ensure_running()
    with blocked({signal.SIGINT}):
        return pool.schedule(first)


def stop_pool(pool: ProcessPool) -> None:
    """End a worker, whatever it does, and wait for its end."""
    pool.stop()  # type: ignore[no-untyped-call]  # the library leaves it untyped
    pool.join()


# -- what runs in the workers ------------------------------------------------------------------------------------------


def start_worker() -> None:
    """Before anything else is asked of it."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the pool's own handler waits for Python code to go on
    Thread(target=_die_with_parent, daemon=True).start()
    len(start(deal_table(default_edition(), Random(0), players=2)).legal)  # works out the placement table


def _die_with_parent() -> None:
    """A worker that waits for work sees the end of its pipe; this is for one that is thinking."""
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def nothing() -> None:
    """The first work a worker gets: when it is done, the worker is ready."""


def load_each(load: Callable[[Edition], None], editions: Sequence[Edition]) -> None:
    """Have the ladder ready for each of these."""
    for edition in editions:
        load(edition)


def choose_there(factory: Factory, seed: str, pickled: bytes) -> Answer:
    """Whatever the bot does, what travels back is plain: an odd exception or answer might not survive the journey."""
    try:
        view: View = pickle.loads(pickled)  # noqa: S301 - the parent wrote it
        legal = view.legal
        action = factory(Random(seed)).choose(view, legal)
        return Answer("bot", action) if action in legal else Answer("illegal", detail=type(action).__name__)
    except BaseException as error:  # also SystemExit
        return _crashed(error)


def advise_there(pickled: bytes) -> Answer:
    """Hints for the seat of a view."""
    try:
        return Answer("bot", hints=hints(pickle.loads(pickled)))  # noqa: S301 - the parent wrote it
    except Exception as error:
        return _crashed(error)


def _crashed(error: BaseException) -> Answer:
    """Where it happened, but not its words: they might hold what only this seat knows."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    return Answer("crashed", detail=f"{type(error).__name__}\n{frames}")
