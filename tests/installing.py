"""Programs the tests drive but pip cannot bring: on a new Debian machine they are installed as a last resort."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path


def install(package: str, *first: Sequence[str]) -> None:
    """Install packages of the system, after some commands; fails with words that say what is needed."""
    needed = f"these tests need {package} (on Debian or Ubuntu: apt-get install {package})"
    get = shutil.which("apt-get")
    sudo = [] if os.name == "posix" and os.geteuid() == 0 else ["sudo", "-n"]
    assert get, needed
    assert not sudo or shutil.which("sudo"), needed
    print(f"{needed}; installing it now", file=sys.stderr)
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive", get, "-o", "DPkg::Lock::Timeout=600", "-y", "-q"]
    with (Path(tempfile.gettempdir()) / "nouvelle-france-installing.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # test workers come here at the same time
        for command in (
            *first,
            [get, "update", "-q"],
            [*quiet, "install", "--no-install-recommends", *package.split()],
        ):
            done = subprocess.run([*sudo, *command], check=False, capture_output=True, text=True)
            assert done.returncode == 0, f"{needed}; {command} failed:\n{done.stdout}\n{done.stderr}"
