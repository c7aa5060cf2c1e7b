"""`nouvelle-france site`: a folder of files that needs nothing of its host."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.cli.running import Outcome, assert_refused, run
from tests.kinds import EDITION

Site = Callable[..., Outcome]


@pytest.fixture
def site(capsys: pytest.CaptureFixture[str]) -> Site:
    """The command with these arguments."""
    return partial(run, capsys, "site")


def files_of(folder: Path) -> set[str]:
    """All files, by their path in the folder."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_site_names_its_files_by_where_it_is_itself(site: Site, tmp_path: Path) -> None:
    assert site(tmp_path / "pages").code == 0
    folder = tmp_path / "pages"
    index = (folder / "index.html").read_text("utf-8")
    named = re.findall(r'(?:src|href)="([^"]+)"', index)
    assert named
    assert all(it.startswith("./") and (folder / it).is_file() for it in named)
    assert '<meta name="root" content="?" />' in index
    (house,) = re.findall(r'<meta name="house" content="([^"]+)" />', index)
    info = json.loads((folder / house / "info.json").read_text("utf-8"))
    assert info["bots"] == ["random", "greedy", "apprenti", "artisan"]
    assert [it["digest"] for it in info["editions"]] == [EDITION.digest]
    manifest = json.loads((folder / "manifest.webmanifest").read_text("utf-8"))
    assert all((folder / icon["src"]).is_file() for icon in manifest["icons"])


def test_the_service_worker_keeps_everything_but_itself(site: Site, tmp_path: Path) -> None:
    site(tmp_path)
    script = (tmp_path / "sw.js").read_text("utf-8")
    (listed,) = re.findall(r"^const FILES = (.+);$", script, re.MULTILINE)
    kept = set(json.loads(listed))
    assert kept - {"./"} == files_of(tmp_path) - {"index.html", "sw.js", "site.json", ".nojekyll"}


def test_a_site_is_written_anew_and_the_same_one_is_the_same(
    site: Site, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    site(tmp_path)
    before = {name: (tmp_path / name).read_bytes() for name in files_of(tmp_path)}
    site(tmp_path)
    assert {name: (tmp_path / name).read_bytes() for name in files_of(tmp_path)} == before

    another = tmp_path.parent / "another.toml"
    run(capsys, "edition", "new", another)
    assert site(tmp_path, "--edition", another).code == 0
    houses = {name.split("/")[0] for name in files_of(tmp_path) if name.startswith("house-")}
    assert len(houses) == 1
    assert not houses & {name.split("/")[0] for name in before}
    assert (tmp_path / "sw.js").read_bytes() != before["sw.js"]
    (house,) = houses
    assert len(json.loads((tmp_path / house / "info.json").read_text("utf-8"))["editions"]) == 2


def test_a_folder_with_other_things_in_it_is_left_alone(site: Site, tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("dear", "utf-8")
    assert_refused(site(tmp_path), "letters.txt")
    assert files_of(tmp_path) == {"letters.txt"}


def test_an_edition_with_faults_is_refused_before_anything_is_written(site: Site, tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("format = 1\n", "utf-8")
    assert site(tmp_path / "pages", "--edition", broken).code == 2
    assert not (tmp_path / "pages").exists()
