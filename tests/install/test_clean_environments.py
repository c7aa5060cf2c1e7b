"""The wheel installed by pip into a clean environment without the checkout, on every Python there is, and played."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page

from nouvelle_france import Record, faults
from tests.install.alone import started_alone
from tests.install.conftest import Built
from tests.kinds import EDITION
from tests.web.at_table import AtTable, Manner
from tests.web.browser import Visits, chromium
from tests.web.coached import Pupil, begin, chooses_first

pytestmark = [pytest.mark.large, pytest.mark.timeout(1200)]

PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def python_of(version: str) -> str:
    """A Python of that version: on the path, or one that pyenv has installed."""
    if found := shutil.which(f"python{version}"):
        works = subprocess.run([found, "-c", "import venv, ensurepip"], check=False, capture_output=True)
        if works.returncode == 0:
            return found
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    if installed := sorted(root.glob(f"versions/{version}.*/bin/python")):
        return str(installed[-1])
    pytest.skip(f"there is no Python {version} with venv on this machine")


def installed(version: str, wheel: Path, folder: Path, extras: str = "") -> Path:
    """The command of an environment into which pip has installed the wheel with these extras, and nothing else."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    subprocess.run([python_of(version), "-m", "venv", folder], check=True, env=environment, cwd=folder.parent)
    pip = [str(folder / "bin/python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, f"{wheel}{extras}"], check=True, env=environment, cwd=folder.parent)
    return folder / "bin/nouvelle-france"


@pytest.mark.parametrize("version", PYTHONS)
def test_it_is_installed_and_played_in_the_browser(version: str, built: Built, tmp_path: Path) -> None:
    command = installed(version, built.wheel, tmp_path / "environment")
    (tmp_path / "home").mkdir()
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path / "home"), "LANG": "C.UTF-8"}
    with started_alone([str(command)], tmp_path / "home", environment) as url, chromium() as browser:
        visits = Visits(browser, url.rstrip("/"))
        table = play_first_game(visits.visit())
        visits.end()
        assert visits.troubles() == []
        record = httpx.get(f"{url}api/tables/{table}/record", trust_env=False).text
    assert list(faults(Record.from_json(record), EDITION)) == []
    words = (tmp_path / "home/said").read_text()
    assert 'For stronger bots (maitre, ingenieur): pip install "nouvelle-france[bots]"' in words


def play_first_game(page: Page) -> str:
    """Somebody new presses the button of the first game and plays it to its end; the table."""
    begin(page, "en")
    at = AtTable(page)
    at.press("[data-part=first-game] button")
    Pupil(Manner(chooses_first), at).play()
    return page.url.rsplit("/", 1)[1]


@pytest.mark.parametrize("version", PYTHONS)
def test_with_the_extra_the_strongest_play(version: str, built: Built, tmp_path: Path) -> None:
    command = installed(version, built.wheel, tmp_path / "environment", "[bots]")
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    words = ["simulate", "--bots", "maitre,ingenieur@0.1", "--games", "1", "--seed", "1", "--out", "game.jsonl"]
    done = subprocess.run([command, *words], cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    assert re.search(r"maitre .* 1 ", done.stdout)
    assert list(faults(Record.from_json((tmp_path / "game.jsonl").read_text()), EDITION)) == []
