"""The mark that says that the ladder was compiled is there as long as the machine code is, and for this machine."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha1
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest

from nouvelle_france import default_edition
from nouvelle_france.bots import ladder, warming
from nouvelle_france.bots.warming import is_warm, warm
from nouvelle_france.core.cache import SOURCES, cache_folder
from nouvelle_france.core.chance import random_word

EDITION = default_edition()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where machine code is kept; compiling takes no time."""
    kept = tmp_path / "core-0123"
    kept.mkdir()
    monkeypatch.setattr(warming, "cache_folder", lambda: kept)
    monkeypatch.setattr(ladder, "ready", lambda _: None)
    return kept


def test_the_mark_goes_with_the_machine_code(folder: Path) -> None:
    assert not is_warm(EDITION)
    warm(EDITION, lambda _: None)
    assert is_warm(EDITION)
    rmtree(folder)  # as that of a version nobody has used for a while
    assert not is_warm(EDITION)


def test_nothing_is_marked_elsewhere(folder: Path) -> None:
    warm(EDITION, lambda _: None)
    assert [it.parent for it in folder.parent.rglob("warm-*")] == [folder]


@pytest.mark.usefixtures("folder")
def test_another_installation_needs_code_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba keeps machine code by the place of its source, even where the folder is the same."""
    warm(EDITION, lambda _: None)
    with monkeypatch.context() as changed:
        changed.setattr(warming, "SOURCES", Path("/elsewhere/nouvelle_france/core"))
        assert not is_warm(EDITION)
        warm(EDITION, lambda _: None)
        assert is_warm(EDITION)
    assert is_warm(EDITION)


def test_numba_keeps_code_by_the_place_of_the_core() -> None:
    dispatcher: Any = random_word
    kept = Path(dispatcher.stats.cache_path)
    assert kept.parent == cache_folder()
    assert kept.name == f"core_{sha1(str(SOURCES).encode()).hexdigest()}"


@pytest.mark.usefixtures("folder")
def test_another_processor_needs_code_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CPU_NAME", raising=False)
    another = tmp_path / "cpuinfo"
    another.write_text("processor : 0\nmodel name : another\nflags : fpu\n")
    warm(EDITION, lambda _: None)
    with monkeypatch.context() as changed:
        changed.setenv("NUMBA_CPU_NAME", "generic")
        assert not is_warm(EDITION)
        warm(EDITION, lambda _: None)
        changed.setattr(warming, "PROCESSORS", another)
        assert is_warm(EDITION), "an image for any of a kind may be moved"
    assert is_warm(EDITION)
    monkeypatch.setattr(warming, "PROCESSORS", another)
    assert not is_warm(EDITION)


def test_where_nothing_can_be_kept_nothing_is_warm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise OSError("neither here nor there")

    monkeypatch.setattr(warming, "cache_folder", nowhere)
    warm(EDITION, lambda _: None)
    assert not is_warm(EDITION)
    assert not list(folder.iterdir())


def test_a_look_at_the_disk_loads_no_compiler() -> None:
    program = (
        "import sys\n"
        "from nouvelle_france import default_edition\n"
        "from nouvelle_france.bots.warming import is_warm\n"
        "is_warm(default_edition())\n"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
