"""Blocks signals while something must stay consistent."""

from __future__ import annotations

import signal
from collections.abc import Collection, Iterator
from contextlib import contextmanager, nullcontext
from threading import current_thread, main_thread

SIGNALS = tuple(getattr(signal, name) for name in ("SIGHUP", "SIGTERM", "SIGINT") if hasattr(signal, name))
"""The signals that people and machines end a program with; Windows has no SIGHUP."""

CAN_BLOCK = hasattr(signal, "pthread_sigmask")
"""Whether signals can be blocked per thread; not on Windows, where only the main thread ever gets any."""


@contextmanager
def deaf() -> Iterator[None]:
    """Signals wait until this is over. A process started in it never receives them: its parent does, and ends it."""
    with blocked(SIGNALS), _noting_signals() if current_thread() is main_thread() else nullcontext():
        yield


@contextmanager
def blocked(numbers: Collection[int]) -> Iterator[None]:
    """This thread, and anything it starts meanwhile, does not get these signals, where that is supported."""
    if not CAN_BLOCK:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _noting_signals() -> Iterator[None]:
    """Another thread, such as numpy's, may receive a signal that this one blocks: it is sent again when this is
    over."""
    came: list[int] = []
    handlers = {number: signal.signal(number, lambda number, _: came.append(number)) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        if came:
            signal.raise_signal(came[0])
