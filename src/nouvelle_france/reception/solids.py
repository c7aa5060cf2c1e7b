"""Buildings of records that are sent, for a 3D printer."""

from __future__ import annotations

from typing import Literal

from nouvelle_france.house import Editions
from nouvelle_france.house.work import apart
from nouvelle_france.keepsakes import printable
from nouvelle_france.reception.timelines import match_of_record
from nouvelle_france.tables import Code, TableError


async def solid_of_record(editions: Editions, text: bytes, site: str, format: Literal["stl", "3mf"]) -> bytes:
    """A building of a record as it stands after the last move: a closed solid, 10 mm a cube."""

    def made() -> bytes:
        position = match_of_record(editions, text).state.position
        sites = position.game.edition.site_ids
        if site not in sites:
            raise TableError(Code.NOT_FOUND, f"there is no site {site!r}; there are {', '.join(sites)}")
        try:
            return printable(position, sites.index(site), format)
        except ValueError as error:
            raise TableError(Code.NOT_FOUND, str(error)) from error

    return await apart(made)
