"""The page's types are those of the Python models: whoever changes these alone is told so."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from nouvelle_france.protocol import typescript
from nouvelle_france.protocol.game import Ally, Awaited, Doing
from nouvelle_france.protocol.news import EventTold, How
from nouvelle_france.rules import Action, Phase
from nouvelle_france.tables import entries
from nouvelle_france.tables.entries import KINDS
from nouvelle_france.wire.position import TOKENS
from tests.protocol.node import ROOT, WEB, tool

NEW_KIND = '''class AuroraTold(EventOfGame):
    """Something nobody has heard of."""

    event: Literal["aurora"]
    by: str


def _or_of_a_later_kind('''


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The models and the page, apart from the house."""
    shutil.copytree(ROOT / "src" / "nouvelle_france", tmp_path / "src" / "nouvelle_france", ignore=_made)
    shutil.copytree(WEB, tmp_path / "web", ignore=shutil.ignore_patterns("node_modules"))
    (tmp_path / "web" / "node_modules").symlink_to(WEB / "node_modules")
    return tmp_path


def _made(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name == "__pycache__" or (name == "page" and folder.endswith("server"))]


def make_types(copy: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    """What `make check` does about types (``--check``), or `make types`, with the copy's own models."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    lines = re.findall(r"python (-m nouvelle_france\.protocol\.typescript .*)", makefile)
    (line,) = (line for line in lines if ("--check" in line) == ("--check" in flags))
    (folder,) = re.findall(r"^TYPES := (.*)$", makefile, re.MULTILINE)
    command = [sys.executable, *line.replace("$(TYPES)", folder).split()]
    environment = {**os.environ, "PYTHONPATH": str(copy / "src")}
    return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)


def compiled(copy: Path) -> str:
    """What the TypeScript compiler has against the copy's page."""
    return tool("tsc", "--noEmit", "--project", str(copy / "web"), cwd=copy / "web").stdout


def test_the_pages_types_are_not_stale() -> None:
    assert typescript.main(["--check", str(WEB / "src" / "protocol")]) == 0


def test_a_new_kind_of_event_in_the_models_alone_is_noticed(copy: Path) -> None:
    assert make_types(copy, "--check").returncode == 0
    assert compiled(copy) == ""
    models = copy / "src" / "nouvelle_france" / "protocol" / "events.py"
    text = models.read_text(encoding="utf-8").replace("def _or_of_a_later_kind(", NEW_KIND, 1)
    models.write_text(text.replace("        | GameOverTold,", "        | GameOverTold\n        | AuroraTold,"))
    stale = make_types(copy, "--check")
    assert stale.returncode != 0
    assert "events.ts" in stale.stderr
    # And with the types written anew, the page does not compile until it says what becomes of the new kind.
    assert make_types(copy).returncode == 0
    assert '"aurora"' in (copy / "web" / "src" / "protocol" / "events.ts").read_text(encoding="utf-8")
    assert "'AuroraTold' is not assignable to parameter of type 'never'" in compiled(copy)


def test_closed_lists_of_the_models_are_those_of_the_rules_and_of_tables() -> None:
    assert set(get_args(Awaited.__value__)) == {phase.value for phase in Phase}
    assert set(get_args(Doing.__value__)) == {action.do for action in get_args(Action)}
    assert set(get_args(Ally.__value__)) == set(TOKENS)
    assert get_args(How.__value__) == get_args(entries.How)
    models = get_args(get_args(EventTold.__value__)[0])
    assert sorted(kind for it in models for kind in get_args(it.model_fields["kind"].annotation)) == sorted(KINDS)
