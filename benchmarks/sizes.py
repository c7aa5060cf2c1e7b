"""How large each kind of install is, on this machine: each in a clean environment of its own.

python -m benchmarks.sizes DIST
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from venv import EnvBuilder

KINDS = {
    "the rules library (--no-deps)": "--no-deps",
    "nouvelle-france": "",
    **{
        f"nouvelle-france{extras}": extras
        for extras in ("[bots]", "[envs]", "[plots]", "[postgres]", "[push]", "[ray]")
    },
    "everything": "[bots,envs,plots,postgres,push,ray]",
}
"""What pip is told: extras, or an option."""


def size(wheel: Path, told: str) -> int:
    """The bytes that pip adds to an environment, without bytecode: that is made when it runs."""
    with tempfile.TemporaryDirectory() as folder:
        EnvBuilder(with_pip=False).create(folder)
        before = _bytes(Path(folder))
        pip = [sys.executable, "-m", "pip", "--python", folder, "install", "--quiet", "--no-compile"]
        what = [f"{wheel}{told}"] if told.startswith("[") else [*told.split(), str(wheel)]
        subprocess.run([*pip, "--disable-pip-version-check", *what], check=True)
        return _bytes(Path(folder)) - before


def _bytes(folder: Path) -> int:
    return sum(file.lstat().st_size for file in folder.rglob("*") if not file.is_dir())


def main() -> None:
    """Print them."""
    (wheel,) = Path(sys.argv[1]).resolve().glob("*.whl")
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
    for kind, told in KINDS.items():
        print(f"{kind}: {size(wheel, told) / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
