"""The house of all tables: the one authority that lets anything happen at them, wherever it runs.

It needs no web framework, no database and no processes: those who have them (the server) hand it a storage, somebody to
think for bots, and somebody to take notes.
"""

from nouvelle_france.house.editions import Editions
from nouvelle_france.house.house import House
from nouvelle_france.house.household import Household
from nouvelle_france.house.live import Follower, Live
from nouvelle_france.house.storage import Listed, Storage, StorageError

__all__ = ["Editions", "Follower", "House", "Household", "Listed", "Live", "Storage", "StorageError"]
