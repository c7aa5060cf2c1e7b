"""Notifies people elsewhere that it is their turn: browsers by web push, a channel by a webhook.

The table records whom its game waits for and since when (:attr:`nouvelle_france.tables.timing.Clock.waits`);
subscriptions, and what has been sent, are kept in the storage.
"""

from nouvelle_france.server.notices.calling import Calling
from nouvelle_france.server.notices.notices import Notices

__all__ = ["Calling", "Notices"]
