"""A folder of files that any host can serve: the page, and the house it opens inside the browser.

Every file but four, and the folder of the house, is named by its content: a page of one version never gets parts of
another.
"""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from nouvelle_france.browser.door import offered
from nouvelle_france.browser.packing import pack
from nouvelle_france.house import Editions

PYTHON = Path(__file__).with_name("pyodide")
"""Python for browsers, put here when the page is built (``hatch_build.py``)."""

MARK = "site.json"
"""Lists what was written, so that it can be replaced later without touching anything else."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
"""As a server's (``server/security.py``), as far as a file can express it. A worker's scripts have their own."""

HEAD = """<meta name="root" content="?" />
    <meta name="house" content="{house}/" />
    <meta name="editions" content="{editions}" />
    <meta http-equiv="Content-Security-Policy" content="{policy}" />
    <meta name="theme-color" content="#2d4a5e" />"""


class SiteError(Exception):
    """A site cannot be written; the message is one line for a person."""


def write_site(folder: Path, page: Path, editions: Sequence[Path] = ()) -> dict[str, int]:
    """Write a site, or replace one written here before. Returns the files with their sizes.

    ``page`` is the built page, ``editions`` are offered in addition to the built-in one.
    """
    if not (page / "index.html").is_file() or not python_files():
        raise SiteError("the page was not built: run `make page` in a checkout")
    files = _files(page, editions)
    _clear(folder)
    for name, content in {**files, MARK: _mark(files)}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return {name: len(content) for name, content in files.items()}


def python_files() -> dict[str, bytes]:
    """The files of Python for browsers; none if the page was not built."""
    return {path.stem: gzip.decompress(path.read_bytes()) for path in sorted(PYTHON.glob("*.gz"))}


def _files(page: Path, editions: Sequence[Path]) -> dict[str, bytes]:
    # Not every host knows `.mjs`, and a browser runs no script with another media type.
    house = {name.replace(".mjs", ".js"): content for name, content in python_files().items()}
    house["nouvelle_france.zip"] = pack()
    house |= {name: text.encode() for name, text in offered(Editions(editions)).items()}
    added = {f"edition-{number}.toml": path.read_bytes() for number, path in enumerate(editions)}
    house |= added
    within = f"house-{_digest(house)}"
    files = {path.relative_to(page).as_posix(): path.read_bytes() for path in _all(page)}
    files |= {f"{within}/{name}": content for name, content in house.items()}
    files["index.html"] = _index(files["index.html"].decode(), within, added).encode()
    del files["turn.js"]  # it replaces a server's answer
    script = files.pop("sw.js")
    # "./" is the page itself, whatever its name on the host.
    names = ["./", *sorted(name for name in files if name != "index.html")]
    written = f'const VERSION = "{_digest(files)}";\nconst FILES = {json.dumps(names)};\n'
    # Hosts that run a site generator skip some files by name, unless this one exists.
    return {**files, "sw.js": written.encode() + script, ".nojekyll": b""}


def _all(page: Path) -> list[Path]:
    return sorted(path for path in page.rglob("*") if path.is_file())


def _index(text: str, house: str, editions: Iterable[str]) -> str:
    said = '<meta name="root" content="" />'
    if said not in text:
        raise SiteError("the page was built by another version: run `make page` in a checkout")
    return text.replace(said, HEAD.format(house=house, editions=" ".join(editions), policy=POLICY))


def _digest(files: Mapping[str, bytes]) -> str:
    digest = sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


def _mark(files: Iterable[str]) -> bytes:
    return json.dumps({"format": "nouvelle-france-site/1", "files": sorted(files)}, indent=1).encode()


def _clear(folder: Path) -> None:
    """Remove what was written here before; refuse a folder with anything else in it."""
    folder.mkdir(parents=True, exist_ok=True)
    mark = folder / MARK
    written = set(json.loads(mark.read_text())["files"]) | {MARK} if mark.is_file() else set()
    other = [path.relative_to(folder).as_posix() for path in _all(folder)]
    foreign = [name for name in other if name not in written]
    if foreign and not written:
        raise SiteError(f"{folder} is not empty, and holds no site: {foreign[0]}")
    for name in written:
        (folder / name).unlink(missing_ok=True)
    for old in folder.glob("house-*"):
        if old.is_dir() and not any(old.iterdir()):
            shutil.rmtree(old)
