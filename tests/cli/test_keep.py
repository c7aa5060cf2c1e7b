"""`keep` writes what is left of a game."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import trimesh
from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from nouvelle_france import Record, replay
from nouvelle_france.keepsakes import cubes_on
from tests.cli.running import assert_refused, run
from tests.kinds import EDITION

SOLIDS = [f"{site}.{end}" for end in ("stl", "3mf") for site in EDITION.site_ids]


def test_keep_writes_picture_animation_and_solids(
    capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path
) -> None:
    png, gif, solids = tmp_path / "a.png", tmp_path / "a.gif", tmp_path / "new" / "solids"
    asked = ("--game", 2, "--png", png, "--gif", gif, "--stl", solids, "--3mf", solids, "--cube", 5)
    code, out, err = run(capsys, "keep", games, *asked)
    assert (code, err) == (0, "")
    assert out == "".join(f"{it}: written\n" for it in (png, gif, *(solids / name for name in SOLIDS)))
    with Image.open(png) as picture, GifImageFile(gif) as film:
        assert picture.format == "PNG"
        assert film.n_frames > 20
    record = Record.from_json(games.read_text(encoding="utf-8").splitlines()[1])
    position = replay(record, EDITION).state.position
    assert {it.name for it in solids.iterdir()} == set(SOLIDS)
    for number, site in enumerate(EDITION.site_ids):
        body = trimesh.load(solids / f"{site}.stl")
        assert isinstance(body, trimesh.Trimesh)
        assert body.is_watertight
        assert body.volume == pytest.approx(len(cubes_on(position, number)) * 5**3, rel=0.005)


def test_keep_of_an_early_moment_leaves_bare_sites_out(
    capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path
) -> None:
    outcome = run(capsys, "keep", games, "--move", 2, "--stl", tmp_path / "solids")
    assert outcome.code == 0
    assert outcome.err.count("nothing stands there yet") == 2
    assert len(list((tmp_path / "solids").iterdir())) == 1


def test_keep_says_what_is_wrong(capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path) -> None:
    assert_refused(run(capsys, "keep", games), "--png", "--3mf")
    for option, name in (("--png", "x.gif"), ("--gif", "x.png"), ("--gif", "x"), ("--png", games)):
        expected = f"expected a file *.{option[2:]}"
        assert_refused(run(capsys, "keep", games, option, tmp_path / name), option, expected)
    own = shutil.copy(games, tmp_path / "games.PNG")
    assert_refused(run(capsys, "keep", own, "--png", own), f"--png {own}: this command reads that file")
    other = shutil.copy(games, tmp_path / "other.gif")
    assert_refused(run(capsys, "keep", games, "--gif", other), f"--gif {other}: holds records of games")
    assert_refused(run(capsys, "keep", games, "--stl", games), "--stl", "cannot be written")
    assert_refused(run(capsys, "keep", games, "--game", 9, "--stl", tmp_path), "--game 9", "3 games")


def test_without_pillow_solids_are_kept_and_for_pictures_it_is_said_what_to_install(
    games: Path, tmp_path: Path
) -> None:
    program = "import sys; sys.modules['PIL.Image'] = None; from nouvelle_france.cli import main; main(sys.argv[1:])"
    command: list[str | Path] = [sys.executable, "-c", program, "keep", games]
    asked = subprocess.run([*command, "--gif", tmp_path / "a.gif"], capture_output=True, text=True, check=False)
    assert_refused((asked.returncode, asked.stdout, asked.stderr), "--gif", 'the extra "plots"')
    asked = subprocess.run([*command, "--stl", tmp_path / "solids"], capture_output=True, text=True, check=False)
    assert (asked.returncode, asked.stderr) == (0, "")
