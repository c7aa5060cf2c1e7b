"""Compiles the ladder ahead of time, in a process that exits afterwards and releases its memory.

``python -m nouvelle_france.bots.warming`` is that process: it reads an edition from its input, prints its progress (a
line with a number from 0 to 1 for every function it has compiled), and exits early when its input ends.
"""

from __future__ import annotations

import os
import pickle
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from threading import Thread
from typing import Any

from nouvelle_france.core.cache import SOURCES, cache_folder
from nouvelle_france.core.layout import layout_of
from nouvelle_france.edition import Edition

Tell = Callable[[float], None]
"""Receives the progress, from 0 to 1."""

PROCESSORS = Path("/proc/cpuinfo")
"""Where Linux describes them; elsewhere Python knows a little."""


def is_warm(edition: Edition) -> bool:
    """Whether the ladder was compiled for an edition on this machine, judging by the files on disk."""
    with suppress(OSError):
        return _mark(edition).exists()
    return False


def warm(edition: Edition, tell: Tell) -> None:
    """Compile the ladder for an edition, or load what was compiled before."""
    from nouvelle_france.bots.ladder import ready  # noqa: PLC0415 - numba, which nobody else here needs

    with _watched(tell):
        ready(edition)
    with suppress(OSError):  # if nothing can be saved, it is checked again next time
        _mark(edition).touch()
    tell(1.0)


def _mark(edition: Edition) -> Path:
    """A file that marks the ladder as compiled for an edition's sizes, this installation, compiler and machine.

    It lies beside the machine code, so that it is deleted with it. Another installation of the same version shares
    the folder, but not the code: Numba keeps that by the place of its source.
    """
    digest = sha256(repr((layout_of(edition), str(SOURCES))).encode())
    digest.update((Path(__file__).parent / "ladder.py").read_bytes())  # it says what is compiled of the core
    for of in (version("numba"), version("numpy"), platform.python_version(), platform.machine(), _processor()):
        digest.update(of.encode())
    return cache_folder() / f"warm-{digest.hexdigest()[:16]}"


def _processor() -> str:
    """The processor the machine code is for: Numba compiles for this exact one unless told another."""
    wanted = os.environ.get("NUMBA_CPU_NAME")
    if wanted:  # images are made for any processor of an architecture
        return f"{wanted} {os.environ.get('NUMBA_CPU_FEATURES', '')}"
    features = dict[str, str]()
    with suppress(OSError):
        for line in PROCESSORS.read_text(errors="replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() in ("model name", "CPU part", "flags", "Features"):
                features.setdefault(name, value)
    return f"{platform.processor()} {features}"


@contextmanager
def _watched(tell: Tell) -> Iterator[None]:
    """Report after every function the share of functions compiled so far."""
    from numba.core import event  # noqa: PLC0415 - as above
    from numba.core.dispatcher import Dispatcher  # noqa: PLC0415 - as above

    modules = [module for name, module in list(sys.modules.items()) if name.startswith("nouvelle_france.")]
    functions = {id(it) for module in modules for it in vars(module).values() if isinstance(it, Dispatcher)}

    class Listener(event.Listener):
        done = 0

        def on_start(self, _: Any) -> None:
            """A function is being compiled."""

        def on_end(self, _: Any) -> None:
            """A function has been compiled; some are for several kinds of arguments, so the end may seem near early."""
            self.done += 1
            tell(min(self.done / max(len(functions), 1), 0.99))

    with event.install_listener("numba:compile", Listener()):
        yield


def _end_with_input() -> None:
    while sys.stdin.buffer.read(1):
        pass
    os._exit(1)


def _main() -> None:
    size = int(sys.stdin.buffer.readline())
    edition: Edition = pickle.loads(sys.stdin.buffer.read(size))  # noqa: S301 - the server wrote it
    Thread(target=_end_with_input, daemon=True).start()
    warm(edition, lambda share: print(f"{share:.3f}", flush=True))  # noqa: T201 - this is how it tells
    sys.stdout.flush()
    os._exit(0)  # the thread that waits for the end of the input would not let it end


if __name__ == "__main__":
    _main()
