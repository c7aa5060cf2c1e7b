"""The editions tables are played with: the package's, the owner's, and those that running tables began with."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from nouvelle_france.edition import Edition, parse
from nouvelle_france.edition.reading import DEFAULT, read
from nouvelle_france.house.storage import Storage
from nouvelle_france.tables import Code, TableError


class Editions:
    """Finds editions by id or digest. An edition is stored with the first table that uses it."""

    def __init__(self, files: Iterable[str | Path] = ()) -> None:
        self._read = [read(path) for path in (DEFAULT, *files)]
        self._known = {it.edition.digest: it.edition for it in self._read}

    @property
    def offered(self) -> list[Edition]:
        """Those that new tables may use, the default first."""
        return [it.edition for it in self._read]

    def known(self, digest: str) -> Edition:
        """An edition that was offered or fetched before."""
        return self._known[digest]

    def choose(self, wanted: str | None) -> Edition:
        """The edition of an id or digest."""
        for edition in self.offered:
            if wanted in (None, edition.id, edition.digest):
                return edition
        hint = "the server's keeper can offer it with --edition"
        raise TableError(Code.UNKNOWN_EDITION, f"there is no edition {wanted!r} here; {hint}")

    async def keep(self, storage: Storage, edition: Edition) -> None:
        """Store an offered edition, so that its tables survive a change of the file."""
        for offered in self._read:  # one no longer offered came from storage
            if offered.edition == edition:
                await storage.keep_edition(edition.digest, edition.id, offered.text)

    async def fetch(self, storage: Storage, digest: str) -> Edition:
        """An edition of a table, loaded from storage if necessary."""
        if digest not in self._known:
            text = await storage.edition(digest)
            if text is None:
                raise TableError(Code.UNKNOWN_EDITION, f"there is no edition {digest[:12]}… here")
            self._known[digest] = parse(text, source=f"edition {digest[:12]}")
        return self._known[digest]
