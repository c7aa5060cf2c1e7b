"""How much script a route of the page makes a browser load."""

from __future__ import annotations

import gzip

from playwright.sync_api import Page

from nouvelle_france.server.page import PAGE

FRONT = 120_000
"""The front page may have so many bytes of script, gzipped."""
TABLE = 360_000
"""A table with its 3D picture, until the first move can be made."""

LOADED = """() => performance.getEntriesByType("resource")
  .map((it) => new URL(it.name).pathname).filter((path) => path.endsWith(".js"))"""


def script_bytes(page: Page) -> int:
    """The scripts a visit has loaded so far, as they are sent."""
    paths: list[str] = page.evaluate(LOADED)
    assert paths, "the page has loaded nothing"
    return sum(len(gzip.compress((PAGE / path.lstrip("/")).read_bytes())) for path in set(paths))
