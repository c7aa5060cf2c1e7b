"""Telling people that it is their turn, though they are elsewhere: their browsers by web push, a channel by a webhook.

The table says since when its game has waited for whom (:attr:`nouvelle_france.tables.table.Table.waits`); whoever wants
to be told is kept in the storage, and so is what has been told.
"""

from nouvelle_france.server.notices.calling import Calling
from nouvelle_france.server.notices.notices import Notices

__all__ = ["Calling", "Notices"]
