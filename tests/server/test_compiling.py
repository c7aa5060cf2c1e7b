"""The process that compiles the ladder: whatever it does, those who wait for a bot hear how far it is."""

from __future__ import annotations

import asyncio
import pickle
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from nouvelle_france.core.cache import cache_folder
from nouvelle_france.edition import Edition
from nouvelle_france.house.thinking import Readiness
from nouvelle_france.server import compiling, thinking
from nouvelle_france.server.compiling import CompileError, compile_apart
from nouvelle_france.server.thinking import Thinkers
from tests.kinds import EDITION


@pytest.fixture(autouse=True)
def _nothing_is_compiled(tmp_path: Path) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "machine-code"))
        cache_folder.cache_clear()  # other tests of this process have asked where it is
        yield
    cache_folder.cache_clear()


def progress(program: str, limit: float = 60) -> list[float]:
    """What a compiler of this program tells."""
    heard = list[float]()
    asyncio.run(compile_apart(EDITION, heard.append, (sys.executable, "-c", program), limit))
    return heard


def complaint(program: str, limit: float = 60) -> str:
    """Why it fails."""
    began = time.monotonic()
    with pytest.raises(CompileError) as failed:
        progress(program, limit)
    assert time.monotonic() - began < 30
    return str(failed.value)


def test_its_progress_is_told() -> None:
    assert progress("print(0.25); print(1.0)") == [0.25, 1.0]


def test_many_warnings_do_not_hold_it_up() -> None:
    assert progress("import sys; sys.stderr.write('beware\\n' * 100_000); print(1.0)") == [1.0]


@pytest.mark.parametrize("line", ["Segmentation fault", "2.0", "nan", ""])
def test_one_that_prints_something_else_has_failed(line: str) -> None:
    assert "no progress" in complaint(f"print({line!r}, flush=True); import time; time.sleep(600)")


def test_its_last_words_say_why_it_failed() -> None:
    assert (
        complaint("import sys; sys.stderr.write('beware\\n' * 9_000); sys.exit('no memory left')") == "no memory left"
    )
    assert complaint("import os; os._exit(7)") == "the compiler ended with code 7"


def test_one_that_has_ended_before_it_was_told_anything_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(edition: Edition) -> bytes:
        time.sleep(0.5)
        return pickle.dumps(edition)

    monkeypatch.setattr(compiling, "pickle", SimpleNamespace(dumps=late))
    assert progress("print(0.5); print(1.0)") == [0.5, 1.0]
    assert complaint("import sys; sys.exit('no memory left')") == "no memory left"


def test_one_that_never_ends_is_ended() -> None:
    assert complaint("import time; time.sleep(600)", limit=0.2) == "the compiler was not done after 0.2 s"


def test_tables_hear_of_a_failure_and_it_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LOAD_RETRY", 0.1)
    tried = tmp_path / "tried"
    program = (
        f"from pathlib import Path; tried = Path({str(tried)!r})\n"
        "print(1.0 if tried.exists() else 'no number', flush=True); tried.touch()"
    )

    async def story() -> list[Readiness | None]:
        heard = list[Readiness | None]()
        ready = asyncio.Event()
        thinkers = Thinkers(1, compile=partial(compile_apart, command=(sys.executable, "-c", program)))

        def hear() -> None:
            heard.append(thinkers.readiness("maitre", EDITION))
            if heard[-1] == Readiness(1.0, failed=False):
                ready.set()

        thinkers.changed.append(hear)
        thinkers.prepare(EDITION)
        async with asyncio.timeout(60):
            await ready.wait()
        await thinkers.close()
        return heard

    assert asyncio.run(story())[0] == Readiness(0.0, failed=True)


def test_tables_hear_of_a_failure_of_any_kind() -> None:
    async def compile(*_: object) -> None:
        raise MemoryError

    async def story() -> Readiness | None:
        thinkers = Thinkers(1, compile=compile)
        failed = asyncio.Event()
        thinkers.changed.append(failed.set)
        thinkers.prepare(EDITION)
        await failed.wait()
        readiness = thinkers.readiness("maitre", EDITION)
        await thinkers.close()
        return readiness

    assert asyncio.run(story()) == Readiness(0.0, failed=True)
