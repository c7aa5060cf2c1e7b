"""The worker's first import: from then on everything finds the stand-ins it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nouvelle_france.browser.stand_ins import stand_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nouvelle_france.browser.door import Door, Page
    from nouvelle_france.browser.storage import Shelf


async def begin(shelf: Shelf, page: Page, editions: Sequence[str]) -> Door:
    """Open the door of a house, with these edition files in addition to the built-in one."""
    stand_in()
    from nouvelle_france.browser.door import open_door  # noqa: PLC0415 - they must stand before

    return await open_door(shelf, page, editions)
