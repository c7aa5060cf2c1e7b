"""The house of all tables: the only authority that changes them, wherever it runs.

It needs no web framework, no database and no processes: a server that has them hands it a storage, a thinker for the
bots, and an observer that takes notes.
"""

from nouvelle_france.house.editions import Editions
from nouvelle_france.house.house import House
from nouvelle_france.house.household import Household
from nouvelle_france.house.live import Follower, Live
from nouvelle_france.house.storage import Listed, Storage, StorageError

__all__ = ["Editions", "Follower", "House", "Household", "Listed", "Live", "Storage", "StorageError"]
