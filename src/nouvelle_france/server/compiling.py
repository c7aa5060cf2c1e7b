"""The ladder is compiled beside the server, in a process that gives its memory back when it is done."""

from __future__ import annotations

import asyncio
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress

from nouvelle_france.bots.warming import is_warm
from nouvelle_france.edition import Edition


class CompileError(Exception):
    """The ladder could not be compiled. The message says why, as far as the compiler did."""


async def compile_apart(edition: Edition, tell: Callable[[float], None]) -> None:
    """Compile the ladder for an edition unless that was done before; ``tell`` hears how far it is."""
    if await asyncio.to_thread(is_warm, edition):
        return
    loop = asyncio.get_running_loop()
    command = [sys.executable, "-m", "nouvelle_france.bots.warming"]
    pipe = subprocess.PIPE
    try:
        # In a session of its own: Ctrl-C is for the server, with whose end the compiler's input ends.
        process = await asyncio.to_thread(
            subprocess.Popen, command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
    except OSError as error:
        raise CompileError(str(error)) from error

    def watch() -> str:
        """Until it has ended; its last words."""
        with process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            # It may have died, and the loop ended: its last words say why, if anybody still hears them.
            with suppress(OSError, RuntimeError):
                written = pickle.dumps(edition)
                process.stdin.write(b"%d\n%s" % (len(written), written))
                process.stdin.flush()
                for line in process.stdout:
                    loop.call_soon_threadsafe(tell, float(line))
            said = process.stderr.read().decode(errors="replace").strip().splitlines()
        return said[-1] if said else ""

    watching = asyncio.ensure_future(asyncio.to_thread(watch))
    try:
        said = await asyncio.shield(watching)
    except asyncio.CancelledError:
        process.kill()  # nobody waits for it any more
        await watching
        raise
    if process.returncode != 0:
        raise CompileError(said or f"the compiler ended with code {process.returncode}")
