"""Compiling the ladder ahead of time, in a process that ends afterwards and gives its memory back.

``python -m nouvelle_france.bots.warming`` is that process: it reads an edition from its input, prints how far it is (a
line with a share of 1 for every function it has compiled), and ends early when its input does.
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

from platformdirs import user_cache_path

import nouvelle_france
from nouvelle_france.core.layout import layout_of
from nouvelle_france.edition import Edition

Tell = Callable[[float], None]
"""Hears how far the work is: a share of 1."""


def is_warm(edition: Edition) -> bool:
    """Whether the ladder was compiled for an edition on this machine, as far as a look at the disk can tell."""
    return _mark(edition).exists()


def warm(edition: Edition, tell: Tell) -> None:
    """Compile the ladder for an edition, or load what was compiled before."""
    from nouvelle_france.bots.ladder import ready  # noqa: PLC0415 - numba, which nobody else here needs

    with _watched(tell):
        ready(edition)
    mark = _mark(edition)
    with suppress(OSError):  # where nothing can be kept, it is looked at again the next time
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    tell(1.0)


def _mark(edition: Edition) -> Path:
    """A file that is there once the ladder was compiled: for editions so large, this core, compiler and machine."""
    package = Path(nouvelle_france.__file__).parent
    digest = sha256(repr(layout_of(edition)).encode())
    for source in (*sorted((package / "core").rglob("*.py")), package / "bots" / "ladder.py"):
        digest.update(source.read_bytes())
    processor = os.environ.get("NUMBA_CPU_NAME", "")  # images are made for any of a kind
    for of in (version("numba"), version("numpy"), platform.python_version(), platform.machine(), processor):
        digest.update(of.encode())
    wanted = os.environ.get("NUMBA_CACHE_DIR")
    return (Path(wanted) if wanted else user_cache_path("nouvelle-france")) / f"warm-{digest.hexdigest()[:16]}"


@contextmanager
def _watched(tell: Tell) -> Iterator[None]:
    """Tell after every function how many of all there are have been compiled."""
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
