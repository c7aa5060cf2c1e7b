"""The package as a browser's Python gets it: a zip of those rooms that a house there needs."""

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
"""With the modules beside them; what only a compiled core, a server or a command line needs stays at home."""

LEFT_OUT = ("bots/programs", "browser/pyodide", "browser/packing.py", "browser/site.py")

WHEN = (1980, 1, 1, 0, 0, 0)
"""The date of every file, so that the same sources are the same bytes."""


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
    """What is packed, by its path in the package."""
    found = [path for room in ROOMS for path in (PACKAGE / room).rglob("*")] + list(PACKAGE.glob("*.py"))
    names = (path.relative_to(PACKAGE).as_posix() for path in found if path.is_file() and path.suffix != ".pyc")
    return sorted(name for name in names if not name.startswith(LEFT_OUT))
