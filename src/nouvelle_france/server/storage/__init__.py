"""Where tables are kept: a log of entries for each table, in SQLite or PostgreSQL."""

from nouvelle_france.house.storage import Listed, StorageError
from nouvelle_france.server.storage.dump import BackupError, backup, restore
from nouvelle_france.server.storage.storage import KeptAnalysis, Storage

__all__ = ["BackupError", "KeptAnalysis", "Listed", "Storage", "StorageError", "backup", "restore"]
