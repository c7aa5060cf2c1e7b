"""Ctrl-C while a command gets ready: it is noted, and raised when nothing can swallow it.

An interrupt that is raised while libraries are loaded, or in something they call at odd moments, may get lost.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """Whether there was one."""

    def __init__(self) -> None:
        self.noted = False

    def hear(self) -> None:
        """Raise KeyboardInterrupt if there was one."""
        if self.noted:
            raise KeyboardInterrupt

    def note(self, _signal: int, _frame: FrameType | None) -> None:
        """Note an interrupt; a second one is raised at once."""
        self.hear()
        self.noted = True


@contextmanager
def noting_interrupts() -> Iterator[Interrupts]:
    """Note Ctrl-C and SIGTERM instead of being interrupted by them; ignored signals stay ignored."""
    interrupts = Interrupts()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, interrupts.note)
    try:
        yield interrupts
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
