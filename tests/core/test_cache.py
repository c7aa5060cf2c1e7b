"""Where the machine code is kept: a folder for each version of the core, in a place that can be written to."""

from __future__ import annotations

import ast
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import isclass, isfunction
from pathlib import Path

import pytest

import nouvelle_france
from nouvelle_france.core import cache
from nouvelle_france.core.cache import FROZEN, OURS, SOURCES

PROGRAM = "from nouvelle_france.core.cache import cache_folder; print(cache_folder())"


def folder(package: Path = Path(nouvelle_france.__file__).parent, **environment: str) -> Path:
    """What a fresh process chooses."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**inherited, "PYTHONPATH": str(package.parent), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return Path(done.stdout.strip())


def test_the_users_cache_folder(tmp_path: Path) -> None:
    chosen = folder(HOME=str(tmp_path), XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert chosen.parent == tmp_path / "cache" / "nouvelle-france"
    assert chosen.is_dir()


def test_numbas_own_variable_is_honoured(tmp_path: Path) -> None:
    chosen = folder(NUMBA_CACHE_DIR=str(tmp_path / "mine"))
    assert chosen.parent == tmp_path / "mine"


def test_a_home_that_cannot_be_written_to_gives_a_temporary_folder(tmp_path: Path) -> None:
    # A file where the folder should be: not even the superuser can write into that.
    (tmp_path / "cache").write_text("")
    chosen = folder(XDG_CACHE_HOME=str(tmp_path / "cache"), TMPDIR=str(tmp_path))
    assert chosen.parent.parent == tmp_path
    assert chosen.parent.name.startswith("nouvelle-france-")


def temporary(tmp_path: Path) -> Path:
    """What is chosen where only the temporary folder can be written to."""
    (tmp_path / "cache").write_text("")
    chosen = folder(XDG_CACHE_HOME=str(tmp_path / "cache"), TMPDIR=str(tmp_path))
    assert chosen.parent.parent == tmp_path
    return chosen.parent


@pytest.mark.unix
def test_the_temporary_folder_is_for_this_user_alone(tmp_path: Path) -> None:
    chosen = temporary(tmp_path)
    assert chosen.name == f"nouvelle-france-{os.getuid()}"
    assert stat.S_IMODE(chosen.stat().st_mode) == 0o700
    assert temporary(tmp_path) == chosen


def put_there_by_another(place: Path) -> None:
    place.mkdir()
    os.chown(place, os.getuid() + 1, -1)


def open_to_all(place: Path) -> None:
    place.mkdir()
    place.chmod(0o777)


def leading_elsewhere(place: Path) -> None:
    (place.parent / "elsewhere").mkdir()
    place.symlink_to(place.parent / "elsewhere")


@pytest.mark.unix
@pytest.mark.parametrize("prepare", [put_there_by_another, open_to_all, leading_elsewhere, Path.touch])
def test_a_temporary_folder_that_others_can_write_to_is_not_used(
    prepare: Callable[[Path], None], tmp_path: Path
) -> None:
    usual = tmp_path / f"nouvelle-france-{os.getuid()}"
    try:
        prepare(usual)
    except PermissionError:
        pytest.skip("only the superuser can give folders away")
    chosen = temporary(tmp_path)
    assert chosen != usual
    assert chosen.resolve() == chosen
    assert stat.S_IMODE(chosen.stat().st_mode) == 0o700


def test_where_users_have_no_numbers_the_temporary_folder_is_theirs_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "getuid", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert cache._temporary() == tmp_path / "nouvelle-france"


@pytest.mark.unix
def test_no_place_at_all_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/proc/nowhere")
    monkeypatch.setattr(tempfile, "tempdir", "/proc/nowhere")
    with pytest.raises(OSError, match="neither the user's cache folder nor the temporary folder"):
        cache.cache_folder.__wrapped__()


def test_old_folders_are_thrown_away_and_only_those(tmp_path: Path) -> None:
    long_ago = time.time() - cache.OLD - 60
    old, recent = tmp_path / "core-0123456789abcdef", tmp_path / "core-00112233445566ff"
    # Where NUMBA_CACHE_DIR is set, Numba itself keeps folders there for others: their source's folder, then a SHA-1.
    numbas = tmp_path / f"core-{'0123456789' * 4}"
    foreign = [numbas, *(tmp_path / name for name in ("core-0123", "core-0123456789abcdeg", "core-utils", "else"))]
    for it in (old, recent, *foreign):
        it.mkdir()
        (it / "code").write_text("")
    for it in (old, *foreign):
        os.utime(it, (long_ago, long_ago))
    chosen = folder(NUMBA_CACHE_DIR=str(tmp_path))
    assert OURS.fullmatch(chosen.name)
    assert sorted(tmp_path.iterdir()) == sorted([chosen, recent, *foreign])


@pytest.mark.parametrize("changed", ["core/chance.py", "core/judging/value.py", *cache.FROZEN])
def test_a_changed_source_gives_another_folder(changed: str, tmp_path: Path) -> None:
    """Also one outside the core, with constants that are frozen into the machine code."""
    package = tmp_path / "nouvelle_france"
    ignored = shutil.ignore_patterns("__pycache__", "page")
    shutil.copytree(Path(nouvelle_france.__file__).parent, package, ignore=ignored)
    kept = str(tmp_path / "cache")
    first = folder(package, NUMBA_CACHE_DIR=kept)
    assert folder(package, NUMBA_CACHE_DIR=kept) == first
    with (package / changed).open("a") as source:
        source.write("\n")
    assert folder(package, NUMBA_CACHE_DIR=kept) not in (first, folder(NUMBA_CACHE_DIR=kept))


def imported_from_outside(source: Path) -> Iterator[tuple[str, str]]:
    """What a room of the core imports from the game's other rooms: module and name."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert not any(it.name.startswith("nouvelle_france") for it in node.names), "import the names you need"
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("nouvelle_france"):
            assert node.module is not None
            if not node.module.startswith("nouvelle_france.core"):
                yield from ((node.module, it.name) for it in node.names)


def compiles(source: Path) -> bool:
    """Whether anything in a room becomes machine code."""
    return re.search(r"^@(compiled|inner|inlined)\b", source.read_text(encoding="utf-8"), re.MULTILINE) is not None


def test_every_module_whose_constants_are_frozen_into_machine_code_is_hashed() -> None:
    """Of the others, the rooms of the core import only classes and functions, which Numba cannot freeze, or compile
    nothing themselves."""
    hashed = {"nouvelle_france." + name.removesuffix(".py").replace("/", ".") for name in FROZEN}
    found = set()
    for source in SOURCES.rglob("*.py"):
        for module, name in imported_from_outside(source):
            imported = getattr(import_module(module), name, None)
            if module in hashed or f"{module}.{name}" in hashed:
                found |= {module, f"{module}.{name}"} & hashed
            else:
                assert isclass(imported) or isfunction(imported) or not compiles(source), (
                    f"{source}: the machine code may contain {name} of {module}, which is not hashed"
                )
    assert found == hashed, "no more than that"
