"""The command `nouvelle-france` with nothing behind it, as somebody types it who has just installed the game."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

PATIENCE_S = 120


@contextmanager
def started_alone(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """Start it, and give the address it opens in the browser; it must end well by Ctrl-C, and have said what it does.

    All that it keeps is in a folder.
    """
    asked = folder / "asked"
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {asked}.part && mv {asked}.part {asked}\n')
    browser.chmod(0o755)
    places = {name: str(folder / name) for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME")}
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**environment, **places, "BROWSER": f"{browser} %s", "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            start_new_session=True,
        )
    try:
        until = time.monotonic() + PATIENCE_S
        while not asked.exists():
            assert process.poll() is None, (folder / "said").read_text()
            assert time.monotonic() < until, (folder / "said").read_text()
            time.sleep(0.05)
        yield asked.read_text().strip()
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 0
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    words = (folder / "said").read_text()
    assert words.startswith("Nouvelle-France ")
    assert "opens in your browser. Ctrl-C here ends it" in words.splitlines()[0]
    assert "Traceback" not in words
