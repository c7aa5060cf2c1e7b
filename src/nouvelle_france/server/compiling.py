"""Compiles the ladder in a process beside the server, which releases its memory when it is done."""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from tempfile import TemporaryFile
from typing import IO

from nouvelle_france.bots.warming import is_warm
from nouvelle_france.edition import Edition

COMPILER = (sys.executable, "-m", "nouvelle_france.bots.warming")
"""The command that reads an edition and tells its progress."""

LOADING = 600.0
"""Seconds a process may take to have the ladder ready; compiling it takes half a minute, alone on a slow machine."""

LAST_WORDS = 4096
"""How many bytes of a compiler's last output are searched for the reason of its end."""


class CompileError(Exception):
    """The ladder could not be compiled. The message says why, if the compiler did."""


async def compile_apart(
    edition: Edition, tell: Callable[[float], None], command: Sequence[str] = COMPILER, limit: float = LOADING
) -> None:
    """Compile the ladder for an edition unless that is already done; ``tell`` receives the progress."""
    if await asyncio.to_thread(is_warm, edition):
        return
    loop = asyncio.get_running_loop()
    with TemporaryFile() as errors:  # a pipe that nobody empties would hold the compiler up
        try:
            # In a session of its own: Ctrl-C goes to the server, and when that exits the compiler's input ends.
            process = await asyncio.to_thread(
                subprocess.Popen,
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
        except OSError as error:
            raise CompileError(str(error)) from error

        def watch() -> None:
            """Wait for its end."""
            # It may have died without reading its input: its last output says why.
            with suppress(OSError), process:
                assert process.stdin is not None
                assert process.stdout is not None
                written = pickle.dumps(edition)
                with suppress(OSError):
                    process.stdin.write(b"%d\n%s" % (len(written), written))
                    process.stdin.flush()
                with suppress(RuntimeError):  # the loop has ended, and nobody wants to be told
                    for line in process.stdout:
                        if (share := _share(line)) is None:
                            process.kill()
                            raise CompileError(f"the compiler tells no progress but {line[:80]!r}")
                        loop.call_soon_threadsafe(tell, share)

        watching = asyncio.ensure_future(asyncio.to_thread(watch))
        try:
            async with asyncio.timeout(limit):
                await asyncio.shield(watching)
        except TimeoutError as error:
            raise CompileError(f"the compiler was not done after {limit:g} s") from error
        finally:
            process.kill()  # nobody waits for it any more; after its end this does nothing
            await asyncio.gather(watching, return_exceptions=True)
        if process.returncode != 0:
            raise CompileError(_last_line(errors) or f"the compiler ended with code {process.returncode}")


def _share(line: bytes) -> float | None:
    """The progress that a line tells, from 0 to 1; None if it tells something else."""
    try:
        share = float(line)
    except ValueError:
        return None
    return share if 0 <= share <= 1 else None


def _last_line(errors: IO[bytes]) -> str:
    errors.seek(max(0, errors.seek(0, os.SEEK_END) - LAST_WORDS))
    said = errors.read().decode(errors="replace").strip().splitlines()
    return said[-1] if said else ""
