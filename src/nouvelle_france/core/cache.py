"""Where the machine code of the core is kept. This is plain Python: a server asks it without loading the compiler.

Numba asks only whether the file of a function has changed, not the files of what it calls, nor where the constants
frozen into it come from. So the cache has a folder named after the contents of the whole core and of the modules with
those constants, in the user's cache folder, or a temporary one where that cannot be written.
"""

from __future__ import annotations

import os
import re
import stat
import tempfile
import time
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree

from platformdirs import user_cache_path

SOURCES = Path(__file__).absolute().parent
"""The sources of the core. Numba keeps machine code apart by the place of its source too, not only by what is in it."""

FROZEN = ("rules/game.py", "rules/legal.py", "rules/phase.py")
"""Modules outside the core, beside it, whose constants are frozen into its machine code; a test finds others."""

DIGITS = 16
"""Of the hash in a folder's name."""

OURS = re.compile(f"core-[0-9a-f]{{{DIGITS}}}")
"""Names of our folders. Numba names its own after the folders of sources, so others may begin like ours."""

OLD = 14 * 24 * 3600
"""Seconds after which the machine code of another version is thrown away."""


@cache
def cache_folder() -> Path:
    """Where the machine code of this version of the core is kept."""
    digest = sha256()
    for source in [*sorted(SOURCES.rglob("*.py")), *(SOURCES.parent / name for name in FROZEN)]:
        digest.update(source.read_bytes())
    name = f"core-{digest.hexdigest()[:DIGITS]}"
    for place in (_usual, _temporary):
        try:
            folder = place() / name
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            continue
        os.utime(folder)  # in use: not to be forgotten by another version
        _forget_others(folder)
        return folder
    raise OSError(
        "machine code has no place: neither the user's cache folder nor the temporary folder can be written to; "
        "NUMBA_CACHE_DIR names another"
    )


def _usual() -> Path:
    wanted = os.environ.get("NUMBA_CACHE_DIR")
    return Path(wanted) if wanted else user_cache_path("nouvelle-france")


def _temporary() -> Path:
    """A folder that no other user can write to, since what lies there is run: where one was there first, a new one."""
    if not hasattr(os, "getuid"):  # on Windows every user has a temporary folder of their own
        return Path(tempfile.gettempdir()) / "nouvelle-france"
    folder = Path(tempfile.gettempdir()) / f"nouvelle-france-{os.getuid()}"
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
    if ours and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return folder
    return Path(tempfile.mkdtemp(prefix=f"{folder.name}-"))


def _forget_others(folder: Path) -> None:
    for other in folder.parent.iterdir():
        with suppress(FileNotFoundError):  # another process does the same
            if other != folder and OURS.fullmatch(other.name) and time.time() - other.stat().st_mtime > OLD:
                rmtree(other, ignore_errors=True)
