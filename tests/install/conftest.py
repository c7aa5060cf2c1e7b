"""The wheel and the source distribution, built once."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]


class Built(NamedTuple):
    """Both distributions, and the wheel unpacked."""

    wheel: Path
    sdist: Path
    unpacked: Path


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """With the page as `make page` has built it: what npm makes of it is tested elsewhere."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    environment = {**os.environ, "NOUVELLE_FRANCE_PAGE": "built"}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "unpacked")
    return Built(wheel, sdist, folder / "unpacked")
