"""The docs keep their promises: every rule is proved, every link leads somewhere."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.rules.numbers import rule_numbers

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def test_every_rule_is_proved_by_a_test_that_names_it() -> None:
    tests = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py"))
    proved = set()
    for section, first, last in re.findall(r"def test_([a-z]+)_(\d+)[a-z]?(?:_to_(\d+))?_", tests):
        proved |= {f"{section.upper()}-{number}" for number in range(int(first), int(last or first) + 1)}
    assert [rule for rule in rule_numbers() if rule not in proved] == []


def test_every_rule_an_error_names_exists() -> None:
    known = set(rule_numbers())
    for file in (ROOT / "src").rglob("*.py"):
        for rule in re.findall(r'"([A-Z]{3,4}-\d+)"', file.read_text(encoding="utf-8")):
            assert rule in known, f"{file.name}: {rule}"


def _prose(page: Path) -> str:
    return re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\[[^\]`]*\]\(([^)#\s]+)(?:#[^)]*)?\)", _prose(page)):
        if not target.startswith("https://"):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_documented_commands_are_real(page: Path) -> None:
    """Every option a page shows with a command is in that command's help."""
    from typer.main import get_command

    from nouvelle_france.cli.app import app

    for line in re.findall(r"^nouvelle-france (\w.*)$", page.read_text(encoding="utf-8"), re.MULTILINE):
        command: Any = get_command(app)
        words = line.split()
        while hasattr(command, "commands") and words:  # a group, as `edition` is one
            command = command.commands[words.pop(0)]
        known = {option for parameter in command.params for option in parameter.opts}
        assert set(re.findall(r"--[a-z][a-z-]*", line)) <= known, f"{page.name}: {line}"


@pytest.mark.unix
@pytest.mark.parametrize("games", ["--games 10", pytest.param("--games 100", marks=pytest.mark.large)])
def test_the_readmes_shell_examples_run_in_order(tmp_path: Path, games: str) -> None:
    """With fewer games than are played there; under `large`, letter by letter."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^nouvelle-france .*$", readme, re.MULTILINE)
    assert len(commands) == 7
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    activated = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for command in commands:
        words = shlex.split(command.replace("--games 100", games), comments=True)
        done = subprocess.run(words, cwd=tmp_path, env=activated, capture_output=True, text=True, check=True)
        assert done.stdout, command
        assert not done.stderr, command
