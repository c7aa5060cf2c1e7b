"""The package for a browser's Python: a zip of the rooms that a house there needs."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

PACKAGE = Path(__file__).parents[1]

ROOMS = (
    "edition",
    "days",
    "geometry",
    "rules",
    "record",
    "wire",
    "bots",
    "tables",
    "house",
    "protocol",
    "reception",
    "browser",
)
"""With the modules beside them; whatever only a compiled core, a server or a command line needs is left out."""

SHARED = ("core/__init__.py", "core/judging/__init__.py", "core/judging/scheme.py")
"""What the compiled core and the bots in plain Python must agree on."""

LEFT_OUT = ("bots/programs", "browser/pyodide", "browser/packing.py", "browser/site.py", "reception/solids.py")

WHEN = (1980, 1, 1, 0, 0, 0)
"""The date of every file, so that the same sources give the same bytes."""


def pack() -> bytes:
    """The zip. The same sources give the same bytes."""
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED, compresslevel=9) as packed:
        for path in files():
            packed.writestr(
                ZipInfo(f"nouvelle_france/{path}", WHEN), (PACKAGE / path).read_bytes(), ZIP_DEFLATED, compresslevel=9
            )
    return written.getvalue()


def files() -> list[str]:
    """The packed files, by path in the package."""
    found = [path for room in ROOMS for path in (PACKAGE / room).rglob("*")] + list(PACKAGE.glob("*.py"))
    names = (path.relative_to(PACKAGE).as_posix() for path in found if path.is_file() and path.suffix != ".pyc")
    return sorted([*SHARED, *(name for name in names if not name.startswith(LEFT_OUT))])
