"""Programs the tests drive but pip cannot bring: on a new Debian or Ubuntu they are installed as a last resort."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock

RETRIES = ("-o", "Acquire::Retries=5")
"""A mirror that does not answer at once is asked again."""


def install(package: str, *first: Sequence[str]) -> None:
    """Install packages of the system, after some commands; fails with words that say what is needed."""
    needed = f"these tests need {package} (on Debian or Ubuntu: apt-get install {package})"
    get = shutil.which("apt-get")
    assert get, needed
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive", get, *RETRIES, "-o", "DPkg::Lock::Timeout=600", "-y", "-q"]
    with _alone(needed):
        for command in (
            *first,
            [get, *RETRIES, "update", "-q"],
            [*quiet, "install", "--no-install-recommends", *package.split()],
        ):
            _run([*_as_root(needed), *command], needed)


def install_playwrights_chromium() -> None:
    """Let Playwright bring its own Chromium, and what that needs of the system."""
    command = [sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"]
    needed = f"these tests need Chromium ({' '.join(command[1:])})"
    with _alone(needed):
        _run(command, needed)


def is_packaged(package: str) -> bool:
    """Whether apt can install a program itself, and not a call for its snap."""
    get, cache = shutil.which("apt-get"), shutil.which("apt-cache")
    if not get or not cache:
        return False
    needed = f"these tests need {package}"
    with _alone(needed):
        _run([*_as_root(needed), get, *RETRIES, "update", "-q"], needed)  # a new machine knows of no packages at all
    shown = subprocess.run([cache, "show", "--no-all-versions", package], check=False, capture_output=True, text=True)
    return holds_program(package, shown.stdout)


def holds_program(package: str, shown: str) -> bool:
    """Whether a package holds its program, by what ``apt-cache show`` says.

    Ubuntu's browsers are snaps, which do not run in containers: ``chromium`` is but another name for
    ``chromium-browser`` there, and that holds nothing but a script that asks for the snap.
    """
    fields: dict[str, str] = {}
    name = ""
    for line in shown.partition("\n\n")[0].splitlines():
        if line.startswith(" "):  # the last field goes on
            fields[name] += line
        else:
            name, _, fields[name] = line.partition(":")
    told = " ".join(value for name, value in fields.items() if name.endswith("Depends") or name.startswith("Descr"))
    is_snap = re.search(r"\bsnapd?\b", told) or re.search(r"\dsnap\d", fields.get("Version", ""))
    return fields.get("Package", "").strip() == package and not is_snap


def asks_for_snap(program: Path) -> bool:
    """Whether a program is a snap, or the script that stands in for one: the tests' folders are out of its reach."""
    found = program.resolve()
    if found.name == "snap" or "snap" in found.parts[:3]:
        return True
    with found.open("rb") as file:
        begins = file.read(4096)
    return begins.startswith(b"#!") and b"/snap/bin/" in begins


@contextmanager
def _alone(needed: str) -> Iterator[None]:
    """Test workers come here at the same time."""
    print(f"{needed}; installing it now", file=sys.stderr)
    with FileLock(Path(tempfile.gettempdir()) / "nouvelle-france-installing.lock"):
        yield


def _as_root(needed: str) -> list[str]:
    if os.name == "posix" and os.geteuid() == 0:
        return []
    assert shutil.which("sudo"), needed
    return ["sudo", "-n"]


def _run(command: Sequence[str], needed: str) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, f"{needed}; {command} failed:\n{done.stdout}\n{done.stderr}"
